"""What people are told, in their own language, by the server, in a terminal, in a report and from Python.

`words` has the sentences. A language is a catalogue beside this file, and one in the folder of every game; adding a
language is adding files.
"""

from __future__ import annotations

import os
import re

from lantern.languages.words import DEFAULT, LANGUAGES, Tongue, text, told

__all__ = ["DEFAULT", "LANGUAGES", "Tongue", "choose", "of_environment", "text", "told"]

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


def of_environment() -> str:
    """The language of the terminal: of the first of LC_ALL, LC_MESSAGES and LANG that is set, if there is that one."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split("[^a-z]", named.lower())[0]
    return language if language in LANGUAGES else DEFAULT


def _wanted(accept: str) -> dict[str, float]:
    """How much each language is wanted, in the header's order; what is malformed is passed over."""
    wanted: dict[str, float] = {}
    for part in accept.lower().split(","):
        found = RANGE.fullmatch(part.strip())
        if found is not None:
            language, quality = found.groups(default="1")
            wanted[language] = max(wanted.get(language, 0.0), float(quality))
    return wanted
