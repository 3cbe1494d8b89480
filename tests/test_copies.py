"""A copy of anything public plays on exactly as the original would, and leaves it alone; or there is none."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import lantern
from lantern.kernel.copies import Uncopied
from lantern.kernel.gpu import GpuBatch

gymnasium = pytest.importorskip("lantern.adapters.gymnasium")
pettingzoo = pytest.importorskip("lantern.adapters.pettingzoo")
openspiel = pytest.importorskip("lantern.adapters.openspiel")

MOVES = 3
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


def begun_match() -> lantern.Match:
    match = lantern.game("ming").match(players=3, seed=1)
    match.play(match.numbers()[0])
    return match


def play_match(match: lantern.Match) -> Any:
    for _ in range(MOVES):
        match.play(match.numbers()[-1])
    return match.save(), match.digest(), match.log, match.undoable, match.view(1)


def begun_batch() -> lantern.Batch:
    batch = lantern.batch("ming", 2, seed=1, threads=1)
    batch.reset()
    return batch


def play_batch(batch: lantern.Batch) -> Any:
    told = []
    for _ in range(MOVES):
        actions = batch.random_actions().tolist()
        batch.step(np.array(actions))
        tables = [table.tolist() for table in (batch.observations, batch.masks, batch.rewards, batch.seats)]
        told.append((actions, batch.states.tobytes(), tables))
    return told


def begun_player() -> lantern.Player:
    player = lantern.bot("ming", "random", seed=5)
    player.choose(begun_match())
    return player


def play_player(player: lantern.Player) -> Any:
    return [player.choose(begun_match()) for _ in range(8)]


def seated() -> Any:
    return gymnasium.SeatEnv("ming", bots="random", seat=2)


def play_seat(environment: Any) -> Any:
    told = []
    for _ in range(MOVES):
        action = int(np.flatnonzero(environment._observation()["action_mask"])[0])
        seen, *others = environment.step(action)
        told.append(({key: array.tolist() for key, array in seen.items()}, others))
    return told


def vector() -> Any:
    return gymnasium.VectorEnv("ming", 2, threads=1)


def play_vector(environment: Any) -> Any:
    told = []
    for _ in range(MOVES):
        actions = environment.batch.masks.argmax(axis=1)
        seen, rewards, *_ = environment.step(actions)
        told.append(({key: array.tolist() for key, array in seen.items()}, rewards.tolist()))
    return told


def in_turn() -> Any:
    return pettingzoo.env("ming")


def play_in_turn(environment: Any) -> Any:
    told = []
    for _ in range(MOVES):
        seen, *others, _ = environment.last()
        environment.step(int(seen["action_mask"].argmax()))
        told.append((seen["observation"].tolist(), others, environment.agent_selection))
    return told


def spiel_state() -> Any:
    state = openspiel.load("lantern_ming(players=3,seed=4)").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    return state


def play_spiel(state: Any) -> Any:
    for _ in range(MOVES):
        state.apply_action(state.legal_actions()[-1])
    return str(state), state.history(), state.information_state_string(0), state.returns()


def play_spiel_game(game: Any) -> Any:
    return str(game), play_spiel(game.new_initial_state())


def play_game(game: lantern.Game) -> Any:
    return game.name, play_match(game.match(seed=3))


def after_reset(make: Callable[[], Any]) -> Callable[[], Any]:
    def begun() -> Any:
        environment = make()
        environment.reset(seed=1)
        return environment

    return begun


def and_reset(play: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def begin_and_play(environment: Any) -> Any:
        environment.reset(seed=1)
        return play(environment)

    return begin_and_play


@dataclass(frozen=True)
class Thing:
    """Something public, how it is made and played on, and the ways in which it can't be copied."""

    kind: type
    make: Callable[[], Any]
    play: Callable[[Any], Any]
    refused: tuple[str, ...] = ()


THINGS = {
    "game": Thing(lantern.Game, lambda: lantern.game("ming"), play_game, ("pickle",)),
    "match": Thing(lantern.Match, begun_match, play_match, ("pickle",)),
    "batch": Thing(lantern.Batch, begun_batch, play_batch, ("pickle",)),
    "player": Thing(lantern.Player, begun_player, play_player, ("pickle",)),
    "seat": Thing(gymnasium.SeatEnv, seated, and_reset(play_seat)),
    "seat after its reset": Thing(gymnasium.SeatEnv, after_reset(seated), play_seat, tuple(WAYS)),
    "vector": Thing(gymnasium.VectorEnv, vector, and_reset(play_vector), ("pickle",)),
    "vector after its reset": Thing(gymnasium.VectorEnv, after_reset(vector), play_vector, ("pickle",)),
    "in turn": Thing(pettingzoo.Environment, in_turn, and_reset(play_in_turn)),
    "in turn after its reset": Thing(pettingzoo.Environment, after_reset(in_turn), play_in_turn, tuple(WAYS)),
    "OpenSpiel's game": Thing(openspiel.SpielGame, lambda: openspiel.load("lantern_ming(seed=4)"), play_spiel_game),
    "OpenSpiel's state": Thing(openspiel.SpielState, spiel_state, play_spiel),
}
FACTS = {lantern.Event, lantern.Puzzle, lantern.Refusal}
"""Records that never change."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", THINGS)
def test_a_copy_plays_on_like_the_original_or_is_refused(name: str, way: str) -> None:
    thing = THINGS[name]
    original = thing.make()
    if way in thing.refused:
        with pytest.raises(lantern.BadInput):
            WAYS[way](original)
        assert thing.play(original) == thing.play(thing.make())
        return
    other, another = WAYS[way](original), WAYS[way](original)
    wanted = thing.play(thing.make())
    assert thing.play(other) == wanted
    assert thing.play(original) == wanted, "the copy was played, and the original with it"
    assert thing.play(another) == wanted


def test_every_public_class_is_tried() -> None:
    public = {kind for kind in vars(lantern).values() if inspect.isclass(kind) and not issubclass(kind, Exception)}
    ours = {
        kind
        for module in (gymnasium, pettingzoo)
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__
    }
    assert public | ours <= {thing.kind for thing in THINGS.values()} | FACTS


def test_matches_made_by_copy_are_copies_too() -> None:
    match = begun_match()
    other = match.copy()
    assert play_match(other) == play_match(match)


@pytest.mark.parametrize("way", WAYS)
def test_what_says_that_it_cannot_be_copied_says_why(way: str) -> None:
    with pytest.raises(lantern.BadInput, match=r"a SeatEnv can't be copied or pickled after its first reset\(\)"):
        WAYS[way](after_reset(seated)())
    with pytest.raises(lantern.BadInput, match="a GpuBatch can't be copied or pickled: a batch of the same seed"):
        WAYS[way](object.__new__(GpuBatch))
    assert issubclass(GpuBatch, Uncopied)
