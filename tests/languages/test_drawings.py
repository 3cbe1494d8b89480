"""Nothing is written on a table but by the catalogues; but for what one types, which is the same in every language."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

import pytest
from rich.cells import cell_len

from lantern.languages import LANGUAGES
from lantern.terminal import PLAIN, drawing, open_view, seen
from tests.cli.pictures import text_of
from tests.languages.spoken import latin_words
from tests.tables import PLAYED, Table, at, played, seeds

DRAWN = [table for table in PLAYED if drawing(table.game.name) is not PLAIN]
MOMENTS, WIDTHS = 6, (80, 120, 172, 60)


def moments(table: Table) -> list[int]:
    """Some moments of a match, its beginning and its end among them."""
    last = played(table, seeds(table)[0]).ply
    return sorted({*range(0, last, max(last // MOMENTS, 1)), last})


def words_in(texts: Iterable[str]) -> set[str]:
    """The words in Latin letters; not the letters of seats beside ids (bzwC), nor those of cards and neutrals (jjr)."""
    parts = {part.rstrip("ABCDE") for word in latin_words(texts) for part in word.split("-") if not part.isupper()}
    return {part for part in parts if part.strip("jhrsocdn")}


@cache
def typed(table: Table) -> set[str]:
    """The words of all actions that there are, and the names that a map brings."""
    sheet, words = table.game.sheet, table.words
    said = {word for action in range(sheet.actions) for word in words.write_action(action).split()}
    return words_in([*said, json.dumps(table.options.get("map"))])


@pytest.mark.parametrize("table", DRAWN, ids=str)
@pytest.mark.sampled(4)
def test_a_drawing_in_russian_has_no_english_word(table: Table) -> None:
    """But those of actions, and names of a user's own map."""
    picture = drawing(table.game.name)
    for number, ply in enumerate(moments(table)):
        match = at(played(table, seeds(table)[0]), ply)
        for view in (seen(match, match.to_act, "ru"), open_view(match, 1, "ru")):
            lines = text_of(picture.draw(view), WIDTHS[number % len(WIDTHS)]).splitlines()
            lines += text_of(picture.sum_up(view), WIDTHS[0]).splitlines() if match.over else []
            assert words_in(lines) - typed(table) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", DRAWN, ids=str)
@pytest.mark.sampled(8)
def test_a_drawing_fits_its_width_in_every_language(table: Table, language: str) -> None:
    picture = drawing(table.game.name)
    for number, ply in enumerate(moments(table)):
        match = at(played(table, seeds(table)[0]), ply)
        width = WIDTHS[number % len(WIDTHS)]
        lines = text_of(picture.draw(seen(match, match.to_act, language)), width).splitlines()
        assert max(map(cell_len, lines)) <= width
        assert width < 80 or "\u2026" not in "".join(lines[1:-1])
