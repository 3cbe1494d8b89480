"""Why a move in Hanabi, in words: what was known of a card, and what a hint tells, as far as who asks can see."""

from __future__ import annotations

import pytest

from lantern import Match
from tests.explained import SPECTATOR, assert_reasons_hide_what_is_hidden, explained
from tests.hanabi.box import GAME
from tests.hanabi.table import dealt, position
from tests.matches import play_all
from tests.tables import Table, all_tables

# Playing.


def test_hints_said_which_card_it_is() -> None:
    match = position("R1 W2 B3 Y4 G4 | W3 W4 Y3 B4 G3", to_act=2)
    play_all(match, "hint 1 red", "hint 2 threes", "hint 1 ones")
    assert explained(match, "play 1") == ["Certain: the hints say it is the red 1, and it fits."]


def test_hints_and_the_cards_to_be_seen_say_which_card_it_is() -> None:
    match = position("R2 ... | ...", fireworks="W1 R1 B1 Y1 G1", discards="W2 W2 B2 B2 Y2 Y2 G2 G2", to_act=2)
    play_all(match, "hint 1 twos")
    assert explained(match, "play 1") == ["Certain: going by the cards in sight it must be the red 2, and it fits."]


def test_whatever_it_is_it_fits() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R1 W4 Y3 B4 G3", start=1), "hint 2 ones")
    assert explained(match, "play 1") == ["Certain: all of the 15 cards it can be fit."]


def test_a_card_that_was_hinted_at_may_fit() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R1 W4 Y3 B4 G3", start=1), "hint 2 red")
    assert explained(match, "play 1") == ["It was hinted, and 3 of the 10 cards it can be would fit."]


def test_a_card_nobody_hinted_at_is_a_risk() -> None:
    match = dealt("R1 W3 B3 Y4 G4 | R2 W4 Y3 B4 G3", start=1)
    assert explained(match, "play 1") == ["A risk: going by the hints, 15 of the 45 cards it can be would fit."]


def test_others_see_that_it_fits() -> None:
    match = dealt("R1 W3 B3 Y4 G4 | R2 W4 Y3 B4 G3", start=1)
    assert explained(match, "play 1", viewer="B") == [
        "It is the red 1, and it fits.",
        "A risk: going by the hints, 15 of the 50 cards it can be would fit.",
    ]


def test_a_spectator_is_told_what_everybody_knows() -> None:
    match = dealt("R1 W3 B3 Y4 G4 | R2 W4 Y3 B4 G3", start=1)
    assert explained(match, "play 1", viewer=SPECTATOR) == [
        "A risk: going by the hints, 15 of the 50 cards it can be would fit."
    ]


def test_a_card_that_is_known_not_to_fit() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R5 W4 Y3 B4 G3", start=1), "hint 2 fives")
    assert explained(match, "play 1") == ["Whatever it is, it can't fit, as far as anyone can see."]


def test_in_the_last_round_there_is_nothing_to_lose() -> None:
    match = position("R2 ... | ...", fireworks="R1", deck="", turns_left=2)
    assert "The last round, with 2 turns left: a card in hand scores nothing." in explained(match, "play 1")


def test_a_firework_is_completed() -> None:
    match = position("R5 W2 B3 Y4 G4 | W3 W4 Y3 B4 G3", fireworks="R4", to_act=2)
    play_all(match, "hint 1 red", "hint 2 threes", "hint 1 fives")
    assert explained(match, "play 1")[0] == "Completes the red firework."


def test_the_black_firework_ends_with_its_one() -> None:
    match = position("K1 ... | ...", fireworks="K2", black_powder=True)
    assert explained(match, "play 1", viewer="B")[0] == "Completes the black firework."


# Discarding.


def test_a_card_known_to_be_useless() -> None:
    match = position("R1 W2 B3 Y4 G4 | W3 W4 Y3 B4 G3", fireworks="W1 R1 B1 Y1 G1", to_act=2)
    play_all(match, "hint 1 ones")
    assert explained(match, "discard 1") == [
        "Known to be useless: whatever it is, nobody needs it any more.",
        "Brings a hint token back: 4 of 8.",
    ]


def test_a_card_known_and_useless() -> None:
    match = position("R1 W2 B3 Y4 G4 | W3 W4 Y3 B4 G3", fireworks="R1", tokens=3, to_act=2)
    play_all(match, "hint 1 ones", "hint 2 threes", "hint 1 red")
    assert explained(match, "discard 1") == [
        "Known to be useless: it must be the red 1, which nobody needs any more.",
        "No hint tokens were left: this brings one back.",
    ]


def test_the_oldest_card_without_a_hint() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R5 W4 Y3 B4 G3", start=1), "hint 2 red")
    assert explained(match, "discard 2") == [
        "The oldest card without a hint.",
        "Brings a hint token back: 8 of 8.",
    ]


def test_another_card_without_a_hint() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R5 W4 Y3 B4 G3", start=1), "hint 2 red")
    assert explained(match, "discard 3")[0] == "Nobody has given a hint about it."


def test_a_card_that_can_be_spared_whatever_it_is() -> None:
    match = play_all(dealt("W2 W3 B3 Y4 G4 | R3 W4 Y3 B4 G2", start=1), "hint 2 threes")
    assert explained(match, "discard 1")[0] == (
        "Whatever it is, it is not the last card of its kind that is still needed."
    )


def test_somebody_holds_the_same_card() -> None:
    match = position("R3 W2 B2 Y4 G4 | R3 W4 Y3 B4 G3", to_act=2)
    play_all(match, "hint 1 threes", "hint 2 fours", "hint 1 red")
    assert "It must be the red 3, and Bob holds another." in explained(match, "discard 1")


def test_who_holds_the_same_card_is_not_told_so() -> None:
    match = position("R3 W2 B2 Y4 G4 | R3 W4 Y3 B4 G3", to_act=2)
    play_all(match, "hint 1 threes", "hint 2 fours", "hint 1 red")
    assert not any("holds another" in sentence for sentence in explained(match, "discard 1", viewer="B"))


# Hints.


def test_a_hint_makes_sure() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | R1 W4 Y1 B4 G3", start=1)
    first, *_ = explained(match, "hint 2 ones")
    assert first == "Bob now knows for sure: cards 1 and 3 can be played."


@pytest.mark.parametrize("viewer", [SPECTATOR, "A", "B"])
def test_everybody_is_told_what_a_hint_makes_sure(viewer: str) -> None:
    match = dealt("W2 W3 B3 Y4 G4 | R1 W4 Y1 B4 G3", start=1)
    assert "Bob now knows for sure: cards 1 and 3 can be played." in explained(match, "hint 2 ones", viewer)


POINTS = "If Ann plays by the usual conventions, it points at Bob's card 4: it can be played, now or soon."


def test_a_hint_points_at_a_card_that_can_be_played() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W4 R3 Y3 R1 G3", start=1)
    assert explained(match, "hint 2 red") == [
        POINTS,
        "Bob's card 4 is the red 1, which fits now.",
        "Hints red to Bob (cards 2 and 4).",
    ]


def test_who_gets_a_hint_is_not_told_which_card_it_is() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W4 R3 Y3 R1 G3", start=1)
    assert explained(match, "hint 2 red", viewer="B") == [
        POINTS,
        "Hints red to Bob (cards 2 and 4).",
        "With all 8 tokens available nobody may discard.",
    ]


def test_a_hint_that_can_not_mean_what_the_club_says_is_not_read_so() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W4 R3 Y3 R4 G3", start=1)
    assert explained(match, "hint 2 red")[0] == "Hints red to Bob (cards 2 and 4)."


def test_a_hint_saves_the_next_card_to_be_discarded() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | R5 R3 Y3 R4 G3", start=1)
    points, saves, _ = explained(match, "hint 2 fives")
    assert points == (
        "If Ann plays by the usual conventions, it points at Bob's card 1, the next to be discarded: "
        "it can be played, or must not be lost."
    )
    assert saves == "Bob's card 1 is the last red 5, which must not be discarded."


def test_a_bot_that_knows_no_conventions_has_other_reasons_and_as_many() -> None:
    def why(kind: str | None) -> list[str]:
        match = dealt("W2 W3 B3 Y4 G4 | R5 R3 Y3 R4 G3", start=1)
        return explained(match, "hint 2 fives", kind=kind)

    assert why("club") == why(None)
    points, *others = why(None)
    assert points.startswith("If Ann plays by the usual conventions")
    assert len(others) == 2
    assert why("hats") == [*others, "With all 8 tokens available nobody may discard."]


def test_a_hint_may_point_at_a_card_that_fits_after_others_hinted_at() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W3 B4 Y4 R2 G3 | W4 B4 Y3 R1 G4", start=1)
    play_all(match, "hint 3 red", "hint 1 fours", "hint 1 threes")
    assert explained(match, "hint 2 red")[0] == POINTS


def test_a_hint_at_the_next_card_to_be_discarded_may_mean_that_it_can_be_played_and_no_more() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | R1 W3 B4 R4 G3", start=1)
    assert explained(match, "hint 2 red")[0] == (
        "If Ann plays by the usual conventions, it points at Bob's card 1: it can be played, now or soon."
    )


def test_a_hint_shows_what_is_useless() -> None:
    match = position("... | R1 W4 Y3 B4 G3", fireworks="W1 R1 B1 Y1 G1")
    assert "Bob now knows for sure: card 1 can be discarded." in explained(match, "hint 2 ones")


def test_a_hint_that_touches_nothing() -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W4 R3 Y3 R4 G3", start=1, empty_hints=True)
    assert explained(match, "hint 2 blue")[0] == "Hints blue to Bob (no card)."


# Bonus tiles.


def completing(tile: str, **more: object) -> Match:
    """Ann can complete the red firework, and this tile comes up."""
    return position("R5 ... | ...", fireworks="R4 W1", flares=True, tiles=[tile], **more)  # type: ignore[arg-type]


def test_a_hint_for_a_tile_is_free() -> None:
    match = play_all(completing("colour hint"), "play 1")
    assert "This hint costs no token." in explained(match, match.actions()[0])


def test_a_card_that_was_lost_returns() -> None:
    match = play_all(completing("return", discards="W2 W2 G1"), "play 1")
    assert explained(match, "return white 2") == [
        "Every white 2 was gone, and without one its firework is stuck.",
        "With the white 2 the deck has one more card.",
    ]


def test_a_card_that_is_still_needed_returns() -> None:
    match = play_all(completing("return", discards="W2 G1"), "play 1")
    assert explained(match, "return white 2")[0] == (
        "The white 2 is still needed, and only 1 other is not in the discards."
    )


def test_a_card_that_nobody_needs_returns() -> None:
    match = play_all(completing("return", discards="W1 G1"), "play 1")
    assert explained(match, "return white 1") == ["With the white 1 the deck has one more card."]


def test_a_card_is_rekindled() -> None:
    match = play_all(completing("rekindle", discards="W2 G2"), "play 1")
    assert explained(match, "play white 2") == ["The white 2 fits, and comes back from the discards."]


def test_a_free_hint_is_declined() -> None:
    match = play_all(completing("return", deck="", turns_left=2), "play 1")
    assert explained(match, "decline") == ["No hint about a value is worth giving now."]


def test_nothing_can_be_done() -> None:
    match = position(" | R5 | G5", fireworks="W5 R4 B5 Y5 G4", deck="", tokens=0, final_bouquet=True)
    assert explained(match, "pass") == ["Nothing else can be done."]


# Languages.


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Bob's card 4 is the red 1, which fits now."),
        ("it", "La carta 4 di Bob è 1 rosso, e ora va bene."),
        ("ru", "Карта № 4 (Bob) — красная 1, она сейчас подходит."),
    ],
)
def test_reasons_are_told_in_the_language_asked_for(language: str, sentence: str) -> None:
    match = dealt("W2 W3 B3 Y4 G4 | W4 R3 Y3 R1 G3", start=1)
    assert explained(match, "hint 2 red", language=language)[1] == sentence


# What is hidden.


@pytest.mark.parametrize("table", all_tables(GAME)[::4], ids=str)
def test_reasons_do_not_change_with_what_is_hidden(table: Table) -> None:
    assert_reasons_hide_what_is_hidden(table)
