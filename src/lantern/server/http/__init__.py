"""The server's doors: routes, sockets, pages, and the guard before them."""
