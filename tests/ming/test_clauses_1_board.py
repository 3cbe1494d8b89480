"""Chapter 1 of the rules of Ming Dynastie: provinces and borders, cards, tiles, members."""

from __future__ import annotations

from collections import Counter

import pytest

from lantern.games.ming.board import MAP
from tests.matches import play_all
from tests.ming import box
from tests.ming.shown import census, choices, display, dragons, hand, in_palaces, monasteries, prince, standing, stock
from tests.ming.table import new_match, position, random_game, scoring
from tests.refusals import assert_no_action, assert_refused

# 1.1: provinces and districts


def test_six_provinces_of_three_districts() -> None:
    """1.1: white, orange, green, pink, yellow and blue."""
    assert choices(new_match(), "prince") == set(box.DISTRICTS)
    assert choices(position(phase="members", round=1), "member") == set(box.PROVINCES)
    assert [len(box.districts_of(province)) for province in box.PROVINCES] == [3] * 6


@pytest.mark.parametrize("where", ["W0", "W4", "R1", "white", "1"])
def test_there_are_no_other_districts(where: str) -> None:
    """1.1: three in each province, named by its letter."""
    assert_no_action(new_match(), f"prince {where}")


@pytest.mark.parametrize("district", box.DISTRICTS)
def test_every_district_has_an_open_area_and_a_monastery(district: str) -> None:
    """1.1 and 6.4: they are filled from the space of its province."""
    home = "B3" if district[0] != "B" else "W1"
    match = position(players=2, princes=f"{district} {home}", spaces=f"{box.province_of(district)} AAA")
    play_all(match, "stay with dragon", "deploy 3 monastery")
    assert monasteries(match) == {district: "A"}
    assert standing(match, district) == "AA"


def test_every_district_has_three_palaces() -> None:
    """1.1 and 7.1: with three players tied for most in every district all 54 are filled."""
    match = scoring(" | ".join(f"{where} ABC" for where in box.DISTRICTS), players=3, round=4)
    assert [in_palaces(match, where) for where in box.DISTRICTS] == ["ABC"] * 18


# 1.2: borders


def test_42_borders_seven_of_each_kind() -> None:
    """1.2: design."""
    pairs = [frozenset(border.split("-")) for borders in box.BORDERS.values() for border in borders.split()]
    assert [len(box.BORDERS[symbol].split()) for symbol in box.SYMBOLS] == [7] * 6
    assert len(set(pairs)) == 42


def steps(district: str, hand: str) -> set[str]:
    """The first steps from a district with this hand; nobody else is near."""
    away = next(where for where in box.DISTRICTS if where != district and where not in box.NEAR[district])
    return choices(position(players=2, princes=f"{district} {away}", hands={"A": hand}), "step")


@pytest.mark.parametrize("district", box.DISTRICTS)
def test_every_border_is_crossed_with_its_symbol(district: str) -> None:
    """1.2: and with no other; there are no other borders."""
    crossed = steps(district, "junk horse rickshaw sedan ox") | steps(district, "camel")
    assert crossed == {f"{where} with {symbol}" for where, symbol in box.NEAR[district].items()}


@pytest.mark.parametrize("district", box.DISTRICTS)
def test_every_border_is_crossed_with_a_dragon(district: str) -> None:
    """1.2 and 1.3: a joker for any symbol."""
    assert steps(district, "dragon") == {f"{where} with dragon" for where in box.NEAR[district]}


@pytest.mark.parametrize(
    ("princes", "hand", "walk"),
    [
        ("W1 B3", "junk", "O1 junk"),
        ("W1 B3", "camel sedan ox", "W2 camel, P1 sedan, Y2 ox"),
        ("W1 G2", "junk horse ox horse camel", "O1 junk, O3 horse, B3 ox, Y3 horse, B1 camel"),
        ("W1 B2", "ox rickshaw sedan horse rickshaw", "W3 ox, P2 rickshaw, P3 sedan, Y1 horse, B3 rickshaw"),
        ("G1 Y2", "rickshaw junk rickshaw sedan rickshaw", "G2 rickshaw, B1 junk, B2 rickshaw, O3 sedan, O2 rickshaw"),
        ("G1 W1", "horse ox junk rickshaw camel", "G3 horse, B2 ox, B3 junk, Y1 rickshaw, Y2 camel"),
        ("P1 W1", "horse camel sedan ox junk", "P2 horse, O2 camel, Y1 sedan, Y3 ox, Y2 junk"),
        ("G3 W1", "camel junk horse junk horse", "O3 camel, Y1 junk, P3 horse, O2 junk, W3 horse"),
        ("W2 B1", "sedan camel rickshaw dragon", "P1 sedan, P3 camel, Y2 rickshaw, Y1 dragon"),
    ],
)
def test_walks_across_the_board(princes: str, hand: str, walk: str) -> None:
    """1.2: border by border."""
    match = position(players=2, princes=princes, hands={"A": hand}, spaces="white AAA | yellow A | blue A | orange A")
    assert_refused(match, "stop", "6.1")
    for step in walk.split(", "):
        where, card = step.split()
        match.play(f"step {where} with {card}")
        assert prince(match, "A") == where


@pytest.mark.parametrize(
    ("princes", "step"),
    [
        ("W1 B1", "O2"),
        ("W2 B1", "O1"),
        ("P1 B1", "O2"),
        ("G1 W1", "B1"),
        ("P2 B1", "Y1"),
        ("O1 W2", "B2"),
        ("Y3 W1", "O3"),
    ],
)
def test_districts_near_each_other_without_a_border(princes: str, step: str) -> None:
    """1.2: not even a dragon helps."""
    match = position(players=2, princes=princes, hands={"A": "dragon dragon dragon"})
    assert_refused(match, f"step {step} with dragon", "6.1", "1.2")


# 1.3: cards and tiles


@pytest.mark.parametrize("players", box.PLAYERS)
def test_54_movement_cards_and_18_dragons(players: int) -> None:
    """1.3: design, nine of each kind."""
    assert census(new_match(players=players)) == dict.fromkeys(box.SYMBOLS, 9) | {"dragon": 18}
    assert census(new_match("camel camel camel", players=players)) == dict.fromkeys(box.SYMBOLS, 9) | {"dragon": 18}


@pytest.mark.parametrize("players", box.PLAYERS)
def test_108_province_tiles(players: int) -> None:
    """1.3: 18 of each colour."""
    match = new_match(players=players)
    assert stock(match) == dict.fromkeys(box.PROVINCES, 18)
    assert match.reveal()["tiles"] == [{}] * players


@pytest.mark.parametrize("name", ["sedan chair", "ox cart", "horses", "joker"])
def test_the_names_of_cards(name: str) -> None:
    """1.2: short ones."""
    assert_no_action(position(), f"stay with {name}")


# 1.4: what a player has


@pytest.mark.parametrize("players", box.PLAYERS)
def test_a_dragon_in_every_hand_at_the_start(players: int) -> None:
    """1.4: from the 18."""
    match = new_match(players=players)
    assert [hand(match, seat) for seat in box.SEATS[:players]] == [{"dragon": 1}] * players
    assert dragons(match) == 18 - players


@box.in_whole_games
@pytest.mark.parametrize("players", box.PLAYERS)
def test_thirty_members_to_place_five_in_each_round(players: int) -> None:
    """1.4: whatever else happens; and nothing appears or vanishes that may not."""
    placed: Counter[tuple[int, int]] = Counter()
    before = ("", 0, 0)
    for match in random_game(players, seed=players):
        reveal = match.reveal()
        if before[0] == "members":
            placed[before[1:]] += 1
        before = (reveal["phase"], reveal["to_act"] or 0, reveal["round"])
        assert census(match) == dict.fromkeys(box.SYMBOLS, 9) | {"dragon": 18}
        for colour, left in stock(match).items():
            assert left + sum(tiles.get(colour, 0) for tiles in reveal["tiles"]) == 18
        for seat in range(players):
            rows = [*reveal["spaces"].values(), *reveal["open"].values(), *reveal["palaces"].values()]
            on_board = sum(row[seat] for row in rows) + list(reveal["monasteries"].values()).count(seat + 1)
            assert on_board <= 5 * reveal["round"]
    assert placed == {(seat, number): 5 for seat in range(1, players + 1) for number in range(1, 7)}


def test_return_cards_0_1_2_and_3() -> None:
    """1.4: design; sums of one or more of them are 0 to 6."""
    assert choices(scoring("W1 AAB"), "return") == set("0123456")


# The map as it is drawn


def test_the_map_stays_as_it_is_whatever_is_done_with_what_was_asked_for() -> None:
    """A table has a map of its own to draw, and the rules read another one."""
    first, again = new_match().board(), new_match(players=2).board()
    assert first == again
    first["borders"].clear()
    first["districts"][0].clear()
    assert new_match().board() == again
    assert {it["symbol"] for it in again["borders"]} == set(box.SYMBOLS)
    assert "sedan chair" in {it["symbol"] for it in MAP["borders"]}


def test_the_map_drawn_is_the_one_played_on() -> None:
    """1.1 and 1.2: provinces, districts and borders, each with its place."""
    drawn = new_match().board()
    assert [it["id"] for it in drawn["provinces"]] == box.PROVINCES
    assert [(it["id"], it["province"]) for it in drawn["districts"]] == [
        (it, box.province_of(it)) for it in box.DISTRICTS
    ]
    borders = {symbol: {frozenset(pair.split("-")) for pair in pairs.split()} for symbol, pairs in box.BORDERS.items()}
    assert set(borders) == set(box.SYMBOLS)
    for symbol, pairs in borders.items():
        assert {frozenset(it["between"]) for it in drawn["borders"] if it["symbol"] == symbol} == pairs
    places = [it["city"] for it in drawn["provinces"]] + [it["at"] for it in drawn["borders"]]
    places += [place for it in drawn["districts"] for place in (it["centre"], it["monastery"], *it["palaces"])]
    width, height = drawn["size"]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in places)


# 1.5: province spaces


@pytest.mark.parametrize("players", box.PLAYERS)
def test_six_province_spaces_each_with_a_card(players: int) -> None:
    """1.5: one for each province."""
    match = new_match(players=players)
    assert list(display(match)) == box.PROVINCES
    assert set(display(match).values()) <= set(box.SYMBOLS)
    assert match.reveal()["spaces"] == {province: [0] * players for province in box.PROVINCES}
