"""A game that another distribution brings is one like the others: by its name, at a server, in its worker processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lantern
from lantern import games
from lantern.players import levels
from lantern.players.compiling import RULES, make_ready
from lantern.players.search.value import weights_file
from lantern.server.bots.compiling import all_pairs
from lantern.terminal import PLAIN, drawing
from tests.kernel.table import REGISTERED
from tests.server.houses import Services
from tests.server.running import Person
from tests.toy import SHEET


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is installed, as far as metadata says so."""
    monkeypatch.syspath_prepend(str(REGISTERED))


def install(folder: Path, **packages: str) -> None:
    """Write what an installer would write of a distribution that brings games."""
    info = folder / "extra-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1\n")
    lines = [f"{name} = {package}\n" for name, package in packages.items()]
    (info / "entry_points.txt").write_text("[lantern.games]\n" + "".join(lines))


@pytest.mark.usefixtures("registered")
def test_it_is_found_by_its_name_with_bots_and_terminal_beside_its_rules() -> None:
    assert lantern.names() == ["han", "hanabi", "khan", "ming", "toy"]
    assert lantern.game("toy").sheet is SHEET
    assert list(levels(lantern.game("toy"))) == ["random"]
    assert drawing("toy") is PLAIN
    assert [games.home(name, "players") for name in ("toy", "han")] == ["tests.toy.players", "lantern.players.han"]
    assert games.folder("toy", "players") == REGISTERED.parent / "toy" / "players"
    assert weights_file("han").is_file()


def test_what_nobody_installed_is_no_game() -> None:
    assert "toy" not in lantern.names()


def test_a_game_of_ours_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, han="tests.toy")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert lantern.game("han").sheet.title == "HAN"
    assert games.home("han", "players") == "lantern.players.han"


def test_a_game_has_the_name_that_its_sheet_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, stones="tests.toy")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(AssertionError, match="a game called 'toy' is registered as 'stones'"):
        lantern.game("stones")


@pytest.mark.usefixtures("registered")
def test_it_is_made_ready_like_the_others_but_for_a_judge_that_it_lacks() -> None:
    assert [bot for game, bot in all_pairs() if game == "toy"] == [RULES, "random"]
    make_ready(("toy", RULES))


def test_worker_processes_know_it(tmp_path: Path) -> None:
    """A bot that is asked in a process of its own answers."""
    path = os.pathsep.join([str(REGISTERED), str(REGISTERED.parents[1]), os.environ.get("PYTHONPATH", "")])
    with Services(f"sqlite:///{tmp_path}/tables.db", env={"PYTHONPATH": path}) as house:
        person = Person(house.url, "Ada")
        table = person.make("toy", "me", "random")["table"]
        person.move(table, "place 5")
        person.move(table, "end turn")
        seen = person.wait_for_turn(table)
        person.client.close()
    assert seen["to_act"] == 1
    assert {entry["seat"] for entry in seen["log"]} == {1, 2}
    assert seen["seats"][1]["bot"] == "random"
