"""The entries of a table: what was done at it, in order. They are the truth; everything else is their replay."""

from __future__ import annotations

from dataclasses import dataclass, field

from lantern.kernel.contract import Json

SIT = "sit"
"""A person takes an open seat: guest, name, key (its hash) for further devices."""
DEVICE = "device"
"""The person of a seat has come with another device: guest, and where he has too many: instead_of."""
LEAVE = "leave"
"""A person leaves before the match begins; the seat is open again."""
BOT = "bot"
"""A bot takes an open seat: bot."""
STAND_IN = "stand_in"
"""A bot plays for a person who is away: bot, why (left, host, time)."""
RETURN = "return"
"""The person plays again."""
OPEN = "open"
"""The host takes a seat from who had it and opens it: key (its hash)."""
HOST = "host"
"""The host of the server makes somebody else the table's host: guest."""
INVITE = "invite"
"""The table's link is replaced by a new one: key (its hash)."""
KEY = "key"
"""A person has a new key for his other devices: key (its hash), guests who may play on."""
NAME = "name"
"""A person is called otherwise: name."""
BEGIN = "begin"
"""All seats are taken; the match begins."""
MOVE = "move"
"""An action: action, and of a bot: bot, trouble."""
UNDO = "undo"
"""Actions are taken back: count."""
AGREE = "agree"
"""A person wants the match to end, or no longer does: agree."""
ABANDON = "abandon"
"""The match ends unfinished: why (agreed, time, server)."""
PAUSE = "pause"
"""No server ran for a while; clocks do not count it: since, ms."""
CHAT = "chat"
"""Words: text or greeting."""
NEXT = "next"
"""The table at which the same people go on: which (rematch, same_deal), table."""

LABEL = "label"
"""A branch is called otherwise: label, or null."""

TRY = "try"
"""Somebody tries to solve the puzzle of the table: answer, right. A wrong action is not played."""
SHOW = "show"
"""The solution of the puzzle is asked for; if it is one of actions, they are played before."""
GO_ON = "go_on"
"""The puzzle is done with, and the match goes on."""

TOLD = {SIT, LEAVE, BOT, STAND_IN, RETURN, OPEN, HOST, NAME, BEGIN, AGREE, ABANDON, CHAT, NEXT}
"""What the people at the table read in its talk; moves are in the log."""


@dataclass(frozen=True)
class Draft:
    """An entry that is to be made."""

    kind: str
    seat: int | None = None
    data: Json = field(default_factory=dict)
    move_id: str | None = None
    action: int | None = field(default=None, compare=False, kw_only=True)
    """What a MOVE means, where that has been read already; it is not kept."""


@dataclass(frozen=True)
class Entry(Draft):
    """An entry that is made: its version is its place among the table's entries, from 1."""

    version: int = 0
    at: int = 0
    """When, in milliseconds since the epoch, time in which the server was down left out of a running clock."""
