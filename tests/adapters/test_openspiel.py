"""The games as OpenSpiel sees them: its own suites, and every game beside the match that it is."""

from __future__ import annotations

import importlib
import json
import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterator
from functools import cache
from io import StringIO
from typing import Any

import numpy as np
import pyspiel
import pytest

import lantern
from lantern import BadInput, Match, Refused
from lantern.adapters import openspiel
from lantern.adapters.openspiel import Moment, SpielGame, SpielState
from lantern.kernel.rule import PLAIN
from tests.kernel.table import TABLES as TOY_TABLES
from tests.kernel.table import TOY
from tests.tables import ALL_GAMES, Table, all_tables, spread

HANABI = lantern.game("hanabi")
GAMES = ALL_GAMES if PLAIN else [HANABI]
"""The others' rules take long to compile, and are the same rules."""
FEW = [table for game in GAMES for table in (all_tables(game)[0], all_tables(game)[5])] + TOY_TABLES[:2]
SLOW = [all_tables(lantern.game("ming"))[5]]
"""With four players the views of Ming take long to make."""
ONE_EACH = [all_tables(game)[0] for game in GAMES] + TOY_TABLES[:1]
SIMULATED = [table for table in FEW if table.game != HANABI and table not in SLOW]
SIMULATED += all_tables(HANABI)[:: 6 if PLAIN else 1]
QUICK = [table for table in ONE_EACH if table.game in (HANABI, TOY)]
LOOKS = 3 if PLAIN else 8
WORLDS = 8
SIMULATIONS = 4 if PLAIN else 30

openspiel.register(TOY)

few_tables = pytest.mark.parametrize("table", FEW, ids=str)
one_table_of_each = pytest.mark.parametrize("table", ONE_EACH, ids=str)


def loaded(table: Table, seed: int = -1) -> SpielGame:
    """A table as a game of OpenSpiel."""
    options = {option.name: option for option in table.game.sheet.options}
    chosen = {
        name: openspiel.parameter(options[name], value) if name in options else value
        for name, value in table.options.items()
    }
    return pyspiel.load_game(openspiel.PREFIX + table.game.name, {**chosen, "seed": seed})  # type: ignore[no-any-return]


def choose_seed(state: SpielState, seed: int) -> None:
    """Let chance choose the digits of a seed."""
    for _ in range(openspiel.DIGITS):
        assert state.is_chance_node()
        state.apply_action(seed % openspiel.OUTCOMES)
        seed //= openspiel.OUTCOMES


def dealt(table: Table, seed: int) -> SpielState:
    state = loaded(table).new_initial_state()
    choose_seed(state, seed)
    return state


def go_on(state: SpielState, choices: random.Random) -> None:
    """A random decision, or one of chance."""
    state.apply_action(choices.choice(state.legal_actions()))


@cache
def course(table: Table, seed: int) -> list[SpielState]:
    """The states of a game played at random from a deal, chance nodes left out; only to be read."""
    state, choices = dealt(table, seed), random.Random(seed)
    states = [state.clone()]
    while not state.is_terminal():
        go_on(state, choices)
        if not state.is_chance_node():
            states.append(state.clone())
    return states


def looks(table: Table, seed: int = 3, number: int = LOOKS) -> Iterator[SpielState]:
    """Some states of a game played at random, the end left out."""
    states = course(table, seed)[:-1]
    return (states[ply].clone() for ply in spread(len(states) - 1, number))


def moment_of(state: SpielState) -> Moment:
    moment = state.moment()
    assert moment is not None
    return moment


def record(state: SpielState) -> bytes:
    return moment_of(state).state.tobytes()


def sampler(seed: int) -> Callable[[], float]:
    return random.Random(seed).random


def informed(state: SpielState) -> list[str]:
    return [state.information_state_string(seat) for seat in range(state.num_players())]


def expected_returns(match: Match) -> list[float]:
    """What each seat is paid, from how the match ended."""
    result = match.result
    assert result is not None
    players = match.options["players"]
    if match.game.sheet.team:
        return [result["score"]] * players
    won = (players / len(result["winners"]) - 1) / (players - 1)
    return [won if seat + 1 in result["winners"] else -1 / (players - 1) for seat in range(players)]


# OpenSpiel's own suites


@pytest.mark.parametrize("table", SIMULATED, ids=str)
@pytest.mark.sampled(3)
def test_random_sim_test(table: Table) -> None:
    pyspiel.random_sim_test(loaded(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_random_sim_test_of_one_match(table: Table) -> None:
    pyspiel.random_sim_test(loaded(table, seed=5), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("table", TOY_TABLES[:1] if PLAIN else QUICK, ids=str)
@pytest.mark.parametrize("seed", [-1, 4])
@pytest.mark.sampled(2)
def test_the_suite_of_its_interface(table: Table, seed: int) -> None:
    api_test = importlib.import_module("open_spiel.integration_tests.api_test")
    random.seed(1)
    game = loaded(table, seed)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": table.game.name})
    report = StringIO()
    done = unittest.TextTestRunner(stream=report).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert done.wasSuccessful(), report.getvalue()
    assert done.testsRun == 5


@one_table_of_each
def test_its_simulation_of_games(table: Table) -> None:
    games_sim_test = importlib.import_module("open_spiel.python.tests.games_sim_test")
    np.random.seed(1)
    games_sim_test.GamesSimTest("test_pig").sim_game(loaded(table))


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_its_playthroughs_can_be_repeated(table: Table) -> None:
    generate_playthrough = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
    name = str(loaded(table))
    text = generate_playthrough.playthrough(name, None, seed=7)
    assert text == generate_playthrough.playthrough(name, None, seed=7)
    assert text != generate_playthrough.playthrough(name, None, seed=8)
    assert "IsTerminal() = True" in text


@one_table_of_each
def test_its_search_plays(table: Table) -> None:
    ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
    mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    bot = ismcts.ISMCTSBot(loaded(table), evaluator, 1.4, SIMULATIONS, random_state=np.random.RandomState(3))
    for ply in (-8, -4):
        state = course(table, 3)[ply]
        assert bot.step(state) in state.legal_actions()


# The games


@few_tables
def test_a_game_with_a_seed_is_the_match_of_that_seed(table: Table) -> None:
    match, state, choices = table.match(11), loaded(table, 11).new_initial_state(), random.Random(1)
    paid = np.zeros(match.options["players"])
    while not match.over:
        assert match.to_act == state.current_player() + 1
        assert match.numbers() == state.legal_actions() == state.legal_actions(state.current_player())
        if match.ply < 3:
            assert [state.action_to_string(action) for action in state.legal_actions()] == match.actions()
        paid += state.rewards()
        assert state.returns() == pytest.approx(paid)
        action = choices.choice(match.numbers())
        match.play(action)
        state.apply_action(action)
        assert record(state) == match.state.tobytes()
    assert state.is_terminal()
    assert state.legal_actions() == state.legal_actions(0) == []
    assert state.returns() == pytest.approx(expected_returns(match))
    assert state.returns() == pytest.approx(paid + state.rewards())


@few_tables
def test_chance_deals_the_match_of_the_seed_it_chooses(table: Table) -> None:
    for seed in (0, 1, 123_456_789, openspiel.OUTCOMES**openspiel.DIGITS - 1):
        assert record(dealt(table, seed)) == table.match(seed).state.tobytes()


def test_each_outcome_is_as_likely() -> None:
    state = loaded(ONE_EACH[0]).new_initial_state()
    assert state.chance_outcomes() == [(digit, 1 / openspiel.OUTCOMES) for digit in range(openspiel.OUTCOMES)]
    with pytest.raises(BadInput, match="from 0 to 31, not 32"):
        state.apply_action(32)


@pytest.mark.plain_only(reason="it needs HAN")
def test_a_decision_that_draws_waits_for_chance() -> None:
    """In HAN the discards are shuffled once (HAN-8.2)."""
    state, choices, drawn = dealt(all_tables(lantern.game("han"))[0], 3), random.Random(3), 0
    while not state.is_terminal():
        before = state.clone()
        go_on(state, choices)
        if state.is_chance_node():
            drawn += 1
            assert record(state) == record(before)
            assert state.rewards() == [0.0, 0.0]
            assert state.legal_actions() == state.legal_actions(openspiel.CHANCE_PLAYER) == [*range(openspiel.OUTCOMES)]
            assert "seed 0 of 0 digits" in str(state)
            others = [state.clone() for _ in range(3)]
            for other, seed in zip(others, (5, 5, 6), strict=True):
                choose_seed(other, seed)
            assert record(others[0]) == record(others[1]) != record(others[2])
            assert informed(others[0])[before.current_player()] == informed(others[2])[before.current_player()]
            choose_seed(state, 5)
    assert drawn == 1


@one_table_of_each
def test_an_illegal_action_is_refused_and_changes_nothing(table: Table) -> None:
    state = dealt(table, 2)
    before, history = record(state), state.history()
    illegal = next(action for action in range(table.game.sheet.actions) if action not in state.legal_actions())
    with pytest.raises(Refused):
        state.apply_action(illegal)
    assert record(state) == before
    assert state.history() == history


@one_table_of_each
def test_a_clone_is_played_apart(table: Table) -> None:
    for state in looks(table):
        clone, before = state.clone(), record(state)
        go_on(clone, random.Random(1))
        assert record(state) == before != record(clone)
        assert len(clone.history()) == len(state.history()) + 1


def in_a_world(state: SpielState) -> SpielState:
    """A world of seat 1 in which one more decision was made."""
    world = state.resample_from_infostate(0, sampler(4))
    go_on(world, random.Random(1))
    if world.is_chance_node():
        choose_seed(world, 1)
    return world


@one_table_of_each
def test_states_are_the_same_after_a_journey(table: Table) -> None:
    for state in [*looks(table), course(table, 3)[-1]]:
        world = state if state.is_terminal() else in_a_world(state)
        for traveller in (state, world):
            _, landed = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(traveller.get_game(), traveller)
            )
            for other in (landed, pickle.loads(pickle.dumps(traveller))):
                assert str(other) == str(traveller)
                assert other.history() == traveller.history()
                assert informed(other) == informed(traveller)
                assert (other.rewards(), other.returns()) == (traveller.rewards(), traveller.returns())
                assert other.is_terminal() or other.legal_actions() == traveller.legal_actions()


def test_a_state_that_waits_for_chance_travels() -> None:
    state = loaded(ONE_EACH[0]).new_initial_state()
    state.apply_action(7)
    other = pickle.loads(pickle.dumps(state))
    for _ in range(openspiel.DIGITS - 1):
        state.apply_action(9)
        other.apply_action(9)
    assert record(state) == record(other)


# What seats see


def watched(text: str) -> tuple[list[bytes], list[int]]:
    """The records that an information state tells of, and the decisions that it says are its own."""
    _, first, *rest = text.split("\n")
    seen, own = [bytes.fromhex(first)], []
    for line in rest:
        number, mark, changes = line.rpartition("!")
        if mark:
            own.append(int(number))
        now = bytearray(seen[-1])
        for change in changes.split():
            place, value = change.split(":")
            now[int(place)] = int(value)
        seen.append(bytes(now))
    return seen, own


@few_tables
def test_an_information_state_holds_all_that_a_seat_has_seen_and_done(table: Table) -> None:
    match, state, choices = table.match(6), loaded(table, 6).new_initial_state(), random.Random(5)
    done: list[list[int]] = [[] for _ in range(state.num_players())]
    for _ in range(25):
        if not match.over:
            action = choices.choice(match.numbers())
            done[state.current_player()].append(action)
            match.play(action)
            state.apply_action(action)
    for seat in range(state.num_players()):
        seen, own = watched(state.information_state_string(seat))
        assert seen == [row.tobytes() for row in match.watched(seat)]
        assert own == done[seat]
        assert state.information_state_string(seat).startswith(f"seat {seat + 1}\n")


def test_seats_remember_the_order_of_things() -> None:
    """In the toy two stones make the same record in either order."""
    states = [dealt(TOY_TABLES[0], 1) for _ in range(2)]
    for state, squares in zip(states, ((0, 4), (4, 0)), strict=True):
        for square in squares:
            state.apply_action(square)
    assert record(states[0]) == record(states[1])
    assert informed(states[0])[0] != informed(states[1])[0]
    assert informed(states[0])[1] != informed(states[1])[1]


@one_table_of_each
def test_observations_are_the_learning_view_and_the_view(table: Table) -> None:
    game = loaded(table, 8)
    match, state, choices = table.match(8), game.new_initial_state(), random.Random(2)
    for _ in range(6):
        action = choices.choice(match.numbers())
        match.play(action)
        state.apply_action(action)
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    seen = np.zeros(table.game.sheet.observation_size(table.settled), np.int8)
    assert game.observation_tensor_shape() == [len(seen)]
    for seat in range(game.num_players()):
        table.game.engine.observe(match.state, seat, seen)
        assert state.observation_tensor(seat) == pyspiel.State.observation_tensor(state, seat) == seen.tolist()
        assert json.loads(state.observation_string(seat)).items() <= match.view(seat + 1).items()


def observer(game: SpielGame, **kind: Any) -> openspiel.Observer:
    return game.make_py_observer(pyspiel.IIGObservationType(**kind))


def spectator(game: SpielGame) -> openspiel.Observer:
    """One who remembers all that everybody has seen."""
    return observer(game, perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)


def test_a_spectator_sees_what_all_see_and_private_things_are_the_rest() -> None:
    table = ONE_EACH[-1]
    game, state = loaded(table), dealt(table, 8)
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = observer(game, perfect_recall=False, public_info=True, private_info=none)
    private = observer(game, perfect_recall=False, public_info=False, private_info=single)
    shown = json.loads(public.string_from(state, 0))
    assert shown.items() <= table.match(8).view().items()
    assert public.tensor is None
    hidden = [json.loads(private.string_from(state, seat)) for seat in range(2)]
    assert hidden[0] != hidden[1]
    assert all(shown.get(key) != value for seat in range(2) for key, value in hidden[seat].items())
    recalling = spectator(game)
    assert recalling.string_from(state, 0) == recalling.string_from(state, 1) == "\n".join(
        ["seat 0", table.match(8).concealed(openspiel.SPECTATOR).tobytes().hex()]
    )  # fmt: skip
    recalling.set_from(state, 0)


def test_there_is_nothing_to_see_before_the_deal() -> None:
    state = loaded(ONE_EACH[0]).new_initial_state()
    assert not any(state.observation_tensor(0))
    assert state.observation_string(0) == state.information_state_string(0) == ""
    assert state.returns() == state.rewards() == [0.0, 0.0]
    assert str(state) == "the deal, seed 0 of 0 digits\n"


def test_observers_that_there_are_not() -> None:
    game = loaded(ONE_EACH[0])
    with pytest.raises(BadInput, match="no observer of all hands"):
        observer(game, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(BadInput, match="remembers private things alone"):
        observer(game, perfect_recall=True, public_info=False)
    with pytest.raises(BadInput, match="no parameters"):
        game.make_py_observer(None, {"cards": 1})


# Worlds


@few_tables
def test_a_seat_cannot_tell_a_world_from_its_own(table: Table) -> None:
    public = spectator(loaded(table))
    for state in looks(table):
        before = record(state)
        for seat in range(state.num_players()):
            world = state.resample_from_infostate(seat, sampler(seat))
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert public.string_from(world, 0) == public.string_from(state, 0)
            assert world.current_player() == state.current_player()
            assert (world.rewards(), world.returns()) == (state.rewards(), state.returns())
            if seat == state.current_player():
                assert world.legal_actions() == state.legal_actions()
        assert record(state) == before


@one_table_of_each
def test_worlds_differ_in_what_is_hidden(table: Table) -> None:
    state = next(looks(table))
    worlds = [state.resample_from_infostate(0, sampler(seed)) for seed in range(WORLDS)]
    assert len({record(world) for world in worlds}) == WORLDS
    assert record(state.resample_from_infostate(0, sampler(1))) == record(worlds[1])


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_other_seats_know_what_they_see_in_a_world(table: Table) -> None:
    """They know what all have seen, and what they see there now; nothing of what they saw in the game played."""
    state = [*looks(table)][1]
    knower = state.current_player()
    other = 1 - knower
    worlds = [state.resample_from_infostate(knower, sampler(seed)) for seed in range(40)]
    told = [world.information_state_string(other) for world in worlds]
    seen = [moment_of(world).concealed(other).tobytes().hex() for world in worlds]
    _, *shown = spectator(loaded(table)).string_from(state, other).split("\n")
    assert told == ["\n".join([f"seat {other + 1}", *shown, view]) for view in seen]
    assert len({*seen}) > 1


@one_table_of_each
def test_worlds_are_played_on_and_drawn_from_again(table: Table) -> None:
    state = [*looks(table)][-2]
    world = state.resample_from_infostate(0, sampler(1))
    choices = random.Random(4)
    for _ in range(4):
        if not world.is_terminal():
            go_on(world, choices)
            while world.is_chance_node():
                go_on(world, choices)
    if not world.is_terminal():
        again = world.resample_from_infostate(1, sampler(2))
        assert again.information_state_string(1) == world.information_state_string(1)
        assert again.information_state_string(0).endswith("\n" + moment_of(again).concealed(0).tobytes().hex())
    assert world.information_state_string(0).startswith(state.information_state_string(0))
    while not world.is_terminal():
        go_on(world, choices)
    assert len(world.returns()) == world.num_players()


@one_table_of_each
def test_the_chance_to_come_is_not_that_of_the_game(table: Table) -> None:
    state = loaded(table, 9).new_initial_state()
    words = {moment_of(state.resample_from_infostate(0, sampler(seed))).word for seed in range(WORLDS)}
    assert len(words) == WORLDS
    assert moment_of(state).word not in words


def test_no_world_is_drawn_at_a_chance_node() -> None:
    with pytest.raises(BadInput, match="not at a chance node"):
        loaded(ONE_EACH[0]).new_initial_state().resample_from_infostate(0, sampler(1))


# Parameters and bounds


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_option_is_a_parameter(game: lantern.Game) -> None:
    usual = pyspiel.load_game(openspiel.PREFIX + game.name)
    assert usual.table.options == game.options()
    assert {*usual.get_parameters()} == {"players", "seed", *(option.name for option in game.sheet.options)}
    for table in all_tables(game):
        spiel = loaded(table)
        assert spiel.table.options == table.settled
        assert spiel.num_players() == table.settled["players"]
        assert pyspiel.load_game(str(spiel)).table.options == table.settled


def test_what_the_parameters_say_is_checked() -> None:
    assert pyspiel.load_game("lantern_hanabi(players=3,start=2,black_values=ordinary)").table.options["start"] == 2
    for text in ("lantern_hanabi(players=6)", "lantern_hanabi(start=3)", "lantern_han(map=atlantis)"):
        with pytest.raises(BadInput):
            pyspiel.load_game(text)


def test_what_kind_of_games_they_are() -> None:
    kind = pyspiel.GameType
    for game in ALL_GAMES:
        spiel = pyspiel.load_game(openspiel.PREFIX + game.name)
        assert spiel.get_type().utility == (kind.Utility.IDENTICAL if game == HANABI else kind.Utility.ZERO_SUM)
        assert spiel.get_type().chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
        assert spiel.max_chance_outcomes() == openspiel.OUTCOMES
        one = pyspiel.load_game(f"{openspiel.PREFIX}{game.name}(seed=1)")
        assert one.get_type().chance_mode == kind.ChanceMode.DETERMINISTIC
        assert one.max_chance_outcomes() == one.max_chance_nodes_in_history() == 0
    assert pyspiel.load_game("lantern_han(players=4)").min_utility() == -1 / 3
    black = pyspiel.load_game("lantern_hanabi(black_powder=True,multicolour=True)")
    assert (black.min_utility(), black.max_utility()) == (-5.0, 30.0)


def drawn_out(table: Table, wishes: tuple[str, ...], seed: int) -> int:
    """The length of a game whose players do what comes first among their wishes."""
    match, choices = table.match(seed), random.Random(seed)
    while not match.over:
        actions = match.actions()
        wished = next((some for wish in wishes if (some := [a for a in actions if a.startswith(wish)])), actions)
        match.play(choices.choice(wished))
    return match.ply


@pytest.mark.parametrize("table", all_tables(HANABI)[:: 8 if PLAIN else 2], ids=str)
def test_no_game_of_hanabi_is_longer_than_its_bound(table: Table) -> None:
    """Who gives a hint whenever a token is there, and else discards, plays as long as can be."""
    length, bound = drawn_out(table, ("hint", "discard"), 1), loaded(table).max_game_length()
    assert length <= bound
    if not table.settled["final_bouquet"]:
        assert length >= bound - 8 - 7 * table.settled["flares"]


SLOW_PLAY = {
    "han": ("end", "take", "draw", "house", "emissary"),
    "khan": ("refuse", "reserve", "patronage", "gods", "discard", "anywhere"),
    "ming": ("stay", "step", "stop", "back"),
}


@pytest.mark.plain_only(reason="they take long to compile")
@pytest.mark.parametrize("name", SLOW_PLAY)
def test_no_game_of_rivals_is_longer_than_its_bound(name: str) -> None:
    table = all_tables(lantern.game(name))[0]
    length = drawn_out(table, SLOW_PLAY[name], 2)
    assert 0.1 * loaded(table).max_game_length() < length <= loaded(table).max_game_length()


# The package


def test_states_travel_to_another_process_which_ends_well() -> None:
    state = dealt(TOY_TABLES[0], 1)
    hanabi = dealt(all_tables(HANABI)[0], 1)
    lines = [
        "import pickle, sys",
        f"state = pickle.loads({pickle.dumps(hanabi)!r})",
        "assert state.get_game().get_type().short_name == 'lantern_hanabi'",
        "print(state.information_state_string(0))",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, hanabi.information_state_string(0) + "\n"), done.stderr
    assert pickle.loads(pickle.dumps(state)).history() == state.history()


def test_without_openspiel_it_says_what_to_install() -> None:
    lines = ["import sys", "sys.modules['pyspiel'] = None", "import lantern.adapters.openspiel"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert "WrongCall: lantern.adapters.openspiel needs pyspiel: pip install 'lantern-table[research]'" in done.stderr
