"""The server under siege: one visitor attacks, and somebody else plays on as if nothing were the matter.

    python -m tests.server.siege                          # all attacks
    python -m tests.server.siege sockets --seconds 30

An attack is a file in this folder with `async def attack(server: Target, until: float) -> None`, which goes on until
`time.monotonic()` is `until`. It runs in a process of its own and comes from addresses of its own
(`server.open(source)`, `server.client(source)`), so that it slows down nobody but the server, and what is counted by
address is counted apart. It may name `ARGUMENTS`, more options of `lantern serve`, `FILES`, how many files the
server may have open, and `RULES`, plain or compiled.
"""
