"""Tables where some seats play by hats, watched move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lantern import Match
from lantern.games.hanabi.board import MOST_HELD, UNKNOWN
from lantern.games.hanabi.knowledge import conceal
from lantern.games.hanabi.legality import random_action, refusal
from lantern.games.hanabi.play import apply, new_game
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import RUNNING, State
from lantern.kernel.engine import CHANCE, CHOICE, seed_all
from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, rule
from lantern.players import SCRATCH
from lantern.players.hanabi.careful import careful
from lantern.players.hanabi.hats import begin, choose
from lantern.players.hanabi.hearing import hear
from lantern.players.hanabi.public import Memory
from lantern.players.hanabi.search import EXPERT
from tests.hanabi.table import GAME

BY_HATS, CAREFUL, RANDOM, AHEAD = range(4)
SHORTLY = EXPERT.with_settings({"rounds": 3, "deck": 6}, "expert:rounds=3:deck=6")
"""How AHEAD thinks."""
choose_ahead = EXPERT.choose
TABLE, BEFORE, VIEW_BEFORE, VIEW = range(4)
"""The rows of states; more follow for AHEAD to think with: from VIEW on they are its scratch."""
WITNESS = 10
"""The memory of one who sees all hands, after two rows of each seat."""
MOVES, ILLEGAL, UNLIKE, PEEKED, WRONG, DISTRUSTED, SCORE = range(7)


@rule
def tables_differ(one: Memory, other: Memory, state: State) -> bool:
    """Whether two memories hold different public tables."""
    if one.trusted != other.trusted:
        return True
    for seat in range(state.seats):
        for position in range(MOST_HELD):
            if one.possible[seat, position] != other.possible[seat, position]:
                return True
            if one.source[seat, position] != other.source[seat, position]:
                return True
    return False


@rule
def is_wrong(memory: Memory, state: State) -> bool:
    """Whether a table excludes what a card in sight is."""
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            kind = state.hand[seat, position]
            if kind != UNKNOWN and not memory.possible[seat, position] >> kind & 1:
                return True
    return False


@entry("hanabi: a table of hats, watched")
def play_watched(states: Records, memories: Records, streams: Records, lineup: Cells, out: Cells) -> None:
    """Play a game; count moves, and moves after which something was not as it should be."""
    state = states[TABLE]
    new_game(state, streams[0])
    for seat in range(state.seats):
        states[VIEW] = state
        conceal(states[VIEW], seat)
        begin(memories[2 * seat], states[VIEW], seat)
    begin(memories[WITNESS], state, -1)
    while state.end == RUNNING and out[ILLEGAL] == 0:
        seat = state.to_act
        states[VIEW] = state
        conceal(states[VIEW], seat)
        streams[2] = streams[1]
        if lineup[seat] == BY_HATS:
            action = choose(states[VIEW], memories[2 * seat], streams[1])
            if choose(state, memories[2 * seat], streams[2]) != action:
                out[PEEKED] += 1
        elif lineup[seat] == CAREFUL:
            action = careful(states[VIEW], streams[1])
        elif lineup[seat] == RANDOM:
            action = random_action(states[VIEW], streams[1])
        else:
            mind = memories[2 * seat : 2 * seat + 2]
            action = choose_ahead(states[VIEW], mind, streams[1], states[VIEW:])
            if choose_ahead(state, mind, streams[2], states[VIEW:]) != action:
                out[PEEKED] += 1
        if refusal(state, action) != 0:
            out[ILLEGAL] += 1
            break
        states[BEFORE] = state
        apply(state, action, streams[0])
        out[MOVES] += 1
        hear(memories[WITNESS], states[BEFORE], state, -1)
        for watcher in range(state.seats):
            states[VIEW_BEFORE] = states[BEFORE]
            states[VIEW] = state
            conceal(states[VIEW_BEFORE], watcher)
            conceal(states[VIEW], watcher)
            hear(memories[2 * watcher], states[VIEW_BEFORE], states[VIEW], watcher)
            if tables_differ(memories[2 * watcher], memories[WITNESS], state):
                out[UNLIKE] += 1
        if is_wrong(memories[WITNESS], state):
            out[WRONG] += 1
    out[DISTRUSTED] = (1 << state.seats) - 1 - memories[WITNESS].trusted
    out[SCORE] = team_score(state)


@entry("hanabi: a seat begins to watch by hats")
def begin_watching(memories: Records, seen: Records, seat: int) -> None:
    """The first record of a match is seen."""
    begin(memories[0], seen[0], seat)


@entry("hanabi: a seat sees an action by hats")
def see_action(memories: Records, seen: Records, seat: int) -> bool:
    """The records before and after an action are seen; whether what is then thought of a hand in sight is wrong."""
    hear(memories[0], seen[0], seen[1], seat)
    return is_wrong(memories[0], seen[1])


class Watcher:
    """Keeps in mind a match that is played, move by move, as a seat (from 0) sees it; -1 sees all hands."""

    def __init__(self, match: Match, index: int) -> None:
        self.index = index
        self.memory = new_records(Memory, 1)
        self.last = self._look(match)
        begin_watching(self.memory, self.last, index)

    def _look(self, match: Match) -> Records:
        return match.concealed(self.index) if self.index >= 0 else match.state

    def see(self, match: Match) -> bool:
        """Somebody acted; whether what is now thought of a hand in sight is wrong."""
        before, self.last = self.last, self._look(match)
        return see_action(self.memory, np.concatenate([before, self.last]), self.index)

    @property
    def distrusted(self) -> int:
        """The set of seats that broke the convention."""
        return (1 << int(self.last["seats"][0])) - 1 - int(self.memory["trusted"][0])


def tables_of(memories: Records) -> list[bytes]:
    """What lasts in a memory from move to move."""
    return [memories[0][name].tobytes() for name in ("possible", "hidden", "source", "trusted")]


@dataclass
class Watched:
    """What was seen in a game."""

    moves: int
    illegal: int
    unlike: int
    peeked: int
    wrong: int
    distrusted: int
    score: int


def watched(lineup: list[int], seed: int, **options: Any) -> Watched:
    """A game of seats that play by hats, or not."""
    states = new_records(State, VIEW + SCRATCH)
    states[:1] = GAME.match(players=len(lineup), seed=seed, **options).state
    streams = new_records(Stream, 3)
    seed_all(streams, seed, CHANCE, 0, 1)
    seed_all(streams[1:], seed, CHOICE, 0, 1)
    out = np.zeros(7, np.int64)
    memories = new_records(Memory, WITNESS + 1)
    SHORTLY.fill(memories)
    play_watched(states, memories, streams, np.array(lineup, np.int64), out)
    return Watched(*out.tolist())
