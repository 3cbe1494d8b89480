"""What can go wrong, in words: every error names what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lantern.languages.words import DEFAULT, text

MATCH = "match"
"""Stands for the game in the keys of refusals that all games share."""
MOST_LETTERS = 400
"""The longest message; of a longer one the middle is left out."""
HEAD, TAIL = 260, 120
"""How many letters of a long message stay: what is wrong stands first, what is allowed last."""


class LanternError(Exception):
    """The parent of everything Lantern raises on purpose. Its message is short, whatever it was made of."""

    def __init__(self, message: str = "") -> None:
        super().__init__(clipped(message))


def clipped(message: str) -> str:
    """A message that can be printed and sent anywhere, with the middle left out if it is long."""
    whole = message.encode("utf-8", "backslashreplace").decode()
    return whole if len(whole) <= MOST_LETTERS else f"{whole[:HEAD]} ... {whole[-TAIL:]}"


def quoted(value: object, most: int = 60) -> str:
    """Whatever somebody gave, as a message shows it: short, and never an error of its own."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class BadInput(LanternError, ValueError):
    """A name, option, deck, position, saved text or action that is not understood."""


@dataclass(frozen=True)
class Refusal:
    """Why the rules forbid an action: the clause, and the key of the sentence that says so in every language."""

    clause: str
    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def told(self, language: str = DEFAULT) -> str:
        """The sentence in a language; it is among the words of the game whose clause it is."""
        game, dash, _ = self.clause.partition("-")
        return text(language, f"{game.lower() if dash else MATCH}.refusal.{self.key}", **self.arguments)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.told()

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


@dataclass(frozen=True)
class Never(Refusal):
    """Why such a thing can never be done, whatever the position."""

    like: int = 0
    """An action of the same kind: what forbids that one at the moment forbids this too, and is said first."""


@dataclass(frozen=True)
class Forbidden(Refusal):
    """Why something can't be done in a position, as a rule gives it back by its number."""

    moment: bool = False
    """Whether it is about the moment, such as another phase: it comes before what can never be done."""


LEGAL = 0
"""What a rule gives back that forbids nothing."""

_forbidden: dict[str, dict[int, Forbidden]] = {}
"""[game in capitals, as its clauses have it]"""


def forbidden_by(clause: str, key: str, *, moment: bool = False) -> int:
    """Declare why a rule forbids something; the number by which it says so, from 1 in the order of a game's rules."""
    known = refusals_of(clause.partition("-")[0])
    refusal = Forbidden(clause, key, moment=moment)
    number = next((number for number, other in known.items() if other.key == key), len(known) + 1)
    if known.setdefault(number, refusal) != refusal:
        raise ValueError(f"{clause}, {key}: it is declared with another clause already")
    return number


def refusals_of(game: str) -> dict[int, Forbidden]:
    """[number] all that the rules of a game declare that they forbid."""
    return _forbidden.setdefault(game.upper(), {})


class Refused(LanternError):
    """An action the rules forbid. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.clause = refusal.clause
        self.message = refusal.message


def listing(names: Iterable[object]) -> str:
    """Names for an error message: a, b or c."""
    words = [str(name) for name in names]
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
