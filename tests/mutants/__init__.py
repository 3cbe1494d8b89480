"""Small random changes in the rules, the server and the client, and which test finds each of them.

python -m tests.mutants [--seed 1] [--count 200] [--minutes 60] [--thorough]
"""
