"""A learning curve as data and as a picture."""

from __future__ import annotations

from typing import Any, NamedTuple

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 40, 50
STYLE = """
text { font: 13px sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: bold }
.grid { stroke: #ccc } .even { stroke: #888; stroke-dasharray: 5 4 }
.line { fill: none; stroke: #b3261e; stroke-width: 2 } .error { stroke: #b3261e } .point { fill: #b3261e }
.back { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 } .even { stroke: #999 } .back { fill: #1c1c1c }
  .line, .error { stroke: #ff8a80 } .point { fill: #ff8a80 }
}
"""


class Point(NamedTuple):
    """What a learner had reached at some time."""

    seconds: float
    """Seconds of training by the clock, evaluations not counted."""
    processor_s: float
    """The same in processor time."""
    decisions: int
    """Decisions it had learnt from."""
    games: int
    """Games it was measured by."""
    share: float
    """Of these it won, a shared win counted half."""
    error: float
    """How far the true share may lie from that, in 95 of 100 such counts."""


def draw(points: list[Point], title: str) -> str:
    """The picture of a curve: the share won over minutes of training, with errors."""
    last = max(points[-1].seconds, 1.0)

    def across(seconds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / last

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(share, 0), 1))

    parts = [f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>', _text(WIDTH / 2, 22, title, "title")]
    for percent in range(0, 101, 25):
        y = down(percent / 100)
        kind = "even" if percent == 50 else "grid"
        parts += [_line(LEFT, y, WIDTH - RIGHT, y, kind), _text(LEFT - 8, y + 4, f"{percent} %", anchor="end")]
    for tick in range(5):
        seconds = last * tick / 4
        parts.append(_text(across(seconds), HEIGHT - BOTTOM + 20, f"{seconds / 60:.1f}"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "minutes of training by the clock"))
    path = " ".join(f"{across(point.seconds):.1f},{down(point.share):.1f}" for point in points)
    parts.append(f'<polyline class="line" points="{path}"/>')
    for point in points:
        x = across(point.seconds)
        parts.append(_line(x, down(point.share - point.error), x, down(point.share + point.error), "error"))
        parts.append(f'<circle class="point" cx="{x:.1f}" cy="{down(point.share):.1f}" r="3.5"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    return "\n".join([head, f"<title>{title}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def as_json(points: list[Point]) -> list[dict[str, Any]]:
    """A curve as plain data."""
    return [point._asdict() for point in points]
