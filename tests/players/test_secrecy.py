"""No bot's choice changes when only hidden things change.

A match is told twice (retold.py): the second time with other hidden cards, dealt by `determinize`, and so that the seat
to act has seen the same all along. That nothing hidden is left in a concealed record is in tests/test_battery.py; here
the bots are asked, as players at a table are, and also with the memory they think with filled with what they may not
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from lantern import Match
from lantern.kernel.game import Game
from lantern.kernel.record import Cells, Records, State, long, record
from lantern.kernel.rng import Stream
from lantern.kernel.rule import PLAIN, rule
from lantern.players import Bot, Memory, bot, bots
from lantern.players.hanabi.cheating import cheating
from lantern.players.player import Player
from tests.compile import TESTED
from tests.players.retold import parts, retold
from tests.tables import ALL_GAMES, Table, all_tables
from tests.worlds import deal

MOMENTS = 3 if PLAIN else 4
WORLDS = 2 if PLAIN else 3
ROUNDS = 2 if PLAIN else 50
STEP = 8
"""Actions between two moments of a match."""
GAMES = {game.name: game for game in ALL_GAMES}
MOST_LEGAL = max(game.sheet.most_legal for game in ALL_GAMES)
every_bot = pytest.mark.parametrize(("game", "name"), TESTED)


def quick(game: str, name: str) -> Bot:
    """A bot by its name, thinking shortly if it thinks."""
    known = GAMES[game]
    return bot(known, f"{name}:rounds={ROUNDS}" if bots(known)[name].thinking else name)


def some_tables(game: Game) -> list[Table]:
    """Tables of different size and with different options."""
    tables = all_tables(game)
    return [tables[0], tables[len(tables) // 2], tables[-1]]


# Matches, each told again.


def own_moments(table: Table, bot: Bot) -> Iterator[Match]:
    """Moments of a match that a bot plays on all seats, until chance is rolled or it is over."""
    match = table.game.position(table.match(0).reveal(), seed=0)
    players = [Player(table.game, bot, number) for number in range(table.options["players"])]
    chance = match._chance.tobytes()
    for _ in range(MOMENTS):
        for _ in range(STEP):
            match.play(players[acting(match)].choose(match))
            if match.over or match._chance.tobytes() != chance:
                return
        yield match.copy()


def acting(match: Match) -> int:
    """The seat to act, from 0."""
    assert match.to_act is not None
    return match.to_act - 1


Pair = tuple[Match, Match]
"""Two matches that look the same to the seat to act and differ in hidden things."""


def told_twice(match: Match) -> Iterator[Pair]:
    """A match, each time with another one."""
    seat = acting(match)
    for number in range(WORLDS):
        world = deal(match, seat, number)
        if world.tobytes() != match.state.tobytes():
            other = retold(match, seat, world)
            assert other.watched(seat).tobytes() == match.watched(seat).tobytes()
            yield match, other


@cache
def pairs_at_random(game: str) -> list[Pair]:
    """Moments of random matches."""
    matches = [match for table in some_tables(GAMES[game]) for match in parts(table, 0, MOMENTS)]
    return [pair for match in matches for pair in told_twice(match)]


@cache
def pairs_for(game: str, name: str) -> list[Pair]:
    """Moments at which to ask a bot: one that watches needs players of its own kind to make sense of a match."""
    bot = quick(game, name)
    if not bot.watches:
        return pairs_at_random(game)
    matches = [match for table in some_tables(GAMES[game]) for match in own_moments(table, bot)]
    return [pair for match in matches for pair in told_twice(match)]


# Choices.


Choosing = Callable[[Player, Match], int]


def differing(bot: Bot, pairs: list[Pair], choose: Choosing = Player.choose) -> int:
    """How often a bot chooses something else when only hidden things are different."""
    assert len(pairs) > 5
    count = 0
    for match, other in pairs:
        choices = [choose(Player(match.game, bot, 1), one) for one in (match, other)]
        assert choices[0] in match.numbers()
        count += choices[0] != choices[1]
    return count


@every_bot
@pytest.mark.sampled(2)
def test_a_choice_is_the_same_whatever_is_hidden(game: str, name: str) -> None:
    assert differing(quick(game, name), pairs_for(game, name)) == 0


@every_bot
@pytest.mark.sampled(3)
def test_what_lies_about_where_a_bot_thinks_makes_no_difference(game: str, name: str) -> None:
    """Records that it may use at will may hold anything from before, even the open state of the game."""
    bot = quick(game, name)
    for match, other in pairs_for(game, name)[:: 2 * WORLDS]:
        choices = set()
        for open_state in (match.state, other.state):
            player = Player(match.game, bot, 1)
            for scratch in player._scratch:
                scratch[:] = open_state
            choices.add(player.choose(match))
        assert len(choices) == 1


@every_bot
def test_what_a_bot_saw_at_another_table_makes_no_difference(game: str, name: str) -> None:
    """A player that has chosen before chooses like a new one."""
    bot = quick(game, name)
    player = Player(GAMES[game], bot, 1)
    for match, _ in pairs_for(game, name)[:: 2 * WORLDS]:
        player.reseed(1)
        assert player.choose(match) == Player(match.game, bot, 1).choose(match)


# The check itself.


@record
class Glance:
    """What a bot that peeks keeps."""

    listed: Cells = long(MOST_LEGAL)
    sum: int = long()


@rule
def look_at_deck(glance: Any, state: State, seat: int) -> None:
    """A number that depends on the order of the deck."""
    glance.sum = 0
    for place in range(len(state.deck)):
        glance.sum += (place + 1) * (3 + state.deck[place])


@rule
def look_twice(glance: Any, before: State, after: State, seat: int) -> None:
    look_at_deck(glance, before, seat)


def peeking(game: Game, watches: bool) -> Bot:
    """A bot that goes by the order of the deck, or by what it was before the last action."""
    legal_actions = game.sheet.rules.legal_actions

    @rule
    def choose(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
        if not watches:
            look_at_deck(mind[0], state, 0)
        return int(mind[0].listed[mind[0].sum % legal_actions(state, mind[0].listed)])

    return Bot("peeking", "looks at the deck", choose, Memory(Glance, look_at_deck, look_twice if watches else None))


def choose_openly(player: Player, match: Match) -> int:
    """What a player would choose who is handed everything."""
    replay = match.game.position(match.start or {}, seed=match.seed)
    states = [replay.state]
    for number in match._numbers:
        replay.play(number)
        states.append(replay.state)
    return player.choose_on(np.concatenate(states))


in_plain = pytest.mark.plain_only(reason="shown with plain rules: it is about the check, not about rules")


@in_plain
@pytest.mark.parametrize("watches", [False, True])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(4)
def test_a_bot_that_peeks_is_found_out_if_there_is_something_to_see(game: str, watches: bool) -> None:
    bot, pairs = peeking(GAMES[game], watches), pairs_at_random(game)[::2]
    assert differing(bot, pairs, choose_openly) > len(pairs) // 4
    assert differing(bot, pairs) == 0


@in_plain
def test_one_that_sees_its_own_hand_is_found_out() -> None:
    bot, pairs = Bot("cheating", "sees its own hand", cheating), pairs_at_random("hanabi")
    assert differing(bot, pairs, choose_openly) > 0
