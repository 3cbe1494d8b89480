"""Clocks: a bank with an increment or a time for each turn, what happens at zero, and time that does not count."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lantern.server.live.table_service import TableService
from lantern.server.scheduler import Scheduler
from lantern.server.storage.opening import open_store
from lantern.server.tables.clocks import Clocks
from tests.server.running import Json, Person, Running, Ticker, wait_for
from tests.server.test_seats import denied

START = 1_000_000


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler beats often in real time; by the server's clock it beats when a test has set that on."""
    monkeypatch.setattr("lantern.server.scheduler.BEAT_S", 0.02)


def bank(bank_s: int = 10, increment_s: int = 0, grace_s: int = 0, at_zero: str = "bot") -> Json:
    return {"kind": "bank", "bank_s": bank_s, "increment_s": increment_s, "grace_s": grace_s, "at_zero": at_zero}


def each_turn(turn_s: int = 10, grace_s: int = 0, at_zero: str = "bot") -> Json:
    return {"kind": "turn", "turn_s": turn_s, "grace_s": grace_s, "at_zero": at_zero}


def last_beat(house: Running) -> int:
    path = house.settings.database.removeprefix("sqlite:///")
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT alive_at FROM pulse").fetchone()[0])
    finally:
        connection.close()


def pass_time(house: Running, ticker: Ticker, seconds: float) -> None:
    """Let time go by while the server runs: in steps between which it beats."""
    while seconds > 0:
        ticker.advance(min(seconds, 1))
        seconds -= 1
        wait_for(lambda: last_beat(house) == ticker.at)


def settle(house: Running, ticker: Ticker) -> None:
    """Two more beats, so that what the last one found is done."""
    for _ in range(2):
        pass_time(house, ticker, 0.001)


def sit(house: Running, clock: Json, game: str = "hanabi", **more: Any) -> tuple[Person, Person, str]:
    """Ada, who begins, and Ben."""
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make(game, "me", "open", clock=clock, options={"start": 1}, **more)
    ben.join(made["table"], made["invite"])
    return ada, ben, made["table"]


def hint(person: Person, table: str) -> Json:
    seen = person.see(table)
    return person.move(table, next(one["action"] for one in seen["actions"] if "hint" in one["action"]), seen)


# The clocks themselves


def clocks(setting: Json, seats: int = 2) -> Clocks:
    return Clocks.set_to(setting, seats)


def test_a_bank_is_used_up_turn_by_turn_and_gains_the_increment() -> None:
    clock = clocks(bank(60, 5))
    clock.turn_to(1, START, played=False)
    assert (clock.left, clock.deadline) == ({1: 60_000, 2: 60_000}, START + 60_000)
    clock.turn_to(2, START + 10_000, played=True)
    assert clock.left == {1: 55_000, 2: 60_000}
    clock.turn_to(1, START + 13_000, played=True)
    assert clock.left == {1: 55_000, 2: 62_000}
    assert clock.deadline == START + 13_000 + 55_000


def test_a_turn_clock_begins_anew_every_turn() -> None:
    clock = clocks(each_turn(60))
    for turn in range(4):
        at = START + 50_000 * turn
        clock.turn_to(1 + turn % 2, at, played=True)
        assert (clock.left, clock.deadline) == ({1: 60_000, 2: 60_000}, at + 60_000)


def test_further_actions_in_a_turn_change_no_clock() -> None:
    clock = clocks(bank(60, 5))
    clock.turn_to(1, START, played=False)
    clock.turn_to(1, START + 20_000, played=True)
    assert (clock.left[1], clock.since, clock.deadline) == (60_000, START, START + 60_000)


def test_no_time_is_left_below_zero() -> None:
    clock = clocks(bank(10, 2, 30))
    clock.turn_to(1, START, played=False)
    clock.turn_to(2, START + 25_000, played=True)
    assert clock.left[1] == 2_000, "the grace period is no one's time, the increment is"


def test_the_deadline_is_after_the_grace_period() -> None:
    assert_deadline = {"bot": START + 40_000, "abandon": START + 40_000, "nothing": None}
    for at_zero, deadline in assert_deadline.items():
        clock = clocks(bank(10, 0, 30, at_zero))
        assert clock.deadline is None, "no clock runs"
        clock.turn_to(2, START, played=False)
        assert clock.deadline == deadline


def test_a_clock_that_stops_keeps_what_is_left() -> None:
    clock = clocks(bank(60, 5))
    clock.turn_to(1, START, played=False)
    clock.turn_to(None, START + 20_000, played=False)
    assert (clock.left[1], clock.deadline, clock.shown()["since"]) == (40_000, None, None)


def test_a_turn_clock_that_stops_within_a_turn_keeps_what_is_left() -> None:
    """Who leaves and comes back in his own turn wins no time by that."""
    clock = clocks(each_turn(60))
    clock.turn_to(1, START, played=False)
    clock.turn_to(None, START + 50_000, played=False)
    clock.turn_to(1, START + 51_000, played=False)
    assert clock.deadline == START + 61_000


def test_who_comes_back_has_the_grace_period_at_least() -> None:
    clock = clocks(bank(60, 0, 30))
    clock.left[1] = 4_000
    clock.give_grace(1)
    clock.give_grace(2)
    assert clock.left == {1: 30_000, 2: 60_000}


@pytest.mark.parametrize(
    ("began", "down_since", "spell", "spent"),
    [(0, 10, 5, 10), (12, 10, 5, 0), (15, 10, 5, 0), (0, 0, 5, 0), (10, 10, 5, 0)],
)
def test_a_pause_is_left_out_of_the_running_turn(began: int, down_since: int, spell: int, spent: int) -> None:
    """At the end of the spell, what the running turn has used is what lay before it."""
    clock = clocks(bank(60))
    clock.turn_to(1, START + began * 1000, played=False)
    clock.pause(START + down_since * 1000, spell * 1000)
    assert clock.deadline == START + (down_since + spell) * 1000 + 60_000 - spent * 1000


def test_what_is_shown_of_clocks() -> None:
    clock = clocks(bank(60, 5, 30, "abandon"), 3)
    clock.turn_to(2, START, played=False)
    assert clock.shown() == {
        "kind": "bank", "increment_ms": 5_000, "grace_ms": 30_000, "at_zero": "abandon",
        "left_ms": [60_000] * 3, "running": 2, "since": START, "deadline": START + 90_000,
    }  # fmt: skip


# At a table


def test_banks_and_increments_at_a_table(house: Running, ticker: Ticker) -> None:
    ada, ben, table = sit(house, bank(60, 2, 30))
    clock = ada.see(table)["clock"]
    assert (clock["left_ms"], clock["running"], clock["since"]) == ([60_000, 60_000], 1, ticker.at)
    assert clock["deadline"] == ticker.at + 90_000
    pass_time(house, ticker, 8)
    hint(ada, table)
    clock = ben.see(table)["clock"]
    assert (clock["left_ms"], clock["running"], clock["since"]) == ([54_000, 60_000], 2, ticker.at)
    pass_time(house, ticker, 3)
    hint(ben, table)
    assert ben.see(table)["clock"]["left_ms"] == [54_000, 59_000]


def test_no_clock_runs_before_the_match_or_after_it(house: Running, ticker: Ticker) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", clock=bank(10))
    table = made["table"]
    assert ada.see(table)["clock"]["running"] is None
    pass_time(house, ticker, 20)
    ben.join(table, made["invite"])
    assert ada.see(table)["clock"]["left_ms"] == [10_000, 10_000]
    for seat, person in ((1, ada), (2, ben)):
        person.post(f"/api/tables/{table}/abandon", {"seat": seat})
    assert ada.see(table)["clock"]["running"] is None
    assert ada.see(table)["clock"]["deadline"] is None


def test_a_deadline_for_each_turn(house: Running, ticker: Ticker) -> None:
    ada, ben, table = sit(house, each_turn(86_400, 30))
    for person in (ada, ben, ada):
        clock = person.see(table)["clock"]
        assert clock["deadline"] == ticker.at + 86_430_000
        assert clock["left_ms"] == [86_400_000] * 2
        pass_time(house, ticker, 6)
        hint(person, table)


def test_a_bot_takes_over_after_time_and_grace_and_the_person_takes_the_seat_back(
    house: Running, ticker: Ticker
) -> None:
    ada, ben, table = sit(house, bank(5, 1, 4))
    pass_time(house, ticker, 8)
    settle(house, ticker)
    seen = ada.see(table)
    assert (seen["ply"], seen["seats"][0]["bot"]) == (0, None), "the grace period is not over"
    pass_time(house, ticker, 2)
    seen = ben.wait_for_turn(table)
    assert (seen["ply"], seen["seats"][0]["kind"], seen["seats"][0]["name"]) == (1, "person", "Ada")
    assert seen["seats"][0]["bot"]
    assert [line["data"]["why"] for line in seen["talk"] if line["kind"] == "stand_in"] == ["time"]
    assert seen["clock"]["left_ms"][0] == 0
    denied(ada.move(table, "hint 2 red", status=409), "not_your_turn")
    ada.post(f"/api/tables/{table}/seats/1/return")
    hint(ben, table)
    seen = ada.see(table)
    assert seen["actions"]
    assert (seen["clock"]["running"], seen["clock"]["left_ms"][0]) == (1, 4_000)
    hint(ada, table)


def test_the_match_is_given_up_at_zero_where_the_table_chose_so(house: Running, ticker: Ticker) -> None:
    ada, _ben, table = sit(house, each_turn(3, 0, "abandon"))
    pass_time(house, ticker, 4)
    wait_for(lambda: ada.see(table)["status"] == "abandoned")
    line = ada.see(table)["talk"][-1]
    assert (line["kind"], line["data"], line["seat"]) == ("abandon", {"why": "time"}, 1)
    denied(ada.move(table, "hint 2 red", status=409), "match_over")


def test_nothing_happens_at_zero_where_the_table_chose_so(house: Running, ticker: Ticker) -> None:
    ada, ben, table = sit(house, bank(3, 0, 0, "nothing"))
    assert ada.see(table)["clock"]["deadline"] is None
    pass_time(house, ticker, 9)
    settle(house, ticker)
    seen = ada.see(table)
    assert (seen["status"], seen["ply"], seen["seats"][0]["bot"]) == ("playing", 0, None)
    hint(ada, table)
    assert ben.see(table)["clock"]["left_ms"] == [0, 3_000]


def test_the_clocks_of_bots_do_not_run(house: Running, ticker: Ticker) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", clock=bank(60), options={"start": 1})["table"]
    for _ in range(2):
        seen = ada.wait_for_turn(table)
        assert seen["clock"]["running"] == 1
        pass_time(house, ticker, 3)
        hint(ada, table)
    seen = ada.wait_for_turn(table)
    assert seen["clock"]["left_ms"] == [54_000, 60_000]


def test_who_leaves_stops_his_clock(house: Running, ticker: Ticker) -> None:
    ada, ben, table = sit(house, bank(60))
    pass_time(house, ticker, 3)
    ada.post(f"/api/tables/{table}/seats/1/leave")
    seen = ben.wait_for_turn(table)
    assert (seen["clock"]["left_ms"], seen["clock"]["running"]) == ([57_000, 60_000], 2)


def test_an_open_seat_has_no_running_clock(house: Running, ticker: Ticker) -> None:
    ada, _ben, table = sit(house, bank(5))
    hint(ada, table)
    pass_time(house, ticker, 2)
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    assert ada.see(table)["clock"]["running"] is None
    pass_time(house, ticker, 9)
    settle(house, ticker)
    assert ada.see(table)["status"] == "playing"
    cleo = house.person("Cleo")
    cleo.join(table, key)
    assert cleo.see(table)["clock"]["running"] == 2
    hint(cleo, table)


def test_taking_back_gives_no_time_back(house: Running, ticker: Ticker) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "me", clock=bank(60, 5), options={"start": 1})["table"]
    began = ticker.at
    for _ in range(3):
        pass_time(house, ticker, 3)
        seen = ada.see(table)
        for action in (one["action"] for one in seen["actions"]):
            if ada.get(f"/api/tables/{table}/preview", action=action)["view"]:
                ada.move(table, action, seen)
                break
        seen = ada.see(table)
        assert seen["can_undo"] == 1
        pass_time(house, ticker, 1)
        ada.take_back(table, whole_turn=True)
        clock = ada.see(table)["clock"]
        assert (clock["running"], clock["since"], clock["left_ms"]) == (1, began, [60_000, 60_000])


def test_hot_seat_players_have_a_clock_each(house: Running, ticker: Ticker) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me", clock=bank(60), options={"start": 1})["table"]
    for seconds in (2, 3):
        pass_time(house, ticker, seconds)
        hint(ada, table)
    assert ada.see(table)["clock"]["left_ms"] == [58_000, 57_000]


def test_chat_changes_no_clock(house: Running, ticker: Ticker) -> None:
    ada, ben, table = sit(house, bank(60, 5))
    before = ada.see(table)["clock"]
    pass_time(house, ticker, 3)
    ben.post(f"/api/tables/{table}/chat", {"seat": 2, "greeting": "hello"})
    ben.post(f"/api/tables/{table}/abandon", {"seat": 2})
    ben.post(f"/api/tables/{table}/seats/2/key")
    assert ada.see(table)["clock"] == before


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "bank", "bank_s": 0},
        {"kind": "bank", "bank_s": 60, "increment_s": -1},
        {"kind": "bank", "turn_s": 60},
        {"kind": "turn", "turn_s": 60, "bank_s": 60},
        {"kind": "turn", "turn_s": "60"},
        {"kind": "turn", "turn_s": 60, "at_zero": "explode"},
        {"turn_s": 60},
    ],
    ids=str,
)
def test_clocks_that_can_not_be_are_refused(house: Running, clock: Json) -> None:
    denied(house.person().make("hanabi", "me", "me", clock=clock, status=422), "bad_field")


# Time in which no server ran


def return_to(house: Running, name: str, cookies: dict[str, str]) -> Person:
    person = house.person(name)
    person.client.cookies.update(cookies)
    return person


@pytest.mark.parametrize("clock", [bank(10, 0, 2), each_turn(10, 2), bank(10, 0, 2, "nothing")], ids=str)
@pytest.mark.sampled(3)
def test_time_without_a_server_does_not_count(tmp_path: Path, ticker: Ticker, clock: Json) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada, ben, table = sit(house, clock)
        hint(ada, table)
        pass_time(house, ticker, 3)
        before = ben.see(table)
        cookies = dict(ben.client.cookies)
    for _ in range(2):
        ticker.advance(3600)
        with Running(tmp_path, now=ticker) as house:
            ben = return_to(house, "Ben", cookies)
            seen = ben.see(table)
            assert (seen["ply"], seen["to_act"], seen["seats"]) == (1, 2, before["seats"])
            assert seen["clock"]["left_ms"] == before["clock"]["left_ms"]
            assert ticker.at - seen["clock"]["since"] == 3_000, "of the running turn, what a server saw"
    with Running(tmp_path, now=ticker) as house:
        ben = return_to(house, "Ben", cookies)
        pass_time(house, ticker, 2)
        hint(ben, table)
        left = ben.see(table)["clock"]["left_ms"][1]
        assert left == (10_000 if clock["kind"] == "turn" else 5_000)


@pytest.mark.parametrize("stopped_s", [0.3, 1.4, 3.7])
@pytest.mark.sampled(3)
def test_short_stops_do_not_count_either(tmp_path: Path, ticker: Ticker, stopped_s: float) -> None:
    """However often: of a turn of 12 s as much is used up as the server has run."""
    cookies, table = {}, ""
    for number in range(6):
        with Running(tmp_path, now=ticker) as house:
            if not table:
                _, ben, table = sit(house, each_turn(12))
                cookies = dict(ben.client.cookies)
            pass_time(house, ticker, 0.5)
            clock = return_to(house, "Ben", cookies).see(table)["clock"]
            assert ticker.at - clock["since"] == 500 + 750 * number
            ticker.advance(0.25)  # since the last beat; the server notes when it stops
        ticker.advance(stopped_s)
    assert clock["deadline"] - clock["since"] == 12_000


def test_a_clock_runs_out_after_a_restart_when_its_time_is_up(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        _, ben, table = sit(house, each_turn(9))
        pass_time(house, ticker, 6)
        cookies = dict(ben.client.cookies)
    ticker.advance(3600)
    with Running(tmp_path, now=ticker) as house:
        ben = return_to(house, "Ben", cookies)
        settle(house, ticker)
        assert ben.see(table)["ply"] == 0
        pass_time(house, ticker, 3)
        seen = ben.wait_for_turn(table)
        assert (seen["ply"], bool(seen["seats"][0]["bot"])) == (1, True)


def stalled(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the scheduler comes after everybody else who waits."""
    monkeypatch.setattr("lantern.server.scheduler.BEAT_S", 3600)
    path = house.settings.database.removeprefix("sqlite:///")
    beats = [0, 1]
    while beats[-1] != beats[-2]:
        house.tables.now.at += 1  # type: ignore[attr-defined]
        time.sleep(0.1)
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            beats.append(connection.execute("SELECT alive_at FROM pulse").fetchone()[0])


def test_a_server_that_stops_notes_until_when_it_ran(
    tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time since its last beat counts, for it served until it stopped."""
    with Running(tmp_path, now=ticker) as house:
        ada, _, table = sit(house, each_turn(12))
        stalled(house, monkeypatch)
        used = ticker.at - ada.see(table)["clock"]["since"]
        ticker.advance(1)
        cookies = dict(ada.client.cookies)
    ticker.advance(3.7)
    with Running(tmp_path, now=ticker) as house:
        clock = return_to(house, "Ada", cookies).see(table)["clock"]
        assert ticker.at - clock["since"] == used + 1_000


@pytest.mark.parametrize("held_up_s", [2, 30])
def test_a_process_that_was_held_up_charges_nobody_for_it(
    house: Running, ticker: Ticker, monkeypatch: pytest.MonkeyPatch, held_up_s: int
) -> None:
    """Who moves at once when it goes on is served before the next beat, and pays for no more than he used."""
    ada, ben, table = sit(house, bank(10))
    pass_time(house, ticker, 3)
    stalled(house, monkeypatch)
    used = ticker.at - ada.see(table)["clock"]["since"]
    ticker.advance(held_up_s)
    hint(ada, table)
    clock = ben.see(table)["clock"]
    assert 10_000 - used <= clock["left_ms"][0] <= 7_000
    assert (clock["running"], clock["since"]) == (2, ticker.at)


def test_a_process_that_is_held_up_alone_stops_no_clock(house: Running, ticker: Ticker) -> None:
    """Another one serves: this one finds its beats in the database."""
    late = Scheduler(house.tables, None, None)  # type: ignore[arg-type]
    loop = house._server.servers[0].get_loop()

    def lapse() -> tuple[int, int] | None:
        return asyncio.run_coroutine_threadsafe(late.lapse(), loop).result()

    pass_time(house, ticker, 10)
    assert lapse() is None


def test_a_server_that_dies_while_it_makes_up_for_a_stop_leaves_out_the_next_one_too(
    tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(tmp_path, now=ticker) as house:
        tables = [sit(house, bank(10)) for _ in range(2)]
        pass_time(house, ticker, 3)
        jars = [dict(ada.client.cookies) for ada, _, _ in tables]
    ticker.advance(100)
    right, done = TableService.grant, list[str]()

    async def dies(desk: TableService, table_id: str, *arguments: Any, **more: Any) -> Any:
        if done:
            raise KeyboardInterrupt("killed")
        done.append(table_id)
        return await right(desk, table_id, *arguments, **more)

    store = open_store(f"sqlite:///{tmp_path / 'lantern.db'}")

    async def begin() -> None:
        await store.start()
        try:
            await Scheduler(TableService(store, ticker), None, None).start()  # type: ignore[arg-type]
        finally:
            await store.close()

    with monkeypatch.context() as patch:
        patch.setattr(TableService, "grant", dies)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(begin())
    ticker.advance(50)
    with Running(tmp_path, now=ticker) as house:
        for (_, _, table), jar in zip(tables, jars, strict=True):
            clock = return_to(house, "Ada", jar).see(table)["clock"]
            assert ticker.at - clock["since"] == 3_000


def test_one_table_that_can_not_be_replayed_does_not_stop_the_clocks_of_others(tmp_path: Path, ticker: Ticker) -> None:
    with Running(tmp_path, now=ticker) as house:
        ada, _, broken = sit(house, each_turn(3))
        hint(ada, broken)
        _, ben, table = sit(house, each_turn(3))
        cookies = dict(ben.client.cookies)
    connection = sqlite3.connect(tmp_path / "lantern.db")
    connection.execute("UPDATE entries SET data = ? WHERE table_id = ? AND kind = 'move'", ('{"action": "x"}', broken))
    connection.commit()
    connection.close()
    ticker.advance(3600)
    with Running(tmp_path, now=ticker) as house:
        ben = return_to(house, "Ben", cookies)
        pass_time(house, ticker, 3)
        assert ben.wait_for_turn(table)["ply"] == 1


def test_a_round_that_is_called_off_before_it_begins_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may be stopped at any moment; what was to be done then complains of nothing."""

    async def beat() -> int:
        return 0

    async def call_off() -> None:
        tables: Any = SimpleNamespace(trouble=None)
        nobody: Any = None
        scheduler = Scheduler(tables, bot_runner=nobody, reviewer=nobody)
        monkeypatch.setattr(scheduler, "_beat", beat)
        beating = asyncio.create_task(scheduler._keep_beating())
        while scheduler._round is None:
            await asyncio.sleep(0)
        scheduler._round.cancel()
        beating.cancel()
        await asyncio.gather(scheduler._round, beating, return_exceptions=True)

    monkeypatch.setattr("lantern.server.scheduler.BEAT_S", 0)
    asyncio.run(call_off())
    gc.collect()
