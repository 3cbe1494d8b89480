"""What was once answered by an inner error, or taken without a word."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import lantern
from tests.refusals import complaint
from tests.tables import ALL_GAMES, all_tables, at, played, seeds


def spoiled(name: str, **changes: Any) -> str:
    game = lantern.game(name)
    return complaint(game.position, game.match(seed=1).reveal() | changes)


def test_hanabi() -> None:
    fireworks = lantern.game("hanabi").match(seed=1).reveal()["fireworks"]
    assert spoiled("hanabi", fireworks=fireworks | {"blue": [1] * 200}) == (
        "fireworks: blue has 200 entries; it has 5 at most"
    )
    assert spoiled("hanabi", discards=["red 1"] * 200).startswith("discards has 200 entries; it has ")
    assert "too many 50 x red 1" in spoiled("hanabi", discards=["red 1"] * 50)
    assert spoiled("hanabi", score=7) == "score is 7, but by the rest of the position it is 0"
    assert complaint(lantern.game("hanabi").position, {"options": {"players": 2}}) == "tokens is missing"


@pytest.mark.parametrize("key", ["provinces", "empty"])
def test_han(key: str) -> None:
    turn = lantern.game("han").match(seed=1).reveal()["turn"]
    assert spoiled("han", turn=turn | {key: [["x"]]}).startswith(f"turn: {key}: province is ['x']; it is ")
    assert spoiled("han", turn=turn | {"tea": 1}) == "turn has no 'tea'; it has placed, provinces or empty"
    assert spoiled("han", turn=turn | {"tea": 0}) == "turn has no 'tea'; it has placed, provinces or empty"


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(("key", "junk"), [("to_act", 1), ("to_act", "x"), ("phase", "x"), ("phase", ["over"])])
def test_a_finished_position(game: lantern.Game, key: str, junk: Any) -> None:
    table = all_tables(game)[0]
    match = played(table, seeds(table)[0])
    over = at(match, match.ply).reveal()
    assert game.position(over).over
    assert complaint(game.position, over | {key: junk}).startswith(f"{key} is {junk!r}")


@pytest.mark.parametrize("name", [game.name for game in ALL_GAMES])
def test_long_junk(name: str) -> None:
    assert "'xxx" in spoiled(name, **{"x" * 5000: 1})
    assert "'xxx" in spoiled(name, phase="x" * 5000)
    assert "'xxx" in complaint(lantern.game(name).match(seed=1).play, "x" * 5000)
    saved = json.loads(lantern.game(name).match(seed=1).save()) | {"seed": "x" * 5000}
    assert "'xxx" in complaint(lantern.game(name).load, json.dumps(saved))


@pytest.mark.parametrize("level", [3, [], None, np.zeros(2), b"club"])
def test_bots_by_no_name(level: Any) -> None:
    assert complaint(lantern.bot, "han", level).startswith("a bot is named by a text such as 'club', not by ")


@pytest.mark.parametrize("seed", ["x", 2**70, -1, 1.0, True, np.zeros(2)])
def test_seeds_of_bots(seed: Any) -> None:
    assert complaint(lantern.bot, "han", "random", seed=seed).startswith("seed is ")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("threads", "x"), ("threads", -3), ("threads", 0), ("games", 10**18), ("games", -1), ("masks", np.zeros(2))],
)
def test_batches(name: str, wrong: Any) -> None:
    assert complaint(lantern.batch, "han", **({"games": 2} | {name: wrong})).startswith(f"{name} is ")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("games", 10**18),
        ("block", 0),
        ("block", "x"),
        ("registers", 10**9),
        ("masks", np.zeros(2)),
        ("observations", 1),
    ],
)
def test_batches_on_a_gpu(name: str, wrong: Any) -> None:
    """They are read before a GPU is looked for."""
    asked = {"games": 2, "device": "gpu"} | {name: wrong}
    assert complaint(lantern.batch, "han", **asked).startswith(f"{name} is ")


def test_arrays_as_names_and_options() -> None:
    assert complaint(lantern.game, np.array(["han", "ming"])).startswith("there is no game array(")
    assert complaint(lantern.game("hanabi").match, flares=np.ones(2)).startswith("option flares is array(")
    assert complaint(lantern.game("hanabi").match, players=np.ones(2)).startswith(
        "Hanabi is for 2 to 5 players, not array("
    )
    assert complaint(lantern.game("han").match, map=np.ones(2)).startswith("option map is array(")
    assert complaint(lantern.batch, "han", 2, device=np.array(["cpu", "gpu"])).startswith("device is array(")
