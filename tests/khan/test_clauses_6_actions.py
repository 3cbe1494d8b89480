"""Chapter 6 of the rules of Khan: two actions; invading, driving out, conquering, invading anywhere."""

from __future__ import annotations

from itertools import product

import pytest

import lantern
from lantern.games.khan.actions import write_action
from lantern.games.khan.legality import count_invasions, nth_invasion, symbols_held
from lantern.kernel.contract import Json
from lantern.kernel.rule import plainly
from tests.khan.board import DIRECTIONS, LAND, REGIONS, RIVER, ground, name, names, region, sides, square
from tests.khan.box import BRIDGES, FOUR_HOME, NO_SPECIALS, PIECES, RULERS, STARTS, SYMBOLS, TILES, conquests, drawn
from tests.khan.shown import choices, court, deck, discards, hand, invaded, left, pieces, ruler, symbols, turn, yurts
from tests.khan.table import ending, position
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_not_undone, assert_refused, assert_undone

HELD = "stone, sand, river, khan"
READY: Json = {"yurts": "A A5 B5 A6 B6", "top": "north, north, north"}
ONE_OF_EACH = {"A": "invade C5 with stone", "B": "drive delhi", "C": "conquer domino A5 B5"}
ANOTHER = {"A": "invade A10 with sand", "B": "drive delhi", "C": "conquer domino A6 B6"}

# 6: two actions


@pytest.mark.parametrize(("first", "second"), list(product("ABC", repeat=2)))
def test_two_of_a_b_and_c_in_any_order(first: str, second: str) -> None:
    """6: the same one twice is allowed, then step 2 is over."""
    match = position(HELD, **READY)
    assert (phase(match), left(match)) == ("actions", 2)
    assert_legal(match, *ONE_OF_EACH.values(), "anywhere A10")
    match.play(ONE_OF_EACH[first])
    assert (phase(match), left(match), to_act(match)) == ("actions", 1, "A")
    match.play(ANOTHER[second])
    assert (phase(match), left(match), to_act(match)) == ("special", 0, "A")


@pytest.mark.parametrize("first", "ABC")
def test_d_only_as_the_whole_of_step_2(first: str) -> None:
    """6: it is both actions, so it does not come second."""
    match = play_all(position(HELD, **READY), ONE_OF_EACH[first])
    assert_refused(match, "anywhere A10", "6")
    assert not choices(match, "anywhere")


@pytest.mark.parametrize("action", [*ONE_OF_EACH.values(), "anywhere B10"])
def test_after_d_no_other_action(action: str) -> None:
    """6: nor a second D."""
    match = play_all(position(HELD, **READY), "anywhere A10")
    assert_refused(match, action)
    match.play("stop")
    assert phase(match) == "special"
    assert_refused(match, action)


@pytest.mark.parametrize("played", [[], ["invade C5 with stone"], ["drive delhi"], ["conquer domino A5 B5"]])
def test_no_action_may_be_skipped(played: list[str]) -> None:
    """6: neither the first nor the second."""
    match = play_all(position(HELD, **READY), *played)
    assert_refused(match, "pass", "6")
    assert_refused(match, "stop")


def test_no_third_action() -> None:
    """6: save with High Morale."""
    match = play_all(position(HELD, **READY), "invade C5 with stone", "invade A10 with sand")
    for action in ("invade D5 with river", "invade C6 with khan", "drive delhi", "conquer domino A5 B5"):
        assert_refused(match, action)


def test_special_cards_are_not_used_in_step_2() -> None:
    """4: in step 4 alone."""
    match = position(HELD, **READY)
    for action in ("morale", "patronage", "gods", "reserve domino"):
        assert_refused(match, action)
    match.play("drive delhi")
    for action in ("morale", "patronage", "gods", "reserve domino"):
        assert_refused(match, action)


def test_b_is_always_possible_before_the_final_phase() -> None:
    """6: with four rulers home four can be driven out."""
    match = position(home=FOUR_HOME)
    assert choices(match, "drive") == {"drive song", "drive goryeo", "drive delhi", "drive tibetan"}


def test_consent_is_given_only_when_asked() -> None:
    """6: there is no proposal."""
    for action in ("consent", "refuse"):
        assert_refused(position(), action)


# 6.1: A, invade


def free(squares: list[str]) -> set[str]:
    """Those squares on which no ruler stands at the start."""
    return set(squares) - set(STARTS.values())


@pytest.mark.parametrize("landscape", REGIONS)
def test_a_landscape_allows_its_region(landscape: str) -> None:
    """6.1: any empty land square of it, and no other."""
    match = position(", ".join([landscape] * 4))
    assert invaded(match, landscape) == free(region(landscape))
    outside = next(where for where in names(LAND) if where not in region(landscape))
    assert_refused(match, f"invade {outside} with {landscape}", "6.1")


def riverside() -> set[str]:
    """The land squares that share a side with a river square."""
    return {name(near) for where in RIVER for near in sides(where) if ground(near) not in ".~"}


def test_the_river_allows_its_banks() -> None:
    """6.1: squares that share a side with a river square."""
    match = position("river, river, river, river")
    assert invaded(match, "river") == free(sorted(riverside()))
    assert_legal(match, "invade F4 with river", "invade A3 with river", "invade H13 with river")
    for where in ("G5", "C6", "A9"):
        assert_refused(match, f"invade {where} with river", "6.1")


def test_a_corner_on_the_river_is_no_side() -> None:
    """6.1: F3 and D9 touch the bends of the river at a corner."""
    match = position("river, river, river, river")
    assert_refused(match, "invade F3 with river", "6.1")
    assert_refused(match, "invade D9 with river", "6.1")


@pytest.mark.parametrize(
    ("bridge", "banks"),
    [
        ("D4 E4 F4 D5", ["D3", "E3"]),
        ("E3 E4 D5 E5", ["F4", "F5"]),
        ("E7 F7 E8 E9", ["D8", "D7"]),
        ("G7 G8 F9 G9", ["H9"]),
    ],
)
def test_a_bridged_river_square_still_counts_as_river(bridge: str, banks: list[str]) -> None:
    """6.1: ruling; these banks have a side on bridged river squares alone, or on them too."""
    match = position("river, river, river, river", pieces=f"bridge-L B {bridge}")
    assert_legal(match, *(f"invade {where} with river" for where in banks))
    assert invaded(match, "river") == free(sorted(riverside())) - set(bridge.split())


def test_neighbouring_territories_allow_the_edge() -> None:
    """6.1: squares with a side on them (1.2)."""
    match = position("neighbours, neighbours, neighbours, neighbours")
    assert_legal(match, "invade A5 with neighbours", "invade J1 with neighbours", "invade M10 with neighbours")
    for where in ("B5", "E13", "M6", "I13"):
        assert_refused(match, f"invade {where} with neighbours", "6.1")


def test_the_joker_allows_any_land_square() -> None:
    """6.1: wherever it is empty."""
    match = position("khan, khan, khan, khan")
    assert invaded(match, "khan") == free(names(LAND))


TAKEN: dict[str, Json] = {
    "own yurt": {"yurts": "A G5"},
    "another's yurt": {"yurts": "B G5"},
    "neutral yurt": {"yurts": "n G5"},
    "ruler": {"rulers": {"tibetan": "G5"}},
    "tile": {"pieces": "domino B G5 G6"},
    "own tile": {"pieces": "domino A G5 G6"},
    "bridge": {"pieces": "bridge-4 A D5 E5 F5 G5"},
}


@pytest.mark.parametrize("taken", TAKEN.values(), ids=TAKEN)
def test_only_empty_squares_are_invaded(taken: Json) -> None:
    """6.1: no yurt, ruler, tile or bridge there; nor by D."""
    match = position("tundra, khan, river, river", **taken)
    assert_refused(match, "invade G5 with tundra", "6.1")
    assert_refused(match, "invade G5 with khan", "6.1")
    assert_refused(match, "anywhere G5", "6.4")


@pytest.mark.parametrize("where", names(RIVER))
def test_the_river_itself_is_not_invaded(where: str) -> None:
    """6.1: yurts stand on land."""
    match = position("river, khan, neighbours, tundra")
    for symbol in ("river", "khan", "neighbours"):
        assert_refused(match, f"invade {where} with {symbol}", "6.1")
    assert_refused(match, f"anywhere {where}", "6.4")


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_card_that_is_not_held_is_not_played(symbol: str) -> None:
    """6.1: one plays a card of one's hand."""
    others = [each for each in SYMBOLS if each != symbol][:4]
    match = position(", ".join(others), yurts="", rulers={"russian": "G6"})
    where = {"mountains": "K2", "tundra": "J1", "stone": "A5", "sand": "A10", "forest": "M9"}.get(symbol, "A3")
    assert_refused(match, f"invade {where} with {symbol}", "6.1")
    assert invaded(match, symbol) == set()


def test_an_own_yurt_is_placed_and_the_card_discarded() -> None:
    """6.1: nothing else changes."""
    match = position("tibetan stone, delhi sand, song river, song khan", turn="B")
    before = match.reveal()
    match.play("invade C5 with stone")
    assert yurts(match) == {"C5": "B"}
    assert discards(match) == ["tibetan stone"]
    assert symbols(match, "B") == ["sand", "river", "khan"]
    assert deck(match) == before["deck"]
    assert match.reveal()["rulers"] == before["rulers"]


@pytest.mark.parametrize("landscape", REGIONS)
def test_a_card_without_an_empty_square_can_not_be_played(landscape: str) -> None:
    """6.1: the region is full."""
    squares = sorted(free(region(landscape)))
    match = position(", ".join([landscape] * 4), yurts=f"n {' '.join(squares)}")
    assert choices(match, "invade") == set()
    assert_legal(match, "drive song")
    match = position(", ".join([landscape] * 4), yurts=f"n {' '.join(squares[1:])}")
    assert choices(match, "invade") == {f"invade {squares[0]} with {landscape}"}


def test_a_river_card_without_a_bank_can_not_be_played() -> None:
    """6.1: all banks are taken."""
    match = position("river, river, river, river", yurts=f"n {' '.join(free(sorted(riverside())))}")
    assert choices(match, "invade") == set()


def test_several_cards_of_one_symbol_are_one_choice() -> None:
    """3.3: played by symbol."""
    match = position("stone, stone, stone, stone")
    assert len(match.actions()) == len(set(match.actions()))
    assert choices(match, "invade") == {f"invade {where} with stone" for where in free(region("stone"))}


@pytest.mark.parametrize("held", ["mountains, tundra, sand", "mountains, stone, river, khan"])
def test_chance_may_choose_every_invasion(held: str) -> None:
    """6.1: counted off symbol by symbol, each is there once."""
    match = position(held, phase="actions", actions_left=1)
    [state] = match.state
    held_symbols = plainly(symbols_held)(state, state.turn)
    counted = range(plainly(count_invasions)(state, held_symbols))
    named = [write_action(plainly(nth_invasion)(state, held_symbols, n)) for n in counted]
    assert sorted(named) == sorted(choices(match, "invade"))


@pytest.mark.parametrize("symbol", ["tundra", "khan", "river", "neighbours"])
def test_the_same_square_may_be_invaded_with_different_cards(symbol: str) -> None:
    """6.1: as its symbol allows; I1 is tundra on the edge, F4 tundra on the river."""
    where = "F4" if symbol == "river" else "I1"
    assert_legal(position(f"{symbol}, sand, sand, sand"), f"invade {where} with {symbol}")


# 6.2: B, drive out a ruler


@pytest.mark.parametrize("who", RULERS)
def test_a_ruler_is_named_and_the_card_gives_the_direction(who: str) -> None:
    """6.2: whoever's card it is; the yurt left behind comes from the common supply."""
    match = position(top="russian sand")
    seen = match.view()["flight"][who]["northwest"]
    match.play(f"drive {who}")
    assert ruler(match, who) == seen
    assert yurts(match) == {STARTS[who]: "n"}
    assert {each: court(match, each) for each in RULERS} == dict.fromkeys(RULERS, 5)
    assert discards(match) == ["russian sand"]
    for other in RULERS:
        assert other == who or ruler(match, other) == STARTS[other]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_direction_is_used_as_in_step_1(direction: str) -> None:
    """6.2: blocked ones give way to the next clockwise, and so on."""
    board: Json = {"rulers": {"tibetan": "F6"}, "yurts": "A F5 F4 F3 | n D6 C6 | B F7 G7"}
    reached = {
        "north": "G5",
        "northeast": "G5",
        "east": "G6",
        "southeast": "I9",
        "south": "F9",
        "southwest": "D8",
        "west": "C3",
        "northwest": "C3",
    }
    match = play_all(position(top=direction, **board), "drive tibetan")
    assert ruler(match, "tibetan") == reached[direction]


def test_the_rulers_color_on_the_card_is_ignored() -> None:
    """6.2: also if that ruler is home; no further card is turned up."""
    match = position(top="song north, delhi north", home="song")
    match.play("drive delhi")
    assert ruler(match, "delhi") == "I9"
    assert discards(match) == ["song sand"]


def test_a_ruler_who_is_home_is_not_driven_out() -> None:
    """6.2: one who is not home is named."""
    assert_refused(position(home="song"), "drive song", "6.2")


def test_the_same_ruler_may_be_driven_out_twice() -> None:
    """6: the same action twice."""
    match = play_all(position(top="north, east"), "drive delhi", "drive delhi")
    assert ruler(match, "delhi") == "J9"
    assert yurts(match) == {"I10": "n", "I9": "n"}
    assert court(match, "delhi") == 5


def test_with_one_court_yurt_left_he_goes_home() -> None:
    """6.2: ruling; 5.4 as written, the court's yurt takes his square; the card is discarded in any case."""
    match = position(top="song north", courts={"delhi": 1})
    match.play("drive delhi")
    assert (ruler(match, "delhi"), court(match, "delhi"), yurts(match)) == ("home", 0, {"I10": "n"})
    assert discards(match) == ["song sand"]
    assert (phase(match), left(match)) == ("actions", 1)


CORNERED: Json = {"rulers": {"song": "C13"}, "yurts": "n C12 C11 C10 D12 E11 F10 D13 E13 F13 B12 A11"}


@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_cornered_ruler_goes_home(count: int, option: bool) -> None:
    """6.2: leftover court yurts join the common supply; with the option off as well, for he can't flee."""
    match = position(top="north", courts={"song": count}, options={"drive_out_home": option}, **CORNERED)
    match.play("drive song")
    assert (ruler(match, "song"), court(match, "song"), yurts(match)["C13"]) == ("home", 0, "n")
    assert len(discards(match)) == 1


def test_with_the_option_off_b_sends_nobody_home_who_can_flee() -> None:
    """6.2: option `drive_out_home`; his court stays as it is."""
    match = position(top="north", courts={"delhi": 1}, options={"drive_out_home": False})
    match.play("drive delhi")
    assert (ruler(match, "delhi"), court(match, "delhi"), yurts(match)) == ("I9", 1, {"I10": "n"})


def test_with_the_option_off_step_1_sends_rulers_home_all_the_same() -> None:
    """5.4 and 6.2: the option is about B."""
    match = position(
        top="delhi north",
        courts={"delhi": 1},
        options={"drive_out_home": False},
        turn="B",
        phase="special",
        actions_left=0,
    )
    match.play("pass")
    assert (turn(match), ruler(match, "delhi")) == ("A", "home")


def test_the_option_shows_where_rulers_would_go() -> None:
    """6.2: driven out, with one court yurt left."""
    on = position(courts={"delhi": 1}).view()["flight"]["delhi"]
    off = position(courts={"delhi": 1}, options={"drive_out_home": False}).view()["flight"]["delhi"]
    assert on == dict.fromkeys(DIRECTIONS)
    assert off["north"] == "I9"


# 6.3: C, conquer: what lies under it

SIX = drawn("A5", "A n B", "A . B")


@pytest.mark.parametrize(
    ("action", "legal"),
    [
        ("conquer domino A5 A6", True),
        ("conquer domino A5 B5", True),
        ("conquer domino A6 B6", False),
        ("conquer V-3 A5 B5 A6", True),
        ("conquer V-3 A5 A6 B6", False),
        ("conquer O-4 A5 B5 A6 B6", False),
        ("conquer I-3 A5 B5 C5", True),
        ("conquer I-3 B5 C5 D5", False),
    ],
)
def test_every_square_holds_a_yurt(action: str, legal: bool) -> None:
    """6.3: of any colour or neutral; an empty square is not covered."""
    match = position(yurts=SIX)
    if legal:
        assert_legal(match, action)
    else:
        assert_refused(match, action, "6.3")


def test_no_ruler_is_covered() -> None:
    """6.3: never."""
    match = position(yurts="A B6 B8", rulers={"seljuk": "B7"})
    assert_refused(match, "conquer domino B6 B7", "6.3")
    assert_refused(match, "conquer I-3 B6 B7 B8", "6.3")


@pytest.mark.parametrize("owner", "AB")
def test_no_square_is_covered_twice(owner: str) -> None:
    """6.3: neither by a tile nor by a bridge, whosever piece lies there."""
    match = position(yurts="A C5 B5 C6", pieces=f"bridge-3 {owner} D5 E5 F5 | domino {owner} C7 D7")
    assert_legal(match, "conquer domino B5 C5", "conquer V-3 B5 C5 C6")
    for action in ("conquer domino C5 D5", "conquer domino C6 C7", "conquer I-3 B5 C5 D5"):
        assert_refused(match, action, "6.3")


def test_pieces_may_touch() -> None:
    """6.3: nothing forbids it."""
    assert_legal(position(yurts="A A5 B5", pieces="domino B A6 B6"), "conquer domino A5 B5")


# 6.3: the majority

MAJORITIES = [
    # yurts on five squares of a row, the owners of a piece on all of them
    ("A A", "A"),
    ("A n", "A"),
    ("n A", "A"),
    ("A B", "AB"),
    ("A A B", "A"),
    ("A B n", "AB"),
    ("A n n", "A"),
    ("A B C", "ABC"),
    ("A B B", ""),
    ("B B n", ""),
    ("n n n", ""),
    ("A n n n", "A"),
    ("A A B B", "AB"),
    ("A A B C", "A"),
    ("A B C D", "ABCD"),
    ("A B B C", ""),
    ("A B n n", "AB"),
    ("A A B B C", "AB"),
    ("A A B C D", "A"),
    ("A B C D n", "ABCD"),
    ("A A C C n", "AC"),
    ("A A B B B", ""),
    ("A B C C D", ""),
    ("A n n n n", "A"),
    ("A D n n n", "AD"),
    ("n n n n n", ""),
]
LINES = {2: "domino", 3: "I-3", 4: "I-4", 5: "I-5"}


@pytest.mark.parametrize(("row", "owners"), MAJORITIES)
def test_the_majority_counts_players_yurts_only(row: str, owners: str) -> None:
    """6.3: A has at least one there and nobody has more; who has the most puts a yurt on it, alone or together."""
    length = len(row.split())
    squares = " ".join(f"{column}9" for column in "HIJKLM"[:length])
    match = position(players=4, yurts=drawn("H9", row))
    action = f"conquer {LINES[length]} {squares}"
    if not owners:
        assert_refused(match, action, "6.3")
        return
    assert_legal(match, action)
    match.play(action)
    assert pieces(match) == [(LINES[length], owners, squares)]
    assert yurts(match) == {}
    assert (phase(match), left(match), to_act(match)) == ("actions", 1, "A")


def test_conquering_together_needs_no_consent() -> None:
    """6.3: nobody is asked save under 7."""
    match = position(yurts="A A5 | B B5")
    match.play("conquer domino A5 B5")
    assert (to_act(match), pieces(match)) == ("A", [("domino", "AB", "A5 B5")])
    assert match.scores == [1, 1]


def test_the_same_piece_is_laid_by_another_of_the_most() -> None:
    """6.3: whoever's turn it is, the owners are the same."""
    for who in "ABC":
        match = position(players=3, turn=who, yurts="A A5 | B B5 | C C5")
        match.play("conquer I-3 A5 B5 C5")
        assert pieces(match) == [("I-3", "ABC", "A5 B5 C5")]


def test_all_yurts_under_a_piece_go_back() -> None:
    """6.3: those beside it stay; the squares are not invaded again."""
    match = position("stone, river, river, river", yurts="A A5 B5 | n A6 | B B6")
    match.play("conquer V-3 A5 B5 A6")
    assert yurts(match) == {"B6": "B"}
    assert_refused(match, "invade A5 with stone", "6.1")
    assert_refused(match, "conquer domino A6 B6", "6.3")


def test_a_piece_on_the_board_is_not_beside_it_any_more() -> None:
    """6.3: it must be beside the board."""
    match = position(yurts="A A5 B5 A6 B6 A9 B9 A10 B10")
    match.play("conquer O-4 A5 B5 A6 B6")
    assert match.view()["beside"]["O-4"] == 0
    assert_refused(match, "conquer O-4 A9 B9 A10 B10", "6.3")
    assert_legal(match, "conquer domino A9 B9")


def test_pieces_are_kept_in_the_order_they_were_laid() -> None:
    """6.3: each with its owners."""
    match = position(yurts="A A5 B5 A6 | n B6", pieces="domino B A10 B10")
    play_all(match, "conquer domino A5 B5", "conquer domino A6 B6")
    assert pieces(match) == [("domino", "B", "A10 B10"), ("domino", "A", "A5 B5"), ("domino", "A", "A6 B6")]


# 6.3: tiles


def test_a_tile_lies_on_land_only() -> None:
    """6.3: no river square under it, bridged or not."""
    match = position(yurts="A C5 D5 F5 G5 D6 F6", pieces="")
    for action in ("conquer I-3 D5 E5 F5", "conquer domino D5 E5", "conquer I-5 C5 D5 E5 F5 G5"):
        assert_refused(match, action, "6.3")


def test_regions_may_be_crossed() -> None:
    """6.3: by tiles and by bridges."""
    assert_legal(position(yurts="A E9 | n F9"), "conquer domino E9 F9")
    assert_legal(position(yurts="A G3 H3 H4 | n G4"), "conquer O-4 G3 H3 G4 H4")
    assert_legal(position(yurts="A I6 J6"), "conquer domino I6 J6")


def test_a_tile_may_cover_a_single_own_yurt_and_neutral_ones() -> None:
    """6.3: at least one."""
    match = position(yurts="A B6 | n B5 A6 C6 B7", rulers={"seljuk": "A9"})
    match.play("conquer X-5 B5 A6 B6 C6 B7")
    assert match.scores == [9, 0]


def test_all_tiles_wherever_own_yurts_stand() -> None:
    """6.3: on a board full of own yurts every site of every piece is legal, and nothing else."""
    match = ending(yurts=f"A {' '.join(names(LAND))}")
    everything = {action for piece in PIECES for action in conquests(piece, names(LAND))}
    assert set(match.actions()) == everything
    assert len(match.actions()) == len(everything)


# 6.3: bridges


def test_how_many_sites_bridges_have() -> None:
    """6.3: 19 for the straight three, 37 for the straight four, 62 for the L over one river square and 6 over two."""
    match = ending(yurts=f"A {' '.join(names(LAND))}")
    found = {piece: [action for action in choices(match, "conquer") if action.split()[1] == piece] for piece in BRIDGES}
    over = [sum(ground(square(where)) == "~" for where in action.split()[2:]) for action in found["bridge-L"]]
    assert (len(found["bridge-3"]), len(found["bridge-4"])) == (19, 37)
    assert (over.count(1), over.count(2), len(over)) == (62, 6, 68)


@pytest.mark.parametrize("missing", ["D5", "F9", "L7"])
def test_a_yurt_is_missing(missing: str) -> None:
    """6.3: no tile and no bridge over the empty square, all others as before."""
    land = [where for where in names(LAND) if where != missing]
    match = ending(yurts=f"A {' '.join(land)}")
    assert set(match.actions()) == {action for piece in PIECES for action in conquests(piece, land)}


@pytest.mark.parametrize(
    ("action", "count"),
    [
        ("bridge-3 D6 E6 F6", 2),
        ("bridge-4 E9 F9 G9 H9", 3),
        ("bridge-L D6 E6 F6 F7", 3),
        ("bridge-L E3 E4 D5 E5", 2),
        ("bridge-L G7 G8 G9 H9", 2),
    ],
)
def test_a_bridge_needs_a_yurt_on_every_land_square_under_it(action: str, count: int) -> None:
    """6.3: one less than the bridge is long, or two where the river bends; one missing is too many."""
    land = [where for where in action.split()[1:] if ground(square(where)) != "~"]
    assert len(land) == count
    assert_legal(position(yurts=f"A {' '.join(land)}"), f"conquer {action}")
    assert_legal(position(yurts=f"A {land[0]} | n {' '.join(land[1:])}"), f"conquer {action}")
    for missing in land:
        rest = " ".join(where for where in land if where != missing)
        assert_refused(position(yurts=f"A {rest}"), f"conquer {action}", "6.3")


WEST_BANK = "A5 B5 C5 D5 A6 B6 C6 D6 A7 C7 D7 A8 B8 C8 D8 E9 F9"
EAST_BANK = "D3 E3 F3 F4 F5 G5 F6 G6 F7 G7 H7"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("conquer bridge-3 C6 D6 E6", "one bank alone"),
        ("conquer bridge-3 E6 F6 G6", "one bank alone"),
        ("conquer bridge-3 A5 B5 C5", "no river"),
        ("conquer bridge-4 A6 B6 C6 D6", "no river"),
        ("conquer bridge-4 B6 C6 D6 E6", "one bank alone"),
        ("conquer bridge-4 E5 E6 E7 E8", "nothing but river"),
        ("conquer bridge-3 E5 E6 E7", "nothing but river"),
        ("conquer bridge-4 E3 E4 E5 E6", "three river squares"),
        ("conquer bridge-L D5 E5 E6 E7", "three river squares"),
        ("conquer bridge-L E3 F3 E4 E5", "two river squares and one bank"),
        ("conquer bridge-L F3 F4 E5 F5", "one bank alone"),
        ("conquer bridge-L B5 C5 D5 D6", "no river"),
        ("conquer bridge-3 F7 F8 F9", ""),
        ("conquer bridge-3 D6 E6 F6", ""),
        ("conquer bridge-4 C6 D6 E6 F6", ""),
        ("conquer bridge-4 D6 E6 F6 G6", ""),
        ("conquer bridge-L D6 E6 F6 F7", ""),
        ("conquer bridge-L D6 E6 F6 D7", ""),
        ("conquer bridge-L E3 E4 D5 E5", ""),
        ("conquer bridge-L D4 E4 F4 D5", ""),
    ],
)
def test_a_bridge_crosses_the_river(action: str, why: str) -> None:
    """6.3: exactly one river square, or two at a bend; land on exactly two banks, at least one square on each."""
    match = position(yurts=f"A {WEST_BANK} {EAST_BANK}")
    if why:
        assert_refused(match, action, "6.3")
    else:
        assert_legal(match, action)


@pytest.mark.parametrize(
    "action",
    [
        "conquer bridge-L E2 E3 E4 F4",
        "conquer bridge-L E3 E4 F4 G4",
        "conquer bridge-L D6 D7 D8 E8",
        "conquer bridge-L E8 C9 D9 E9",
        "conquer bridge-L C8 D8 E8 E9",
    ],
)
def test_cutting_the_corner_of_a_bend_is_no_crossing(action: str) -> None:
    """6.3: ruling; the land on both sides of the river square is one bank."""
    match = position(yurts="A E2 E3 F4 G4 D6 D7 C8 D8 C9 D9 E9")
    assert_refused(match, action, "6.3")


@pytest.mark.parametrize("squares", ["E2 E3 E4 E5", "E7 E8 E9 E10", "G6 G7 G8 G9", "D4 E4 F4 G4", "G7 G8 G9 G10"])
def test_a_straight_four_does_not_cover_two_river_squares(squares: str) -> None:
    """6.3: the L-shaped one alone does."""
    match = position(yurts="A E2 E3 F4 G4 G6 G7 E9 E10 D5 F10 H10")
    assert_refused(match, f"conquer bridge-4 {squares}", "6.3")


@pytest.mark.parametrize("owner", "AB")
def test_no_river_square_is_bridged_twice(owner: str) -> None:
    """6.3: none may be bridged already; the next one may, for bridges may touch."""
    match = position(yurts="A D5 F5 C6 G6 D7 F7", pieces=f"bridge-3 {owner} D6 E6 F6")
    for action in ("bridge-3 D6 E6 F6", "bridge-4 C6 D6 E6 F6", "bridge-L D5 D6 E6 F6"):
        assert_refused(match, f"conquer {action}", "6.3")
    assert_legal(match, "conquer bridge-3 D5 E5 F5", "conquer bridge-3 D7 E7 F7")
    match.play("conquer bridge-3 D5 E5 F5")
    assert len(pieces(match)) == 2


def test_bridges_share_and_score_like_tiles() -> None:
    """6.3: the majority is the same."""
    match = position(yurts="A D6 | B F6")
    match.play("conquer bridge-3 D6 E6 F6")
    assert (pieces(match), match.scores) == ([("bridge-3", "AB", "D6 E6 F6")], [2, 2])
    match = position(yurts="n D6 | A F6")
    match.play("conquer bridge-3 D6 E6 F6")
    assert match.scores == [4, 0]
    match = position(yurts="A C6 D6 | B F6")
    match.play("conquer bridge-4 C6 D6 E6 F6")
    assert match.scores == [6, 0]
    match = position(yurts="A C6 | B D6 F6")
    assert_refused(match, "conquer bridge-4 C6 D6 E6 F6", "6.3")


# 6.4: D, invade anywhere


def test_d_reaches_every_empty_land_square() -> None:
    """6.4: an own yurt, without a card."""
    match = position(HELD, yurts="A A5 | B B5 | n C5", pieces="domino B A6 B6")
    reached = free(names(LAND)) - {"A5", "B5", "C5", "A6", "B6"}
    assert choices(match, "anywhere") == {f"anywhere {where}" for where in reached}
    match.play("anywhere C13")
    assert yurts(match)["C13"] == "A"
    assert symbols(match, "A") == ["stone", "sand", "river", "khan"]


@pytest.mark.parametrize("count", range(5))
def test_d_discards_none_to_four_cards(count: int) -> None:
    """6.4: after the yurt; with an empty hand one stops by oneself."""
    match = play_all(position(HELD), "anywhere A10")
    assert (phase(match), left(match), to_act(match)) == ("discard", 0, "A")
    order = ["khan", "stone", "river", "sand"]
    for number, symbol in enumerate(order[:count]):
        rest = {f"discard {each}" for each in order[number:]}
        assert set(match.actions()) == {*rest, "stop"}
        match.play(f"discard {symbol}")
    assert sorted(card.split()[1] for card in discards(match)) == sorted(order[:count])
    if count < 4:
        match.play("stop")
    assert (phase(match), to_act(match), len(hand(match, "A"))) == ("special", "A", 4 - count)
    match.play("pass")
    assert len(hand(match, "A")) == 4


def test_only_cards_that_are_held_are_discarded() -> None:
    """6.4: and nothing else is done until one stops."""
    match = play_all(position(HELD), "anywhere A10")
    for symbol in set(SYMBOLS) - {"stone", "sand", "river", "khan"}:
        assert_refused(match, f"discard {symbol}", "6.4")
    for action in ("pass", "morale", "invade A5 with stone", "drive song"):
        assert_refused(match, action)
    play_all(match, "discard stone")
    assert_refused(match, "discard stone", "6.4")


def test_nothing_is_discarded_but_after_d() -> None:
    """6.4."""
    match = position(HELD)
    assert_refused(match, "discard stone")
    match.play("drive song")
    assert_refused(match, "discard stone")


def test_cards_with_the_same_symbol_are_discarded_one_by_one() -> None:
    """6.4 and 3.3."""
    match = play_all(position("stone, stone, stone, khan"), "anywhere A10", "discard stone", "discard stone")
    assert set(match.actions()) == {"discard stone", "discard khan", "stop"}


# Taking back


@pytest.mark.parametrize("action", [ONE_OF_EACH["A"], ONE_OF_EACH["C"], "anywhere A10"])
def test_actions_are_taken_back(action: str) -> None:
    """6: yurts, cards and pieces return."""
    assert_undone(position(HELD, **READY), action)


@pytest.mark.parametrize(
    "actions",
    [
        ["invade C5 with stone", "conquer I-3 A5 B5 C5"],
        ["conquer domino A5 B5", "conquer domino A6 B6"],
        ["anywhere A10", "discard khan", "discard stone", "stop"],
        ["anywhere A10", "stop"],
        ["anywhere A10", "discard khan", "discard stone", "discard sand", "discard river"],
    ],
)
def test_several_actions_are_taken_back_one_by_one(actions: list[str]) -> None:
    """6: up to the beginning of step 2, also from step 4."""
    match = position(HELD, **READY)
    stages = []
    for action in actions:
        stages.append((match.reveal(), match.scores, match.actions(), match.save()))
        match.play(action)
    assert phase(match) == "special"
    for stage in reversed(stages):
        match.undo()
        assert (match.reveal(), match.scores, match.actions(), match.save()) == stage
    assert_not_undone(match)


def test_driving_out_is_not_taken_back() -> None:
    """6.2: a card was turned up."""
    assert_not_undone(play_all(position(HELD, **READY), "drive song"))


def test_what_came_before_a_card_turned_up_is_not_taken_back() -> None:
    """6.2: an invasion after it is, the card and what was before it are not."""
    match = play_all(position(HELD, **READY), "drive song", "invade C5 with stone")
    match.undo()
    assert_not_undone(match)


@pytest.mark.parametrize(
    "actions",
    [
        ["invade C5 with stone", "invade A10 with sand"],
        ["invade C5 with stone", "conquer domino A5 B5"],
        ["conquer domino A5 B5", "conquer domino A6 B6"],
        ["anywhere A10", "stop"],
        ["anywhere A10", "discard khan", "discard stone", "discard sand", "discard river"],
    ],
)
def test_an_action_that_ends_the_turn_is_not_taken_back(actions: list[str]) -> None:
    """6: without special cards the turn is over with it, and the next player's card is turned up."""
    match = play_all(position(HELD, specials=NO_SPECIALS, **READY), *actions)
    assert to_act(match) == "B"
    assert_not_undone(match)


def test_a_used_special_card_comes_back_when_the_second_action_is_taken_back() -> None:
    """7.1: step 3 is part of the turn."""
    match = play_all(position(HELD, patronage="A", **READY), "invade C5 with stone")
    assert_undone(match, "invade A10 with sand")


# What is written


@pytest.mark.parametrize("text", ["invade C5 with stone", "INVADE C5 With Stone", "  invade  C5\twith stone \n"])
def test_an_action_is_read_in_any_case_and_spacing(text: str) -> None:
    match = position(HELD)
    match.play(text)
    assert match.history == ["invade C5 with stone"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "invade",
        "invade C5",
        "invade C5 stone",
        "invade C5 with",
        "invade C5 with sea",
        "invade A14 with stone",
        "invade A1 with stone",
        "invade 4;2 with stone",
        "invade stone with C5",
        "drive",
        "drive mongol",
        "drive seljuk north",
        "conquer",
        "conquer domino",
        "conquer dominoes A5 B5",
        "conquer domino A5 A1",
        "anywhere",
        "anywhere A5 B5",
        "anywhere M1",
        "discard",
        "discard sea",
        "discard seljuk",
        "stop it",
        "reserve",
        "reserve lake",
        "consent maybe",
        "pass on",
        "yurt",
        "ruler song",
        "ruler H5 song",
        "morale drive seljuk",
        "dance",
    ],
)
def test_what_is_no_action_is_not_understood(text: str) -> None:
    """6: an unknown word, square, ruler, piece or symbol, or something left out or added."""
    match = position(HELD)
    before = match.reveal()
    with pytest.raises(lantern.BadInput):
        match.play(text)
    with pytest.raises(lantern.BadInput):
        match.why_not(text)
    assert match.reveal() == before


@pytest.mark.parametrize(
    "text",
    ["conquer domino A5", "conquer domino A5 B5 C5", "conquer domino A5 A5", "conquer I-3 A5 B5", "gods stone"],
)
def test_what_can_never_be_done_is_not_done(text: str) -> None:
    """6: too few or too many squares, a region with two players; whether it is understood or not."""
    match = position(HELD, yurts="A A5 B5 C5")
    before = match.reveal()
    with pytest.raises(lantern.LanternError):
        match.play(text)
    assert match.reveal() == before


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("conquer domino D6 E6", "tile_in_river"),
        ("conquer I-3 D6 E6 F6", "tile_in_river"),
        ("conquer bridge-3 A5 B5 C5", "no_crossing"),
        ("conquer bridge-4 E2 E3 E4 E5", "no_crossing"),
        ("conquer domino A5 C5", "wrong_shape"),
        ("conquer bridge-3 A5 B5 B6", "wrong_shape"),
    ],
)
def test_a_piece_that_never_lies_there_is_refused_for_its_own_reason(action: str, why: str) -> None:
    """6.3: a tile in the river, a bridge that crosses nothing, and squares that are not the piece's."""
    refusal = position(yurts="A A5 B5 C5 D6").why_not(action)
    assert refusal is not None
    assert refusal.key == why


def test_the_last_action_is_told() -> None:
    """6: everybody has seen what a seat did last."""
    match = position(HELD)
    assert match.reveal()["last"] is None
    match.play("invade C5 with stone")
    assert match.reveal()["last"] == match.view(2)["last"] == {"seat": 1, "action": "invade C5 with stone"}


def test_tiles_and_bridges_of_one_shape_are_different_pieces() -> None:
    """2.2: a straight three is a tile or a bridge."""
    match = position(yurts="A A5 B5 C5 D6 F6")
    assert_legal(match, "conquer I-3 A5 B5 C5", "conquer bridge-3 D6 E6 F6")
    assert_refused(match, "conquer bridge-3 A5 B5 C5", "6.3")
    assert_refused(match, "conquer I-3 D6 E6 F6", "6.3")
    assert set(TILES).isdisjoint(BRIDGES)
