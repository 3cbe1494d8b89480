"""Ming Dynastie's table as text. Views are taken from matches and drawn without colour."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

import lantern
from lantern.games.ming.board import MAP
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.terminal import seen
from lantern.terminal.ming import board as drawn_board
from lantern.terminal.ming import draw, marks, sum_up, uncover
from tests.cli.pictures import drawn, line_of, lines_of, moments, status, text_of
from tests.effort import enough

GAME = lantern.game("ming")
WIDTH = 120
NAMES = {
    "white": "Shaanxi",
    "orange": "Henan",
    "green": "Beizhili",
    "pink": "Sichuan",
    "yellow": "Guangdong",
    "blue": "Zhejiang",
}


def box_in(lines: list[str], district: str) -> list[str]:
    """The three lines inside the frame of a district on the map."""
    ((row, column),) = (
        (row, found.start()) for row, line in enumerate(lines) for found in re.finditer(f"[┌┏]{district}[─━]", line)
    )
    return [line.ljust(WIDTH)[column + 1 : column + 12] for line in lines[row : row + 3]]


def words_in(head: str) -> list[str]:
    """What the first line of a district's frame says, word by word."""
    return re.sub(r"([♔♖»])", r" \1", re.sub(r"[─━]", " ", head)).split()


def heads_of(view: Json) -> dict[str, list[str]]:
    """What the first line of every district's frame says."""
    lines = lines_of(view)
    return {district: words_in(box_in(lines, district)[0]) for district in marks.PROVINCE_OF}


def title(view: Json) -> str:
    return drawn(view)[0].strip("╭─╮ ")


def position(seat: int | None = 1, players: int = 3, **given: Any) -> Json:
    """The view of a position written by hand."""
    princes = {"princes": ["W1", "B3", "P2", "G2"][:players]} if "princes" not in given else {}
    data = {"options": {"players": players}, "phase": "move", **princes, **given}
    return copy.deepcopy(seen(GAME.position(data, seed=1), seat))


def played(seed: int, players: int, **chosen: Any) -> Iterator[Match]:
    """A match at random that likes to deploy, before every action and at the end."""
    match = GAME.match(players, seed=seed, **chosen)
    return moments(
        match, seed, lambda action: action.startswith(("step", "deploy")) and action != "deploy 0", share=0.8
    )


def finished(seed: int, players: int) -> Match:
    *_, match = played(seed, players)
    return match


def letters(counts: list[int]) -> dict[str, int]:
    """Members by the letters of their families."""
    return {"ABCD"[seat]: number for seat, number in enumerate(counts) if number}


def counted(text: str) -> dict[str, int]:
    """What `A3=B3 C1` says."""
    return {family: int(number) for family, number in re.findall(r"([ABCDn])(\d+)", text)}


def in_palaces(view: Json, district: str) -> dict[str, int]:
    """Who stands on the palaces of a district in a scoring, or would come there in the next."""
    if view["scoring"]:
        neutrals = {"n": view["neutral_palaces"][district]} if district in view["neutral_palaces"] else {}
        return letters(view["palaces"].get(district, [])) | neutrals
    items = [item for item in view["breakdown"] if item["when"] == "preview" and item["kind"] == "tile"]
    return {
        "ABCD"[item["seat"] - 1] if item["seat"] else "n": item["members"] for item in items if item["of"] == district
    }


def in_city(view: Json, province: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    for district in marks.PROVINCES[province]:
        total.update(in_palaces(view, district))
    return dict(total)


EXAMPLE: Json = {
    "round": 4,
    "princes": ["W3", "O1", "B1"],
    "hands": [{"junk": 2, "ox": 1, "dragon": 1}, {"camel": 1}, {}],
    "spaces": {"white": [2, 1, 0], "yellow": [0, 0, 3]},
    "open": {"W1": [3, 3, 1], "W2": [1, 0, 0], "O1": [0, 4, 1], "Y2": [1, 2, 2], "B1": [0, 0, 2]},
    "monasteries": {"W1": 2, "G3": 1, "B1": 3},
    "tiles": [{"white": 2, "pink": 1}, {"orange": 1}, {"white": 1, "orange": 1, "green": 1, "yellow": 1, "blue": 1}],
    "display": dict(zip(marks.PROVINCES, ["ox", "camel", "rickshaw", "junk", "horse", "sedan"], strict=True)),
    "scores": [12, 8, 30],
    "passed": [3],
}


# The map


def test_the_map_shows_districts_borders_and_all_that_stands_there() -> None:
    shown = [line[:74].rstrip() for line in lines_of(position(**EXAMPLE), WIDTH)[1:27]]
    assert shown == [
        "           ┌W1─────♖B»1┐                      ┌G1─────♖·»3┐",
        "           │A3=B3 C1   │─j┌O1─♔B──♖·──┐───s───│           │",
        "           └→AB────────┘  │B4 C1      │       └───────────┘──╮",
        "            │      o     c└→BBC───────┘─╮         h Beizhili r",
        "    Shaanxi c  ┏W3━♔A━━♖·»2┓ │        │ ╰r─┌G3─────♖A»3┐     │",
        "            │  ┃           ┃ │        │    │           │     │",
        " ┌W2─────♖·»1┐j┗━━━━━━━━━━━┛ o        h    └───────────┘──╮  │",
        " │A1         │    ┃     ┃    │  Henan │      c      │     ╰s─┌G2─────♖·──┐",
        " └→A─────────┘    ┃     h    │        │      │      │        │           │",
        "       │   │      ┃  ┌O2─────♖·»1┐  ┌O3─────♖·»3┐   o        └───────────┘",
        "       │   │      r  │           │r─│           │   │        h   │",
        "       │   o      ┃ ╭└───────────┘  └───────────┘s┌B2─────♖·──┐  │",
        "       │   │      ┃ c   │      │       │      │   │           │  │",
        "       │ ┌P2─────♖·»1┐  │      s       j      │   └───────────┘  │",
        "       │ │           │  j      │       │      o      │      │    │",
        "       │ └───────────┘  │    ┌Y1─────♖·»4┐    │      j      │    j",
        "       s   │      s     │    │           │    │      │      │    │",
        "       │   │      │     │    └───────────┘─r─┌B3─────♖·──┐  r    │Zhejiang",
        "       │   │    ┌P3─────♖·»2┐h │         │   │           │  │    │",
        "       │   h    │           │  │         │   └───────────┘  │    │",
        "       │   │  ╭─└───────────┘  c         o       │       s┌B1─♔C──♖C──┐",
        "       │   │  c Sichuan  r     │         │       h        │C2         │",
        "       │   │  │          │     │Guangdong│       │      ╭─└→CC────────┘",
        "  ┌P1─────♖·»2┐       ┌Y2─────♖·»3┐      ┌Y3─────♖·»4┐─c╯",
        "  │           │───o───│B2=C2 A1   │──j───│           │",
        "  └───────────┘       └→BC────────┘      └───────────┘",
    ]


@pytest.mark.parametrize("width", range(drawn_board.LEAST, drawn_board.MOST + 1))
@pytest.mark.sampled(6)
def test_every_border_is_drawn_with_its_symbol(width: int) -> None:
    made = drawn_board._plan(position(), width)
    assert made.missing == ()
    assert made.boxes.keys() == {*marks.PROVINCE_OF, *marks.PROVINCES}
    lines = drawn_board.board(position(), width).plain.splitlines()
    assert {len(line) for line in lines} == {width}
    for road in made.roads:
        symbols = [lines[row][column] for (row, column), _ in road.strokes if lines[row][column].isalpha()]
        assert symbols == [marks.BORDERS[road.ends][0]], road.ends


def test_borders_are_those_of_the_map() -> None:
    for border in MAP["borders"]:
        one, other = border["between"]
        assert marks.ways_from(one)[other] == marks.ways_from(other)[one] == border["symbol"].split()[0]
    assert sum(len(marks.ways_from(district)) for district in marks.PROVINCE_OF) == 2 * 42


@pytest.mark.parametrize(("players", "chosen"), [(2, {}), (3, {"secret_hands": True}), (4, {"start": 3})])
@pytest.mark.sampled(3)
def test_nothing_on_the_map_is_missing(players: int, chosen: Json) -> None:
    for match in played(2, players, **chosen):
        if match.ply % enough(31, thorough=11, plain=31) and not match.over:
            continue
        view = seen(match, 1)
        lines = lines_of(view)
        for district in marks.PROVINCE_OF:
            top, middle, bottom = box_in(lines, district)
            head = words_in(top)
            assert head[0] == district
            princes = "".join("ABCD"[seat] for seat, at in enumerate(view["princes"]) if at == district)
            assert [word for word in head if "♔" in word] == ([f"♔{princes}"] if princes else [])
            monk = view["monasteries"].get(district)
            assert [word for word in head if "♖" in word] == [f"♖{'ABCD'[monk - 1] if monk else '·'}"]
            neutrals = {"n": view["neutrals"][district]} if district in view["neutrals"] else {}
            assert counted(middle) == letters(view["open"][district]) | neutrals
            shown = {family: bottom.count(family) for family in "ABCDn" if family in bottom}
            assert shown == in_palaces(view, district)
            assert [sign for sign in "⌂→" if sign in bottom] == ([] if not shown else ["⌂" if view["scoring"] else "→"])
        for province in marks.PROVINCES:
            (row,) = (line for line in lines if line.startswith(f"{province[0].upper()} {NAMES[province]} "))
            assert row[12:16].strip() == (view["display"][province] or "none")[:1].replace("n", "none")
            assert counted(row[17:28]) == letters(view["spaces"][province])
            assert counted(row[29:40]) == in_city(view, province)
        for seat, tiles in enumerate(view["tiles"]):
            (row,) = (line for line in lines if re.match(rf"{'ABCD'[seat]}( +(·|[\d+]+)){{6}}", line))
            held = [int(re.match(r"\d*", cell).group() or 0) for cell in row.replace("·", "0").split()[1:7]]  # type: ignore[union-attr]
            assert held == [tiles.get(province, 0) for province in marks.PROVINCES]
        assert [int(it) for it in line_of(view, "left").split()[1:]] == list(view["stock"].values())


def test_members_stand_with_the_most_first_and_in_any_number() -> None:
    assert marks.ranked({2: 1, 1: 3, 3: 3}, 11).plain == "A3=C3 B1"
    assert marks.ranked({1: 10, 2: 10, 3: 9, 5: 1}, 11).plain == "A10B10C9n1"
    assert marks.ranked({1: 10, 2: 10, 3: 10, 4: 10}, 11).plain == "#40"
    assert marks.ranked({}, 11).plain == ""


def test_the_reach_of_ones_prince_is_shown_while_he_moves() -> None:
    view = position(**EXAMPLE)
    for district, head in heads_of(view).items():
        cards = view["reach"][0].get(district)
        assert [word for word in head if "»" in word] == ([f"»{cards}"] if cards else [])
    assert "»2 in reach" in text_of(draw(view), WIDTH)
    for other in (view | {"phase": "members"}, view | {"seat": 3}, view | {"reach": [None] * 3}):
        assert "»" not in text_of(draw(other), WIDTH)


def test_ones_prince_and_the_ways_he_can_pay_for_are_heavy() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "from W3") == "from W3    W1 ox cart  W2 junk  O1 camel by dragon  O2 horse by dragon"
    view["hands"][0] = {"junk": 1}
    assert line_of(view, "from W3") == "from W3    (W1 ox cart)  W2 junk  (O1 camel)  (O2 horse)  (P2 rickshaw)"
    assert line_of(view | {"phase": "members"}, "from W3").endswith(
        "W1 ox cart  W2 junk  O1 camel  O2 horse  P2 rickshaw"
    )
    made, shown = drawn_board._plan(view, 76), drawn_board.board(view, 76).plain.splitlines()
    heavy = {road.ends for road in made.roads for (row, column), _ in road.strokes if shown[row][column] in "━┃┏┓┗┛"}
    assert {frozenset(ends) for ends in heavy} <= {frozenset(("W2", "W3"))}
    assert shown[made.boxes["W3"].row][made.boxes["W3"].column] == "┏"


def test_a_walk_passes_through_where_another_prince_stands() -> None:
    match = GAME.position(
        {
            "options": {"players": 3},
            "phase": "move",
            "princes": ["W1", "O1", "B1"],
            "hands": [{"junk": 1, "dragon": 2}, {}, {}],
        },
        seed=1,
    )
    match.play("step O1 with junk")
    view = seen(match, 1)
    assert heads_of(view)["O1"][1] == "♔AB"
    assert status(view) == "your turn: step DISTRICT with CARD"
    match.play("step O2 with dragon")
    assert status(seen(match, 1)) == "your turn: step DISTRICT with CARD, or stop"


def test_a_narrow_terminal_lists_the_districts_with_their_borders() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "W1", 70).split() == ["W1", "♖B»1", "A3=B3", "C1", "→AB", "W2c", "W3o", "O1j"]
    for district in marks.PROVINCE_OF:
        ways = [f"{other}{symbol[0]}" for other, symbol in marks.ways_from(district).items()]
        assert line_of(view, district, 70).split()[-len(ways) :] == ways


# The tables


def test_provinces_show_card_members_and_city() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "            card").split() == ["card", "on", "space", "to", "city"]
    assert line_of(view, "W Shaanxi").split() == ["W", "Shaanxi", "o", "A2", "B1", "A2", "B1"]
    assert line_of(view, "Y Guangdong").split() == ["Y", "Guangdong", "h", "C3", "B1=C1"]
    wide = [line for line in lines_of(view, 160) if re.search(r"Y Guangdong +h", line)]
    assert wide
    assert wide[0].split()[-2:] == ["B1=C1", "B5=C5"]


def test_tiles_show_what_a_set_lacks_and_what_the_scoring_would_bring() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "tiles") == "tiles, + if scored now; all six pay 24"
    assert line_of(view, "A   ").split() == ["A", "2+2", "·", "·", "1", "·", "·", "OGYB"]
    assert line_of(view, "B   ").split() == ["B", "+1", "1+2", "·", "·", "+1", "·", "WGPYB"]
    assert line_of(view, "C   ").split() == ["C", "1", "1+1", "1", "·", "1+1", "1+2", "P"]


def test_points_now_and_those_to_come_add_up() -> None:
    for match in played(3, 4):
        if match.ply % 20 and not match.over:
            continue
        view = seen(match, 1)
        lines = lines_of(view)
        for seat, so_far in enumerate(view["scores"], 1):
            (line,) = (line for line in lines if line[1:].startswith(f"{'ABCD'[seat - 1]} seat {seat}"))
            numbers = line[34:].split()
            if view["scoring"] or match.over:
                assert int(numbers[-1]) == so_far
            else:
                now, *more, then = map(int, numbers)
                coming = [item for item in view["breakdown"] if item["when"] == "preview" and item["seat"] == seat]
                assert now == so_far
                assert now + sum(more) == then == so_far + sum(item["points"] for item in coming)


def test_the_sources_of_points_are_named_for_each_scoring() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "points, if") == "points, if round 4 were scored now"
    assert line_of(view, "* begins").split()[2:] == ["cards", "now", "+sets", "+city", "+most", "+monks", "=then"]
    words = "after round 4: six colours 24, in a city 3 each, most there 4, monastery 4 each"
    assert line_of(view, "scoring", 100) == f"scoring    {words}"
    view = position(**EXAMPLE | {"round": 5})
    assert line_of(view, "* begins").split()[2:] == ["cards", "now", "+sets", "+tiles", "+most", "+monks", "=then"]
    words = "after round 6: six colours 20, most there 4, monastery 4 each, five colours 10, a tile 1"
    assert line_of(view, "scoring", WIDTH) == f"scoring    {words}"


def test_hands_are_letters_and_ones_own_are_words() -> None:
    view = position(**EXAMPLE)
    assert line_of(view, "▶A seat 1, you *").split()[5] == "jjod"
    assert line_of(view, "your hand") == "your hand  j junk j junk o ox cart d dragon"
    assert " c " in line_of(view, " B seat 2")
    assert "passed" in line_of(view, " C seat 3")
    assert line_of(view | {"seat": 3}, "your hand") == "your hand  none"
    assert line_of(view | {"seat": None}, "A's hand") == "A's hand   j junk j junk o ox cart d dragon"


def test_what_is_left_is_counted() -> None:
    view = position(**EXAMPLE | {"discards": {"junk": 1, "camel": 2}})
    deck = view["deck"]
    assert line_of(view, "stock") == f"stock      {deck} cards in the deck, 3 discarded j1 c2; 17 dragons"
    view |= {"deck": 1, "discards": {}, "dragons": 1}
    assert line_of(view, "stock") == "stock      1 card in the deck, 0 discarded; 1 dragon"
    view = position(players=2, neutrals={"W1": 2})
    assert line_of(view, "stock", 100).endswith("16 dragons; 29 neutral members")


# Whose turn it is


def at(phase: str, players: int = 3, number: int = 1, seed: int = 3) -> Match:
    """A match in a phase, in this round or later, with somebody to act who is not the start player if that can be."""
    for match in played(seed, players):
        view = match.view()
        if view["phase"] == phase and view["round"] >= number:
            return match
    raise AssertionError(phase)


def own(match: Match) -> Json:
    """What the seat to act sees."""
    return seen(match, match.to_act)


def test_the_status_says_what_is_asked() -> None:
    assert status(own(at("princes"))) == "your turn: prince DISTRICT, for a tile of its colour"
    assert status(own(at("neutrals", 2))) == "your turn: neutral DISTRICT (3 left)"
    assert status(own(at("members"))) == "your turn: member PROVINCE (5 left)"
    assert status(own(at("cards"))) == "your turn: take PROVINCE, or dragon PROVINCE for a member there"
    assert status(own(at("move"))) == "your turn: step DISTRICT with CARD, stay with CARD, or pass"
    assert status(own(at("start", 4))) == "your turn: start SEAT, who begins round 5"
    match = at("move")
    assert match.to_act
    other = seen(match, match.to_act % 3 + 1)
    assert status(other).startswith(f"seat {match.to_act} ({'ABC'[match.to_act - 1]}) to act: step ")


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (1, "deploy 0 or 1 into W1, or deploy 1 monastery"),
        (2, "deploy 0, 1 or 2 into W1, or deploy 1 or 2 monastery"),
        (5, "deploy 0, 1, 2 or 3 into W1, or deploy 1, 2 or 3 monastery"),
    ],
)
def test_a_deployment_says_how_many(members: int, words: str) -> None:
    data = {
        "options": {"players": 3},
        "phase": "move",
        "princes": ["W1", "B3", "P2"],
        "spaces": {"white": [members, 0, 0]},
    }
    match = GAME.position(data, seed=1)
    match.play("stay with dragon")
    assert status(seen(match, 1)) == f"your turn: {words}"


def test_the_title_says_how_far_the_game_is() -> None:
    assert title(position(**EXAMPLE)) == "Ming Dynastie · round 4 of 6 · phase 3: princes · A begins"
    assert title(own(at("neutrals", 2))).startswith("Ming Dynastie · round 1 of 6 · set-up: neutral members · ")
    for seat in (1, None):
        assert title(seen(finished(1, 3), seat)) == "Ming Dynastie · round 6 of 6 · over"


def test_states_of_the_seats() -> None:
    for phase, words in (("members", "5 to place"), ("cards", "4 to take")):
        match = at(phase)
        assert words in line_of(own(match), f"▶{'ABC'[(match.to_act or 1) - 1]} seat")


def test_the_start_player_has_a_star_and_the_last_action_is_told() -> None:
    view = position(**EXAMPLE | {"start_player": 2})
    assert line_of(view, "▶B seat 2 *")
    assert line_of(view, "last") == "last       nothing has been played yet"
    match = at("members")
    assert match.to_act
    match.play("member pink")
    assert (
        line_of(seen(match, 1), "last") == f"last       Seat {seen(match)['last']['seat']} places a member in Sichuan."
    )


# Scoring

CITY: Json = {
    "options": {"players": 3},
    "round": 2,
    "phase": "return",
    "to_act": 1,
    "princes": ["W1", "B3", "P2"],
    "palaces": {"W1": [2, 1, 0], "W3": [1, 0, 1], "G2": [0, 2, 0]},
    "scoring": {"province": "white", "chosen": [None, None, None]},
}


def test_a_city_is_scored_and_return_cards_are_secret() -> None:
    match = GAME.position(CITY, seed=1)
    view = seen(match, 1)
    assert status(view) == "your turn: return 0 to 6, in secret, of 3 in the city of Shaanxi"
    assert line_of(view, "city") == "city       W Shaanxi A3 B1=C1"
    assert box_in(lines_of(view), "W1")[2].startswith("⌂AAB")
    assert "chooses" in line_of(view, "▶A seat 1")
    match.play("return 2")
    assert "returns 2" in line_of(seen(match, 1), " A seat 1")
    for seat in (2, 3, None):
        shown = text_of(draw(seen(match, seat)), WIDTH)
        assert "returns" not in shown
        assert "return 2" not in shown
        assert "has chosen" in line_of(seen(match, seat), " A seat 1")
    assert line_of(seen(match, 2), "last") == "last       Seat 1 has chosen return cards."
    opened = uncover(seen(match, 2), match.reveal())
    assert "returns 2" in line_of(opened, " A seat 1")
    match.play("return 0")
    match.play("return 0")
    assert status(seen(match, 1)) == "your turn: back DISTRICT, 2 to leave the city of Shaanxi"
    assert "2 to go" in line_of(seen(match, 1), "▶A seat 1")


def test_neutrals_who_lead_a_city_are_sent_back() -> None:
    match = at("neutrals back", 2, 2, seed=5)
    view = own(match)
    back = view["scoring"]["neutrals_back"]
    words = f"{back} neutral{'' if back == 1 else 's'} to leave the city of {NAMES[view['scoring']['province']]}"
    assert status(view) == f"your turn: back DISTRICT, {words}"
    fact = " ".join(" ".join(lines_of(view)).split())
    assert "the neutral family leads and keeps one more than any seat" in fact
    assert "n neutral" in fact


# What is hidden


def secret_hands() -> Match:
    """A match with secret hands in which seat 2 holds a movement card."""
    for match in played(4, 3, secret_hands=True):
        if seen(match)["phase"] == "move" and set(match.reveal()["hands"][1]) - {"dragon"}:
            return match
    raise AssertionError


def test_hidden_cards_change_nothing() -> None:
    everything = secret_hands().reveal()
    swapped = copy.deepcopy(everything)
    hand = swapped["hands"][1]
    card = next(card for card in hand if card != "dragon")
    place = next(place for place, other in enumerate(swapped["deck"]) if other != card)
    other = swapped["deck"][place]
    swapped["deck"][place] = card
    hand[card] -= 1
    hand[other] = hand.get(other, 0) + 1
    swapped["hands"][1] = {name: number for name, number in hand.items() if number}
    swapped["deck"].reverse()
    one, two = (GAME.position(world, seed=1) for world in (everything, swapped))
    assert one.reveal() != two.reveal()
    for seat in (1, 3, None):
        assert text_of(draw(seen(one, seat)), WIDTH) == text_of(draw(seen(two, seat)), WIDTH)
    assert text_of(draw(seen(one, 2)), WIDTH) != text_of(draw(seen(two, 2)), WIDTH)


def test_secret_hands_are_counted_until_all_is_uncovered() -> None:
    match = secret_hands()
    view, everything = seen(match, 1), match.reveal()
    for seat in (2, 3):
        held = sum(everything["hands"][seat - 1].values())
        line = next(line for line in lines_of(view) if line[1:].startswith(f"{'ABC'[seat - 1]} seat {seat}"))
        assert line.split("seat")[1].replace("*", " ").split()[1] == "?" * held
    assert "'s hand" not in text_of(draw(seen(match)), WIDTH)
    assert "»" not in text_of(draw(seen(match)), WIDTH)
    assert "?" not in text_of(draw(uncover(view, everything)), WIDTH)
    spectator = text_of(draw(seen(match)), WIDTH)
    assert "you" not in spectator


# The end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_finished_game_is_uncovered_and_summed_up(players: int) -> None:
    match = finished(4, players)
    assert match.result is not None
    view = uncover(seen(match, 1), match.reveal())
    assert status(view) == f"over: {match.result['reason']}"
    assert "if scored now" not in text_of(draw(view), WIDTH)
    lines = text_of(sum_up(view), width=100).splitlines()
    assert lines[0].startswith(f"The game is over, {match.result['reason']}. ")
    assert [int(points) for points in lines[-1].split()[1:]] == match.result["scores"]
    sums = [line.split()[-players:] for line in lines if line.startswith("round ")]
    assert [sum(map(int, column)) for column in zip(*sums, strict=True)] == match.result["scores"]
    shown = [re.sub(r"\(.*?\)", "", line) for line in lines if line.startswith("  ") and "seat" not in line]
    assert sum(int(points) for line in shown for points in re.findall(r"\d+", line)) == sum(match.result["scores"])


ITEMS: list[Json] = [
    {"kind": "earlier", "round": 0, "of": "earlier", "seat": 2, "points": 5, "members": 0},
    {"kind": "set", "round": 2, "of": "set", "seat": 1, "points": 28, "members": 1},
    {"kind": "palaces", "round": 2, "of": "white", "seat": 1, "points": 8, "members": 2},
    {"kind": "majority", "round": 2, "of": "white", "seat": 1, "points": 4, "members": 2, "why": "city"},
    {"kind": "palaces", "round": 2, "of": "white", "seat": 2, "points": 4, "members": 1},
    {"kind": "monasteries", "round": 2, "of": "monasteries", "seat": 2, "points": 8, "members": 2},
    {"kind": "five", "round": 6, "of": "five", "seat": 2, "points": 10, "members": 1},
    {"kind": "single", "round": 6, "of": "single", "seat": 2, "points": 3, "members": 3},
]


def test_the_sheet_goes_round_by_round() -> None:
    result = {
        "reason": "six rounds",
        "scores": [40, 30],
        "winners": [1],
        "breakdown": [item | {"when": "scored"} for item in ITEMS],
    }
    view = position(players=2, neutrals={"W1": 1}) | {"result": result, "scores": [40, 30]}
    lines = text_of(sum_up(view), 100).splitlines()
    assert lines[0] == "The game is over, six rounds. You (A) win with 40 points."
    assert [line.split() for line in lines[3:] if line.strip() and "─" not in line] == [
        ["before", "0", "5"],
        ["round", "2", "40", "12"],
        ["sets", "of", "six", "tiles", "(1)", "28"],
        ["Shaanxi", "(2⌂)", "8+4", "(1⌂)", "4"],
        ["monasteries", "(2)", "8"],
        ["round", "6", "0", "13"],
        ["sets", "of", "five", "tiles", "(1)", "10"],
        ["single", "tiles", "(3)", "3"],
        ["points", "40", "30"],
    ]
    result |= {"scores": [40, 40], "winners": [1, 2]}
    shared = text_of(sum_up(view), 100).splitlines()
    assert shared[0].endswith("You (A) and seat 2 (B) share the win with 40 points.")
    assert shared[1].strip() == ""


# Everywhere

TABLES: list[Json] = [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 3, "secret_hands": True, "start": 2}]
WIDTHS = (80, 100, 120, 160, 60, 119, 40, 200, 131)


@pytest.mark.parametrize("step", [24, pytest.param(8, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.sampled(4)
def test_every_table_of_a_game_fits_its_width(number: int, step: int) -> None:
    for match in played(number, **TABLES[number]):
        if match.ply % step and not match.over:
            continue
        view = seen(match, 1)
        if match.ply % 16 == 0:
            view = uncover(view, match.reveal())
        width = WIDTHS[(match.ply // 8 + number) % len(WIDTHS)]
        lines = drawn(view, width)
        assert {cell_len(line) for line in lines} == {min(width, 160)}
        assert width < 80 or "…" not in "".join(lines)
        assert len(lines) <= (44 if width >= 120 else 64) or width < 80
    view = uncover(seen(match, 1), match.reveal())
    for width in (80, 100, 120, 160):
        assert max(map(cell_len, text_of(sum_up(view), width).splitlines())) <= width


def test_letters_of_cards_are_distinct_and_explained() -> None:
    assert len({card[0] for card in marks.CARD_INKS}) == len(marks.CARD_INKS)
    assert not {card[0] for card in marks.CARD_INKS} & set("nABCD")
    shown = " ".join(text_of(draw(position()), WIDTH).split())
    for card in marks.CARD_INKS:
        assert f"{card[0]} {card}" in shown or card == "dragon"
