"""Chapter 2 of the rules of Ming Dynastie: the cards laid out, the princes, the score, what is open."""

from __future__ import annotations

from typing import Any

import pytest

import lantern
from lantern import Match
from tests.matches import phase, play_all, to_act
from tests.ming.box import DISTRICTS, GAME, PACK, PLAYERS, PROVINCES, SEATS, SYMBOLS, province_of
from tests.ming.shown import (
    census,
    choices,
    deck,
    discards,
    display,
    dragons,
    prince,
    round_of,
    start_player,
    stock,
    tiles,
)
from tests.ming.table import new_match, position, scoring, through
from tests.refusals import assert_legal, assert_not_undone, assert_refused


def placing(players: int = 3, **options: Any) -> Match:
    """A match in which the princes are to be placed; with two players the neutral members already are."""
    match = new_match(players=players, **options)
    while phase(match) == "neutrals":
        match.play(match.actions()[-1])
    return match


# 2.1: the cards


def test_one_card_at_each_province_space_and_the_rest_is_the_deck() -> None:
    """2.1: with a chosen deck the first six in board order."""
    match = new_match("camel camel ox ox junk horse sedan rickshaw")
    assert display(match) == dict(zip(PROVINCES, ["camel", "camel", "ox", "ox", "junk", "horse"], strict=True))
    assert (len(deck(match)), deck(match)[:2]) == (48, ["sedan", "rickshaw"])
    assert discards(match) == {}


@pytest.mark.parametrize("players", PLAYERS)
def test_without_a_chosen_deck_the_cards_are_shuffled(players: int) -> None:
    """2.1: by the seed."""
    matches = [GAME.match(players=players, seed=seed) for seed in range(4)]
    assert len({tuple(deck(match)) for match in matches}) == 4
    for match in matches:
        assert census(match) == dict.fromkeys(SYMBOLS, 9) | {"dragon": 18}
        assert (len(deck(match)), dragons(match)) == (48, 18 - players)


def test_the_same_seed_deals_the_same_cards() -> None:
    """2.1."""
    assert GAME.match(players=4, seed=9).reveal() == GAME.match(players=4, seed=9).reveal()


@pytest.mark.parametrize(
    "cards",
    [
        PACK[:53],
        [*PACK, "junk"],
        ["junk", *PACK[:53], "junk"],
        [*PACK[:53], "junk"],
        [*PACK[:53], "dragon"],
        [*PACK[:53], "sedan chair"],
        [*PACK[:53], 5],
        "junk",
        [],
        5,
    ],
)
def test_a_chosen_deck_has_nine_of_each_kind(cards: Any) -> None:
    """2.1 and 1.3: 54 movement cards."""
    with pytest.raises(lantern.BadInput, match=r"(?i)card|deck"):
        GAME.match(players=3, deck=cards)


# 2.2: the start player


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_drawn_by_lot(players: int) -> None:
    """2.2: each seat is."""
    drawn = {GAME.match(players=players, seed=seed).to_act for seed in range(40)}
    assert drawn == set(range(1, players + 1))


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_the_start_player_may_be_chosen(start: int) -> None:
    """2.2: whatever the seed."""
    for seed in range(4):
        match = GAME.match(players=4, start=start, seed=seed)
        assert (match.to_act, match.reveal()["start_player"]) == (start, start)


@pytest.mark.parametrize("players", PLAYERS)
def test_with_a_chosen_deck_the_first_seat_begins(players: int) -> None:
    """2.2: unless another is chosen."""
    assert to_act(new_match(players=players)) == "A"
    assert to_act(new_match(players=players, start=2)) == "B"


@pytest.mark.parametrize("start", [0, 4, -1, "A", True])
def test_a_start_player_who_is_not_there(start: Any) -> None:
    """2.2: three players have seats 1 to 3."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=3, start=start)


@pytest.mark.parametrize("players", [0, 1, 5, "3"])
def test_two_to_four_players(players: Any) -> None:
    """2: the game is for these."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=players)


# 2.2: the princes


@pytest.mark.parametrize(
    ("players", "start"), [(players, seat) for players in PLAYERS for seat in range(1, players + 1)]
)
def test_princes_are_placed_clockwise_from_the_start_player(players: int, start: int) -> None:
    """2.2: then phase 1 of round 1 begins, with the start player again."""
    match = placing(players, start=start)
    for number in range(players):
        assert (phase(match), match.to_act) == ("princes", (start - 1 + number) % players + 1)
        match.play(f"prince O{3 - number}" if number < 3 else "prince B1")
    assert (phase(match), match.to_act, round_of(match)) == ("members", start, 1)
    assert match.reveal()["to_place"] == [5] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_a_prince_goes_to_any_district_without_a_prince(players: int) -> None:
    """2.2: and is not placed twice."""
    match = placing(players)
    free = set(DISTRICTS)
    for seat, where in zip(SEATS[:players], ["W1", "W2", "B3", "G2"], strict=False):
        assert prince(match, seat) is None
        assert set(match.actions()) == {f"prince {each}" for each in free}
        for other in set(DISTRICTS) - free:
            assert_refused(match, f"prince {other}", "2.2")
        match.play(f"prince {where}")
        assert prince(match, seat) == where
        free.remove(where)
    assert_refused(match, "prince O1")


@pytest.mark.parametrize("district", DISTRICTS)
def test_a_prince_brings_a_tile_of_the_colour_of_his_district(district: str) -> None:
    """2.2: from the stock."""
    match = play_all(placing(), f"prince {district}")
    colour = province_of(district)
    assert (tiles(match, "A"), tiles(match, "B")) == ({colour: 1}, {})
    assert stock(match) == dict.fromkeys(PROVINCES, 18) | {colour: 17}


def test_princes_in_one_province_bring_the_same_tile() -> None:
    """2.2: each one."""
    match = play_all(placing(4), "prince W1", "prince W2", "prince W3", "prince O1")
    assert [tiles(match, seat) for seat in SEATS] == [{"white": 1}] * 3 + [{"orange": 1}]
    assert stock(match)["white"] == 15


def test_nothing_else_is_done_while_princes_are_placed() -> None:
    """2.2: the rounds come later."""
    match = placing()
    for action in ("pass", "member white", "take white", "dragon white", "stay with dragon", "stop", "deploy 0"):
        assert_refused(match, action)
    for action in ("neutral W1", "return 0", "back W1", "start 1", "step W2 with dragon"):
        assert_refused(match, action)


def test_a_prince_is_not_taken_back() -> None:
    """2.2: it is the next seat's turn."""
    assert_not_undone(play_all(placing(), "prince W1"))


# 2.3: the score


@pytest.mark.parametrize("before", [0, 22, 49, 50, 99, 100, 250])
def test_the_score_runs_past_50_and_100(before: int) -> None:
    """2.3."""
    match = scoring("W1 A", scores=[before, 0, 0, 0], tiles={"A": "orange green pink yellow blue"})
    assert match.scores == [before + 28, 0, 0, 0]
    assert through(match).scores == [before + 28 + 4 + 4, 0, 0, 0]


# 2.4: what is open


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_hands_tiles_and_discards_lie_open(viewer: int | None) -> None:
    """2.4: ruling; the order of the deck does not."""
    match = position(hands={"A": "junk dragon", "B": "ox ox"}, tiles={"C": "white"}, deck="camel camel")
    view = match.view(viewer)
    assert view["hands"] == match.reveal()["hands"] == [{"junk": 1, "dragon": 1}, {"ox": 2}, {"dragon": 1}]
    assert view["tiles"] == match.reveal()["tiles"]
    assert view["discards"] == match.reveal()["discards"]
    assert view["deck"] == 2


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_with_secret_hands_the_display_shows_how_many_cards_the_others_hold(viewer: int | None) -> None:
    """2.4: an option."""
    match = position(hands={"A": "junk dragon", "B": "ox ox ox"}, options={"secret_hands": True})
    shown = match.view(viewer)["hands"]
    for seat, count in ((1, 2), (2, 3), (3, 1)):
        assert shown[seat - 1] == (match.reveal()["hands"][seat - 1] if seat == viewer else count)


def test_secret_hands_change_nothing_else() -> None:
    """2.4: the same decisions."""
    matches = [
        position(hands={"A": "junk dragon", "B": "ox ox ox"}, options={"secret_hands": secret})
        for secret in (False, True)
    ]
    assert matches[0].actions() == matches[1].actions()
    assert_legal(matches[1], "stay with junk", "step O1 with junk")
    assert start_player(matches[1]) == "A"
    assert choices(matches[0], "step") == choices(matches[1], "step")
