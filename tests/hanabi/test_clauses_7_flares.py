"""Chapter 7 of the rules of Hanabi: the expansion 5 Flares."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import lantern
from lantern import Match
from tests.hanabi.box import COLOURS, GAME, TILES, VALUES, all_cards, hints
from tests.hanabi.shown import (
    census,
    deck,
    deck_size,
    discards,
    errors,
    fireworks,
    hand,
    hand_sizes,
    outcome,
    possible,
    tiles,
    tokens,
    told,
)
from tests.hanabi.table import position
from tests.matches import phase, play_all
from tests.refusals import assert_refused

NEARLY = "W5 R4 B5 Y5 G4"
"""Only the red 5 and the green 5 are missing."""


def turn_up(*face_down: str, hands: str = "R5 ... | ...", lit: str = "R4", **more: Any) -> Match:
    """Seat 1 has just played the red 5, and the first of these tiles is turned up."""
    match = position(hands, fireworks=lit, flares=True, tiles=list(face_down), **more)
    match.play("play 1")
    return match


# 7.1: the tiles


def test_six_tiles_one_of_each_effect_shuffled() -> None:
    """7.1: 6 tiles, one of each effect, shuffled face down."""
    orders = [tiles(GAME.match(players=2, seed=seed, flares=True)) for seed in range(80)]
    assert all(sorted(order) == sorted(TILES) for order in orders)
    assert {order[0] for order in orders} == set(TILES)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_tiles_lie_face_down_until_turned_up(seat: int | None) -> None:
    """7.1: face down: only their number is seen, and those turned up."""
    assert GAME.match(players=2, flares=True).view(seat)["tiles"] == {"left": 6, "turned": []}
    match = position(
        "R5 ... | ...", fireworks="R4", flares=True, tiles=["repair", *[t for t in TILES if t != "repair"]]
    )
    match.play("play 1")
    assert match.view(seat)["tiles"] == {"left": 5, "turned": ["repair"]}


def test_a_chosen_order_of_tiles() -> None:
    """7.1: the tiles as the set-up chose them."""
    order = TILES[::-1]
    assert tiles(GAME.match(players=2, flares=True, tiles=order)) == order


@pytest.mark.parametrize("wrong", [TILES[1:], [*TILES, "token"], ["token", "token", *TILES[2:]]])
def test_a_chosen_order_holds_each_tile_once(wrong: list[str]) -> None:
    """7.1: 6 tiles, one of each effect."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=2, flares=True, tiles=wrong)


def test_without_the_expansion_there_are_no_tiles() -> None:
    """7.1: an expansion."""
    assert tiles(GAME.match(players=2)) == []


@pytest.mark.parametrize("suit", "WRBYGM")
def test_completing_a_firework_turns_up_a_tile_instead_of_returning_a_token(suit: str) -> None:
    """7.1: Completing a firework turns one up instead of returning a token; the tile leaves the game."""
    match = position(f"{suit}5 ... | ...", fireworks=f"{suit}4", flares=True, multicolour=True, tokens=4,
                     tiles=["value hint", "token"])  # fmt: skip
    match.play("play 1")
    assert (phase(match), tokens(match), tiles(match), match.to_act) == ("value hint", 4, ["token"], 1)


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_no_tile_for_any_other_card(value: int) -> None:
    """7.1: only completing a firework turns one up."""
    match = position(f"R{value} ... | ...", fireworks=f"R{value - 1}" if value > 1 else "", flares=True)
    match.play("play 1")
    assert (tiles(match), tokens(match), match.to_act) == (TILES, 4, 2)


def test_no_tile_for_a_misplayed_five() -> None:
    """7.1: a 5 that does not fit completes nothing."""
    match = turn_up(*TILES, lit="R3")
    assert (tiles(match), errors(match), match.to_act) == (TILES, 1, 2)


@pytest.mark.parametrize(
    ("tile", "choice"),
    [
        ("colour hint", "hint 2 white"),
        ("value hint", "hint 2 fives"),
        ("return", "return red 3"),
        ("rekindle", "play blue 1"),
    ],
)
def test_the_player_draws_after_the_effect(tile: str, choice: str) -> None:
    """7.1: Its effect is applied, the tile leaves the game, then the player draws."""
    match = turn_up(tile, "token", discards="R3 B1")
    left = deck_size(match)
    assert (phase(match), match.to_act, hand_sizes(match)) == (tile, 1, [4, 5])
    match.play(choice)
    assert (phase(match), match.to_act, hand_sizes(match)) == ("turn", 2, [5, 5])
    assert deck_size(match) == left - 1 + (tile == "return")
    assert tiles(match) == ["token"]


@pytest.mark.parametrize("tile", ["token", "repair"])
def test_a_tile_without_a_choice_is_applied_at_once(tile: str) -> None:
    """7.1: then the player draws and the turn is over."""
    match = turn_up(tile, deck_top="Y3")
    assert (phase(match), match.to_act, hand(match, 1)[-2:]) == ("turn", 2, "Y3")


@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
@pytest.mark.parametrize("values", ["mirrored", "ordinary"])
def test_black_is_completed_with_its_one_and_turns_no_tile(before: int, after: int, values: str) -> None:
    """7.1: a firework is completed "with a 5", so black returns a token instead (6.2)."""
    match = position("K1 ... | ...", fireworks="K2", flares=True, black_powder=True, black_values=values, tokens=before)
    match.play("play 1")
    assert (tokens(match), tiles(match), match.to_act) == (after, TILES, 2)


def test_the_black_five_turns_no_tile() -> None:
    """7.1: it completes no firework."""
    match = play_all(position("K5 ... | ...", flares=True, black_powder=True), "play 1")
    assert (tokens(match), tiles(match), fireworks(match), match.to_act) == (4, TILES, "K5", 2)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
def test_with_no_tile_left_a_token_returns(before: int, after: int) -> None:
    """7.1: with no tile left a token is returned as in 2.3."""
    match = turn_up(tokens=before)
    assert (tokens(match), phase(match), match.to_act, hand_sizes(match)) == (after, "turn", 2, [5, 5])


def test_a_five_that_completes_everything_ends_the_game_without_a_tile() -> None:
    """7.1: Ruling: a 5 that completes everything ends the game at once, no tile."""
    match = turn_up("value hint", "return", lit="W5 R4 B5 Y5 G5")
    assert (match.over, tiles(match), match.scores) == (True, ["value hint", "return"], [25, 25])
    assert outcome(match)["reason"] == "all fireworks complete"


def test_the_last_tile_of_six_is_turned_up_while_black_is_missing() -> None:
    """7.1: six fireworks end with a 5, and there are six tiles."""
    match = turn_up("token", lit="W5 R4 B5 Y5 G5 M5", multicolour=True, black_powder=True)
    assert (match.over, tokens(match), tiles(match)) == (False, 5, [])


# 7.2 a and b: token and repair


@pytest.mark.parametrize("before", range(9))
def test_tile_a_returns_a_token(before: int) -> None:
    """7.2a: one token returns; 7.3: tokens never exceed 8."""
    assert tokens(turn_up("token", tokens=before)) == min(8, before + 1)


@pytest.mark.parametrize(("made", "left"), [(0, 0), (1, 0), (2, 1)])
@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
def test_tile_b_turns_an_error_back_and_returns_a_token(made: int, left: int, before: int, after: int) -> None:
    """7.2b: an error tile is turned back, and one token returns (the token also when there was no error)."""
    match = turn_up("repair", errors=made, tokens=before)
    assert (errors(match), tokens(match)) == (left, after)


def test_a_repaired_error_can_be_made_again() -> None:
    """7.2b and 3.1: the third error is counted from the tiles turned."""
    match = turn_up("repair", hands="R5 ... | R1 ...", errors=2)
    match.play("play 1")
    assert (match.over, errors(match)) == (False, 2)


# 7.2 c and d: free hints


@pytest.mark.parametrize(("tile", "about"), [("colour hint", COLOURS), ("value hint", VALUES)])
@pytest.mark.parametrize("held", [0, 4, 8])
def test_tiles_c_and_d_ask_for_a_hint_to_a_player_of_ones_choice(tile: str, about: list[str], held: int) -> None:
    """7.2c, 7.2d: a colour hint or a value hint to a player of one's choice, whatever the tokens."""
    match = turn_up(tile, hands="R5 ... | ... | ...", tokens=held)
    assert match.actions() == hints([2, 3], about)


@pytest.mark.parametrize(("tile", "hint", "named"), [("colour hint", "green", [2, 4]), ("value hint", "ones", [2, 5])])
@pytest.mark.parametrize("held", [0, 4, 8])
def test_the_hint_of_a_tile_is_free(tile: str, hint: str, named: list[int], held: int) -> None:
    """7.2c, 7.2d: free: no token is spent, none is needed."""
    match = turn_up(tile, hands="R5 ... | ... | R2 G1 B5 G3 Y1", tokens=held)
    match.play(f"hint 3 {hint}")
    assert (told(match, 3, hint), tokens(match), match.to_act) == (named, held, 2)


def test_a_free_colour_hint_includes_multicolour_and_leaves_black_out() -> None:
    """7.3: free hints follow 2.1, 5.2 and 6.3."""
    match = turn_up("colour hint", hands="R5 ... | R2 M1 K5 M3 Y1", multicolour=True, black_powder=True)
    match.play("hint 2 red")
    assert told(match, 2, "red") == [1, 2, 4]


def test_a_free_value_hint_fits_multicolour_and_black() -> None:
    """7.3: free hints follow 2.1, 5.2 and 6.3."""
    match = turn_up("value hint", hands="R5 ... | R2 M5 K5 M3 Y5", multicolour=True, black_powder=True)
    match.play("hint 2 fives")
    assert told(match, 2, "fives") == [2, 3, 5]


@pytest.mark.parametrize(("tile", "hint"), [("colour hint", "white"), ("value hint", "fours")])
def test_a_free_hint_may_fit_no_card(tile: str, hint: str) -> None:
    """7.3 and 2.1: "you have none" is allowed."""
    match = turn_up(tile, hands="R5 ... | R2 G1 B5 G3 Y1")
    match.play(f"hint 2 {hint}")
    assert (told(match, 2, hint), match.to_act) == ([], 2)


@pytest.mark.parametrize(
    ("tile", "fitting", "empty"),
    [("colour hint", ["red", "blue", "yellow", "green"], "white"),
     ("value hint", ["ones", "twos", "threes", "fives"], "fours")],
)  # fmt: skip
def test_a_free_hint_has_to_fit_where_empty_hints_are_off(tile: str, fitting: list[str], empty: str) -> None:
    """7.3 and 2.1: option `empty_hints` off."""
    match = turn_up(tile, hands="R5 ... | R2 G1 B5 G3 Y1", empty_hints=False)
    assert match.actions() == hints([2], fitting)
    assert_refused(match, f"hint 2 {empty}", "2.1")


def test_no_free_hint_to_an_empty_hand() -> None:
    """7.3 and 2.1: no hint to a player with an empty hand."""
    match = turn_up("value hint", hands="R5 G5 | | W1", lit=NEARLY, deck="", final_bouquet=True)
    assert match.actions() == hints([3], VALUES)
    assert_refused(match, "hint 2 ones", "2.1")


BLACK_HANDS = "R5 ... | K1 K2 K3 K4 K5"


def test_tile_c_is_lost_when_no_colour_hint_fits() -> None:
    """7.3: c with no legal hint is lost: only black cards to tell of, and no empty hints."""
    match = turn_up("colour hint", hands=BLACK_HANDS, black_powder=True, empty_hints=False)
    assert (phase(match), match.to_act, hand_sizes(match), tokens(match)) == ("turn", 2, [5, 5], 4)


def test_tile_c_is_not_lost_when_an_empty_hint_is_legal() -> None:
    """7.3 and 2.1: "you have no red cards" can be told to black cards."""
    match = turn_up("colour hint", hands=BLACK_HANDS, black_powder=True)
    assert match.actions() == hints([2], COLOURS)


def test_tile_c_goes_to_the_player_whom_a_hint_fits() -> None:
    """7.3: compulsory when possible: of two players one has a card with a colour."""
    match = turn_up("colour hint", hands=f"{BLACK_HANDS} | K5 K4 K3 K2 B1", black_powder=True, empty_hints=False)
    assert match.actions() == ["hint 3 blue"]


@pytest.mark.parametrize("tile", ["colour hint", "value hint"])
def test_tiles_c_and_d_are_lost_when_nobody_else_holds_a_card(tile: str) -> None:
    """7.3: c or d with no legal hint are lost."""
    match = turn_up(tile, hands="R5 G5 | ", lit=NEARLY, deck="", final_bouquet=True, tokens=0)
    assert (phase(match), match.to_act, match.actions(), tiles(match)) == ("turn", 2, ["pass"], [])


# 7.2 e: return


def test_tile_e_shuffles_a_chosen_discard_into_the_deck() -> None:
    """7.2e: a card chosen from the discards is shuffled into the deck; then the player draws."""
    match = turn_up("return", discards="W5 B1 B1 G4")
    assert sorted(match.actions()) == ["return blue 1", "return green 4", "return white 5"]
    before = deck(match).split()
    match.play("return blue 1")
    assert discards(match) == "W5 B1 G4"
    assert sorted([*deck(match).split(), hand(match, 1)[-2:]]) == sorted([*before, "B1"])
    assert (tokens(match), errors(match), match.to_act) == (4, 0, 2)


def test_the_returned_card_may_lie_anywhere_in_the_deck_or_be_drawn_at_once() -> None:
    """7.2e: shuffled into the deck, each place as likely, and only then does the player draw."""
    places: Counter[int] = Counter()
    for seed in range(200):
        match = turn_up("return", deck="G1 B1 Y1", discards="W5", seed=seed)
        match.play("return white 5")
        places[[hand(match, 1)[-2:], *deck(match).split()].index("W5")] += 1
    assert sorted(places) == [0, 1, 2, 3]
    assert all(30 < count < 70 for count in places.values())


@pytest.mark.parametrize(("tile", "choice"), [("return", "return blue 1"), ("rekindle", "play blue 1")])
def test_one_copy_leaves_the_discards_and_no_card_the_game(tile: str, choice: str) -> None:
    """7.2e, 7.2f: a card chosen from the discards, and only that one."""
    match = play_all(turn_up(tile, discards="B1 B1"), choice)
    assert discards(match) == "B1"
    assert census(match) == Counter(all_cards())


def test_nobody_held_the_returned_card_before() -> None:
    """7.2e: it lay among the discards, so only cards drawn later can be it."""
    match = turn_up("return", discards="W5")
    match.play("return white 5")
    assert ["W5" in possible(match, 1, number) for number in range(1, 6)] == [False] * 4 + [True]
    assert not any("W5" in possible(match, 2, number) for number in range(1, 6))


def test_tile_e_is_lost_with_no_discards() -> None:
    """7.3: e or f with no discards are lost."""
    match = turn_up("return")
    assert (phase(match), match.to_act, hand_sizes(match), tiles(match)) == ("turn", 2, [5, 5], [])


def test_with_an_empty_deck_tile_e_allows_a_value_hint_or_nothing() -> None:
    """7.2e: with an empty deck the player may instead give a free value hint, and no card returns."""
    match = turn_up("return", hands="R5 ... | ... | ...", deck="", turns_left=3)
    assert sorted(match.actions()) == sorted(["decline", *hints([2, 3], VALUES)])


@pytest.mark.parametrize("choice", ["decline", "hint 2 twos"])
@pytest.mark.parametrize("held", [0, 8])
def test_with_an_empty_deck_no_card_returns(choice: str, held: int) -> None:
    """7.2e: the hint is free, and the deck stays empty."""
    match = turn_up("return", hands="R5 ... | R2 ...", deck="", turns_left=2, tokens=held)
    before = discards(match)
    match.play(choice)
    assert (deck_size(match), discards(match), tokens(match), match.to_act) == (0, before, held, 2)
    assert told(match, 2, "twos")[:1] == ([1] if choice != "decline" else [])
    assert (match.reveal()["turns_left"], hand_sizes(match)) == (1, [4, 5])


def test_with_an_empty_deck_and_nobody_to_tell_tile_e_is_lost() -> None:
    """7.2e and 7.3: it is effect d then, and d with no legal hint is lost."""
    match = turn_up("return", hands="R5 G5 | ", lit=NEARLY, deck="", final_bouquet=True)
    assert (phase(match), match.to_act) == ("turn", 2)


def test_tile_e_counts_the_deck_before_the_player_draws() -> None:
    """7.1 and 7.2e: with one card in the deck a discard returns, and the last round is put off."""
    match = turn_up("return", deck="G1")
    match.play("return white 5")
    assert (deck_size(match), match.reveal()["turns_left"], match.to_act) == (1, None, 2)
    match.play("discard 1")
    assert (deck_size(match), match.reveal()["turns_left"]) == (0, 2)


# 7.2 f: rekindle


def test_example_a_red_three_on_a_red_two() -> None:
    """7.2f: a red 3 can be chosen only in sequence to a red 2 already played."""
    match = turn_up("rekindle", "token", hands="W5 ... | ...", lit="W4 R2", discards="R3 R4 R1")
    assert match.actions() == ["play red 3"]
    match.play("play red 3")
    assert (fireworks(match), discards(match)) == ("W5 R3", "R1 R4")
    assert (tokens(match), errors(match), tiles(match), match.to_act) == (4, 0, ["token"], 2)


def test_tile_f_offers_every_discard_that_fits() -> None:
    """7.2f: a card chosen from the discards is played; it must fit."""
    match = turn_up("rekindle", lit="R4 W2", discards="W3 W3 B1 M1 M2 K5 K4", multicolour=True, black_powder=True)
    assert sorted(match.actions()) == ["play black 5", "play blue 1", "play multicolour 1", "play white 3"]


@pytest.mark.parametrize("gone", ["", "R1 B2 G5"])
def test_tile_f_is_lost_when_nothing_fits(gone: str) -> None:
    """7.2f: if none fits the effect is lost; 7.3: so it is with no discards."""
    match = turn_up("rekindle", "token", discards=gone)
    assert (phase(match), match.to_act, hand_sizes(match)) == ("turn", 2, [5, 5])
    assert (tokens(match), errors(match), discards(match)) == (4, 0, gone)
    assert tiles(match) == ["token"]


def test_a_five_rekindled_turns_up_the_next_tile_at_once() -> None:
    """7.2f: If it completes a firework the next tile is turned at once; 7.3: then the player draws once."""
    match = turn_up("rekindle", "value hint", "token", lit="R4 B4", discards="B5")
    left = deck_size(match)
    match.play("play blue 5")
    assert (phase(match), match.to_act, tiles(match), tokens(match)) == ("value hint", 1, ["token"], 4)
    assert (hand_sizes(match), deck_size(match)) == ([4, 5], left)
    match.play("hint 2 ones")
    assert (phase(match), match.to_act, tiles(match)) == ("turn", 2, ["token"])
    assert (hand_sizes(match), deck_size(match)) == ([5, 5], left - 1)


@pytest.mark.parametrize(
    ("second", "held", "made"), [("token", 5, 2), ("repair", 5, 1), ("return", 4, 2)], ids=["token", "repair", "return"]
)
def test_a_chain_of_tiles_draws_once(second: str, held: int, made: int) -> None:
    """7.3: After a chain of tiles the player draws once."""
    match = turn_up("rekindle", second, lit="R4 B4", discards="B5 B2", errors=2)
    left = deck_size(match)
    match.play("play blue 5")
    if second == "return":
        assert match.actions() == ["return blue 2"]
        match.play("return blue 2")
    assert (tokens(match), errors(match), match.to_act, hand_sizes(match)) == (held, made, 2, [5, 5])
    assert deck_size(match) == left - 1 + (second == "return")


def test_a_five_rekindled_with_no_tile_left_returns_a_token() -> None:
    """7.2f and 7.1: with no tile left a token is returned."""
    match = turn_up("rekindle", lit="R4 B4", discards="B5")
    match.play("play blue 5")
    assert (tokens(match), match.to_act, hand_sizes(match)) == (5, 2, [5, 5])


def test_the_only_discard_rekindled_leaves_a_return_nothing_to_choose() -> None:
    """7.3: e with no discards is lost, in a chain too."""
    match = turn_up("rekindle", "return", lit="R4 B4", discards="B5")
    match.play("play blue 5")
    assert (phase(match), match.to_act, discards(match), tiles(match)) == ("turn", 2, "", [])


def test_a_black_five_rekindled_only_starts_black() -> None:
    """7.3: In f a black 5 only starts black and turns no tile."""
    match = turn_up("rekindle", "token", discards="K5", black_powder=True)
    match.play("play black 5")
    assert (fireworks(match), tiles(match), tokens(match), match.to_act) == ("R5 K5", ["token"], 4, 2)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
def test_a_black_one_rekindled_returns_a_token(before: int, after: int) -> None:
    """7.3: a black 1 that completes black returns a token."""
    match = turn_up("rekindle", "value hint", lit="R4 K2", discards="K1", black_powder=True, tokens=before)
    match.play("play black 1")
    assert (fireworks(match), tiles(match), tokens(match)) == ("R5 K1", ["value hint"], after)
    assert (match.to_act, hand_sizes(match)) == (2, [5, 5])


@pytest.mark.parametrize(
    ("lit", "gone", "choice", "options", "score"),
    [
        (NEARLY, "G5", "play green 5", {}, 25),
        (f"{NEARLY[:-1]}5 M4", "M5", "play multicolour 5", {"multicolour": True}, 30),
        (f"{NEARLY[:-1]}5 K2", "K1", "play black 1", {"black_powder": True}, 25),
    ],
)
def test_completing_everything_by_tile_f_ends_the_game_at_once(
    lit: str, gone: str, choice: str, options: dict[str, Any], score: int
) -> None:
    """7.3: A card played by f that completes everything ends the game at once: no tile, no card drawn."""
    match = turn_up("rekindle", "value hint", lit=lit, discards=gone, **options)
    left = deck_size(match)
    match.play(choice)
    assert (outcome(match)["reason"], match.scores) == ("all fireworks complete", [score, score])
    assert (tiles(match), hand_sizes(match), deck_size(match)) == (["value hint"], [4, 5], left)


def test_tile_f_brings_no_error_and_leaves_the_hand_alone() -> None:
    """7.2f: the card comes from the discards."""
    match = turn_up("rekindle", hands="R5 W3 B3 Y3 G3 | ...", discards="B1", deck_top="G4", errors=2)
    match.play("play blue 1")
    assert (hand(match, 1), errors(match), match.over) == ("W3 B3 Y3 G3 G4", 2, False)


@pytest.mark.parametrize("suit", ["white", "blue"])
def test_after_tile_f_nobody_is_told_of_a_card_that_nobody_drew(suit: str) -> None:
    """7.2f, 3.3: with an empty deck the hand stays as it is."""
    match = turn_up("rekindle", discards="W1 B1", deck="", turns_left=2)
    assert [event.key for event in match.play(f"play {suit} 1")] == ["rekindled"]


# 7.3: what a tile asks for and nothing else


COMMON = [("play 1", "7.3"), ("discard 1", "7.3"), ("decline", "7.3"), ("pass", "2"), ("hint 1 red", "2.1"),
          ("hint 1 fives", "2.1"), ("hint 3 red", "1.1"), ("hint 2 multicolour", "5.2"),
          ("hint 2 black", "6.3")]  # fmt: skip
CHOICES = {
    "colour hint": [*COMMON, ("hint 2 fives", "7.2c"), ("return red 3", "7.3"), ("play blue 1", "7.3")],
    "value hint": [*COMMON, ("hint 2 red", "7.2d"), ("return red 3", "7.3"), ("play blue 1", "7.3")],
    "return": [*COMMON, ("hint 2 red", "7.3"), ("hint 2 fives", "7.3"), ("play blue 1", "7.3"),
               ("return green 5", "7.2"), ("return red 5", "7.2"), ("return black 5", "7.2"),
               ("return multicolour 1", "7.2")],
    "rekindle": [*COMMON, ("hint 2 red", "7.3"), ("hint 2 fives", "7.3"), ("return red 3", "7.3"),
                 ("play red 3", "7.2f"), ("play green 1", "7.2"), ("play red 5", "7.2"), ("play black 5", "7.2"),
                 ("play multicolour 1", "7.2")],
}  # fmt: skip
"""What the tile refuses when the red 3 and the blue 1 lie among the discards, and the red 5 has just been played."""


@pytest.mark.parametrize(
    ("tile", "action", "clause"), [(tile, *refused) for tile, listed in CHOICES.items() for refused in listed]
)
def test_effects_are_compulsory_and_ask_for_their_own_choice(tile: str, action: str, clause: str) -> None:
    """7.3 and 7.2: effects are compulsory when possible (f too, if any discard fits)."""
    assert_refused(turn_up(tile, discards="R3 B1"), action, clause)


@pytest.mark.parametrize(
    ("action", "clause"),
    [("return red 3", "7.2e"), ("hint 2 red", "7.2e"), ("play 1", "7.3"), ("discard 1", "7.3"), ("pass", "2"),
     ("play blue 1", "7.3"), ("hint 1 fives", "2.1"), ("hint 3 fives", "1.1")],
)  # fmt: skip
def test_with_an_empty_deck_tile_e_refuses_everything_but_value_hints(action: str, clause: str) -> None:
    """7.2e: with an empty deck effect d or nothing."""
    assert_refused(turn_up("return", deck="", discards="R3 B1", turns_left=2), action, clause)


# the last round with tiles


@pytest.mark.parametrize(
    ("tile", "choice"),
    [
        ("token", None),
        ("repair", None),
        ("colour hint", "hint 2 white"),
        ("value hint", "hint 2 fives"),
        ("return", "hint 2 fives"),
        ("return", "decline"),
        ("rekindle", "play blue 1"),
    ],
)
@pytest.mark.parametrize("turns_left", [1, 2])
def test_a_tile_turned_up_in_the_last_round_belongs_to_the_turn(tile: str, choice: str | None, turns_left: int) -> None:
    """7.1 and 3.3: the effect is applied before the turn is over, in the very last turn too; nobody draws."""
    match = turn_up(tile, deck="", discards="B1", turns_left=turns_left)
    if choice:
        assert (match.over, match.to_act, match.reveal()["turns_left"]) == (False, 1, turns_left)
        match.play(choice)
    assert match.over == (turns_left == 1)
    assert match.to_act == (None if match.over else 2)
    assert hand_sizes(match) == [4, 5]
    assert match.scores == ([6, 6] if tile == "rekindle" else [5, 5])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_card_drawn_after_a_tile_starts_the_last_round(players: int) -> None:
    """7.1 and 3.3: the tile first, then the last card, then one more turn each."""
    match = turn_up("value hint", hands="R5 ..." + " | ..." * (players - 1), deck="G1")
    assert match.reveal()["turns_left"] is None
    match.play("hint 2 ones")
    assert (deck_size(match), match.reveal()["turns_left"], match.to_act) == (0, players, 2)


@pytest.mark.parametrize("tile", ["token", "repair"])
def test_a_tile_without_a_choice_and_then_the_last_card(tile: str) -> None:
    """7.1 and 3.3: the same when the tile asks for nothing."""
    match = turn_up(tile, deck="G1")
    assert (deck_size(match), match.reveal()["turns_left"], match.to_act) == (0, 2, 2)


def test_a_chain_to_tile_e_in_the_last_round() -> None:
    """7.2f and 7.2e: with the deck empty a value hint or nothing, at the end of a chain too."""
    match = turn_up("rekindle", "return", lit="R4 B4", deck="", turns_left=2)
    match.play("play blue 5")
    assert sorted(match.actions()) == sorted(["decline", *hints([2], VALUES)])
    match.play("decline")
    assert (match.to_act, match.reveal()["turns_left"], hand_sizes(match)) == (2, 1, [4, 5])


def test_a_chain_in_the_last_turn_is_played_to_its_end() -> None:
    """7.2f and 3.3: the next tile is turned at once, and the game ends after its effect."""
    match = turn_up("rekindle", "value hint", lit="R4 B4", deck="", turns_left=1)
    match.play("play blue 5")
    assert (match.over, phase(match)) == (False, "value hint")
    match.play("hint 2 ones")
    assert (outcome(match)["reason"], match.scores) == ("last round over", [10, 10])


def test_a_last_five_by_tile_f_wins_in_the_last_turn() -> None:
    """7.3 and 3.2: everything complete before the last round is over."""
    match = play_all(turn_up("rekindle", lit=NEARLY, deck="", turns_left=1), "play green 5")
    assert (outcome(match)["reason"], match.scores) == ("all fireworks complete", [25, 25])
