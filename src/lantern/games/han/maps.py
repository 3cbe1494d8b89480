"""Maps: the two of the box and those that users bring, read from data and checked before they are played."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

from lantern.games.han import board
from lantern.games.han.board import Board, Province, Space
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.reading import What

BORDER_DISPUTES = "border-disputes"
WAYS_OF_DIPLOMACY = "ways-of-diplomacy"
MAP_NAMES = (BORDER_DISPUTES, WAYS_OF_DIPLOMACY)
KEYS = {
    "name": str,
    "players": list,
    "display": int,
    "remove_per_colour": dict,
    "provinces": list,
    "spaces": list,
    "roads": list,
    "alliances": list,
    "neighbours": list,
}
PLAIN_WORD = re.compile(r"[a-z][a-z0-9_-]*")
LEAST_SEATS = 2
MOST_DISPLAYED = 10
LONGEST_NAME = 60
LONGEST_ID = 20
MOST_ROADS = 70
MOST_ROADS_TO_A_SPACE = 4
"""With more, the search for the best rows would take too long (docs/maps.md)."""
FARTHEST = 1_000_000
"""Coordinates are no further than this from nought."""

Pair = tuple[int, int]
"""Two provinces, or two spaces, by number."""


def board_of(chosen: str | Mapping[str, Any]) -> Board:
    """The map that an option names, or that it holds as data."""
    return _shipped(chosen) if isinstance(chosen, str) else read_map(chosen)


@cache
def _shipped(name: str) -> Board:
    data = files(__package__) / "data" / f"{name.replace('-', '_')}.json"
    return read_map(json.loads(data.read_text("utf-8")))


def read_map(data: Mapping[str, Any]) -> Board:
    """A map from the data of its file; `BadInput` names what is wrong with it."""
    for key, kind in KEYS.items():
        _value(data, key, kind, Phrase("han.bad.map.it"))
    provinces = _read_provinces(data["provinces"])
    province_numbers = {province.id: number for number, province in enumerate(provinces)}
    neighbours = _read_pairs(data["neighbours"], "neighbours", province_numbers)
    spaces = _numbered(_read_spaces(data["spaces"], provinces, neighbours))
    seats, display = _read_players(data["players"]), _read_display(data["display"])
    return Board(
        name=_read_name(data["name"]),
        seats=seats,
        display=display,
        removed=_read_removed(data["remove_per_colour"], seats, display),
        variant=_read_variant(data.get("variant"), spaces.values()),
        provinces=tuple(provinces),
        spaces=spaces,
        roads=tuple(_read_roads(data["roads"], spaces, neighbours)),
        alliances=tuple(_read_alliances(data["alliances"], provinces, neighbours)),
    )


def _fault(key: str, /, **arguments: object) -> BadInput:
    return BadInput("han.bad.map", fault=Phrase(f"han.bad.map.{key}", "", **arguments))


def _thing(kind: str, id_: object) -> Phrase:
    return Phrase(f"han.bad.map.the_{kind}", id=id_)


def _pair(key: str, what: What, pair: tuple[str, str]) -> Phrase:
    return Phrase(f"han.bad.map.{key}", what=what, first=pair[0], second=pair[1])


def _value(data: object, key: str, kind: type, what: What) -> Any:
    """What an object of the file holds under a key, if it is of its kind."""
    if not isinstance(data, Mapping):
        raise _fault("object", what=what, value=quoted(data))
    value = data.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _fault("field", what=what, key=quoted(key), kind=Phrase(f"bad.kind.{kind.__name__}"), value=quoted(value))
    return value


def _id(entry: object, what: What) -> str:
    """An id that can be typed as part of an action."""
    value = _value(entry, "id", str, what)
    if not PLAIN_WORD.fullmatch(value) or value == "with" or len(value) > LONGEST_ID:
        raise _fault("id", what=what, id=quoted(value), most=LONGEST_ID)
    return str(value)


def _point(value: object, what: What) -> tuple[float, float] | None:
    """Where something is drawn; a map that only the rules read need not say it."""
    if value is None:
        return None
    numbers = value if isinstance(value, (list, tuple)) else ()
    if len(numbers) != 2 or not all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in numbers):
        raise _fault("point", what=what, value=quoted(value))
    if not all(abs(n) <= FARTHEST for n in numbers):
        raise _fault("far", what=what, value=quoted(value), farthest=FARTHEST)
    return numbers[0], numbers[1]


def _once(names: Iterable[Any], called: Callable[[Any], Phrase]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise _fault("once", what=called(name), count=count)


def _read_provinces(entries: list[Any]) -> list[Province]:
    """The provinces: nine, violet once and every other colour twice (HAN-12)."""
    provinces = [_read_province(entry, _thing("province", number)) for number, entry in enumerate(entries, 1)]
    _once([province.id for province in provinces], partial(_thing, "province"))
    if len(provinces) != board.PROVINCES:
        raise _fault("provinces", count=len(provinces), provinces=board.PROVINCES)
    for colour, wanted in enumerate(board.PROVINCES_OF_COLOUR):
        count = sum(province.colour == colour for province in provinces)
        if count != wanted:
            raise _fault("colours", count=count, colour=board.COLOUR_NAMES[colour], wanted=wanted)
    return provinces


def _read_province(entry: object, what: What) -> Province:
    id_ = _id(entry, what)
    name = _read_name(_value(entry, "name", str, _thing("province", id_)))
    colour = _value(entry, "colour", str, _thing("province", id_))
    if colour not in board.COLOUR_OF_NAME:
        raise _fault("colour", id=id_, colour=quoted(colour), colours=board.COLOUR_NAMES)
    dragon = entry.get("dragon") if isinstance(entry, Mapping) else None
    return Province(id_, name, board.COLOUR_OF_NAME[colour], _point(dragon, _thing("province", id_)))


def _read_pairs(entries: list[Any], what: What, numbers: Mapping[str, int]) -> list[Pair]:
    """Pairs of two different known things, each pair once."""
    pairs = [_read_pair(entry, what, numbers) for entry in entries]
    _once([tuple(sorted(entry)) for entry in entries], partial(_pair, "both", what))
    return pairs


def _read_pair(entry: object, what: What, numbers: Mapping[str, int]) -> Pair:
    names = entry if isinstance(entry, list) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise _fault("pair", what=what, entry=quoted(entry))
    for name in names:
        if name not in numbers:
            raise _fault("unknown", what=what, name=quoted(name))
    if names[0] == names[1]:
        raise _fault("itself", what=what, id=names[0])
    return numbers[names[0]], numbers[names[1]]


def _touch(neighbours: Iterable[Pair], some: Iterable[int], others: Sequence[int]) -> bool:
    """Whether one of some provinces is one of the others, or a neighbour of it."""
    pairs = {frozenset(pair) for pair in neighbours}
    return any(a == b or frozenset((a, b)) in pairs for a in some for b in others)


def _read_spaces(entries: list[Any], provinces: list[Province], neighbours: list[Pair]) -> list[Space]:
    """The spaces, each of one province or on the border of two."""
    numbers = {province.id: number for number, province in enumerate(provinces)}
    spaces = [_read_space(entry, _thing("space", number), numbers) for number, entry in enumerate(entries, 1)]
    _once([space.id for space in spaces], partial(_thing, "space"))
    for space in spaces:
        if len(space.provinces) == 2:
            _check_border(space, [provinces[province] for province in space.provinces], neighbours)
    _check_counts(spaces, provinces)
    return spaces


def _read_space(entry: object, what: What, numbers: Mapping[str, int]) -> Space:
    id_ = _id(entry, what)
    owners = _value(entry, "provinces", list, _thing("space", id_))
    for owner in owners:
        if not isinstance(owner, str) or owner not in numbers:
            raise _fault("owner", id=id_, owner=quoted(owner))
    if not 1 <= len(owners) <= 2 or len(set(owners)) != len(owners):
        raise _fault("owners", id=id_, owners=quoted(owners))
    given = entry if isinstance(entry, Mapping) else {}
    port = _value({"port": False, **given}, "port", bool, _thing("space", id_))
    return Space(id_, tuple(numbers[owner] for owner in owners), port, _point(given.get("at"), _thing("space", id_)))


def _check_border(space: Space, owners: list[Province], neighbours: list[Pair]) -> None:
    """A border space lies between two neighbours of different colours (HAN-6.1)."""
    first, second = owners
    if not _touch(neighbours, space.provinces[:1], space.provinces[1:]):
        raise _fault("border", id=space.id, first=first.id, second=second.id)
    if first.colour == second.colour:
        raise _fault("same_colour", id=space.id, first=first.id, second=second.id)


def _check_counts(spaces: list[Space], provinces: list[Province]) -> None:
    """Every province has a space of its own, and there are no more spaces than the rules have numbers for."""
    borders = sum(len(space.provinces) == 2 for space in spaces)
    if borders > board.BORDER_SPACES or len(spaces) - borders > board.ORDINARY_SPACES:
        raise _fault(
            "spaces",
            ordinary=len(spaces) - borders,
            border=borders,
            most_ordinary=board.ORDINARY_SPACES,
            most_border=board.BORDER_SPACES,
        )
    for number, province in enumerate(provinces):
        if not any(space.provinces == (number,) for space in spaces):
            raise _fault("no_space", id=province.id)


def _numbered(spaces: list[Space]) -> dict[int, Space]:
    """The spaces by number, in the map's order: ordinary ones from 0, border spaces from ORDINARY_SPACES."""
    numbers = {
        1: iter(range(board.ORDINARY_SPACES)),
        2: iter(range(board.ORDINARY_SPACES, board.ORDINARY_SPACES + board.BORDER_SPACES)),
    }
    return {next(numbers[len(space.provinces)]): space for space in spaces}


def _read_roads(entries: list[Any], spaces: Mapping[int, Space], neighbours: list[Pair]) -> list[Pair]:
    """The roads: between spaces of one province or of neighbours; every space lies on one."""
    ends = [_ends(entry) for entry in entries]
    roads = _read_pairs(ends, "roads", {space.id: number for number, space in spaces.items()})
    for a, b in roads:
        if not _touch(neighbours, spaces[a].provinces, spaces[b].provinces):
            raise _fault("road", first=spaces[a].id, second=spaces[b].id)
    if len(roads) > MOST_ROADS:
        raise _fault("roads", count=len(roads), most=MOST_ROADS)
    for number, space in spaces.items():
        count = sum(number in road for road in roads)
        if not 1 <= count <= MOST_ROADS_TO_A_SPACE:
            raise _fault("roads_to", count=count, id=space.id, most=MOST_ROADS_TO_A_SPACE)
    return roads


def _ends(road: object) -> object:
    """A road without the points that it is drawn through."""
    if isinstance(road, list) and len(road) == 3 and isinstance(road[2], list):
        for point in road[2]:
            _point(point, Phrase("han.bad.map.the_road", first=road[0], second=road[1]))
        return road[:2]
    return road


def _read_alliances(entries: list[Any], provinces: list[Province], neighbours: list[Pair]) -> list[Pair]:
    """The alliances in the order of their numbers, 1 to 15 (HAN-9.2)."""
    numbers = {province.id: number for number, province in enumerate(provinces)}
    found: dict[int, Pair] = {}
    for entry in entries:
        number = _value(entry, "number", int, Phrase("han.bad.map.an_alliance"))
        what = _thing("alliance", number)
        if number in found:
            raise _fault("twice", what=what)
        found[number] = _read_pair(_value(entry, "between", list, what), what, numbers)
        if not _touch(neighbours, found[number][:1], found[number][1:]):
            first, second = (provinces[province].id for province in found[number])
            raise _fault("between", what=what, first=first, second=second)
    if sorted(found) != list(range(1, board.ALLIANCES + 1)):
        raise _fault("numbers", numbers=quoted(sorted(found)), most=board.ALLIANCES)
    pairs = [tuple(sorted(provinces[province].id for province in pair)) for pair in found.values()]
    _once(pairs, partial(_pair, "alliance_between", ""))
    return [found[number] for number in sorted(found)]


def _read_name(name: str) -> str:
    if not name.isprintable() or not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise _fault("name", name=quoted(name), most=LONGEST_NAME)
    return name


def _read_players(players: list[Any]) -> range:
    """How many may play."""
    if len(players) != 2 or not all(isinstance(n, int) and not isinstance(n, bool) for n in players):
        raise _fault("players", players=quoted(players))
    fewest, most = players
    if not LEAST_SEATS <= fewest <= most <= board.MOST_SEATS:
        raise _fault("seats", players=quoted(players), least=LEAST_SEATS, most=board.MOST_SEATS)
    return range(fewest, most + 1)


def _read_display(display: int) -> int:
    if not 1 <= display <= MOST_DISPLAYED:
        raise _fault("display", display=display, most=MOST_DISPLAYED)
    return display


def _read_removed(removed: Mapping[str, Any], seats: range, display: int) -> dict[int, int]:
    """Cards of each colour left out for each number of players (HAN-1.4); enough must be left to play."""
    found = {}
    for players in seats:
        count = _value(removed, str(players), int, "remove_per_colour")
        left = sum(board.CARDS_OF_COLOUR) - count * len(board.CARDS_OF_COLOUR)
        if not 0 <= count <= min(board.CARDS_OF_COLOUR) or left <= board.HAND_SIZE * players + display:
            raise _fault("removed", count=count, players=players)
        found[players] = count
    return found


def _read_variant(variant: object, spaces: Iterable[Space]) -> str:
    """The variant of a map: as it says, else fortifications where there are ports or border spaces (HAN-10, 11)."""
    if variant is None:
        special = any(space.port or len(space.provinces) == 2 for space in spaces)
        return board.FORTIFICATIONS if special else board.MARKET_PLACES
    if variant not in (board.FORTIFICATIONS, board.MARKET_PLACES):
        raise _fault("variant", variant=quoted(variant), one=board.FORTIFICATIONS, other=board.MARKET_PLACES)
    return str(variant)
