"""A learning curve as a picture."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from examples.curve import HEIGHT, TOP, WIDTH, Point, as_json, draw

CURVE = [Point(0, 0, 0, 10, 0.0, 0.2), Point(60, 50, 1000, 10, 0.5, 0.1), Point(120, 99, 2000, 20, 1.0, 0.05)]
SVG = "{http://www.w3.org/2000/svg}"


def test_every_point_is_in_the_picture_in_its_place() -> None:
    picture = ElementTree.fromstring(draw({"plain": CURVE}, "A title", 0.5))
    points = picture.findall(f"{SVG}g/{SVG}circle")
    across, down = ([float(point.attrib[name]) for point in points] for name in ("cx", "cy"))
    assert across == sorted(across)
    assert across[1] - across[0] == pytest.approx(across[2] - across[1])
    assert down[0] - down[1] == pytest.approx(down[1] - down[2])
    assert down[2] == TOP
    assert max(across) < WIDTH
    assert max(down) < HEIGHT
    errors = [line for line in picture.iter(f"{SVG}line") if line.attrib["class"] == "error"]
    assert [float(line.attrib["y1"]) > float(line.attrib["y2"]) for line in errors] == [True] * 3
    assert next(text.text for text in picture.findall(f"{SVG}text")) == "A title"


def test_every_table_has_a_line_and_a_name() -> None:
    picture = ElementTree.fromstring(draw({"plain": CURVE, "fortifications": CURVE[:2]}, "A title", 1 / 3))
    lines = picture.findall(f"{SVG}g")
    assert [line.attrib["class"] for line in lines] == ["curve0", "curve1"]
    assert [len(line.findall(f"{SVG}circle")) for line in lines] == [3, 2]
    assert [line.findtext(f"{SVG}text") for line in lines] == ["plain", "fortifications"]


def test_a_fair_share_is_marked() -> None:
    picture = ElementTree.fromstring(draw({"plain": CURVE}, "A title", 0.25))
    marked = {line.attrib["class"]: line.attrib["y1"] for line in picture.findall(f"{SVG}line")}
    quarter = [line for line in picture.findall(f"{SVG}line") if line.attrib["y1"] == marked["even"]]
    assert [line.attrib["class"] for line in quarter] == ["grid", "even"]


def test_a_curve_of_one_point_can_be_drawn() -> None:
    assert "<circle" in draw({"plain": CURVE[:1]}, "Nothing learnt yet", 0.5)


def test_a_curve_is_plain_data() -> None:
    assert [Point(**point) for point in json.loads(json.dumps(as_json(CURVE)))] == CURVE
