"""Plots as SVG: each with a title, axes in words, and a text alternative that says the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from lantern.kernel.contract import Json
from lantern.languages import Tongue
from lantern.report.markup import Markup, joined, tag

WIDTH = 360
"""Of a plot, in its own units: as wide as a phone, so that its letters are readable there."""
ROW = 26
LETTER = 6.3
"""About how wide a letter is."""
MOST_BARS = 24
STEPS = (1, 2, 5)

Row = tuple[str, float, float | None]
"""A name, a figure, and how far the true one may lie from it."""


def figure(title: str, drawing: Markup, words: str = "") -> Markup:
    """A plot under its title, with a word on how to read it."""
    return tag("figure", tag("figcaption", tag("b", title), f" {words}" if words else None), drawing)


def _svg(height: float, alternative: str, *parts: Markup) -> Markup:
    box = f"0 0 {WIDTH} {height:g}"
    return tag("svg", *parts, viewBox=box, role="img", aria_label=alternative)


def _text(x: float, y: float, words: str, anchor: str = "start", class_: str | None = None) -> Markup:
    return tag("text", words, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor, class_=class_)


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=f"{x1:g}", y1=f"{y1:g}", x2=f"{x2:g}", y2=f"{y2:g}", class_=class_)


def _ticks(least: float, most: float, wanted: int = 5) -> list[float]:
    """Round numbers from the least to the most, at most so many steps apart."""
    span = max(most - least, 1e-9)
    steps = (step * 10.0**power for power in count(-9) for step in STEPS)
    step = next(step for step in steps if span <= wanted * step)
    return [round(number * step, 9) for number in range(math.ceil(least / step), math.floor(most / step) + 1)]


def dots(title: str, rows: Sequence[Row], axis: str, tell: Callable[[float], str], fair: float | None) -> Markup:
    """Figures as dots with bars for their errors, a row each, and a line where all would be equal."""
    left = min(150.0, 10 + LETTER * max(len(name) for name, _, _ in rows))
    ends = [value + sign * (error or 0) for _, value, error in rows for sign in (-1, 1)] + ([fair] if fair else [])
    low, high = min(ends), max(ends)
    room = (high - low) * 0.1 or 0.1
    low, high = low - room, high + room
    at = _scale(low, high, left, WIDTH - 60)
    bottom = ROW * len(rows) + 8
    parts = [_axis(_ticks(low, high, 4), at, bottom, tell), _text(left, bottom + 34, axis, class_="axis")]
    if fair is not None:
        parts.append(_line(at(fair), 4, at(fair), bottom, "fair"))
    for number, (name, value, error) in enumerate(rows):
        y = ROW * number + 20
        parts += [_text(left - 8, y + 4, name, "end"), tag("circle", cx=f"{at(value):g}", cy=y, r=4.5, class_="dot")]
        if error is not None:
            parts.append(_line(at(value - error), y, at(value + error), y, "error"))
        parts.append(_text(WIDTH - 54, y + 4, tell(value), class_="value"))
    told = "; ".join(f"{name} {tell(value)}" + (f" ± {tell(error)}" if error else "") for name, value, error in rows)
    return figure(title, _svg(bottom + 42, f"{title}. {axis}: {told}.", *parts))


def _scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    """Where a figure lies between two sides."""
    return lambda value: round(left + (right - left) * (value - low) / (high - low), 2)


def _axis(ticks: Iterable[float], at: Callable[[float], float], bottom: float, tell: Callable[[float], str]) -> Markup:
    """Ticks below a plot, with lines up through it."""
    return joined(
        *(
            joined(_line(at(tick), 4, at(tick), bottom, "grid"), _text(at(tick), bottom + 16, tell(tick), "middle"))
            for tick in ticks
        )
    )


def histogram(say: Tongue, title: str, spread: Json, axis: str, games: str | None = None) -> Markup:
    """How often each number came up, in games or what else is counted; several to a bar where there are many."""
    games = games or say("report.figure.games")
    bars = binned(spread["counts"])
    most, bottom, left = max(times for _, _, times in bars), 150, 38
    up = _scale(0, most, bottom, 24)
    wide = (WIDTH - left - 8) / len(bars)
    parts = []
    for tick in _ticks(0, most, 4):
        parts += [
            _line(left, up(tick), WIDTH - 8, up(tick), "grid"),
            _text(left - 5, up(tick) + 4, say.number(tick, "g"), "end"),
        ]
    every = -(-len(bars) * 26 // (WIDTH - left)) if len(bars) > 1 else 1
    for number, (first, _, times) in enumerate(bars):
        x = left + wide * number
        top, width = up(times), f"{wide * 0.88:.2f}"
        bar = tag(
            "rect", x=f"{x + wide * 0.06:.2f}", y=f"{top:g}", width=width, height=f"{bottom - top:g}", class_="bar"
        )
        parts.append(bar)
        if number % every == 0:
            parts.append(_text(x + wide / 2, bottom + 16, f"{first}", "middle"))
    parts += [_text(left, bottom + 34, axis, class_="axis"), _text(2, 10, games, class_="axis")]
    told = "; ".join(
        f"{say('report.range', first=str(first), last=str(last)) if first != last else first}: {times}"
        for first, last, times in bars
    )
    words = say("report.plot.histogram", title=title, axis=axis, games=games, bars=told)
    return figure(title, _svg(bottom + 42, words, *parts), _about(say, spread))


def _about(say: Tongue, spread: Json) -> str:
    """The mean beside a plot."""
    error = "" if spread["error"] is None else f" ± {say.number(spread['error'], '.2f')}"
    return say("report.plot.mean", mean=say.number(spread["mean"], ".2f")) + error


def binned(counts: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The first and the last number of each bar, and how often they came up together."""
    known: dict[int, int] = dict(counts)
    least, most = min(known), max(known)
    width = -(-(most - least + 1) // MOST_BARS)
    return [
        (first, first + width - 1, sum(known.get(number, 0) for number in range(first, first + width)))
        for first in range(least, most + 1, width)
    ]


def pairs(
    say: Tongue, title: str, rows: Sequence[tuple[str, Sequence[float]]], axis: str, series: Sequence[str]
) -> Markup:
    """Bars side by side: for each row one for every series."""
    height = 14 * len(series) + 26
    most = max(max(values) for _, values in rows)
    least = min(0.0, *(min(values) for _, values in rows))
    at = _scale(least, most or 1, 6, WIDTH - 52)
    bottom = height * len(rows) + 26
    parts = [_axis(_ticks(least, most or 1, 5), at, bottom, lambda tick: say.number(tick, "g"))]
    x = 6.0
    for number, name in enumerate(series):
        parts += [tag("rect", x=f"{x:g}", y=5, width=10, height=10, class_=f"series{number}")]
        parts += [_text(x + 15, 14, name)]
        x += 30 + LETTER * len(name)
    for number, (name, values) in enumerate(rows):
        top = 24 + height * number
        parts.append(_text(6, top + 13, name))
        for place, value in enumerate(values):
            y, start, end = top + 19 + 14 * place, at(min(0.0, value)), at(max(0.0, value))
            width = f"{max(end - start, 0.5):g}"
            parts.append(tag("rect", x=f"{start:g}", y=y, width=width, height=12, class_=f"series{place}"))
            parts.append(_text(end + 4, y + 10, say.number(value, ".1f"), class_="value"))
    parts.append(_text(6, bottom + 34, axis, class_="axis"))
    told = "; ".join(
        f"{name}: " + ", ".join(f"{one} {say.number(value, '.1f')}" for one, value in zip(series, values, strict=True))
        for name, values in rows
    )
    return figure(title, _svg(bottom + 42, f"{title}. {axis}. {told}.", *parts))


def whisker(value: float, error: float, middle: float, reach: float) -> Markup:
    """A figure with its error in a line of a table, beside the one that would mean nothing."""
    at = _scale(middle - reach, middle + reach, 2, 98)

    def within(place: float) -> float:
        return min(98.0, max(2.0, at(place)))

    return tag(
        "svg",
        _line(50, 0, 50, 16, "fair"),
        _line(within(value - error), 8, within(value + error), 8, "error"),
        tag("circle", cx=f"{within(value):g}", cy=8, r=3.5, class_="dot"),
        viewBox="0 0 100 16",
        class_="whisker",
        aria_hidden="true",
    )
