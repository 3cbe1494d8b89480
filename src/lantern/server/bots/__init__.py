"""Bots, suggestions and reviews: whose turn it is to think, and the processes that do."""
