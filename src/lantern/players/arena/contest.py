"""Whole games between bots in one compiled call: each sees its own seat's records and has a mind of its own.

A bot without a memory chooses on the concealed state alone. One with a memory is told how the game begins and every
action of anybody as its seat sees it, in records that are its own for the match. Bots that differ in settings only are
of one kind and compiled once; their settings lie in their minds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.contract import Rules
from lantern.kernel.engine import shared_rules
from lantern.kernel.game import Game
from lantern.kernel.record import Cells, Records, State, long, new_records, record
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, rule
from lantern.players import MOST_SEATS, SCRATCH, Bot, apart, check_seats
from lantern.players.player import empty_mind, new_mind

BEFORE, AFTER = SCRATCH, SCRATCH + 1
"""Rows of the scratch records in which a watcher's views of an action are made."""
ROWS = SCRATCH + 2
KIND, NUMBER = range(2)
"""What a lineup says of a seat: which kind of bot sits there, and which of that kind."""


@record
class Outcome:
    """How a game ended."""

    points: Cells = long(MOST_SEATS)  # [seat]
    standing: Cells = long(MOST_SEATS)  # [seat] the higher is ahead
    length: int = long()  # moves
    ending: int = long()  # why it is over


class Room(NamedTuple):
    """What it takes to play games one after the other."""

    scratch: Records
    minds: tuple[Records, ...]


class Company:
    """Some bots, sorted by their kinds, and the entry that plays games between them.

    What is compiled depends on the kinds alone. If others are named, who may come another day, it serves them too.
    """

    def __init__(self, game: Game, bots: Sequence[Bot], others: Iterable[Bot] = ()) -> None:
        check_seats(game.sheet)
        self.game, self.bots = game, bots
        everybody = [*bots, *others]
        names = sorted({bot.kind for bot in everybody})
        self.kinds = [next(bot for bot in everybody if bot.kind == name) for name in names]
        self._of_kind = [[bot for bot in bots if bot.kind == name] for name in names]
        self.play = contest(game, self.kinds)

    def lineups(self, seatings: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """[game, seat, KIND or NUMBER] from which bot sits where."""
        return np.array([[self._place(self.bots[number]) for number in seating] for seating in seatings], np.int64)

    def _place(self, bot: Bot) -> tuple[int, int]:
        """A bot's kind, and which of that kind it is."""
        kind = next(kind for kind, known in enumerate(self.kinds) if known.kind == bot.kind)
        return kind, self._of_kind[kind].index(bot)

    def room(self, table: State) -> Room:
        """Room for what each bot keeps in mind on each seat of a state's table, and for all bots to think."""
        return Room(
            new_records(self.game.sheet.state, ROWS),
            tuple(
                np.concatenate([new_mind(bot, table.seats, table) for bot in of_one] or [empty_mind(kind, 0)])
                for kind, of_one in zip(self.kinds, self._of_kind, strict=True)
            ),
        )


def contest(game: Game, kinds: Sequence[Bot]) -> Callable[..., None]:
    """An entry that plays games between bots of some kinds, each bot with records of its own for every seat.

    (states, chance, choice, lineups, scratch, minds, outcomes, actions, first, last): the states are left as the games
    ended; of every game as many actions are written down as there is room for.
    """
    rules, kinds = shared_rules(game.sheet), [apart(bot) for bot in kinds]
    new_game, ending, seat_to_act, apply = rules.new_game, rules.ending, rules.seat_to_act, rules.apply
    conceal, scores, standing = rules.conceal, rules.scores, rules.standing
    choose, begin, watch = _choosing(kinds), _beginning(kinds, rules), _watching(kinds, rules)
    minded = any(bot.memory is not None for bot in kinds)
    watched = any(bot.watches for bot in kinds)

    @entry(f"{game.name}: contest of {{bots}}", bots=", ".join(bot.kind for bot in kinds))
    def play(
        states: Records,
        chance: Records,
        choice: Records,
        lineups: Cells,
        scratch: Records,
        minds: Any,
        outcomes: Records,
        actions: Any,
        first: int,
        last: int,
    ) -> None:
        for i in range(first, last):
            state, outcome = states[i], outcomes[i]
            new_game(state, chance[i])
            if minded:
                for seat in range(state.seats):
                    begin(lineups[i, seat, KIND], lineups[i, seat, NUMBER], state, seat, minds, scratch)
            moves = 0
            while ending(state) == 0:
                seat = seat_to_act(state)
                scratch[0] = state
                conceal(scratch[0], seat)
                kind, number = lineups[i, seat, KIND], lineups[i, seat, NUMBER]
                action = choose(kind, number, scratch[0], seat, minds, choice[i], scratch)
                if moves < actions.shape[1]:
                    actions[i, moves] = action
                if watched:
                    scratch[BEFORE] = state
                apply(state, action, chance[i])
                if watched:
                    for watcher in range(state.seats):
                        watch(lineups[i, watcher, KIND], lineups[i, watcher, NUMBER], state, watcher, minds, scratch)
                moves += 1
            outcome.length = moves
            outcome.ending = ending(state)
            scores(state, outcome.points)
            standing(state, outcome.standing)

    return play


@rule
def first_row(number: int, seats: int, seat: int, rows: int) -> int:
    """Where the records of a bot on a seat begin among those of its kind, so many for every seat."""
    return (number * seats + seat) * rows


def _choosing(kinds: Sequence[Bot]) -> Callable[..., int]:
    """A rule that chooses as a bot of a given kind would."""
    last = len(kinds) - 1
    decide = _deciding(kinds[last], last)
    if last == 0:

        @rule
        def choose_only(
            kind: int, number: int, state: State, seat: int, minds: Any, rng: Stream, scratch: Records
        ) -> int:
            return decide(number, state, seat, minds, rng, scratch)

        return choose_only
    others = _choosing(kinds[:last])

    @rule
    def choose_one(kind: int, number: int, state: State, seat: int, minds: Any, rng: Stream, scratch: Records) -> int:
        if kind == last:
            return decide(number, state, seat, minds, rng, scratch)
        return others(kind, number, state, seat, minds, rng, scratch)

    return choose_one


def _deciding(bot: Bot, kind: int) -> Callable[..., int]:
    """A rule that chooses as the bots of one kind do."""
    choose = bot.choose
    if bot.memory is None:

        @rule
        def decide(number: int, state: State, seat: int, minds: Any, rng: Stream, scratch: Records) -> int:
            return choose(state, rng)

        return decide
    rows = bot.memory.rows

    @rule
    def decide_with_mind(number: int, state: State, seat: int, minds: Any, rng: Stream, scratch: Records) -> int:
        mine = first_row(number, state.seats, seat, rows)
        return choose(state, minds[kind][mine : mine + rows], rng, scratch[:SCRATCH])

    return decide_with_mind


def _beginning(kinds: Sequence[Bot], rules: Rules) -> Callable[..., None]:
    """A rule that lets a bot of a given kind begin a match."""

    @rule
    def none(kind: int, number: int, state: State, seat: int, minds: Any, scratch: Records) -> None:
        return

    begin = none
    for kind, bot in enumerate(kinds):
        if bot.memory is not None:
            begin = _begin_as(kind, bot.memory.begin, bot.memory.rows, rules.conceal, begin)
    return begin


def _begin_as(
    mine: int, start: Callable[..., None], rows: int, conceal: Callable[..., None], others: Callable[..., None]
) -> Callable[..., None]:
    @rule
    def begin(kind: int, number: int, state: State, seat: int, minds: Any, scratch: Records) -> None:
        if kind == mine:
            scratch[0] = state
            conceal(scratch[0], seat)
            start(minds[mine][first_row(number, state.seats, seat, rows)], scratch[0], seat)
        else:
            others(kind, number, state, seat, minds, scratch)

    return begin


def _watching(kinds: Sequence[Bot], rules: Rules) -> Callable[..., None]:
    """A rule that lets a bot of a given kind see an action; the state before it is in `scratch[BEFORE]`."""

    @rule
    def none(kind: int, number: int, state: State, seat: int, minds: Any, scratch: Records) -> None:
        return

    watch = none
    for kind, bot in enumerate(kinds):
        if bot.memory is not None and bot.memory.watch is not None:
            watch = _watch_as(kind, bot.memory.watch, bot.memory.rows, rules.conceal, watch)
    return watch


def _watch_as(
    mine: int, see: Callable[..., None], rows: int, conceal: Callable[..., None], others: Callable[..., None]
) -> Callable[..., None]:
    @rule
    def watch(kind: int, number: int, state: State, seat: int, minds: Any, scratch: Records) -> None:
        if kind == mine:
            scratch[0] = scratch[BEFORE]
            conceal(scratch[0], seat)
            scratch[AFTER] = state
            conceal(scratch[AFTER], seat)
            see(minds[mine][first_row(number, state.seats, seat, rows)], scratch[0], scratch[AFTER], seat)
        else:
            others(kind, number, state, seat, minds, scratch)

    return watch
