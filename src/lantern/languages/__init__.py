"""What people are told when something can't be done, in their own language.

Each language has a catalogue beside this file: a key such as "han.space_taken", and the sentence. English sentences of
refusals stand in the rules, beside their clauses, so that the English catalogue holds only the server's own errors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from lantern.kernel.errors import Refusal

LANGUAGES = ("en", "it", "ru")
DEFAULT = "en"
KERNEL = "match"
"""Stands for the game in the keys of refusals that all games share."""

ANY = "*"
RANGE = re.compile(r"(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.[0-9]*)?|1(?:\.0*)?))?")
"""A part of an Accept-Language header: the language, its region if any, and how much it is wanted from 0 to 1."""


def choose(accept: str | None) -> str:
    """The language that an Accept-Language header wants most; English where it wants none that there is."""
    wanted = _wanted(accept or "")
    qualities = {language: quality for language, quality in wanted.items() if language in LANGUAGES}
    for language in LANGUAGES:
        qualities.setdefault(language, wanted.get(ANY, 0.0))
    best = max(qualities, key=lambda language: qualities[language])
    return best if qualities[best] > 0 else DEFAULT


def _wanted(accept: str) -> dict[str, float]:
    """How much each language is wanted, in the header's order; what is malformed is passed over."""
    wanted: dict[str, float] = {}
    for part in accept.lower().split(","):
        found = RANGE.fullmatch(part.strip())
        if found is not None:
            language, quality = found.groups(default="1")
            wanted[language] = max(wanted.get(language, 0.0), float(quality))
    return wanted


def refusal_text(language: str, game: str, refusal: Refusal) -> str:
    """Why the rules forbid an action; in English where nobody has translated it."""
    known = _catalogues()[language]
    for origin in (game, KERNEL):
        sentence = known.get(f"{origin}.{refusal.key}")
        if sentence is not None:
            return sentence.format(**refusal.arguments)
    return refusal.message


def text(language: str, key: str, /, **arguments: object) -> str:
    """The sentence of a key such as "server.stale"."""
    return _catalogues()[language][key].format(**arguments)


@cache
def _catalogues() -> Mapping[str, Mapping[str, str]]:
    """The sentences of every language by key, read once."""
    folder = files(__name__)
    return {language: json.loads((folder / f"{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES}
