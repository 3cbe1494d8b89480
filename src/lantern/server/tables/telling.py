"""Who is to be told what of a table while he is away: facts alone, and nothing of what is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from lantern.server.tables import entries as kinds
from lantern.server.tables.entries import Entry
from lantern.server.tables.table import PERSON, Seat, Table

Kind = Literal["turn", "over", "talk", "invited"]
TURN: Kind = "turn"
OVER: Kind = "over"
TALK: Kind = "talk"
INVITED: Kind = "invited"
KINDS = (TURN, OVER, TALK, INVITED)
OWN_KINDS = {kinds.MOVE, kinds.AGREE, kinds.UNDO}
"""What somebody does himself at his seat: he need not be told what came of it."""


@dataclass(frozen=True)
class Telling:
    """Something that guests may want to know: of which kind, about which table, and at which seat each of them sits."""

    kind: Kind
    table: str
    guests: tuple[tuple[str, int], ...]


def tellings(table: Table, made: Sequence[Entry], awaited_now: Iterable[str], ended: bool) -> list[Telling]:
    """What is to be told after some entries: whose turn it has become, that it is over, who spoke, who goes on."""
    if not _is_shared(table):
        return []
    found = awaited(table, awaited_now)
    if ended:
        found.append(_telling(OVER, table, _others(table, made[0].seat if made[0].kind in OWN_KINDS else None)))
    for entry in made:
        if entry.kind == kinds.CHAT:
            found.append(_telling(TALK, table, _others(table, entry.seat)))
        elif entry.kind == kinds.NEXT:
            who = entry.data.get("guest")
            asked = [seat for seat in _people(table) if who not in seat.guests]
            found.append(Telling(INVITED, entry.data["table"], _sitting(asked)))
    return [one for one in found if one.guests]


def awaited(table: Table, guests: Iterable[str]) -> list[Telling]:
    """That it has become the turn of some guests."""
    told = tuple((guest, table.to_act or 0) for guest in guests) if _is_shared(table) else ()
    return [Telling(TURN, table.setting.table, told)] if told else []


def _is_shared(table: Table) -> bool:
    """Whether several people play here: where one plays with bots, or at his own device for all, nobody waits."""
    setting, people = table.setting, _people(table)
    alone = setting.lesson or setting.puzzle is not None or setting.branch is not None
    return not alone and any(set(seat.guests).isdisjoint(people[0].guests) for seat in people[1:])


def _people(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.kind == PERSON]


def _others(table: Table, number: int | None) -> list[Seat]:
    """The seats of people that are none of whoever sits on one."""
    own = set(table.seats[number - 1].guests) if number is not None else set()
    return [seat for seat in _people(table) if own.isdisjoint(seat.guests)]


def _telling(kind: Kind, table: Table, seats: Iterable[Seat]) -> Telling:
    return Telling(kind, table.setting.table, _sitting(seats))


def _sitting(seats: Iterable[Seat]) -> tuple[tuple[str, int], ...]:
    """Guests with the first of their seats."""
    first: dict[str, int] = {}
    for seat in seats:
        for guest in seat.guests:
            first.setdefault(guest, seat.number)
    return tuple(first.items())
