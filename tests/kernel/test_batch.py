"""Many games at once: errors, threads, and the same games whoever plays them."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest

import lantern
from lantern import BadInput
from lantern.kernel import batch as batches
from lantern.kernel.batch import WAKING, Batch, Crew, cores, share_out
from lantern.kernel.errors import LEGAL
from lantern.kernel.playout import playout
from lantern.kernel.record import State
from lantern.kernel.rng import Stream
from lantern.kernel.rule import rule
from tests.kernel.table import TOY
from tests.toy.actions import DRAW, END_TURN
from tests.toy.legality import SQUARE_TAKEN, STONE_FIRST, refusal


def dealt(games: int = 6, **options: Any) -> Batch:
    batch = TOY.batch(games, seed=100, **options)
    batch.reset()
    return batch


def test_row_i_is_the_match_of_seed_plus_i() -> None:
    batch = dealt(players=3, apart=True)
    assert (len(batch), batch.seed, batch.options) == (6, 100, {"players": 3, "apart": True})
    for number in range(6):
        match = TOY.match(3, seed=100 + number, apart=True)
        assert batch.states[number : number + 1].tobytes() == match.state.tobytes()
        assert batch.chance[number : number + 1].tobytes() == match._chance["word"][:, :1].tobytes()


def test_a_step_gives_the_refusals_and_changes_nothing_where_there_is_one() -> None:
    batch = dealt()
    batch.step(np.full(6, 3))
    before = batch.states.copy()
    codes = batch.step(np.array([3, 4, END_TURN, DRAW, 3, 5]))
    assert codes.tolist() == [SQUARE_TAKEN, LEGAL, LEGAL, LEGAL, SQUARE_TAKEN, LEGAL]
    same = [batch.states[i : i + 1].tobytes() == before[i : i + 1].tobytes() for i in range(6)]
    assert same == [True, False, False, False, True, False]
    assert batch.scores.tolist() == [[1, 0], [2, 0], [1, 0], [1, 0], [1, 0], [2, 0]]


@pytest.mark.parametrize("action", [-1, 11, 2**40, -(2**40)])
def test_numbers_that_are_no_action_are_refused(action: int) -> None:
    batch = dealt()
    before = batch.states.tobytes()
    assert set(batch.step(np.full(6, action)).tolist()) == {1}
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("shape", [(5,), (7,), (6, 1), (1, 6), ()])
def test_actions_of_a_wrong_shape(shape: tuple[int, ...]) -> None:
    batch = dealt()
    with pytest.raises(BadInput) as error:
        batch.step(np.zeros(shape, np.int64))
    assert str(error.value) == f"actions must be one number a game, shape (6,), not {shape}"


def test_random_actions_are_legal_and_written_in_place() -> None:
    batch = dealt(20, players=3)
    for _ in range(40):
        actions = batch.random_actions()
        assert actions is batch.actions
        assert all(batch.masks[number, action] for number, action in enumerate(actions))
        assert not batch.step(actions).any()


@rule
def draw_or_place(state: State, rng: Stream) -> int:
    """Seat 0 draws first where it can, the others never; all place stones from the left."""
    if state.to_act == 0 and refusal(state, DRAW) == LEGAL:
        return DRAW
    if refusal(state, END_TURN) != STONE_FIRST:
        return END_TURN
    action = 0
    while refusal(state, action) != LEGAL:
        action += 1
    return action


PLAY_IN_ORDER = playout("toy: test play", TOY.sheet.rules, draw_or_place)


def test_games_can_be_played_by_others() -> None:
    batch = TOY.batch(4, seed=100)
    assert batch.play_out(PLAY_IN_ORDER) == 4 * (9 + 9 + 2)
    assert batch.lengths.tolist() == [20] * 4
    assert batch.states["held"][:, :2].tolist() == [[4, 2]] * 4
    assert batch.states["stone"].tolist() == [[0, 1, 0, 1, 0, 1, 0, 1, 0]] * 4


def test_a_batch_can_be_played_again_with_other_deals() -> None:
    batch = TOY.batch(4, seed=100)
    batch.play_out()
    first = batch.states.tobytes()
    batch.play_out()
    assert batch.states.tobytes() != first


def test_a_batch_of_none() -> None:
    batch = TOY.batch(0, seed=1)
    batch.reset()
    assert (len(batch), batch.threads) == (0, 1)
    assert batch.step(batch.random_actions()).tolist() == []
    assert batch.play_out() == 0
    assert batch.masks.shape == (0, 11)


# Endless games


def play_on(batch: Batch, steps: int) -> Iterator[None]:
    for _ in range(steps):
        batch.step(batch.random_actions())
        yield


def test_where_a_game_ends_the_next_seed_is_dealt_in_the_same_step() -> None:
    batch = dealt(5, players=3)
    matches = [TOY.match(3, seed=100 + row) for row in range(5)]
    began = [0] * 5
    for _ in range(80):
        actions = batch.random_actions().copy()
        batch.step(actions)
        for row, match in enumerate(matches):
            match.play(int(actions[row]))
            assert batch.scores[row].tolist() == match.scores
            assert batch.ended[row] == match.over
            if match.over:
                assert (batch.lengths[row], TOY.sheet.endings[batch.endings[row]]) == (match.ply, match.reveal()["end"])
                began[row] += 1
                matches[row] = TOY.match(3, seed=100 + row + 5 * began[row])
            assert batch.seats[row] + 1 == matches[row].to_act
            assert batch.states[row : row + 1].tobytes() == matches[row].state.tobytes()
    assert batch.deals.tolist() == began
    assert min(began) > 0


def test_the_win_is_paid_once_and_by_the_others() -> None:
    batch = dealt(30, players=3)
    seen = set()
    for _ in play_on(batch, 60):
        for rewards, standing in zip(batch.rewards[batch.ended > 0], batch.standings[batch.ended > 0], strict=True):
            ahead = standing == standing.max()
            seen.add(int(ahead.sum()))
            assert np.allclose(rewards, np.where(ahead, (3 / ahead.sum() - 1) / 2, -0.5))
        assert not batch.rewards[batch.ended == 0].any()
        assert np.allclose(batch.rewards.sum(axis=1), 0)
    assert {1, 2} <= seen


@pytest.mark.parametrize("options", [{}, {"black_powder": True}, {"multicolour": True, "score_on_loss": True}])
def test_a_team_is_paid_its_points(options: dict[str, Any]) -> None:
    batch = lantern.batch("hanabi", 8, players=2, seed=3, observations=False, **options)
    batch.reset()
    paid = np.zeros((8, 2))
    ended = 0
    for _ in play_on(batch, 60):
        paid += batch.rewards
        over = batch.ended > 0
        assert np.array_equal(paid[over], batch.scores[over])
        paid[over] = 0
        ended += int(over.sum())
    assert ended > 8


def test_reset_deals_the_next_games_and_a_seed_the_first_ones() -> None:
    batch = dealt(4)
    first = batch.states.tobytes()
    batch.reset()
    assert batch.deals.tolist() == [1] * 4
    assert batch.states.tobytes() == b"".join(TOY.match(seed=104 + row).state.tobytes() for row in range(4))
    batch.step(np.full(4, 3))
    batch.reset(100)
    assert (batch.seed, batch.deals.tolist(), batch.states.tobytes()) == (100, [0] * 4, first)
    assert not batch.rewards.any()
    assert not batch.ended.any()


def test_what_nobody_wants_to_see_takes_no_room() -> None:
    batch = dealt(observations=False, masks=False)
    assert (batch.observations.shape, batch.masks.shape) == ((6, 0), (6, 0))
    whole = dealt()
    for _ in range(30):
        actions = batch.random_actions().copy()
        assert actions.tolist() == whole.random_actions().tolist()
        batch.step(actions)
        whole.step(actions)
    assert batch.states.tobytes() == whole.states.tobytes()


def test_games_that_end_for_good() -> None:
    options = TOY.options(3)
    batch = Batch(TOY.sheet, TOY.engine, TOY.records(options, 4), options, 7, endless=False)
    batch.reset()
    for _ in play_on(batch, 60):
        pass
    assert batch.seats.tolist() == [-1] * 4
    assert not batch.masks.any()
    assert batch.codes.all()
    assert not batch.ended.any()  # they ended long before
    assert batch.lengths.all()


# Threads


def test_there_are_never_more_threads_than_cores_or_games_unless_asked() -> None:
    assert TOY.batch(1000, seed=1).threads == min(cores(), 1000)
    assert TOY.batch(1, seed=1).threads == 1
    for threads, expected in ((None, min(cores(), 4)), (1, 1), (3, 3), (9, 4)):
        assert TOY.batch(4, seed=1, threads=threads).threads == expected


@pytest.mark.parametrize("threads", [0, -2, 10**9, "x", 1.0, True, np.zeros(3)])
def test_wrong_threads(threads: Any) -> None:
    with pytest.raises(BadInput, match=r"threads is .*; it is a whole number from 1 to 1024"):
        TOY.batch(4, seed=1, threads=threads)


def test_more_games_than_the_machine_has_room_for() -> None:
    with pytest.raises(BadInput, match="games is 1000000000000000000; it is a whole number from 0 to "):
        TOY.batch(10**18)


@pytest.mark.parametrize("name", ["observations", "masks"])
def test_wrong_flags_of_a_batch(name: str) -> None:
    with pytest.raises(BadInput, match=f"{name} is array.*; it is true or false"):
        TOY.batch(4, **cast(Any, {name: np.ones(2)}))


def test_cores_are_those_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 5, 7})
    assert cores() == 3


@pytest.mark.parametrize(
    ("a_game", "threads"), [(0, 1), (WAKING // 1000, 1), (WAKING // 25, 6), (WAKING // 10, 8)], ids=str
)
def test_as_many_threads_as_pay(a_game: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    crew, spent, worked = Crew(1000, 8), threading.local(), []
    monkeypatch.setattr(batches, "thread_time_ns", lambda: getattr(spent, "time", 0))

    def work(part: int, first: int, last: int) -> None:
        spent.time = getattr(spent, "time", 0) + a_game * (last - first)
        worked.append((first, last))

    for expected in (8, threads, threads):
        worked.clear()
        crew.share_out(work)
        assert len(worked) == expected
        assert sum(last - first for first, last in worked) == 1000


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
def test_every_game_is_worked_on_once(count: int, threads: int) -> None:
    done: list[int] = []
    lock = threading.Lock()

    def work(part: int, first: int, last: int) -> None:
        assert 0 <= part < threads
        with lock:
            done.extend(range(first, last))

    share_out(work, count, threads)
    assert sorted(done) == list(range(count))


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_in_a_thread_is_heard_of(threads: int) -> None:
    def work(part: int, first: int, last: int) -> None:
        if last == 9:
            raise RuntimeError("the last part")

    with pytest.raises(RuntimeError, match="the last part"):
        share_out(work, 9, threads)


@pytest.mark.parametrize("threads", [1, 2, 5, 40])
def test_threads_do_not_change_the_games(threads: int) -> None:
    alone, shared = TOY.batch(40, seed=9, threads=1), TOY.batch(40, seed=9, threads=threads)
    assert alone.play_out() == shared.play_out()
    for name in ("states", "scores", "lengths", "chance", "choice"):
        assert getattr(alone, name).tobytes() == getattr(shared, name).tobytes()


# What is not checked yet


def asked_wrongly() -> list[Any]:
    """What a caller can get wrong, with what the error should speak of."""
    some = cast(int, "some")
    return [
        pytest.param(lambda batch: TOY.batch(-1), "games", id="a negative number of games"),
        pytest.param(lambda batch: TOY.batch(some), "games", id="some games"),
        pytest.param(lambda batch: batch.step(["draw"] * 6), "actions", id="actions in words"),
        pytest.param(lambda batch: batch.step(np.zeros(6)), "actions", id="actions that are fractions"),
        pytest.param(lambda batch: TOY.batch(6).random_actions(), "reset", id="nothing dealt to choose from"),
        pytest.param(lambda batch: TOY.batch(6).step(np.zeros(6, np.int64)), "reset", id="nothing dealt"),
        pytest.param(lambda batch: batch.reset(-1), "seed", id="a negative seed"),
    ]


@pytest.mark.parametrize(("ask", "word"), asked_wrongly())
def test_what_is_wrong_is_named(ask: Callable[[Batch], Any], word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = dealt()
    monkeypatch.setattr(batches, "share_out", lambda *work: None)  # nothing may come to harm while it is unchecked
    with pytest.raises(BadInput, match=word):
        ask(batch)


def _play_some(seed: int) -> int:
    batch = TOY.batch(50, seed=seed, threads=2)
    return batch.play_out()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    moves = _play_some(3)
    child = multiprocessing.get_context("fork").Process(target=_play_some, args=(3,))
    child.start()
    child.join(timeout=10)
    stuck = child.is_alive()
    child.kill()
    child.join()
    assert moves > 0
    assert not stuck
