"""A map of places and the roads between them as characters: where everything is written and where the roads run.

Nothing here knows a game. Places and names are signs with a size in characters, positions are the map's own, rows count
downwards. Roads run along rows and columns, near the straight line, around everything written and never through each
other. Each plan is made once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product

Cell = tuple[int, int]
"""A row and a column; of a step, how far down and right it leads."""
Move = tuple[Cell, Cell]
"""A cell and the step that led there."""
Stroke = tuple[Cell, frozenset[Cell]]
"""A cell of a road and the two sides it leads to."""

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
STEPS = {UP: 2.0, DOWN: 2.0, LEFT: 1.0, RIGHT: 1.0}
"""What a step costs: a row is about twice as high as a column is wide."""
BEND, OFF_LINE, CROWDED, OFF_MIDDLE, ASKEW = 2.0, 0.25, 1.5, 0.4, 4.0
UNWELCOME = 2.0
KEPT_FREE, NOT_FAR = (0.35, 2.0), 12.0
"""What a road beside a name costs, in the first try and in the second, made when the names had to be moved too far."""
NO_WAY, DETOUR, TRIES = 1000.0, 20.0, 6
ASIDE = 3
"""How many rows, and twice as many columns, a road may run outside what lies between its ends."""
LIGHT = {
    frozenset((LEFT, RIGHT)): "─",
    frozenset((UP, DOWN)): "│",
    frozenset((DOWN, RIGHT)): "╭",
    frozenset((DOWN, LEFT)): "╮",
    frozenset((UP, RIGHT)): "╰",
    frozenset((UP, LEFT)): "╯",
}
HEAVY = dict(zip(LIGHT, "━┃┏┓┗┛", strict=True))
NEAR, FAR = (2, 6), (4, 14)
"""How many rows and columns a place, and a name, may be moved to find room."""


@dataclass(frozen=True)
class Sign:
    """Something written on the map: its middle in the map's units, its size in characters."""

    name: str
    x: float
    y: float
    width: int
    height: int = 1
    near: frozenset[str] = frozenset()
    """Of a name: the places it belongs to, one of which should be the nearest."""

    @property
    def first_line(self) -> Sign:
        """The same sign with only one line."""
        return replace(self, height=1)


@dataclass(frozen=True)
class Box:
    """The characters that a sign takes."""

    row: int
    column: int
    width: int
    height: int = 1

    def __contains__(self, cell: Cell) -> bool:
        row, column = cell
        return 0 <= row - self.row < self.height and 0 <= column - self.column < self.width

    def cells(self, beside: int = 0) -> set[Cell]:
        """All its characters, and so many on either side of it."""
        rows = range(self.row, self.row + self.height)
        return set(product(rows, range(self.column - beside, self.column + self.width + beside)))

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle as row and column."""
        return self.row + (self.height - 1) / 2, self.column + (self.width - 1) / 2


@dataclass(frozen=True)
class Road:
    """A road as drawn: its characters in order, each with the two sides it leads to."""

    ends: tuple[str, str]
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True)
class Plan:
    """Where everything stands on a map of so many columns and rows."""

    width: int
    height: int
    boxes: Mapping[str, Box]
    roads: tuple[Road, ...]
    missing: tuple[tuple[str, str], ...]
    """Roads for which there is no room."""


@lru_cache(maxsize=32)
def plan(
    places: tuple[Sign, ...], names: tuple[Sign, ...], roads: tuple[tuple[str, str], ...], width: int, most_rows: int
) -> Plan | None:
    """A map so many columns wide, to scale; None if the places don't fit.

    A name for which there is no room loses all lines but the first, or is left out.
    """
    scale = _Scale.of(places, width, most_rows)
    tries = []
    for beside in KEPT_FREE:
        grid = _Grid(width, scale.rows)
        if not grid.write_places([(sign.name, scale.box(sign)) for sign in places]):
            return None
        for sign in names:
            grid.reserve(grid.room(scale.box(sign), FAR, sign.near), beside)
        drawn = tuple(grid.lay_roads(roads))
        moved = sum(grid.write_name(sign, scale) for sign in names)
        there = {road.ends for road in drawn}
        missing = tuple(ends for ends in roads if ends not in there)
        tries.append((len(missing), moved, Plan(width, scale.rows, grid.boxes, drawn, missing)))
        if not missing and moved <= NOT_FAR:
            break
    return min(tries, key=lambda one: one[:2])[2]


@dataclass(frozen=True)
class _Scale:
    """From the map's units to characters."""

    left: float
    top: float
    margin: int
    across: float
    down: float
    columns: int
    rows: int

    @staticmethod
    def of(places: Iterable[Sign], width: int, most_rows: int) -> _Scale:
        xs = [sign.x for sign in places]
        ys = [sign.y for sign in places]
        margin = (max((sign.width for sign in places), default=0) + 1) // 2
        across = (width - 2 * margin) / ((max(xs) - min(xs)) or 1)
        down = min(across / 2, (most_rows - 1) / ((max(ys) - min(ys)) or 1))
        rows = round((max(ys) - min(ys)) * down) + 1
        return _Scale(min(xs), min(ys), margin, across, down, width, rows)

    def box(self, sign: Sign) -> Box:
        """Where a sign belongs, all of it on the map."""
        row = round((sign.y - self.top) * self.down - (sign.height - 1) / 2)
        column = self.margin + round((sign.x - self.left) * self.across - sign.width / 2)
        row = min(max(row, 0), self.rows - sign.height)
        return Box(row, min(max(column, 0), self.columns - sign.width), sign.width, sign.height)


class _Grid:
    """The map while it is written."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.boxes: dict[str, Box] = {}
        self.taken: set[Cell] = set()
        self.paved: set[Cell] = set()
        self.wanted: dict[Cell, float] = {}

    def write(self, name: str, box: Box) -> None:
        self.boxes[name] = box
        self.taken |= box.cells()

    def write_places(self, wanted: Iterable[tuple[str, Box]]) -> bool:
        """Write all places, each near where it belongs; False if there is no room for one."""
        for name, box in wanted:
            found = self.room(box, NEAR)
            if found is None:
                return False
            self.write(name, found)
        return True

    def write_name(self, sign: Sign, scale: _Scale) -> float:
        """Write a name where there is room for it, or for its first line; how far that is from where it belongs."""
        for size in (sign, sign.first_line):
            wanted = scale.box(size)
            box = self.room(wanted, FAR, sign.near)
            if box is not None:
                self.write(sign.name, box)
                return self._distance(wanted, box)
        return NO_WAY

    def reserve(self, box: Box | None, beside: float) -> None:
        """Make roads dear where a name should stand, and on its sides."""
        if box is not None:
            self.wanted |= dict.fromkeys(box.cells(1), beside) | dict.fromkeys(box.cells(), UNWELCOME)

    def room(self, wanted: Box, reach: tuple[int, int], near: frozenset[str] = frozenset()) -> Box | None:
        """The place closest to the one wanted that is near what it belongs to and touches nothing, as far as can be."""
        rows, columns = (range(-most, most + 1) for most in reach)
        shifts = sorted(product(rows, columns), key=lambda shift: (abs(shift[0]) * 2 + abs(shift[1]), shift))
        boxes = [Box(wanted.row + down, wanted.column + right, wanted.width, wanted.height) for down, right in shifts]
        used = self.taken | self.paved
        fitting = [box for box in boxes if self._inside(box) and not box.cells() & used]
        at_home = [box for box in fitting if not near or self._nearest(box) in near]
        for choices in (at_home, fitting):
            for box in choices:
                if not box.cells(1) & used:
                    return box
            if choices:
                return choices[0]
        return None

    def _nearest(self, box: Box) -> str:
        return min(self.boxes, key=lambda name: self._distance(self.boxes[name], box))

    def _inside(self, box: Box) -> bool:
        rows = box.row >= 0 and box.row + box.height <= self.height
        return rows and box.column >= 0 and box.column + box.width <= self.width

    def lay_roads(self, roads: Iterable[tuple[str, str]]) -> Iterator[Road]:
        """The roads, the short ones first; whichever finds no good way goes before the others in another try."""
        order = sorted(roads, key=lambda ends: (self._distance(self.boxes[ends[0]], self.boxes[ends[1]]), ends))
        best: dict[tuple[str, str], _Way] = {}
        least = float("inf")
        for _ in range(TRIES):
            ways = self._lay(order)
            cost = sum(way.cost for way in ways.values())
            if cost < least:
                best, least = ways, cost
            hampered = [ends for ends in order if ways[ends].detour > DETOUR]
            if not hampered or order[: len(hampered)] == hampered:
                break
            order = hampered + [ends for ends in order if ends not in hampered]
        self.paved = set().union(*(way.cells for way in best.values()))
        return (Road(ends, way.strokes) for ends, way in best.items() if way.strokes)

    def _lay(self, order: Iterable[tuple[str, str]]) -> dict[tuple[str, str], _Way]:
        """All roads in this order, each around those before it."""
        self.paved = set()
        ways = {}
        for one, other in order:
            way = ways[one, other] = _Way(self, self.boxes[one], self.boxes[other])
            self.paved |= way.cells
        return ways

    @staticmethod
    def _distance(one: Box, other: Box) -> float:
        (row, column), (to_row, to_column) = one.middle, other.middle
        return abs(row - to_row) * 2 + abs(column - to_column)

    def free(self, cell: Cell) -> bool:
        """Whether a road may run there."""
        row, column = cell
        inside = 0 <= row < self.height and 0 <= column < self.width
        return inside and cell not in self.taken and cell not in self.paved


class _Way:
    """One road's way from box to box: the cheapest, found by A* over cells and directions."""

    def __init__(self, grid: _Grid, start: Box, goal: Box) -> None:
        self.grid = grid
        self.start = start
        self.goal = goal
        self.full = grid.taken | grid.paved
        self.before: dict[Move, Move | None] = {}
        (row, column), (to_row, to_column) = start.middle, goal.middle
        self.down, self.right = (to_row - row) * 2, to_column - column
        self.length = (self.down * self.down + self.right * self.right) ** 0.5 or 1
        self.rows = range(min(start.row, goal.row) - ASIDE, max(start.row, goal.row) + ASIDE + 1)
        wide = max(start.width, goal.width) + 2 * ASIDE
        self.columns = range(min(start.column, goal.column) - 2 * ASIDE, max(start.column, goal.column) + wide)
        self.cost = NO_WAY
        self.strokes = self._find()
        self.cells = {cell for cell, _ in self.strokes}

    @property
    def detour(self) -> float:
        """How much dearer it is than a straight line."""
        return self.cost - self.length

    def _find(self) -> tuple[Stroke, ...]:
        """The characters of the road, none if there is no way."""
        queue: list[tuple[float, float, Move, Move | None]] = []
        for gate, cell, side in self._gates():
            cost = gate + self._price(cell, side)
            heapq.heappush(queue, (cost + self._rest(cell), cost, (cell, side), None))
        while queue:
            _, cost, move, source = heapq.heappop(queue)
            if move in self.before:
                continue
            self.before[move] = source
            cell, side = move
            if cell in self.goal:
                self.cost = cost
                return self._traced(move)
            for turn in STEPS:
                onward = _step(cell, turn)
                if turn != _back(side) and (onward, turn) not in self.before and self._open(onward, turn):
                    further = cost + (BEND if turn != side else 0) + self._price(onward, turn)
                    heapq.heappush(queue, (further + self._rest(onward), further, (onward, turn), move))
        return ()

    def _gates(self) -> Iterator[tuple[float, Cell, Cell]]:
        """The ways out of the box where the road begins."""
        for cell in self.start.cells():
            for side in STEPS:
                onward = _step(cell, side)
                if onward not in self.start and self._open(onward, side) and onward not in self.goal:
                    yield self._askew(self.start, cell, side), onward, side

    def _open(self, cell: Cell, side: Cell) -> bool:
        if cell in self.goal:
            return True
        return cell[0] in self.rows and cell[1] in self.columns and self.grid.free(cell)

    def _askew(self, box: Box, cell: Cell, side: Cell) -> float:
        """What a gate costs: being off the middle of the box, and not facing the other box."""
        off = abs(cell[1] - box.middle[1]) if side in (UP, DOWN) else 0
        facing = (side[0] * self.down + side[1] * self.right) / self.length
        return OFF_MIDDLE * off + ASKEW * (1 - facing)

    def _price(self, cell: Cell, side: Cell) -> float:
        """What entering a cell costs: the step, being off the straight line, close to others or where a name goes."""
        if cell in self.goal:
            return self._askew(self.goal, cell, side)
        around = (_step(cell, beside) for beside in STEPS)
        crowd = sum(near in self.full and near not in self.start and near not in self.goal for near in around)
        wanted = self.grid.wanted.get(cell, 0)
        return STEPS[side] + OFF_LINE * self._off_line(cell) + CROWDED * crowd + wanted

    def _rest(self, cell: Cell) -> float:
        """What the way from a cell to the goal costs at least."""
        row, column = cell
        down = max(self.goal.row - row, row - self.goal.row - self.goal.height + 1, 0)
        right = max(self.goal.column - column, column - self.goal.column - self.goal.width + 1, 0)
        return STEPS[DOWN] * max(down - 1, 0) + STEPS[RIGHT] * max(right - 1, 0)

    def _off_line(self, cell: Cell) -> float:
        """How far a cell is from the straight line between the two boxes, in columns."""
        row, column = self.start.middle
        return abs((cell[0] - row) * 2 * self.right - (cell[1] - column) * self.down) / self.length

    def _traced(self, last: Move) -> tuple[Stroke, ...]:
        """The road's characters from the moves that led to the last one, which enters the goal."""
        moves = [last]
        while (source := self.before[moves[-1]]) is not None:
            moves.append(source)
        return tuple((cell, frozenset((_back(came), goes))) for (cell, came), (_, goes) in pairwise(moves[::-1]))


def _step(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1]


def _back(way: Cell) -> Cell:
    return -way[0], -way[1]
