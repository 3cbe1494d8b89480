"""`greedy`: it places what brings most now, sees majorities, alliances and rows, and beats who plays at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from lantern import BadInput, Match
from lantern.kernel.rule import PLAIN
from lantern.players import bot
from lantern.players.han.greedy import greedy
from tests.greedy import chosen, games_won, in_many_games, player
from tests.han.box import BORDER, GAME, SEATS, SPACES, TABLES, WAYS, owners
from tests.han.shown import points
from tests.han.table import caps, courts, crowded, finished, position, ways
from tests.matches import play_all

VARIANT = {BORDER: "fortifications", WAYS: "market_places"}
PLACEMENTS = ("house", "emissary", "fortify", "market")


def built(free: str, own: str = "", map_name: str = BORDER) -> str:
    """A board of four players that is full but for some spaces; other owners of some houses may be named."""
    houses = owners(crowded(map_name, 4, free)) | owners(own)
    return " | ".join(f"{SEATS[seat - 1]} {space}" for space, seat in houses.items())


def late(hand: str, free: str = "", own: str = "", sent: str | None = None, **more: Any) -> Match:
    """A late position of four players on Border Disputes: few spaces are free, and no dragon space takes an emissary
    unless other emissaries are named."""
    houses = built(free, own)
    return position(hand, houses=houses, emissaries=courts(BORDER, 4, houses) if sent is None else sent, **more)


def idle(hand: str) -> Match:
    """Nothing A does brings anything: only Qi has room, for two emissaries, and B leads there by three."""
    own = "A q1 q2 q3 q4 bql"
    assert caps(BORDER, built("", own))["qi"] == 5
    return late(hand, "", own, courts(BORDER, 4, built("", own), {"qi": 5}) + " | qi BBB")


# Houses.


def test_it_completes_a_province_that_brings_points() -> None:
    """Wei lacks a house: with it A has most there, and the houses are scored."""
    match = late("RVY", "w6")
    before = match.scores[0]
    assert chosen(match) == "house w6 with red"
    match.play("house w6 with red")
    assert "wei" in match.reveal()["scored"]
    assert match.scores[0] == before + 7


def test_it_completes_two_provinces_at_once() -> None:
    """The border house between Zhao and Wei is the last of both, for one card of each colour."""
    match = late("RVO", "bzw")
    assert chosen(match) == "house bzw with orange red"
    match.play("house bzw with orange red")
    assert {"zhao", "wei"} <= set(match.reveal()["scored"])


@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        ("A w1 w2 | B w3 w4 w5 | A h1 | B h2 h3 bch", "house w6 with red"),
        ("A w1 | B w2 w3 w4 w5 | A h1 h2 | B h3 bch", "house h4 with green"),
    ],
)
def test_it_builds_where_the_first_place_is_won(own: str, wanted: str) -> None:
    """Wei and Han each lack a house: in one of them A draws level with B or goes ahead, in the other A stays behind."""
    assert chosen(late("RGV", "w6 h4", own)) == wanted


def test_it_builds_where_a_row_of_four_comes_about() -> None:
    """A road leads from w6 to A's three houses, none from w3."""
    match = late("RVY", "w3 w6", "A w1 w4 w5 | B w2 bzw | C c4 h2 l1")
    assert points(match, "row")[0] == 0
    assert chosen(match) == "house w6 with red"
    match.play("house w6 with red")
    assert points(match, "row")[0] == 4


def test_it_builds_on_a_port_rather_than_beside_it() -> None:
    assert chosen(late("YVR", "q1 q3", "B q2 q4 bql")) == "house q3 with yellow"


def test_it_pays_with_the_colour_of_the_province_if_it_can() -> None:
    """One red card, though the green pair would pay as well."""
    assert chosen(late("RGG", "w6")) == "house w6 with red"


def test_it_pays_with_a_wild_pair_for_a_good_place() -> None:
    assert chosen(late("GGV", "w6")) == "house w6 with green green"


def test_it_places_a_second_piece_that_brings_points() -> None:
    """A house first, which raises the cap of Wei; then an emissary that leads there, as A does in Ch'in."""
    match = late("RRV", "w6", sent="wei AB | chin AB")
    play_all(match, "house w6 with red")
    assert chosen(match) == "emissary wei with red"


def test_it_ends_its_turn_when_no_card_fits() -> None:
    match = play_all(late("RVY", "w5 w6"), "house w6 with red")
    assert chosen(match) == "end"


# Emissaries.


@pytest.mark.parametrize(
    ("there", "hand", "wanted"),
    [
        ("qi A", "RGV", "emissary wei with red"),
        ("yue A", "RGV", "emissary chu with violet"),
        ("shu A", "RYO", "emissary chin with yellow"),
    ],
)
def test_it_sends_an_emissary_that_makes_an_alliance(there: str, hand: str, wanted: str) -> None:
    """No house can be built, and only one of the cards sends an emissary to a province allied with A's."""
    match = late(hand, sent=there)
    assert chosen(match) == wanted
    match.play(wanted)
    assert points(match, "alliance")[0] == 2


def test_it_sends_it_where_alliances_are_worth_more() -> None:
    """A leads in Ch'in and in Chu: Wei is allied with Ch'in, Han with both."""
    assert chosen(late("RGV", sent="chin A | chu AAB")) == "emissary han with green"


def test_it_keeps_an_emissary_that_brings_nothing() -> None:
    assert chosen(idle("YYY")) == "discard yellow"


# Variants.


def test_it_fortifies_where_much_is_doubled() -> None:
    """With four of the seven houses in Wei A is first: 7 points become 14."""
    match = late("RRV", "w6", "A w1 w2 w3", variant=True)
    assert chosen(match) == "fortify w6 with red red"
    match.play("fortify w6 with red red")
    assert points(match, "province", "wei")[0] == 14


def test_it_fortifies_the_better_of_two_places() -> None:
    """One house behind B's four in Han would bring 4 points, doubled 8; in Wei 7 become 14."""
    match = late("RRG", "w6 h4", "A w1 w2 w3 w4 | B h1 h2 h3 bch", variant=True)
    assert match.why_not("fortify h4 with green red red") is None
    assert chosen(match) == "fortify w6 with red red"


def test_it_opens_a_market_place_where_the_dragon_space_is_full() -> None:
    """Mingguang (mg) takes no emissary; by a market place D draws level with B there and is allied with cl."""
    match = ways(
        "GGY",
        to_act="D",
        variant=True,
        houses=built("j4 j5", "B j1 j2 j3", WAYS),
        emissaries="wm A | em B | xp C | gg D | np A | mg BBD | ar C | wy DA | cl DD",
    )
    before = points(match, "alliance")[3]
    assert chosen(match).startswith("market j")
    match.play(chosen(match))
    assert points(match, "alliance")[3] > before


# Discarding.


def lead(match: Match, seat: int) -> float:
    """A seat's points if the game ended now, less those of the others on average."""
    total = [0] * match.options["players"]
    for item in match.breakdown():
        total[item["seat"] - 1] += item["points"]
    own = total.pop(seat - 1)
    return own - sum(total) / len(total)


def best_gain(match: Match) -> float:
    """The most by which a placement betters the lead of the seat to act; less than nothing if there is none."""
    seat, data = match.to_act, match.reveal()
    assert seat is not None
    placements = [action for action in match.actions() if action.startswith(PLACEMENTS)]
    after = [lead(play_all(GAME.position(data), action), seat) for action in placements]
    return max(after, default=-1000.0) - lead(match, seat)


def last_places(map_name: str, players: int, seed: int) -> Match:
    """A board with up to three free spaces and room for a few emissaries."""
    choices = random.Random(seed)
    spaces = sorted({space for row in SPACES[map_name].values() for space in row.split()})
    houses = crowded(map_name, players, " ".join(choices.sample(spaces, choices.randint(0, 3))))
    room = dict.fromkeys(choices.sample(list(SPACES[map_name]), 9 if players == 2 else 2), 1)
    sent = courts(map_name, players, houses, room)
    return position(map_name=map_name, players=players, houses=houses, emissaries=sent, seed=seed)


def test_it_never_discards_while_a_placement_gains_a_point() -> None:
    """Asked of late boards of all tables, with whatever cards are dealt."""
    discards = 0
    for map_name, players in TABLES:
        for seed in range(2 if PLAIN else 20):
            match = last_places(map_name, players, seed)
            if chosen(match).startswith("discard"):
                discards += 1
                assert best_gain(match) < 1
    assert PLAIN or discards > 5


@pytest.mark.parametrize(
    ("hand", "wanted"), [("VVO", "discard orange"), ("VOO", "discard violet"), ("OGG", "discard orange")]
)
def test_it_discards_a_single_card_rather_than_one_of_a_pair(hand: str, wanted: str) -> None:
    assert chosen(idle(hand)) == wanted


# Drawing.


@pytest.mark.parametrize(
    ("held", "shown", "wanted"),
    [
        ("R", "GRV", "take red"),
        ("G", "GRV", "take green"),
        ("V", "GRV", "take violet"),
        ("RG", "RVY", "take red"),
        ("RG", "GVY", "take green"),
    ],
)
def test_it_takes_what_makes_a_pair_for_a_good_place(held: str, shown: str, wanted: str) -> None:
    """On the empty map: Mingguang is green, cl red and wy violet, each with five spaces."""
    assert chosen(ways(held, phase="draw", display=shown)) == wanted


def test_it_takes_the_colour_of_the_only_place_left() -> None:
    """Wei alone has free spaces, and no dragon space has room."""
    assert chosen(late("V", "w5 w6", phase="draw", display="VYRG")) == "take red"


def test_it_draws_blind_if_the_display_has_nothing_for_it() -> None:
    assert chosen(late("R", "w5 w6", phase="draw", display="VYOG")) == "draw"


# It sees what its seat sees.


def test_its_choice_does_not_depend_on_what_is_hidden() -> None:
    """What the next seat holds blind exchanged with the deck's next cards, and the deck turned round."""
    match = GAME.match(players=3, seed=4)
    for _ in range(8 if PLAIN else 40):
        data = match.reveal()
        other = data["to_act"] % 3
        seen, deck = data["seen"][other], data["deck"]
        blind = list((Counter(data["hands"][other]) - Counter(seen)).elements())
        data["hands"][other] = [*seen, *deck[: len(blind)]]
        data["deck"] = [*reversed(deck[len(blind) :]), *blind]
        assert data["exhausted"] == 0
        assert chosen(GAME.position(data)) == chosen(match)
        match.play(chosen(match))


def test_it_has_nothing_to_choose_once_a_match_is_over() -> None:
    with pytest.raises(BadInput, match="the match is over"):
        player(GAME).choose(finished(houses="A w1"))


def test_it_plays_at_the_club() -> None:
    assert bot(GAME, "club").choose is greedy


# How well it plays.


@in_many_games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_beats_random_by_far(players: int) -> None:
    assert games_won(GAME, 20, players) >= 17


@in_many_games
@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_it_beats_random_with_the_variants_too(map_name: str, players: int) -> None:
    assert games_won(GAME, 6, players, map=map_name, **{VARIANT[map_name]: True}) >= 4
