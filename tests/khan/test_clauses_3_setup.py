"""Chapter 3 of the rules of Khan: the start player, rulers, first yurts, the deal, and the deck that runs out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import lantern
from lantern import Match
from tests.khan.board import LAND, REGIONS, RIVER, names, region
from tests.khan.box import GAME, NO_SPECIALS, PACK, PLAYERS, RULERS, SEATS, STARTS, direction_of
from tests.khan.shown import census, choices, court, deck, discards, hand, left, ruler, symbols, turn, yurts
from tests.khan.table import new_match, position, special, step_one
from tests.matches import phase, play_all, seat_number, to_act
from tests.refusals import assert_legal, assert_not_undone, assert_refused

EACH = {2: 3, 3: 2, 4: 1}
FIRST_YURTS = ["F4", "A5", "A10", "M9", "C1", "K2"]
"""A square in each of tundra, stone, sand, forest, glaciers and mountains."""


def begun(match: Match) -> Match:
    """The match with all starting yurts placed."""
    count = match.options["players"] * EACH[match.options["players"]]
    return play_all(match, *(f"yurt {where}" for where in FIRST_YURTS[:count]))


# 3.0: the start player


@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_player_is_drawn_by_lot(players: int) -> None:
    """3.0: ruling; each seat is."""
    drawn = {GAME.match(players=players, seed=seed).to_act for seed in range(60)}
    assert drawn == set(range(1, players + 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_with_a_chosen_deck_the_first_seat_begins(players: int) -> None:
    """3.0: unless another is chosen."""
    assert to_act(new_match(players=players)) == "A"
    assert new_match(players=players, start=2).to_act == 2


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_the_start_player_may_be_chosen(start: int) -> None:
    """3.0: whatever the seed."""
    for seed in range(4):
        match = GAME.match(players=4, start=start, seed=seed)
        assert (match.to_act, match.reveal()["start_player"], match.reveal()["turn"]) == (start, start, start)


@pytest.mark.parametrize(
    ("players", "start"), [(players, seat) for players in PLAYERS for seat in range(1, players + 1)]
)
def test_the_start_player_begins_the_yurts_and_the_game(players: int, start: int) -> None:
    """3.0: play goes clockwise; after the yurts it is the start player's turn again."""
    match = new_match(players=players, start=start)
    for number in range(players * EACH[players]):
        assert (phase(match), match.to_act) == ("yurts", (start - 1 + number) % players + 1)
        match.play(f"yurt {FIRST_YURTS[number]}")
    assert (phase(match), match.to_act, left(match)) == ("actions", start, 2)


@pytest.mark.parametrize(("players", "first"), [(players, seat) for players in PLAYERS for seat in SEATS[:players]])
def test_play_goes_clockwise(players: int, first: str) -> None:
    """3.0: from seat to seat, round and round."""
    match = position(players=players, turn=first, specials=NO_SPECIALS)
    for number in range(2 * players + 1):
        assert match.to_act == (seat_number(first) - 1 + number) % players + 1
        free = min(choices(match, "anywhere"))
        play_all(match, free, "stop")


@pytest.mark.parametrize("start", [0, 3, -1, "A", True])
def test_a_start_player_who_is_not_there(start: Any) -> None:
    """3.0: two players have seats 1 and 2."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=2, start=start)


@pytest.mark.parametrize("players", [0, 1, 5, "2"])
def test_two_to_four_players(players: Any) -> None:
    """3.2 and 2.4: the tables are for these."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=players)


# 3.1: rulers and courts


def test_rulers_are_not_placed_unless_players_want_to() -> None:
    """3.1: they stand on their squares; the yurts come first."""
    match = new_match()
    assert (phase(match), match.reveal()["rulers"]) == ("yurts", STARTS)
    assert_refused(match, "ruler song L10")


def placing(players: int = 3, **options: Any) -> Match:
    return new_match(players=players, place_rulers=True, **options)


def test_players_place_the_rulers_themselves() -> None:
    """3.1: any ruler not yet placed, on any free land square, one each in turn."""
    match = placing(start=2)
    assert (phase(match), match.to_act) == ("rulers", 2)
    assert set(match.reveal()["rulers"].values()) == {"unplaced"}
    assert set(match.actions()) == {f"ruler {who} {where}" for who in RULERS for where in names(LAND)}
    match.play("ruler song H5")
    assert (phase(match), match.to_act) == ("rulers", 3)
    free = [where for where in names(LAND) if where != "H5"]
    assert set(match.actions()) == {f"ruler {who} {where}" for who in RULERS if who != "song" for where in free}
    assert (ruler(match, "song"), ruler(match, "seljuk")) == ("H5", "unplaced")


@pytest.mark.parametrize(("players", "start"), [(2, 1), (2, 2), (3, 1), (3, 3), (4, 4)])
def test_eight_rulers_are_placed_and_then_the_start_player_begins_the_yurts(players: int, start: int) -> None:
    """3.0 and 3.1: he begins both, though with three players another placed the eighth ruler before him."""
    match = placing(players, start=start)
    squares = ["G6", "H6", "I6", "F7", "G7", "H7", "I7", "K11"]
    for number, (who, where) in enumerate(zip(reversed(RULERS), squares, strict=True)):
        assert (phase(match), match.to_act) == ("rulers", (start - 1 + number) % players + 1)
        match.play(f"ruler {who} {where}")
    assert (phase(match), match.to_act) == ("yurts", start)
    assert match.reveal()["rulers"] == dict(zip(reversed(RULERS), squares, strict=True))
    assert match.reveal()["courts"] == dict.fromkeys(RULERS, 5)
    assert_refused(match, "yurt G6", "3.2")
    assert_legal(match, "yurt H5", "yurt L10")
    begun(match)
    assert (phase(match), match.to_act) == ("actions", start)


@pytest.mark.parametrize("where", names(RIVER))
def test_no_ruler_on_the_river(where: str) -> None:
    """3.1: on land."""
    assert_refused(placing(), f"ruler song {where}", "3.1")


def test_no_ruler_on_another_and_none_twice() -> None:
    """3.1: free squares, rulers not yet placed."""
    match = play_all(placing(), "ruler song H5")
    assert_refused(match, "ruler delhi H5", "3.1")
    assert_refused(match, "ruler song I5", "3.1")
    assert_refused(match, "yurt A10", "3.1")
    assert_refused(match, "drive song")


def test_rulers_may_stand_together_in_one_region() -> None:
    """3.1: nothing but the free square is asked for."""
    match = placing()
    for who, where in zip(RULERS, region("tundra"), strict=False):
        match.play(f"ruler {who} {where}")
    assert phase(match) == "yurts"


# 3.2: the first yurts


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_places_as_many_yurts_as_the_table_says(players: int) -> None:
    """3.2: three, two or one."""
    match = begun(new_match(players=players))
    standing = Counter(who for who in yurts(match).values() if who != "n")
    assert standing == dict.fromkeys(SEATS[:players], EACH[players])


def test_a_first_yurt_goes_to_any_free_land_square() -> None:
    """3.2: any region is still without yurts; the squares of rulers are not free."""
    free = set(names(LAND)) - set(STARTS.values())
    assert set(new_match().actions()) == {f"yurt {where}" for where in free}


def test_a_region_with_a_yurt_takes_no_second_one() -> None:
    """3.2: neither of the same player nor of another."""
    match = new_match(players=2)
    open_regions = set(REGIONS)
    for where, landscape in zip(FIRST_YURTS, ("tundra", "stone", "sand", "forest", "glaciers"), strict=False):
        match.play(f"yurt {where}")
        open_regions.remove(landscape)
        for closed in set(REGIONS) - open_regions:
            other = next(each for each in region(closed) if each not in {*STARTS.values(), *yurts(match)})
            assert_refused(match, f"yurt {other}", "3.2")
        free = {each for landscape in open_regions for each in region(landscape)} - set(STARTS.values())
        assert set(match.actions()) == {f"yurt {each}" for each in free}
    assert open_regions == {"mountains"}


@pytest.mark.parametrize("where", STARTS.values())
def test_no_first_yurt_on_a_ruler(where: str) -> None:
    """3.2: the square is not free."""
    assert_refused(new_match(), f"yurt {where}", "3.2")


@pytest.mark.parametrize("where", ["A4", "E5", "M8", "G13"])
def test_no_first_yurt_on_the_river(where: str) -> None:
    """3.2: on land."""
    assert_refused(new_match(), f"yurt {where}", "3.2")


def test_with_four_players_two_regions_stay_empty() -> None:
    """3.2: four yurts in four of six."""
    match = begun(new_match(players=4))
    assert phase(match) == "actions"
    assert sum(who != "n" for who in yurts(match).values()) == 4


def test_nothing_else_is_done_while_yurts_are_placed() -> None:
    """3 and 3.2: and no yurt is placed so later."""
    match = new_match()
    for action in ("pass", "drive seljuk", "anywhere F5", "invade F5 with tundra", "morale", "stop"):
        assert_refused(match, action)
    assert_refused(begun(match), "yurt G5")


# 3.3: the deal


@pytest.mark.parametrize("players", PLAYERS)
def test_no_cards_are_dealt_before_the_yurts_stand(players: int) -> None:
    """3 and 3.0: yurts are placed before."""
    match = new_match(players=players)
    assert match.reveal()["hands"] == [[]] * players
    assert (len(deck(match)), discards(match)) == (72, [])
    assert [part["held"] for part in match.view(1)["hands"]] == [0] * players


@pytest.mark.parametrize(
    ("players", "start"), [(players, seat) for players in PLAYERS for seat in range(1, players + 1)]
)
def test_four_cards_at_a_time_from_the_start_player(players: int, start: int) -> None:
    """3.3: then the start player's turn begins with the next card turned up."""
    match = begun(GAME.match(players=players, start=start, deck=PACK, seed=5))
    for number in range(players):
        seat = SEATS[(start - 1 + number) % players]
        assert hand(match, seat) == PACK[4 * number : 4 * number + 4]
    assert discards(match) == [PACK[4 * players]]
    assert deck(match) == PACK[4 * players + 1 :]
    who = PACK[4 * players].split()[0]
    assert (ruler(match, who) != STARTS[who], court(match, who)) == (True, 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_without_a_chosen_deck_all_72_cards_are_there(players: int) -> None:
    """3.3: shuffled."""
    matches = [begun(GAME.match(players=players, seed=seed)) for seed in range(3)]
    for match in matches:
        assert census(match) == PACK
        assert [len(hand(match, seat)) for seat in SEATS[:players]] == [4] * players
    assert len({tuple(deck(match)) for match in matches}) == 3


@pytest.mark.parametrize(
    "cards",
    [
        PACK[:71],
        [*PACK, PACK[0]],
        [*PACK[:71], PACK[0]],
        [*PACK[:71], "mongol tundra"],
        [*PACK[:71], "tibetan sea"],
        [*PACK[:71], 5],
        "seljuk tundra",
        [],
        5,
    ],
)
def test_a_chosen_deck_has_every_card_once(cards: Any) -> None:
    """3.3: 72 of them."""
    with pytest.raises(lantern.BadInput, match=r"(?i)card|deck"):
        GAME.match(players=2, deck=cards)


def test_a_chosen_deck_goes_with_chosen_rulers() -> None:
    """3.1 and 3.3: both may be chosen."""
    match = GAME.match(players=2, deck=PACK, place_rulers=True)
    for who, where in STARTS.items():
        match.play(f"ruler {who} {where}")
    assert hand(begun(match), "A") == PACK[:4]


# 3.3: the discard pile


def test_a_played_card_goes_to_the_discard_pile_at_once() -> None:
    """3.3: face up; so do discarded and turned-up ones."""
    match = position("tibetan stone, delhi river, goryeo khan, song sand", top="north")
    assert discards(match) == []
    match.play("invade A5 with stone")
    assert discards(match) == ["tibetan stone"]
    turned = deck(match)[0]
    match.play("drive seljuk")
    assert sorted(discards(match)) == sorted(["tibetan stone", turned])
    match = play_all(position("tibetan stone, delhi river, goryeo khan, song sand"), "anywhere A5", "discard khan")
    assert discards(match) == ["goryeo khan"]


def test_a_card_turned_up_in_step_1_goes_to_the_discard_pile() -> None:
    """3.3 and 5.1."""
    assert discards(step_one("song north")) == ["song sand"]


def test_the_discard_pile_is_seen_by_all() -> None:
    """3.3: it lies face up."""
    match = play_all(position("tibetan stone, delhi river, goryeo khan, song sand"), "invade A5 with stone")
    assert match.view(2)["discards"] == match.view(None)["discards"] == ["tibetan stone"]


@pytest.mark.parametrize("action", ["invade A10 with sand", "discard sand"])
def test_of_cards_with_the_same_symbol_the_first_rulers_goes(action: str) -> None:
    """3.3: ruling; in the order of 1.3, whatever order they are held in."""
    match = position("tibetan sand, song sand, abbasid sand, russian river")
    if action.startswith("discard"):
        match.play("anywhere A10")
    match.play(action)
    assert discards(match) == ["abbasid sand"]
    assert symbols(match, "A") == ["sand", "sand", "river"]
    match.play("discard sand" if action.startswith("discard") else "invade B10 with sand")
    assert sorted(discards(match)) == ["abbasid sand", "song sand"]


def test_of_cards_with_the_same_symbol_the_first_rulers_goes_though_it_was_drawn_later() -> None:
    """3.3: ruling; when it was drawn does not matter."""
    match = position(
        "song sand, tibetan sand, abbasid sand, russian river",
        deck="north, north",
        reshuffles=1,
        drawn={"A": [0, 0, 1, 1]},
    )
    before = set(discards(match))
    match.play("invade A10 with sand")
    assert set(discards(match)) - before == {"abbasid sand"}


# 3.3: the deck runs out


def reshuffles(match: Match) -> int:
    """How often the discards were shuffled."""
    return int(match.reveal()["reshuffles"])


def test_the_deck_is_never_empty() -> None:
    """3.3: as soon as the last card is gone the discards are the new deck; the card itself is on the pile first."""
    match = position(deck="song north")
    pile = discards(match)
    match.play("drive seljuk")
    assert reshuffles(match) == 1
    assert discards(match) == []
    assert sorted(deck(match)) == sorted([*pile, "song sand"])
    assert ruler(match, "seljuk") == "B6"


def test_a_card_that_leaves_one_in_the_deck_changes_nothing() -> None:
    """3.3: the deck is not empty yet."""
    match = position(deck="song north, song khan")
    match.play("drive seljuk")
    assert (reshuffles(match), deck(match)) == (0, ["song khan"])


def test_the_new_deck_is_shuffled() -> None:
    """3.3: other seeds give other orders."""
    orders = set()
    for seed in range(5):
        match = position(deck="north", seed=seed)
        match.play("drive seljuk")
        orders.add(tuple(deck(match)))
    assert len(orders) == 5


def test_the_card_turned_up_in_step_1_may_be_the_last() -> None:
    """3.3: it is in the new deck."""
    match = special(turn="B", deck="song north")
    pile = discards(match)
    match.play("pass")
    assert (turn(match), ruler(match, "song")) == ("A", "L9")
    assert (reshuffles(match), discards(match)) == (1, [])
    assert sorted(deck(match)) == sorted([*pile, "song sand"])


@pytest.mark.parametrize("seed", range(6))
def test_the_deck_runs_out_while_further_cards_are_turned_up(seed: int) -> None:
    """3.3 and 5.5: in the middle of it; the cards turned up before are in the new deck again."""
    match = special(turn="B", deck="seljuk north, russian east", home="seljuk russian", seed=seed)
    pile = discards(match)
    turned_before = deck(match)
    match.play("pass")
    assert (turn(match), reshuffles(match)) == ("A", 1)
    assert sorted(deck(match) + discards(match)) == sorted(pile + turned_before)
    turned = discards(match)
    assert sum(card.split()[0] not in ("seljuk", "russian") for card in turned) == 1
    fled = [who for who in RULERS if who not in ("seljuk", "russian") and ruler(match, who) != STARTS[who]]
    (card,) = (card for card in turned if card.split()[0] in fled)
    assert len(fled) == 1
    assert card.split()[0] == fled[0]
    assert direction_of(card)


def refilling(deck: str, **more: Any) -> Match:
    """A has discarded all four cards; what is refilled comes from this deck."""
    match = position("stone, sand, forest, river", deck=deck, specials=NO_SPECIALS, **more)
    play_all(match, "anywhere A5", "discard stone", "discard sand", "discard forest")
    return match


@pytest.mark.parametrize("seed", range(3))
def test_the_deck_runs_out_in_a_refill(seed: int) -> None:
    """3.3 and 8: the rest of the hand comes from the new deck, and so does the card of the next step 1."""
    match = refilling("song north, song south", seed=seed)
    pile = discards(match)
    assert len(pile) == 72 - 8 - 2 + 3
    first_two = deck(match)
    match.play("discard river")
    assert to_act(match) == "B"
    assert reshuffles(match) == 1
    assert set(first_two) < set(hand(match, "A"))
    assert len(hand(match, "A")) == 4
    assert sorted(match.reveal()["drawn"][0]) == [0, 0, 1, 1]
    assert len(discards(match)) == 1
    assert len(deck(match)) == len(pile) + 1 - 2 - 1
    assert census(match) == PACK


@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_refill_that_takes_the_last_card_reshuffles_at_once(count: int) -> None:
    """3.3: before the next step 1; with five cards it is the card of step 1 that does, with six nothing."""
    match = refilling(
        ", ".join(["song north", "song south", "song east", "song west", "delhi north", "delhi east"][:count])
    )
    match.play("discard river")
    assert to_act(match) == "B"
    assert reshuffles(match) == (0 if count == 6 else 1)
    assert match.reveal()["drawn"][0] == [0, 0, 0, 0]
    assert len(discards(match)) == {4: 1, 5: 0, 6: 72 - 8 - 6 + 4 + 1}[count]
    assert census(match) == PACK


def test_the_deck_may_run_out_again_and_again() -> None:
    """3.3: whenever it is empty."""
    match = position(deck="north", specials=NO_SPECIALS, reshuffles=4)
    match.play("drive seljuk")
    assert reshuffles(match) == 5


def test_a_reshuffle_is_not_taken_back() -> None:
    """3.3: chance came in."""
    match = position(deck="north")
    match.play("drive seljuk")
    assert_not_undone(match)


# Taking back in the set-up


def test_a_starting_yurt_is_not_taken_back() -> None:
    """3.2: with it the player's turn to place is over."""
    match = play_all(new_match(), "yurt A5")
    assert_not_undone(match)


def test_the_last_starting_yurt_is_not_taken_back() -> None:
    """3.3: cards were dealt."""
    match = begun(new_match(players=4))
    assert_not_undone(match)


def test_a_placed_ruler_is_not_taken_back() -> None:
    """3.1: with it the player's turn to place is over."""
    assert_not_undone(play_all(placing(), "ruler song H5"))
