"""The games as PettingZoo sees them: its own suites, and every game beside the match that it is."""

from __future__ import annotations

import importlib.util
import pickle
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

import lantern
from lantern import BadInput, Match, Refused
from lantern.adapters import pettingzoo
from lantern.adapters.pettingzoo import Environment, env, raw_env
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN
from tests.kernel.table import TABLES as TOY_TABLES
from tests.kernel.table import TOY
from tests.players.retold import parts, retold
from tests.tables import ALL_GAMES, Table, all_tables
from tests.worlds import deal

SUITES: Any = importlib.import_module("pettingzoo.test")
GAMES = ALL_GAMES if PLAIN else [lantern.game("hanabi")]
"""The others' rules take long to compile, and are the same rules."""
TABLES = [table for game in GAMES for table in all_tables(game)] + TOY_TABLES
FEW = [table for game in GAMES for table in (all_tables(game)[0], all_tables(game)[5])] + TOY_TABLES[:2]
SEEDS = range(0, 30, 30 if PLAIN else 10)
CYCLES = 6 if PLAIN else 1000
"""Turns of every agent that PettingZoo's suites play at most."""
MOST_STEPS = 1_500
"""More than a game at random can take."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
few_tables = pytest.mark.parametrize("table", FEW, ids=str)
of_dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
"""PettingZoo says so of all dictionaries that are not its own; agents whose game is over have nothing to choose."""


def environment(table: Table, make: Callable[..., Environment] = env, **settings: Any) -> Environment:
    return make(table.game, **table.options, **settings)


class Shifted(Environment):
    """An environment whose seeds begin elsewhere, so that PettingZoo's suites play other games."""

    first = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self.first, options)


def shifted(table: Table, first: int) -> Environment:
    """An environment from a seed on, whose agents choose by that seed, too."""
    shifted = environment(table, Shifted)
    shifted.first = first  # type: ignore[attr-defined]
    for number, agent in enumerate(shifted.possible_agents):
        shifted.action_space(agent).seed(first + number)
    return shifted


def choose(here: Environment, choices: random.Random) -> int:
    """A legal action by the mask."""
    return int(choices.choice(here.observe(here.agent_selection)["action_mask"].nonzero()[0]))


def play(here: Environment, seed: int, steps: int = MOST_STEPS) -> dict[str, float]:
    """Play a game at random, or so many steps of it; what every agent was paid in all, as `last` told it."""
    choices = random.Random(seed)
    here.reset(seed=seed)
    paid = dict.fromkeys(here.agents, 0.0)
    for agent in here.agent_iter(steps):
        _, reward, ended, cut_off, _ = here.last()
        assert not cut_off
        paid[agent] += reward
        here.step(None if ended else choose(here, choices))
    return paid


# PettingZoo's own suites.


@of_dictionaries
@every_table
def test_the_api_as_pettingzoo_checks_it(table: Table) -> None:
    for seed in SEEDS:
        SUITES.api_test(shifted(table, seed), num_cycles=1000 if table in FEW else CYCLES)


@every_table
def test_seeds_as_pettingzoo_checks_them(table: Table) -> None:
    SUITES.seed_test(partial(environment, table), num_cycles=CYCLES // 2)


@pytest.mark.parametrize("table", FEW[::2], ids=str)
def test_pictures_as_pettingzoo_checks_them(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    SUITES.render_test(partial(environment, table), custom_tests={"ansi": lambda text: len(text.splitlines()) > 5})
    assert len(capsys.readouterr().out.splitlines()) > 5


# Every game beside the match that it is.


def check_moment(here: Environment, match: Match) -> None:
    """What all agents see, and what the one to act may do."""
    engine, seen = match.game.engine, np.zeros(match.game.sheet.observation_size(match.options), np.int8)
    for seat, agent in enumerate(here.possible_agents):
        told = here.observe(agent)
        engine.observe(match.state, seat, seen)
        assert told["observation"].tobytes() == seen.tobytes()
        legal = match.numbers() if match.to_act == seat + 1 else []
        assert told["action_mask"].nonzero()[0].tolist() == legal


@few_tables
def test_a_game_is_the_match_of_its_seed(table: Table) -> None:
    here, seed = environment(table), 7
    here.reset(seed=seed)
    match, choices = table.match(seed), random.Random(seed)
    while not match.over:
        assert here.agent_selection == f"seat_{match.to_act}"
        if match.ply % 20 == 0:
            check_moment(here, match)
        assert table.game.sheet.team or not any(here.rewards.values())
        action = choose(here, choices)
        here.step(action)
        match.play(action)
    check_moment(here, match)
    assert all(here.terminations.values())
    assert table.game.sheet.team or any(here.rewards.values())
    assert here.match.digest() == match.digest()
    again = table.game.load(here.match.save())
    assert again.history == match.history
    assert again.scores == match.scores


@few_tables
def test_a_game_ends_by_itself_and_pays_points_to_a_team_and_the_win_to_others(table: Table) -> None:
    here = environment(table)
    for seed in range(1, 2 if PLAIN else 20):
        paid = [*play(here, seed).values()]
        assert not here.agents
        assert here.match.over
        state, players = here.match.state, len(paid)
        standing = np.zeros((1, players), np.int64)
        table.game.engine.standing_all(state, standing, 0, 1)
        ahead = [int(place) == max(standing[0]) for place in standing[0]]
        if table.game.sheet.team:
            assert paid == here.match.scores
        else:
            share = (players / sum(ahead) - 1) / (players - 1)
            assert paid == pytest.approx([share if wins else -1 / (players - 1) for wins in ahead])
            assert sum(paid) == pytest.approx(0, abs=1e-6)


def test_every_reset_deals_the_next_seed() -> None:
    here = env("hanabi")
    here.reset(seed=40)
    assert here.seed == 40
    here.step(choose(here, random.Random(0)))
    for seed in (41, 42):
        here.reset()
        assert here.seed == seed
        assert here.match.digest() == lantern.game("hanabi").match(seed=seed).digest()
    here.reset(seed=40)
    assert here.match.digest() == lantern.game("hanabi").match(seed=40).digest()


def test_two_environments_without_a_seed_play_different_games() -> None:
    seeds = set()
    for _ in range(3):
        here = env("hanabi")
        here.reset()
        seeds.add(here.seed)
    assert len(seeds) == 3


def test_an_observation_stays_as_it_was_when_the_game_goes_on() -> None:
    here = env("hanabi", players=3)
    here.reset(seed=1)
    before = here.observe(here.agent_selection)
    kept = {name: array.copy() for name, array in before.items()}
    here.step(choose(here, random.Random(1)))
    assert all((before[name] == kept[name]).all() for name in kept)


# Nothing hidden is seen.


def pairs(game: Game) -> list[tuple[Match, Match, int]]:
    """Matches told twice, with a seat, from 0, to which both look the same."""
    found = []
    for table in (all_tables(game)[0], all_tables(game)[-1]):
        for match in parts(table, 0, 2 if PLAIN else 4):
            if match.ply:
                seat = (match.to_act or 1) - 1
                other = retold(match, seat, deal(match, seat, 1))
                if other.digest() != match.digest():
                    found.append((match, other, seat))
    return found


def brought_to(match: Match) -> Environment:
    """An environment in which the last action of a match has just been played."""
    before = match.game.position(match.start or {}, seed=match.seed)
    for number in match._numbers[:-1]:
        before.play(number)
    here = env(match.game, **match.options)
    here.reset(seed=0)
    here._table.batch.states[:] = before.state
    here.agent_selection = f"seat_{before.to_act}"
    here.step(match._numbers[-1])
    return here


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_an_agent_sees_the_same_whatever_is_hidden_from_it(game: Game) -> None:
    found = pairs(game)
    assert len(found) > 1
    for match, other, seat in found:
        agent = f"seat_{seat + 1}"
        one, two = (brought_to(told).observe(agent) for told in (match, other))
        assert one["action_mask"].any()
        assert all((one[name] == two[name]).all() for name in one)


def test_others_would_see_a_difference() -> None:
    """In Hanabi, all but the owner of a hand that is exchanged."""
    match, other, seat = pairs(lantern.game("hanabi"))[0]
    agent = f"seat_{(seat + 1) % match.options['players'] + 1}"
    one, two = (brought_to(told).observe(agent)["observation"] for told in (match, other))
    assert (one != two).any()


# Actions that the rules forbid.


def forbidden(here: Environment) -> int:
    return int((here.observe(here.agent_selection)["action_mask"] == 0).nonzero()[0][0])


@few_tables
def test_an_illegal_action_ends_the_game_and_names_the_clause(table: Table) -> None:
    here = environment(table)
    here.reset(seed=2)
    agent, action = here.agent_selection, forbidden(here)
    refusal = here.match.why_not(action)
    assert refusal is not None
    here.step(action)
    assert here.infos[agent] == {"clause": refusal.clause, "message": refusal.message}
    assert here.rewards == {other: -1.0 if other == agent else 0.0 for other in here.possible_agents}
    told = {}
    for other in here.agent_iter():
        _, reward, ended, _, _ = here.last()
        assert ended
        assert not here.observe(other)["action_mask"].any()
        told[other] = reward
        here.step(None)
    assert told == {other: -1.0 if other == agent else 0.0 for other in here.possible_agents}
    assert here.match.ply == 0


@few_tables
def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing(table: Table) -> None:
    here = environment(table, raw_env)
    here.reset(seed=2)
    agent, action = here.agent_selection, forbidden(here)
    digest, seen = here.match.digest(), here.observe(agent)
    with pytest.raises(Refused) as refused:
        here.step(action)
    assert refused.value.refusal == here.match.why_not(action)
    assert (here.agent_selection, here.match.digest()) == (agent, digest)
    assert all((seen[name] == array).all() for name, array in here.observe(agent).items())
    here.step(choose(here, random.Random(0)))
    assert here.match.ply == 1


@pytest.mark.parametrize("action", [-1, 132, 2**70, None, "play 1", 1.0, np.array([1, 2])])
def test_what_is_no_action_says_what_is(action: Any) -> None:
    here = env("hanabi")
    here.reset(seed=1)
    with pytest.raises(BadInput, match="an action is a whole number from 0 to 131, not"):
        here.step(action)
    assert here.match.ply == 0


def test_an_agent_whose_game_is_over_has_nothing_to_play() -> None:
    here = env(TOY)
    play(here, 1, steps=0)
    here.step(forbidden(here))
    with pytest.raises(ValueError, match="the only valid action is None"):
        here.step(0)


# The environment itself.


@pytest.mark.parametrize("ask", [lambda here: here.step(0), lambda here: here.last(), lambda here: here.agents])
def test_before_the_first_reset_there_is_nothing_to_ask(ask: Callable[[Environment], Any]) -> None:
    with pytest.raises(AttributeError, match="before the first reset"):
        ask(env("hanabi"))


def test_a_step_after_the_end_is_a_warning_as_in_pettingzoo() -> None:
    here = env(TOY)
    play(here, 1)
    EnvLogger.flush()
    EnvLogger.suppress_output()
    try:
        here.step(None)
        assert any("step() called after" in message for message in EnvLogger.mqueue)
    finally:
        EnvLogger.unsuppress_output()
        EnvLogger.flush()
    here.reset()
    assert here.agents == here.possible_agents


def test_names_and_spaces() -> None:
    here = env("hanabi", players=3)
    assert str(here) == "lantern_hanabi_v1"
    assert here.possible_agents == ["seat_1", "seat_2", "seat_3"]
    assert here.action_space("seat_2").n == 132  # type: ignore[attr-defined]
    assert here.observation_space("seat_2")["observation"].shape == (966,)  # type: ignore[index]


def test_a_copy_by_pickle_is_the_same_environment() -> None:
    here = env("hanabi", players=3, multicolour=True)
    again = pickle.loads(pickle.dumps(here))
    assert again.options == here.options
    assert play(here, 5) == play(again, 5)


def test_the_picture_shows_how_the_game_ended() -> None:
    here = env("hanabi", render_mode="ansi")
    play(here, 4)
    last = here.match.result
    assert last is not None
    assert str(last["reason"]) in str(here.render())


def test_without_a_mode_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    here = env("hanabi")
    play(here, 1, steps=3)
    assert here.render() is None
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"render_mode": "rgb_array"}, "render_mode is 'rgb_array'; it may be None, 'human' or 'ansi'"),
        ({"players": 9}, "Hanabi is for 2 to 5 players, not 9"),
        ({"colour": True}, "Hanabi has no option 'colour'"),
    ],
)
def test_wrong_settings_say_what_is_allowed(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        env("hanabi", **settings)
    assert message in str(refused.value)


def test_seeds_are_checked() -> None:
    with pytest.raises(BadInput, match="seed is -1"):
        env("hanabi").reset(seed=-1)


def test_without_pettingzoo_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    spec = importlib.util.spec_from_file_location("without_pettingzoo", str(pettingzoo.__file__))
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(BadInput, match=r"needs pettingzoo: pip install 'lantern-table\[research\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
