"""Chapter 8 of the rules of Hanabi: expansions and variant combined."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

import lantern
from tests.hanabi.box import COLOURS, GAME, TILES, all_cards
from tests.hanabi.shown import census, deck_size, fireworks, hand_sizes, outcome, possible_suits, tiles, tokens, told
from tests.hanabi.table import dealt, last_turn, position
from tests.matches import phase, play_all

EXPANSIONS = ("multicolour", "black_powder", "flares", "final_bouquet")
COMBINATIONS: list[dict[str, Any]] = [
    dict(zip(EXPANSIONS, chosen, strict=True)) for chosen in product([False, True], repeat=4)
]
SEVEN: dict[str, Any] = {"multicolour": True, "black_powder": True}


@pytest.mark.parametrize("chosen", COMBINATIONS)
def test_everything_combines(chosen: dict[str, Any]) -> None:
    """8: The three expansions combine; also 5 with 6 without 7, and Final Bouquet with all."""
    match = GAME.match(players=4, seed=5, **chosen)
    assert census(match) == Counter(all_cards(**chosen))
    suits = [*COLOURS, *["multicolour"] * chosen["multicolour"], *["black"] * chosen["black_powder"]]
    assert list(match.reveal()["fireworks"]) == suits
    assert sorted(tiles(match)) == (sorted(TILES) if chosen["flares"] else [])
    assert match.view(1)["maximum"] == (30 if chosen["multicolour"] else 25)
    assert match.scores == [-5 if chosen["black_powder"] else 0] * 4


def test_the_plain_game_unless_something_is_chosen() -> None:
    """8: the expansions and the variant are options; empty hints are on by the book (2.1)."""
    options = GAME.match(players=2).options
    assert [options[name] for name in EXPANSIONS] == [False] * 4
    assert (options["empty_hints"], options["score_on_loss"], options["start"]) == (True, False, None)


@pytest.mark.parametrize("wrong", [{"multicolor": True}, {"flares": "yes"}, {"black_values": "odd"}, {"start": 0}])
def test_options_that_do_not_exist_are_refused(wrong: dict[str, Any]) -> None:
    """8: the options are those of the rules."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=2, **wrong)


@pytest.mark.parametrize("values", ["mirrored", "ordinary"])
def test_seven_fireworks(values: str) -> None:
    """8: 7 fireworks with both 5 and 6: 70 cards."""
    match = GAME.match(players=5, seed=5, black_values=values, **SEVEN)
    assert (len(match.reveal()["fireworks"]), census(match).total(), deck_size(match)) == (7, 70, 50)


def test_multicolour_and_black_in_one_hand() -> None:
    """5.2 and 6.3: a colour hint fits multicolour and leaves black out; a value hint fits both."""
    match = play_all(dealt("... | M1 K1 R1 W2 B3", **SEVEN), "hint 2 red")
    assert told(match, 2, "red") == [1, 3]
    assert (possible_suits(match, 2, 1), possible_suits(match, 2, 2)) == ("RM", "WBYGK")
    play_all(match, "hint 1 fives", "hint 2 ones")
    assert told(match, 2, "ones") == [1, 2, 3]


@pytest.mark.parametrize(
    ("hand", "tops"), [("K1", "W5 R5 B5 Y5 G5 M5 K2"), ("M5", "W5 R5 B5 Y5 G5 M4 K1"), ("W5", "W4 R5 B5 Y5 G5 M5 K1")]
)
@pytest.mark.parametrize("flares", [False, True])
def test_thirty_black_powder_is_divine(hand: str, tops: str, flares: bool) -> None:
    """6.4 and 3.2: 30 with 5, when all seven are complete."""
    match = play_all(position(f"{hand} ... | ...", fireworks=tops, flares=flares, **SEVEN), "play 1")
    assert match.scores == [30, 30]
    assert outcome(match) == {
        "reason": "all fireworks complete",
        "score": 30,
        "maximum": 30,
        "lost": False,
        "rating": "divine",
        "announcement": "30 black powder",
    }


@pytest.mark.parametrize(
    ("hand", "tops"), [("K2", "W5 R5 B5 Y5 G5 M5 K3"), ("M5", "W5 R5 B5 Y5 G5 M4 K2"), ("W5", "W4 R5 B5 Y5 G5 M4 K1")]
)
def test_six_of_seven_complete_is_not_the_end(hand: str, tops: str) -> None:
    """3.2: All fireworks in play complete, multicolour and black included."""
    assert not play_all(position(f"{hand} ... | ...", fireworks=tops, **SEVEN), "play 1").over


@pytest.mark.parametrize(
    ("tops", "score", "rating"),
    [
        ("", -5, "risible"),
        ("W5 R5 B5 Y5 G5 M4", 24, "extraordinary"),
        ("W5 R5 B5 Y5 G5 M5", 25, "legendary"),
        ("W5 R5 B5 Y5 G5 M5 K2", 29, "legendary"),
    ],
)
def test_ratings_with_seven_fireworks(tops: str, score: int, rating: str) -> None:
    """5.1 and 6.4: the missing black cards are taken off first."""
    ended = outcome(play_all(last_turn(fireworks=tops, **SEVEN), "hint 2 red"))
    assert (ended["score"], ended["rating"], ended["announcement"]) == (score, rating, f"{score} black powder")


# Final Bouquet with the expansions


@pytest.mark.parametrize(
    ("options", "tops", "hand", "maximum"),
    [
        ({"multicolour": True}, "W5 R5 B5 Y5 G5 M4", "M5", 30),
        ({"black_powder": True}, "W5 R5 B5 Y5 G5 K2", "K1", 25),
        ({"flares": True}, "W5 R5 B5 Y5 G4", "G5", 25),
        ({**SEVEN, "flares": True}, "W5 R5 B5 Y5 G5 M4 K1", "M5", 30),
    ],
)
def test_a_perfect_final_bouquet(options: dict[str, Any], tops: str, hand: str, maximum: int) -> None:
    """4.1: every firework in play complete."""
    match = play_all(position(f"{hand} ... | ...", fireworks=tops, final_bouquet=True, **options), "play 1")
    ended = outcome(match)
    assert (ended["score"], ended["maximum"], ended["rating"], ended["lost"]) == (maximum, maximum, "perfect", False)
    assert match.scores == [maximum, maximum]


def test_final_bouquet_is_not_won_without_the_black_firework() -> None:
    """4.1 and 6.1: black has to be complete too."""
    match = position("R5 ... | ...", fireworks="W5 R4 B5 Y5 G5 K2", black_powder=True, final_bouquet=True)
    assert not play_all(match, "play 1").over


@pytest.mark.parametrize(
    ("card", "gone", "tops", "values", "lost"),
    [
        ("M5", "", "", "mirrored", True),
        ("M1", "M1", "", "mirrored", False),
        ("K1", "", "", "mirrored", True),
        ("K5", "K5", "", "mirrored", False),
        ("K5", "K5 K5", "", "mirrored", True),
        ("K4", "K4", "K5", "mirrored", True),
        ("K4", "", "K4", "mirrored", False),
        ("K5", "", "", "ordinary", True),
        ("K1", "K1", "", "ordinary", False),
        ("K1", "K1 K1", "K3", "ordinary", True),
        ("K1", "K1", "K1", "ordinary", False),
    ],
)
def test_the_last_copy_of_an_expansion_card(card: str, gone: str, tops: str, values: str, lost: bool) -> None:
    """4.1 with 5.1 and 6.1: how many copies there are depends on the suit."""
    match = position(f"{card} ... | ...", fireworks=tops, discards=gone, final_bouquet=True, black_values=values,
                     **SEVEN)  # fmt: skip
    match.play("discard 1")
    assert (match.over, match.reveal()["end"]) == (lost, "card lost" if lost else None)


@pytest.mark.parametrize(("keep", "score"), [(False, 0), (True, -2)])
def test_a_lost_final_bouquet_with_black_powder(keep: bool, score: int) -> None:
    """4.1, 6.4 and 3.1: 0 when lost, the points after black where the table keeps them."""
    match = position("G5 ... | ...", fireworks="W2 K5", black_powder=True, final_bouquet=True, score_on_loss=keep)
    match.play("discard 1")
    assert (match.scores, outcome(match)["score"], outcome(match)["rating"]) == ([score, score], score, "lost")


def test_final_bouquet_with_a_tile_and_an_empty_deck() -> None:
    """4.2 and 7.2e: no card returns, nobody draws, and the game goes on."""
    match = position("R5 G5 | W1 W2", fireworks="W5 R4 B5 Y5 G4", deck="", final_bouquet=True, flares=True,
                     tiles=["return"], tokens=0)  # fmt: skip
    play_all(match, "play 1", "decline")
    assert (deck_size(match), hand_sizes(match), match.reveal()["turns_left"]) == (0, [1, 2], None)
    assert (match.to_act, tokens(match)) == (2, 0)


def test_final_bouquet_with_a_card_returned_to_the_deck() -> None:
    """4.1 and 7.2e: with a deck left a discard returns to it."""
    match = position("R5 ... | ...", fireworks="R4", discards="G2", final_bouquet=True, flares=True, tiles=["return"])
    play_all(match, "play 1", "return green 2")
    assert (match.over, match.to_act, match.reveal()["discards"]) == (False, 2, [])


def test_final_bouquet_won_by_a_rekindled_card() -> None:
    """4.1 and 7.3: a card played by f that completes everything wins, while another copy kept the game alive."""
    match = position("R5 ... | ...", fireworks="W5 R4 B5 Y5 G5 K2", discards="K1", final_bouquet=True,
                     black_powder=True, black_values="ordinary", flares=True, tiles=["rekindle"])  # fmt: skip
    play_all(match, "play 1", "play black 1")
    assert (outcome(match)["reason"], outcome(match)["rating"]) == ("all fireworks complete", "perfect")


def test_a_tile_for_multicolour_none_for_black() -> None:
    """7.1 with 5 and 6: multicolour is completed with a 5, black with its 1."""
    match = position("M5 K1 ... | ...", fireworks="M4 K2", flares=True, tiles=["value hint", "token"], **SEVEN)
    play_all(match, "play 1", "hint 2 ones", "hint 1 ones")
    assert (phase(match), tokens(match), tiles(match)) == ("turn", 3, ["token"])
    match.play("play 1")
    assert (fireworks(match), tokens(match), tiles(match)) == ("M5 K1", 4, ["token"])
