"""What a seat may do instead of what `hats` does, without misleading anybody."""

from __future__ import annotations

from lantern.games.hanabi.actions import DISCARD, HINT, PLAY
from lantern.games.hanabi.board import ALL_TOKENS
from lantern.games.hanabi.state import State
from lantern.kernel.rule import rule
from lantern.kernel.seats import seat_after
from lantern.players.hanabi.hats.bot import coded_hint, coded_place, someone_needs_hint
from lantern.players.hanabi.hats.hearing import is_fair, must_play
from lantern.players.hanabi.hats.needs import hints_first, means_no_hint, says_need
from lantern.players.hanabi.public import Memory

NONE = -1


@rule
def list_options(memory: Memory, state: State, usual: int) -> None:
    """The candidates, the usual action first: cards that may fit, discards that differ, the hint."""
    memory.options = 0
    add_option(memory, usual)
    list_plays(memory, state, usual)
    list_discards(memory, state)
    if state.tokens > 0 and usual < HINT and not misleads(memory, state):
        hint = coded_hint(memory, state)
        if hint != NONE:
            add_option(memory, hint)


@rule
def add_option(memory: Memory, action: int) -> None:
    """One more candidate."""
    memory.option[memory.options] = action
    memory.options += 1


@rule
def list_plays(memory: Memory, state: State, usual: int) -> None:
    """Cards that may fit, unless to play them says what is not so."""
    if hints_first(state) and someone_needs_hint(memory, state):
        return
    for position in range(state.held[state.to_act]):
        may_fit = memory.own[position] & memory.playable != 0 and is_fair(memory, state, position)
        if may_fit and position != usual and coded_place(memory, state, position, PLAY) == position:
            add_option(memory, position)


@rule
def list_discards(memory: Memory, state: State) -> None:
    """Discards of cards of which not the same is known, unless to discard says what is not so."""
    if state.tokens == ALL_TOKENS or must_play(memory, state):
        return
    if means_no_hint(state) and someone_needs_hint(memory, state):
        return
    for position in range(state.held[state.to_act]):
        if not is_listed(memory, position) and coded_place(memory, state, position, DISCARD) == position:
            add_option(memory, DISCARD + position)


@rule
def misleads(memory: Memory, state: State) -> bool:
    """Whether a hint says that the other of two players needs it, who does not."""
    other = seat_after(state.seats, state.to_act, 1)
    return says_need(memory, state, other) and not someone_needs_hint(memory, state)


@rule
def is_listed(memory: Memory, position: int) -> bool:
    """Whether the discard of a card of which as much is known is among the candidates."""
    for option in range(memory.options):
        action = memory.option[option]
        if action >= DISCARD and action < HINT and memory.own[action - DISCARD] == memory.own[position]:
            return True
    return False
