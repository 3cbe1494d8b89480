"""Positions of HAN written as text, for tests.

Seats are letters, A to E for 1 to 5: Alex, Barbara, Chris, Doris and a fifth player. Cards are letters: V Y O G R.
Houses are written seat by seat, `A w1 w2 | B w3`, a border house once; emissaries province by province, one letter
an emissary: `wei BD | chin DDAB`. Markers, which bring their house or emissary with them, are written like houses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json

GAME = lantern.game("han")
SEATS = "ABCDE"
COLOURS = {"V": "violet", "Y": "yellow", "O": "orange", "G": "green", "R": "red"}
LETTERS = {name: letter for letter, name in COLOURS.items()}
BORDER, WAYS = "border-disputes", "ways-of-diplomacy"
PACK = {"V": 10, "Y": 11, "O": 11, "G": 12, "R": 13}
REMOVED = {BORDER: {5: 0, 4: 1, 3: 2}, WAYS: {4: 3, 3: 4, 2: 5}}
DISPLAY = {BORDER: 4, WAYS: 3}
TABLES = [(map_name, players) for map_name, removed in REMOVED.items() for players in removed]
"""Every map with every number of players it is for."""

COLOUR_OF = {
    BORDER: {
        "zhao": "O",
        "chin": "Y",
        "wei": "R",
        "qi": "Y",
        "lu": "O",
        "han": "G",
        "shu": "R",
        "chu": "V",
        "yue": "G",
    },
    WAYS: {"wm": "G", "em": "O", "xp": "Y", "gg": "Y", "np": "R", "mg": "G", "ar": "O", "wy": "V", "cl": "R"},
}
SPACES = {
    BORDER: {
        "zhao": "z1 z2 z3 z4 z5 bzw",
        "chin": "c1 c2 c3 c4 bcs bch",
        "wei": "w1 w2 w3 w4 w5 w6 bzw",
        "qi": "q1 q2 q3 q4 bql",
        "lu": "l1 l2 l3 bql",
        "han": "h1 h2 h3 h4 bch",
        "shu": "s1 s2 s3 bcs bsu",
        "chu": "u1 u2 u3 u4 u5 u6 bsu buy",
        "yue": "y1 y2 y3 y4 y5 buy",
    },
    WAYS: {
        "wm": "m1 m2 m3 m4",
        "em": "e1 e2 e3 e4",
        "xp": "x1 x2 x3 x4",
        "gg": "g1 g2 g3",
        "np": "n1 n2 n3 n4",
        "mg": "j1 j2 j3 j4 j5",
        "ar": "a1 a2 a3",
        "wy": "v1 v2 v3 v4 v5",
        "cl": "c1 c2 c3 c4 c5",
    },
}
BORDERS = {
    "bcs": ("chin", "shu"),
    "bsu": ("shu", "chu"),
    "bch": ("chin", "han"),
    "bzw": ("zhao", "wei"),
    "bql": ("qi", "lu"),
    "buy": ("chu", "yue"),
}
PORTS = ["z4", "q3", "q4", "l3", "u6", "y4", "y5"]

# Words of the text.


def cards(text: str) -> list[str]:
    """RGG as the names of the cards."""
    return [COLOURS[letter] for letter in text]


def paid(text: str) -> str:
    """RGG as it stands in an action: red green green."""
    return " ".join(cards(text))


def letters(names: Iterable[str]) -> str:
    """The names of cards as letters."""
    return "".join(LETTERS[name] for name in names)


def ordered(text: str) -> str:
    """Letters of cards in the order of the colours."""
    return "".join(sorted(text, key="VYOGR".index))


def seat_number(letter: str) -> int:
    """A seat from 1."""
    return SEATS.index(letter) + 1


def parts(text: str) -> list[tuple[str, list[str]]]:
    """`A w1 w2 | B w3` taken apart."""
    split = [part.split() for part in text.split("|") if part.strip()]
    return [(first, rest) for first, *rest in split]


def owners(text: str) -> dict[str, int]:
    """`A w1 w2 | B w3` as spaces with their seats."""
    return {space: seat_number(seat) for seat, spaces in parts(text) for space in spaces}


def envoys(text: str, players: int) -> dict[str, list[int]]:
    """`wei BD` as emissaries per seat."""
    return {where: ["".join(who).count(seat) for seat in SEATS[:players]] for where, who in parts(text)}


def pack(map_name: str, players: int) -> str:
    """Every card of a game, in the order of the colours."""
    removed = REMOVED[map_name][players]
    return "".join(letter * (count - removed) for letter, count in PACK.items())


def without(text: str, gone: str) -> str:
    """Letters of cards with some taken out."""
    left = Counter(text)
    left.subtract(gone)
    assert min(left.values()) >= 0, f"{gone} is not all in {text}"
    return ordered("".join(left.elements()))


# Matches.


def dealt(hands: str, display: str, deck_top: str = "", map_name: str = BORDER, **options: Any) -> Match:
    """A new match in which these hands, `VRR RGG YYY`, this display and these next cards are dealt; A begins."""
    players = len(hands.split())
    rest = without(pack(map_name, players), hands.replace(" ", "") + display + deck_top)
    order = hands.replace(" ", "") + display + deck_top + rest
    return GAME.match(players=players, map=map_name, seed=1, deck=cards(order), **options)


def written(
    hand: str | None = None,
    *,
    to_act: str = "A",
    players: int = 4,
    map_name: str = BORDER,
    variant: bool = False,
    houses: str = "",
    emissaries: str = "",
    markers: str = "",
    hands: Mapping[str, str] | None = None,
    seen: Mapping[str, str] | None = None,
    older: Mapping[str, str] | None = None,
    not_older: Mapping[str, str] | None = None,
    display: str | None = None,
    deck: str | None = None,
    discards: str | None = None,
    emperor: str = "A",
    **more: Any,
) -> Json:
    """A position as data. `hand` is held by the seat to act; what is not said of cards is dealt from the rest."""
    held = dict(hands or {})
    if hand is not None:
        held[to_act] = hand
    marker = {BORDER: "fortifications", WAYS: "market_places"}[map_name]
    standing = owners(houses) | (owners(markers) if map_name == BORDER else {})
    data: Json = {
        "options": {"players": players, "map": map_name, marker: variant or bool(markers)},
        "to_act": seat_number(to_act),
        "emperor": seat_number(emperor),
        "houses": standing,
        "emissaries": envoys(emissaries, players),
        "hands": [cards(held[seat]) if seat in held else None for seat in SEATS[:players]],
        marker: owners(markers),
        **more,
    }
    for name, known in (("seen", seen), ("older", older), ("not_older", not_older)):
        if known is not None:
            data[name] = [cards(known.get(seat, "")) for seat in SEATS[:players]]
    for name, pile in (("display", display), ("deck", deck), ("discards", discards)):
        if pile is not None:
            data[name] = cards(pile)
    return data


def position(hand: str | None = None, *, seed: int = 1, **more: Any) -> Match:
    """A match from a position; the seed deals what is not said."""
    return GAME.position(written(hand, **more), seed=seed)


def ways(hand: str | None = None, **more: Any) -> Match:
    """A match from a position on Ways of Diplomacy."""
    return position(hand, map_name=WAYS, **more)


def last_turn(hand: str = "V", *, players: int = 4, **more: Any) -> Match:
    """The last turn of the last round: A holds the Emperor, the seat to A's right is to act, nobody else has cards."""
    last = SEATS[players - 1]
    nothing = dict.fromkeys(SEATS[: players - 1], "")
    return position(hand, to_act=last, players=players, hands=nothing, deck="", exhausted=2, **more)


def finished(**more: Any) -> Match:
    """The game over as the board stands, by a discard in the last turn."""
    return play_all(last_turn("V", **more), "discard violet")


def play_all(match: Match, *actions: str) -> Match:
    """The match after these actions."""
    for action in actions:
        match.play(action)
    return match


def crowded(map_name: str, players: int, free: str = "") -> str:
    """Houses on all spaces but those named: in every province the first is A's, the second B's and so on.

    Two players, whose houses would not suffice, take turns from the first space of the map to the last.
    """
    houses: dict[str, str] = {}
    for spaces in SPACES[map_name].values():
        start = len(houses) if players == 2 else 0
        for number, space in enumerate(spaces.split(), start):
            houses[space] = SEATS[number % players]
    return " | ".join(f"{seat} {space}" for space, seat in houses.items() if space not in free.split())


def caps(map_name: str, houses: str) -> dict[str, int]:
    """The most houses of one seat in every province."""
    standing = owners(houses)
    held = {
        where: Counter(standing[space] for space in spaces.split() if space in standing)
        for where, spaces in SPACES[map_name].items()
    }
    return {where: max(counts.values(), default=0) for where, counts in held.items()}


def courts(map_name: str, players: int, houses: str, room: Mapping[str, int] | None = None) -> str:
    """Emissaries on every dragon space as many as it takes, less the room to be left; the seats take turns."""
    sent = []
    turn = 0
    for where, cap in caps(map_name, houses).items():
        count = cap - (room or {}).get(where, 0)
        if count:
            sent.append(where + " " + "".join(SEATS[(turn + number) % players] for number in range(count)))
            turn += count
    return " | ".join(sent)


# What a match shows.


def hand(match: Match, seat: str) -> str:
    """A seat's cards."""
    return letters(match.reveal()["hands"][seat_number(seat) - 1])


def seen(match: Match, seat: str) -> str:
    """Those of a seat's cards that were taken from the display."""
    return letters(match.reveal()["seen"][seat_number(seat) - 1])


def display(match: Match) -> str:
    """The cards face up."""
    return letters(match.reveal()["display"])


def deck(match: Match) -> str:
    """The deck, next card first."""
    return letters(match.reveal()["deck"])


def discards(match: Match) -> str:
    """The discard pile, sorted."""
    return letters(match.reveal()["discards"])


def census(match: Match) -> str:
    """Every card wherever it lies, sorted."""
    held = "".join(hand(match, seat) for seat in SEATS[: match.options["players"]])
    return ordered(held + display(match) + deck(match) + discards(match))


def to_act(match: Match) -> str | None:
    """The seat whose decision it is."""
    return None if match.to_act is None else SEATS[match.to_act - 1]


def phase(match: Match) -> str:
    """What is decided: place, draw or over."""
    return str(match.reveal()["phase"])


def exhausted(match: Match) -> int:
    """How often the deck has run out."""
    return int(match.reveal()["exhausted"])


def houses(match: Match) -> dict[str, str]:
    """The houses on the board: space and seat."""
    return {space: SEATS[seat - 1] for space, seat in match.reveal()["houses"].items()}


def emissaries(match: Match, province: str) -> str:
    """The emissaries on a dragon space, seat by seat."""
    counts = match.reveal()["emissaries"].get(province, [])
    return "".join(SEATS[seat] * count for seat, count in enumerate(counts))


def supply(match: Match, seat: str) -> tuple[int, int, int]:
    """A seat's houses, emissaries and markers that are not on the board."""
    left = match.view()["supply"][seat_number(seat) - 1]
    return left["houses"], left["emissaries"], left["markers"]


def items(match: Match, kind: str, of: object = None, when: str | None = None) -> list[Json]:
    """Items of the breakdown."""
    return [
        item
        for item in match.view()["breakdown"]
        if item["kind"] == kind and (of is None or item["of"] == of) and (when is None or item["when"] == when)
    ]


def points(match: Match, kind: str, of: object = None, when: str | None = None) -> list[int]:
    """Each seat's points of some kind."""
    total = [0] * match.options["players"]
    for item in items(match, kind, of, when):
        total[item["seat"] - 1] += item["points"]
    return total


def outcome(match: Match) -> Json:
    """The result of a match that is over."""
    assert match.over
    assert match.result is not None
    return match.result


# What is legal and what is not.


def assert_legal(match: Match, *actions: str) -> None:
    """Each action, written as the game writes it, is legal now."""
    listed = match.actions()
    for action in actions:
        assert match.why_not(action) is None, action
        assert action in listed


def assert_refused(match: Match, action: str, clause: str | None = None) -> None:
    """The action is illegal, by this clause if one is named, and trying it changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause.startswith("HAN-")
    if clause is not None:
        assert re.match(rf"HAN-{re.escape(clause)}(?!\d)", refusal.clause), f"{action}: {refusal}, not {clause}"
    assert action not in match.actions()
    with pytest.raises(lantern.Refused) as caught:
        match.play(action)
    assert caught.value.refusal == refusal
    assert (match.reveal(), match.save(), list(match.log)) == before


def assert_not_undone(match: Match) -> None:
    """The last action can't be taken back, and trying changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    refusal = match.why_not_undo()
    assert refusal is not None
    assert refusal.message
    with pytest.raises(lantern.Refused):
        match.undo()
    assert (match.reveal(), match.save(), list(match.log)) == before
