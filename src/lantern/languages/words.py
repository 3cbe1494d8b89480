"""Sentences by key, as ICU messages, and the names of the things that they speak of.

What all games share is in the catalogues beside this file. A game's own words are in its folder:
`words/<language>.json` with keys such as "<game>.log.took", and `names.json`, which says by what names the arguments of
its messages are told:

    arguments   {"to": "seat", "card": "card"}   an argument and its kind: "red" of the kind card is "<game>.card.red"
    parts       {"card": ["colour", "value"]}    what such a thing is made of: "red 3" is told by "<game>.card"
    forms       {"card": ["shade"]}              further kinds by which an argument can be told, each an argument too
    made        {"share": "<game>.share"}        an argument that is told by a message, from the others
    things      {"hand": "card"}                 the kind of things on the table, where it is not the argument's

A seat is told by the name of who sits there, several things of a kind with "and", and how many they are is there as
`<argument>_count`. An object of a kind with parts is a list of pairs, any other is told by the message of its kind.
What has no name is told as it is. The page tells by the same files in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from icu4py.messageformat import MessageFormat

HERE = Path(__file__).parent
DEFAULT = "en"
"""The language of what nobody has translated, and of who says nothing."""
LANGUAGES = (DEFAULT, *sorted({file.stem for file in HERE.glob("*.json")} - {DEFAULT}))
SEAT = "seat"
CHOICES = {
    **dict.fromkeys(("on", "True"), "report.on"),
    **dict.fromkeys(("off", "False"), "report.off"),
    **dict.fromkeys(("not set", "None"), "report.not_set"),
}

_homes: dict[str, Path] = {}
"""[game] the folder that has its words and names."""


def use_words_of(game: str, home: Path) -> None:
    """Take a game's words from a folder from now on."""
    if _homes.get(game) != home:
        _homes[game] = home
        catalogue.cache_clear()
        naming.cache_clear()


def text(language: str, key: str, /, **arguments: Any) -> str:
    """The sentence of a key, such as "server.stale"."""
    return told(language, key, arguments)


def told(language: str, key: str, arguments: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The same with the names of who sits on the seats, from seat 1."""
    return Teller(language, key.partition(".")[0], names).tell(key, arguments)


def formed(language: str, key: str, arguments: Mapping[str, Any], otherwise: str) -> str:
    """The sentence of a key with its arguments as they stand, such as what somebody typed; else what nobody worded."""
    message = catalogue(key.partition(".")[0], language).get(key)
    return otherwise if message is None else filled(language, message, arguments)


def filled(language: str, message: str, arguments: Mapping[str, Any]) -> str:
    """A message with its arguments as they stand."""
    return _format(language, message).format(dict(arguments))


def named(language: str, game: str, group: str, thing: str) -> str:
    """The name of a thing on the table, such as "red" of "hand:red"; as it is if nobody named it."""
    known = naming(game)
    kind = known.things.get(group, known.arguments.get(group))
    return str(Teller(language, game, ()).called(kind, thing)) if kind != SEAT else thing


@dataclass(frozen=True)
class Tongue:
    """A language to tell in, for what has much to say."""

    language: str = DEFAULT

    def __call__(self, key: str, /, **arguments: Any) -> str:
        """The sentence of a key."""
        return text(self.language, key, **arguments)

    def known(self, key: str, otherwise: str) -> str:
        """What a key says, or something else where a game has no such key."""
        return self(key) if key in catalogue(key.partition(".")[0], self.language) else otherwise

    def title(self, game: str, title: str) -> str:
        """What a game is called."""
        return self.known(f"{game}.title", title)

    def bot(self, name: str) -> str:
        """What a bot is called at the table: its level, and what is set of it."""
        level, _, settings = name.partition(":")
        known = self.known(f"bot.{level}", level)
        return f"{known}, {settings}" if settings else known

    def option(self, game: str, name: str) -> str:
        """An option of a game in a few words, or how many play."""
        key = "report.option.players" if name == "players" else f"{game}.report.option.{name}"
        return self.known(key, name.replace("_", " "))

    def choice(self, choice: object) -> str:
        """What is chosen for an option, as it is written or as a value."""
        key = CHOICES.get(str(choice))
        return self(key) if key else str(choice)

    def ending(self, game: str, reason: str) -> str:
        """Why a game was over."""
        return self.known(f"{game}.ending.{reason.replace(' ', '_')}", reason)

    def number(self, number: float, form: str) -> str:
        """A number in one of Python's forms, with the marks of the language."""
        return format(number, form).translate(_marks(self.language))


@cache
def _marks(language: str) -> Mapping[int, int]:
    """What stands in a number for a comma and for a point."""
    sample = _format(language, "{n, number}").format({"n": 1234567.5})
    return str.maketrans(",.", sample[1] + sample[-2])


@cache
def catalogue(owner: str, language: str) -> Mapping[str, str]:
    """The messages of a game, or of what all games share, with those in English that nobody has translated."""
    return messages_of(_homes[owner] / "words" if owner in _homes else HERE, language)


def messages_of(folder: Path, language: str) -> dict[str, str]:
    """The messages of a folder, with those in English that nobody has translated."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return _read(folder / f"{DEFAULT}.json") | _read(folder / f"{language}.json")


@dataclass(frozen=True)
class Naming:
    """By what names the arguments of a game's messages are told."""

    arguments: Mapping[str, str]
    parts: Mapping[str, Sequence[str]]
    forms: Mapping[str, Sequence[str]]
    made: Mapping[str, str]
    things: Mapping[str, str]


@cache
def naming(owner: str) -> Naming:
    """The names of a game's arguments; what all games share speaks of seats alone."""
    found = {"arguments": {"seat": SEAT}} if owner not in _homes else _read(_homes[owner] / "names.json")
    return Naming(*(found.get(part, {}) for part in ("arguments", "parts", "forms", "made", "things")))


def _read(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


@cache
def _format(language: str, message: str) -> MessageFormat:
    from icu4py.messageformat import MessageFormat

    return MessageFormat(message, language)


class Teller:
    """Tells one owner's messages in a language."""

    def __init__(self, language: str, owner: str, names: Sequence[str]) -> None:
        self.language, self.owner, self.names = language, owner, names
        self.words, self.naming = catalogue(owner, language), naming(owner)

    def tell(self, key: str, arguments: Mapping[str, Any]) -> str:
        """A message with its arguments by their names."""
        kinds = self.naming.arguments
        values = {name: self.called(kinds.get(name), value) for name, value in arguments.items()}
        values |= {f"{name}_count": len(value) for name, value in arguments.items() if isinstance(value, list)}
        for name, forms in self.naming.forms.items():
            values |= {form: self.called(form, arguments[name]) for form in forms if name in arguments}
        message = self.words[key]
        for name, maker in self.naming.made.items():
            if name not in values and f"{{{name}}}" in message:
                values[name] = self.tell(maker, arguments)
        return _format(self.language, message).format(values)

    def called(self, kind: str | None, value: Any) -> Any:
        """A value as a message takes it: a thing by its name, all else as it is."""
        if isinstance(value, list):
            things = [str(self.called(kind, one)) for one in value]
            return " ".join(things) if kind is None else listed(self.language, things)
        if kind == SEAT and isinstance(value, int):
            return self.seat(value)
        if isinstance(value, bool):
            return str(value).lower()
        if value is None or (kind is None and isinstance(value, dict)):
            return ""
        return self._thing(kind, value) if kind is not None and isinstance(value, (str, dict)) else value

    def seat(self, number: int) -> str:
        """Who sits on a seat: a name if there is one."""
        return self.names[number - 1] if number <= len(self.names) else text(self.language, "table.seat", number=number)

    def _thing(self, kind: str, thing: str | Mapping[str, Any]) -> str:
        key, parts = f"{self.owner}.{kind}", self.naming.parts.get(kind)
        if isinstance(thing, str):
            own = f"{key}.{thing.replace(' ', '_')}"
            if own in self.words or parts is None:
                return self.tell(own, {}) if own in self.words else thing
            return self.tell(key, dict(zip(parts, map(_number, thing.split(" ")), strict=False)))
        if parts is None:
            return self.tell(key, thing)
        return listed(self.language, [self.tell(key, dict(zip(parts, pair, strict=True))) for pair in thing.items()])


def _number(part: str) -> str | int:
    return int(part) if part.isdecimal() else part


def listed(language: str, things: Sequence[str], joint: str = "table.and") -> str:
    """Several things in a sentence: "a, b and c"; by another key "a, b or c"."""
    if len(things) < 2:
        return "".join(things)
    return text(language, joint, first=", ".join(things[:-1]), last=things[-1])
