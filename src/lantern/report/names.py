"""What the things of a game are called in a report: by the game's words, and by its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lantern.kernel.contract import Json, Sheet
from lantern.languages import DEFAULT, Tongue
from lantern.languages.words import catalogue, listed, named


class Names:
    """The names of a game's things on a board, in a language."""

    def __init__(self, sheet: Sheet, board: Json, language: str = DEFAULT) -> None:
        self.say = Tongue(language)
        self._game, self._words = sheet.name, catalogue(sheet.name, language)
        self._called = dict(_called(board))
        self._around = dict(self._lying(board, sheet.studied.lying))

    def action(self, kind: str) -> str:
        """A kind of action."""
        return self._word("action", kind) or kind

    def group(self, group: str) -> str:
        """A group of things that are used."""
        return self._word("group", group) or group.replace("_", " ").capitalize()

    def in_order(self, groups: Iterable[str]) -> list[str]:
        """Groups in the order in which the game's words have them, those without words last."""
        known = list(self._words)
        keys = {group: f"{self._game}.report.group.{group}" for group in groups}
        return sorted(keys, key=lambda group: known.index(keys[group]) if keys[group] in known else len(known))

    def source(self, kind: str) -> str:
        """A source of points."""
        return self._word("source", kind) or kind.replace("_", " ")

    def amount(self, name: str) -> str:
        """An amount on the table when a game is over."""
        return self._word("at_end", name) or name

    def option(self, name: str) -> str:
        """An option, or how many play."""
        return self.say.option(self._game, name)

    def ending(self, reason: str) -> str:
        """Why a game was over."""
        return self.say.ending(self._game, reason)

    def thing(self, group: str, name: str) -> str:
        """A thing of a group."""
        if group == "seat":
            return self.say("report.distance", places=int(name))
        told = self._word("thing", group, int(name) if name.isdecimal() else name)
        if told:
            return told
        known = self._named(group, name)
        if known != name:
            return known
        if (ending := self.ending(name)) != name:
            return ending
        if name in self._around:
            return f"{name} ({self._around[name]})"
        called = self._named(group, self._called.get(name, name))
        return called if called.lower() == name.lower() else f"{called} ({name})"

    def _word(self, part: str, name: str, thing: int | str = "") -> str:
        """What the game's words call something in a report; nothing if they don't."""
        key = f"{self._game}.report.{part}.{name}"
        return self.say(key, thing=thing) if key in self._words else ""

    def _named(self, group: str, name: str) -> str:
        return named(self.say.language, self._game, group, name)

    def _lying(self, board: Json, lying: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Places with the names of those around them."""
        for places, (name, around) in lying.items():
            for one in board[places]:
                larger = one[around] if isinstance(one[around], list) else [one[around]]
                called = [self._named(around, self._called.get(part, part)) for part in larger]
                yield one[name], listed(self.say.language, called)


def _entries(board: Json) -> list[Mapping[str, Any]]:
    """The things of a board."""
    return [one for part in board.values() if isinstance(part, list) for one in part if isinstance(one, Mapping)]


def _called(board: Json) -> list[tuple[str, str]]:
    """Things with a name, by their ids."""
    return [(str(one["id"]), str(one["name"])) for one in _entries(board) if "id" in one and "name" in one]
