"""A bot in every row of a batch, beside the same bot at a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lantern
from lantern import BadInput
from lantern.kernel.batch import Batch
from lantern.kernel.game import Game
from lantern.kernel.record import copy_of
from lantern.kernel.rule import PLAIN, rule
from lantern.players import Bot, bot
from lantern.players.batch_bot import BatchBot
from lantern.players.player import Player
from tests.kernel.table import TOY
from tests.players.toys import HASTY, WITNESS

ROWS, STEPS = 4, 8 if PLAIN else 60
ASKED = [(TOY, HASTY), (TOY, "random"), (lantern.game("hanabi"), "beginner")]
ASKED += [(lantern.game(name), "club") for name in ("han", "khan", "ming") if PLAIN]
"""The others' rules take long to compile, and are the same rules."""


def dealt(game: Game, rows: int = ROWS, **settings: Any) -> Batch:
    batch = game.batch(rows, seed=60, **settings)
    batch.reset()
    return batch


def chosen_at_a_table(batch: Batch, who: Bot) -> list[int]:
    """What the bot chooses in every row when it is shown that row alone, concealed, with that row's stream."""
    actions = []
    for row in range(len(batch)):
        seen = copy_of(batch.states[row : row + 1])
        batch.engine.conceal(seen, int(batch.seats[row]))
        player = Player(Game(batch.sheet), who, 0)
        player._choices[0][:] = batch.choice[row : row + 1]
        actions.append(player.choose_on(seen))
    return actions


@pytest.mark.parametrize(
    ("game", "who"), ASKED, ids=["hasty", "random", "beginner", "han", "khan", "ming"][: len(ASKED)]
)
def test_a_batch_bot_chooses_as_the_bot_does_at_a_table(game: Game, who: str | Bot) -> None:
    batch = dealt(game, players=3)
    bots = BatchBot(batch, who)
    for _ in range(STEPS):
        expected = chosen_at_a_table(batch, bots.bot)
        assert bots.choose().tolist() == expected
        assert not batch.step(batch.actions).any()


@rule
def as_told(state: Any, rng: Any) -> int:
    """An action that is the sum of the cards it is shown."""
    total = 0
    for seat in range(state.seats):
        for position in range(state.held[seat]):
            total += 1 + state.hand[seat, position]
    return total


def test_a_batch_bot_is_shown_what_the_seat_to_act_sees() -> None:
    batch = dealt(TOY, players=3)
    for _ in range(10):
        told = BatchBot(batch, Bot("told", "tells what it is shown", as_told)).choose(np.zeros(ROWS, np.int64))
        for row in range(ROWS):
            seen = copy_of(batch.states[row : row + 1])
            whole = as_told(seen[0], None)
            TOY.engine.conceal(seen, int(batch.seats[row]))
            assert told[row] == as_told(seen[0], None)
            assert told[row] != whole or not seen["held"][0].any()
        batch.step(batch.random_actions())


def test_where_nobody_asks_nothing_is_chosen_and_no_number_drawn() -> None:
    batch = dealt(TOY)
    where, out = np.array([True, False, True, False]), np.full(ROWS, -7)
    streams = batch.choice.copy()
    assert BatchBot(batch, "random").choose(out, where) is out
    assert ((out == -7) == ~where).all()
    assert ((batch.choice["word"][:, 0] == streams["word"][:, 0]) == ~where).all()


def test_a_random_batch_bot_plays_random_actions() -> None:
    one, other = dealt(TOY, 7), dealt(TOY, 7)
    bots = BatchBot(one, "random")
    for _ in range(30):
        assert bots.choose().tolist() == other.random_actions().tolist()
        one.step(one.actions)
        other.step(other.actions)


def test_where_a_game_is_over_nothing_is_chosen() -> None:
    options = TOY.options(2)
    batch = Batch(TOY.sheet, TOY.engine, TOY.records(options, 3), options, 7, endless=False)
    batch.reset()
    bots = BatchBot(batch, HASTY)
    for _ in range(60):
        batch.step(bots.choose())
    out = np.full(3, -7)
    assert bots.choose(out).tolist() == [-7] * 3


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_do_not_change_what_is_chosen(threads: int) -> None:
    alone, shared = dealt(TOY, 11, threads=1), dealt(TOY, 11, threads=threads)
    both = BatchBot(alone, "random"), BatchBot(shared, "random")
    for _ in range(20):
        assert both[0].choose().tolist() == both[1].choose().tolist()
        alone.step(alone.actions)
        shared.step(shared.actions)


def test_bots_that_keep_something_in_mind_are_refused() -> None:
    with pytest.raises(
        BadInput, match="witness keeps something in mind, which a batch has no room for; random does not"
    ):
        BatchBot(dealt(TOY), WITNESS)
    with pytest.raises(BadInput, match="club keeps something in mind"):
        BatchBot(lantern.batch("hanabi", 2), "club")
    with pytest.raises(BadInput, match="has no bot 'nobody'"):
        BatchBot(lantern.batch("hanabi", 2), "nobody")
    assert bot(lantern.game("han"), "club").memory is None


@pytest.mark.parametrize("given", [np.zeros(3, np.int64), np.zeros(4, np.int32), [0, 0, 0, 0]])
def test_actions_go_into_an_array_of_their_kind(given: Any) -> None:
    with pytest.raises(BadInput, match=r"out must be a numpy array of int64 with shape \(4,\)"):
        BatchBot(dealt(TOY), HASTY).choose(given)


def test_where_is_a_yes_or_no_a_game() -> None:
    with pytest.raises(BadInput, match=r"where must be a numpy array of bool with shape \(4,\)"):
        BatchBot(dealt(TOY), HASTY).choose(where=np.zeros(4, np.int64))
