"""What is told by the catalogues, and what is left that is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pytest

from lantern.kernel import errors
from lantern.languages.words import Teller, formed

LATIN_WORD = re.compile(r"(?<![\w/.-])[A-Za-z][A-Za-z'-]*[a-z][A-Za-z'-]*")


def listen(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """[language] the keys of all that is told from now on."""
    keys: dict[str, set[str]] = {}
    tell = Teller.tell

    def heard(self: Teller, key: str, arguments: Mapping[str, object]) -> str:
        keys.setdefault(self.language, set()).add(key)
        return tell(self, key, arguments)

    def wanting(language: str, key: str, arguments: Mapping[str, object], otherwise: str) -> str:
        keys.setdefault(language, set()).add(key)
        return formed(language, key, arguments, otherwise)

    monkeypatch.setattr(Teller, "tell", heard)
    monkeypatch.setattr(errors, "formed", wanting)
    return keys


def latin_words(texts: Iterable[str]) -> set[str]:
    """The words in Latin letters: in Russian, all that no catalogue has told."""
    return {word for text in texts for word in LATIN_WORD.findall(text)}
