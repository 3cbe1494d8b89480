"""All that a table needs is compiled or read from disk before a server listens, so that nobody waits while others play.

What is not on disk yet is compiled first, every game in a process of its own.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Sequence

import lantern
from lantern.kernel import cache
from lantern.kernel.batch import cores
from lantern.kernel.game import Game
from lantern.kernel.record import new_records
from lantern.kernel.rng import MatchStream
from lantern.kernel.rule import is_prepared
from lantern.players.reasons import proposed
from lantern.server.scheduling import Claim
from lantern.server.thinking import LOADING_S
from lantern.server.workers import Workers, text_of

LONGEST = "khan"
"""The game that takes as long to compile as two others, and is begun with."""


def warm_up(say: Callable[[str], None]) -> None:
    """Have all games ready on disk and in this process."""
    missing = [game for game in _games() if not is_compiled(game)]
    if missing:
        asyncio.run(compile_games(missing, say))
    read_in()


def read_in() -> None:
    """Have all games ready in this process."""
    for game in _games():
        use(game)
    gc.collect()
    gc.freeze()  # what is there now stays: the collector need not walk through it while people wait


def _games() -> list[Game]:
    return [lantern.game(name) for name in lantern.names()]


def is_compiled(game: Game) -> bool:
    """Whether the rules of a move, which are most of what a table needs, are on disk."""
    return is_prepared(game.engine.step, game.records(game.options(), 1), new_records(MatchStream, 1), 0)


def use(game: Game) -> None:
    """Do once all that is done at a table."""
    match = game.match(seed=1)
    assert match.to_act is not None
    action = match.numbers()[0]
    match.why_not(action)
    proposed(game, match.concealed(match.to_act - 1), action)
    match.play(action)
    match.view(match.to_act)
    match.view(None)
    match.breakdown()


async def compile_games(games: Sequence[Game], say: Callable[[str], None]) -> None:
    """Compile games side by side, and say how far that is. What fails here is tried once more by who needs it."""
    began = time.monotonic()
    workers = Workers(min(cores(), len(games)))

    async def compile_one(game: Game) -> str:
        try:
            async with workers.one(game.name, Claim(game.name)) as worker:
                await worker.ask(LOADING_S, _compile, game.name)
        except Exception as error:
            return f"{game.sheet.title} could not be compiled beside the others ({text_of(error)})"
        return f"{game.sheet.title} is compiled"

    say(f"compiling {', '.join(game.sheet.title for game in games)}: this is done once and takes a minute or two")
    try:
        await workers.start()
        longest_first = sorted(games, key=lambda game: game.name != LONGEST)
        compiling = [asyncio.create_task(compile_one(game)) for game in longest_first]
        for done, words in enumerate(asyncio.as_completed(compiling), 1):
            say(f"{await words}: {done} of {len(games)}, after {time.monotonic() - began:.0f} s")
    finally:
        await workers.close()


def _compile(name: str) -> None:
    """In a worker."""
    cache.announce = lambda message: None
    use(lantern.game(name))
