"""Tables where some seats play by the convention, watched move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lantern.games.hanabi.board import MOST_HELD
from lantern.games.hanabi.knowledge import conceal
from lantern.games.hanabi.legality import random_action, refusal
from lantern.games.hanabi.play import apply, new_game
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import RUNNING, THIRD_ERROR, State
from lantern.kernel.engine import CHANCE, CHOICE, seed_all
from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, rule
from lantern.players import SCRATCH
from lantern.players.hanabi.careful import careful
from lantern.players.hanabi.convention import choose
from lantern.players.hanabi.convention_reading import Notes, start_notes, watch
from tests.hanabi.table import GAME

CLUB, CAREFUL, RANDOM = range(3)
TABLE, BEFORE, VIEW, VIEW_BEFORE = range(SCRATCH, SCRATCH + 4)
"""The rows of states; those before are for the bots to think with."""
PEEK = 10
"""The first of the notes that are kept by seats which see their own hands; those before by seats that do not."""
MOVES, ILLEGAL, PEEKED, FATAL, ERRORS, DISTRUSTED, SCORE = range(7)


@rule
def notes_differ(one: Notes, other: Notes, state: State) -> bool:
    """Whether two seats noted different things."""
    for seat in range(state.seats):
        for position in range(MOST_HELD):
            if one.known[seat, position] != other.known[seat, position]:
                return True
            if one.giver[seat, position] != other.giver[seat, position]:
                return True
    return bool(one.trusted != other.trusted)


@rule
def choose_as(player: int, states: Records, mind: Records, stream: Stream) -> int:
    """What a player chooses on the first of the states."""
    if player == CAREFUL:
        return careful(states[0], stream)
    if player == RANDOM:
        return random_action(states[0], stream)
    return choose(states[0], mind, stream, states)


@entry("hanabi: a table of the club, watched")
def play_watched(states: Records, notes: Records, streams: Records, lineup: Cells, out: Cells) -> None:
    """Play a game; count moves, errors, and what should not happen."""
    state = states[TABLE]
    new_game(state, streams[0])
    for seat in range(state.seats):
        states[VIEW] = state
        conceal(states[VIEW], seat)
        start_notes(notes[2 * seat], states[VIEW], seat)
        start_notes(notes[PEEK + 2 * seat], state, seat)
    while state.end == RUNNING:
        seat = state.to_act
        states[0] = state
        conceal(states[0], seat)
        streams[2] = streams[1]
        action = choose_as(lineup[seat], states, notes[2 * seat : 2 * seat + 2], streams[1])
        states[0] = state
        peeked = choose_as(lineup[seat], states, notes[PEEK + 2 * seat : PEEK + 2 * seat + 2], streams[2])
        out[PEEKED] += peeked != action
        if refusal(state, action) != 0:
            out[ILLEGAL] += 1
            break
        states[BEFORE] = state
        apply(state, action, streams[0])
        out[MOVES] += 1
        if state.errors > states[BEFORE].errors:
            out[ERRORS] += 1
            out[FATAL] += state.end == THIRD_ERROR and lineup[seat] == CLUB
        for watcher in range(state.seats):
            states[VIEW_BEFORE] = states[BEFORE]
            states[VIEW] = state
            conceal(states[VIEW_BEFORE], watcher)
            conceal(states[VIEW], watcher)
            watch(notes[2 * watcher], states[VIEW_BEFORE], states[VIEW], watcher)
            watch(notes[PEEK + 2 * watcher], states[BEFORE], state, watcher)
            out[PEEKED] += notes_differ(notes[2 * watcher], notes[PEEK + 2 * watcher], state)
    for seat in range(state.seats):
        if lineup[seat] == CLUB:
            out[DISTRUSTED] |= (1 << state.seats) - 1 - notes[2 * seat].trusted
    out[SCORE] = team_score(state)


@dataclass
class Watched:
    """What was seen in a game."""

    moves: int
    illegal: int
    peeked: int
    """Moves after which somebody's notes or choice depended on his own hidden cards."""
    fatal: int
    """Third errors made by a seat of the club."""
    errors: int
    distrusted: int
    """The set of seats that some seat of the club does not trust."""
    score: int


def watched(lineup: list[int], seed: int, **options: Any) -> Watched:
    """A game of seats that play by the convention, or not."""
    states = new_records(State, VIEW_BEFORE + 1)
    states[TABLE : TABLE + 1] = GAME.match(players=len(lineup), seed=seed, **options).state
    streams = new_records(Stream, 3)
    seed_all(streams, seed, CHANCE, 0, 1)
    seed_all(streams[1:], seed, CHOICE, 0, 1)
    out = np.zeros(7, np.int64)
    play_watched(states, new_records(Notes, 2 * PEEK), streams, np.array(lineup, np.int64), out)
    return Watched(*out.tolist())


def mean(lineup: list[int], games: int, **options: Any) -> float:
    """The points of some games, on average."""
    return sum(watched(lineup, seed, **options).score for seed in range(games)) / games
