"""A bot at a table: it chooses on what its seat has seen, at once or after some thinking on all cores."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from lantern import games
from lantern.kernel.batch import checked_threads
from lantern.kernel.copies import Apart
from lantern.kernel.errors import WrongCall, quoted
from lantern.kernel.game import Game, Match
from lantern.kernel.haste import is_hurried
from lantern.kernel.reading import read_count
from lantern.kernel.record import Records, State, byte, new_records, record
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, is_at_hand, rule
from lantern.kernel.seeds import CHOICE, MOST_SEED, seed_all
from lantern.players import MOST_ROUNDS, ROUNDS, SCRATCH, UNDECIDED, Bot, Memory, apart, bot, stand_in

FEW_ROUNDS = 8
"""How many rounds a bot thinks before it knows how long a round takes."""
SLICE_S = 0.02
"""How long it thinks before it looks at the clock again."""


@record
class Nothing:
    """What a bot keeps in mind that keeps nothing in mind."""

    nothing: int = byte()


def empty_mind(bot: Bot, seats: int) -> Records:
    """Room for what a bot keeps in mind on some seats, the memory's `rows` of records for each."""
    return new_records(bot.memory.record, seats * bot.memory.rows) if bot.memory else new_records(Nothing, seats)


def new_mind(bot: Bot, seats: int, state: State) -> Records:
    """The same with what it knows of a state's table before a match begins."""
    mind = empty_mind(bot, seats)
    bot.fill(mind, state)
    return mind


def seen_from(match: Match, index: int, watching: bool) -> Records:
    """What a seat, from 0, has seen: the whole match if it is watching, otherwise the present."""
    return match.watched(index) if watching else match.concealed(index)


def _no_limit() -> float:
    """A bot thinks for as long as it was given."""
    return math.inf


class Player(Apart):
    """A bot at a table.

    It stops thinking where more of it would not change its choice, unless it is thorough.
    """

    shared = ("bot", "_decide", "_conclude")
    instead = "lantern.bot makes it anew from its name and seed"

    def __init__(self, game: Game, bot: Bot, seed: int, threads: int | None = None, *, thorough: bool = False) -> None:
        self.bot, self._game = bot, game.name
        self._never_enough = MOST_ROUNDS if thorough else 0
        self._threads = checked_threads(threads) if bot.thinking and bot.seconds else 1
        self._minds = [empty_mind(bot, 1) for _ in range(self._threads)]
        self._scratch = [new_records(game.sheet.state, SCRATCH) for _ in range(self._threads)]
        self._choices = [new_records(Stream, 1) for _ in range(self._threads)]
        self._decide = _door(game, bot)
        self._conclude = _concluding(game, bot)
        self.latest: Callable[[], float] = _no_limit
        """By when (`time.monotonic`) it has to choose, whatever time it was given: asked while it thinks."""
        self.hurried = False
        """Whether it would have thought longer about its last choice."""
        self.thought = 0
        """How many rounds it thought about its last choice, all threads together."""
        self.stood_in = False
        """Whether another bot made its last choice: its own rules are not compiled yet, and nobody waits for that."""
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Let what the bot leaves to chance follow from another seed."""
        self._seed = seed = read_count(seed, "seed", 0, MOST_SEED)
        for thread, choice in enumerate(self._choices):
            seed_all(choice, seed + thread, CHOICE, 0, 1)

    def load(self, seen: Records) -> bool:
        """Compile the bot's rules for such records, or read them from disk, without asking it for a choice.

        Whether they are compiled now; in a hurry they may not be.
        """
        place = self._minds[0], self._choices[0], self._scratch[0]
        decides = is_at_hand(self._decide, seen, *place, 0, 0, False)
        return decides and (not self.bot.thinking or is_at_hand(self._conclude, self._minds[0], self._minds[0]))

    def choose(self, match: Match) -> int:
        """The action this bot takes in a match where it is to act."""
        if not isinstance(match, Match) or match.game.name != self._game:
            raise WrongCall(f"this bot plays {self._game}: {quoted(match)} is no match of it")
        if match.to_act is None:
            raise WrongCall("the match is over: there is nothing to choose")
        return self.choose_on(seen_from(match, match.to_act - 1, self.bot.watches))

    def choose_on(self, seen: Records) -> int:
        """The action this bot takes on the last of some records, all concealed for the seat that is to act there.

        A bot that watches is given the match from its first record on; any other needs the last one only.
        """
        self.thought, self.hurried, self.stood_in = 0, False, False
        if not self.bot.thinking:
            return self._begin(0, seen)
        if is_hurried() and not self.load(seen):
            self.stood_in = True
            self._stand_in.reseed(self._seed)
            return self._stand_in.choose_on(seen)
        action = self._begin(0, seen)
        if action != UNDECIDED:
            return action
        if self.bot.seconds is None:
            self.thought = self._think(0, seen, int(self.bot.settings[ROUNDS]), 0)
        else:
            self._think_together(seen, time.monotonic() + self.bot.seconds)
        return self._best()

    @cached_property
    def _stand_in(self) -> Player:
        """Who chooses while this bot's rules are not compiled."""
        game = games.game(self._game)
        return Player(game, stand_in(game), 0)

    def _begin(self, thread: int, seen: Records) -> int:
        """Begin to think on a thread; the action, if there is nothing to think about."""
        place = self._minds[thread], self._choices[thread], self._scratch[thread]
        self.bot.fill(self._minds[thread], seen[-1])
        return int(self._decide(seen, *place, 0, 0, True))

    def _think(self, thread: int, seen: Records, rounds: int, after: int) -> int:
        """Think on, when about so many rounds more are to come; how many it thought, fewer if more change nothing."""
        place = self._minds[thread], self._choices[thread], self._scratch[thread]
        return int(self._decide(seen, *place, rounds, after + self._never_enough, False))

    def _think_together(self, seen: Records, deadline: float) -> None:
        """Think on all threads, each with a mind of its own, until the time is over."""
        with ThreadPoolExecutor(self._threads) as threads:
            self.thought = sum(threads.map(lambda one: self._think_until(one, seen, deadline), range(self._threads)))

    def _think_until(self, thread: int, seen: Records, deadline: float) -> int:
        """Think on one thread until the time is over; for how many rounds."""
        if thread > 0:
            self._begin(thread, seen)
        rounds, after, thought = FEW_ROUNDS, MOST_ROUNDS, 0
        now = time.monotonic()
        while now < deadline or thought == 0:
            if thought > 0 and now >= self.latest():
                self.hurried = True
                break
            began = now
            done = self._think(thread, seen, rounds, after)
            thought += done
            if done < rounds:
                break
            now = time.monotonic()
            left = int(rounds * (deadline - now) / max(now - began, 1e-6))
            rounds = max(1, min(left, int(rounds * SLICE_S / max(now - began, 1e-6))))
            after = max(0, left - rounds)
        return thought

    def _best(self) -> int:
        """What all minds together hold best."""
        for mind in self._minds[1:]:
            self._conclude(self._minds[0], mind)
        return int(self._conclude(self._minds[0], self._minds[0][:0]))


Door = Callable[[Records, Records, Records, Records, int, int, bool], int]
"""(seen, mind, choice, scratch, rounds, after, fresh): choose, or begin to think if fresh, or think on for some rounds
with more to come after them; the action, UNDECIDED, or how many rounds it thought."""


def _door(game: Game, bot: Bot) -> Door:
    """A bot's rules as an entry for one match."""
    level, bot = bot.kind, apart(bot)
    if bot.memory is None:
        return _mindless(game, level, bot.choose)
    if bot.thinking is None:
        return _minded(game, level, bot.memory, bot.choose, _no_thought)
    return _minded(game, level, bot.memory, bot.thinking.start, bot.thinking.think)


def _mindless(game: Game, level: str, choose: Callable[..., int]) -> Door:
    @entry(f"{game.name}: bot {{level}}", level=level)
    def decide(
        seen: Records, mind: Records, choice: Records, scratch: Records, rounds: int, after: int, fresh: bool
    ) -> int:
        return choose(seen[len(seen) - 1], choice[0])

    return decide


def _minded(game: Game, level: str, memory: Memory, start: Callable[..., int], think: Callable[..., int]) -> Door:
    """The memory is made anew from what the seat has seen: nothing has to be kept between two decisions."""
    begin, watch, seat_to_act = memory.begin, memory.watch or _look_away, game.sheet.rules.seat_to_act

    @entry(f"{game.name}: bot {{level}}", level=level)
    def decide(
        seen: Records, mind: Records, choice: Records, scratch: Records, rounds: int, after: int, fresh: bool
    ) -> int:
        last = len(seen) - 1
        if not fresh:
            return think(seen[last], mind, choice[0], scratch, rounds, after)
        seat = seat_to_act(seen[last])
        begin(mind[0], seen[0], seat)
        for ply in range(last):
            watch(mind[0], seen[ply], seen[ply + 1], seat)
        return start(seen[last], mind, choice[0], scratch)

    return decide


def _concluding(game: Game, bot: Bot) -> Callable[[Records, Records], int]:
    """An entry that adds what another mind found, if there is one, and says what is best."""
    if bot.thinking is None:
        return lambda mind, other: UNDECIDED
    thinking = apart(bot).thinking
    assert thinking is not None
    merge, best = thinking.merge, thinking.best

    @entry(f"{game.name}: what {{level}} holds best", level=bot.kind)
    def conclude(mind: Records, other: Records) -> int:
        if len(other) > 0:
            merge(mind[0], other[0])
        return best(mind[0])

    return conclude


@rule
def _look_away(memory: object, before: State, after: State, seat: int) -> None:
    """See nothing."""


@rule
def _no_thought(state: State, mind: Records, rng: Stream, scratch: Records, rounds: int, after: int) -> int:
    """Nothing is left to think about."""
    return 0


def seat(game: Game, name: str, seed: int) -> Player:
    """A bot, by its name, ready to take a seat."""
    return Player(game, bot(game, name), seed)


def ready(game: str, name: str, seed: int | None = None) -> Player:
    """A bot of a game, both by their names, ready to choose; what it leaves to chance follows from the seed, if any."""
    return seat(games.game(game), name, secrets.randbelow(MOST_SEED) if seed is None else seed)
