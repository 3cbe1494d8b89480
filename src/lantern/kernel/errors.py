"""What can go wrong, in words: every error names what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

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
    """Why the rules forbid an action: the clause, a key for translators, and the sentence in English."""

    clause: str
    key: str
    message: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


@dataclass(frozen=True)
class Never(Refusal):
    """Why such a thing can never be done, whatever the position."""

    like: int = 0
    """An action of the same kind: what forbids that one at the moment forbids this too, and is said first."""


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
