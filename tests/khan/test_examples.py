"""The worked examples of the rulebook, on our board: flight, conquering, High Morale, the largest territories.

The book's players are Red, Yellow, Blue and Green; its actions are our A to D.
"""

from __future__ import annotations

import pytest

from lantern.kernel.contract import Json
from tests.khan.board import DIRECTIONS
from tests.khan.box import PLAYERS, SEATS, SPECIALS, drawn, mapped
from tests.khan.shown import court, items, pieces, points, ruler, specials, yurts
from tests.khan.table import new_match, over, position, step_one
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_refused

# The tables of the set-up


@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_of_special_cards(players: int) -> None:
    match = new_match(players=players)
    morale, patronage, gods, reconnaissance = {2: (2, 2, 2, 2), 3: (2, 1, 1, 1), 4: (1, 1, 1, 1)}[players]
    for seat in SEATS[:players]:
        assert specials(match, seat) == {
            "morale": morale,
            "patronage": patronage,
            "gods": gods,
            "reconnaissance": reconnaissance,
        }
        assert specials(match, seat) == SPECIALS[players]


@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 1)])
def test_the_table_of_starting_yurts(players: int, each: int) -> None:
    match = new_match(players=players)
    placed = 0
    while phase(match) == "yurts":
        match.play(match.actions()[0])
        placed += 1
    assert placed == players * each


# 10.5: the Seljuk's flight

FLIGHT: Json = {
    "rulers": {"seljuk": "H5", "tibetan": "A10"},
    "pieces": "domino A G6 H6 | bridge-4 B D5 E5 F5 G5",
    "yurts": "n F7",
}


def test_the_seljuk_flees_one_square_to_the_north() -> None:
    """10.5: into an empty square."""
    match = step_one("seljuk north", **FLIGHT)
    assert (ruler(match, "seljuk"), court(match, "seljuk")) == ("H4", 4)
    assert yurts(match) == {"H5": "n", "F7": "n"}


@pytest.mark.parametrize("direction", ["southwest", "west"])
def test_the_seljuk_is_blocked_and_flees_to_the_northwest(direction: str) -> None:
    """10.5: south-west, tile, neutral yurt, river; west, three squares of the bridge, the river square among them."""
    match = step_one(f"seljuk {direction}", **FLIGHT)
    assert (ruler(match, "seljuk"), court(match, "seljuk")) == ("G4", 4)
    assert yurts(match) == {"H5": "n", "F7": "n"}


def test_the_seljuk_s_flight_is_told_with_what_was_in_the_way() -> None:
    match = step_one("seljuk southwest", **FLIGHT)
    tried = [event.arguments for event in match.log if event.key == "tried"]
    assert [(one["direction"], [(it["square"], it["by"]) for it in one["blocked"]]) for one in tried] == [
        ("southwest", [("G6", "piece"), ("F7", "yurt"), ("E8", "river")]),
        ("west", [("G5", "piece"), ("F5", "piece"), ("E5", "piece")]),
    ]


def test_the_edge_in_the_russian_s_way_is_no_square() -> None:
    match = step_one("russian north", rulers={"russian": "G1"})
    tried = next(event for event in match.log if event.key == "tried")
    assert tried.arguments == {"ruler": "russian", "direction": "north", "blocked": [{"by": "edge"}]}
    assert match.tell([tried]) == "No refuge to the north (the board ends)."


@pytest.mark.parametrize("direction", ["southwest", "west", "northwest"])
def test_the_seljuk_driven_out_flees_to_the_northwest_as_well(direction: str) -> None:
    match = position(top=direction, **FLIGHT)
    match.play("drive seljuk")
    assert (ruler(match, "seljuk"), court(match, "seljuk")) == ("G4", 5)


def test_the_seljuk_on_a_compass() -> None:
    """The tile covers the square to the south too."""
    assert position(**FLIGHT).view()["flight"]["seljuk"] == {
        "north": "H4",
        "northeast": "I4",
        "east": "I5",
        "southeast": "I6",
        "south": "H7",
        "southwest": "G4",
        "west": "G4",
        "northwest": "G4",
    }


RUSSIAN = {
    "north": "H1",
    "northeast": "H1",
    "east": "H1",
    "southeast": "H2",
    "south": "G2",
    "southwest": "F2",
    "west": "F1",
    "northwest": "H1",
}


def test_the_russian_on_the_edge_has_five_directions() -> None:
    """10.5: the others lead to the same squares."""
    reached = position().view()["flight"]["russian"]
    assert reached == RUSSIAN
    assert len(set(reached.values())) == 5


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_russian_flees_as_the_compass_says(direction: str) -> None:
    match = step_one(f"russian {direction}")
    assert ruler(match, "russian") == RUSSIAN[direction]
    assert yurts(match) == {"G1": "n"}


# Example 1 of conquering: A is Yellow, B is Green

YELLOW_AND_GREEN = drawn("A5", "A n n B", "A n . .")
YELLOWS = [
    "conquer domino A5 A6",
    "conquer domino A5 B5",
    "conquer I-3 A5 B5 C5",
    "conquer V-3 A5 A6 B6",
    "conquer O-4 A5 B5 A6 B6",
    "conquer P-5 A5 B5 C5 A6 B6",
]


@pytest.mark.parametrize("piece", YELLOWS)
def test_example_1_yellow_needs_no_majority_over_neutral_yurts(piece: str) -> None:
    match = position(yurts=YELLOW_AND_GREEN)
    assert_legal(match, piece)
    match.play(piece)
    assert [owners for _, owners, _ in pieces(match)] == ["A"]


@pytest.mark.parametrize("piece", YELLOWS)
def test_example_1_green_can_lay_none_of_them(piece: str) -> None:
    assert_refused(position(yurts=YELLOW_AND_GREEN, turn="B"), piece, "6.3")


def test_example_1_green_lays_two_squares_on_a_neutral_yurt_and_his_own() -> None:
    match = position(yurts=YELLOW_AND_GREEN, turn="B")
    assert_legal(match, "conquer domino C5 D5")
    match.play("conquer domino C5 D5")
    assert pieces(match) == [("domino", "B", "C5 D5")]
    assert_refused(position(yurts=YELLOW_AND_GREEN), "conquer domino C5 D5", "6.3")


@pytest.mark.parametrize("turn", "AB")
@pytest.mark.parametrize("squares", ["B5 C5", "B5 B6"])
def test_example_1_nobody_conquers_two_neutral_yurts(turn: str, squares: str) -> None:
    assert_refused(position(yurts=YELLOW_AND_GREEN, turn=turn), f"conquer domino {squares}", "6.3")


# Example 2 of conquering: A is Red, B is Yellow, C is Blue; the Seljuk stands below

THREE_COLOURS = drawn("A5", "A A B", "C n B")
CASES = {
    "1": ("conquer I-3 A5 B5 C5", "A", "A"),
    "2": ("conquer V-3 B5 C5 C6", "B", "B"),
    "3": ("conquer domino A6 B6", "C", "C"),
    "4": ("conquer domino B5 C5", "AB", "AB"),
}


@pytest.mark.parametrize("turn", "ABC")
@pytest.mark.parametrize(("piece", "who", "owners"), CASES.values(), ids=CASES)
def test_example_2_who_may_lay_which_piece(piece: str, who: str, owners: str, turn: str) -> None:
    """In case 4 Red and Yellow may both lay it, and conquer together whoever does."""
    match = position(yurts=THREE_COLOURS, players=3, turn=turn)
    if turn not in who:
        assert_refused(match, piece, "6.3")
        return
    assert_legal(match, piece)
    match.play(piece)
    _, kind, *squares = piece.split()
    assert pieces(match) == [(kind, owners, " ".join(squares))]


@pytest.mark.parametrize("turn", "ABC")
@pytest.mark.parametrize("piece", ["I-3 B5 B6 B7", "V-3 A6 B6 B7", "L-4 B5 B6 B7 C5", "V-3 B6 C6 B7"])
def test_example_2_rulers_can_not_be_covered(piece: str, turn: str) -> None:
    kind, *squares = piece.split()
    ordered = " ".join(sorted(squares))
    assert ruler(position(players=3), "seljuk") == "B7"
    assert_refused(position(yurts=THREE_COLOURS, players=3, turn=turn), f"conquer {kind} {ordered}", "6.3")


# High Morale: the combinations

BEFORE_MORALE: Json = {"yurts": "A A5 B5 A6 B6", "top": "north, north, north, north"}


def assert_morale_used(*actions: str) -> None:
    """These actions, with High Morale before the last, are a turn, and the card leaves the game."""
    match = position("stone, stone, river, khan", **BEFORE_MORALE)
    play_all(match, *actions[:-1])
    assert (phase(match), to_act(match)) == ("special", "A")
    assert_legal(match, "morale", "pass")
    match.play("morale")
    assert (phase(match), to_act(match)) == ("morale", "A")
    assert_legal(match, actions[-1])
    match.play(actions[-1])
    assert to_act(match) == "B"
    assert specials(match, "A") == SPECIALS[2] | {"morale": 1}


def test_high_morale_example_1_two_invasions_and_a_conquest() -> None:
    assert_morale_used("invade C5 with stone", "invade C6 with stone", "conquer I-3 A5 B5 C5")


def test_high_morale_example_2_an_invasion_and_two_conquests() -> None:
    assert_morale_used("invade C5 with stone", "conquer domino A6 B6", "conquer I-3 A5 B5 C5")


@pytest.mark.parametrize("discarded", [[], ["stone"], ["stone", "khan", "river"]])
def test_high_morale_example_3_an_invasion_anywhere_and_a_conquest(discarded: list[str]) -> None:
    actions = [f"discard {symbol}" for symbol in discarded]
    assert_morale_used("anywhere C5", *actions, "stop", "conquer I-3 A5 B5 C5")


@pytest.mark.parametrize("second", ["song", "delhi"])
def test_high_morale_example_4_two_rulers_driven_out_or_one_twice_and_a_conquest(second: str) -> None:
    assert_morale_used("drive song", f"drive {second}", "conquer domino A5 B5")


# The largest territories (10.3)

FIRST_MAP = """
  ijjjjkkl
 iij...klll.
mmii.ww..l..s
~~~~~.....x.s
.hhh~qrrr.x.s
.gh.~qqqy...s
ggh.~..qy.ttt
egff~~~~~~~~~
eeeffb~nnoo.u
dddcbb~nno.uu
d.dcbb~p..v.
 ccca.~pp.vv
  aaaa~.pp
"""
FIRST_OWNERS = (
    "a ABCD | b ABCD | c ABCD | d ABCD | e ABCD | f ABCD | g ABCD | h A | i BCD | j BCD | k BC | l BCD | m B | n ACD"
    " | o ACD | p AC | q ABD | r AB | s BD | t AC | u AC | v BC | w AB | x BC | y C"
)
FIRST_SIZES = [[37, 12, 8, 3, 3, 2], [32, 20, 8, 4, 3, 2, 2], [32, 18, 12, 3, 3, 3, 2, 2], [32, 10, 7, 5, 5, 4]]
SECOND_MAP = """
  ...l.qqp
 kkk.l.qqppo
kk.lll.vv.ooo
~~~~~m.....o.
eeee~mnn.r..s
iife~mnttrrrs
iffg~m.t...rs
ffgg~~~~~~~~~
.hgj..~.cccc.
hhhj..~.bcdd.
...j..~bbb.d
 ww...~aabdd
  ..uu~aaa
"""
SECOND_OWNERS = (
    "a ABCD | b ABCD | c ABCD | d ABCD | e ABCD | f ABCD | g ABCD | h ABD | i ABC | j ABC | k ABC | l ABC | m ABCD"
    " | n ABD | o ABCD | p ABC | q CD | r ABCD | s C | t C | u AB | v AB | w AB"
)
SECOND_SIZES = [[24, 20, 17, 8, 5, 2, 2, 2], [24, 20, 17, 8, 5, 2, 2, 2], [20, 20, 14, 12, 11], [20, 18, 7, 5, 5, 4]]
OUT_OF_THE_WAY = {"seljuk": "I4", "song": "G7", "goryeo": "B11", "delhi": "J7", "tibetan": "G4"}
EXAMPLES = {
    "first": (FIRST_MAP, FIRST_OWNERS, FIRST_SIZES, [10, 6, 3, 0], [1, 2, 3]),
    "second": (SECOND_MAP, SECOND_OWNERS, SECOND_SIZES, [10, 10, 6, 3], [1, 1, 2, 3]),
}


@pytest.mark.parametrize(("picture", "owners", "sizes", "bonus", "places"), EXAMPLES.values(), ids=EXAMPLES)
def test_the_largest_territories_at_the_end(
    picture: str, owners: str, sizes: list[list[int]], bonus: list[int], places: list[int]
) -> None:
    match = over(players=4, pieces=mapped(picture, owners))
    assert match.result is not None
    assert match.result["territories"] == sizes
    assert points(match, "territory") == bonus
    assert [item["place"] for item in items(match, "territory")] == places
    assert match.scores == [sum(pair) for pair in zip(points(match, "piece"), bonus, strict=True)]


@pytest.mark.parametrize(("picture", "owners", "sizes", "bonus", "places"), EXAMPLES.values(), ids=EXAMPLES)
def test_the_largest_territories_as_if_the_game_ended_now(
    picture: str, owners: str, sizes: list[list[int]], bonus: list[int], places: list[int]
) -> None:
    """The points of pieces stand; the bonuses are not scored yet."""
    match = position(players=4, home="russian hungarian abbasid", rulers=OUT_OF_THE_WAY, pieces=mapped(picture, owners))
    assert points(match, "territory") == bonus
    assert [item["place"] for item in items(match, "territory")] == places
    shown = [item["sizes"] for item in items(match, "territory")]
    assert shown == [size for size, scored in zip(sizes, bonus, strict=True) if scored]
    assert match.scores == points(match, "piece")


def test_the_map_of_the_largest_territories_uses_other_players_pieces_too() -> None:
    """A shared piece counts for each who has a yurt on it."""
    match = over(players=4, pieces=mapped(FIRST_MAP, FIRST_OWNERS))
    largest = {item["seat"]: set(item["squares"]) for item in items(match, "territory")}
    assert (len(largest[1]), len(largest[2]), len(largest[3])) == (37, 32, 32)
    assert largest[2] == largest[3] < largest[1]
