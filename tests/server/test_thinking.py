"""Bots in their processes: what they choose, and what becomes of those that don't."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
import structlog
import uvloop
from structlog.testing import LogCapture

import lantern
from lantern.kernel import cache, waiting
from lantern.kernel.errors import Phrase, listing
from lantern.kernel.record import Records
from lantern.players import LEVELS, bots, levels
from lantern.players.advice.judge import Judge, Judgement
from lantern.players.compiling import JUDGE, RULES, Pair
from lantern.players.player import Player, seat
from lantern.server.bots import compiling, thinking, workers
from lantern.server.bots.compiling import Preparer, all_pairs
from lantern.server.bots.fair_queue import REVIEWS, SUGGESTIONS, Claim
from lantern.server.bots.thinking import Closed, NoJudgement, Thinkers, Thought
from lantern.server.bots.workers import Unwatched
from tests.server import bad_bots, judges
from tests.tables import ALL_GAMES

HANABI = lantern.game("hanabi")
LONG_S = 600.0
"""More than any of these bots takes."""
SHORT_S = 0.2
"""Less than those take that think for ever."""
ADA, BOB = Claim("ada"), Claim("bob")
HANGING_S = 300.0
"""A test that takes so long hangs."""

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "asyncio": asyncio.new_event_loop,
    "uvloop": uvloop.new_event_loop,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots say what they do."""
    monkeypatch.setenv("LANTERN_BAD_BOTS", str(tmp_path))
    return tmp_path


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is written to the log."""
    capture = LogCapture()
    for module in (thinking, workers):
        monkeypatch.setattr(module, "log", structlog.wrap_logger(None, processors=[capture]))
    return capture.entries


async def in_time(test: Coroutine[Any, Any, None]) -> None:
    async with asyncio.timeout(HANGING_S):
        await test


def run(test: Coroutine[Any, Any, None], loop: str = "asyncio") -> None:
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        runner.run(in_time(test))


@asynccontextmanager
async def at_work(workers: int = 1, limit_s: float = LONG_S) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(workers, limit_s, bad_bots.seating)
    await thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.close()
        assert not multiprocessing.active_children()


async def ask(thinkers: Thinkers, bot: str, match: lantern.Match | None = None, claim: Claim = ADA) -> Thought:
    match = match or HANABI.match(2, seed=1)
    assert match.to_act is not None
    seen = thinking.seen_by(match, match.to_act - 1, thinking.known_bot(match.game, bot))
    return await thinkers.choose(match.game, bot, seen, claim)


def asking(thinkers: Thinkers, bot: str) -> asyncio.Task[Thought]:
    return asyncio.create_task(ask(thinkers, bot))


def is_legal(thought: Thought, match: lantern.Match | None = None) -> bool:
    match = match or HANABI.match(2, seed=1)
    return match.why_not(thought.action) is None


async def thinking_process() -> int:
    """The process in which a bot has begun to think."""
    begun = bad_bots.folder() / "begun"
    while not begun.exists():
        await asyncio.sleep(0.01)
    return int(begun.read_text())


def state_of(process: int) -> list[str]:
    """How a process is, whose child it is, and more that the system knows of it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return ["X"]


def let_go(folder: Path) -> None:
    (folder / "go").touch()


async def gone(process: int) -> None:
    while process in [child.pid for child in multiprocessing.active_children()]:
        await asyncio.sleep(0.01)


async def works(thinkers: Thinkers) -> None:
    """The next requests are answered as if nothing had been, by workers of both kinds."""
    for bot in ("fine", "beginner"):
        thought = await ask(thinkers, bot)
        assert thought == Thought(thought.action, bot, None)
        assert is_legal(thought)


@pytest.mark.parametrize(("workers", "loop"), [(0, "asyncio"), (2, "asyncio"), (2, "uvloop")])
@pytest.mark.sampled(2)
def test_every_bot_of_every_game_chooses_a_legal_action(workers: int, loop: str, logged: list[Any]) -> None:
    """Those that think do so once, in processes: with plain rules it takes long."""
    once = (workers, loop) == (2, "asyncio")

    async def test() -> None:
        async with at_work(workers) as thinkers:
            matches = [
                (game.match(seed=number), name)
                for number, game in enumerate(ALL_GAMES)
                for name, bot in bots(game).items()
                if bot.thinking is None or once
            ]
            thoughts = await asyncio.gather(*(ask(thinkers, bot, match) for match, bot in matches))
            for (match, bot), thought in zip(matches, thoughts, strict=True):
                assert (thought.bot, thought.trouble) == (bot, None)
                assert is_legal(thought, match)

    run(test(), loop)
    assert not logged


def test_a_match_played_by_bots_in_processes(logged: list[Any]) -> None:
    async def test() -> None:
        match = HANABI.match(3, seed=5)
        async with at_work() as thinkers:
            while not match.over:
                match.play((await ask(thinkers, "beginner", match)).action)

    run(test())
    assert not logged


def test_many_at_once(logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work(2) as thinkers:
            matches = [HANABI.match(2 + seed % 4, seed=seed) for seed in range(60)]
            thoughts = await asyncio.gather(
                *(ask(thinkers, ("beginner", "random")[seed % 2], match) for seed, match in enumerate(matches))
            )
            assert all(is_legal(thought, match) for thought, match in zip(thoughts, matches, strict=True))

    run(test())
    assert not logged


def test_chance_differs_from_one_choice_to_the_next() -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            assert len({(await ask(thinkers, "random")).action for _ in range(40)}) > 1

    run(test())


def test_first_come_first_served(folder: Path) -> None:
    async def test() -> None:
        order: list[str] = []
        async with at_work() as thinkers:

            async def in_turn(bot: str, name: str) -> None:
                await ask(thinkers, bot)
                order.append(name)

            await works(thinkers)
            requests = [asyncio.create_task(in_turn("patient", "first"))]
            await thinking_process()
            for name in ("second", "third", "fourth"):
                requests.append(asyncio.create_task(in_turn("fine", name)))
                await asyncio.sleep(0)
            let_go(folder)
            await asyncio.gather(*requests)
        assert order == ["first", "second", "third", "fourth"]

    run(test())


@pytest.mark.parametrize("workers", [0, 1])
def test_chance_chooses_for_a_bot_that_does_not(workers: int, logged: list[Any]) -> None:
    troubles = [
        ("raising", "failed", "Odd: what went wrong"),
        ("quitting", "failed", "SystemExit: enough"),
        ("confused", "illegal", "action 132"),
        ("nobody", "failed", f"BadInput: Hanabi has no bot 'nobody'; it has {listing(bots(HANABI))}"),
    ]

    async def test() -> None:
        async with at_work(workers) as thinkers:
            for bot, trouble, _ in troubles:
                thought = await ask(thinkers, bot)
                assert (thought.bot, thought.trouble) == ("random", trouble)
                assert is_legal(thought)
            await works(thinkers)

    run(test())
    head = {"event": "bot_fell_back", "log_level": "warning", "game": "hanabi"}
    assert logged == [head | {"bot": bot, "trouble": trouble, "error": error} for bot, trouble, error in troubles]


def test_an_action_that_is_refused_is_illegal() -> None:
    async def test() -> None:
        async with at_work(0) as thinkers:
            thought = await ask(thinkers, "cheating")
            assert (thought.bot, thought.trouble) == ("random", "illegal")
            assert is_legal(thought)

    run(test())


def test_a_record_that_a_bot_has_written_on_is_not_asked(logged: list[Any]) -> None:
    async def test() -> None:
        match = HANABI.match(2, seed=1)
        concealed = match.concealed(0)
        before = concealed.tobytes()
        async with at_work(0) as thinkers:
            thought = await thinkers.choose(HANABI, "scribbling", concealed, ADA)
        assert is_legal(thought)
        assert concealed.tobytes() == before

    run(test())
    assert not logged


@pytest.mark.parametrize("bot", ["crashing", "crashing on loading"])
def test_a_process_that_crashes(bot: str, logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            thought = await ask(thinkers, bot)
            assert (thought.bot, thought.trouble) == ("random", "failed")
            assert is_legal(thought)
            await works(thinkers)

    run(test())
    assert [entry["trouble"] for entry in logged] == ["failed"]


def test_a_process_that_is_killed_while_it_thinks(logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            request = asking(thinkers, "patient")
            os.kill(await thinking_process(), signal.SIGKILL)
            thought = await request
            assert (thought.bot, thought.trouble) == ("random", "failed")
            await works(thinkers)

    run(test())
    assert [entry["error"] for entry in logged] == ["its process ended with -9"]


def test_a_process_that_is_killed_while_it_waits_is_no_trouble(logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            await works(thinkers)
            for process in multiprocessing.active_children():
                process.kill()
            await works(thinkers)

    run(test())
    assert not logged


def test_the_process_that_workers_are_forks_of_is_killed() -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            await works(thinkers)
            before = [child.pid for child in multiprocessing.active_children() if child.pid]
            (origin,) = {state_of(worker)[1] for worker in before}
            os.kill(int(origin), signal.SIGKILL)
            while any(state_of(worker)[0] not in "ZX" for worker in before):
                await asyncio.sleep(0.01)
            await works(thinkers)

    run(test())


def test_a_worker_that_cannot_be_replaced_at_once(monkeypatch: pytest.MonkeyPatch, logged: list[Any]) -> None:
    def refuse(worker: object) -> None:
        raise OSError("no more processes")

    async def test() -> None:
        async with at_work() as thinkers:
            monkeypatch.setattr(workers.Process, "start", refuse)
            assert (await ask(thinkers, "crashing")).trouble == "failed"
            await works(thinkers)

    run(test())
    assert [entry["event"] for entry in logged] == ["bot_fell_back", "bot_worker_not_replaced"]


def test_what_can_not_be_sent_to_a_worker(logged: list[Any]) -> None:
    async def test() -> None:
        thinkers = Thinkers(1, LONG_S, lambda game, bot: seat(HANABI, bot, 1))
        await thinkers.start()
        thought = await ask(thinkers, "beginner")
        assert (thought.bot, thought.trouble) == ("random", "failed")
        await thinkers.close()

    run(test())
    assert [entry["trouble"] for entry in logged] == ["failed"]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_bot_that_overruns_is_killed(loop: str, logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work(1, SHORT_S) as thinkers:
            thought = await ask(thinkers, "endless")
            assert (thought.bot, thought.trouble) == ("random", "overrun")
            assert is_legal(thought)
            await gone(await thinking_process())
            thinkers.limit_s = LONG_S
            await works(thinkers)

    run(test(), loop)
    assert [entry["error"] for entry in logged] == ["no answer within 0.2 s"]


def test_a_thread_that_overruns_is_left_to_finish(folder: Path) -> None:
    async def test() -> None:
        async with at_work(0, SHORT_S) as thinkers:
            thought = await ask(thinkers, "patient")
            assert (thought.bot, thought.trouble) == ("random", "overrun")
            thinkers.limit_s = LONG_S
            await works(thinkers)
            let_go(folder)

    run(test())


def test_loading_is_no_part_of_the_time_nor_after_a_kill(logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work(1, bad_bots.SLOW_S / 1.5) as thinkers:
            assert (await ask(thinkers, "slow to load")).bot == "slow to load"
            for process in multiprocessing.active_children():
                process.kill()
            assert (await ask(thinkers, "slow to load")).bot == "slow to load"

    run(test())
    assert not logged


def test_loading_takes_its_time_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LOADING_S", SHORT_S)

    async def test() -> None:
        async with at_work() as thinkers:
            thought = await ask(thinkers, "never loaded")
            assert (thought.bot, thought.trouble) == ("random", "overrun")

    run(test())


def test_who_waits_for_the_same_bot_to_load_keeps_no_worker(folder: Path) -> None:
    async def test() -> None:
        async with at_work(2) as thinkers:
            loading = [asyncio.create_task(ask(thinkers, "never loaded", claim=Claim(f"guest {n}"))) for n in range(3)]
            await asyncio.sleep(0)
            await works(thinkers)
            let_go(folder)
            assert [thought.trouble for thought in await asyncio.gather(*loading)] == [None] * 3

    run(test())


def test_loading_a_bot_asks_it_nothing() -> None:
    match = HANABI.match(2, seed=1)
    loaded, other = seat(HANABI, "random", 7), seat(HANABI, "random", 7)
    concealed = match.concealed(0)
    loaded.load(concealed)
    assert concealed.tobytes() == match.concealed(0).tobytes()
    assert [loaded.choose_on(concealed) for _ in range(20)] == [other.choose(match) for _ in range(20)]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_cancelled_request_ends_its_process(loop: str) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            request = asking(thinkers, "endless")
            process = await thinking_process()
            request.cancel()
            with pytest.raises(asyncio.CancelledError):
                await request
            await gone(process)
            await works(thinkers)

    run(test(), loop)


def test_a_request_cancelled_in_the_queue_disturbs_nobody(folder: Path, logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            first = asking(thinkers, "patient")
            process = await thinking_process()
            second, third = asking(thinkers, "fine"), asking(thinkers, "fine")
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            let_go(folder)
            assert [(await first).bot, (await third).bot] == ["patient", "fine"]
            assert process in [child.pid for child in multiprocessing.active_children()]

    run(test())
    assert not logged


def test_closing_kills_what_still_thinks(logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            requests = [asking(thinkers, "endless"), asking(thinkers, "fine")]
            process = await thinking_process()
            await thinkers.close()
            for request in requests:
                with pytest.raises(Closed):
                    await request
            assert process not in [child.pid for child in multiprocessing.active_children()]
            with pytest.raises(Closed):
                await ask(thinkers, "random")

    run(test())
    assert not logged


def test_closing_at_once() -> None:
    async def test() -> None:
        async with at_work(2):
            pass
        await Thinkers(2, LONG_S).close()

    run(test())


def test_closing_while_a_thread_thinks(folder: Path) -> None:
    async def test() -> None:
        async with at_work(0) as thinkers:
            request = asking(thinkers, "patient")
            await thinking_process()
            await thinkers.close()
            with pytest.raises(Closed):
                await request
            let_go(folder)

    run(test())


def test_ctrl_c_is_not_for_the_workers(folder: Path, logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work() as thinkers:
            workers = [worker.pid for worker in multiprocessing.active_children() if worker.pid is not None]
            for worker in workers:
                os.kill(worker, signal.SIGINT)
            request = asking(thinkers, "patient")
            assert await thinking_process() in workers
            os.kill(await thinking_process(), signal.SIGINT)
            let_go(folder)
            assert (await request).bot == "patient"

    run(test())
    assert not logged


def test_no_worker_outlives_a_server_that_is_killed(folder: Path) -> None:
    """The workers, idle or thinking, hold the server's output open: it ends when they all have."""
    command = [sys.executable, "-c", "from tests.server.bad_bots import main; main()"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:

        async def test() -> None:
            assert await thinking_process() != server.pid

        run(test())
        server.kill()
        output, _ = server.communicate(timeout=HANGING_S)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
    assert b"Traceback" not in output


# How long bots think, what they are given, and who goes first


class Listening(Judge):
    """It notes which records it was given."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    @property
    def watches(self) -> bool:
        return True

    def load(self, seen: Records) -> bool:
        """There is nothing to load."""
        return True

    def judge(self, seen: Records, seat: int) -> Judgement:
        self.seen.append(seen.tobytes())
        return Judgement(0, {0: (1.0, 1)}, [1.0])


def test_a_bot_is_loaded_once_however_long_it_thinks() -> None:
    assert {thinking.untimed(name) for name in ("expert", "expert:seconds=3", "expert:seconds=0.1")} == {"expert"}
    assert thinking.untimed("expert:rounds=5:seconds=3") == "expert:rounds=5"


def test_a_bot_thinks_as_long_as_its_name_says_and_the_server_lets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []
    han = lantern.game("han").match(2, seed=1)

    def choose_on(player: Player, seen: Records) -> int:
        given.append(player.bot.seconds)
        return han.numbers()[0]

    monkeypatch.setattr(Player, "choose_on", choose_on)

    async def test() -> None:
        async with at_work(0, 5.0) as thinkers:
            for bot in ("expert:seconds=2", "expert", "expert:seconds=60", "club"):
                await ask(thinkers, bot, han)

    run(test())
    assert given == [2.0, 1.0, thinking.most_seconds(5.0), None]
    assert thinking.most_seconds(5.0) == 5.0 - thinking.MARGIN_S


def test_the_longest_time_leaves_a_margin() -> None:
    assert [thinking.most_seconds(limit) for limit in (15.0, 1.0, 1000.0)] == [13.0, 0.5, 60.0]


def test_a_judge_is_given_all_that_a_seat_has_seen() -> None:
    judge = Listening()

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, judging=lambda game, name: judge)
        match = HANABI.match(2, seed=1)
        for _ in range(3):
            match.play(match.numbers()[-1])
        assert match.to_act is not None
        seen = thinking.seen_by(match, match.to_act - 1, judge)
        assert len(seen) == 4
        assert (await thinkers.judge(HANABI, seen, match.to_act - 1, Claim("ada", rank=SUGGESTIONS))).chances == [1.0]
        assert judge.seen == [match.watched(match.to_act - 1).tobytes()]
        await thinkers.close()

    run(test())


def test_judges_think_in_processes_too(logged: list[Any]) -> None:
    async def test() -> None:
        match = HANABI.match(3, seed=5)
        thinkers = Thinkers(1, LONG_S, judging=judges.ready)
        await thinkers.start()
        found = await thinkers.judge(HANABI, match.watched(0), 0, Claim("ada", rank=REVIEWS))
        assert found == judges.ready("hanabi", JUDGE).judge(match.watched(0), 0)
        await thinkers.close()

    run(test())
    assert not logged


def test_of_one_person_moves_go_before_suggestions_and_these_before_reviews(folder: Path) -> None:
    order: list[str] = []

    async def in_turn(what: str, work: Coroutine[Any, Any, Any]) -> None:
        await work
        order.append(what)

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, bad_bots.seating, lambda game, name: Listening())
        seen = HANABI.match(2, seed=1).concealed(0)
        await thinkers.judge(HANABI, seen, 0, Claim("ada", rank=REVIEWS))
        await works(thinkers)
        first = asking(thinkers, "patient")
        await thinking_process()
        later = [
            asyncio.create_task(in_turn("review", thinkers.judge(HANABI, seen, 0, Claim("ada", rank=REVIEWS)))),
            asyncio.create_task(in_turn("suggestion", thinkers.judge(HANABI, seen, 0, Claim("ada", rank=SUGGESTIONS)))),
            asyncio.create_task(in_turn("move", ask(thinkers, "fine"))),
        ]
        await asyncio.sleep(0.05)
        let_go(folder)
        await asyncio.gather(first, *later)
        await thinkers.close()

    run(test())
    assert order == ["move", "suggestion", "review"]


def test_whoever_answers_at_once_waits_for_nobody_who_thinks(folder: Path) -> None:
    """All that think do so already, and more of them wait."""

    async def test() -> None:
        async with at_work() as thinkers:
            thinks = [asking(thinkers, "patient") for _ in range(5)]
            await thinking_process()
            assert (await ask(thinkers, "club", claim=BOB)).bot == "club"
            let_go(folder)
            await asyncio.gather(*thinks)

    run(test())


def test_people_take_turns(folder: Path) -> None:
    order: list[str] = []

    async def test() -> None:
        async with at_work(0) as thinkers:

            async def in_turn(bot: str, claim: Claim) -> None:
                await ask(thinkers, bot, claim=claim)
                order.append(claim.table)

            await works(thinkers)
            ten = [asyncio.create_task(in_turn("patient", Claim("eve", f"eve {number}"))) for number in range(10)]
            await thinking_process()
            bob = asyncio.create_task(in_turn("fine", Claim("bob", "bob")))
            await asyncio.sleep(0)
            let_go(folder)
            await asyncio.gather(*ten, bob)

    run(test())
    assert order[:3] == ["eve 0", "bob", "eve 1"]


@pytest.mark.parametrize("workers", [0, 1])
def test_a_bot_ends_early_when_somebody_else_waits(workers: int, logged: list[Any]) -> None:
    """Left alone it would think for ever."""

    async def test() -> None:
        async with at_work(workers) as thinkers:
            eve = asyncio.create_task(ask(thinkers, "obedient", claim=Claim("eve", "eve 1")))
            await thinking_process()
            more = asyncio.create_task(ask(thinkers, "obedient", claim=Claim("eve", "eve 2")))
            await asyncio.sleep(0)
            assert not eve.done()
            assert (await ask(thinkers, "fine", claim=BOB)).bot == "fine"
            assert await eve == Thought((await eve).action, "obedient", None)
            more.cancel()

    run(test())
    assert not logged


def test_a_bot_is_given_the_usual_time_whoever_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a usual time without end nobody is hurried."""
    monkeypatch.setattr(workers, "USUAL_S", LONG_S)

    async def test() -> None:
        async with at_work(0) as thinkers:
            eve = asyncio.create_task(ask(thinkers, "obedient", claim=Claim("eve")))
            await thinking_process()
            bob = asyncio.create_task(ask(thinkers, "fine", claim=BOB))
            await asyncio.sleep(0.1)
            assert not eve.done()
            assert not bob.done()
            let_go(bad_bots.folder())
            await asyncio.gather(eve, bob)

    run(test())


@pytest.mark.parametrize("workers", [0, 1])
def test_bots_among_themselves_are_put_off_and_begin_again(workers: int, folder: Path, logged: list[Any]) -> None:
    async def test() -> None:
        async with at_work(workers) as thinkers:
            bots = asyncio.create_task(ask(thinkers, "obedient", claim=Claim("eve", watched=lambda: True)))
            await thinking_process()
            (folder / "begun").unlink()
            assert (await ask(thinkers, "fine", claim=BOB)).bot == "fine"
            await thinking_process()
            assert not bots.done()
            let_go(folder)
            assert (await bots).bot == "obedient"

    run(test())
    assert not logged


def test_bots_among_themselves_whom_nobody_watches_are_not_asked(folder: Path) -> None:
    watched = [True]

    async def test() -> None:
        async with at_work(0) as thinkers:
            first = asking(thinkers, "patient")
            await thinking_process()
            bots = asyncio.create_task(ask(thinkers, "fine", claim=Claim("eve", watched=lambda: watched[0])))
            await asyncio.sleep(0)
            watched[0] = False
            let_go(folder)
            with pytest.raises(Unwatched):
                await bots
            await first
            await works(thinkers)

    run(test())


@pytest.mark.parametrize("worst", [ValueError("no idea"), SystemExit("enough")])
def test_a_judge_that_fails(worst: BaseException, logged: list[Any]) -> None:
    class Failing(Listening):
        def judge(self, seen: Records, seat: int) -> Judgement:
            raise worst

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, judging=lambda game, name: Failing())
        with pytest.raises(NoJudgement):
            await thinkers.judge(HANABI, HANABI.match(2, seed=1).concealed(0), 0, Claim("ada", rank=SUGGESTIONS))
        await thinkers.close()

    run(test())
    assert [entry["event"] for entry in logged] == ["judge_failed"]


def test_who_waits_for_a_bot_to_load_is_told(folder: Path) -> None:
    told: list[bool] = []

    async def test() -> None:
        async with at_work(0) as thinkers:
            seen = HANABI.match(2, seed=1).concealed(0)
            waiting = asyncio.create_task(thinkers.choose(HANABI, "never loaded", seen, ADA, told.append))
            while not told:
                await asyncio.sleep(0.01)
            assert told == [True]
            let_go(folder)
            await waiting
            assert told == [True, False]
            await thinkers.choose(HANABI, "never loaded", seen, ADA, told.append)
            assert told == [True, False]

    run(test())


# Bots that are compiled in the background


class Prepared:
    """Says which bots were wanted; they are ready when they are said to be."""

    progress = 0.5

    def __init__(self) -> None:
        self.wanted: list[Pair] = []
        self.ready = asyncio.Event()

    def start(self) -> None:
        """There is nothing to do."""

    def want(self, pair: Pair) -> None:
        self.wanted.append(pair)

    async def have(self, pair: Pair) -> None:
        await self.ready.wait()

    async def close(self) -> None:
        """There is nothing to stop."""


def test_a_bot_that_is_asked_is_wanted_once_and_not_waited_for() -> None:
    prepared = Prepared()

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, preparer=prepared)
        await thinkers.start()
        for bot in ("random", "random", "beginner"):
            await ask(thinkers, bot)
        await thinkers.close()

    run(test())
    assert prepared.wanted == [("hanabi", "random"), ("hanabi", "beginner")]


class StandIn:
    """A judge for whom a quick bot stands in until it is compiled."""

    watches = False
    compiled = False

    def load(self, seen: Records) -> bool:
        return self.compiled

    def judge(self, seen: Records, seat: int) -> Judgement:
        best = next(number for number in range(HANABI.sheet.actions) if HANABI.engine.refuse(seen[-1:], number) == 0)
        return Judgement(best, {}, [], stood_in=not self.compiled)


def test_a_table_is_told_of_a_stand_in_until_the_bot_is_compiled() -> None:
    prepared, judge, told = Prepared(), StandIn(), list[bool]()

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, judging=lambda game, name: cast(Judge, judge), preparer=prepared)
        seen, claim = HANABI.match(2, seed=1).concealed(0), Claim("ada", rank=SUGGESTIONS)
        assert thinkers.readiness == 0.5
        assert (await thinkers.judge(HANABI, seen, 0, claim)).stood_in, "nobody who listens need be told"
        assert (await thinkers.judge(HANABI, seen, 0, claim, told.append)).stood_in
        assert told == [True]
        review = asyncio.create_task(thinkers.have_judge(HANABI))
        await asyncio.sleep(0.01)
        assert not review.done(), "a review waits for the judge itself"
        prepared.ready.set()
        judge.compiled = True
        await review
        while told != [True, False]:
            await asyncio.sleep(0.01)
        assert not (await thinkers.judge(HANABI, seen, 0, claim, told.append)).stood_in
        assert told == [True, False]
        await thinkers.close()

    run(test())


def test_a_server_that_closes_waits_for_no_compiler() -> None:
    prepared, told = Prepared(), list[bool]()

    async def test() -> None:
        thinkers = Thinkers(0, LONG_S, judging=lambda game, name: cast(Judge, StandIn()), preparer=prepared)
        seen = HANABI.match(2, seed=1).concealed(0)
        await thinkers.judge(HANABI, seen, 0, Claim("ada", rank=SUGGESTIONS), told.append)
        review = asyncio.create_task(thinkers.have_judge(HANABI))
        await asyncio.sleep(0)
        await thinkers.close()
        with pytest.raises(Closed):
            await review

    run(test())


def test_all_that_people_meet_is_prepared() -> None:
    pairs = all_pairs()
    assert len(pairs) == len(set(pairs))
    kinds = [RULES, *LEVELS, JUDGE]
    offered = {(game.name, bot) for game in ALL_GAMES for bot in [RULES, *levels(game), JUDGE]}
    assert set(pairs) == offered
    ranks = [kinds.index(bot) for _, bot in pairs]
    assert ranks == sorted(ranks), "what most people meet comes first"


def test_how_far_a_preparer_is() -> None:
    async def test() -> None:
        preparer = Preparer([("hanabi", RULES), ("hanabi", "random")])
        assert preparer.progress == 0.0
        preparer.start()
        await preparer.have(("hanabi", "random"))
        assert preparer.progress > 0.0
        await preparer.have(("hanabi", RULES))
        assert preparer.progress == 1.0
        await preparer.close()
        assert Preparer([]).progress == 1.0

    run(test())


def test_bots_are_prepared_in_a_process_of_their_own_and_wanted_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = LogCapture()
    monkeypatch.setattr(compiling, "log", structlog.wrap_logger(None, processors=[capture]))
    monkeypatch.setattr(compiling, "LONG_S", -1.0)
    monkeypatch.setattr(compiling, "cores", lambda: 1)

    async def test() -> None:
        preparer = Preparer([("hanabi", "random"), ("han", "nobody"), ("hanabi", "beginner")])
        preparer.start()
        await preparer.have(("hanabi", "beginner"))
        await preparer.have(("han", "nobody"))
        await preparer.have(("ming", "random"))
        await preparer.have(("hanabi", "random"))
        await preparer.close()

    run(test())
    assert not multiprocessing.active_children()
    told = [(entry["event"], entry.get("bot")) for entry in capture.entries]
    assert told[0][0] == "bots_compiling"
    assert [bot for event, bot in told if event == "bot_ready"] == ["beginner", "random"]
    assert ("bot_not_ready", "nobody") in told


def die_once(pair: Pair) -> str:
    """In a worker: compile nothing, and the first time be killed."""
    marker = bad_bots.folder() / "died"
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return f"asked for {pair[1]}"


def test_compiling_goes_on_when_a_process_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    capture = LogCapture()
    monkeypatch.setattr(compiling, "log", structlog.wrap_logger(None, processors=[capture]))
    monkeypatch.setattr(compiling, "compile_pair", die_once)

    async def test() -> None:
        preparer = Preparer([("hanabi", "random"), ("hanabi", "beginner")])
        preparer.start()
        await preparer.have(("hanabi", "random"))
        await preparer.have(("hanabi", "beginner"))
        await preparer.close()

    run(test())
    told = [entry["error"] for entry in capture.entries if entry["event"] == "bot_not_ready"]
    assert sorted(told) == ["asked for beginner", "asked for random"]


def test_what_can_not_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "announce", waiting.announce)  # put back afterwards

    def load(*about: object) -> None:
        waiting.say(Phrase("compiled.lost", folder="/", reason="No space left on device"))

    monkeypatch.setattr(compiling, "make_ready", load)
    assert "No space left" in compiling.compile_pair(("hanabi", "random"))


def test_a_disk_that_takes_no_more_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    capture, full = LogCapture(), f"lantern: {cache.NOT_KEPT} in /: No space left on device"
    monkeypatch.setattr(compiling, "log", structlog.wrap_logger(None, processors=[capture]))

    async def ask(preparer: Preparer, workers: object, pair: Pair) -> str:
        return full

    monkeypatch.setattr(Preparer, "_ask", ask)
    monkeypatch.setattr(compiling, "Workers", lambda *settings, **more: workers.Workers(0))
    pairs = [("hanabi", level) for level in ("random", "beginner", "club")]

    async def test() -> None:
        preparer = Preparer(pairs)
        preparer.start()
        for pair in pairs:
            await preparer.have(pair)
        await preparer.close()

    run(test())
    told = [(entry["event"], entry["error"]) for entry in capture.entries if entry["log_level"] == "warning"]
    assert told == [("compiled_code_not_kept", full)]


def test_one_core_compiles_everything() -> None:
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(here)})
    try:
        preparer = Preparer()
    finally:
        os.sched_setaffinity(0, here)
    done = []
    while (pair := preparer._next(0)) is not None:
        preparer._left.remove(pair)
        done.append(pair)
    assert preparer._number == 1
    assert done == all_pairs()


def test_a_preparer_that_is_stopped_keeps_nobody_waiting() -> None:
    async def test() -> None:
        preparer = Preparer([("hanabi", "random"), ("hanabi", "beginner")])
        preparer.start()
        waiting = asyncio.create_task(preparer.have(("hanabi", "beginner")))
        await asyncio.sleep(0)
        await preparer.close()
        await waiting

    run(test())
    assert not multiprocessing.active_children()
