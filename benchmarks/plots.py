"""Line charts as small SVG files of their own, readable on light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 430
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 46, 52
STYLE = """
svg { background: #fff; font: 13px system-ui, sans-serif; fill: #222 }
.grid { stroke: #ddd } .axis { fill: #555 } .title { font-size: 15px; font-weight: 600 }
.line { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 6 4 }
.c0 { stroke: #b3261e } .c1 { stroke: #1f5fa8 } .c2 { stroke: #2c7a3f } .c3 { stroke: #8a5a00 }
.t0 { fill: #b3261e } .t1 { fill: #1f5fa8 } .t2 { fill: #2c7a3f } .t3 { fill: #8a5a00 }
@media (prefers-color-scheme: dark) {
svg { background: #16181c; fill: #eee } .grid { stroke: #3a3d44 } .axis { fill: #b5b8bf }
.c0 { stroke: #ff8a80 } .c1 { stroke: #82b6ff } .c2 { stroke: #7fd693 } .c3 { stroke: #f0b95a }
.t0 { fill: #ff8a80 } .t1 { fill: #82b6ff } .t2 { fill: #7fd693 } .t3 { fill: #f0b95a }
}
"""
COLOURS = 4
LINE_HEIGHT = 16

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """Points joined by a line, named at its end; lines of one colour belong together."""

    name: str
    points: Sequence[Point]
    colour: int
    dashed: bool = False


def line_chart(title: str, lines: Sequence[Line], x_words: str, y_words: str) -> str:
    """Lines over two axes that both grow tenfold at a time; what they show is in the text alternative too."""
    points = [point for line in lines for point in line.points]
    x_ends, y_ends = _decades(x for x, _ in points), _decades(y for _, y in points)
    told = "; ".join(
        f"{line.name}: " + ", ".join(f"{short(y)} at {short(x)}" for x, y in line.points) for line in lines
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(f"{title}. {y_words} against {x_words}. {told}.")}">',
        f"<style>{STYLE}</style>",
        f'<text x="{LEFT}" y="24" class="title">{escape(title)}</text>',
        *_grid(x_ends, y_ends),
        f'<text x="{LEFT}" y="{HEIGHT - 10}" class="axis">{escape(x_words)}</text>',
        f'<text x="{LEFT}" y="{TOP - 6}" class="axis">{escape(y_words)}</text>',
        *_drawn(lines, x_ends, y_ends),
        "</svg>\n",
    ]
    return "\n".join(parts)


def short(number: float) -> str:
    """A number in few letters: 4096 is 4.1 k."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"


def _decades(numbers: Iterable[float]) -> tuple[int, int]:
    """The powers of ten around some numbers."""
    logs = [math.log10(number) for number in numbers]
    low = math.floor(min(logs))
    return low, max(math.ceil(max(logs)), low + 1)


def _place(number: float, ends: tuple[int, int], first: float, last: float) -> float:
    """Where a number lies on an axis."""
    return first + (last - first) * (math.log10(number) - ends[0]) / (ends[1] - ends[0])


def _across(x: float, ends: tuple[int, int]) -> float:
    return round(_place(x, ends, LEFT, WIDTH - RIGHT), 1)


def _up(y: float, ends: tuple[int, int]) -> float:
    return round(_place(y, ends, HEIGHT - BOTTOM, TOP + 6), 1)


def _grid(x_ends: tuple[int, int], y_ends: tuple[int, int]) -> Iterator[str]:
    """A line and a number for every power of ten."""
    for power in range(x_ends[0], x_ends[1] + 1):
        x = _across(10.0**power, x_ends)
        yield f'<line class="grid" x1="{x}" y1="{TOP + 6}" x2="{x}" y2="{HEIGHT - BOTTOM}"/>'
        yield f'<text class="axis" x="{x}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{short(10.0**power)}</text>'
    for power in range(y_ends[0], y_ends[1] + 1):
        y = _up(10.0**power, y_ends)
        yield f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>'
        yield f'<text class="axis" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{short(10.0**power)}</text>'


def _drawn(lines: Sequence[Line], x_ends: tuple[int, int], y_ends: tuple[int, int]) -> Iterator[str]:
    """The lines, and their names below each other where they end."""
    names = sorted(lines, key=lambda line: line.points[-1][1], reverse=True)
    free = 0.0
    for line in names:
        places = [f"{_across(x, x_ends)},{_up(y, y_ends)}" for x, y in line.points]
        dashed = " dashed" if line.dashed else ""
        yield f'<polyline class="line c{line.colour % COLOURS}{dashed}" points="{" ".join(places)}"/>'
        y = max(_up(line.points[-1][1], y_ends) + 4, free)
        free = y + LINE_HEIGHT
        yield f'<text class="t{line.colour % COLOURS}" x="{WIDTH - RIGHT + 8}" y="{y:g}">{escape(line.name)}</text>'
