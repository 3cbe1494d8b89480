"""Plain data read back: every reader returns what the rules need, or says what is wrong and what is allowed.

What somebody gave is `Given`: its values are `object`, so that the type checker refuses whatever uses one of them
before a reader has read it. A key that must be there and is not is named. Every list has a most and every object its
keys. `what` names the thing in the message, from the outside in: "hands", "courts: delhi", "last: seat"; where that has
words it is a `Phrase`. Where a key may be left out, the caller gives the usual in its place.

A reader may pass over what it does not need, such as the phase of a game that is over. So when a position has been
read, `check_told` compares all that it says with what it came to.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from lantern.kernel.errors import BadInput, Never, Phrase, quoted

What = str | Phrase

MOST_PLAIN = 200_000
"""The most letters that a position may have as JSON, its options apart."""


class Given(dict[str, object]):
    """Things by name as somebody gave them."""

    def __init__(self, things: Mapping[str, object], what: What = "") -> None:
        super().__init__(things)
        self._what = what

    def __missing__(self, key: str) -> object:
        raise BadInput("bad.missing_in", what=self._what, key=key) if self._what else BadInput("bad.missing", key=key)


def of_seat(what: What, seat: int) -> Phrase:
    """What is a seat's, counted from 1."""
    return Phrase("bad.of_seat", what=what, seat=seat)


def read_plain(value: object, what: What, most: int = MOST_PLAIN) -> Any:
    """A copy of plain data, as JSON would give it back."""
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput("bad.not_plain", what=what, error=error) from None
    if len(text) > most:
        raise BadInput("bad.too_long", what=what, letters=len(text), most=most)
    return json.loads(text)


def read_number(value: object, what: What, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadInput("bad.number", what=what, value=quoted(value), least=least, most=most)
    return value


def read_count(value: object, what: What, least: int, most: int) -> int:
    """A whole number within bounds as an argument, where one of numpy's will do."""
    return read_number(int(value) if isinstance(value, np.integer) else value, what, least, most)


def read_flag(value: object, what: What) -> int:
    """Yes or no as 1 or 0, as records keep it."""
    if not isinstance(value, bool):
        raise BadInput("bad.flag", what=what, value=quoted(value))
    return int(value)


def read_seat(value: object, what: What, seats: int) -> int:
    """A seat: people count from 1, rules from 0."""
    return read_number(value, what, 1, seats) - 1


def read_text(value: object, what: What) -> str:
    """A text."""
    if not isinstance(value, str):
        raise BadInput("bad.text", what=what, value=quoted(value))
    return value


def read_name(value: object, what: What, names: Iterable[str]) -> int:
    """Where a name stands among all there are."""
    known = list(names)
    if not isinstance(value, str) or value not in known:
        raise BadInput("bad.name", what=what, value=quoted(value), names=known)
    return known.index(value)


def read_list(value: object, what: What, most: int) -> list[object]:
    """A list of so many things at most."""
    if not isinstance(value, (list, tuple)):
        raise BadInput("bad.list", what=what, value=quoted(value))
    if len(value) > most:
        raise BadInput("bad.too_many", what=what, count=len(value), most=most)
    return list(value)


def read_seats(value: object, what: What, seats: int) -> list[int]:
    """Some seats, each once."""
    read = [read_seat(seat, what, seats) for seat in read_list(value, what, seats)]
    if len(set(read)) < len(read):
        raise BadInput("bad.seats", what=what, value=quoted(value))
    return read


def read_by_seat(value: object, what: What, seats: int) -> list[object]:
    """A list with an entry for every seat."""
    if not isinstance(value, (list, tuple)):
        raise BadInput("bad.list", what=what, value=quoted(value))
    if len(value) != seats:
        raise BadInput("bad.by_seat", what=what, count=len(value), seats=seats)
    return list(value)


def read_object(value: object, what: What, keys: Collection[str]) -> Given:
    """Things by name, of those that there are; nothing at all is none of them."""
    if value is None:
        return Given({}, what)
    if not isinstance(value, Mapping):
        raise BadInput("bad.object", what=what, value=quoted(value))
    for key in value:
        if not isinstance(key, str) or key not in keys:
            raise BadInput("bad.key", what=what, key=quoted(key), keys=[*keys])
    return Given(value, what)


def read_end(position: Given, endings: Sequence[str]) -> int:
    """Why a game is over, as an index of its endings; 0 while it goes on."""
    end = position.get("end")
    if end is None:
        return 0
    if not isinstance(end, str) or end not in endings[1:]:
        raise BadInput("bad.end", end=quoted(end), endings=endings[1:])
    return endings.index(end)


def read_notation(value: object, what: What, read_action: Callable[[str], int | Never]) -> int:
    """An action in a game's notation."""
    if not isinstance(value, str):
        raise BadInput("bad.no_action", what=what, value=quoted(value))
    action = read_action(value)
    if isinstance(action, Never):
        raise BadInput("bad.within", what=what, fault=action)
    return action


def read_last(
    last: object, seats: int, read_action: Callable[[str], int | Never], more: Sequence[str] = ()
) -> tuple[int, int]:
    """The decision made last, and the seat that made it."""
    if not isinstance(last, Mapping) or not isinstance(last.get("action"), str):
        raise BadInput("bad.last", last=quoted(last))
    given = read_object(last, "last", ("action", "seat", *more))
    return read_notation(given["action"], "last", read_action), read_seat(given["seat"], "last: seat", seats)


def check_start(options: Mapping[str, Any]) -> None:
    """The seat that is to begin sits at the table."""
    if options["start"] is not None and options["start"] > options["players"]:
        raise BadInput("bad.start", start=options["start"], players=options["players"])


# What a position says against what it came to.


def check_told(given: Mapping[str, object], found: Mapping[str, object], what: What = "") -> None:
    """All that somebody wrote of a position must be so in the position that was read from it."""
    for key, value in given.items():
        here = f"{what}: {key}" if what else key
        there = found.get(key)
        if isinstance(value, Mapping) and isinstance(there, Mapping):
            check_told(value, there, here)
        elif not _agree(value, there):
            raise BadInput("bad.disagrees", what=here, value=quoted(value), found=quoted(there))


def _agree(given: object, found: object) -> bool:
    """Whether what is said of a thing is so; what is left open always is."""
    if given is None:
        return True
    if isinstance(given, list) and isinstance(found, list):
        return _all_there(given, found)
    if isinstance(given, Mapping) and isinstance(found, Mapping):
        return all(_agree(value, found.get(key)) for key, value in given.items())
    if found is None:
        return _says_nothing(given)
    return _same(given) == _same(found)


def _all_there(given: list[object], found: list[object]) -> bool:
    """Whether all entries of a list are among those found, in whatever order, each as often."""
    if len(given) > len(found):
        return False
    if not any(isinstance(entry, (list, Mapping)) for entry in found):
        said = [entry for entry in given if entry is not None]
        simple = not any(isinstance(entry, (list, Mapping)) for entry in said)
        return simple and not Counter(map(_same, said)) - Counter(map(_same, found))
    if len(given) == len(found) and all(map(_agree, given, found)):
        return True
    left = [*found]
    for entry in given:
        fitting = next((place for place, other in enumerate(left) if _agree(entry, other)), None)
        if fitting is None:
            return False
        del left[fitting]
    return True


def _says_nothing(value: object, deep: int = 3) -> bool:
    """Whether it says only that there is none of a thing."""
    if isinstance(value, (list, Mapping)):
        parts = value.values() if isinstance(value, Mapping) else value
        return deep > 0 and all(part is None or _says_nothing(part, deep - 1) for part in parts)
    return value is False or value == 0 or value == ""


def _same(value: object) -> object:
    """A simple thing as it is compared: a number is no yes or no, and letters and spaces are as notation has them."""
    return " ".join(value.lower().split()) if isinstance(value, str) else (type(value), repr(value))
