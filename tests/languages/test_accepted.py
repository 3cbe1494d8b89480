"""The language that a reader asks for."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lantern.languages import LANGUAGES, choose, of_environment


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("ru", "ru"),
        ("IT", "it"),
        ("it-CH", "it"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("en;q=0.8, it;q=0.9", "it"),
        ("ru, it", "ru"),
        ("it, ru", "it"),
        ("de, it;q=0.5", "it"),
        ("de", "en"),
        ("de, fr;q=0.9", "en"),
        ("*", "en"),
        ("de, *;q=0.5", "en"),
        ("*, it", "it"),
        ("it;q=0.5, *", "en"),
        ("en;q=0, *", "it"),
        ("en;q=0, it;q=0, *;q=0.1", "ru"),
        ("it;q=0", "en"),
        ("en;q=0", "en"),
        ("*;q=0", "en"),
        ("it-CH;q=0, it;q=0.5, en;q=0.4", "it"),
        ("it-CH;q=0.2, it;q=0.9, en;q=0.5", "it"),
        ("zh-Hant-TW, ru-Cyrl-RU;q=0.1", "ru"),
        ("\tit ; q = 0.8 , en ; q = 0.2 ", "it"),
        ("ru;q=1.000, it", "ru"),
        ("ru;q=0., it;q=0.001", "it"),
        ("it;q=high, ru;q=0.1", "ru"),
        ("it;q=nan", "en"),
        ("it;q=inf, ru;q=0.2", "ru"),
        ("it;q=-1", "en"),
        ("it;q=2, ru;q=0.1", "ru"),
        ("it;level=1", "en"),
        ("it;", "en"),
        ("it_IT", "en"),
        ("italian", "en"),
        ("i", "en"),
        (",,;q=,it", "it"),
        ("\x00it\udcff, ru;q=0.3", "ru"),
        ("../it", "en"),
    ],
)
def test_the_language_that_a_header_wants_most(accept: str | None, language: str) -> None:
    assert choose(accept) == language


@given(st.text() | st.text("enitru*-;=q.,01 9") | st.from_regex(r"(\*|en|it|ru|de)(-[A-Z]{2})?(;q=[0-9.]*)?(,.*)?"))
@example("it;q=" + "9" * 5000)
@example("it" + " " * 5000 + "x")
@example("it" + "-a" * 5000 + "!")
def test_no_header_does_harm(accept: str) -> None:
    assert choose(accept) in LANGUAGES


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LC_ALL": "C.UTF-8", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "RU"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "italian"}, "en"),
        ({"LANG": "@"}, "en"),
    ],
)
def test_the_language_of_a_terminal(variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_environment() == language
