"""Chapter 1 of the rules of HAN: components and set-up."""

from __future__ import annotations

from typing import Any

import pytest

import lantern
from tests.han.box import BORDER, DISPLAY, GAME, PACK, REMOVED, SEATS, SPACES, TABLES, WAYS, cards, pack
from tests.han.shown import census, deck, discards, display, hand, houses, seen, supply
from tests.han.table import dealt, finished, position, ways
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_refused

every_table = pytest.mark.parametrize(("map_name", "players"), TABLES)


# 1.1: the cards


def test_fifty_seven_cards() -> None:
    """1.1: violet 10, yellow 11, orange 11, green 12, red 13; with five players none is removed."""
    match = GAME.match(players=5, seed=3)
    assert census(match) == "V" * 10 + "Y" * 11 + "O" * 11 + "G" * 12 + "R" * 13
    assert len(census(match)) == 57


# 1.2: the pieces


@every_table
def test_twenty_houses_and_eight_emissaries_each(map_name: str, players: int) -> None:
    """1.2: of 9 emissaries one is the score counter; without a variant there are no markers."""
    match = GAME.match(players=players, map=map_name, seed=1)
    assert [supply(match, seat) for seat in SEATS[:players]] == [(20, 8, 0)] * players
    assert match.scores == [0] * players


def test_pieces_come_from_the_supply() -> None:
    """1.2: what is placed is no longer in the supply of the seat that placed it."""
    match = position("RRV", houses="B w1 w2")
    play_all(match, "house w3 with red", "emissary wei with red")
    assert [supply(match, seat) for seat in "ABCD"] == [(19, 7, 0), (18, 8, 0), (20, 8, 0), (20, 8, 0)]


def test_the_eighth_emissary_is_the_last() -> None:
    """1.2: 8 can be placed."""
    crowd = "B w1 w2 w3 w4 w5 | B c1 c2 c3 c4"
    match = position("RRV", houses=crowd, emissaries="wei AAA | chin AAAA")
    match.play("emissary wei with red")
    assert supply(match, "A")[1] == 0
    assert_refused(match, "emissary wei with red", "3.5")


def test_the_twentieth_house_is_the_last() -> None:
    """1.2: 20 houses."""
    own = "A z1 z2 z3 z5 c1 c2 c3 c4 w1 w2 w3 w4 q1 q2 l1 l2 h1 h2 h3 | B u1"
    match = position("RRV", houses=own)
    match.play("house w5 with red")
    assert supply(match, "A")[0] == 0
    assert_refused(match, "house w6 with red", "3.5")


@pytest.mark.parametrize("before", [0, 45, 49, 50, 99, 100, 149, 240])
def test_scores_run_on(before: int) -> None:
    """1.2: past 50 and 100."""
    match = position("YYY", houses="A q1 q2 q3 q4", scores=[before, 0, 0, 0])
    match.play("house bql with yellow yellow")
    assert match.scores == [before + 5, 0, 0, 0]


# 1.3: the maps


@pytest.mark.parametrize("map_name", [BORDER, WAYS])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_border_disputes_is_for_three_to_five_and_ways_of_diplomacy_for_two_to_four(
    map_name: str, players: int
) -> None:
    """1.3: 3 or 4 players may choose either."""
    if (map_name, players) in TABLES:
        match = GAME.match(players=players, map=map_name, seed=1)
        assert match.options["map"] == map_name
        assert len(match.scores) == players
    else:
        with pytest.raises(lantern.BadInput, match=r"players"):
            GAME.match(players=players, map=map_name)
        with pytest.raises(lantern.BadInput, match=r"players"):
            GAME.options(players=players, map=map_name)


@pytest.mark.parametrize(("players", "map_name"), [(2, WAYS), (3, BORDER), (4, BORDER), (5, BORDER)])
def test_a_map_for_the_number_of_players_is_taken_if_none_is_chosen(players: int, map_name: str) -> None:
    """1.3: the appropriate map; its name is filled in."""
    assert GAME.options(players=players)["map"] == map_name
    assert GAME.options(players=players, map=None)["map"] == map_name
    assert GAME.match(players=players, seed=1).options["map"] == map_name


@pytest.mark.parametrize("players", [0, 1, 6])
def test_only_two_to_five_can_play(players: int) -> None:
    """1.3: no map is for fewer than two or more than five."""
    with pytest.raises(lantern.BadInput, match="players"):
        GAME.match(players=players)


@every_table
def test_four_or_three_cards_lie_face_up(map_name: str, players: int) -> None:
    """1.3: a display of 4 on Border Disputes, of 3 on Ways of Diplomacy."""
    match = GAME.match(players=players, map=map_name, seed=2)
    assert len(display(match)) == DISPLAY[map_name] == match.board()["display"]


@pytest.mark.parametrize("wrong", ["china", "Border Disputes", "", 3, True, ["border-disputes"]])
def test_a_map_that_is_not_there(wrong: Any) -> None:
    """1.3: these two maps, or one's own as data."""
    with pytest.raises(lantern.BadInput, match="map"):
        GAME.match(players=3, map=wrong)


# 1.4: cards removed


@every_table
def test_cards_are_removed_for_fewer_players(map_name: str, players: int) -> None:
    """1.4: 0, 1 or 2 of each colour on Border Disputes, 3, 4 or 5 on Ways of Diplomacy."""
    match = GAME.match(players=players, map=map_name, seed=4)
    removed = {5: 0, 4: 1, 3: 2}[players] if map_name == BORDER else {4: 3, 3: 4, 2: 5}[players]
    for letter, count in PACK.items():
        assert census(match).count(letter) == count - removed
    assert removed == REMOVED[map_name][players]


@every_table
def test_what_is_not_dealt_is_the_deck(map_name: str, players: int) -> None:
    """1.4 and 1.5: no card is out of sight but those removed."""
    match = GAME.match(players=players, map=map_name, seed=4)
    assert len(deck(match)) == len(pack(map_name, players)) - 3 * players - DISPLAY[map_name]
    assert discards(match) == ""
    assert match.view()["deck"] == len(deck(match))


# 1.5: the deal and the start player


@every_table
def test_three_cards_to_each_hand(map_name: str, players: int) -> None:
    """1.5: three cards each; nothing stands on the board."""
    match = GAME.match(players=players, map=map_name, seed=5)
    assert [len(hand(match, seat)) for seat in SEATS[:players]] == [3] * players
    assert houses(match) == {}
    reveal = match.reveal()
    assert [reveal[name] for name in ("fortifications", "market_places", "scored")] == [{}, {}, []]
    assert not any(sum(counts) for counts in reveal["emissaries"].values())
    assert (phase(match), reveal["exhausted"], reveal["last"], reveal["end"]) == ("place", 0, None, None)
    assert sorted(reveal["turn"]["empty"]) == sorted(SPACES[map_name])
    assert sorted(reveal["turn"]["provinces"]) == sorted(SPACES[map_name])
    assert reveal["turn"]["placed"] == 0


@every_table
def test_a_chosen_deck_is_dealt_hand_by_hand_then_the_display_then_the_deck(map_name: str, players: int) -> None:
    """1.5: the order in which the cards are laid out."""
    order = "".join(sorted(pack(map_name, players), key="RVGOY".index))
    match = GAME.match(players=players, map=map_name, deck=cards(order))
    for number, seat in enumerate(SEATS[:players]):
        dealt_to = order[3 * number : 3 * number + 3]
        assert sorted(hand(match, seat)) == sorted(dealt_to)
    face_up = 3 * players + DISPLAY[map_name]
    assert sorted(display(match)) == sorted(order[3 * players : face_up])
    assert deck(match) == order[face_up:]
    assert (to_act(match), match.reveal()["emperor"]) == ("A", 1)
    assert "".join(seen(match, seat) for seat in SEATS[:players]) == ""


def test_hands_and_display_are_written_in_the_order_of_the_colours() -> None:
    """1.5: violet, yellow, orange, green, red."""
    match = dealt("RVG YYR OOO GGG", "RVOY")
    assert [hand(match, seat) for seat in "ABCD"] == ["VGR", "YYR", "OOO", "GGG"]
    assert display(match) == "VYOR"


WRONG_DECKS = {
    "a card missing": (pack(BORDER, 4)[1:], "violet"),
    "a card too many": ("R" + pack(BORDER, 4), "red"),
    "one for another": ("R" + pack(BORDER, 4)[1:], "violet"),
    "a removed card": (pack(BORDER, 5), "violet"),
    "nothing": ("", "violet"),
}


@pytest.mark.parametrize(("order", "named"), WRONG_DECKS.values(), ids=WRONG_DECKS)
def test_a_chosen_deck_has_the_cards_of_the_game(order: str, named: str) -> None:
    """1.1 and 1.4: no more, no fewer and no others."""
    with pytest.raises(lantern.BadInput, match=named):
        GAME.match(players=4, deck=cards(order))


@pytest.mark.parametrize("wrong", ["red", 5, {"red": 2}, [1, 2], ["blue"] * 52, ["red 1"] * 52])
def test_a_chosen_deck_is_a_list_of_colours(wrong: Any) -> None:
    """1.1: five colours."""
    with pytest.raises(lantern.BadInput):
        GAME.match(players=4, deck=wrong)


@pytest.mark.parametrize(("players", "start"), [(p, s) for p in (2, 3, 4, 5) for s in range(1, p + 1)])
def test_the_start_player_holds_the_emperor(players: int, start: int) -> None:
    """1.5: given by option."""
    match = GAME.match(players=players, start=start, seed=6)
    assert match.to_act == start
    assert match.reveal()["emperor"] == match.view()["emperor"] == start
    chosen = GAME.match(players=players, start=start, deck=cards(pack(match.options["map"], players)))
    assert (chosen.to_act, chosen.reveal()["emperor"]) == (start, start)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_start_player_is_drawn_by_lot_otherwise(players: int) -> None:
    """1.5: else by lot."""
    begins = {GAME.match(players=players, seed=seed).to_act for seed in range(80)}
    assert begins == set(range(1, players + 1))


@pytest.mark.parametrize("start", [0, 4, 5, 6, -1, "1", True, 1.0])
def test_a_start_player_who_is_not_at_the_table(start: Any) -> None:
    """1.5: one of the players."""
    with pytest.raises(lantern.BadInput, match="start"):
        GAME.match(players=3, start=start)


@pytest.mark.parametrize(("players", "start"), [(2, 2), (3, 3), (4, 2), (5, 4)])
def test_play_goes_clockwise_and_the_emperor_stays(players: int, start: int) -> None:
    """1.5: the Emperor is held to the end."""
    match = GAME.match(players=players, start=start, seed=1)
    acted = []
    for _ in range(2 * players):
        assert match.reveal()["emperor"] == start
        assert match.to_act is not None
        acted.append(match.to_act)
        held = match.reveal()["hands"][match.to_act - 1]
        play_all(match, f"discard {held[0]}", "draw")
    assert acted == [(start - 1 + number) % players + 1 for number in range(2 * players)]


def test_the_emperor_is_where_he_was_when_all_is_over() -> None:
    """1.5: to the end."""
    assert finished().reveal()["emperor"] == 1


@every_table
def test_variants_are_off_unless_chosen(map_name: str, players: int) -> None:
    """1.5: neither fortifications nor market places."""
    options = GAME.options(players=players, map=map_name)
    assert options == {
        "players": players,
        "map": map_name,
        "fortifications": False,
        "market_places": False,
        "start": None,
    }


def test_no_fortification_without_the_variant() -> None:
    """1.5: off unless chosen."""
    assert_refused(position("YYY", houses="B q2"), "fortify q1 with yellow yellow")


def test_no_market_place_without_the_variant() -> None:
    """1.5: off unless chosen."""
    assert_refused(ways("GGG", houses="B j1"), "market j2 with green green")


@pytest.mark.parametrize(
    ("players", "map_name", "variant"),
    [(p, WAYS, "fortifications") for p in (2, 3, 4)] + [(p, BORDER, "market_places") for p in (3, 4, 5)],
)
def test_each_variant_belongs_to_its_map(players: int, map_name: str, variant: str) -> None:
    """10 and 11: Fortifications on Border Disputes, Market places on Ways of Diplomacy."""
    with pytest.raises(lantern.BadInput, match=f"(?i){variant.replace('_', '.')}"):
        GAME.match(players=players, map=map_name, **{variant: True})


def test_a_variant_must_go_with_the_map_that_is_taken_if_none_is_chosen() -> None:
    """10 and 11: two players play Ways of Diplomacy, three to five Border Disputes."""
    with pytest.raises(lantern.BadInput, match=r"(?i)fortifications"):
        GAME.match(players=2, fortifications=True)
    with pytest.raises(lantern.BadInput, match=r"(?i)market.places"):
        GAME.match(players=3, market_places=True)
    assert GAME.options(players=2, market_places=True)["market_places"] is True
    assert GAME.options(players=3, fortifications=True)["fortifications"] is True


@pytest.mark.parametrize(("name", "value"), [("fortifications", 1), ("fortifications", "yes"), ("market_places", None)])
def test_a_variant_is_on_or_off(name: str, value: Any) -> None:
    """1.5: chosen or not."""
    with pytest.raises(lantern.BadInput, match=name):
        GAME.match(players=3, **{name: value})


# 1.6: what is open


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_display_discards_deck_size_supplies_and_scores_are_open(seat: int | None) -> None:
    """1.6: for every seat and for a spectator."""
    match = position("RRV", players=3, houses="B w1", display="VYOG", scores=[3, 1, 4])
    play_all(match, "house w2 with red", "end")
    view = match.view(seat)
    assert (view["display"], view["discards"]) == (cards("VYOG"), ["red"])
    assert view["deck"] == len(deck(match))
    assert view["supply"] == [
        {"houses": 19, "emissaries": 8, "markers": 0},
        {"houses": 19, "emissaries": 8, "markers": 0},
        {"houses": 20, "emissaries": 8, "markers": 0},
    ]
    assert view["scores"] == [3, 1, 4]


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_hands_are_secret(seat: int | None) -> None:
    """1.6: a hand is seen by its owner alone; how many cards it has is seen by all."""
    match = position("RRV", players=3)
    for number, held in enumerate(match.view(seat)["hands"], 1):
        assert held["cards"] == (match.reveal()["hands"][number - 1] if number == seat else None)
        assert (held["held"], held["seen"]) == (3, [])


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_a_card_from_the_display_was_seen_by_all_and_a_blind_one_was_not(viewer: int | None) -> None:
    """1.6: ruling."""
    match = position("RRV", players=3, display="VYOG", houses="B w1")
    play_all(match, "house w2 with red", "house w3 with red", "end", "take green", "draw")
    shown = match.view(viewer)["hands"][0]
    assert (shown["seen"], shown["held"]) == (["green"], 3)
    assert (shown["cards"] is None) == (viewer != 1)
