"""The service behind the browser: tables, seats, moves, live news. A table is the replay of its entries."""
