"""The worlds there may be for the seat to act: dealt by number, and played on by `hats`."""

from __future__ import annotations

from lantern.games.hanabi import ends
from lantern.games.hanabi.board import COLOURS, NO_CARD, VALUES
from lantern.games.hanabi.knowledge import gather_unseen, kinds_in_play, nth_allowed, shuffle_hidden_tiles, swap_cards
from lantern.games.hanabi.play import apply
from lantern.games.hanabi.scoring import firework_points, team_score
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Records
from lantern.kernel.rng import Stream, draw, seed_stream, shuffle
from lantern.kernel.rule import rule
from lantern.players.hanabi.hats.bot import choose, plays_left
from lantern.players.hanabi.hats.hearing import hear
from lantern.players.hanabi.public import MOST_WORLDS, Memory

MOST_TRIES = 1000
"""How often it tries to deal itself a hand that fits, before it takes one that does not."""
WORLD, GAME, BEFORE = range(1, 4)
"""Rows of the scratch records: a world as dealt, the game played from it, and the position before a move."""


@rule
def deal_world(memory: Memory, state: State, scratch: Records, rng: Stream, number: int) -> None:
    """Deal the own hand, the deck and the tiles, each world that fits what the seat to act knows as likely.

    By its number the same world is dealt again.
    """
    scratch[WORLD] = state
    world = scratch[WORLD]
    word = rng.word[0]
    seed_stream(rng, memory.seed, number)
    first = gather_unseen(world, state.to_act)
    tries = 0
    while not deal_own(memory, world, first, rng) and tries < MOST_TRIES:
        tries += 1
    for place in range(first, state.drawn):
        world.hand[state.to_act, place - first] = world.deck[place]
        world.deck[place] = NO_CARD
    shuffle(world.deck, state.drawn, state.deck_size, rng)
    shuffle_hidden_tiles(world, rng)
    rng.word[0] = word


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
def play_on(mind: Records, scratch: Records, action: int, rng: Stream, number: int) -> int:
    """The score of a world, as dealt, played on by `hats` after an action; what chance decides goes by its number."""
    mind[1] = mind[0]
    scratch[BEFORE] = scratch[WORLD]
    scratch[GAME] = scratch[WORLD]
    game = scratch[GAME]
    word = rng.word[0]
    seed_stream(rng, mind[0].seed, MOST_WORLDS + number)
    apply(game, action, rng)
    while game.end == ends.RUNNING:
        hear(mind[1], scratch[BEFORE], game, -1)
        action = choose(game, mind[1], rng)
        scratch[BEFORE] = game
        apply(game, action, rng)
    rng.word[0] = word
    return team_score(game)


@rule
def most_points(memory: Memory, state: State) -> int:
    """No way to play on scores more; bonus tiles can bring back what is lost (HANABI-7.2)."""
    if state.flares:
        return VALUES * (COLOURS + state.multicolour)
    needed = kinds_in_play(state) & ~memory.useless
    return firework_points(state) + min(count_bits(needed), plays_left(state))
