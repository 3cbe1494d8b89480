"""Hanabi's table as text. Views are taken from matches and drawn without colour."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lantern
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.terminal import seen
from lantern.terminal.hanabi import draw, sum_up, uncover
from tests.cli.pictures import drawn, text_of

GAME = lantern.game("hanabi")


def row(view: Json, label: str, below: int = 0) -> str:
    """A row of the picture by its label, without the frame."""
    lines = drawn(view)
    (place,) = (number for number, line in enumerate(lines) if line.strip("│▶ ").startswith(label))
    return lines[place + below].strip("│").rstrip()


def cards(view: Json, seat: int, below: int = 0) -> list[str]:
    """What is drawn in a seat's row, or so many rows below it."""
    return row(view, f"seat {seat}", below)[16:].split()


def deal(*hands: str, **chosen: Any) -> Match:
    """A match with these hands, such as "R1 W2 B3 Y4 G5", seat 1 to begin."""
    names = {"W": "white", "R": "red", "B": "blue", "Y": "yellow", "G": "green", "M": "multicolour", "K": "black"}
    wanted = [f"{names[card[0]]} {card[1]}" for hand in hands for card in hand.split()]
    rest = list(_cards(GAME.match(len(hands), seed=1, **chosen).reveal()))
    for card in wanted:
        rest.remove(card)
    return GAME.match(len(hands), seed=1, deck=wanted + rest, start=1, **chosen)


def _cards(everything: Json) -> list[str]:
    return [*(card["card"] for hand in everything["hands"] for card in hand), *everything["deck"]]


@pytest.fixture
def match() -> Match:
    return deal("R1 W2 B3 Y4 G5", "R1 R2 B1 W1 G2")


def test_a_new_table(match: Match) -> None:
    assert text_of(draw(seen(match, 1))).splitlines() == [
        "╭─ Hanabi · move 1 ────────────────────────────────────────────────────────────╮",
        "│ hints ●●●●●●●● 8    errors ··· 0    deck 40    score 0 of 25                 │",
        "│                                                                              │",
        "│ fireworks       W·····  R·····  B·····  Y·····  G·····                       │",
        "│ discards        none                                                         │",
        "│                                                                              │",
        "│                 1           2           3           4           5            │",
        "│   seat 2        R1          R2          B1          W1          G2           │",
        "│                                                                              │",
        "│ ▶ seat 1, you   ??          ??          ??          ??          ??           │",
        "│                                                                              │",
        "│ nothing has been played yet                                                  │",
        "╰─ your turn: play, discard or hint ───────────────────────────────────────────╯",
    ]


def test_a_hint_marks_the_cards_it_touched_and_leaves_its_marks(match: Match) -> None:
    match.play("hint 2 red")
    assert cards(seen(match, 1), 2) == ["▸R1◂", "▸R2◂", "B1", "W1", "G2"]
    assert cards(seen(match, 1), 2, 1) == ["+R", "+R", "-R", "-R", "-R"]
    assert cards(seen(match, 2), 2) == ["▸R?◂", "▸R?◂", "??", "??", "??"]
    assert row(seen(match, 2), "seat 2, you").startswith(" ▶")
    match.play("hint 1 red")
    assert "▸R1◂" not in row(seen(match, 1), "seat 2")


def test_the_own_hand_shows_what_is_known(match: Match) -> None:
    for action in ("hint 2 red", "hint 1 ones", "hint 2 ones"):
        match.play(action)
    assert cards(seen(match, 2), 2) == ["▸R1◂", "R?", "▸?1◂", "▸?1◂", "??"]
    assert cards(seen(match, 2), 2, 1) == ["=R1", "+R", "-1", "+1", "-R", "+1", "-R", "-R1"]
    assert cards(seen(match, 2), 2, 2) == ["R2", "R3", "R4", "R5", *["W1", "B1", "Y1", "G1"] * 2]
    assert cards(seen(match, 1), 1) == ["?1", "??", "??", "??", "??"]


def test_a_colour_told_is_shown_though_multicolour_is_possible() -> None:
    match = deal("R1 W2 B3 Y4 G5", "R1 M2 B1 W1 G2", multicolour=True)
    match.play("hint 2 red")
    assert cards(seen(match, 2), 2)[:2] == ["▸R?◂", "▸R?◂"]
    match.play("hint 1 ones")
    match.play("hint 2 white")
    assert cards(seen(match, 2), 2)[:2] == ["R?", "▸M?◂"]


def test_cards_played_and_discarded_are_marked_until_the_next_move(match: Match) -> None:
    match.play("play 1")
    assert "R1····◂" in row(seen(match, 2), "fireworks")
    assert row(seen(match, 2), "last move").strip() == "last move: Seat 1 plays red 1."
    match.play("play 1")
    view = seen(match, 1)
    assert "errors ✗·· 1" in row(view, "hints")
    assert row(view, "discards").split() == ["discards", "R", "1"]
    match.play("hint 2 blue")
    match.play("discard 2")
    assert "B 1◂" in row(seen(match, 1), "discards")
    assert "◂" not in row(seen(match, 1), "fireworks")


def test_the_last_round_counts_down() -> None:
    match = GAME.match(2, seed=5)
    while not seen(match)["turns_left"]:
        match.play(
            "discard 1" if "discard 1" in match.actions() else "hint 1 red" if match.to_act == 2 else "hint 2 red"
        )
    assert "Last round: 2 turns left" in text_of(draw(seen(match, 1)))
    match.play(match.actions()[-1])
    assert "Last round: 1 turn left" in text_of(draw(seen(match, 1)))


def test_bonus_tiles_and_what_they_ask() -> None:
    tiles = ["colour hint", "token", "repair", "value hint", "return", "rekindle"]
    match = GAME.match(2, seed=1, start=1, flares=True, deck=_deck("R1 R2 R3 R4 R5"), tiles=tiles)
    for _ in range(5):
        match.play("play 1")
        if match.to_act == 2:
            match.play("hint 1 red")
    view = seen(match, 1)
    assert "bonus tiles: 5 face down, turned up: colour" in text_of(draw(view))
    assert "your turn: the bonus tile gives a free hint about a colour" in text_of(draw(view))
    assert "seat 1 to act: the bonus tile" in text_of(draw(seen(match, 2)))


def _deck(first: str) -> list[str]:
    rest = sorted(_cards(GAME.match(2, seed=1).reveal()))
    chosen = [f"red {card[1]}" for card in first.split()]
    for card in chosen:
        rest.remove(card)
    return chosen + rest


def test_the_title_names_what_is_played_beyond_the_basic_rules() -> None:
    view = seen(GAME.match(3, seed=1, multicolour=True, black_powder=True, empty_hints=False), 1)
    assert "Hanabi · multicolour · black powder · no empty hints · move 1" in text_of(draw(view))
    assert "M·····" in row(view, "fireworks")
    assert "K·····" in row(view, "fireworks")


def test_a_spectator_sees_what_the_owners_know() -> None:
    match = deal("R1 W2 B3 Y4 G5", "R1 R2 B1 W1 G2")
    match.play("hint 2 red")
    view = seen(match)
    assert cards(view, 1) == ["??"] * 5
    assert cards(view, 2)[:2] == ["▸R?◂", "▸R?◂"]
    assert "you" not in text_of(draw(view))


def finished(seed: int, **chosen: Any) -> Match:
    match, chance = GAME.match(3, seed=seed, **chosen), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.actions()))
    return match


def test_a_finished_game_is_uncovered_and_summed_up() -> None:
    match = finished(4)
    view = uncover(seen(match, 1), match.reveal())
    assert "?" not in text_of(draw(view))
    assert "over: third error" in text_of(draw(view))
    assert text_of(sum_up(view)).splitlines()[0] == "The game is over, third error. 0 of 25 points: risible."
    assert text_of(sum_up(view)).splitlines()[1].startswith("Lost, so nothing counts of  W")


def test_black_tells_what_it_costs() -> None:
    view = seen(finished(4, black_powder=True, score_on_loss=True), 1)
    view["result"] |= {"lost": False, "announcement": "-3 black powder"}
    view |= {"score": -3, "fireworks": {"white": [1], "red": [], "blue": [], "yellow": [], "green": [], "black": [5]}}
    points = {"white": 1, "red": 0, "blue": 0, "yellow": 0, "green": 0, "black": -4}
    view["breakdown"] = [{"kind": "firework", "of": suit, "points": count} for suit, count in points.items()]
    assert text_of(sum_up(view)).splitlines()[1].split()[-2:] == ["K", "-4"]


@pytest.mark.parametrize("seed", range(8))
def test_every_table_fits_80_columns_and_names_every_card(seed: int) -> None:
    chance = random.Random(seed)
    extras = {name: chance.random() < 0.6 for name in ("multicolour", "black_powder", "flares", "score_on_loss")}
    match = GAME.match(2 + seed % 4, seed=seed, **extras)
    while not match.over:
        view = uncover(seen(match, 1), match.reveal())
        lines = drawn(view)
        assert {len(line) for line in lines} == {80}
        assert len(lines) <= 24
        assert sum(line.count("…") for line in lines) == 0
        match.play(chance.choice(match.actions()))


def test_a_narrow_terminal_is_no_error() -> None:
    assert max(len(line) for line in text_of(draw(seen(GAME.match(5, seed=1), 1)), width=50).splitlines()) <= 50
