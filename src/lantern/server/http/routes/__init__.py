"""What can be asked: a file for each kind of request, with what is asked, what is answered, and its routes."""

from __future__ import annotations

from lantern.server.http.routes import (
    admin,
    admin_deeds,
    advice,
    branches,
    composing,
    games,
    guests,
    lessons,
    looking,
    match,
    notes,
    notices,
    puzzles,
    seats,
    status,
    tables,
)

ROUTES = [
    route
    for kind in (
        games,
        composing,
        guests,
        tables,
        lessons,
        looking,
        seats,
        match,
        advice,
        branches,
        notes,
        notices,
        puzzles,
        status,
        admin,
        admin_deeds,
    )
    for route in kind.router.routes
]
