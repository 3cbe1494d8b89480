"""Files of puzzles: written and read back, and what is damaged or foreign gets a clear error."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern.kernel.errors import BadInput
from lantern.learning.puzzles import by_name, file_of, of_the_day, puzzles, read_puzzles, write_puzzles
from tests.puzzles import having, of_two, to_answer, to_play

THREE = [to_play("khan"), of_two("khan"), to_answer("khan", seed=12)]
Change = Callable[[list[Any]], None]


def nested(depth: int) -> Any:
    """Objects in objects."""
    return {"a": nested(depth - 1)} if depth else {}


def first(lines: list[Any]) -> Any:
    """The first puzzle of a file."""
    return lines[1]["puzzles"][0]


DAMAGE: dict[str, tuple[Change, str]] = {
    "another format": (lambda lines: lines[0].update(format="lantern puzzles 0"), "its first line must say"),
    "another game": (lambda lines: lines[0].update(game="han"), "these puzzles are for 'han', not for Khan"),
    "other rules": (lambda lines: lines[0].update(rules=0), "made for other rules of Khan"),
    "no match": (lambda lines: lines.append(["players", 2]), "match is "),
    "too many players": (lambda lines: lines[1].update(players=9), "players is 9"),
    "an unknown option": (lambda lines: lines[1]["options"].update(colour=1), "colour"),
    "an action that is no text": (lambda lines: lines[1]["actions"].append(5), "action is 5"),
    "a later moment": (lambda lines: first(lines).update(ply=999), "ply is 999"),
    "a level there is not": (lambda lines: first(lines).update(level=7), "level is 7"),
    "neither solution nor question": (lambda lines: first(lines).pop("solution"), "either a solution or a question"),
    "both": (lambda lines: first(lines).update(choices=["a"], answer="a"), "either a solution or a question"),
    "an answer among no choices": (lambda lines: first(lines).update(choices=["a"], answer="b"), "answer is 'b'"),
    "a worth that is none": (lambda lines: first(lines).update(worth=[True]), "worth: True is no number"),
    "a solution without end": (lambda lines: first(lines).update(solution=nested(80)), "these puzzles"),
    "options without end": (lambda lines: lines[1]["options"].update(start=nested(80)), "these puzzles"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with three puzzles."""
    write_puzzles(tmp_path / "mine.gz", lantern.game("khan"), THREE)
    return tmp_path / "mine.gz"


def test_what_is_written_is_read_back(path: Path) -> None:
    found = read_puzzles(path, "khan")
    assert {puzzle.name for puzzle in found} == {puzzle.name for puzzle in THREE}
    again = path.with_name("again.gz")
    write_puzzles(again, lantern.game("khan"), reversed(found))
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_or_foreign_is_refused(path: Path, damage: str) -> None:
    change, said = DAMAGE[damage]
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    change(lines)
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    with pytest.raises(BadInput, match=r"mine\.gz") as refused:
        read_puzzles(path, "khan")
    assert said in str(refused.value)


@pytest.mark.parametrize("data", [b"", b"nonsense", gzip.compress(b"{"), gzip.compress(b"\xff\xfe")])
def test_what_is_no_file_of_puzzles_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"damaged, or no file of puzzles|its first line must say"):
        read_puzzles(path, "khan")


def test_what_unpacks_to_too_much_is_refused(path: Path) -> None:
    path.write_bytes(gzip.compress(bytes(70 << 20)))
    with pytest.raises(BadInput, match="damaged, or no file of puzzles"):
        read_puzzles(path, "khan")


def test_a_game_without_puzzles_has_none(tmp_path: Path) -> None:
    day = date(2026, 1, 1)
    with having(tmp_path, *THREE):
        assert puzzles("han") == ()
        assert of_the_day("han", day) is None
        assert of_the_day("khan", day) != by_name("khan")[THREE[2].name], "what is allowed is no treat"
    with having(tmp_path, THREE[2]):
        assert of_the_day("khan", day) == by_name("khan")[THREE[2].name], "unless there is nothing else"


@pytest.mark.parametrize("game", lantern.names())
def test_files_of_the_package_are_small(game: str) -> None:
    assert file_of(game).stat().st_size < 3 << 20
