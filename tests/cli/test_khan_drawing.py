"""Khan's table as text. Views are taken from matches and drawn without colour."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

import lantern
from lantern.games.khan.board import COLUMNS, ROWS
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.languages import text
from lantern.terminal import seen
from lantern.terminal.khan import draw, marks, sum_up, uncover
from lantern.terminal.khan.pieces import SHAPES
from tests.cli.pictures import drawn, line_of, lines_of, moments, status, text_of

GAME = lantern.game("khan")


def board_of(view: Json) -> list[str]:
    """The lines of the board without what stands beside it."""
    return [line[:56].rstrip() for line in lines_of(view)[1:30]]


def square_in(board: list[str], row: int, column: int) -> str:
    """The three characters of a square."""
    return board[2 * row + 2][4 * column + 4 : 4 * column + 7].ljust(3)


def position(seat: int | None = 1, players: int = 3, **given: Any) -> Json:
    """The view of a position written by hand."""
    return copy.deepcopy(seen(GAME.position({"options": {"players": players}, **given}, seed=1), seat))


def played(seed: int, players: int, **chosen: Any) -> Iterator[Match]:
    """A match at random that likes to conquer, before every action and at the end."""
    match = GAME.match(players, seed=seed, **chosen)
    return moments(match, seed, lambda action: action.startswith("conquer"), share=0.4)


def finished(seed: int, players: int) -> Match:
    *_, match = played(seed, players)
    return match


EXAMPLE: Json = {
    "yurts": {"D1": 1, "E1": "neutral", "H5": 2, "F9": 3},
    "pieces": [
        {"piece": "L-4", "squares": ["J6", "K6", "L6", "J7"], "owners": [1]},
        {"piece": "domino", "squares": ["K7", "L7"], "owners": [1]},
        {"piece": "bridge-3", "squares": ["H7", "H8", "H9"], "owners": [1, 3]},
        {"piece": "bridge-4", "squares": ["D3", "D4", "D5", "D6"], "owners": [1, 2, 3]},
    ],
    "rulers": {
        "seljuk": "B7",
        "russian": "G1",
        "hungarian": "C2",
        "abbasid": "D11",
        "song": "L10",
        "goryeo": "L4",
        "delhi": "home",
        "tibetan": "I5",
    },
}


# The board


def test_the_board_shows_landscapes_yurts_rulers_and_pieces() -> None:
    assert board_of(position(**EXAMPLE)) == [
        "     A   B   C   D   E   F   G   H   I   J   K   L   M",
        "           ┌───────────────────────┬───────┐",
        " 1         │ g  g⌂A g⌂   g  ♔Ru  g │ t   t │",
        "       ┌───┘                       │       ├───────┐",
        " 2     │ g  ♔Hu  g   g   g   g   g │ t   t │ m   m │",
        "   ┌───┘       ┏━━━┓           ┌───┘   ┌───┘       └───┐",
        " 3 │ g   g   g ┃ABC┃ g   g   g │ t   t │ m   m   m   m │",
        "   ├───────────┨   ┠───┬───────┘       │               │",
        " 4 │~~~ ~~~ ~~~┃~~~┃~~~│ t   t   t   t │ m   m  ♔Go  m │",
        "   ├───────────┨   ┃   │               │               │",
        " 5 │ s   s   s ┃ABC┃~~~│ t   t  t⌂B ♔Ti│ m   m   m   m │",
        "   │           ┃   ┃   │               ┢━━━━━━━━━━━┓   │",
        " 6 │ s   s   s ┃ABC┃~~~│ t   t   t   t ┃ A   A   A ┃ m │",
        "   │           ┗━━━┩   │       ┏━━━┓   ┃   ┏━━━━━━━┫   │",
        " 7 │ s  ♔Se  s   s │~~~│ t   t ┃A+C┃ t ┃ A ┃ A   A ┃ m │",
        "   │               │   └───────┨   ┠───┺━━━┻━━━━━━━┹───┤",
        " 8 │ s   s   s   s │~~~ ~~~ ~~~┃A~C┃~~~ ~~~ ~~~ ~~~ ~~~│",
        "   │               └───┬───┐   ┃   ┠───────────────────┤",
        " 9 │ s   s   s   s   s │d⌂C│~~~┃A+C┃ f   f   f   f   f │",
        "   ├───────────────────┘   │   ┡━━━┛                   │",
        "10 │ d   d   d   d   d   d │~~~│ f   f   f   f  ♔So  f │",
        "   │                       │   │                   ┌───┘",
        "11 │ d   d   d  ♔Ab  d   d │~~~│ f   f   f   f   f │",
        "   └───┐                   │   │                   │",
        "12     │ d   d   d   d   d │~~~│ f   f   f   f   f │",
        "       └───┐               │   │           ┌───────┘",
        "13         │ d   d   d   d │~~~│ f   f   f │",
        "           └───────────────┴───┴───────────┘",
        "     A   B   C   D   E   F   G   H   I   J   K   L   M",
    ]


def test_every_square_shows_what_is_there_without_colour() -> None:
    for match in played(2, 4):
        if match.ply % 7 and not match.over:
            continue
        view = seen(match, 1)
        board = board_of(view)
        covered = {square: piece for piece in view["pieces"] for square in piece["squares"]}
        rulers = {place: ruler for ruler, place in view["rulers"].items()}
        for row, letters in enumerate(ROWS):
            for column, landscape in enumerate(letters):
                name, shown = f"{COLUMNS[column]}{row + 1}", square_in(board, row, column)
                if name in covered:
                    owners = "".join("ABCD"[seat - 1] for seat in covered[name]["owners"])
                    assert re.sub(r"[ +~]", "", shown) in (owners, owners[:2], owners[2:], ""), (name, shown)
                    assert (landscape == "~") >= ("~" in shown)
                elif name in view["yurts"]:
                    owner = view["yurts"][name]
                    assert shown == f"{landscape.lower()}⌂{' ' if owner == 'neutral' else 'ABCD'[owner - 1]}"
                elif name in rulers:
                    assert shown == f"♔{marks.ruler_letters(view, rulers[name])}"
                else:
                    assert shown == {"~": "~~~", ".": shown}.get(landscape, f" {landscape.lower()} ")


def test_four_owners_of_a_piece_take_turns_on_its_squares() -> None:
    piece = {"piece": "L-4", "squares": ["J6", "K6", "L6", "J7"], "owners": [1, 2, 3, 4]}
    view = position(players=4, pieces=[piece])
    assert [square_in(board_of(view), *at) for at in ((5, 9), (5, 10), (5, 11), (6, 9))] == ["A+B", "C+D", "A+B", "C+D"]


def test_letters_of_landscapes_and_rulers_are_distinct_and_explained() -> None:
    assert len({marks.ruler_letters(position(), ruler) for ruler in marks.RULER_INKS}) == 8
    assert not {key.lower() for key in marks.LANDSCAPES} & set("ABCD")
    shown = " ".join(text_of(draw(position())).split())
    for key, name in marks.LANDSCAPES.items():
        assert f" {key.lower()} {name} " in shown


def test_a_proposal_is_marked_on_the_board() -> None:
    view = proposal()
    assert [square_in(board_of(view), 6, column) for column in (9, 10)] == ["?⌂A", "?⌂B"]
    assert "? proposed" in text_of(draw(view))
    assert "? proposed" not in text_of(draw(position()))


# The tables


def test_pieces_beside_the_board() -> None:
    view = position(**EXAMPLE)
    shown = text_of(draw(view))
    assert view["beside"].keys() == SHAPES.keys()
    points = {piece["piece"]: piece["points"] for piece in GAME.match(seed=1).board()["pieces"]}
    for name, left in view["beside"].items():
        assert f"{name:8} {left}x{points[name]} " in shown
    assert f"{'T-4':8} 1x6 ▀█▀ " in shown
    assert "L-5      1x9B█▀▀▀" in text_of(draw(view | {"reserved": {"2": "L-5"}}))


def test_every_shape_has_as_many_squares_as_its_name_says() -> None:
    for name, rows in SHAPES.items():
        size = 2 if name == "domino" else 4 if name == "bridge-L" else int(name[-1])
        assert "".join(rows).count("#") == size
        assert len({len(row) for row in rows}) == 1


def test_rulers_show_where_they_would_flee() -> None:
    view = position(**EXAMPLE, courts={"seljuk": 1, "delhi": 0})
    assert line_of(view, "ruler ").split() == ["ruler", "at", "court", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert line_of(view, "Ru russian").split() == ["Ru", "russian", "G1", "5⌂", *view["flight"]["russian"].values()]
    assert line_of(view, "Se seljuk").split() == ["Se", "seljuk", "B7", "1⌂", *["home"] * 8]
    assert line_of(view, "De delhi").split() == ["De", "delhi", "home"]
    assert "1 home, 5 begin the final phase" in line_of(view, "rulers")
    start = seen(GAME.match(3, seed=1, place_rulers=True), 1)
    assert line_of(start, "So song").split() == ["So", "song", "unplaced", "5⌂"]


def test_every_seat_shows_hand_points_and_special_cards() -> None:
    specials = [{"morale": 2, "patronage": 0, "gods": 1, "reconnaissance": 1}, *[dict.fromkeys(SPECIALS, 1)] * 2]
    view = position(**EXAMPLE, specials=specials)
    heads = ["hand", "pieces", "+terr.", "=now", "morale", "patronage", "gods", "reserve"]
    assert line_of(view, "               hand").split() == heads
    assert line_of(view, "▶A seat 1, you").split()[-8:] == ["4", "12", "+10", "22", "2", "-", "1", "1"]
    territories = re.findall(r"[ABC] \d+[-\d]* → \d+ points", " ".join(lines_of(view)))
    assert territories == ["A 6-4-3 → 10 points", "B 4 → 3 points", "C 4-3 → 6 points"]
    assert "  morale patronage gods reserve" in text_of(draw(view), 100)


SPECIALS = ("morale", "patronage", "gods", "reconnaissance")


def test_points_so_far_and_those_to_come_add_up() -> None:
    for match in played(3, 3):
        if match.ply % 20 and not match.over:
            continue
        view = seen(match, 1)
        for seat, so_far in enumerate(view["scores"], 1):
            (line,) = (line for line in lines_of(view) if line[1:].startswith(f"{'ABC'[seat - 1]} seat {seat}"))
            _, *parts, now = map(int, line.partition(str(seat))[2].removeprefix(", you").split()[:-4])
            assert sum(parts) == now
            assert so_far == (parts[0] if view["to_act"] else now)


def test_cards_are_named_by_symbol_first() -> None:
    view = position() | {"reshuffles": 1}
    view["hands"][0]["cards"] = ["seljuk mountains", "song khan"]
    assert line_of(view, "your hand").split() == ["your", "hand", "mountains", "Seljuk", "khan", "Song"]
    assert line_of(view, "deck") == f"deck       {view['deck']} cards, reshuffled once, discards 0"
    view |= {"deck": 1, "reshuffles": 0, "discards": ["song khan"]}
    assert line_of(view, "deck") == "deck       1 card, discards 1"
    assert line_of(view | {"reshuffles": 3}, "deck").endswith("reshuffled 3 times, discards 1")
    view["hands"][0]["cards"] = []
    assert line_of(view, "your hand").split() == ["your", "hand", "none"]


def test_special_cards_in_force_are_named() -> None:
    view = position(players=4) | {"patronage": [2], "gods": {"3": "tundra"}, "reserved": {"4": "L-5"}}
    assert [line[11:] for line in lines_of(view) if line.startswith("in force")] == [
        "B patronage: others may not cover B's yurts",
        "C gods: others may not cover neutral yurts in the region tundra",
        "D reserve: L-5",
    ]
    assert line_of(position() | {"gods": {"2": "all"}}, "in force").endswith("neutral yurts anywhere")


# Whose turn it is


def proposal() -> Json:
    """Seat 1 wants to cover a yurt of seat 2, who is protected."""
    left = {"morale": 2, "patronage": 1, "gods": 1, "reconnaissance": 1}
    given = {
        "options": {"players": 3},
        "yurts": {"J7": 1, "K7": 2, "F5": 1},
        "patronage": [2],
        "specials": [left, left | {"patronage": 0}, left],
        "last_special": [None, "patronage", None],
    }
    match = GAME.position(given, seed=1)
    match.play("conquer domino J7 K7")
    return seen(match, 2)


def test_a_proposal_waits_and_may_be_refused() -> None:
    view = proposal()
    assert status(view) == "you are asked: consent or refuse"
    assert line_of(view, "proposal") == "proposal   A conquer domino J7 K7; B is asked"
    assert line_of(view, "▶B")
    assert line_of(view, "*A seat 1")
    assert "; C consents; B is asked" in line_of(view | {"consented": [3]}, "proposal")
    assert status(view | {"seat": 1}) == "seat 2 (B) to act: consent or refuse"
    view |= {"proposal": None, "refused": ["conquer domino J7 K7"]}
    assert line_of(view, "refused") == "refused    A conquer domino J7 K7"


def test_the_status_says_what_is_asked() -> None:
    view = position()
    assert status(view) == "your turn: invade, drive, conquer or anywhere (2 actions left)"
    assert status(view | {"seat": None}).startswith("seat 1 (A) to act: invade, ")
    assert status(view | {"actions_left": 1}) == "your turn: invade, drive or conquer (1 action left)"
    assert status(view | {"actions_left": 1, "final": True}) == "your turn: invade or conquer (1 action left)"
    assert status(view | {"phase": "morale"}) == "your turn: invade, drive or conquer as a third action"
    assert status(view | {"phase": "discard"}) == "your turn: discard SYMBOL, or stop"
    words = "a special card (morale, patronage, gods or reserve), or pass"
    assert status(view | {"phase": "special"}) == f"your turn: {words}"
    words = "conquer (2 left), or pass where none is compulsory"
    assert status(view | {"phase": "final", "final": True}) == f"your turn: {words}"
    assert "final phase" in text_of(draw(view | {"final": True})).splitlines()[0]
    assert "final phase" not in drawn(view)[0]


def test_the_set_up_says_what_is_asked() -> None:
    match = GAME.match(3, seed=1, start=1, place_rulers=True)
    assert status(seen(match, 1)) == "your turn: ruler RULER SQUARE"
    assert line_of(seen(match, 1), "last") == "last       nothing has been played yet"
    match.play("ruler song L10")
    assert line_of(seen(match, 1), "last") == "last       Seat 1 places the Song ruler on L10."
    match = GAME.match(3, seed=1, start=1)
    assert status(seen(match, 1)) == "your turn: yurt SQUARE, in a region without yurts"


def test_the_last_flight_is_told() -> None:
    match = GAME.position({"options": {"players": 3}, "courts": {"seljuk": 1}}, seed=1)
    match.play("drive seljuk")
    assert line_of(seen(match, 1), "fled") == "fled       Seljuk from B7 to home"
    assert line_of(seen(match, 1), "last") == "last       Seat 1 drives out the Seljuk ruler."


# What is hidden


def test_hidden_cards_change_nothing() -> None:
    everything = under_way().reveal()
    swapped = copy.deepcopy(everything)
    swapped["deck"].reverse()
    swapped["hands"][1][0], swapped["deck"][2] = swapped["deck"][2], swapped["hands"][1][0]
    swapped["hands"][1].sort(key=everything["discards"].__contains__)
    one, two = (GAME.position(world, seed=1) for world in (everything, swapped))
    assert one.reveal() != two.reveal()
    assert text_of(draw(seen(one, 1))) == text_of(draw(seen(two, 1)))


def under_way() -> Match:
    """A match in which seat 1 is to act, before the first reshuffle."""
    return next(match for match in played(4, 3) if match.ply > 25 and match.to_act == 1)


def test_only_the_own_hand_is_shown_until_all_is_uncovered() -> None:
    match = under_way()
    view, everything = seen(match, 1), match.reveal()
    assert "hand of" not in text_of(draw(view))
    shown = text_of(draw(view))
    assert "your hand" in shown
    assert "B's hand" not in shown
    spectator = text_of(draw(seen(match)))
    assert "'s hand" not in spectator
    assert "you" not in spectator
    opened = uncover(view, everything)
    for seat, cards in enumerate(everything["hands"], 1):
        words = " ".join(f"{symbol} {ruler.capitalize()}" for ruler, symbol in map(str.split, cards))
        name = "your hand" if seat == 1 else f"{'ABC'[seat - 1]}'s hand"
        assert " ".join(line_of(opened, name, 120).split()) == f"{name} {words}"


# The end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_finished_game_is_uncovered_and_summed_up(players: int) -> None:
    match = finished(4, players)
    assert match.result is not None
    view = uncover(seen(match, 1), match.reveal())
    assert status(view) == f"over: {match.result['reason']}"
    assert "all rulers are home" in text_of(draw(view))
    lines = text_of(sum_up(view), width=100).splitlines()
    assert lines[0].startswith(f"The game is over, {match.result['reason']}. ")
    assert [int(points) for points in lines[-1].split()[1:]] == match.result["scores"]
    sums = [line.split()[-players:] for line in lines if re.match(r"pieces |largest territories ", line)]
    assert [sum(map(int, column)) for column in zip(*sums, strict=True)] == match.result["scores"]
    for piece in view["pieces"]:
        words = f"  {text('en', 'khan.piece.' + piece['piece'])} {' '.join(piece['squares'])}"
        (line,) = (line for line in lines if re.match(rf"{re.escape(words)}[, ]", line))
        shared = "+".join("ABCD"[seat - 1] for seat in piece["owners"])
        assert ("+" in line) == (len(piece["owners"]) > 1)
        assert shared in line or len(shared) == 1
    for seat, territories in enumerate(match.result["territories"]):
        assert any(line.startswith(f"  {'ABCD'[seat]} {'-'.join(map(str, territories))}") for line in lines)


def result_of(scores: list[int], winners: list[int], territories: list[list[int]], seat: int | None = 1) -> list[str]:
    reason = "nothing left to conquer"
    result = {"reason": reason, "scores": scores, "winners": winners, "territories": territories, "breakdown": []}
    view = position(seat=seat, players=len(scores)) | {"result": result, "scores": scores}
    return text_of(sum_up(view), 120).splitlines()


def test_winners_and_how_a_tie_was_broken() -> None:
    lands: list[list[int]] = [[5], [9, 2], []]
    assert (
        result_of([3, 9, 1], [2], lands)[0] == "The game is over, nothing left to conquer. "
        "Seat 2 (B) wins with 9 points."
    )
    assert result_of([1, 0, 0], [1], lands)[0].endswith(" You (A) win with 1 point.")
    tied = result_of([9, 9, 3], [2], lands)
    assert tied[1] == "Equal points, so the territories decide: A 5, B 9-2."
    shared = result_of([9, 9, 9], [1, 2, 3], [[], [], []], seat=None)
    assert shared[0].endswith(" Seat 1 (A), seat 2 (B) and seat 3 (C) share the win with 9 points.")
    assert shared[1] == "Equal points, so the territories decide: A none, B none, C none."


# Everywhere

TABLES: list[Json] = [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 3, "place_rulers": True}]
WIDTHS = (80, 100, 120, 160, 60, 131, 40, 200)


@pytest.mark.parametrize("step", [21, pytest.param(7, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.sampled(4)
def test_every_table_of_a_game_fits_its_width(number: int, step: int) -> None:
    for match in played(number, **TABLES[number]):
        if match.ply % step and not match.over:
            continue
        view = seen(match, 1)
        if match.ply % 2 == 0:
            view = uncover(view, match.reveal())
        width = WIDTHS[(match.ply + number) % len(WIDTHS)]
        lines = drawn(view, width)
        assert {cell_len(line) for line in lines} == {min(width, 142)}
        assert width < 80 or "…" not in "".join(lines)
        assert len(lines) <= 66 or width < 80
    view = uncover(seen(match, 1), match.reveal())
    for width in (80, 100, 120, 160):
        assert max(map(cell_len, text_of(sum_up(view), width).splitlines())) <= width
