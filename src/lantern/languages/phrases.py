"""Phrases with amounts, seats and things on the table, such as the reasons for a move.

Their catalogues are in `reasons`, one for each game and language. What a phrase leaves open says how it is worded:

    {points}                    as it is
    {points:point|points}       an amount, "7 points", with as many forms as the language has
    {rival:seat}                the name of who sits there
    {card:colour}               a thing by its name, here that of "han.colour.red" in the game's catalogue

A number that stands for a thing, {where:province}, is a place in the board's list `provinces`, and its name is looked
up as well. Lists are told with "and".
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

FORMS = "|"
SEAT = "seat"
SHARED = "table"
"""The catalogue of what all games share."""


def phrase(language: str, key: str, values: Mapping[str, Any], board: Mapping[str, Any], names: Sequence[str]) -> str:
    """The phrase of a key such as "han.completes"."""
    teller = _Teller(language, key.partition(".")[0], board, names)
    return teller.vformat(catalogue(teller.game, language)[key], (), values)


@cache
def catalogue(game: str, language: str) -> Mapping[str, str]:
    """The phrases and names of a game in a language, by key."""
    name = f"{game}.{language}.json"
    phrases: Mapping[str, str] = json.loads((files(__package__) / "reasons" / name).read_text(encoding="utf-8"))
    return phrases


class _Teller(Formatter):
    """Fills in what a phrase leaves open."""

    def __init__(self, language: str, game: str, board: Mapping[str, Any], names: Sequence[str]) -> None:
        self.language, self.game, self.board, self.names = language, game, board, names

    def format_field(self, value: Any, how: str) -> str:
        if isinstance(value, list):
            return self._listed([self.format_field(item, how) for item in value])
        if not how:
            return str(value)
        if FORMS in how:
            return f"{value} {how.split(FORMS)[_form(self.language, value)]}"
        return self._seat(value) if how == SEAT else self._name(how, value)

    def _listed(self, told: list[str]) -> str:
        if len(told) < 2:
            return "".join(told)
        both = catalogue(SHARED, self.language)[f"{SHARED}.and"]
        return both.format(first=", ".join(told[:-1]), last=told[-1])

    def _seat(self, seat: int) -> str:
        if seat <= len(self.names):
            return self.names[seat - 1]
        return catalogue(SHARED, self.language)[f"{SHARED}.seat"].format(seat=seat)

    def _name(self, kind: str, thing: int | str) -> str:
        """A thing's name in the language; as the board has it where nobody has translated it."""
        if isinstance(thing, int):
            thing = str(self.board[f"{kind}s"][thing]["name"])
        return catalogue(self.game, self.language).get(f"{self.game}.{kind}.{thing}", thing)


def _form(language: str, amount: int) -> int:
    """Which form of a word goes with an amount: one or many; in Russian one, few or many."""
    if language != "ru":
        return 0 if amount == 1 else 1
    ones, tens = amount % 10, amount // 10 % 10
    if tens == 1:
        return 2
    return 0 if ones == 1 else 1 if 2 <= ones <= 4 else 2
