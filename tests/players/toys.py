"""Bots for the toy: one of every kind, each simple enough to know what it does."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pytest

from lantern.kernel.bits import count_bits, nth_bit
from lantern.kernel.record import Cells, Records, State, record, word
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.players import UNDECIDED, Bot, Memory, Thinking, thinker
from tests.toy.actions import ACTIONS, END_TURN
from tests.toy.board import UNKNOWN
from tests.toy.legality import legal_set


@rule
def last_legal(state: State, rng: Stream) -> int:
    """End the turn when that is legal, else draw, else place as far right as can be."""
    legal = legal_set(state)
    return nth_bit(legal, count_bits(legal) - 1)


@record
class Diary:
    """What the witness keeps."""

    seat: int = word()
    watched: int = word()  # actions seen
    told: int = word()  # cards of others or of the deck that it was shown
    step: int = word()  # a setting: by how many actions it moves on


@rule
def begin(diary: Any, state: State, seat: int) -> None:
    diary.seat = seat
    diary.watched = diary.told = 0
    count_told(diary, state)


@rule
def count_told(diary: Any, state: State) -> None:
    """What it sees of others' hands."""
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            if seat != diary.seat and state.hand[seat, position] != UNKNOWN:
                diary.told += 1


@rule
def watch(diary: Any, before: State, after: State, seat: int) -> None:
    diary.watched += 1
    if legal_set(after) != 0:
        count_told(diary, before)
        count_told(diary, after)


@rule
def by_diary(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
    """A legal action by what was watched; the last one if it was ever told a secret or sits on another's seat."""
    legal = legal_set(state)
    diary = mind[0]
    if diary.told > 0 or diary.seat != state.to_act:
        return END_TURN
    return nth_bit(legal, (diary.step * diary.watched + diary.seat) % count_bits(legal))


@record
class Votes:
    """What the voter keeps while it thinks."""

    votes: Cells = word(ACTIONS)
    rounds: int = word()
    used: int = word()  # the action that was voted for, in the row to use at will


@rule
def start(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
    for action in range(ACTIONS):
        mind[0].votes[action] = 0
    legal = legal_set(state)
    return nth_bit(legal, 0) if count_bits(legal) == 1 else UNDECIDED


@rule
def think(state: State, mind: Records, rng: Stream, scratch: Records, rounds: int, after: int) -> int:
    legal = legal_set(state)
    for _ in range(rounds):
        mind[1].used = nth_bit(legal, draw(rng, count_bits(legal)))
        mind[0].votes[mind[1].used] += 1
    return rounds


@rule
def merge(votes: Any, other: Any) -> None:
    for action in range(ACTIONS):
        votes.votes[action] += other.votes[action]


@rule
def best(votes: Any) -> int:
    chosen = 0
    for action in range(ACTIONS):
        if votes.votes[action] > votes.votes[chosen]:
            chosen = action
    return chosen


HASTY = Bot("hasty", "does as little as it can", last_legal)
WITNESS = Bot("witness", "goes by what it has watched", by_diary, Memory(Diary, begin, watch), settings={"step": 1.0})
VOTING = Thinking(start, think, merge, best)
VOTER = thinker("voter", "lets chance vote", Memory(Votes, rows=2), VOTING, {"rounds": 7.0})
TOYS = [HASTY, WITNESS, VOTER]


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy has these bots."""
    put_module(monkeypatch, "lantern.players.toy", BOTS=TOYS)


def put_module(monkeypatch: pytest.MonkeyPatch, name: str, **contents: object) -> None:
    """A package with some contents, as if there were a folder of that name."""
    module = ModuleType(name)
    module.__spec__ = ModuleSpec(name, None, is_package=True)
    module.__path__ = []
    vars(module).update(contents)
    monkeypatch.setitem(sys.modules, name, module)
