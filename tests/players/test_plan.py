"""A contest as it is planned and kept."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import lantern
from lantern import BadInput
from lantern.players.arena import plan as planning
from lantern.players.arena.ladder import compete
from lantern.players.arena.plan import in_rounds, plan, plan_again, result, rounds_a_second, thinks_by_the_clock
from tests.kernel.table import TOY
from tests.players.toys import VOTER, toys

__all__ = ["toys"]
HANABI = lantern.game("hanabi")


def test_the_command_names_what_is_not_usual() -> None:
    options = HANABI.options(3, multicolour=True, empty_hints=False, black_values="ordinary", start=2)
    asked = plan(HANABI, options, ["random", "beginner"], 90, 7, mixed=True)
    assert asked.command() == (
        "lantern arena hanabi --players 3 --multicolour --no-empty-hints --black-values ordinary --start 2 "
        "--bots random,beginner --games 90 --seed 7 --mixed"
    )


def test_a_bot_named_twice_is_one_bot_on_two_seats() -> None:
    asked = plan(TOY, TOY.options(3), ["random", "random"], 5, 1)
    assert [known.name for known in asked.bots()] == ["random"]
    assert len(asked.tables()[0].seatings) == 1


@pytest.mark.usefixtures("toys")
def test_seconds_become_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "rounds_a_second", lambda *_: 1234.0)
    asked = plan(TOY, TOY.options(2), ["voter:seconds=0.50", "voter"], 5, 1)
    assert asked.names == ("voter:rounds=617", "voter")
    assert asked.asked == ("voter:seconds=0.50", "voter")
    assert [known.settings["rounds"] for known in asked.bots()] == [617, 7]
    assert "--bots voter:rounds=617,voter " in asked.command()


def test_a_bots_other_settings_stay() -> None:
    timed = replace(VOTER, name="voter:trust=2:seconds=0.5:width=3", seconds=0.5)
    assert in_rounds(timed, lambda asked: 100.0) == "voter:rounds=50:trust=2:width=3"
    assert in_rounds(replace(VOTER, name="voter:seconds=1e-9", seconds=1e-9), lambda asked: 100.0) == "voter:rounds=1"


def test_only_seconds_that_are_asked_for_count() -> None:
    assert thinks_by_the_clock("voter:rounds=3:seconds=1")
    assert not thinks_by_the_clock("voter:rounds=3")
    assert not thinks_by_the_clock("seconds=1")


def test_a_bots_pace_is_that_of_the_rounds_it_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "TRIAL_S", 0.002)
    assert rounds_a_second(TOY, TOY.options(2), VOTER, 1) not in (0, 1)
    hardly = replace(VOTER, thinking=replace(VOTER.thinking, start=VOTER.choose))  # type: ignore[type-var]
    assert rounds_a_second(TOY, TOY.options(2), hardly, 1) == 1


def test_a_result_says_all_that_it_depends_on() -> None:
    asked = plan(TOY, TOY.options(2, apart=True), ["random"], 4, 3)
    tables, ladder = asked.tables()
    compete(ladder, tables, asked.games, asked.seed)
    kept = json.loads(json.dumps(result(asked, ladder, 2)))
    assert kept["version"] == lantern.__version__
    assert kept["command"] == "lantern arena toy --players 2 --apart --bots random --games 4 --seed 3"
    assert kept["one_game"] == f"{kept['command']} --save-game NUMBER FILE"
    assert kept["options"] == asked.options
    assert kept["bots"] == [{"name": "random", "settings": {}}]
    assert (kept["seed"], kept["deals"], kept["games"], kept["workers"]) == (3, 4, 4, 2)
    assert kept["machine"]["cores"] >= 1
    assert kept["machine"]["model"]
    again = plan_again(TOY, kept, 9)
    assert again == replace(asked, games=9)


def test_rivals_are_not_mixed() -> None:
    with pytest.raises(BadInput, match="not played by a team"):
        plan(TOY, TOY.options(2), ["random"], 4, 3, mixed=True)


@pytest.mark.parametrize(
    ("names", "named"), [(["genius"], "'genius'"), (["random"] * 3, "3 bots for 2 seats"), (["random:x=1"], "'x'")]
)
def test_bots_that_can_not_play_are_refused(names: list[str], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        plan(TOY, TOY.options(2), names, 4, 3)
