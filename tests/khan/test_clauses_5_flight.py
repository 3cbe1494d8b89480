"""Chapters 4 and 5 of the rules of Khan: the five steps of a turn, and a ruler flees."""

from __future__ import annotations

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.board import DIRECTIONS
from tests.khan.box import NO_SPECIALS, PLAYERS, RULERS, SPECIALS, STARTS
from tests.khan.shown import court, deck, discards, hand, in_force, left, ruler, specials, turn, yurts
from tests.khan.table import position, step_one
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_not_undone

# 4: the turn


def test_a_turn_has_five_steps() -> None:
    """4: a ruler flees, two actions, a used special card leaves, a special card may be used, the hand is refilled."""
    match = step_one("song north", hands={"A": "stone, stone, river, khan"}, patronage="A")
    assert (phase(match), to_act(match), left(match)) == ("actions", "A", 2)
    assert (ruler(match, "song"), in_force(match, "patronage")) == ("L9", "A")
    play_all(match, "invade A5 with stone")
    assert (phase(match), left(match), len(hand(match, "A"))) == ("actions", 1, 3)
    assert in_force(match, "patronage") == "A"
    play_all(match, "invade B5 with stone")
    assert (phase(match), to_act(match), left(match)) == ("special", "A", 0)
    assert (in_force(match, "patronage"), len(hand(match, "A"))) == ("", 2)
    next_cards = deck(match)[:2]
    play_all(match, "gods")
    assert (phase(match), to_act(match), left(match)) == ("actions", "B", 2)
    assert in_force(match, "gods") == "A"
    assert set(next_cards) < set(hand(match, "A"))
    assert len(hand(match, "A")) == 4


def test_the_hand_is_refilled_before_the_next_ruler_flees() -> None:
    """4: step 5 comes before the next player's step 1."""
    match = position("stone, stone, river, khan", specials=NO_SPECIALS, top="delhi north, delhi east, song north")
    first, second, third = deck(match)[:3]
    play_all(match, "invade A5 with stone", "invade B5 with stone")
    assert {first, second} < set(hand(match, "A"))
    assert third in discards(match)
    assert (ruler(match, "song"), ruler(match, "delhi")) == ("L9", "I10")


def test_the_steps_without_a_choice_happen_by_themselves() -> None:
    """4: steps 1, 3 and 5, and step 4 when no special card can be used."""
    match = position(specials=NO_SPECIALS, top="north, north, song north")
    play_all(match, "drive seljuk", "drive seljuk")
    assert (phase(match), to_act(match), left(match)) == ("actions", "B", 2)
    assert ruler(match, "song") == "L9"


def test_step_4_is_a_decision_while_a_special_card_can_be_used() -> None:
    """4 and 7.6: also if it is one alone."""
    match = position(specials={"A": "gods"}, top="north, north, song north")
    play_all(match, "drive seljuk", "drive seljuk")
    assert (phase(match), to_act(match)) == ("special", "A")
    assert set(match.actions()) == {"gods", "pass"}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_ruler_flees_at_the_beginning_of_every_turn(players: int) -> None:
    """4: one in each."""
    match = position(players=players, specials=NO_SPECIALS, top="song north, delhi north, tibetan north, goryeo south")
    for who in ("song", "delhi", "tibetan", "goryeo"):
        assert ruler(match, who) == STARTS[who]
        play_all(
            match,
            min(action for action in match.actions() if action.startswith("anywhere") and action.endswith("12")),
            "stop",
        )
        assert ruler(match, who) != STARTS[who]


# 5.1: the flight

OPEN: Json = {"rulers": {"tibetan": "G6"}}
"""The Tibetan in the open: free land all around him."""
AROUND = {
    "north": ["G5", "G4", "G3"],
    "northeast": ["H5", "I4", "J3"],
    "east": ["H6", "I6", "J6"],
    "southeast": ["H7", "J9"],
    "south": ["G7"],
    "southwest": ["F7", "D9"],
    "west": ["F6", "D6"],
    "northwest": ["F5", "D3"],
}
"""The land squares at a distance of at most three; what is not listed is river."""


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_ruler_flees_to_the_first_square_in_the_direction(direction: str) -> None:
    """5.1: empty, so it is the next one."""
    match = step_one(f"tibetan {direction}", **OPEN)
    assert ruler(match, "tibetan") == AROUND[direction][0]


def test_nobody_else_moves() -> None:
    """5.1: the card's ruler alone."""
    match = step_one("tibetan north")
    assert {who: ruler(match, who) for who in RULERS} == STARTS | {"tibetan": "H4"}


def test_the_card_goes_to_the_discard_pile() -> None:
    """5.1: the top card, and no other."""
    match = step_one("tibetan tundra, song north")
    assert discards(match) == ["tibetan tundra"]
    assert deck(match)[0] == "song sand"


@pytest.mark.parametrize("direction", ["north", "northeast", "east"])
def test_occupied_squares_are_passed_over_and_count(direction: str) -> None:
    """5.1: up to a distance of three."""
    line = AROUND[direction]
    for free in range(3):
        match = step_one(f"tibetan {direction}", yurts=f"n {' '.join(line[:free])}", **OPEN)
        assert ruler(match, "tibetan") == line[free]


OBSTACLES: dict[str, Json] = {
    "own yurt": {"yurts": "A G5"},
    "another's yurt": {"yurts": "B G5"},
    "neutral yurt": {"yurts": "n G5"},
    "ruler": {"rulers": {"tibetan": "G6", "song": "G5"}},
    "tile": {"pieces": "domino B G5 H5"},
    "own tile": {"pieces": "domino A F5 G5"},
    "bridge": {"pieces": "bridge-4 A D5 E5 F5 G5"},
}


@pytest.mark.parametrize("obstacle", OBSTACLES.values(), ids=OBSTACLES)
def test_what_makes_a_square_occupied(obstacle: Json) -> None:
    """5.1: a yurt, a ruler, a tile or a bridge."""
    match = step_one("tibetan north", **(OPEN | obstacle))
    assert ruler(match, "tibetan") == "G4"


@pytest.mark.parametrize(
    ("start", "direction", "stop"),
    [
        ("F6", "west", "D6"),
        ("D6", "east", "F6"),
        ("G7", "south", "E9"),
        ("K7", "south", "K9"),
        ("K9", "north", "K7"),
        ("H10", "west", "F10"),
        ("D3", "south", "D5"),
        ("F4", "southwest", "D6"),
        ("H9", "northwest", "F7"),
        ("F3", "southwest", "D5"),
    ],
)
def test_river_squares_are_passed_over_and_count(start: str, direction: str, stop: str) -> None:
    """5.1: a river square is never a stop; to the south of G7 there are three of them, so it is south-west."""
    assert ruler(step_one(f"tibetan {direction}", rulers={"tibetan": start}), "tibetan") == stop


def test_a_third_square_behind_the_river_is_reached() -> None:
    """5.1: river, yurt, and then the free square at a distance of three."""
    match = step_one("tibetan west", rulers={"tibetan": "F6"}, yurts="n D6")
    assert ruler(match, "tibetan") == "C6"


def test_a_fourth_square_is_too_far() -> None:
    """5.1 and 5.2: at most three; so the next direction clockwise."""
    match = step_one("tibetan west", rulers={"tibetan": "F6"}, yurts="n D6 C6")
    assert ruler(match, "tibetan") == "C3"


def test_two_river_squares_count_as_two() -> None:
    """5.1: north-west of F6 the third square is land again; if it is taken, the direction fails."""
    match = step_one("tibetan northwest", rulers={"tibetan": "F6"})
    assert ruler(match, "tibetan") == "C3"
    match = step_one("tibetan northwest", rulers={"tibetan": "F6"}, yurts="n C3")
    assert ruler(match, "tibetan") == "F5"


def test_a_bridged_river_square_is_passed_over_like_any_other() -> None:
    """5.1: covered or not, it is no stop and counts."""
    match = step_one("tibetan west", rulers={"tibetan": "G6"}, pieces="bridge-3 A D6 E6 F6")
    assert ruler(match, "tibetan") == "F5"
    match = step_one("tibetan southwest", rulers={"tibetan": "F5"}, pieces="bridge-3 A D6 E6 F6")
    assert ruler(match, "tibetan") == "D7"


@pytest.mark.parametrize(
    ("start", "direction", "stop"),
    [
        ("C1", "north", "D1"),
        ("C1", "west", "D1"),
        ("C1", "northwest", "D1"),
        ("A3", "west", "B2"),
        ("A3", "northwest", "B2"),
        ("L11", "east", "L12"),
        ("L11", "southeast", "L12"),
        ("L12", "south", "K12"),
        ("L12", "northeast", "K12"),
        ("J13", "east", "I13"),
        ("M10", "south", "L11"),
        ("L2", "northeast", "M3"),
        ("L2", "north", "M3"),
        ("L2", "east", "M3"),
        ("C13", "west", "B12"),
        ("C13", "southeast", "B12"),
    ],
)
def test_a_missing_square_or_the_edge_ends_the_line(start: str, direction: str, stop: str) -> None:
    """5.1 and 5.2: then the next direction clockwise is tried."""
    assert ruler(step_one(f"tibetan {direction}", rulers={"tibetan": start}), "tibetan") == stop


def test_an_edge_behind_occupied_squares_ends_the_line() -> None:
    """5.1: one square to the edge, occupied: next direction."""
    match = step_one("tibetan east", rulers={"tibetan": "L6"}, yurts="n M6")
    assert ruler(match, "tibetan") == "M7"


# 5.2: the next direction clockwise


@pytest.mark.parametrize("first", range(8))
@pytest.mark.parametrize("blocked", range(8))
def test_directions_are_tried_clockwise(first: int, blocked: int) -> None:
    """5.2: from the card's direction on, past north-west to north again, up to the eighth."""
    closed = [DIRECTIONS[(first + step) % 8] for step in range(blocked)]
    occupied = [where for direction in closed for where in AROUND[direction]]
    match = step_one(f"tibetan {DIRECTIONS[first]}", yurts=f"n {' '.join(occupied)}" if occupied else "", **OPEN)
    assert ruler(match, "tibetan") == AROUND[DIRECTIONS[(first + blocked) % 8]][0]
    assert court(match, "tibetan") == 4


def test_a_direction_is_tried_to_a_distance_of_three_before_the_next() -> None:
    """5.2: the third square north comes before the first one north-east."""
    match = step_one("tibetan north", yurts="n G5 G4", **OPEN)
    assert ruler(match, "tibetan") == "G3"


def test_after_northwest_comes_north() -> None:
    """5.2: the compass goes round."""
    match = step_one("tibetan northwest", yurts="n F5 D3", **OPEN)
    assert ruler(match, "tibetan") == "G5"


# 5.3: the yurt left behind


@pytest.mark.parametrize("who", RULERS)
def test_a_neutral_yurt_from_his_own_court_stands_on_the_square_he_left(who: str) -> None:
    """5.3: one of his, none of another's."""
    match = step_one(f"{who} south")
    assert yurts(match) == {STARTS[who]: "n"}
    assert {each: court(match, each) for each in RULERS} == dict.fromkeys(RULERS, 5) | {who: 4}


def test_yurts_he_passes_stay() -> None:
    """5.3: only the square he left changes."""
    match = step_one("tibetan north", yurts="A G5 | B G4", **OPEN)
    assert yurts(match) == {"G4": "B", "G5": "A", "G6": "n"}


# 5.4: a ruler goes home

CORNERED: Json = {"rulers": {"song": "C13"}, "yurts": "n C12 C11 C10 D12 E11 F10 D13 E13 F13 B12 A11"}
"""Song in the southern corner, all squares at a distance of at most three occupied."""


def test_with_one_yurt_left_at_his_court_he_goes_home() -> None:
    """5.4: though he could flee; the court's yurt takes his square."""
    match = step_one("tibetan north", courts={"tibetan": 1}, **OPEN)
    assert (ruler(match, "tibetan"), court(match, "tibetan")) == ("home", 0)
    assert yurts(match) == {"G6": "n"}
    assert (phase(match), to_act(match), left(match)) == ("actions", "A", 2)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_with_more_he_flees(count: int) -> None:
    """5.4: the last but one is left behind like any other."""
    match = step_one("tibetan north", courts={"tibetan": count}, **OPEN)
    assert (ruler(match, "tibetan"), court(match, "tibetan")) == ("G5", count - 1)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_if_all_directions_fail_he_goes_home(direction: str) -> None:
    """5.4: a court yurt takes his square, the others join the common supply."""
    match = step_one(f"song {direction}", **CORNERED)
    assert (ruler(match, "song"), court(match, "song")) == ("home", 0)
    assert yurts(match)["C13"] == "n"
    assert len(yurts(match)) == 12


@pytest.mark.parametrize("free", ["C12", "C10", "D12", "F10", "D13", "F13", "B12", "A11"])
def test_one_free_square_is_enough_to_flee(free: str) -> None:
    """5.4: all eight must fail."""
    occupied = CORNERED["yurts"].replace(f" {free}", "")
    match = step_one("song north", rulers=CORNERED["rulers"], yurts=occupied)
    assert (ruler(match, "song"), court(match, "song")) == (free, 4)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_cornered_with_any_number_of_court_yurts(count: int) -> None:
    """5.4: whichever test comes first, he goes home and nothing is left at his court."""
    match = step_one("song north", courts={"song": count}, **CORNERED)
    assert (ruler(match, "song"), court(match, "song"), yurts(match)["C13"]) == ("home", 0, "n")


def test_squares_across_the_river_may_corner_a_ruler_too() -> None:
    """5.4: from M9 lines run over the river and off the board."""
    match = step_one(
        "delhi south",
        rulers={"delhi": "M9", "song": "L10"},
        yurts="n M7 M6 M10 K11 J12 L9 K9 J9 K7 J6",
    )
    assert ruler(match, "delhi") == "home"


def test_who_is_home_stays_home() -> None:
    """5.4: for good."""
    match = position(home="song", top="song north, delhi north", specials=NO_SPECIALS)
    assert match.why_not("drive song") is not None
    play_all(match, "anywhere A5", "stop")
    assert (ruler(match, "song"), ruler(match, "delhi")) == ("home", "I9")


def test_the_square_of_a_ruler_who_went_home_is_taken() -> None:
    """5.4: by the yurt; so others pass over it."""
    match = step_one("tibetan north", courts={"tibetan": 1}, hands={"A": "tundra, tundra, river, river"}, **OPEN)
    assert match.why_not("invade G6 with tundra") is not None
    assert_legal(match, "invade H5 with tundra")


# 5.5: the card of a ruler who is home


def test_further_cards_are_turned_up_until_one_shows_a_ruler_who_is_not_home() -> None:
    """5.5: all of them go to the discard pile."""
    match = step_one("song north, seljuk east, song south, delhi north, tibetan north", home="seljuk song")
    assert (ruler(match, "delhi"), court(match, "delhi")) == ("I9", 4)
    assert ruler(match, "tibetan") == STARTS["tibetan"]
    assert sorted(card.split()[0] for card in discards(match)) == ["delhi", "seljuk", "song", "song"]
    assert (turn(match), left(match)) == ("A", 2)


def test_a_ruler_whose_card_comes_later_may_go_home_and_the_step_is_over() -> None:
    """5.5: by 5.4; no further card is turned up then."""
    match = step_one("song north, delhi north, tibetan north", home="song", courts={"delhi": 1})
    assert (ruler(match, "delhi"), yurts(match)) == ("home", {"I10": "n"})
    assert ruler(match, "tibetan") == STARTS["tibetan"]
    assert len(discards(match)) == 2
    assert phase(match) == "actions"


def test_a_ruler_who_goes_home_by_the_first_card_ends_the_step_as_well() -> None:
    """5.4: nobody else flees in his place."""
    match = step_one("delhi north, tibetan north", courts={"delhi": 1})
    assert (ruler(match, "delhi"), ruler(match, "tibetan")) == ("home", STARTS["tibetan"])


# 5.6: the fifth ruler


@pytest.mark.parametrize("home", [0, 1, 2, 3])
def test_up_to_the_fourth_ruler_the_game_goes_on(home: int) -> None:
    """5.6: the fifth begins the final phase, not an earlier one."""
    match = step_one("tibetan north", home=" ".join(RULERS[:home]), courts={"tibetan": 1})
    assert (phase(match), match.reveal()["final"]) == ("actions", False)
    assert list(match.reveal()["rulers"].values()).count("home") == home + 1


def test_the_fifth_ruler_begins_the_final_phase() -> None:
    """5.6: see chapter 9."""
    match = step_one("tibetan north", home=" ".join(RULERS[:4]), courts={"tibetan": 1}, yurts="A A5 B5")
    assert match.reveal()["final"]
    assert phase(match) == "final"


# What is shown


def flight(match: Match, who: str) -> Json:
    """Where a ruler would go."""
    return dict(match.view()["flight"][who])


def test_where_rulers_would_flee_is_shown() -> None:
    """5.1 and 5.2: for each direction the square that it leads to in the end."""
    match = position(yurts="n G5 G4 G3 H6", **OPEN)
    assert flight(match, "tibetan") == {direction: line[0] for direction, line in AROUND.items()} | {
        "north": "H5",
        "east": "I6",
    }


def test_who_is_home_is_not_shown_to_flee() -> None:
    """5.5: he is out of the game."""
    assert set(position(home="song delhi").view()["flight"]) == set(RULERS) - {"song", "delhi"}


def test_who_would_go_home_is_shown() -> None:
    """5.4: with one court yurt, or when all directions fail."""
    match = position(courts={"tibetan": 1}, **CORNERED)
    assert flight(match, "tibetan") == dict.fromkeys(DIRECTIONS)
    assert flight(match, "song") == dict.fromkeys(DIRECTIONS)


@pytest.mark.parametrize("who", RULERS)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_what_is_shown_is_what_happens(who: str, direction: str) -> None:
    """5.1 to 5.4: step 1 and action B go where the view says, on a board with all kinds of things."""
    board: Json = {
        "yurts": "A B6 B8 D2 I9 I11 | B A7 C7 F1 C3 K10 | n C6 A6 I5 H4 E10 D12",
        "pieces": "domino A C10 C11 | I-3 B H10 H11 H12 | bridge-3 A L7 L8 L9 | domino B K3 L3",
        "courts": {"goryeo": 1},
    }
    seen = flight(position(**board), who)[direction]
    expected = "home" if seen is None else seen
    assert ruler(step_one(f"{who} {direction}", **board), who) == expected
    assert ruler(play_all(position(top=direction, **board), f"drive {who}"), who) == expected


# Taking back


def test_the_flight_is_not_taken_back() -> None:
    """5.1: a card was turned up, and the turn before is over."""
    assert_not_undone(step_one("tibetan north"))


def test_special_cards_are_not_touched_by_step_1() -> None:
    """4: Patronage and Gods leave in step 3, the yurt of Reconnaissance as the turn begins."""
    match = step_one("tibetan north", patronage="A")
    assert in_force(match, "patronage") == "A"
    match = step_one("tibetan north", reserved={"A": "domino"})
    assert in_force(match, "reserved") == ""
    assert specials(match, "A") == SPECIALS[2] | {"reconnaissance": 1}
