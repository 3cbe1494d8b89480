"""`hats` that thinks ahead: near the end, what `hats` would do is compared with what else could be done.

The seat deals itself the hands it may hold and the decks there may be, and plays each of these worlds to its end by
`hats`, once after every candidate. It departs from `hats` only for a gain that is no accident. Nobody draws
conclusions there from which kind of action was taken (hearing.py), so that it misleads nobody. With partners who do not
play by hats it plays as the club does (strangers.py).
"""

from __future__ import annotations

import numpy as np

from lantern import players
from lantern.games.hanabi.actions import DISCARD, HINT
from lantern.games.hanabi.board import ALL_TOKENS, NO_CARD
from lantern.games.hanabi.knowledge import gather_unseen, nth_allowed, shuffle_hidden_tiles, swap_cards
from lantern.games.hanabi.play import apply
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import RUNNING, TURN, State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Records
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import rule
from lantern.players import UNDECIDED, thinker
from lantern.players.hanabi.convention import choose as choose_at_club
from lantern.players.hanabi.hats import (
    choose,
    coded_hint,
    coded_place,
    is_understood,
    look_at_own,
    someone_needs_hint,
)
from lantern.players.hanabi.hearing import (
    anything_goes,
    hear,
    hints_first,
    is_fair,
    means_no_hint,
    must_play,
    public_plays,
    public_waste,
)
from lantern.players.hanabi.public import Memory, playable_kinds
from lantern.players.hanabi.strangers import Mind, begin, see

NONE = -1
CERTAINTY = 1
"""The square of how many standard errors a gain must be to count."""
HOPELESS = 4
"""The square of how many standard errors a candidate must lie behind the best to be tried no more, and ..."""
FEW = 8
"""... in how many worlds it is tried before."""
USUAL_DECK = np.array([0, 0, 50, 9, 9, 9], np.int64)
"""[seats] with at most so many cards left in the deck it thinks; two players do in the whole game."""
MOST_TRIES = 1000
"""How often it tries to deal itself a hand that fits, before it takes one that does not."""
WORLD, GAME, BEFORE = range(1, 4)
"""Rows of the scratch records: a world as dealt, the game played from it, and the position before a move."""


@rule
def start(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
    """What `hats` does if there is nothing to think about, or the club with strangers; else list the candidates."""
    memory = mind[0]
    if not is_understood(memory, state.to_act):
        return choose_at_club(state, mind, rng, scratch)
    usual = choose(state, memory, rng)
    if not is_open(memory, state, usual):
        return usual
    look_at_own(memory, state)
    list_options(memory, state, usual)
    for option in range(memory.options):
        memory.gain[option] = 0
        memory.spread[option] = 0
        memory.tried[option] = 0
    return UNDECIDED if memory.options > 1 else usual


@rule
def is_open(memory: Memory, state: State, usual: int) -> bool:
    """Whether there is something to think about: no tile, and no card that has to be played by convention."""
    deck = memory.deck if memory.deck > 0 else USUAL_DECK[state.seats]
    if state.phase != TURN or state.deck_size - state.drawn > deck:
        return False
    return usual >= DISCARD or anything_goes(state) or hints_first(state)


@rule
def think(state: State, mind: Records, rng: Stream, scratch: Records, rounds: int, after: int) -> int:
    """Play worlds, each after the usual action and after every candidate that may still be better."""
    look_at_own(mind[0], state)
    for _ in range(rounds):
        deal_world(mind[0], state, scratch, rng)
        compare(mind, scratch, rng)
    return rounds


@rule
def compare(mind: Records, scratch: Records, rng: Stream) -> None:
    """Play a world after each candidate; add up what they gain over the first."""
    memory = mind[0]
    usual = play_on(mind, scratch, memory.option[0], rng)
    first = front_runner(memory)
    lead = max(0, memory.gain[first])
    for option in range(1, memory.options):
        if option == first or may_be_better(memory, option, lead):
            gain = play_on(mind, scratch, memory.option[option], rng) - usual
            memory.gain[option] += gain
            memory.spread[option] += gain * gain
            memory.tried[option] += 1


@rule
def front_runner(memory: Memory) -> int:
    """The candidate that has gained most so far over the usual action, or lost least."""
    first = 1
    for option in range(2, memory.options):
        if memory.gain[option] > memory.gain[first]:
            first = option
    return first


@rule
def may_be_better(memory: Memory, option: int, lead: int) -> bool:
    """Whether a candidate has not been tried often enough to say that it is worse than another."""
    behind = lead - memory.gain[option]
    return memory.tried[option] < FEW or behind <= 0 or behind * behind < HOPELESS * memory.spread[option]


@rule
def merge(memory: Memory, other: Memory) -> None:
    """Add what another found of the same candidates in worlds of its own."""
    for option in range(memory.options):
        memory.gain[option] += other.gain[option]
        memory.spread[option] += other.spread[option]
        memory.tried[option] += other.tried[option]


@rule
def best(memory: Memory) -> int:
    """The candidate with the greatest gain that exceeds its own error, the usual action if there is none."""
    found = 0
    for option in range(1, memory.options):
        gain = memory.gain[option]
        if gain > 0 and gain * gain > CERTAINTY * memory.spread[option]:
            if found == 0 or gain * memory.tried[found] > memory.gain[found] * memory.tried[option]:
                found = option
    return memory.option[found]


@rule
def list_options(memory: Memory, state: State, usual: int) -> None:
    """The candidates, the usual action first: cards that may fit, discards that differ, the hint."""
    memory.options = 0
    add_option(memory, usual)
    list_plays(memory, state, usual)
    list_discards(memory, state)
    if state.tokens > 0 and usual < HINT:
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
    playable = playable_kinds(state)
    if hints_first(state) and someone_needs_hint(memory, state, playable):
        return
    wrong = wrong_places(memory, state, public_plays(memory, state))
    for position in range(state.held[state.to_act]):
        may_fit = memory.own[position] & playable != 0 and is_fair(memory, state, position)
        if may_fit and position != usual and not wrong >> position & 1:
            add_option(memory, position)


@rule
def list_discards(memory: Memory, state: State) -> None:
    """Discards of cards of which not the same is known, unless to discard says what is not so."""
    if state.tokens == ALL_TOKENS or must_play(memory, state):
        return
    if means_no_hint(state) and someone_needs_hint(memory, state, playable_kinds(state)):
        return
    wrong = wrong_places(memory, state, public_waste(memory, state, state.to_act))
    for position in range(state.held[state.to_act]):
        if not wrong >> position & 1 and not is_listed(memory, position):
            add_option(memory, DISCARD + position)


@rule
def wrong_places(memory: Memory, state: State, places: int) -> int:
    """Of several places among which the choice says a number, those that say a wrong one."""
    return places & ~(1 << coded_place(memory, state, places)) if count_bits(places) > 1 else 0


@rule
def is_listed(memory: Memory, position: int) -> bool:
    """Whether the discard of a card of which as much is known is among the candidates."""
    for option in range(memory.options):
        action = memory.option[option]
        if action >= DISCARD and action < HINT and memory.own[action - DISCARD] == memory.own[position]:
            return True
    return False


@rule
def deal_world(memory: Memory, state: State, scratch: Records, rng: Stream) -> None:
    """Deal the own hand, the deck and the tiles, each world that fits what the seat to act knows as likely."""
    scratch[WORLD] = state
    world = scratch[WORLD]
    first = gather_unseen(world, state.to_act)
    tries = 0
    while not deal_own(memory, world, first, rng) and tries < MOST_TRIES:
        tries += 1
    for place in range(first, state.drawn):
        world.hand[state.to_act, place - first] = world.deck[place]
        world.deck[place] = NO_CARD
    shuffle(world.deck, state.drawn, state.deck_size, rng)
    shuffle_hidden_tiles(world, rng)


@rule
def deal_own(memory: Memory, world: State, first: int, rng: Stream) -> bool:
    """Try to deal the own hand to the places from `first` on; False where a try is thrown away (knowledge.py)."""
    for position in range(world.held[world.to_act]):
        kinds = memory.own[position]
        allowed = 0
        left = 0
        for place in range(first, world.deck_size):
            if kinds >> world.deck[place] & 1:
                allowed += 1
                if place >= first + position:
                    left += 1
        if left == 0 or draw(rng, allowed) >= left:
            return False
        swap_cards(world, first + position, nth_allowed(world, first + position, kinds, draw(rng, left)))
    return True


@rule
def play_on(mind: Records, scratch: Records, action: int, rng: Stream) -> int:
    """The score of a world played on by `hats` after an action."""
    mind[1] = mind[0]
    scratch[BEFORE] = scratch[WORLD]
    scratch[GAME] = scratch[WORLD]
    game = scratch[GAME]
    apply(game, action, rng)
    while game.end == RUNNING:
        hear(mind[1], scratch[BEFORE], game, -1)
        action = choose(game, mind[1], rng)
        scratch[BEFORE] = game
        apply(game, action, rng)
    return team_score(game)


EXPERT = thinker(
    players.EXPERT,
    "a hint is a number that tells every partner something; plays likely games to their end before it chooses",
    players.Memory(Mind, begin, see, rows=2),
    players.Thinking(start, think, merge, best),
    {players.ROUNDS: 40, "deck": 0},
)
"""Thinks for as long as it is given."""
