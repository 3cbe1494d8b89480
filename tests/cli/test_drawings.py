"""The tables of all games as text: colours, and a game played at the table."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.color import Color
from rich.console import Console
from rich.style import Style

import lantern
from lantern.kernel.contract import known
from lantern.languages import LANGUAGES
from lantern.terminal import drawing, hanabi, seen
from lantern.terminal.han import marks as han
from lantern.terminal.khan import marks as khan
from lantern.terminal.ming import marks as ming
from lantern.terminal.table import Table
from tests.cli.conftest import towards_its_end
from tests.cli.pictures import text_of
from tests.effort import enough

ENDS = {"han": "last round over", "khan": "nothing left to conquer", "ming": "six rounds"}
INKS = {
    "han": [*han.INKS.values(), *han.LAND.values(), *han.PIECES, han.UNKNOWN_INK],
    "hanabi": [*hanabi.INKS.values(), hanabi.UNKNOWN_INK],
    "khan": [*khan.LAND_INKS.values(), *khan.SYMBOL_INKS.values(), *khan.RULER_INKS.values(), *khan.SEAT_INKS,
             khan.NEUTRAL_INK, khan.SHARED_INK],
    "ming": [*ming.LAND_INKS.values(), *ming.CARD_INKS.values(), *ming.SEAT_INKS, ming.NEUTRAL_INK],
}  # fmt: skip


@pytest.mark.parametrize(("name", "reason"), ENDS.items())
def test_a_game_at_the_table_to_its_end(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match, chance = towards_its_end(lantern.game(name), 6), random.Random(6)
    screen = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    monkeypatch.setattr("builtins.input", lambda prompt: chance.choice(match.actions()))
    assert Table(match, ["random", "you", "random"], tmp_path / "match.json", screen).run() == 0
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "B seat 2, you" in shown
    assert f"The game is over, {reason}." in " ".join(shown.split())


@pytest.mark.parametrize("name", INKS)
def test_colour_changes_nothing_in_what_is_read(name: str) -> None:
    picture = drawing(name).draw(seen(towards_its_end(lantern.game(name), 6), 1))
    for width in (60, 80, 120, 160):
        coloured = text_of(picture, width, no_color=False, force_terminal=True, color_system="truecolor", _environ={})
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text_of(picture, width)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lantern.names())
def test_the_last_action_is_told_in_words(name: str, language: str) -> None:
    """As the log begins to tell it to whoever looks; a position that was written down says what was typed."""
    match, chance = lantern.game(name).match(3, seed=2), random.Random(2)
    for seat in (1, 2, 3, None) * enough(1, thorough=3, plain=1):
        events = known(match.play(chance.choice(match.numbers())), seat)
        shown = " ".join(text_of(drawing(name).draw(seen(match, seat, language)), 200).split())
        assert match.tell(events[:1], language) in shown
        assert f": {match.history[-1]}" not in shown
    again = lantern.game(name).position(match.reveal())
    shown = " ".join(text_of(drawing(name).draw(seen(again, None, language)), 200).split())
    assert f": {again.view()['last']['action']}" in shown


def luminance(colour: Color) -> float:
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("ink", sorted({ink for inks in INKS.values() for ink in inks}))
def test_every_tile_has_contrast_of_its_own(ink: str) -> None:
    style = Style.parse(ink)
    assert style.color is not None
    assert style.bgcolor is not None
    dark, light = sorted((luminance(style.color), luminance(style.bgcolor)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5
