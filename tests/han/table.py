"""Positions of HAN written as text, for tests.

Seats are letters, A to E for 1 to 5: Alex, Barbara, Chris, Doris and a fifth player. Cards are letters: V Y O G R.
Houses are written seat by seat, `A w1 w2 | B w3`, a border house once; emissaries province by province, one letter
an emissary: `wei BD | chin DDAB`. Markers, which bring their house or emissary with them, are written like houses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from lantern import Match
from lantern.kernel.contract import Json
from tests.han.box import BORDER, GAME, SEATS, SPACES, WAYS, cards, envoys, owners, pack, without
from tests.matches import play_all, seat_number


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
