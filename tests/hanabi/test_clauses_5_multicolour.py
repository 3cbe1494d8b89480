"""Chapter 5 of the rules of Hanabi: the expansion Avalanche of Colours."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.hanabi.box import COLOURS, GAME, PLAYERS, VALUES, all_cards, hand_size, hints, lit
from tests.hanabi.shown import census, deck_size, errors, fireworks, not_told, outcome, possible_suits, tokens, told
from tests.hanabi.table import dealt, last_turn, position
from tests.matches import play_all
from tests.refusals import assert_refused


@pytest.mark.parametrize("players", PLAYERS)
def test_ten_multicolour_cards_join_the_deck(players: int) -> None:
    """5.1: 10 multicolour cards (Ruling: 1,1,1,2,2,3,3,4,4,5), a sixth firework."""
    match = GAME.match(players=players, seed=5, multicolour=True)
    assert census(match) == Counter(all_cards()) + Counter(["M1", "M1", "M1", "M2", "M2", "M3", "M3", "M4", "M4", "M5"])
    assert deck_size(match) == 60 - players * hand_size(players)
    assert list(match.reveal()["fireworks"]) == [*COLOURS, "multicolour"]


@pytest.mark.parametrize("height", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_the_sixth_firework_rises_from_one_to_five(height: int, value: int) -> None:
    """5.1: a sixth firework from 1 to 5."""
    match = position(f"M{value} ... | ...", fireworks=f"M{height}" if height else "W1", multicolour=True)
    match.play("play 1")
    fits = value == height + 1
    assert match.reveal()["fireworks"]["multicolour"] == list(range(1, height + 1 + fits))
    assert errors(match) == (not fits)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
def test_completing_multicolour_returns_a_token(before: int, after: int) -> None:
    """5.1 and 2.3: a firework like the others."""
    match = position("M5 ... | ...", fireworks="M4", tokens=before, multicolour=True)
    assert tokens(play_all(match, "play 1")) == after


def test_multicolour_scores_like_a_colour() -> None:
    """5.1 and 3.4: the sum of the highest cards of six fireworks."""
    match = play_all(last_turn(fireworks="W3 R1 M4", multicolour=True), "hint 2 red")
    assert (match.scores, outcome(match)["maximum"], outcome(match)["announcement"]) == ([8, 8], 30, "8")


@pytest.mark.parametrize("last", "WRBYGM")
def test_thirty_points_with_six_fireworks_complete(last: str) -> None:
    """5.1 and 3.2: Maximum 30."""
    others = " ".join(f"{suit}5" for suit in "WRBYGM" if suit != last)
    match = play_all(position(f"{last}5 ... | ...", fireworks=f"{others} {last}4", multicolour=True), "play 1")
    assert match.scores == [30, 30]
    assert outcome(match) == {
        "reason": "all fireworks complete",
        "score": 30,
        "maximum": 30,
        "lost": False,
        "rating": "divine",
        "announcement": "30",
    }


@pytest.mark.parametrize(
    ("score", "rating"),
    [
        (5, "risible"),
        (6, "mediocre"),
        (10, "mediocre"),
        (11, "honourable"),
        (15, "honourable"),
        (16, "excellent"),
        (20, "excellent"),
        (21, "extraordinary"),
        (24, "extraordinary"),
        (25, "legendary"),
        (29, "legendary"),
    ],
)
def test_ratings_with_multicolour(score: int, rating: str) -> None:
    """5.1: ratings 25-29 legendary, 30 divine, the rest as ever."""
    match = play_all(last_turn(fireworks=lit(score, "WRBYGM"), multicolour=True), "hint 2 red")
    assert (outcome(match)["score"], outcome(match)["rating"]) == (score, rating)


# 5.2: hints and the table


def test_example_you_have_two_yellow_cards() -> None:
    """5.2: "You have two yellow cards, one here and one here": a yellow and a multicolour one."""
    match = dealt("... | R2 Y4 B1 M3 G5", multicolour=True)
    match.play("hint 2 yellow")
    assert told(match, 2, "yellow") == [2, 4]
    assert not_told(match, 2, "yellow") == [1, 3, 5]


@pytest.mark.parametrize("colour", COLOURS)
def test_multicolour_cards_are_of_every_colour_hinted(colour: str) -> None:
    """5.2: They are of every colour when a colour is hinted, and must be included."""
    match = dealt("... | M1 W2 M3 W4 W5", multicolour=True)
    match.play(f"hint 2 {colour}")
    assert told(match, 2, colour) == ([1, 2, 3, 4, 5] if colour == "white" else [1, 3])


def test_a_value_hint_fits_multicolour_cards_by_their_value() -> None:
    """5.2: of every colour, but of one value."""
    match = play_all(dealt("... | M1 W1 M3 W4 W5", multicolour=True), "hint 2 ones")
    assert told(match, 2, "ones") == [1, 2]


def test_multicolour_can_not_be_hinted() -> None:
    """5.2: "multicolour" can't be hinted."""
    match = dealt("... | M1 M2 M3 M4 M5", multicolour=True)
    assert_refused(match, "hint 2 multicolour", "5.2")
    assert [action for action in match.actions() if action.startswith("hint")] == hints([2], COLOURS + VALUES)


def test_every_colour_hint_fits_a_hand_with_a_multicolour_card() -> None:
    """5.2 and 2.1: without empty hints, one multicolour card makes every colour hint possible."""
    match = dealt("... | M1 W1 W2 W4 W5", multicolour=True, empty_hints=False)
    assert [action for action in match.actions() if action in hints([2], COLOURS)] == hints([2], COLOURS)


def test_a_card_of_two_colours_is_known_to_be_multicolour() -> None:
    """5.2: one colour told leaves colour and multicolour, two leave multicolour alone."""
    match = play_all(dealt("... | M1 W2 R3 W4 W5", multicolour=True), "hint 2 red")
    assert possible_suits(match, 2, 1) == "RM"
    assert possible_suits(match, 2, 2) == "WBYG"
    play_all(match, "hint 1 ones", "hint 2 blue")
    assert possible_suits(match, 2, 1) == "M"
    assert possible_suits(match, 2, 3) == "R"


def test_multicolour_stands_in_for_no_other_colour() -> None:
    """5.2: They stand in for no other colour on the table."""
    match = play_all(position("M2 ... | ...", fireworks="W1 R1 B1 Y1 G1", multicolour=True), "play 1")
    assert (errors(match), fireworks(match)) == (1, "W1 R1 B1 Y1 G1")


def test_no_colour_stands_in_for_multicolour() -> None:
    """5.2: nor does another colour for them."""
    match = play_all(position("R2 ... | ...", fireworks="M1", multicolour=True), "play 1")
    assert (errors(match), fireworks(match)) == (1, "M1")
