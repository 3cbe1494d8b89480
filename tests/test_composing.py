"""What of a position can be set: what games say of it, and what is read off the types of one that says nothing."""

from __future__ import annotations

from typing import Literal

import pytest
from typing_extensions import TypedDict

import lantern
from lantern.kernel.composing import Shape, parts_from, spoken_of
from lantern.kernel.errors import BadInput


class Everything(TypedDict):
    """What a game without a description reveals."""

    game: str
    options: dict[str, int]
    to_act: int | None
    phase: Literal["draw", "play"] | Literal["over"]
    lucky: bool
    scores: list[int]
    hands: list[list[Literal["red", "blue"]]]
    deck: list[Literal["red", "blue"]]
    strange: dict[str, list[int]]


SAMPLE = {
    "game": "x", "options": {}, "to_act": 1, "phase": "draw", "lucky": False, "scores": [0, 0], "hands": [[], []],
    "deck": ["red"] * 3, "strange": {},
}  # fmt: skip


def test_parts_are_read_off_types() -> None:
    found = {part["key"]: part["shape"] for part in parts_from(Everything, SAMPLE, 2)}
    kinds = {key: shape["kind"] for key, shape in found.items()}
    assert kinds == {
        "to_act": "number", "phase": "name", "lucky": "flag", "scores": "by_seat", "hands": "by_seat", "deck": "cards",
        "strange": "plain",
    }  # fmt: skip
    assert found["phase"] == {
        "kind": "name", "names": ["draw", "play", "over"], "of": "", "things": "", "also": [], "optional": False,
    }  # fmt: skip
    assert inner(found["scores"])["kind"] == "number"
    assert inner(found["hands"])["kind"] == "cards"


def inner(shape: Shape) -> Shape:
    assert shape["kind"] in ("by_seat", "by_name")
    return shape["each"]


def test_a_fault_speaks_of_the_part_that_its_sentence_begins_with() -> None:
    fault = BadInput("bad.number", what="hands: card", value="9", least=0, most=3)
    assert spoken_of(fault, ["deck", "hands"]) == "hands"
    assert spoken_of(fault, ["deck"]) is None


PARTS = [
    (game, part)
    for game in lantern.names()
    for part in lantern.game(game).parts(lantern.game(game).options(2 if game != "han" else 3))
]


@pytest.mark.parametrize(("game", "part"), PARTS, ids=[f"{game}-{part['key']}" for game, part in PARTS])
def test_what_a_part_names_is_there(game: str, part: dict[str, str]) -> None:
    """The things of the board are those that actions touch, and one part at most takes what is left of a pool."""
    rests = [p for g, p in PARTS if g == game and p["pool"] and p["shape"]["kind"] == "cards" and p["shape"]["rest"]]
    assert len(rests) == 1
    if part["things"]:
        assert part["group"] in ("board", "cards")
