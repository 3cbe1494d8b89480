"""Plain data read back: every reader returns what the rules need, or says what is wrong and what is allowed.

`what` names the thing in the message, from the outside in: "hands", "courts: delhi", "last: seat". Where a key may be
left out, the caller gives the usual in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Never, listing


def read_number(value: object, what: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadInput(f"{what} is {value!r:.60}; it is a whole number from {least} to {most}")
    return value


def read_flag(value: object, what: str) -> int:
    """Yes or no as 1 or 0, as records keep it."""
    if not isinstance(value, bool):
        raise BadInput(f"{what} is {value!r:.60}; it is true or false")
    return int(value)


def read_seat(value: object, what: str, seats: int) -> int:
    """A seat: people count from 1, rules from 0."""
    return read_number(value, what, 1, seats) - 1


def read_name(value: object, what: str, names: Iterable[str]) -> int:
    """Where a name stands among all there are."""
    known = list(names)
    if value not in known:
        raise BadInput(f"{what} is {value!r:.60}; it is {listing(known)}")
    return known.index(str(value))


def read_list(value: object, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, (list, tuple)):
        raise BadInput(f"{what} is {value!r:.60}; it is a list")
    return list(value)


def read_seats(value: object, what: str, seats: int) -> list[int]:
    """Some seats."""
    return [read_seat(seat, what, seats) for seat in read_list(value, what)]


def read_by_seat(value: object, what: str, seats: int) -> list[Any]:
    """A list with an entry for every seat."""
    entries = read_list(value, what)
    if len(entries) != seats:
        raise BadInput(f"{what} has {len(entries)} entries; there are {seats} players")
    return entries


def read_object(value: object, what: str) -> Mapping[str, Any]:
    """Things by name; nothing at all is none of them."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadInput(f"{what} is {value!r:.60}; it is an object")
    return value


def read_end(position: Json, endings: Sequence[str]) -> int:
    """Why a game is over, as an index of its endings; 0 while it goes on."""
    end = position.get("end") or ""
    if end not in endings:
        raise BadInput(f"end is {end!r:.60}; it is {listing(endings[1:])}, or null")
    return endings.index(end)


def read_notation(value: object, what: str, read_action: Callable[[str], int | Never]) -> int:
    """An action in a game's notation."""
    if not isinstance(value, str):
        raise BadInput(f"{what}: {value!r:.60} is no action")
    action = read_action(value)
    if isinstance(action, Never):
        raise BadInput(f"{what}: {action}")
    return action


def read_last(last: object, seats: int, read_action: Callable[[str], int | Never]) -> tuple[int, int]:
    """The decision made last, and the seat that made it."""
    if not isinstance(last, Mapping) or not isinstance(last.get("action"), str):
        raise BadInput(f"last is {last!r:.60}; it is a seat and its action")
    return read_notation(last["action"], "last", read_action), read_seat(last.get("seat"), "last: seat", seats)


def check_start(options: Json) -> None:
    """The seat that is to begin sits at the table."""
    if options["start"] is not None and options["start"] > options["players"]:
        raise BadInput(f"start is seat {options['start']}, but there are only {options['players']} players")
