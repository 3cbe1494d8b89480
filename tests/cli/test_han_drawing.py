"""HAN's table as text. Views are taken from matches and drawn without colour."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from rich.cells import cell_len

import lantern
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.terminal import seen
from lantern.terminal.han import draw, sum_up, uncover
from lantern.terminal.han.marks import INKS
from tests.cli.pictures import drawn, moments, status, text_of

GAME = lantern.game("han")
BORDERS, WAYS = "border-disputes", "ways-of-diplomacy"


def lines_of(view: Json, width: int = 80) -> list[str]:
    """The lines of the picture without the frame."""
    return [line.strip("│").strip() for line in drawn(view, width)]


def line_of(view: Json, start: str, width: int = 80) -> str:
    """The only line that begins like this."""
    (line,) = (line for line in lines_of(view, width) if line.startswith(start))
    return line


def position(seat: int | None = 1, **given: Any) -> Json:
    """The view of a position written by hand."""
    players, name = given.pop("players", 4), given.pop("map", BORDERS)
    variants = dict.fromkeys(given.pop("variants", ()), True)
    chosen = {"players": players, "map": name, **variants}
    return copy.deepcopy(seen(GAME.position({"options": chosen, **given}, seed=1), seat))


def played(seed: int, players: int, **chosen: Any) -> Iterator[Match]:
    """A match at random that rather places than discards, before every action and at the end."""
    match = GAME.match(players, seed=seed, **chosen)
    return moments(match, seed, lambda action: " with " in action, share=0.8)


def finished(seed: int, players: int, **chosen: Any) -> Match:
    *_, match = played(seed, players, **chosen)
    return match


EXAMPLE: Json = {
    "houses": {
        **dict.fromkeys(("w1", "w2", "w5", "w6"), 1),
        **dict.fromkeys(("w3", "w4", "c4", "bch"), 2),
        **dict.fromkeys(("bzw", "c1", "c2", "c3", "bcs", "s1", "s2"), 4),
    },
    "emissaries": {"wei": [0, 1, 0, 1], "chin": [1, 1, 0, 2], "shu": [0, 0, 2, 0]},
}
"""The position of Examples 6 and 7, but for an emissary in Shu."""


# The map


def test_the_map_is_drawn_to_scale() -> None:
    view = position(map=WAYS, houses={"m1": 1, "m2": 1, "j2": 2, "j5": 2, "v3": 3}, emissaries={"wm": [1, 0, 0, 1]})
    lines = drawn(view)
    (first,) = (place for place, line in enumerate(lines) if "[m1A]" in line and "m2" in line)
    assert [line[2:-2].rstrip() for line in lines[first : first + 26]] == [
        " [m1A]━━━━━━━━━━━[m2A]────────────(e1·)────────────(e2·)───(x1·)───────(x2·)",
        "   │  West Market  │                                 │       │Xuanping   │",
        "   │  wm G AD      │          East Market            │       │xp Y       │",
        "   │               │          em O                   │       │           │",
        "   │               │                                 │       │           │",
        " (m3·)           (m4·)──────(e3·)──────────────────(e4·)───(x4·)       (x3·)",
        "   │               │          │                      │       │           │",
        "   │               │          │                      │       │           │",
        "   │               │          │                      │       │           │",
        "   │               │          │                      │       │           │",
        " (g1·)─(g2·)─────(n1·)──────(n4·)────────(n2·)─────(j1·)───[j2B]───────(j3·)",
        "  │                │                       │                 ┃           │",
        "  │ Cassia         │ Beigong               │      Mingguang  ┃           │",
        "  │ gg Y           │ np R       Arsenal    │      mg G ··    ┃         (j4·)",
        " (g3·)           (n3·)          ar O       │               [j5B]         │",
        "   │               │                     (a1·)               │           │",
        "   │               │                       │                 │           │",
        "   │               │                       │                 │           │",
        " (v1·)───────────(v2·)──────────(a2·)────(a3·)─────────────(c1·)───────(c2·)",
        "   │               │              │        │               │             │",
        "   │  Weiyang      │              │        │               │  Changle    │",
        "   │  wy V ·       │              │        │          ╭────╯  cl R       │",
        "   │               │              │        │          │                  │",
        " [v3C]───────────(v4·)──────────(v5·)────(c3·)────(c4·)────────────────(c5·)",
        "(m1·) free   [m1A] house   ━ houses of one player",
        "R✓AB· red, scored, emissaries, room for one",
    ]


@pytest.mark.parametrize("width", [80, 100, 120, 160, 200])
@pytest.mark.parametrize("name", [BORDERS, WAYS])
@pytest.mark.sampled(3)
def test_every_space_and_name_is_on_the_map(name: str, width: int) -> None:
    view = position(map=name)
    shown = text_of(draw(view), width)
    for space in view["map"]["spaces"]:
        around = "≈≈" if space["port"] else "<>" if len(space["provinces"]) == 2 else "()"
        assert shown.count(f"{around[0]}{space['id']}·{around[1]}") >= 1, space
    for province in view["map"]["provinces"]:
        assert shown.count(province["name"]) == 2, province
    assert "not drawn" not in shown


def test_houses_markers_ports_and_borders_differ_without_colour() -> None:
    houses = {"w1": 1, "z4": 2, "bzw": 3, "q2": 4, "q3": 1, "q1": 2}
    view = position(houses=houses, fortifications={"q2": 4, "q3": 1}, variants=["fortifications"])
    shown = text_of(draw(view))
    for words in ("[w1A]", "≈z4B≈", "<bzwC>", "#q2D#", "≈q3A#", "[q1B]", "(w2·)", "≈q4·≈", "<bql·>"):
        assert shown.count(words) == 1, words
    assert "#c1A# fortification" in shown
    view = position(map=WAYS, houses={"j1": 1}, market_places={"j4": 4}, variants=["market_places"])
    shown = text_of(draw(view))
    assert "$j4D$" in shown
    assert "$m1A$ market place" in shown
    assert "≈" not in shown


def test_roads_between_houses_of_one_seat_are_heavy() -> None:
    houses = {"m1": 1, "m2": 1, "e1": 2, "e2": 1}
    line = line_of(position(map=WAYS, houses=houses), "[m1A]")
    assert re.fullmatch(r"\[m1A\]━+\[m2A\]─+\[e1B\]─+\[e2A\]─+\(x1·\)─+\(x2·\)", line)


def test_emissaries_stand_below_the_name_with_dots_for_room() -> None:
    view = position(houses={"w1": 1, "w2": 1, "w5": 1, "w6": 1}, emissaries={"wei": [0, 1, 0, 2]})
    below = next(line for line in lines_of(view) if "[w4" in line or "(w4" in line)
    assert "R BDD·" in below
    view["standing"]["wei"] |= {"emissaries": [3, 4, 0, 2], "cap": 4}
    assert "R 9" in next(line for line in lines_of(view) if "(w4" in line)
    view["standing"]["wei"] |= {"emissaries": [0, 8, 0, 0]}
    assert "R B8" in next(line for line in lines_of(view) if "(w4" in line)


def test_a_scored_province_is_ticked() -> None:
    view = position(houses={"l1": 1, "l2": 1, "l3": 2, "bql": 2}, scores=[4, 4, 0, 0])
    assert line_of(view, "✓ O  Lu").split() == ["✓", "O", "Lu", "A2=B2", "A4", "B4", "none", "of", "2", "full"]
    assert any("O✓··" in line for line in lines_of(view))


def test_an_own_map_without_positions_is_a_list() -> None:
    own = json.loads((files("lantern.games.han") / "data" / "border_disputes.json").read_text())
    for thing in [*own["provinces"], *own["spaces"]]:
        thing.pop("at", None)
        thing.pop("dragon", None)
    view = seen(GAME.match(4, seed=1, map=own), 1)
    for width in (80, 120, 200):
        shown = text_of(draw(view), width)
        assert "(w1·)" not in shown
        assert "w1 w2 w3 w4 w5 w6 bzw" in shown


def test_a_map_too_dense_for_the_terminal_is_a_list() -> None:
    view = position()
    for space in view["map"]["spaces"]:
        space["at"] = [5, 5]
    for width in (80, 120, 200):
        shown = text_of(draw(view), width)
        assert "(w1·)" not in shown
        assert "w1 w2 w3 w4 w5 w6 bzw" in shown


def test_names_without_room_are_left_to_the_list() -> None:
    view = position()
    for province in view["map"]["provinces"]:
        province |= {"name": f"{province['id']} province", "at": [560, 440]}
    shown = text_of(draw(view))
    assert "(w1·)" in shown
    times = [shown.count(province["name"]) for province in view["map"]["provinces"]]
    assert set(times) == {1, 2}


def test_long_and_wide_names_of_an_own_map_are_no_error() -> None:
    view = position()
    view["map"]["provinces"][2] |= {"name": "魏国"}
    view["map"]["provinces"][3] |= {"name": "The Province of the Many Rivers" * 3}
    for width in (50, 80, 120, 160):
        shown = text_of(draw(view), width)
        assert {cell_len(line) for line in shown.splitlines()} == {width}
        assert shown.count("魏国") == 1 + (width >= 80)
        assert "The Province" in shown


# The tables


def test_provinces_show_majorities_points_emissaries_and_free_spaces() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "✓ R  Wei") == "✓ R  Wei    A4 B2 D1  A7 B4 D2  B1=D1 of 4     full"
    assert line_of(view, "O  Zhao") == "O  Zhao   D1        D1        none of 1      z1 z2 z3 z4 z5"
    assert line_of(view, "G  Yue") == "G  Yue    none                none           y1 y2 y3 y4 y5 buy"


def test_where_room_is_short_a_province_takes_two_lines() -> None:
    lines = lines_of(position(**EXAMPLE), 60)
    place = lines.index("✓ R  Wei    ⌂ A4 B2 D1 → A7 B4 D2")
    assert lines[place + 1] == "♙ B1=D1 of 4  · full"
    lines = lines_of(position(map=WAYS), 60)
    place = lines.index("G  West Market  ⌂ none")
    assert lines[place + 1] == "wm           ♙ none  · m1 m2 m3 m4"


def test_alliances_say_who_would_score_them() -> None:
    view = position(**EXAMPLE)
    shown = text_of(draw(view))
    assert "3 wei-chin D6" in shown
    for alliance in view["map"]["alliances"]:
        assert re.search(rf"\b{alliance['number']} {'-'.join(alliance['between'])}\b", shown)


def test_roads_and_ports_say_who_would_score_them() -> None:
    view = position(**EXAMPLE)
    (row,) = (item for item in view["breakdown"] if item["kind"] == "row")
    spaces = " ".join(piece.removeprefix("space:") for piece in row["pieces"])
    assert line_of(view, "road") == f"road       D5  {spaces}"
    houses = {**dict.fromkeys(("z4", "q3", "l3", "u6"), 4), **dict.fromkeys(("y4", "y5"), 1)}
    assert line_of(position(houses=houses), "ports") == "ports      D6 A4  free: q4"
    doubled = position(
        houses=dict.fromkeys(("c1", "c2", "c3", "c4"), 1), fortifications={"c2": 1}, variants=["fortifications"]
    )
    assert line_of(doubled, "road").startswith("road       A8 doubled")
    assert not any(line.startswith("ports") for line in lines_of(position(map=WAYS)))


def test_every_seat_shows_hand_supply_and_points() -> None:
    view = position(
        **EXAMPLE, hands=[["violet", "red", "red"], ["green", "green", "red"], None, None], seen=[[], ["green"], [], []]
    )
    heads = "hand supply points +houses +allies +roads +ports =now"
    assert line_of(view, "hand").split() == heads.split()
    assert line_of(view, "▶A").startswith("▶A seat 1, you ♔  V  R  R  16⌂ 7♙ ")
    seat_2 = line_of(view, "B seat 2").split()
    assert seat_2[3:6] == ["G", "?", "?"]
    assert seat_2[6:8] == ["16⌂", "6♙"]
    seat_4 = line_of(view, "D seat 4").split()
    assert seat_4[-5:] == ["0", "+4", "+6", "+5", "15"]


def test_points_so_far_and_those_to_come_add_up() -> None:
    for match in played(3, 4):
        if match.ply % 20 and not match.over:
            continue
        view = seen(match, 1)
        for seat, so_far in enumerate(view["scores"], 1):
            (line,) = (
                line for line in lines_of(view) if line.strip("▶").startswith(f"{'ABCDE'[seat - 1]} seat {seat}")
            )
            *parts, now = map(int, line.partition("♙")[2].split())
            assert sum(parts) == now
            assert so_far == (parts[0] if view["to_act"] else now)


def test_emissaries_on_market_places_are_named_until_they_move() -> None:
    view = position(
        map=WAYS,
        variants=["market_places"],
        houses=dict.fromkeys(("j1", "j2", "j3"), 2),
        emissaries={"mg": [0, 2, 0, 1]},
        market_places={"j4": 4},
    )
    assert line_of(view, "G  Mingguang mg") == "G  Mingguang mg    B3      B3      B2 D1 of 3 $D  j5"
    assert "1$" in line_of(view, "B seat 2")
    assert "0$" in line_of(view, "D seat 4")


def test_hands_display_deck_and_discards() -> None:
    hands = [["violet", "red"], None, None, None]
    view = position(hands=hands, display=["yellow", "yellow", "orange", "red"])
    assert line_of(view, "your hand").split() == ["your", "hand", "violet", "red"]
    assert line_of(view, "display").split() == ["display", "yellow", "yellow", "orange", "red"]
    assert line_of(view, "deck") == f"deck       {view['deck']} cards"
    assert line_of(view, "discards").split() == ["discards", "none"]
    view |= {"discards": ["green", "green", "red"], "exhausted": 1, "deck": 1}
    assert line_of(view, "deck") == "deck       1 card, reshuffled once"
    assert line_of(view, "discards").split() == ["discards", "G", "2", "R", "1"]
    wide = line_of(view, "your hand", 100)
    assert wide == "your hand   violet   red            display    yellow   yellow   orange   red"


def test_the_last_turns_are_counted() -> None:
    for match in played(5, 3):
        view = seen(match, 1)
        if view["last_turns"] and not match.over:
            turns = "Last turn!" if view["last_turns"] == 1 else f"Last round: {view['last_turns']} to go"
            assert line_of(view, "deck") == f"deck       ran out twice, no more drawing · {turns}"
    assert line_of(seen(match, 1), "deck") == "deck       ran out twice, no more drawing"


# Whose turn it is


def test_the_status_says_what_is_asked() -> None:
    match = GAME.match(3, seed=1, start=1, deck=_deck("RRG"))
    assert status(seen(match, 1)) == "your turn: house, emissary or discard"
    assert status(seen(match, 2)) == "seat 1 (A) to act: house, emissary or discard"
    assert "nothing has been played yet" in text_of(draw(seen(match, 1)))
    match.play("house w1 with red")
    assert status(seen(match, 1)) == "your turn: end"
    assert line_of(seen(match, 1), "this turn") == "this turn: 1 piece placed, no more may be placed"
    assert line_of(seen(match, 1), "last action") == "last action: Seat 1 builds a house in Wei (w1), for red."
    match.play("end")
    assert status(seen(match, 1)) == "your turn: take or draw, 1 card to come"
    assert not any(line.startswith("this turn") for line in lines_of(seen(match, 1)))


def test_the_next_piece_may_go_where_the_first_stands() -> None:
    match = GAME.position(
        {
            "options": {"players": 4, "map": BORDERS},
            "houses": {"w1": 1, "z1": 2},
            "hands": [["red", "red", "orange"], None, None, None],
        },
        seed=1,
    )
    match.play("house bzw with orange red")
    assert status(seen(match, 1)) == "your turn: place one more, or end"
    assert line_of(seen(match, 1), "this turn") == "this turn: 1 piece placed, one more may go to Zhao or Wei"
    match.play("house w2 with red")
    assert line_of(seen(match, 1), "this turn") == "this turn: 2 pieces placed, no more may be placed"


def test_variants_are_in_the_title_and_in_what_is_asked() -> None:
    view = position(variants=["fortifications"])
    assert "HAN · Border Disputes · fortifications · move 1" in text_of(draw(view))
    assert status(view) == "your turn: house, emissary, fortify or discard"
    view = position(map=WAYS, players=2, variants=["market_places"])
    assert "HAN · Ways of Diplomacy · market places · move 1" in text_of(draw(view))
    assert status(view) == "your turn: house, emissary, market or discard"


def _deck(first: str) -> list[str]:
    """The cards of a game for three, some of them on top."""
    names = {name[0].upper(): name for name in INKS}
    rest = [name for name, number in zip(INKS, (8, 9, 9, 10, 11), strict=True) for _ in range(number)]
    chosen = [names[letter] for letter in first]
    for card in chosen:
        rest.remove(card)
    return chosen + rest


# What is hidden


def test_hidden_cards_change_nothing() -> None:
    match = under_way()
    everything = match.reveal()
    swapped = copy.deepcopy(everything)
    swapped["deck"].reverse()
    blind = next(card for card in everything["hands"][1] if card not in everything["seen"][1])
    other = next(place for place, card in enumerate(swapped["deck"]) if card != blind)
    swapped["hands"][1].remove(blind)
    swapped["hands"][1].append(swapped["deck"][other])
    swapped["deck"][other] = blind
    one, two = (seen(GAME.position(world, seed=1), 1) for world in (everything, swapped))
    assert text_of(draw(one)) == text_of(draw(two))


def under_way() -> Match:
    """A match in which seat 1 is to act and seat 2 holds a card drawn blind."""
    for match in played(4, 3):
        hands = match.view()["hands"]
        if match.ply > 25 and match.to_act == 1 and len(hands[1]["seen"]) < hands[1]["held"]:
            return match
    raise AssertionError("no such moment")


def test_a_spectator_sees_no_hand() -> None:
    view = seen(GAME.match(3, seed=1))
    shown = text_of(draw(view))
    assert shown.count(" ? ") == 9
    assert "you" not in shown
    assert line_of(view, "display", 100).split()[0] == "display"


# The end


@pytest.mark.parametrize("chosen", [{"players": 5, "fortifications": True}, {"players": 2, "market_places": True}])
def test_a_finished_game_is_uncovered_and_summed_up(chosen: Json) -> None:
    match = finished(4, **chosen)
    assert match.result is not None
    view = uncover(seen(match, 1), match.reveal())
    assert "?" not in text_of(draw(view))
    assert status(view) == f"over: {match.result['reason']}"
    lines = text_of(sum_up(view)).splitlines()
    assert lines[0].startswith(f"The game is over, {match.result['reason']}. ")
    assert [int(points) for points in lines[-1].split()[1:]] == match.result["scores"]
    sums = [re.findall(r"\d+$|\d+(?= )", line) for line in lines if re.match(r"(houses|alliances|rows|ports) ", line)]
    assert [sum(map(int, column)) for column in zip(*sums, strict=True)] == match.result["scores"]


def result_of(scores: list[int], winners: list[int], left: list[int], seat: int | None = 1) -> list[str]:
    result = {"reason": "last round over", "scores": scores, "winners": winners, "pieces_left": left, "breakdown": []}
    view = position(seat=seat, players=len(scores)) | {"result": result, "scores": scores}
    return text_of(sum_up(view)).splitlines()


def test_winners_and_how_a_tie_was_broken() -> None:
    assert (
        result_of([3, 9, 1], [2], [5, 5, 5])[0] == "The game is over, last round over. Seat 2 (B) wins with 9 points."
    )
    assert result_of([1, 0, 0], [1], [5, 5, 5])[0].endswith(" You (A) win with 1 point.")
    tied = result_of([9, 3, 9], [3], [5, 9, 7])
    assert tied[0].endswith(" Seat 3 (C) wins with 9 points.")
    assert tied[1] == "Equal points, so the pieces left in the supply decide: A 5, C 7."
    shared = " ".join(result_of([9, 9, 9], [1, 2, 3], [7, 7, 7], seat=None)[:2])
    assert " ".join(shared.split()).endswith(" Seat 1 (A), seat 2 (B) and seat 3 (C) share the win with 9 points.")
    assert " You (A) and seat 3 (C) share the win with" in result_of([9, 3, 9], [1, 3], [7, 9, 7])[0]


# Everywhere

TABLES: list[Json] = [
    {"players": 3},
    {"players": 5, "fortifications": True},
    {"players": 4, "map": WAYS, "market_places": True},
    {"players": 2, "market_places": True},
]
WIDTHS = (80, 120, 60, 100, 160, 30, 115, 240)


@pytest.mark.parametrize("step", [21, pytest.param(7, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.sampled(4)
def test_every_table_of_a_game_fits_its_width(number: int, step: int) -> None:
    for match in played(number, **TABLES[number]):
        if match.ply % step and not match.over:
            continue
        view, everything = seen(match, 1), match.reveal()
        blind = sum(len(cards) for cards in everything["hands"][1:]) - sum(map(len, everything["seen"][1:]))
        if match.ply % 2 == 0:
            view, blind = uncover(view, everything), 0
        width = WIDTHS[(match.ply + number) % len(WIDTHS)]
        lines = drawn(view, width)
        assert width < 60 or "".join(lines).count(" ? ") == blind
        assert {cell_len(line) for line in lines} == {min(width, 172)}
        assert width < 60 or "…" not in "".join(lines)
        assert len(lines) <= 62 or width < 76
