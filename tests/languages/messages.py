"""ICU messages taken apart: what they leave open, and by what they choose their form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

BEGIN = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,\s*)?)?")
OPTION = re.compile(r"\s*(=\d+|\w+)\s*\{")


@dataclass
class Open:
    """One thing that a message leaves open: shown, or chosen by, with the forms there are."""

    name: str
    way: str = ""
    forms: dict[str, str] = field(default_factory=dict)


def opened(message: str) -> Iterator[Open]:
    """All that a message leaves open, within its forms too."""
    place = 0
    while begun := BEGIN.search(message, place):
        found = Open(begun[1], begun[2] or "")
        place = begun.end()
        if found.way in ("plural", "select", "selectordinal"):
            while option := OPTION.match(message, place):
                place = _end(message, option.end())
                found.forms[option[1]] = message[option.end() : place - 1]
        yield found
        for form in found.forms.values():
            yield from opened(form)
        place = _end(message, place)


def _end(message: str, place: int) -> int:
    """The place after the brace that closes what is open."""
    depth = 1
    while depth:
        depth += (message[place] == "{") - (message[place] == "}")
        place += 1
    return place


def plain(message: str) -> str:
    """What a message says by itself, with a dash for what it shows and its forms one after the other."""
    while found := BEGIN.search(message):
        one, end = next(opened(message[found.start() :])), _end(message, found.start() + 1)
        message = message[: found.start()] + (", ".join(filter(None, one.forms.values())) or "-") + message[end:]
    return message
