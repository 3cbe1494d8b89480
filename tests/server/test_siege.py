"""The siege notices a server that is held up; `make siege` is the long run, with all attacks."""

from __future__ import annotations

import asyncio
import time

from tests.server.running import Running, Ticker
from tests.server.siege.attacker import attacks
from tests.server.siege.bystander import MOST_S, PACE_S, Bystander, Waits


class Stalling(Ticker):
    """A clock that takes its time to be read, and holds up everybody meanwhile."""

    def __call__(self) -> int:
        time.sleep(2 * MOST_S)
        return super().__call__()


def play(house: Running, rounds: int) -> Waits:
    """A few rounds of a bystander."""

    async def some() -> Waits:
        bystander = Bystander(house.port)
        try:
            return await bystander.play(time.monotonic() + rounds * PACE_S)
        finally:
            bystander.leave()

    return asyncio.run(some())


def test_a_bystander_gets_all_he_asks_for(house: Running) -> None:
    waits = play(house, 4)
    assert not waits.failures
    assert {kind: len(times) for kind, times in waits.seconds.items()} == {
        "sit down at a table": 1,
        "come in anew": 4,
        "a bot answers": 4,
        "move": 3,
        "see it over the socket": 3,
    }


def test_a_server_that_is_held_up_is_noticed(house: Running) -> None:
    house.tables.now = Stalling()
    assert any(what.startswith("move") for what in play(house, 4).held_up)


def test_a_server_that_answers_nothing_is_noticed(house: Running) -> None:
    port = house.port
    house.port = 1  # nobody listens there
    waits = play(house, 2)
    house.port = port
    assert len(waits.failures) == 2
    assert waits.held_up


def test_one_answer_in_twenty_may_be_slow() -> None:
    waits = Waits()
    waits.seconds["move"] = [MOST_S / 2] * 95 + [9.0] * 5
    assert not waits.held_up
    waits.seconds["move"].append(9.0)
    assert waits.held_up == ["move: 95 % within 9000 ms"]


def test_a_round_after_a_long_one_is_late_too() -> None:
    """Who is held up for three seconds has not waited once only: what he would have asked meanwhile waits too."""

    async def rounds() -> Waits:
        bystander = Slow(0)
        return await bystander.play(time.monotonic() + 4 * PACE_S)

    waits = asyncio.run(rounds())
    first, second, third, _ = waits.seconds["move"]
    assert first >= 3 * PACE_S
    assert first > second > third >= PACE_S


class Slow(Bystander):
    """A bystander whose first move takes three rounds, the others no time."""

    async def _round(self, waits: Waits, due: float) -> None:
        async def move() -> None:
            if not waits.seconds["move"]:
                await asyncio.sleep(3 * PACE_S)

        await self._timed(waits, "move", move, due)


def test_attacks_are_found_by_their_files() -> None:
    assert "sockets" in attacks()
    assert "bystander" not in attacks()
