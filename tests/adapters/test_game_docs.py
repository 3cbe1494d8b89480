"""docs/games says what the code does: options, layouts of observations and actions, sizes, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lantern
from lantern.games.han.maps import board_of
from lantern.games.ming import phases
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.tables import TABLES, Table

FOLDER = Path(__file__).parents[2] / "docs" / "games"
HEADINGS = [
    "Players and options",
    "Observation",
    "Actions",
    "Masks",
    "Rewards",
    "Hidden from a seat",
    "Length and size",
]
SHOWN: dict[str, Json] = {
    "han": {"players": 3},
    "hanabi": {"players": 3},
    "khan": {"players": 3},
    "ming": {"players": 2},
}
"""[game] the table whose places a page shows."""

every_game = pytest.mark.parametrize("name", lantern.names())

Row = dict[str, str]
"""A row of a table by the heads of its columns."""


@cache
def sections(name: str) -> dict[str, str]:
    """A game's page, heading by heading."""
    _, *parts = (FOLDER / f"{name}.md").read_text("utf-8").split("\n## ")
    return dict((part.split("\n", 1)) for part in parts)


def rows_of(name: str, heading: str) -> list[Row]:
    """The table below a heading."""
    lines = [line for line in sections(name)[heading].splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


@every_game
def test_all_pages_have_the_same_headings(name: str) -> None:
    assert list(sections(name)) == HEADINGS


@every_game
def test_the_pages_point_at_files_that_are_there(name: str) -> None:
    for target in re.findall(r"\]\((.+?)\)", (FOLDER / f"{name}.md").read_text("utf-8")):
        assert (FOLDER / target).exists(), target


@every_game
def test_the_options_are_those_of_the_game(name: str) -> None:
    sheet = lantern.game(name).sheet
    players, *rows = rows_of(name, "Players and options")
    seats = sheet.seats
    assert (players["values"], players["usual"]) == (f"{seats.start} to {seats.stop - 1}", str(seats.start))
    assert [row["option"] for row in rows] == [f"`{option.name}`" for option in sheet.options]
    for row, option in zip(rows, sheet.options, strict=True):
        assert re.findall(r"`(.+?)`", row["values"]) == [repr(choice) for choice in option.choices]
        assert row["usual"] == f"`{option.default!r}`"
        assert row["what"] == option.summary


# Observations.


def letters(name: str, options: Json) -> dict[str, int]:
    """What the letters of a page stand for at a table."""
    players = options["players"]
    if name == "han":
        board = board_of(options["map"])
        return {"P": players, "N": len(board.spaces), "D": board.display}
    if name == "hanabi":
        fireworks = 5 + options["multicolour"] + options["black_powder"]
        return {"P": players, "H": 5 if players <= 3 else 4, "S": fireworks, "K": 5 * fireworks, "C": 10 * fireworks}
    two = players == 2
    return {"P": players, "Q": 3 if two else players, "X": int(two)}


def layout(name: str, options: Json) -> dict[str, range]:
    """The places of every part of an observation, as the page gives their sizes."""
    found, first = {}, 0
    for row in rows_of(name, "Observation"):
        size = eval(row["size"].replace(" x ", " * "), {}, letters(name, options))
        found[row["part"]] = range(first, first + size)
        first += size
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_parts_of_an_observation_are_all_of_it(table: Table) -> None:
    *_, last = layout(table.game.name, table.settled).values()
    assert last.stop == table.game.sheet.observation_size(table.settled)


@every_game
def test_the_places_shown_follow_from_the_sizes(name: str) -> None:
    places = layout(name, lantern.game(name).options(**SHOWN[name]))
    for row in rows_of(name, "Observation"):
        place = places[row["part"]]
        assert (row["from"], row["to"]) == (str(place.start), str(place.stop - 1))


Change = Callable[[Any], None]


def put(field: str, value: int, *place: int) -> Change:
    """Write a number into a field of a state."""

    def change(state: Any) -> None:
        if place:
            getattr(state, field)[place if len(place) > 1 else place[0]] = value
        else:
            setattr(state, field, value)

    return change


def flip(field: str, *place: int) -> Change:
    """Let the first member of a set come or go."""

    def change(state: Any) -> None:
        cells = getattr(state, field)
        put(field, (cells[place if len(place) > 1 else place[0]] if place else cells) ^ 1, *place)(state)

    return change


def other(field: str, *place: int) -> Change:
    """Make something of nothing, and nothing, or the first thing, of something."""

    def change(state: Any) -> None:
        cells = getattr(state, field)
        value = (cells[place if len(place) > 1 else place[0]]) if place else cells
        put(field, 0 if value else 1, *place)(state)

    return change


def both(*changes: Change) -> Change:
    def change(state: Any) -> None:
        for one in changes:
            one(state)

    return change


NOTHING: Change = both()
AT_RETURN = put("phase", phases.RETURN)
SQUARE = 63
"""A square of Khan's board: row 4, column 7, the first of the second word."""

CHANGES: dict[str, tuple[Json, list[tuple[Change, Change, str]]]] = {
    "han": (
        {"players": 3, "fortifications": True},
        [
            (NOTHING, flip("house", 1), "houses, houses left"),
            (NOTHING, flip("fort", 1), "markers"),
            (NOTHING, other("emissary", 2, 0), "emissaries"),
            (NOTHING, other("hand", 0, 4), "hand"),
            (NOTHING, other("hand", 1, 4), ""),
            (NOTHING, other("seen", 1, 0), "seen"),
            (NOTHING, other("seen", 0, 0), ""),
            (NOTHING, other("held", 2), "held"),
            (NOTHING, other("display", 1), "display"),
            (NOTHING, other("discard", 4), "discards"),
            (NOTHING, other("deck_left"), "deck"),
            (NOTHING, put("deck", 3, 56), ""),
            (NOTHING, other("exhausted"), "exhausted"),
            (NOTHING, other("emissaries_left", 0), "emissaries left"),
            (NOTHING, other("markers_left", 2), "markers left"),
            (NOTHING, put("score", 300, 1), "points"),
            (NOTHING, other("placed"), "placed, open provinces"),
            (NOTHING, flip("site"), "open provinces"),
            (NOTHING, flip("was_empty"), "empty provinces"),
            (NOTHING, other("phase"), "phase"),
            (NOTHING, other("to_act"), "to act"),
            (NOTHING, other("emperor"), "emperor"),
        ],
    ),
    "hanabi": (
        {"players": 3, "flares": True},
        [
            (NOTHING, other("hand", 1, 0), "hands"),
            (NOTHING, other("hand", 0, 0), ""),
            (NOTHING, other("held", 2), "hands, short, told"),
            (NOTHING, flip("mark", 0, 4), "told"),
            (NOTHING, other("firework", 4), "fireworks"),
            (NOTHING, other("tokens"), "tokens"),
            (NOTHING, other("errors"), "errors"),
            (NOTHING, put("drawn", 40), "deck"),
            (NOTHING, put("deck", 0, 49), ""),
            (NOTHING, other("discarded", 7), "discards"),
            (NOTHING, other("turns_left"), "last round"),
            (NOTHING, other("to_act"), "to act"),
            (NOTHING, other("phase"), "phase"),
            (NOTHING, other("tiles_left"), "tiles"),
            (put("last_action", 2), put("last_action", 7), "last action"),
            (put("last_action", 2), put("last_action", 3), "last position"),
            (put("last_action", 20), put("last_action", 30), "last target"),
            (put("last_action", 20), put("last_action", 21), "last hint"),
            (put("last_action", 2), put("last_seat", 2), "last seat"),
            (NOTHING, put("last_card", 3), "last kind"),
        ],
    ),
    "khan": (
        {"players": 3},
        [
            (NOTHING, both(flip("yurts", 1), put("holder", 1, SQUARE)), "yurts"),
            (NOTHING, flip("territory", 1, 1), "pieces"),
            (NOTHING, flip("covered", 1), "pieces"),
            (NOTHING, put("ruler", -1, 7), "rulers"),
            (NOTHING, other("court", 3), "courts"),
            (put("held", 1, 0), put("hand", 70, 0, 0), "hand"),
            (put("held", 1, 1), put("hand", 70, 1, 0), ""),
            (NOTHING, other("held", 2), "held"),
            (NOTHING, put("cycle", -1, 5), "discards"),
            (NOTHING, other("deck_left"), "deck"),
            (NOTHING, put("deck", 1, 71), ""),
            (NOTHING, other("piece_left", 22), "beside"),
            (NOTHING, other("special_left", 0, 3), "special"),
            (NOTHING, other("patronage", 0), "in force"),
            (NOTHING, flip("gods", 1), "in force"),
            (NOTHING, put("reserved", 22, 2), "in force"),
            (NOTHING, put("last_special", 1, 2), "last special"),
            (NOTHING, put("proposal", 0), "proposal squares, proposal type"),
            (NOTHING, put("score", 100, 2), "points"),
            (NOTHING, other("to_act"), "to act"),
            (NOTHING, other("turn"), "turn"),
            (NOTHING, other("phase"), "phase"),
            (NOTHING, other("actions_left"), "actions left"),
            (NOTHING, other("final"), "final"),
        ],
    ),
    "ming": (
        {"players": 2},
        [
            (NOTHING, put("open", 7, 4, 17), "districts"),
            (NOTHING, other("palace", 1, 3), "districts"),
            (NOTHING, put("monastery", 1, 17), "monasteries"),
            (NOTHING, put("prince", 4, 1), "princes"),
            (NOTHING, other("space", 0, 5), "spaces"),
            (NOTHING, other("display", 0), "display"),
            (NOTHING, other("hand", 1, 6), "hands"),
            (NOTHING, other("discards", 5), "discards"),
            (NOTHING, other("deck_left"), "deck"),
            (NOTHING, put("deck", 5, 52), ""),
            (NOTHING, other("dragons"), "dragons"),
            (NOTHING, other("tiles", 1, 0), "tiles"),
            (NOTHING, other("tiles_left", 2), "stock"),
            (NOTHING, other("to_place", 1), "to place"),
            (NOTHING, flip("passed"), "passed"),
            (NOTHING, put("scored", 2), "city"),
            (AT_RETURN, put("chosen", 2, 0), "own choice, chosen"),
            (AT_RETURN, put("chosen", 2, 1), "chosen"),
            (both(AT_RETURN, put("chosen", 2, 1)), put("chosen", 3, 1), ""),
            (NOTHING, put("chosen", 2, 1), "back"),
            (NOTHING, other("neutrals_lead"), "neutrals lead"),
            (NOTHING, other("neutrals_back"), "neutrals back"),
            (NOTHING, put("stock", 3), "neutral stock"),
            (NOTHING, put("score", 200, 0), "points"),
            (NOTHING, other("to_act"), "to act"),
            (NOTHING, other("start_player"), "start player"),
            (NOTHING, put("phase", phases.MOVE), "phase"),
            (NOTHING, put("round", 4), "round"),
        ],
    ),
}
"""[game] a table; what is the case there, what changes then in the record, and the parts in which seat 1 sees it."""


def seen(match: lantern.Match, *changes: Change) -> np.ndarray[Any, np.dtype[np.int8]]:
    """What the first seat sees at the beginning of a match after some changes."""
    state = match.state
    for change in changes:
        change(state[0])
    out = np.zeros(match.game.sheet.observation_size(match.options), np.int8)
    match.game.engine.observe(state, 0, out)
    return out


@every_game
def test_every_part_is_where_the_page_says(name: str) -> None:
    options, changes = CHANGES[name]
    match = lantern.game(name).match(seed=1, **options)
    parts = layout(name, match.options)
    reached = set()
    for given, change, expected in changes:
        differing = (seen(match, given) != seen(match, given, change)).nonzero()[0]
        found = {part for part, place in parts.items() if any(int(cell) in place for cell in differing)}
        assert found == {part for part in expected.split(", ") if part}, f"{expected} expected"
        reached |= found
    assert reached == set(parts)


# Actions.


@every_game
def test_the_ranges_of_actions_are_all_of_them(name: str) -> None:
    rows = rows_of(name, "Actions")
    bounds = [(int(row["from"]), int(row["to"])) for row in rows]
    assert bounds[0][0] == 0
    assert all(one[1] + 1 == two[0] for one, two in pairwise(bounds))
    assert bounds[-1][1] + 1 == lantern.game(name).sheet.actions
    assert f"A mask has {bounds[-1][1] + 1:,} numbers" in sections(name)["Masks"]


@every_game
def test_the_actions_of_a_range_begin_with_the_same_word(name: str) -> None:
    game = lantern.game(name)
    words = game.sheet.words(game.options(**SHOWN[name]))
    neighbour = ""
    for row in rows_of(name, "Actions"):
        found = re.fullmatch(r"(\d+) is `(.+)`", row["example"])
        assert found is not None
        number, notation = int(found[1]), found[2]
        numbers = range(int(row["from"]), int(row["to"]) + 1)
        assert number in numbers
        assert (words.write_action(number), words.read_action(notation)) == (notation, number)
        kinds = {words.write_action(action).split()[0] for action in numbers}
        assert kinds == {notation.split()[0]}
        assert row["action"] != neighbour
        neighbour = row["action"]


# Sizes and lengths.


@every_game
def test_sizes_are_those_of_the_sheet(name: str) -> None:
    sheet, text = lantern.game(name).sheet, sections(name)["Length and size"]
    assert f"A record has {sheet.state.dtype.itemsize:,} bytes" in text
    assert f"{sheet.actions:,} action numbers, and a list of legal ones needs room for {sheet.most_legal:,}." in text
    for row in rows_of(name, "Length and size"):
        options = lantern.game(name).options(**options_of(row))
        assert row["observation"] == f"{sheet.observation_size(options):,}"


def options_of(row: Row) -> Json:
    """The options that a row is about, which are written as in Python."""
    options: Json = eval(f"dict({row['table'].strip('`')})")
    return options


@pytest.mark.parametrize("name", ["hanabi"] if PLAIN else lantern.names())
def test_random_games_are_as_long_as_the_page_says(name: str) -> None:
    for row in rows_of(name, "Length and size")[: 1 if PLAIN else None]:
        batch = lantern.batch(name, 100, seed=1, observations=False, masks=False, **options_of(row))
        batch.play_out()
        lengths = batch.lengths
        found = [f"{lengths.mean():.1f}", str(lengths.min()), str(lengths.max())]
        assert found == [row["moves a random game"], row["shortest"], row["longest"]]
