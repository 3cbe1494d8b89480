"""Options that follow from others, and data of a user's own: on the toy with prizes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from lantern import BadInput
from lantern.kernel.options import DEEPEST, MOST_OWN, holds_own, shown
from tests.kernel.table import OWN_PRIZES as OWN
from tests.kernel.table import PRIZED as GAME


def refusing(call: Callable[[], Any]) -> str:
    with pytest.raises(BadInput) as error:
        call()
    return str(error.value)


# What follows from other options


def test_what_is_not_chosen_follows_from_the_rest() -> None:
    assert GAME.options(2)["prizes"] == "few"
    assert GAME.options(3)["prizes"] == "many"
    assert GAME.match(3, seed=1).options["prizes"] == "many"
    assert GAME.batch(2, 3, seed=1).options["prizes"] == "many"


def test_what_is_settled_stays_settled() -> None:
    match = GAME.match(3, seed=1)
    assert GAME.load(match.save()).options == GAME.position(match.reveal()).options == match.options


def test_options_that_do_not_go_together() -> None:
    message = "prizes: two players with many prizes keep their stones apart"
    assert refusing(lambda: GAME.options(2, prizes="many")) == message
    assert refusing(lambda: GAME.match(2, seed=1, prizes="many")) == message
    assert GAME.options(2, prizes="many", apart=True)["prizes"] == "many"


# Data of a user's own


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "prizes.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("given", [OWN, MappingProxyType(OWN), OWN | {"squares": (1, 9)}])
def test_own_data_is_taken_as_plain_data(given: Any) -> None:
    assert GAME.options(prizes=given)["prizes"] == OWN


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_own_data_is_read_from_a_file(tmp_path: Path, mark: str) -> None:
    assert GAME.options(prizes=written(tmp_path, mark + json.dumps(OWN)))["prizes"] == OWN


def test_own_data_given_can_be_changed_afterwards() -> None:
    given = {"name": "corners", "squares": [1, 9]}
    match = GAME.match(seed=1, prizes=given)
    given["squares"] = []
    match.reveal()["options"]["prizes"]["squares"].clear()
    assert match.options["prizes"] == OWN


def test_saved_and_revealed_matches_hold_all_of_it_and_views_its_name() -> None:
    match = GAME.match(seed=1, prizes=OWN)
    match.play("place 3")
    assert json.loads(match.save())["options"]["prizes"] == match.reveal()["options"]["prizes"] == OWN
    assert GAME.load(match.save()).state.tobytes() == GAME.position(match.reveal()).state.tobytes()
    assert match.view(1)["options"] == {"players": 2, "apart": False, "prizes": "corners"}
    assert match.transcript().startswith("The Toy: players=2, prizes=corners, seed 1\n")


def test_own_data_without_a_name_is_shown_as_such() -> None:
    assert shown({"players": 2, "prizes": {"squares": []}}) == {"players": 2, "prizes": "own"}
    assert holds_own({"prizes": {}})
    assert not holds_own({"prizes": "few", "players": 2})


@pytest.mark.parametrize("value", ["prizes.json", "/etc/passwd", 3, True, ["few"]])
def test_a_text_is_never_a_file(value: Any) -> None:
    allowed = "it may be None, 'few' or 'many', or your own prizes"
    assert refusing(lambda: GAME.options(prizes=value)) == f"option prizes is {value!r}; {allowed}"


@pytest.mark.parametrize("value", [OWN, Path("prizes.json")])
def test_options_without_own_data_take_none(value: Any) -> None:
    assert refusing(lambda: GAME.options(apart=value)) == f"option apart is {value!r}; it may be False or True"


def test_own_data_that_the_game_does_not_take() -> None:
    assert refusing(lambda: GAME.options(prizes={})) == "prizes: they need 'squares'"


@pytest.mark.parametrize("value", [{"squares": {1, 2}}, {"squares": float("nan")}, {"squares": b"1"}, {(1, 2): 3}])
def test_own_data_that_is_not_plain(value: Any) -> None:
    assert refusing(lambda: GAME.options(prizes=value)).startswith("option prizes: this is not plain data, as in a ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "this is not JSON: line 1, column 1"),
        ("squares 1 and 9", "this is not JSON: line 1, column 1"),
        ("[" * 100_000, "this is not JSON: "),
        ("[1, 9]", "this is JSON, but not an object: [1, 9]"),
        (b"\xff\xfe{}", "this is not text in UTF-8"),
    ],
)
def test_files_that_hold_no_data(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = written(tmp_path, content)
    assert refusing(lambda: GAME.options(prizes=path)).startswith(f"option prizes: {path}: {message}")


def test_files_that_hold_numbers_that_are_none(tmp_path: Path) -> None:
    assert "not plain data" in refusing(lambda: GAME.options(prizes=written(tmp_path, '{"squares": NaN}')))


def test_own_data_has_a_largest_size(tmp_path: Path) -> None:
    message = "this is more than 100 kB, the most there may be"
    large = {"squares": "1" * MOST_OWN}
    path = written(tmp_path, json.dumps(large))
    assert refusing(lambda: GAME.options(prizes=large)) == f"option prizes: {message}"
    assert refusing(lambda: GAME.options(prizes=path)) == f"option prizes: {path}: {message}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    allowed = "it may be None, 'few' or 'many', or your own prizes"
    for path, reason in [(tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")]:
        assert refusing(lambda path=path: GAME.options(prizes=path)) == f"option prizes: {path}: {reason}; {allowed}"  # type: ignore[misc]
    assert "null byte" in refusing(lambda: GAME.options(prizes=Path("\0")))


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 50_000])
def test_data_nested_too_deep_is_refused(tmp_path: Path, depth: int) -> None:
    deep: Any = []
    for _ in range(depth - 1):
        deep = [deep]
    message = f"this is nested more than {DEEPEST} deep, which is the most there may be"
    for value in (deep, {"squares": deep}):
        assert refusing(lambda value=value: GAME.options(prizes=value)) == f"option prizes: {message}"  # type: ignore[misc]
    assert refusing(lambda: GAME.position({"options": {"players": 2}, "x": deep})) == f"this position: {message}"
    if depth < 900:
        path = written(tmp_path, json.dumps({"squares": deep}))
        assert refusing(lambda: GAME.options(prizes=path)) == f"option prizes: {path}: {message}"
        text = json.dumps({"position": deep})
        assert refusing(lambda: GAME.load(text)) == f"this saved match: {message}"


def test_data_that_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {"squares": []}
    endless["squares"] += [endless] * 50
    assert "nested" in refusing(lambda: GAME.options(prizes=endless))
