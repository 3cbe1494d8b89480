"""`hats` that thinks ahead: near the end, what `hats` would do is compared with what else could be done.

The seat deals itself the hands it may hold and the decks there may be, and plays each of these worlds to its end by
`hats`, once after every candidate. It departs from `hats` only for a gain that is no accident. Nobody draws
conclusions there from which kind of action was taken (hearing.py), so that it misleads nobody. With partners who do not
play by hats it plays as the club does (strangers.py).

Where `hats` reaches all that can be reached, a candidate can only lose. Such worlds are put off: a candidate is played
there once it has gained elsewhere, for as long as that gain lasts. So what is chosen has been tried in all worlds, and
most of the work is spared wherever `hats` plays nearly perfectly.
"""

from __future__ import annotations

import numpy as np

from lantern import players
from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DISCARD
from lantern.games.hanabi.state import State
from lantern.kernel.record import Records
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import rule
from lantern.players import UNDECIDED, thinker
from lantern.players.hanabi.club.bot import choose as choose_at_club
from lantern.players.hanabi.hats.bot import choose, is_understood, look_at_own
from lantern.players.hanabi.hats.candidates import list_options
from lantern.players.hanabi.hats.needs import anything_goes, hints_first
from lantern.players.hanabi.hats.strangers import begin, see
from lantern.players.hanabi.hats.worlds import deal_world, most_points, play_on
from lantern.players.hanabi.mind import Mind
from lantern.players.hanabi.public import MOST_WORLDS, Memory

CERTAINTY = np.array([0, 0, 4, 1, 1, 1], np.int64)
"""[seats] the square of how many standard errors a gain must be to count."""
HOPELESS = 4
"""The square of how many standard errors a candidate must lie behind the best to be tried no more, and ..."""
FEW = 8
"""... in how many worlds it is tried before."""
USUAL_DECK = np.array([0, 0, 50, 9, 9, 9], np.int64)
"""[seats] with at most so many cards left in the deck it thinks; two players do in the whole game."""
MOST_SEED = 1 << 30


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
    forget_worlds(memory, state, rng)
    return UNDECIDED if memory.options > 1 else usual


@rule
def forget_worlds(memory: Memory, state: State, rng: Stream) -> None:
    """No candidate has been tried in any world."""
    memory.seed = draw(rng, MOST_SEED)
    memory.worlds = 0
    memory.certainty = CERTAINTY[state.seats]
    for option in range(memory.options):
        memory.gain[option] = 0
        memory.spread[option] = 0
        memory.tried[option] = 0
        memory.met[option] = 0


@rule
def is_open(memory: Memory, state: State, usual: int) -> bool:
    """Whether there is something to think about: no tile, and no card that has to be played by convention."""
    deck = memory.deck if memory.deck > 0 else USUAL_DECK[state.seats]
    if state.phase != phases.TURN or state.deck_size - state.drawn > deck:
        return False
    return usual >= DISCARD or anything_goes(state) or hints_first(state)


@rule
def think(state: State, mind: Records, rng: Stream, scratch: Records, rounds: int, after: int) -> int:
    """Play worlds, each after the usual action and after every candidate that may still be better."""
    memory = mind[0]
    look_at_own(memory, state)
    most = most_points(memory, state)
    for done in range(rounds):
        if memory.worlds == MOST_WORLDS:
            return done
        face_world(state, mind, rng, scratch, most)
        for option in range(1, memory.options):
            make_up(state, mind, rng, scratch, option, most)
    return rounds


@rule
def face_world(state: State, mind: Records, rng: Stream, scratch: Records, most: int) -> None:
    """Play one more world: after all candidates if they can gain there, else after the usual action alone."""
    memory = mind[0]
    world = memory.worlds
    memory.worlds += 1
    deal_world(memory, state, scratch, rng, world)
    usual = play_on(mind, scratch, memory.option[0], rng, world)
    memory.put_off[world] = usual == most
    if usual < most:
        compare(mind, scratch, rng, world, usual)


@rule
def compare(mind: Records, scratch: Records, rng: Stream, world: int, usual: int) -> None:
    """Play a world, as dealt, after each candidate that may be better; add up what they gain over the usual action."""
    memory = mind[0]
    first = front_runner(memory)
    lead = max(0, memory.gain[first])
    for option in range(1, memory.options):
        if option == first or may_be_better(memory, option, lead):
            add_gain(memory, option, play_on(mind, scratch, memory.option[option], rng, world) - usual)


@rule
def make_up(state: State, mind: Records, rng: Stream, scratch: Records, option: int, most: int) -> None:
    """Play a candidate in the worlds where nothing can be gained, for as long as it seems worth taking."""
    memory = mind[0]
    while memory.met[option] < memory.worlds and is_gain(memory, option):
        world = memory.met[option]
        memory.met[option] += 1
        if memory.put_off[world]:
            deal_world(memory, state, scratch, rng, world)
            add_gain(memory, option, play_on(mind, scratch, memory.option[option], rng, world) - most)


@rule
def add_gain(memory: Memory, option: int, gain: int) -> None:
    """What a candidate gained in one more world, or lost."""
    memory.gain[option] += gain
    memory.spread[option] += gain * gain
    memory.tried[option] += 1


@rule
def is_gain(memory: Memory, option: int) -> bool:
    """Whether a candidate has gained so much more than its own error that it counts."""
    gain = memory.gain[option]
    return gain > 0 and gain * gain > memory.certainty * memory.spread[option]


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
    """The candidate with the greatest gain that counts, the usual action if there is none."""
    found = 0
    for option in range(1, memory.options):
        if is_gain(memory, option):
            if found == 0 or memory.gain[option] * memory.tried[found] > memory.gain[found] * memory.tried[option]:
                found = option
    return memory.option[found]


EXPERT = thinker(
    players.EXPERT,
    "a hint is a number that tells every partner something; plays likely games to their end before it chooses",
    players.Memory(Mind, begin, see, rows=2),
    players.Thinking(start, think, merge, best),
    {players.ROUNDS: 40, "deck": 0},
)
"""Thinks for as long as it is given."""
