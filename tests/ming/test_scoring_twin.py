"""Scorings against the twin's on random positions; and the twin's own against results computed by hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.ming.box import DISTRICTS, IN_SCORING, PROVINCES
from tests.ming.twin import (
    DRAGONS,
    MEMBERS_A_ROUND,
    MOST_NEUTRALS,
    NEUTRALS,
    TILES_OF_A_COLOUR,
    Twin,
    fives_and_singles,
    fresh_position,
    majority,
    neutrals_lead,
    neutrals_to_stay,
    take_tile,
)

POSITIONS = 4 if PLAIN else 90
"""Positions scored for each number of players: as many for each of the rounds 2, 4 and 6."""


# Comparing.


def in_one_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Items of a breakdown, whose order is nobody's concern."""
    return sorted(items, key=lambda item: [str(item.get(key)) for key in ("when", "kind", "round", "of", "seat")])


def compare(match: lantern.Match, reveal: dict[str, Any], twin: Twin) -> None:
    """The whole position, the actions and the breakdown are the twin's."""
    expected = twin.position()
    assert in_one_order(reveal["scored"]) == in_one_order(expected["scored"])
    assert reveal | {"scored": []} == expected | {"scored": []}
    actions = match.actions()
    assert len(set(actions)) == len(actions)
    assert set(actions) == twin.legal()
    assert (match.to_act, match.over, list(match.scores)) == (twin.to_act, twin.over, expected["scores"])
    assert in_one_order(match.breakdown()) == in_one_order(twin.breakdown())
    compare_results(match, twin)


def compare_results(match: lantern.Match, twin: Twin) -> None:
    """The winners and what made them so (MING-8.2)."""
    result = match.result
    assert (result is None) == (not twin.over)
    if result is not None:
        assert (result["reason"], result["scores"]) == (twin.end, list(twin.scores.values()))
        assert result["winners"] == twin.winners()
        assert in_one_order(result["breakdown"]) == in_one_order(twin.breakdown())


# Random positions.


def random_members(position: dict[str, Any], choices: random.Random) -> None:
    """Each seat's members in some districts, in some positions nearly alike for all seats; few elsewhere."""
    seats = range(position["options"]["players"])
    districts = choices.sample(DISTRICTS, choices.choice([2, 4, 8, 18]))
    alike, missing, monks = choices.random() < 0.5, choices.choice([0.05, 0.4]), choices.choice([0, 0.1, 0.4])
    for _ in range(choices.randint(0, MEMBERS_A_ROUND * position["round"])):
        together = choices.choice(districts)
        for seat in seats:
            district = together if alike else choices.choice(districts)
            if choices.random() < missing:
                position["spaces"][choices.choice(PROVINCES)][seat] += 1
            elif choices.random() < monks and district not in position["monasteries"]:
                position["monasteries"][district] = seat + 1
            else:
                position["open"][district][seat] += 1


def random_neutrals(choices: random.Random) -> dict[str, int]:
    """Up to three neutrals in each district, as many as there are."""
    left, neutrals, most = NEUTRALS, {}, choices.choice([1, 2, MOST_NEUTRALS])
    for district in choices.sample(DISTRICTS, len(DISTRICTS)):
        number = min(left, choices.randint(0, most))
        left -= number
        if number:
            neutrals[district] = number
    return neutrals


def random_tiles(players: int, choices: random.Random) -> list[dict[str, int]]:
    """Tiles of all colours but one or two for each seat; in some positions few are left of some colours."""
    most = choices.choice([1, 2, 4])
    tiles: list[dict[str, int]] = []
    for _ in range(players):
        colours = choices.sample(PROVINCES, choices.choice([0, 3, 5, 5]))
        tiles.append({colour: choices.randint(1, most) for colour in colours})
    for colour in choices.sample(PROVINCES, choices.choice([0, 0, 1, 3])):
        holders = [own for own in tiles if len({*own, colour}) < len(PROVINCES)]
        left = TILES_OF_A_COLOUR - sum(own.get(colour, 0) for own in tiles) - choices.randint(0, 2)
        if holders and left > 0:
            own = choices.choice(holders)
            own[colour] = own.get(colour, 0) + left
    return tiles


def deal(position: dict[str, Any], discarded: int, choices: random.Random, most: int = 5) -> None:
    """Hands of cards, at least one for the seat to act; so many of the rest are discards."""
    players = position["options"]["players"]
    cards = [*position["display"].values(), *position["deck"]]
    choices.shuffle(cards)
    position["display"] = {province: cards.pop() for province in PROVINCES}
    dragons, hands = DRAGONS, []
    for seat in range(1, players + 1):
        hand: Counter[str] = Counter()
        for _ in range(choices.randint(1 if seat == position["to_act"] else 0, most)):
            dragon = dragons > 0 and choices.random() < 0.3
            dragons -= dragon
            hand["dragon" if dragon else cards.pop()] += 1
        hands.append(dict(hand))
    position |= {"dragons": dragons, "hands": hands}
    position |= {"discards": dict(Counter(cards[:discarded])), "deck": cards[discarded:]}


def before_scoring(players: int, number: int, choices: random.Random) -> dict[str, Any]:
    """A position of this round where all but one have passed, with all sorts of members and tiles."""
    position = fresh_position(players, choices, start=choices.randint(1, players))
    last = choices.randint(1, players)
    position |= {
        "round": number,
        "phase": "move",
        "to_act": last,
        "to_place": [0] * players,
        "princes": choices.sample(DISTRICTS, players),
        "passed": [seat for seat in range(1, players + 1) if seat != last],
        "tiles": random_tiles(players, choices),
        "neutrals": random_neutrals(choices) if players == 2 else {},
        "scores": [choices.randint(0, 2) for _ in range(players)],
    }
    random_members(position, choices)
    deal(position, choices.randint(0, 20), choices)
    return position


def choose_return(twin: Twin, choices: random.Random) -> str:
    """Nothing, everything, little or anything back."""
    actions = sorted(twin.legal())
    return choices.choice([actions[0], actions[-1], choices.choice(actions[:3]), choices.choice(actions)])


def score_beside(match: lantern.Match, choices: random.Random) -> Counter[str]:
    """Pass and play a scoring through with the twin beside it; what the scoring brought."""
    reveal = match.reveal()
    twin = Twin(reveal)
    preview = twin.preview()
    compare(match, reveal, twin)
    action = "pass"
    while True:
        match.play(action)
        reveal = match.reveal()
        twin.play(action, reveal)
        compare(match, reveal, twin)
        if twin.phase not in IN_SCORING:
            return what_it_brought(preview, twin)
        action = choose_return(twin, choices)


def what_it_brought(preview: list[dict[str, Any]], twin: Twin) -> Counter[str]:
    """Names for what is worth meeting in a scoring."""
    met: Counter[str] = Counter()
    for item in preview:
        if item["kind"] == "tile":
            owner = "neutrals" if item["seat"] is None else "a seat"
            met[f"{item['members']} of {owner}, {item['why']}"] += 1
            if item["seat"] is not None and item["tiles"] < item["members"]:
                met[f"{item['tiles']} tiles for {item['members']}"] += 1
    for item in twin.scored:
        met[f"{item['kind']} {item.get('why', '')}".strip()] += 1
        if item["kind"] == "set":
            met[f"{item['members']} sets"] += 1
        if item["kind"] == "majority":
            met[f"majority for {item['points']}"] += 1
    met[twin.phase] += 1
    return met


def expected_of(players: int) -> set[str]:
    """What the scorings must have brought between them."""
    events = {
        *("1 of a seat, most", "2 of a seat, most", "1 of a seat, second", "1 of a seat, tied"),
        *("0 tiles for 1", "0 tiles for 2", "1 tiles for 2", "1 sets", "2 sets"),
        *("earlier", "set", "palaces", "monasteries", "five", "single"),
        *("majority city", "majority province", "majority shared", "majority for 4", "majority for 2", "over"),
    }
    if players == 2:
        events |= {*(f"1 of neutrals, {why}" for why in ("most", "second", "tied")), "2 of neutrals, most", "neutrals"}
    if players > 2:
        events |= {"majority for 1", "members"}
    if players == 4:
        events |= {"start"}
    return events


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_scores_random_positions_alike(players: int) -> None:
    ming = lantern.game("ming")
    met: Counter[str] = Counter()
    for seed in range(POSITIONS):
        choices = random.Random(seed)
        match = ming.position(before_scoring(players, (2, 4, 6)[seed % 3], choices), seed=seed)
        met += score_beside(match, choices)
    if not PLAIN:
        assert expected_of(players) - set(met) == set()


# The twin by itself.


def scoring(players: int, number: int = 2, start: int = 1, **given: Any) -> Twin:
    """The twin once all have passed, from a position with nothing on the board but this."""
    position = fresh_position(players, random.Random(0), start)
    position |= {"round": number, "phase": "move", "to_act": 1, "passed": list(range(2, players + 1))}
    position |= {"princes": DISTRICTS[-players:], "to_place": [0] * players, "neutrals": {}}
    position["open"] |= given.pop("open", {})
    twin = Twin(position | given)
    twin.play("pass")
    return twin


def play(twin: Twin, *actions: str) -> Twin:
    for action in actions:
        twin.play(action)
    return twin


def points(twin: Twin, kind: str) -> list[int]:
    """Each seat's points of a kind."""
    return [
        sum(item["points"] for item in twin.scored if (item["kind"], item["seat"]) == (kind, seat))
        for seat in twin.seats
    ]


@pytest.mark.parametrize(
    ("members", "moved"),
    [
        ([3, 2, 1], [2, 1, 0]),
        ([1, 2, 4], [0, 1, 2]),
        ([1, 0, 0], [1, 0, 0]),
        ([2, 0, 0], [2, 0, 0]),
        ([2, 0, 1], [2, 0, 1]),
        ([3, 1, 1], [2, 0, 0]),
        ([2, 2, 1], [1, 1, 0]),
        ([0, 1, 1], [0, 1, 1]),
        ([2, 2, 2], [1, 1, 1]),
        ([2, 2, 2, 1], [1, 1, 1, 0]),
        ([3, 3, 2, 1], [1, 1, 0, 0]),
        ([4, 2, 2, 1], [2, 0, 0, 0]),
        ([4, 2, 2, 2], [2, 0, 0, 0]),
        ([4, 3, 2, 2], [2, 1, 0, 0]),
        ([2, 2, 2, 2], [0, 0, 0, 0]),
        ([1, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_7_1_who_moves_to_the_palaces(members: list[int], moved: list[int]) -> None:
    twin = scoring(len(members), open={"Y2": members})
    assert twin.members_in(twin.palaces["Y2"]) == moved
    assert twin.members_in(twin.open["Y2"]) == [had - gone for had, gone in zip(members, moved, strict=True)]
    assert [own.get("yellow", 0) for own in twin.tiles.values()] == moved  # MING-7.2: a tile for each


@pytest.mark.parametrize(
    ("members", "neutrals", "moved"),
    [
        ([1, 2], 3, [0, 1, 2]),
        ([3, 0], 2, [2, 0, 1]),
        ([2, 1], 2, [1, 0, 1]),
        ([2, 2], 2, [1, 1, 1]),
        ([1, 1], 2, [0, 0, 2]),
        ([3, 1], 1, [2, 0, 0]),
        ([0, 0], 1, [0, 0, 1]),
    ],
)
def test_9_2_neutrals_move_like_a_player_s_members(members: list[int], neutrals: int, moved: list[int]) -> None:
    twin = scoring(2, open={"B3": members}, neutrals={"B3": neutrals})
    went = {item["seat"]: item["members"] for item in twin.moved}
    assert [went.get(seat, 0) for seat in (1, 2, None)] == moved
    assert [own.get("blue", 0) for own in twin.tiles.values()] == moved[:2]


def test_7_1_monasteries_neither_count_nor_move() -> None:
    twin = scoring(3, open={"W1": [1, 2, 0]}, monasteries={"W1": 1, "W2": 3})
    assert twin.palaces["W1"] == {1: 1, 2: 2, 3: 0}
    assert twin.palaces["W2"] == {1: 0, 2: 0, 3: 0}
    assert twin.monasteries == {"W1": 1, "W2": 3}


def test_7_2_tiles_go_to_first_place_then_to_second_while_they_last() -> None:
    one_left = [{}, {}, {"white": 17}]
    twin = scoring(3, open={"W1": [2, 3, 0]}, tiles=one_left)
    assert twin.palaces["W1"] == {1: 1, 2: 2, 3: 0}
    assert twin.tiles == {1: {}, 2: {"white": 1}, 3: {"white": 17}}


@pytest.mark.parametrize(("start", "lucky"), [(1, 1), (2, 2), (3, 1)])
def test_7_2_tied_players_take_tiles_clockwise_from_the_start_player(start: int, lucky: int) -> None:
    twin = scoring(3, start=start, open={"W1": [1, 1, 0]}, tiles=[{}, {}, {"white": 17}])
    assert [own.get("white", 0) for own in twin.tiles.values()][:2] == [int(lucky == 1), int(lucky == 2)]


FIVE = dict.fromkeys(["orange", "green", "pink", "yellow", "blue"], 1)


def test_7_2_a_completed_set_goes_back_before_the_next_tile_is_taken() -> None:
    """One white tile is left: seat 1 takes it twice, the second time out of its own set."""
    twin = scoring(3, open={"W1": [3, 0, 0]}, tiles=[dict(FIVE), {}, {"white": 17}])
    assert points(twin, "set") == [28, 0, 0]
    assert +Counter(twin.tiles[1]) == {"white": 1}


def test_7_2_a_set_gone_back_is_there_for_second_place() -> None:
    twin = scoring(3, open={"W1": [1, 2, 0]}, tiles=[{}, FIVE | {"orange": 2}, {"white": 16}])
    assert +Counter(twin.tiles[1]) == {"white": 1}
    assert +Counter(twin.tiles[2]) == {"white": 1, "orange": 1}


@pytest.mark.parametrize(("number", "worth"), [(2, 28), (4, 24), (6, 20)])
def test_7_3_a_set_of_six(number: int, worth: int) -> None:
    twin = scoring(3, number, open={"W1": [0, 1, 0]}, tiles=[{}, dict(FIVE), {}])
    assert points(twin, "set") == [0, worth, 0]
    assert +Counter(twin.tiles[2]) == {}
    assert twin.tile_stock() == dict.fromkeys(PROVINCES, TILES_OF_A_COLOUR)


def test_7_3_two_sets_in_one_scoring_are_one_item() -> None:
    two_of_each = dict.fromkeys(FIVE, 2)
    twin = scoring(3, open={"W1": [2, 0, 0]}, tiles=[two_of_each, {}, {}])
    assert twin.scored == [{"kind": "set", "round": 2, "of": "set", "seat": 1, "points": 56, "members": 2}]


@pytest.mark.parametrize(
    ("own", "fives", "singles"),
    [
        ([0, 0, 0, 0, 0, 0], 0, 0),
        ([1, 1, 1, 1, 0, 0], 0, 4),
        ([1, 1, 1, 1, 1, 0], 1, 0),
        ([0, 3, 2, 4, 2, 2], 2, 3),
        ([5, 1, 1, 0, 1, 3], 1, 6),
        ([7, 2, 0, 2, 0, 0], 0, 11),
    ],
)
def test_7_3_sets_of_five_and_single_tiles(own: list[int], fives: int, singles: int) -> None:
    tiles = dict(zip(PROVINCES, own, strict=True))
    assert fives_and_singles(tiles) == (fives, singles)
    twin = scoring(3, 6, tiles=[{}, {}, {colour: number for colour, number in tiles.items() if number}])
    assert (twin.phase, twin.end) == ("over", "six rounds")
    assert list(twin.scores.values()) == [0, 0, 10 * fives + singles]


def test_7_3_tiles_of_the_last_scoring_count_for_sets_of_five() -> None:
    four = dict.fromkeys(list(FIVE)[:4], 1)
    twin = play(scoring(3, 6, open={"W1": [1, 0, 0]}, tiles=[four, {}, {}]), "return 0")
    assert (points(twin, "five"), points(twin, "single")) == ([10, 0, 0], [0, 0, 0])


def test_7_3_a_tile_comes_from_the_stock() -> None:
    own, stock = {"white": 1}, dict.fromkeys(PROVINCES, 1)
    assert [take_tile("white", own, stock), take_tile("white", own, stock)] == ["one", "none"]
    assert (own, stock["white"]) == ({"white": 2}, 0)


@pytest.mark.parametrize(
    ("in_city", "in_districts", "result"),
    [
        ([3, 2, 1], [0, 9, 9], ([1], 4, "city")),
        ([2, 2, 1], [1, 2, 9], ([2], 4, "province")),
        ([2, 2, 1], [2, 2, 9], ([1, 2], 2, "shared")),
        ([2, 2, 2], [1, 2, 2], ([2, 3], 2, "shared")),
        ([2, 2, 2], [0, 0, 0], ([1, 2, 3], 1, "shared")),
        ([1, 1, 1, 1], [0, 0, 0, 0], ([1, 2, 3, 4], 1, "shared")),
        ([0, 0, 0], [3, 1, 0], ([], 0, "city")),
    ],
)
def test_7_6_the_majority(in_city: list[int], in_districts: list[int], result: tuple[list[int], int, str]) -> None:
    assert majority(dict(enumerate(in_city, 1)), dict(enumerate(in_districts, 1))) == result


@pytest.mark.parametrize(("number", "palaces"), [(2, [8, 4, 0]), (4, [6, 3, 0]), (6, [0, 0, 0])])
def test_7_6_the_majority_pays_in_every_scoring(number: int, palaces: list[int]) -> None:
    twin = play(scoring(3, number, open={"W1": [3, 2, 0]}), "return 0", "return 0")
    assert points(twin, "palaces") == palaces  # MING-7.5
    assert points(twin, "majority") == [4, 0, 0]


def test_7_6_members_just_returned_and_monasteries_break_a_tie() -> None:
    """Two and one in the city; seat 1 takes one back and has as many in the districts as seat 2 with its monastery."""
    twin = play(scoring(3, open={"W1": [2, 1, 0]}, monasteries={"W3": 2}), "return 1", "return 0")
    assert [item for item in twin.scored if item["kind"] == "majority"] == [
        {**MAJORITY, "seat": 1, "points": 2, "why": "shared"},
        {**MAJORITY, "seat": 2, "points": 2, "why": "shared"},
    ]
    twin = play(scoring(3, open={"W1": [2, 1, 0]}), "return 1", "return 0")
    assert [item for item in twin.scored if item["kind"] == "majority"] == [
        {**MAJORITY, "seat": 1, "points": 4, "why": "province"}
    ]


MAJORITY = {"kind": "majority", "round": 2, "of": "white", "members": 1}


def test_7_6_nobody_left_in_the_city_nobody_scores() -> None:
    twin = play(scoring(3, open={"W1": [3, 2, 0]}), "return 6", "return 1")
    assert twin.scored == []
    assert twin.open["W1"] == {1: 3, 2: 2, 3: 0}
    assert twin.phase == "members"


def test_7_4_a_seat_picks_who_goes_back_in_turn_from_the_start_player() -> None:
    board = {"W1": [3, 2, 0], "W2": [2, 3, 0], "W3": [0, 1, 0]}
    twin = play(scoring(3, start=2, open=board), "return 1", "return 2")
    assert (twin.phase, twin.to_act, twin.legal()) == ("back", 2, {"back W1", "back W2", "back W3"})
    play(twin, "back W3")
    assert (twin.phase, twin.to_act, twin.legal()) == ("back", 1, {"back W1", "back W2"})
    play(twin, "back W2")
    assert (twin.phase, twin.open["W1"], twin.open["W2"]) == ("members", {1: 2, 2: 1, 3: 0}, {1: 2, 2: 1, 3: 0})


@pytest.mark.parametrize(
    ("filled", "neutrals", "left", "stay"),
    [
        ([2, 1], 3, [2, 1], 3),
        ([2, 1], 3, [1, 1], 2),
        ([2, 1], 3, [0, 0], 1),
        ([2, 1], 2, [0, 0], 0),
        ([2, 1], 1, [0, 0], 0),
        ([0, 0], 4, [0, 0], 1),
        ([0, 0], 0, [0, 0], 0),
    ],
)
def test_9_3_how_many_neutrals_stay(filled: list[int], neutrals: int, left: list[int], stay: int) -> None:
    lead = neutrals_lead(dict(enumerate(filled, 1)), neutrals)
    assert neutrals_to_stay(lead, dict(enumerate(left, 1))) == stay


NEUTRAL_CITY: dict[str, Any] = {"open": {"W1": [2, 0], "W3": [1, 2]}, "neutrals": {"W1": 3, "W2": 3}}
"""Filled: neutrals 2 and 2, seat 1 has 1 and 1, seat 2 has 2."""


def test_9_3_neutrals_with_the_sole_most_keep_one_more_than_the_players() -> None:
    twin = play(scoring(2, start=2, **NEUTRAL_CITY), "return 0", "return 2")
    assert twin.scoring() == {"province": "white", "chosen": [0, 0], "neutrals_lead": True, "neutrals_back": 1}
    assert (twin.phase, twin.to_act, twin.legal()) == ("neutrals back", 2, {"back W1", "back W2"})
    play(twin, "back W2")
    assert [twin.open[district]["neutral"] for district in ("W1", "W2")] == [1, 2]
    assert (points(twin, "palaces"), points(twin, "majority")) == ([0, 8], [0, 0])
    assert twin.neutral_stock() == NEUTRALS - 3  # MING-9.4


def test_9_3_one_neutral_stays_where_no_player_does() -> None:
    twin = play(scoring(2, **NEUTRAL_CITY), "return 3", "return 2", "back W1", "back W1")
    assert [twin.open[district]["neutral"] for district in ("W1", "W2")] == [3, 2]
    assert twin.scored == []


def test_9_3_one_neutral_stays_where_no_player_was() -> None:
    twin = scoring(2, neutrals={"W1": 3, "W2": 1})
    assert (twin.phase, twin.to_act, twin.legal()) == ("neutrals back", 1, {"back W1", "back W2"})
    play(twin, "back W1")
    assert (twin.phase, twin.to_act, twin.legal()) == ("neutrals back", 1, {"back W1", "back W2"})
    play(twin, "back W2")
    assert [twin.open[district]["neutral"] for district in ("W1", "W2")] == [2, 1]


def test_9_3_neutrals_tied_for_most_all_return_though_they_would_lead_in_the_end() -> None:
    twin = play(scoring(2, open={"W1": [3, 0]}, neutrals={"W2": 3}), "return 1")
    assert twin.open["W2"]["neutral"] == 3
    assert (points(twin, "palaces"), points(twin, "majority")) == ([4, 0], [4, 0])


def test_9_3_fewer_neutrals_all_return() -> None:
    twin = play(scoring(2, open={"W1": [3, 2]}, neutrals={"W2": 1}), "return 2", "return 0")
    assert twin.open["W2"]["neutral"] == 1
    assert (points(twin, "palaces"), points(twin, "majority")) == ([0, 4], [0, 4])
