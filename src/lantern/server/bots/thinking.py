"""Bots and judges think in processes of their own: off the event loop, within their time, on what a seat has seen.

There are two kinds of them. Bots that answer at once have a worker of their own, for which nobody has to wait long;
bots that think and judges share the others. A request waits its turn (`fair_queue`), and a bot that thinks may be told
to end sooner than it wanted to: while others wait it has the usual time. Among bots alone it has none then, and begins
again later.

1. If the worker has not loaded the bot yet, it does so now: it imports the game and compiles the bot's rules, or reads
   them from disk, without running them. This may take `LOADING_S`, and is no part of the bot's time. While a bot has
   never been loaded anywhere, one request has it loaded; the others wait and keep no worker from other tables. Where
   bots are compiled in the background (`compiling`), there is nothing to wait for: until a bot is compiled, its rules
   run plainly, or a quicker bot stands in for it, which is told.
2. The bot chooses, and its choice is checked by the rules. This may take the bot's time.

A process that was killed has loaded nothing, so the next bot there gets the time to load again. A process that died
before it was asked is no fault of the bot's: the request goes to another, once. Whatever else goes wrong, a random
action is played.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, Literal, Protocol, TypeVar

import numpy as np
import structlog
from pebble import ProcessExpired

import lantern
from lantern.kernel.batch import cores
from lantern.kernel.errors import BadInput, LanternError
from lantern.kernel.game import Game, Match
from lantern.kernel.record import Records
from lantern.kernel.seeds import MOST_SEED
from lantern.players import MOST_SECONDS, SECONDS, Bot
from lantern.players import bot as bot_of
from lantern.players.advice.judge import Judge, Judgement
from lantern.players.compiling import JUDGE, Pair
from lantern.players.player import Player, seat, seen_from
from lantern.server.bots.fair_queue import Claim
from lantern.server.bots.workers import PUT_OFF, Unwatched, Worker, Workers, aside, latest, text_of, threads
from lantern.server.tasks import ended

LOADING_S = 900.0
"""How long a bot may take to be compiled or read from disk."""
JUDGING_S = 60.0
"""How long a judge may think."""
MARGIN_S = 2.0
"""How much longer than it wants to think a bot may take."""
NICE = 5
"""How far those who think long stand back behind those who serve, and who answer at once."""

Trouble = Literal["overrun", "failed", "illegal"]
Seating = Callable[[str, str], Player]
"""(game, bot): the bot, ready to choose. A worker finds it by its module and name."""
Judging = Callable[[str, str], Judge]
"""(game, JUDGE): the game's judge, found likewise."""
Value = TypeVar("Value")

log = structlog.get_logger()


@dataclass(frozen=True)
class Thought:
    """What was chosen, and by whom."""

    action: int
    bot: str
    """The bot that really chose."""
    trouble: Trouble | None
    """What kept the bot that was asked from choosing; None if nothing did."""


class Closed(LanternError):
    """A bot was asked that won't think any more: the server is closing."""


class NoJudgement(LanternError):
    """A position could not be judged."""


@dataclass(frozen=True)
class Answer(Generic[Value]):
    """What was found out, or why not."""

    value: Value | None
    trouble: Trouble | None = None
    error: str = ""
    put_off: bool = False
    """Whether others had to go first: it is to be asked again."""
    stood_in: bool = False
    """Whether a quicker bot answered, because the one that was asked is not compiled yet."""


def _nobody_is_told(loading: bool) -> None:
    """Nobody wants to know whether a bot is being loaded."""


@dataclass(frozen=True)
class Request(Generic[Value]):
    """Something that a bot or a judge is asked."""

    workers: Workers
    """Those of whom one is to answer."""
    claim: Claim
    pair: Pair
    maker: Seating | Judging
    data: bytes
    """The records it is asked about."""
    limit_s: float
    job: Callable[..., Answer[Value]]
    about: tuple[object, ...]
    """What else the job must know."""
    loading: Callable[[bool], None] = _nobody_is_told
    """Hears when the bot is not there for a while, and when that is over."""


class Ahead(Protocol):
    """Has bots compiled in the background (`compiling`)."""

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""

    def start(self) -> None:
        """Begin, in the background."""

    def want(self, pair: Pair) -> None:
        """Have a bot before the others."""

    async def have(self, pair: Pair) -> None:
        """Wait until a bot is compiled that is to be."""

    async def close(self) -> None:
        """Stop."""


class Thinkers:
    """The processes in which bots think; with no workers a thread of this process, where nothing can be killed."""

    def __init__(
        self,
        workers: int,
        limit_s: float,
        seating: Seating | None = None,
        judging: Judging | None = None,
        preparer: Ahead | None = None,
    ) -> None:
        self.limit_s = limit_s
        """How long a bot may think."""
        self.seating = seating or by_name
        self.judging = judging or judge_by_name
        self.preparer = preparer
        self._quick = Workers(min(workers, 1), 1)
        self._thorough = Workers(workers, max(1, cores() // max(workers, 1)), NICE)
        self._known: set[Pair] = set()
        self._first: dict[Pair, asyncio.Lock] = {}
        self._requests: set[asyncio.Task[Any]] = set()
        self._waiting: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def readiness(self) -> float:
        """How much is compiled of what is to be, from 0 to 1."""
        return 1.0 if self.preparer is None else self.preparer.progress

    @property
    def waiting(self) -> list[Claim]:
        """What waits for a bot or a judge."""
        return [*self._quick.waiting, *self._thorough.waiting]

    @property
    def busy(self) -> int:
        """How many bots and judges think now."""
        return self._quick.busy + self._thorough.busy

    async def start(self) -> None:
        """Start the workers; what they need is loaded when it is first asked for."""
        await self._quick.start()
        await self._thorough.start()
        if self.preparer is not None:
            self.preparer.start()

    async def choose(
        self, game: Game, bot: str, seen: Records, claim: Claim, loading: Callable[[bool], None] = _nobody_is_told
    ) -> Thought:
        """What a bot does on what its seat has seen (`seen_by`), which holds all it needs of the options.

        `Closed` if it was closed before the bot had chosen, `Unwatched` if nobody wants to know any more. A cancelled
        request takes its worker's process with it.
        """
        return await self._served(self._choose(game, bot, seen.copy(), claim, loading))

    async def judge(
        self, game: Game, seen: Records, index: int, claim: Claim, loading: Callable[[bool], None] = _nobody_is_told
    ) -> Judgement:
        """What a seat (from 0) that is to act may think of what it has seen; `NoJudgement` if nothing can be said."""
        pair, data = (game.name, JUDGE), seen.tobytes()
        request = Request(self._thorough, claim, pair, self.judging, data, JUDGING_S, _judge, (index,), loading)
        answer = await self._served(self._answer(request))
        if answer.value is None:
            log.warning("judge_failed", game=game.name, trouble=answer.trouble, error=answer.error)
            raise NoJudgement(answer.error)
        return answer.value

    async def have_judge(self, game: Game) -> None:
        """Wait until a game's judge is compiled, so that nobody stands in for it."""
        if self.preparer is not None:
            await self._served(self.preparer.have((game.name, JUDGE)))

    async def _served(self, work: Coroutine[Any, Any, Value]) -> Value:
        """The outcome of some work, unless the thinkers are closed before."""
        if self._closed:
            work.close()
            raise Closed("the server is closing: no bot thinks any more")
        request = asyncio.create_task(work)
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)
        try:
            await asyncio.wait({request})
        finally:
            request.cancel()
        if request.cancelled():
            raise Closed("the server is closing: the bot has not chosen")
        return request.result()

    async def close(self) -> None:
        """End all workers, and kill what still thinks."""
        self._closed = True
        requests = [*self._requests]
        for request in [*requests, *self._waiting]:
            request.cancel()
        await ended(requests)
        if self.preparer is not None:
            await self.preparer.close()
        await self._quick.close()
        await self._thorough.close()

    async def _choose(
        self, game: Game, bot: str, seen: Records, claim: Claim, loading: Callable[[bool], None]
    ) -> Thought:
        pair, data, about = (game.name, untimed(bot)), seen.tobytes(), (self._seconds(game, bot),)
        workers = self._quick if answers_at_once(game, bot) else self._thorough
        request = Request(workers, claim, pair, self.seating, data, self.limit_s, _decide, about, loading)
        answer = await self._answer(request)
        if answer.value is not None:
            return Thought(answer.value, bot, None)
        log.warning("bot_fell_back", game=game.name, bot=bot, trouble=answer.trouble, error=answer.error)
        return Thought(await aside(_random_action, game, seen[-1:]), "random", answer.trouble)

    def _seconds(self, game: Game, bot: str) -> float | None:
        """How long a bot thinks: as long as it wants to, if that is not too long here; None if it answers at once."""
        known = known_bot(game, bot)
        return min(known.seconds, most_seconds(self.limit_s)) if known and known.seconds else None

    async def _answer(self, request: Request[Value]) -> Answer[Value]:
        """The answer to a request, however often it is put off."""
        while (answer := await self._try(request)).put_off:
            pass
        if answer.stood_in:
            self._tell_until_ready(request)
        return answer

    def _tell_until_ready(self, request: Request[Any]) -> None:
        """Have the bot that was asked compiled next, and tell those at the table that it is not there until then."""
        if self.preparer is not None:
            request.loading(True)
            ready = asyncio.create_task(self.preparer.have(request.pair))
            self._waiting.add(ready)
            ready.add_done_callback(self._waiting.discard)
            ready.add_done_callback(lambda _: request.loading(False))

    async def _try(self, request: Request[Value]) -> Answer[Value]:
        """What a worker answers; whatever happens to it is an answer too."""
        for _ in range(2):
            try:
                await self._load_first(request)
                async with request.workers.one(request.pair, request.claim) as worker:
                    await self._load(worker, request)
                    return await worker.ask(
                        request.limit_s, request.job, request.maker, request.pair, request.data, *request.about
                    )
            except Unwatched:
                raise
            except _NotLoaded as error:
                return Answer(None, "failed", str(error))
            except TimeoutError as error:
                return Answer(None, "overrun", str(error))
            except ProcessExpired as error:
                return Answer(None, "failed", f"its process ended with {error.exitcode}")
            except Exception as error:  # the process was not there to be asked
                answer: Answer[Value] = Answer(None, "failed", text_of(error))
        return answer

    async def _load_first(self, request: Request[Any]) -> None:
        """Have a bot loaded by one worker before others are asked for it: compiling takes long, and then it is done."""
        pair = request.pair
        if pair in self._known:
            return
        request.loading(True)
        try:
            async with self._first.setdefault(pair, asyncio.Lock()):
                if pair not in self._known:
                    if self.preparer is not None:
                        self.preparer.want(pair)
                    async with request.workers.one(pair, request.claim) as worker:
                        await self._load(worker, request)
                    self._known.add(pair)
        finally:
            request.loading(False)

    async def _load(self, worker: Worker, request: Request[Any]) -> None:
        if request.pair not in worker.loaded:
            error = await worker.ask(LOADING_S, load, request.maker, request.pair, request.data)
            if error is not None:
                raise _NotLoaded(error)
            worker.loaded.add(request.pair)


class _NotLoaded(Exception):
    """A bot could not be loaded."""


def most_seconds(limit_s: float) -> float:
    """How long a bot may want to think where it is stopped after so many seconds."""
    return min(max(limit_s - MARGIN_S, limit_s / 2), MOST_SECONDS)


def known_bot(game: Game, name: str) -> Bot | None:
    """A bot by its name; None if there is none."""
    try:
        return bot_of(game, name)
    except BadInput:
        return None


def answers_at_once(game: Game, name: str) -> bool:
    """Whether a bot is known not to think long."""
    known = known_bot(game, name)
    return known is not None and known.thinking is None


def untimed(name: str) -> str:
    """A bot's name without the time it thinks: bots that differ in that alone are loaded once."""
    return ":".join(part for part in name.split(":") if not part.startswith(f"{SECONDS}="))


def seen_by(match: Match, index: int, bot: Bot | Judge | None) -> Records:
    """What a bot or a judge needs of what a seat (from 0) has seen: the whole match if it watches, or the present."""
    return seen_from(match, index, bot is not None and bot.watches)


def by_name(game: str, bot: str) -> Player:
    """One of a game's bots."""
    return Player(lantern.game(game), bot_of(lantern.game(game), bot), _secret(), threads())


def judge_by_name(game: str, name: str) -> Judge:
    """A game's judge."""
    return judge_of(lantern.game(game))


@cache
def judge_of(game: Game) -> Judge:
    """A game's judge; asked for what it needs, it loads nothing."""
    return Judge(game)


def _secret() -> int:
    """A seed that nobody knows."""
    return secrets.randbelow(MOST_SEED)


def _random_action(game: Game, concealed: Records) -> int:
    player = _random_player(game)
    player.reseed(_secret())
    return player.choose_on(concealed)


@cache
def _random_player(game: Game) -> Player:
    return seat(game, "random", _secret())


# What happens in a worker's process.


def load(maker: Seating | Judging, pair: Pair, data: bytes) -> str | None:
    """Load a bot or a judge without asking it; what went wrong, None if nothing did."""
    try:
        records = _records(pair, data)
        _made(maker, pair).load(records)
        lantern.game(pair[0]).engine.refuse(records[-1:], 0)
    except BaseException as error:
        return text_of(error)
    return None


def _decide(maker: Seating, pair: Pair, data: bytes, seconds: float | None) -> Answer[int]:
    """What a bot chooses, by chance that nobody can foresee, and whether the rules allow it."""
    try:
        player = _made(maker, pair)
        assert isinstance(player, Player)
        if seconds is not None:
            player.bot = replace(player.bot, seconds=seconds)
        player.reseed(_secret())
        player.latest = latest()
        action = player.choose_on(_records(pair, data))
        if player.hurried and player.latest() == PUT_OFF:
            return Answer(None, put_off=True)
        if _is_legal(pair, data, action):
            return Answer(action, stood_in=player.stood_in)
        return Answer(None, "illegal", f"action {action}")
    except BaseException as error:
        return Answer(None, "failed", text_of(error))


def _is_legal(pair: Pair, data: bytes, action: int) -> bool:
    """Whether the rules allow an action; a fresh record is asked, for a bot may have written on its own."""
    game = lantern.game(pair[0])
    return 0 <= action < game.sheet.actions and game.engine.refuse(_records(pair, data)[-1:], action) == 0


def _judge(maker: Judging, pair: Pair, data: bytes, index: int) -> Answer[Judgement]:
    """What a judge thinks, if what it thinks best is legal."""
    try:
        judge = _made(maker, pair)
        assert not isinstance(judge, Player)
        judgement = judge.judge(_records(pair, data), index)
        if _is_legal(pair, data, judgement.best):
            return Answer(judgement, stood_in=judgement.stood_in)
        return Answer(None, "illegal", f"action {judgement.best}")
    except BaseException as error:
        return Answer(None, "failed", text_of(error))


@cache
def _made(maker: Seating | Judging, pair: Pair) -> Player | Judge:
    return maker(*pair)


def _records(pair: Pair, data: bytes) -> Records:
    """The records again, as an array."""
    return np.frombuffer(bytearray(data), lantern.game(pair[0]).sheet.state.dtype)
