"""Tables where some seats are taken by one and the same bot, watched move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lantern.games.hanabi import SHEET, ends
from lantern.games.hanabi.knowledge import conceal
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import State
from lantern.kernel.engine import shared_rules
from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, rule, shared
from lantern.kernel.seeds import CHANCE, CHOICE, seed_all
from lantern.players import SCRATCH, Bot, Memory, apart
from lantern.players.hanabi.careful import careful
from lantern.players.player import new_mind
from tests.hanabi.box import GAME

MEMBER, CAREFUL, RANDOM = range(3)
"""Who sits on a seat: the bot that the table is for, or a stranger."""
TABLE, BEFORE, VIEW, VIEW_BEFORE = range(SCRATCH, SCRATCH + 4)
"""The rows of states; those before are for the bots to think with."""
MOVES, ILLEGAL, PEEKED, UNLIKE, WRONG, FATAL, DISTRUSTED, SCORE = range(8)


@dataclass
class Watched:
    """What was seen in a game."""

    moves: int
    illegal: int
    peeked: int
    """How often somebody would have chosen otherwise if his own hand lay open."""
    unlike: int
    """How often somebody would have kept something else in mind then."""
    wrong: int
    """How often what somebody kept in mind was not so."""
    fatal: int
    """Third errors made by a member."""
    distrusted: int
    """The set of seats that some member does not trust."""
    score: int


@dataclass(frozen=True)
class Looks:
    """Rules that look into memories."""

    differ: Callable[..., bool]
    """(memory, other, state): whether two of them do."""
    is_wrong: Callable[..., bool]
    """(memory, state): whether one is at odds with the cards."""
    trusted: Callable[..., int]
    """(memory): the set of seats that are trusted."""


def watching(bot: Bot, memory: Memory, looks: Looks, alike: bool) -> Callable[..., None]:
    """An entry that plays a game and counts what happens, above all what should not.

    Every seat has two minds, one by what it sees and one by what it would see if its own hand lay open; where all are
    to keep the same in mind, the latter is that of one who has no seat and sees all hands.
    """
    rules, choose_carefully = shared_rules(SHEET), shared(careful)
    new_game, random_action, refusal, apply = rules.new_game, rules.random_action, rules.refusal, rules.apply
    choose, begin, watch, rows = bot.choose, memory.begin, memory.watch, memory.rows
    differ, is_wrong, trusted = looks.differ, looks.is_wrong, looks.trusted
    assert watch is not None

    @rule
    def choose_as(player: int, states: Records, mind: Records, stream: Stream) -> int:
        if player == CAREFUL:
            return choose_carefully(states[0], stream)
        if player == RANDOM:
            return random_action(states[0], stream)
        return choose(states[0], mind, stream, states)

    @entry(f"hanabi: a table of {bot.kind}, watched")
    def play_watched(
        states: Records, minds: Records, open_minds: Records, streams: Records, lineup: Cells, out: Cells
    ) -> None:
        state = states[TABLE]
        new_game(state, streams[0])
        for seat in range(state.seats):
            states[VIEW] = state
            conceal(states[VIEW], seat)
            begin(minds[rows * seat], states[VIEW], seat)
            begin(open_minds[rows * seat], state, -1 if alike else seat)
        while state.end == ends.RUNNING:
            seat = state.to_act
            first, last = rows * seat, rows * seat + rows
            streams[2] = streams[1]
            states[0] = state
            conceal(states[0], seat)
            action = choose_as(lineup[seat], states, minds[first:last], streams[1])
            states[0] = state
            out[PEEKED] += choose_as(lineup[seat], states, minds[first:last], streams[2]) != action
            if refusal(state, action) != 0:
                out[ILLEGAL] += 1
                break
            states[BEFORE] = state
            apply(state, action, streams[0])
            out[MOVES] += 1
            out[FATAL] += state.end == ends.THIRD_ERROR and lineup[seat] == MEMBER
            for watcher in range(state.seats):
                kept, other = minds[rows * watcher], open_minds[rows * watcher]
                states[VIEW_BEFORE] = states[BEFORE]
                states[VIEW] = state
                conceal(states[VIEW_BEFORE], watcher)
                conceal(states[VIEW], watcher)
                watch(kept, states[VIEW_BEFORE], states[VIEW], watcher)
                watch(other, states[BEFORE], state, -1 if alike else watcher)
                out[UNLIKE] += differ(kept, other, state)
                out[WRONG] += is_wrong(kept, state)
        for seat in range(state.seats):
            if lineup[seat] == MEMBER:
                out[DISTRUSTED] |= (1 << state.seats) - 1 - trusted(minds[rows * seat])
        out[SCORE] = team_score(state)

    return play_watched


class WatchedTable:
    """A table for a bot."""

    def __init__(self, bot: Bot, looks: Looks, *, alike: bool = False) -> None:
        self._bot = bot = apart(bot)
        assert bot.memory is not None
        self._play = watching(bot, bot.memory, looks, alike)

    def watched(self, lineup: list[int], seed: int, **options: Any) -> Watched:
        """A game of members and strangers."""
        seats = len(lineup)
        states = new_records(State, VIEW_BEFORE + 1)
        states[TABLE : TABLE + 1] = GAME.match(players=seats, seed=seed, **options).state
        streams = new_records(Stream, 3)
        seed_all(streams, seed, CHANCE, 0, 1)
        seed_all(streams[1:], seed, CHOICE, 0, 1)
        minds, out = [new_mind(self._bot, seats, states[TABLE]) for _ in range(2)], np.zeros(SCORE + 1, np.int64)
        self._play(states, *minds, streams, np.array(lineup, np.int64), out)
        return Watched(*out.tolist())

    def mean(self, lineup: list[int], games: int, **options: Any) -> float:
        """The points of some games, on average."""
        return sum(self.watched(lineup, seed, **options).score for seed in range(games)) / games
