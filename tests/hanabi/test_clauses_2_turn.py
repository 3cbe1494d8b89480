"""Chapter 2 of the rules of Hanabi: a turn."""

from __future__ import annotations

import pytest

import lantern
from tests.hanabi.box import COLOURS, VALUES, hints
from tests.hanabi.shown import deck, deck_size, discards, errors, fireworks, hand, hand_sizes, not_told, tokens, told
from tests.hanabi.table import dealt, position
from tests.matches import play_all
from tests.refusals import assert_refused

EXAMPLE_HANDS = "... | R2 G1 B5 G3 Y1"
"""Seat 2 holds the cards of the book's examples: one red, no white, two green, one 5, no 4, two 1s."""


# 2: exactly one of three actions


@pytest.mark.parametrize("action", ["hint 2 red", "discard 1", "play 1"])
def test_one_action_and_the_turn_is_over(action: str) -> None:
    """2: exactly one of three actions; then it is the next player's turn."""
    match = position("R1 ... | ... | ...")
    match.play(action)
    assert match.to_act == 2


@pytest.mark.parametrize("held", [0, 1, 8])
def test_no_passing(held: int) -> None:
    """2: no passing."""
    assert_refused(position("... | ...", tokens=held), "pass", "2")


def test_all_choices_with_some_tokens() -> None:
    """2: hints, discards and plays, and nothing else."""
    match = position("... | ... | ...", tokens=1, to_act=2)
    own = [f"{verb} {number}" for verb in ("play", "discard") for number in range(1, 6)]
    assert sorted(match.actions()) == sorted(own + hints([1, 3], COLOURS + VALUES))


@pytest.mark.parametrize(("action", "clause"), [("decline", "7.3"), ("return red 3", "7.2"), ("play red 3", "7.2")])
def test_what_bonus_tiles_allow_is_no_action_of_a_turn(action: str, clause: str) -> None:
    """2 and 7.2: exactly one of three actions; discards come back by a bonus tile alone."""
    assert_refused(position("... | ...", fireworks="R2", discards="R3"), action, clause)


@pytest.mark.parametrize("text", ["hint 2", "hint 2 red fives", "hint red", "play", "play 3 4", "knock", "", "play 0"])
def test_what_is_no_action_at_all_is_not_understood(text: str) -> None:
    """2: a turn is one hint, about one colour or one value, or one card played or discarded."""
    match = dealt("... | ...")
    before = match.reveal()
    with pytest.raises(lantern.BadInput):
        match.play(text)
    assert match.reveal() == before


# 2.1: give a hint


EXAMPLES = {
    "here you have a red card": ("red", [1]),
    "you have no white cards": ("white", []),
    "you have two green cards, one here and one here": ("green", [2, 4]),
    "here you have a card of value 5": ("fives", [3]),
    "you have no cards of value 4": ("fours", []),
    "you have two cards of value 1, one here and one here": ("ones", [2, 5]),
}


@pytest.mark.parametrize(("hint", "named"), EXAMPLES.values(), ids=EXAMPLES)
def test_example_of_a_hint(hint: str, named: list[int]) -> None:
    """2.1: the book's examples; the cards not named are known not to fit."""
    match = dealt(EXAMPLE_HANDS)
    match.play(f"hint 2 {hint}")
    assert told(match, 2, hint) == named
    assert not_told(match, 2, hint) == [number for number in range(1, 6) if number not in named]


@pytest.mark.parametrize("hint", COLOURS + VALUES)
def test_a_hint_spends_a_token_and_moves_no_card(hint: str) -> None:
    """2.1: a hint spends a token; nobody draws."""
    match = position(EXAMPLE_HANDS, tokens=4)
    before = hand(match, 1), hand(match, 2), deck(match), discards(match)
    match.play(f"hint 2 {hint}")
    assert tokens(match) == 3
    assert (hand(match, 1), hand(match, 2), deck(match), discards(match)) == before


def test_a_hint_tells_of_one_hand_only() -> None:
    """2.1: a hint goes to one other player."""
    match = dealt("R1 ... | R2 ... | R3 B1 Y2 G3 W4")
    match.play("hint 3 red")
    assert [told(match, seat, "red") for seat in (1, 2, 3)] == [[], [], [1]]
    assert [not_told(match, seat, "red") for seat in (1, 2, 3)] == [[], [], [2, 3, 4, 5]]


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_everybody_hears_a_hint(seat: int | None) -> None:
    """2.1: the cards a hint fits are pointed out at the table."""
    match = dealt("... | R2 G1 B5 G3 Y1 | ...")
    match.play("hint 2 green")
    assert [card["told"] for card in match.view(seat)["hands"][1]] == [[], ["green"], [], ["green"], []]


def test_hints_add_up() -> None:
    """2.1: colour and value of the same card can be told one after the other."""
    match = play_all(dealt(EXAMPLE_HANDS), "hint 2 green", "hint 1 red", "hint 2 ones")
    assert match.reveal()["hands"][1][1] == {"card": "green 1", "told": ["green", "ones"], "not": []}
    assert match.reveal()["hands"][1][3] == {"card": "green 3", "told": ["green"], "not": ["ones"]}


@pytest.mark.parametrize("hint", hints([2, 3], COLOURS + VALUES))
def test_no_hint_without_a_token(hint: str) -> None:
    """2.1: impossible with none left."""
    assert_refused(position("... | ... | ...", tokens=0), hint, "2.1")


def test_without_a_token_a_card_must_be_played_or_discarded() -> None:
    """2.1: the player has to do something else."""
    match = position("... | ...", tokens=0)
    assert sorted(match.actions()) == sorted(f"{verb} {n}" for verb in ("play", "discard") for n in range(1, 6))


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("about", ["red", "fives"])
def test_no_hint_to_oneself(seat: int, about: str) -> None:
    """2.1: to one other player."""
    assert_refused(position("... | ... | ...", to_act=seat), f"hint {seat} {about}", "2.1")


@pytest.mark.parametrize("about", ["red", "fives"])
def test_no_hint_to_an_empty_chair(about: str) -> None:
    """2.1 and 1.1: to one other player of those at the table."""
    assert_refused(position("... | ... | ..."), f"hint 4 {about}", "1.1")


@pytest.mark.parametrize(("about", "clause"), [("multicolour", "5.2"), ("black", "6.3")])
@pytest.mark.parametrize("multicolour", [False, True])
@pytest.mark.parametrize("black_powder", [False, True])
def test_only_the_five_basic_colours_can_be_hinted(
    about: str, clause: str, multicolour: bool, black_powder: bool
) -> None:
    """2.1: The hintable colours are the five basic ones in every expansion."""
    match = dealt("... | ...", multicolour=multicolour, black_powder=black_powder)
    assert_refused(match, f"hint 2 {about}", clause)
    assert [action for action in match.actions() if action.startswith("hint")] == hints([2], COLOURS + VALUES)


def test_without_empty_hints_only_hints_that_fit_a_card_are_given() -> None:
    """2.1: option `empty_hints` off."""
    match = dealt(EXAMPLE_HANDS, empty_hints=False)
    fitting = ["red", "blue", "yellow", "green", "ones", "twos", "threes", "fives"]
    assert [action for action in match.actions() if action.startswith("hint")] == hints([2], fitting)


@pytest.mark.parametrize("about", ["white", "fours"])
def test_an_empty_hint_is_refused_where_the_table_plays_without(about: str) -> None:
    """2.1: option `empty_hints` off."""
    assert_refused(dealt(EXAMPLE_HANDS, empty_hints=False), f"hint 2 {about}", "2.1")


@pytest.mark.parametrize("about", COLOURS + VALUES)
def test_no_hint_to_an_empty_hand(about: str) -> None:
    """2.1: no hint to a player with an empty hand, though an empty hint is allowed."""
    match = position("R5 | | G5", fireworks="W5 R4 B5 Y5 G4", deck="", final_bouquet=True)
    assert_refused(match, f"hint 2 {about}", "2.1")
    assert f"hint 3 {about}" in match.actions()


# 2.2: discard a card


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_discard_returns_a_token_and_draws_a_card(number: int) -> None:
    """2.2: Discard a card: returns a token; then draw. The new card comes last."""
    match = position("W1 R2 B3 Y4 G5 | ...", deck_top="B1", discards="G1", tokens=0)
    held = hand(match, 1).split()
    gone = held.pop(number - 1)
    left = deck_size(match)
    match.play(f"discard {number}")
    assert tokens(match) == 1
    assert hand(match, 1) == " ".join([*held, "B1"])
    assert sorted(discards(match).split()) == sorted(["G1", gone])
    assert deck_size(match) == left - 1


def test_a_discard_is_no_error_and_plays_nothing() -> None:
    """2.2: a discard neither turns an error tile nor lights a firework, whatever the card."""
    match = position("R1 ... | ...")
    match.play("discard 1")
    assert (errors(match), fireworks(match), match.scores) == (0, "", [0, 0])


def test_the_eighth_token_returns() -> None:
    """2.2: a discard is possible while any token is missing."""
    match = position("... | ...", tokens=7)
    match.play("discard 1")
    assert tokens(match) == 8


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_no_discard_with_all_tokens_there(number: int) -> None:
    """2.2: impossible while all 8 are there."""
    assert_refused(position("... | ...", tokens=8), f"discard {number}", "2.2")


@pytest.mark.parametrize("verb", ["play", "discard"])
def test_only_a_card_one_holds_can_leave_the_hand(verb: str) -> None:
    """2.2 and 2.3: a card of one's own hand."""
    match = position("R1 R2 R3 | ...", deck="", turns_left=2)
    assert_refused(match, f"{verb} 4", "1.3")
    assert match.why_not(f"{verb} 3") is None


# 2.3: play a card


@pytest.mark.parametrize("suit", "WRBYG")
def test_a_one_starts_a_firework(suit: str) -> None:
    """2.3: if it is the next of its colour's firework it is added; then draw."""
    match = position(f"W3 {suit}1 R3 B3 G3 | ...", deck_top="Y5")
    match.play("play 2")
    assert fireworks(match) == f"{suit}1"
    assert hand(match, 1) == "W3 R3 B3 G3 Y5"
    assert (tokens(match), errors(match), discards(match), match.scores) == (4, 0, "", [1, 1])


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("height", [0, 1, 2, 3, 4])
def test_a_firework_rises_by_one_card_at_a_time(height: int, value: int) -> None:
    """2.3: 1, then 2, then 3, then 4 and last 5; any other card is discarded and an error tile is turned."""
    match = position(f"R{value} ... | ...", fireworks=f"R{height}" if height else "W1", tokens=4)
    match.play("play 1")
    fits = value == height + 1
    assert match.reveal()["fireworks"]["red"] == list(range(1, height + 1 + fits))
    assert errors(match) == (not fits)
    assert discards(match) == ("" if fits else f"R{value}")
    assert tokens(match) == (5 if fits and value == 5 else 4)


def test_a_misplayed_card_is_replaced_and_returns_no_token() -> None:
    """2.3: else it is discarded and an error tile is turned; then draw."""
    match = position("R1 R3 W3 B3 G3 | ...", deck_top="Y5", tokens=3, errors=1)
    left = deck_size(match)
    match.play("play 2")
    assert (tokens(match), errors(match), discards(match), fireworks(match)) == (3, 2, "R3", "")
    assert hand(match, 1) == "R1 W3 B3 G3 Y5"
    assert deck_size(match) == left - 1


def test_a_card_fits_its_own_colour_only() -> None:
    """2.3: one firework for each colour, made of its cards."""
    match = position("R2 ... | ...", fireworks="W1 B1 Y1 G1")
    match.play("play 1")
    assert (errors(match), fireworks(match)) == (1, "W1 B1 Y1 G1")


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_complete_firework_takes_no_card(value: int) -> None:
    """2.3: only one firework of each colour, only one card of each value in it."""
    match = position(f"R{value} ... | ...", fireworks="R5")
    match.play("play 1")
    assert (errors(match), fireworks(match), discards(match)) == (1, "R5", f"R{value}")


@pytest.mark.parametrize("suit", "WRBYG")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (7, 8), (8, 8)])
def test_completing_a_firework_returns_a_missing_token(suit: str, before: int, after: int) -> None:
    """2.3: Completing a firework with its 5 returns one token if any is missing."""
    match = position(f"{suit}5 ... | ...", fireworks=f"{suit}4", tokens=before)
    match.play("play 1")
    assert tokens(match) == after
    assert hand_sizes(match) == [5, 5]


def test_a_misplayed_five_returns_no_token() -> None:
    """2.3: only a 5 that completes its firework does."""
    match = position("R5 ... | ...", fireworks="R3")
    match.play("play 1")
    assert (tokens(match), errors(match)) == (4, 1)


def test_cards_can_be_played_with_any_number_of_tokens() -> None:
    """2.3: playing neither needs nor spends a token."""
    for held in range(9):
        assert tokens(play_all(position("R1 ... | ...", tokens=held), "play 1")) == held


# 2.4: the discards


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_discards_lie_open(seat: int | None) -> None:
    """2.4: Discards lie open and can be looked through at any time, misplayed cards among them."""
    match = play_all(position("W4 ... | B3 ... | ...", discards="G2 G2"), "discard 1", "play 1")
    assert sorted(match.view(seat)["discards"]) == ["blue 3", "green 2", "green 2", "white 4"]


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_fireworks_tokens_and_errors_lie_open(seat: int | None) -> None:
    """2.3: what was played, spent and turned is there for everybody to see."""
    view = position("... | ... | ...", fireworks="R3 G5", tokens=2, errors=1).view(seat)
    assert (view["fireworks"]["red"], view["fireworks"]["green"]) == ([1, 2, 3], [1, 2, 3, 4, 5])
    assert (view["tokens"], view["errors"]) == (2, 1)
