"""What travels on sockets."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from lantern.server.http.fields import CODES, Answered, Asked, Bulletin
from lantern.server.http.routes.looking import TableView


class TableMessage(TableView):
    """Down the socket of a table: how it stands."""

    type: Literal["table"]


class PresenceMessage(Answered):
    """Down the socket of a table: which seats are connected, and how many spectators."""

    type: Literal["presence"]
    seats: list[int]
    spectators: int


class PreparingMessage(Answered):
    """Down the socket of a table: the bot that is being made ready, which may take minutes once; null when it is."""

    type: Literal["preparing"]
    bot: str | None


class PongMessage(Answered):
    """Down a socket: the answer to a ping, with the version of the last view that was sent."""

    type: Literal["pong"]
    version: int


class ClosedMessage(Answered):
    """Down a socket, the last message: why it is closed."""

    type: Literal["closed"]
    error: Literal[CODES]  # type: ignore[valid-type]
    message: str


class YourTurnMessage(Answered):
    """Down the socket of a guest: a table waits for him."""

    type: Literal["your_turn"]
    table: str
    seat: int | None
    version: int


class BulletinMessage(Answered):
    """Down a socket: the message to all, or null when it is taken back."""

    type: Literal["bulletin"]
    bulletin: Bulletin | None


class PingMessage(Asked):
    """Up a socket, to see whether the other side is there."""

    type: Literal["ping"]


AT_TABLE = (TableMessage, PresenceMessage, PreparingMessage, BulletinMessage, PongMessage, ClosedMessage)
"""What travels down the socket of a table."""

ANYWHERE = (PongMessage, ClosedMessage, YourTurnMessage, BulletinMessage)
"""What travels down the socket of a guest."""

UP = (PingMessage,)
MESSAGES: tuple[type[BaseModel], ...] = tuple(dict.fromkeys([*AT_TABLE, *ANYWHERE, *UP]))
"""What travels on sockets."""
