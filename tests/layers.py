"""Draws docs/pictures/layers.svg: the packages in their layers, with what each says of itself, and who imports whom.

    make picture

The layers come from pyproject.toml, the sentences from the packages, the arrows from their imports. An arrow that
follows from others is left out: who imports the players may also import games and kernel.
"""

from __future__ import annotations

import ast
import re
import tomllib
from itertools import product
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

import grimp

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lantern"
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"

WIDTH, GAP, LEFT, TOP = 960, 24, 12, 12
LINE, LETTER = 17, 6.7
"""How high a line of small text is, and how wide a letter."""
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #4a4436 }
.name { font-weight: 700; font-size: 16px; fill: #1f1b12 }
.inside { font-family: ui-monospace, monospace; font-size: 12px; fill: #6b4d1f }
rect { fill: #fbf6e9; stroke: #b9a77c; stroke-width: 1.2 }
path { fill: none; stroke: #8a6d3b; stroke-width: 1.6; marker-end: url(#tip) }
marker path { fill: #8a6d3b; stroke: none; marker-end: none }
"""


def layers() -> list[list[str]]:
    """The packages of every layer, from the top."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    rows = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip().removeprefix("lantern.") for name in re.split("[:|]", row)] for row in rows]


def says(package: str) -> str:
    """The first sentence of a package's docstring."""
    words = ast.get_docstring(ast.parse((SOURCE / package / "__init__.py").read_text(encoding="utf-8"))) or ""
    return words.split("\n\n")[0].replace("\n", " ").replace("`", "").split(". ")[0].rstrip(".")


def inside(package: str) -> list[str]:
    """The packages within one."""
    found = (path.parent.name for path in (SOURCE / package).glob("*/__init__.py"))
    return sorted(found)


def imports(packages: list[str]) -> set[tuple[str, str]]:
    """Which package imports which, without those that follow from others."""
    graph = grimp.build_graph("lantern", cache_dir=None)
    whole = [f"lantern.{package}" for package in packages]
    pairs = {
        (one, other)
        for one, other in product(whole, whole)
        if one != other and graph.direct_import_exists(importer=one, imported=other, as_packages=True)
    }
    following = {(one, other) for one, between in pairs for start, other in pairs if start == between}
    return {(one.split(".")[1], other.split(".")[1]) for one, other in pairs - following}


def lines_of(package: str, width: float) -> tuple[list[str], list[str]]:
    """What a box says under its name: the sentence, and the packages within."""
    letters = int((width - 2 * LEFT) / LETTER)
    return wrap(says(package), letters), wrap("  ".join(inside(package)), int(letters * 0.88))


def box(package: str, x: float, y: float, width: float, height: float) -> str:
    """A package."""
    sentence, within = lines_of(package, width)
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>']
    parts.append(f'<text class="name" x="{x + LEFT}" y="{y + 24}">{escape(package)}</text>')
    for number, line in enumerate([*sentence, *within], 1):
        kind = "" if number <= len(sentence) else ' class="inside"'
        parts.append(f'<text{kind} x="{x + LEFT}" y="{y + 26 + number * LINE}">{escape(line)}</text>')
    return "".join(parts)


def draw() -> str:
    """The picture."""
    y, places, boxes = float(TOP), dict[str, tuple[float, float, float, float]](), list[str]()
    for row in layers():
        width = (WIDTH - 2 * LEFT - GAP * (len(row) - 1)) / len(row)
        height = 36 + LINE * max(sum(map(len, lines_of(package, width))) for package in row)
        for number, package in enumerate(row):
            place = LEFT + number * (width + GAP), y, width, float(height)
            places[package] = place
            boxes.append(box(package, *place))
        y += height + 2 * GAP
    arrows = [arrow(places[one], places[other]) for one, other in sorted(imports(list(places)))]
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - 2 * GAP + TOP:g}">'
    page = f'<rect width="{WIDTH}" height="{y:g}" style="fill:#fffdf7;stroke:none"/>'
    return "\n".join(
        [
            head,
            f"<style>{STYLE}</style>",
            f'<defs>{tip}<path d="M0 0L8 4 0 8z"/></marker></defs>',
            page,
            *arrows,
            *boxes,
            "</svg>\n",
        ]
    )


def arrow(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> str:
    """From the lower edge of a box to the upper one of another, as straight down as they allow."""
    left, right = max(one[0], other[0]), min(one[0] + one[2], other[0] + other[2])
    ends = [(left + right) / 2] * 2 if left < right else [box[0] + box[2] / 2 for box in (one, other)]
    (x, to), (y, end) = ends, (one[1] + one[3], other[1])
    return f'<path d="M{x:g} {y:g}C{x:g} {y + GAP:g} {to:g} {end - GAP:g} {to:g} {end - 1:g}"/>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
