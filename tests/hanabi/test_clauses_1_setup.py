"""Chapter 1 of the rules of Hanabi: the set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import lantern
from tests.hanabi.box import COLOURS, GAME, PLAYERS, VALUES, all_cards, cards, hints
from tests.hanabi.shown import census, deck, deck_size, errors, hand, hand_sizes, tokens, told
from tests.hanabi.table import dealt
from tests.matches import play_all
from tests.refusals import assert_refused


@pytest.mark.parametrize("players", PLAYERS)
def test_fifty_cards_of_five_colours(players: int) -> None:
    """1.1: white, red, blue, yellow and green, each 1,1,1,2,2,3,3,4,4,5."""
    match = GAME.match(players=players, seed=5)
    assert census(match) == Counter(all_cards())
    assert list(match.reveal()["fireworks"]) == COLOURS


@pytest.mark.parametrize("players", [0, 1, 6])
def test_only_two_to_five_can_play(players: int) -> None:
    """1.1: 2 to 5 players."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=players)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_players_are_one_team(players: int) -> None:
    """1.1: one team, so every seat has the same points."""
    match = dealt("R1 ..." + " | ..." * (players - 1))
    match.play("play 1")
    assert match.scores == [1] * players


@pytest.mark.parametrize("change", ["one missing", "one too many", "one twice"])
def test_a_chosen_deck_holds_exactly_the_cards_of_the_game(change: str) -> None:
    """1.1: 50 cards, no more, no fewer and no others."""
    pack = cards(" ".join(all_cards()))
    wrong = {"one missing": pack[1:], "one too many": [*pack, "red 5"], "one twice": ["red 5", *pack[1:]]}[change]
    with pytest.raises(lantern.BadInput):
        GAME.match(players=2, deck=wrong)


def test_eight_hint_tokens_and_no_error_at_the_start() -> None:
    """1.2: 8 hint tokens; 3 error tiles, none turned."""
    match = GAME.match(players=2, seed=5)
    assert (tokens(match), errors(match)) == (8, 0)


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_of_five_for_two_or_three_and_four_for_more(players: int, size: int) -> None:
    """1.3: 5 cards with 2-3 players, 4 with 4-5; the rest is the deck."""
    match = GAME.match(players=players, seed=5)
    assert hand_sizes(match) == [size] * players
    assert deck_size(match) == 50 - size * players


@pytest.mark.parametrize("players", PLAYERS)
def test_a_player_sees_every_hand_but_his_own(players: int) -> None:
    """1.3: A player sees every hand but his own, and nobody sees the deck."""
    match = GAME.match(players=players, seed=5)
    for seat in range(1, players + 1):
        view = match.view(seat)
        for other in range(1, players + 1):
            seen = [card["card"] for card in view["hands"][other - 1]]
            shown = [card["card"] for card in match.reveal()["hands"][other - 1]]
            assert seen == ([None] * len(shown) if other == seat else shown)
        assert view["deck"] == deck_size(match)


def test_a_drawn_card_is_hidden_from_its_owner_and_seen_by_the_others() -> None:
    """1.3: a player draws without looking at the card."""
    match = dealt("R1 ... | ...", deck_top="B4")
    match.play("play 1")
    assert match.view(1)["hands"][0][4]["card"] is None
    assert match.view(2)["hands"][0][4]["card"] == "blue 4"


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_has_a_fifth_card_with_four_players(seat: int) -> None:
    """1.3: a hand of 4 has no fifth position."""
    match = play_all(dealt("... | ... | ... | ..."), *["hint 3 red"] * (seat - 1))
    assert_refused(match, "play 5", "1.3")


def test_a_card_keeps_its_place_in_the_order_and_what_was_told_of_it() -> None:
    """1.4: each card keeps its identity and what was told of it; what is drawn comes last and untold."""
    match = dealt("... | W1 R1 B3 R4 G2", deck_top="R5 Y3")
    play_all(match, "hint 2 red", "play 1")
    assert hand(match, 2) == "R1 B3 R4 G2 R5"
    assert told(match, 2, "red") == [1, 3]
    assert match.reveal()["hands"][1][4] == {"card": "red 5", "told": [], "not": []}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_drawn_by_lot(players: int) -> None:
    """1.5: The start player is drawn by lot."""
    starts = {GAME.match(players=players, seed=seed).to_act for seed in range(60)}
    assert starts == set(range(1, players + 1))


@pytest.mark.parametrize("start", [1, 2, 3])
def test_the_start_player_can_be_named(start: int) -> None:
    """1.5: option `start`."""
    assert {GAME.match(players=3, seed=seed, start=start).to_act for seed in range(10)} == {start}


def test_the_start_player_sits_at_the_table() -> None:
    """1.5: a start player who does not sit there is refused."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=3, start=4)


def test_a_chosen_deck_is_dealt_hand_by_hand_from_seat_one_who_begins() -> None:
    """1.3 and 1.5: a chosen set-up leaves nothing to the lot."""
    match = GAME.match(players=2, deck=cards(" ".join(all_cards())))
    assert hand(match, 1) == "W1 W1 W1 W2 W2"
    assert hand(match, 2) == "W3 W3 W4 W4 W5"
    assert deck(match).split() == all_cards()[10:]
    assert match.to_act == 1


def test_the_named_start_player_begins_with_a_chosen_deck() -> None:
    """1.5: option `start` with a chosen deck."""
    assert dealt("... | ... | ...", start=3).to_act == 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("start", [1, 2])
def test_play_goes_clockwise(players: int, start: int) -> None:
    """1.5: play goes clockwise, from the last seat on to the first."""
    match = GAME.match(players=players, seed=5, start=start)
    order = []
    for _ in range(players):
        order.append(match.to_act)
        match.play(match.actions()[-1])
        order.append(match.to_act)
        match.play("discard 1")
    assert order == [(start - 1 + turn) % players + 1 for turn in range(2 * players)]


def test_cards_are_shuffled_and_a_seed_repeats_the_deal() -> None:
    """1.1: the cards are shuffled."""
    assert GAME.match(players=3, seed=5).reveal() == GAME.match(players=3, seed=5).reveal()
    assert len({deck(GAME.match(players=3, seed=seed)) for seed in range(10)}) == 10


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_choices_are_every_card_and_every_hint(players: int) -> None:
    """1.2 and 2: with all tokens there a player may play any card or give any hint, but not discard."""
    match = GAME.match(players=players, seed=5, start=1)
    plays = [f"play {number}" for number in range(1, hand_sizes(match)[0] + 1)]
    assert sorted(match.actions()) == sorted(plays + hints(list(range(2, players + 1)), COLOURS + VALUES))
