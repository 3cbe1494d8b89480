"""Maps: the two of the box and those that users bring, read from data and checked before they are played.

A map is read to its end whatever is wrong with it: every reader adds what it finds to the `Findings` and gives back
what can be used, so that one flaw does not bring ten others along.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, cast

from lantern.games.han import board
from lantern.games.han.board import Board, Province, Space
from lantern.kernel.contract import Flaw
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
"""Two provinces, or two spaces, by their places in the map's lists."""
Neighbours = frozenset[frozenset[int]]
UNREAD = -1
"""The colour of a province whose colour can't be read."""


def board_of(chosen: str | Mapping[str, Any]) -> Board:
    """The map that an option names, or that it holds as data."""
    return _shipped(chosen) if isinstance(chosen, str) else read_map(chosen)


@cache
def _shipped(name: str) -> Board:
    data = files(__package__) / "data" / f"{name.replace('-', '_')}.json"
    return read_map(json.loads(data.read_text("utf-8")))


def read_map(data: Mapping[str, Any]) -> Board:
    """A map from the data of its file; `BadInput` names the first thing that is wrong with it."""
    found = Findings()
    board = _read(data, found)
    if board is None or found.flaws:
        raise _refused(found.flaws[0])
    return board


def _refused(flaw: Flaw) -> BadInput:
    """What is told of a flaw to who would play on the map: where in its file it is, too."""
    if flaw.places:
        return BadInput("han.bad.map_at", flaw=flaw.said, place=flaw.places[0])
    return BadInput("han.bad.map", flaw=flaw.said)


def flaws_in(data: Mapping[str, Any]) -> list[Flaw]:
    """All that is wrong with a map, and where in its data."""
    found = Findings()
    _read(data, found)
    return found.flaws


class Findings:
    """What is wrong with a map, gathered while it is read."""

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []

    def add(self, flaw: BadInput, *places: str) -> None:
        """Something is wrong at these places."""
        self.flaws.append(Flaw(cast(Phrase, flaw.arguments["flaw"]), places))

    @contextmanager
    def at(self, *places: str) -> Iterator[None]:
        """Whatever is found to be wrong in here belongs to these places, and reading goes on after it."""
        try:
            yield
        except BadInput as flaw:
            self.add(flaw, *places)

    def once(self, names: Iterable[str | None], list_: str) -> None:
        """Everything in a list of the file is there once; what could not be read is None."""
        places = defaultdict(list)
        for number, name in enumerate(names):
            places[name].append(f"/{list_}/{number}")
        for name, where in places.items():
            if name is not None and len(where) > 1:
                self.add(_flaw(f"same_{list_}", name=name, count=len(where)), *where)


def _read(data: Mapping[str, Any], found: Findings) -> Board | None:
    """A map as far as it can be read; None where a part of it is not there."""
    for key, kind in KEYS.items():
        with found.at(f"/{key}"):
            _value(data, key, kind, Phrase("han.bad.map.it"))
    if found.flaws:
        return None
    provinces = _read_provinces(data["provinces"], found)
    numbers = {province.id: number for number, province in enumerate(provinces)}
    neighbours = _read_neighbours(data["neighbours"], numbers, found)
    spaces = _read_spaces(data["spaces"], provinces, neighbours, found)
    seats, display = _read_players(data["players"], found), _read_display(data["display"], found)
    with found.at("/name"):
        _read_name(data["name"], Phrase("han.bad.map.it"))
    removed = _read_removed(data["remove_per_colour"], seats, display, found)
    variant = _read_variant(data.get("variant"), spaces, found)
    roads = _read_roads(data["roads"], spaces, neighbours, found)
    alliances = _read_alliances(data["alliances"], provinces, neighbours, found)
    if found.flaws:
        return None
    numbered = _numbered(spaces)
    place = list(numbered)
    return Board(
        name=data["name"],
        seats=seats,
        display=display,
        removed=removed,
        variant=variant,
        provinces=tuple(provinces),
        spaces=numbered,
        roads=tuple((place[a], place[b]) for a, b in roads),
        alliances=tuple(alliances),
    )


def _flaw(key: str, /, **arguments: object) -> BadInput:
    return BadInput("han.bad.map", flaw=Phrase(f"han.bad.map.{key}", "", **arguments))


def _thing(kind: str, id_: object) -> Phrase:
    return Phrase(f"han.bad.map.the_{kind}", id=id_)


def _called(province: Province) -> Phrase:
    """A province as people know it: by its name, if it has one."""
    name = province.name or province.id
    return Phrase(f"han.province.{name.replace(' ', '_')}", name)


def _two(pair: Iterable[object]) -> str:
    """Two things that are joined, whichever is named first."""
    return " \N{EN DASH} ".join(sorted(map(str, pair)))


def _value(data: object, key: str, kind: type, what: What) -> Any:
    """What an object of the file holds under a key, if it is of its kind."""
    if not isinstance(data, Mapping):
        raise _flaw("object", what=what, value=quoted(data))
    value = data.get(key)
    if value is None:
        raise _flaw("missing", what=what, key=quoted(key), kind=Phrase(f"bad.kind.{kind.__name__}"))
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _flaw("field", what=what, key=quoted(key), kind=Phrase(f"bad.kind.{kind.__name__}"), value=quoted(value))
    return value


def _id(entry: object, what: What) -> str:
    """An id that can be typed as part of an action."""
    value = _value(entry, "id", str, what)
    if not PLAIN_WORD.fullmatch(value) or value == "with" or len(value) > LONGEST_ID:
        raise _flaw("id", what=what, id=quoted(value), most=LONGEST_ID)
    return str(value)


def _read_id(entry: object, kind: str, number: int, found: Findings) -> tuple[str | None, Phrase]:
    """An id by which others may speak of an entry, even if it is no good one, and what the entry is called."""
    counted = Phrase(f"han.bad.map.{kind}_number", number=number + 1)
    with found.at(f"/{kind}s/{number}"):
        id_ = _id(entry, counted)
        return id_, _thing(kind, id_)
    given = entry.get("id") if isinstance(entry, Mapping) else None
    return given if isinstance(given, str) else None, counted


def _point(value: object, what: What) -> tuple[float, float] | None:
    """Where something is drawn; a map that only the rules read need not say it."""
    if value is None:
        return None
    numbers = value if isinstance(value, (list, tuple)) else ()
    if len(numbers) != 2 or not all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in numbers):
        raise _flaw("point", what=what, value=quoted(value))
    if not all(abs(n) <= FARTHEST for n in numbers):
        raise _flaw("far", what=what, value=quoted(value), farthest=FARTHEST)
    return numbers[0], numbers[1]


def _read_provinces(entries: list[Any], found: Findings) -> list[Province]:
    """The provinces: nine, violet once and every other colour twice (HAN-12)."""
    provinces = [_read_province(entry, number, found) for number, entry in enumerate(entries)]
    found.once([province.id or None for province in provinces], "provinces")
    if len(provinces) != board.PROVINCES:
        found.add(_flaw("provinces", count=len(provinces), provinces=board.PROVINCES), "/provinces")
    for colour, wanted in enumerate(board.PROVINCES_OF_COLOUR):
        places = [f"/provinces/{number}" for number, province in enumerate(provinces) if province.colour == colour]
        if len(places) != wanted and all(province.colour != UNREAD for province in provinces):
            name = board.COLOUR_NAMES[colour]
            found.add(_flaw("colours", count=len(places), colour=name, wanted=wanted), *(places or ["/provinces"]))
    return provinces


def _read_province(entry: object, number: int, found: Findings) -> Province:
    place = f"/provinces/{number}"
    id_, what = _read_id(entry, "province", number, found)
    name, colour, at = "", UNREAD, None
    if isinstance(entry, Mapping):
        with found.at(f"{place}/name"):
            name = _read_name(_value(entry, "name", str, what), what)
        with found.at(f"{place}/colour"):
            colour = _read_colour(_value(entry, "colour", str, what), id_)
        with found.at(f"{place}/dragon"):
            at = _point(entry.get("dragon"), what)
    return Province(id_ or "", name, colour, at)


def _read_colour(colour: str, province: object) -> int:
    if colour not in board.COLOUR_OF_NAME:
        raise _flaw("colour", id=province, colour=quoted(colour), colours=board.COLOUR_NAMES)
    return board.COLOUR_OF_NAME[colour]


def _read_pairs(entries: list[Any], list_: str, numbers: Mapping[str, int], found: Findings) -> list[Pair | None]:
    """Pairs of two different known things, each pair once; None for what is no such pair."""
    pairs: list[Pair | None] = []
    for number, entry in enumerate(entries):
        pairs.append(None)
        with found.at(f"/{list_}/{number}"):
            pairs[-1] = _read_pair(entry, Phrase(f"han.bad.map.the_{list_}"), numbers)
    found.once([_two(entry) if pair else None for entry, pair in zip(entries, pairs, strict=True)], list_)
    return pairs


def _read_pair(entry: object, what: What, numbers: Mapping[str, int]) -> Pair:
    names = entry if isinstance(entry, list) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise _flaw("pair", what=what, entry=quoted(entry))
    for name in names:
        if name not in numbers:
            raise _flaw("unknown", what=what, name=quoted(name))
    if names[0] == names[1]:
        raise _flaw("itself", what=what, id=names[0])
    return numbers[names[0]], numbers[names[1]]


def _read_neighbours(entries: list[Any], numbers: Mapping[str, int], found: Findings) -> Neighbours:
    pairs = _read_pairs(entries, "neighbours", numbers, found)
    return frozenset(frozenset(pair) for pair in pairs if pair)


def _touch(neighbours: Neighbours, some: Iterable[int], others: Sequence[int]) -> bool:
    """Whether one of some provinces is one of the others, or a neighbour of it."""
    return any(a == b or frozenset((a, b)) in neighbours for a in some for b in others)


def _read_spaces(entries: list[Any], provinces: list[Province], neighbours: Neighbours, found: Findings) -> list[Space]:
    """The spaces, each of one province or on the border of two; of none where that can't be read."""
    numbers = {province.id: number for number, province in enumerate(provinces)}
    spaces = [_read_space(entry, number, numbers, found) for number, entry in enumerate(entries)]
    found.once([space.id or None for space in spaces], "spaces")
    for number, space in enumerate(spaces):
        if len(space.provinces) == 2:
            with found.at(f"/spaces/{number}"):
                _check_border(space, [provinces[province] for province in space.provinces], neighbours)
    _check_counts(spaces, provinces, found)
    return spaces


def _read_space(entry: object, number: int, numbers: Mapping[str, int], found: Findings) -> Space:
    place = f"/spaces/{number}"
    id_, what = _read_id(entry, "space", number, found)
    owners, port, at = [], False, None
    if isinstance(entry, Mapping):
        with found.at(f"{place}/provinces"):
            owners = _read_owners(_value(entry, "provinces", list, what), id_, numbers)
        with found.at(f"{place}/port"):
            port = _value({"port": False, **entry}, "port", bool, what)
        with found.at(f"{place}/at"):
            at = _point(entry.get("at"), what)
    return Space(id_ or "", tuple(numbers[owner] for owner in owners), port, at)


def _read_owners(owners: list[Any], space: object, numbers: Mapping[str, int]) -> list[str]:
    """The ids of the one or two provinces that a space belongs to."""
    for owner in owners:
        if not isinstance(owner, str) or owner not in numbers:
            raise _flaw("owner", id=space, owner=quoted(owner))
    if not 1 <= len(owners) <= 2 or len(set(owners)) != len(owners):
        raise _flaw("owners", id=space, owners=quoted(owners))
    return owners


def _check_border(space: Space, owners: list[Province], neighbours: Neighbours) -> None:
    """A border space lies between two neighbours of different colours (HAN-6.1)."""
    first, second = owners
    if not _touch(neighbours, space.provinces[:1], space.provinces[1:]):
        raise _flaw("border", id=space.id, first=_called(first), second=_called(second))
    if first.colour == second.colour != UNREAD:
        raise _flaw("same_colour", id=space.id, first=_called(first), second=_called(second))


def _check_counts(spaces: list[Space], provinces: list[Province], found: Findings) -> None:
    """Every province has a space of its own, and there are no more spaces than the rules have numbers for."""
    borders = sum(len(space.provinces) == 2 for space in spaces)
    if len(spaces) - borders > board.ORDINARY_SPACES:
        found.add(_flaw("spaces", count=len(spaces) - borders, most=board.ORDINARY_SPACES), "/spaces")
    if borders > board.BORDER_SPACES:
        found.add(_flaw("borders", count=borders, most=board.BORDER_SPACES), "/spaces")
    settled = {space.provinces for space in spaces}
    for number, province in enumerate(provinces):
        if (number,) not in settled and province.id:
            found.add(_flaw("no_space", province=_called(province)), f"/provinces/{number}")


def _numbered(spaces: list[Space]) -> dict[int, Space]:
    """The spaces by number, in the map's order: ordinary ones from 0, border spaces from ORDINARY_SPACES."""
    numbers = {
        1: iter(range(board.ORDINARY_SPACES)),
        2: iter(range(board.ORDINARY_SPACES, board.ORDINARY_SPACES + board.BORDER_SPACES)),
    }
    return {next(numbers[len(space.provinces)]): space for space in spaces}


def _read_roads(entries: list[Any], spaces: list[Space], neighbours: Neighbours, found: Findings) -> list[Pair]:
    """The roads: between spaces of one province or of neighbours; every space lies on one."""
    ends = [_ends(entry, number, found) for number, entry in enumerate(entries)]
    roads = _read_pairs(ends, "roads", {space.id: number for number, space in enumerate(spaces)}, found)
    for number, road in enumerate(roads):
        if road is not None:
            with found.at(f"/roads/{number}"):
                _check_road(spaces[road[0]], spaces[road[1]], neighbours)
    if len(roads) > MOST_ROADS:
        found.add(_flaw("roads", count=len(roads), most=MOST_ROADS), "/roads")
    leading = Counter(end for road in roads if road for end in road)
    for number, space in enumerate(spaces):
        if not 1 <= leading[number] <= MOST_ROADS_TO_A_SPACE and space.id:
            flaw = _flaw("roads_to", count=leading[number], id=space.id, most=MOST_ROADS_TO_A_SPACE)
            found.add(flaw, f"/spaces/{number}")
    return [road for road in roads if road]


def _check_road(a: Space, b: Space, neighbours: Neighbours) -> None:
    if a.provinces and b.provinces and not _touch(neighbours, a.provinces, b.provinces):
        raise _flaw("road", first=a.id, second=b.id)


def _ends(road: object, number: int, found: Findings) -> object:
    """A road without the points that it is drawn through."""
    if not isinstance(road, list) or len(road) != 3 or not isinstance(road[2], list):
        return road
    with found.at(f"/roads/{number}"):
        for point in road[2]:
            _point(point, Phrase("han.bad.map.the_road", first=road[0], second=road[1]))
    return road[:2]


def _read_alliances(
    entries: list[Any], provinces: list[Province], neighbours: Neighbours, found: Findings
) -> list[Pair]:
    """The alliances in the order of their numbers, 1 to 15 (HAN-9.2)."""
    numbers = {province.id: number for number, province in enumerate(provinces)}
    known: dict[int, Pair | None] = {}
    names: list[str | None] = []
    for place, entry in enumerate(entries):
        names.append(None)
        with found.at(f"/alliances/{place}"):
            number = _value(entry, "number", int, Phrase("han.bad.map.an_alliance"))
            what = _thing("alliance", number)
            if not 1 <= number <= board.ALLIANCES:
                raise _flaw("no_alliance", number=number, most=board.ALLIANCES)
            if number in known:
                raise _flaw("twice", number=number)
            known[number] = None
            known[number] = pair = _read_pair(_value(entry, "between", list, what), what, numbers)
            first, second = (provinces[province] for province in pair)
            names[-1] = _two((first.name or first.id, second.name or second.id))
            if not _touch(neighbours, pair[:1], pair[1:]):
                raise _flaw("between", number=number, first=_called(first), second=_called(second))
    missing = [str(number) for number in range(1, board.ALLIANCES + 1) if number not in known]
    if missing:
        found.add(_flaw("missing_alliances", numbers=", ".join(missing), count=len(missing)), "/alliances")
    found.once(names, "alliances")
    return [pair for _, pair in sorted(known.items()) if pair]


def _read_name(name: str, what: What) -> str:
    if not name.isprintable() or not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise _flaw("name", what=what, most=LONGEST_NAME)
    return name


def _read_players(players: list[Any], found: Findings) -> range:
    """How many may play; nobody where that can't be read."""
    with found.at("/players"):
        if len(players) != 2 or not all(isinstance(n, int) and not isinstance(n, bool) for n in players):
            raise _flaw("players", players=quoted(players))
        fewest, most = players
        if not LEAST_SEATS <= fewest <= most <= board.MOST_SEATS:
            raise _flaw("seats", fewest=fewest, greatest=most, least=LEAST_SEATS, most=board.MOST_SEATS)
        return range(fewest, most + 1)
    return range(0)


def _read_display(display: int, found: Findings) -> int:
    """How many cards are laid open; none where that can't be."""
    if 1 <= display <= MOST_DISPLAYED:
        return display
    found.add(_flaw("display", display=display, most=MOST_DISPLAYED), "/display")
    return 0


def _read_removed(removed: Mapping[str, Any], seats: range, display: int, found: Findings) -> dict[int, int]:
    """Cards of each colour left out for each number of players (HAN-1.4); enough must be left to play."""
    counts = {}
    for players in seats:
        with found.at(f"/remove_per_colour/{players}"):
            if str(players) not in removed:
                raise _flaw("not_removed", players=players)
            count, most = _value(removed, str(players), int, "remove_per_colour"), min(board.CARDS_OF_COLOUR)
            if not 0 <= count <= most:
                raise _flaw("removed_odd", count=count, players=players, most=most)
            if sum(board.CARDS_OF_COLOUR) - count * len(board.CARDS_OF_COLOUR) <= board.HAND_SIZE * players + display:
                raise _flaw("removed", count=count, players=players)
            counts[players] = count
    return counts


def _read_variant(variant: object, spaces: Iterable[Space], found: Findings) -> str:
    """The variant of a map: as it says, else fortifications where there are ports or border spaces (HAN-10, 11)."""
    if variant is None:
        special = any(space.port or len(space.provinces) == 2 for space in spaces)
        return board.FORTIFICATIONS if special else board.MARKET_PLACES
    if variant not in (board.FORTIFICATIONS, board.MARKET_PLACES):
        flaw = _flaw("variant", variant=quoted(variant), one=board.FORTIFICATIONS, other=board.MARKET_PLACES)
        found.add(flaw, "/variant")
    return str(variant)
