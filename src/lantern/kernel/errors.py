"""What can go wrong, in words: every error names what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from errno import errorcode
from numbers import Integral
from typing import Any

from lantern.languages.words import DEFAULT, formed, listed, text

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

    def told(self, language: str = DEFAULT) -> str:
        """What it says in a language, if that is worded."""
        return str(self)


def printable(message: str) -> str:
    """A message without halves of letters, which can be neither printed nor sent."""
    return message.encode("utf-8", "backslashreplace").decode()


def clipped(message: str) -> str:
    """A message that can be printed and sent anywhere, with the middle left out if it is long."""
    whole = printable(message)
    return whole if len(whole) <= MOST_LETTERS else f"{whole[:HEAD]} ... {whole[-TAIL:]}"


def quoted(value: object, most: int = 60) -> str:
    """Whatever somebody gave, as a message shows it: short, and never an error of its own."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class Phrase:
    """Words that the catalogues have in every language, by their key; what nobody has worded is told as it is.

    Its arguments are told as they stand: what somebody gave as `quoted` shows it, names with "or", other phrases in
    the same language. How many there are is at hand as `<argument>_count` too, where words depend on it.
    """

    def __init__(self, key: str, otherwise: str = "", /, **arguments: object) -> None:
        self.key, self.otherwise, self.arguments = key, otherwise or key, arguments

    def told(self, language: str = DEFAULT) -> str:
        """The words in a language."""
        told = {name: _argument(value, language) for name, value in self.arguments.items()}
        counts = {f"{name}_count": int(it) for name, it in self.arguments.items() if isinstance(it, Integral)}
        return formed(language, self.key, told | counts, self.otherwise)

    def __str__(self) -> str:
        return self.told()


def _argument(value: object, language: str) -> str:
    if isinstance(value, (Phrase, LanternError)):
        return value.told(language)
    if isinstance(value, Refusal):
        return value.cited(language)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return listing(value, language)
    return printable(str(value))


class Fault(LanternError):
    """Something that people are told of: it has the key of a sentence and its arguments, as a `Phrase` has."""

    def __init__(self, key: str, /, **arguments: object) -> None:
        super().__init__(key)
        self.arguments = arguments

    def told(self, language: str = DEFAULT) -> str:
        """The sentence in a language."""
        return clipped(Phrase(self.args[0], "", **self.arguments).told(language))

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.told()!r})"


class BadInput(Fault, ValueError):
    """A name, option, deck, position, saved text or action that is not understood."""


class WrongCall(BadInput):
    """A mistake in code that calls Lantern: whoever reads of it programs, so it is itself a sentence, in English."""

    def told(self, language: str = DEFAULT) -> str:
        """The sentence, the same in every language."""
        return clipped(self.args[0])


def of_system(error: OSError | ValueError) -> Phrase:
    """What the system says of a file or an address, in the reader's language if it is among what often happens."""
    number = error.errno if isinstance(error, OSError) else None
    said = getattr(error, "strerror", None) or str(error)
    return Phrase(f"bad.system.{errorcode.get(number or 0, 'other')}", said)


@dataclass(frozen=True)
class Refusal:
    """Why the rules forbid an action: the clause, and the key of the sentence that says so in every language."""

    clause: str
    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def told(self, language: str = DEFAULT) -> str:
        """The sentence in a language; it is among the words of the game whose clause it is."""
        game, dash, _ = self.clause.partition("-")
        key = f"{game.lower() if dash else MATCH}.refusal.{self.key}"
        return text(language, key, **arguments_in(language, self.arguments))

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.told()

    def cited(self, language: str = DEFAULT) -> str:
        """The sentence with its clause."""
        return f"{self.told(language)} ({self.clause})"

    def __str__(self) -> str:
        return self.cited()


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


def arguments_in(language: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a sentence, with the phrases and faults among them told in a language."""
    told = {name: it.told(language) for name, it in arguments.items() if isinstance(it, (Phrase, LanternError))}
    return {**arguments, **told}


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

    def told(self, language: str = DEFAULT) -> str:
        """Why not, in a language."""
        return self.refusal.cited(language)


def listing(names: Iterable[object], language: str = DEFAULT) -> str:
    """Names for an error message: a, b or c."""
    return listed(language, [_argument(name, language) for name in names], "terminal.or") or text(
        language, "bad.nothing"
    )
