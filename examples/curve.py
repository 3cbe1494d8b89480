"""A learning curve as data and as a picture."""

from __future__ import annotations

from typing import Any, NamedTuple

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 40, 50
STYLE = """
text { font: 13px sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: bold }
.grid { stroke: #ccc } .even { stroke: #888; stroke-dasharray: 5 4 }
.back { fill: #fff } .line { fill: none; stroke-width: 2 } .line, .error { stroke: currentColor }
.point, text.name { fill: currentColor }
.curve0 { color: #b3261e } .curve1 { color: #1a5fb4 } .curve2 { color: #26734d }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 } .even { stroke: #999 } .back { fill: #1c1c1c }
  .curve0 { color: #ff8a80 } .curve1 { color: #8ab4f8 } .curve2 { color: #7fd1a8 }
}
"""
COLOURS = 3


class Point(NamedTuple):
    """What a learner had reached at some time."""

    seconds: float
    """Seconds of training by the clock, evaluations not counted."""
    processor_s: float
    """The same in processor time."""
    decisions: int
    """Decisions it had learnt from, its own and others'."""
    games: int
    """Games it was measured by."""
    share: float
    """Of these it won, a shared win counted in parts."""
    error: float
    """How far the true share may lie from that, in 95 of 100 such counts."""


Curves = dict[str, list[Point]]
"""The curves of a learner by the names of the tables it was measured at, the plain one first."""


def draw(curves: Curves, title: str, fair: float) -> str:
    """The picture of some curves: the share won over minutes of training, with errors, beside a fair share."""
    last = max(1.0, *(points[-1].seconds for points in curves.values()))
    parts = [f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>', _text(WIDTH / 2, 22, title, "title")]
    for percent in range(0, 101, 25):
        y = _down(percent / 100)
        parts += [_line(LEFT, y, WIDTH - RIGHT, y, "grid"), _text(LEFT - 8, y + 4, f"{percent} %", anchor="end")]
    parts.append(_line(LEFT, _down(fair), WIDTH - RIGHT, _down(fair), "even"))
    for tick in range(5):
        seconds = last * tick / 4
        parts.append(_text(_across(seconds, last), HEIGHT - BOTTOM + 20, f"{seconds / 60:.1f}"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "minutes of training by the clock"))
    for number, (name, points) in enumerate(curves.items()):
        label = [_text(WIDTH - RIGHT - 8, HEIGHT - BOTTOM - 10 - 18 * number, name, "name", "end")]
        shown = _curve(points, last) + (label if len(curves) > 1 else [])
        parts += [f'<g class="curve{number % COLOURS}">', *shown, "</g>"]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    return "\n".join([head, f"<title>{title}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _curve(points: list[Point], last: float) -> list[str]:
    """A line through points, and each with its error."""
    path = " ".join(f"{_across(point.seconds, last):.1f},{_down(point.share):.1f}" for point in points)
    parts = [f'<polyline class="line" points="{path}"/>']
    for point in points:
        x = _across(point.seconds, last)
        parts.append(_line(x, _down(point.share - point.error), x, _down(point.share + point.error), "error"))
        parts.append(f'<circle class="point" cx="{x:.1f}" cy="{_down(point.share):.1f}" r="3.5"/>')
    return parts


def _across(seconds: float, last: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * seconds / last


def _down(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(share, 0), 1))


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def as_json(points: list[Point]) -> list[dict[str, Any]]:
    """A curve as plain data."""
    return [point._asdict() for point in points]
