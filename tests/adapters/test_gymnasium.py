"""The games as Gymnasium sees them: its own checks, and every game beside the match that it is."""

from __future__ import annotations

import importlib.util
import random
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import lantern
from lantern import BadInput, Match
from lantern.adapters import gymnasium as adapter
from lantern.adapters.gymnasium import SeatEnv, VectorEnv
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN
from tests.kernel.table import TABLES as TOY_TABLES
from tests.kernel.table import TOY
from tests.players.toys import toys
from tests.tables import ALL_GAMES, Table, all_tables

__all__ = ["toys"]

GAMES = ALL_GAMES if PLAIN else [lantern.game("hanabi")]
"""The others' rules take long to compile, and are the same rules."""
TABLES = [table for game in GAMES for table in all_tables(game)] + TOY_TABLES
FEW = [table for game in GAMES for table in (all_tables(game)[0], all_tables(game)[3])] + TOY_TABLES[:2]
ROWS, STEPS = (3, 60) if PLAIN else (6, 150)
MEMORYLESS = {"hanabi": "beginner", "toy": "random"}
"""Bots that choose at once; elsewhere `club`."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
few_tables = pytest.mark.parametrize("table", FEW, ids=str)
in_plain = pytest.mark.plain_only(reason="shown with plain rules: compiling takes longer than playing")


def many(table: Table, rows: int = ROWS, **settings: Any) -> VectorEnv:
    return VectorEnv(table.game, rows, **table.options, **settings)


def one(table: Table, seat: int | None = 1, bots: str | None = None, **settings: Any) -> SeatEnv:
    return SeatEnv(table.game, seat, bots or MEMORYLESS.get(table.game.name, "club"), **table.options, **settings)


def legal_one(mask: NDArray[Any], choices: random.Random) -> int:
    return int(choices.choice(mask.nonzero()[0].tolist()))


def observed(match: Match, seat: int) -> NDArray[np.int8]:
    seen = np.zeros(match.game.sheet.observation_size(match.options), np.int8)
    match.game.engine.observe(match.state, seat - 1, seen)
    return seen


def shares(match: Match) -> list[float]:
    """What each seat is paid in all for a match that is over, counted from who is ahead."""
    players = match.options["players"]
    if match.game.sheet.team:
        return [float(points) for points in match.scores]
    standings = np.zeros((1, players), np.int64)
    match.game.engine.standing_all(match.state, standings, 0, 1)
    ahead = (standings[0] == standings[0].max()).tolist()
    share = (players / sum(ahead) - 1) / (players - 1)
    return [share if wins else -1 / (players - 1) for wins in ahead]


# Gymnasium's own checks.


@every_table
def test_a_seat_as_gymnasium_checks_it(table: Table) -> None:
    here = one(table, bots="random")
    here.spec = gymnasium.envs.registration.EnvSpec(
        "lantern/Checked-v0", entry_point=lambda **given: one(table, **given)
    )
    check_env(here, skip_render_check=True)


@in_plain
@pytest.mark.parametrize("name", lantern.names())
def test_registered_games_as_gymnasium_checks_them(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = gymnasium.make(f"lantern/{name.title()}-v0", bots="random").unwrapped
    assert isinstance(here, SeatEnv)
    check_env(here)
    assert len(capsys.readouterr().out.splitlines()) > 5


@few_tables
def test_speed_as_gymnasium_measures_it(table: Table) -> None:
    assert benchmark_vector_step(many(table), target_duration=0, seed=1) > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_many_games_by_their_name(game: Game) -> None:
    envs = gymnasium.make_vec(f"lantern/{game.name.title()}-v0", num_envs=2, players=3)
    assert isinstance(envs, VectorEnv)
    assert (envs.num_envs, envs.options["players"], envs.game) == (2, 3, game)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


# Many games at once, each beside the match that it is.


class Twin:
    """A row played as matches of its seeds, one after the other."""

    def __init__(self, table: Table, seed: int, rows: int) -> None:
        self.table, self.seed, self.rows = table, seed, rows
        self.paid = np.zeros(table.settled["players"])
        self.match = table.match(seed)
        self.ended = 0

    def check_now(self, seen: NDArray[Any], mask: NDArray[Any], seat: int) -> None:
        assert seat == self.match.to_act
        assert seen.tobytes() == observed(self.match, seat).tobytes()
        assert mask.nonzero()[0].tolist() == self.match.numbers()

    def check_step(self, row: int, action: int, reward: float, ended: bool, info: dict[str, Any]) -> None:
        mover = self.match.to_act
        assert mover is not None
        self.match.play(action)
        self.paid += info["rewards"][row]
        assert reward == info["rewards"][row, mover - 1]
        assert ended == self.match.over
        if ended:
            self.check_end(row, mover, info)
            self.ended += 1
            self.paid[:] = 0
            self.match = self.table.match(self.seed + self.rows * self.ended)
        elif "final_obs" in info:
            assert info["final_obs"][row] is None

    def check_end(self, row: int, mover: int, info: dict[str, Any]) -> None:
        assert self.paid.tolist() == pytest.approx(shares(self.match), abs=1e-5)
        last, final = info["final_obs"][row], info["final_info"]
        assert last["observation"].tobytes() == observed(self.match, mover).tobytes()
        assert not last["action_mask"].any()
        assert final["scores"][row].tolist() == self.match.scores
        assert (final["length"][row], final["ending"][row]) == (self.match.ply, self.match.reveal()["end"])


def ends(table: Table) -> bool:
    """Whether random games are short enough to end in so few steps."""
    return table.game.name in ("hanabi", "toy")


@few_tables
def test_rows_are_matches_of_their_seeds(table: Table) -> None:
    envs, choices = many(table), random.Random(5)
    told, info = envs.reset(seed=70)
    twins = [Twin(table, 70 + row, ROWS) for row in range(ROWS)]
    for _ in range(STEPS if ends(table) else STEPS // 4):
        for row, twin in enumerate(twins):
            twin.check_now(told["observation"][row], told["action_mask"][row], int(info["seat"][row]))
        actions = np.array([legal_one(mask, choices) for mask in told["action_mask"]])
        told, rewards, ended, cut_off, info = envs.step(actions)
        assert told in envs.observation_space
        assert not info["refusal"].any()
        assert not cut_off.any()
        for row, twin in enumerate(twins):
            twin.check_step(row, int(actions[row]), float(rewards[row]), bool(ended[row]), info)
        if ended.any():
            assert (info["_final_obs"] == ended).all()
            assert (info["_final_info"] == ended).all()
        else:
            assert "final_obs" not in info
    assert not ends(table) or all(twin.ended for twin in twins)


@few_tables
def test_an_illegal_action_changes_nothing_in_its_row(table: Table) -> None:
    envs = many(table)
    told, info = envs.reset(seed=3)
    actions = np.array([legal_one(mask, random.Random(1)) for mask in told["action_mask"]])
    actions[1] = (told["action_mask"][1] == 0).nonzero()[0][0]
    after, rewards, ended, _, later = envs.step(actions)
    assert later["refusal"].astype(bool).tolist() == [row == 1 for row in range(ROWS)]
    assert not later["rewards"][1].any()
    assert rewards[1] == 0
    assert not ended[1]
    assert (after["observation"][1] == told["observation"][1]).all()
    assert later["seat"][1] == info["seat"][1]


def test_reset_deals_the_next_games_and_a_seed_the_first() -> None:
    envs = VectorEnv("hanabi", 4, players=3)
    first, _ = envs.reset(seed=9)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=9)
    other, _ = envs.reset(seed=13)
    assert (first["observation"] == again["observation"]).all()
    assert (second["observation"] == other["observation"]).all()
    assert (first["observation"] != second["observation"]).any()


def test_observations_stay_as_they_were_unless_copies_are_not_wanted() -> None:
    for copied in (True, False):
        envs = VectorEnv("hanabi", 4, copy=copied)
        told, _ = envs.reset(seed=1)
        kept = told["observation"].copy()
        envs.step(envs.batch.random_actions().copy())
        assert (told["observation"] == kept).all() == copied


# One seat among bots.


def play(here: SeatEnv, seed: int) -> tuple[list[float], dict[str, Any]]:
    """A game at random; what was paid, and the last info."""
    choices = random.Random(seed)
    told, info = here.reset(seed=seed)
    paid, over = [], False
    while not over:
        assert here.match.to_act == info["seat"]
        assert told["observation"].tobytes() == observed(here.match, info["seat"]).tobytes()
        assert told["action_mask"].nonzero()[0].tolist() == here.match.numbers()
        told, reward, over, cut_off, info = here.step(legal_one(told["action_mask"], choices))
        assert not cut_off
        paid.append(reward)
    assert told["observation"].tobytes() == observed(here.match, info["seat"]).tobytes()
    assert not told["action_mask"].any()
    return paid, info


def checked_game(here: SeatEnv, seed: int) -> None:
    """A game that is the match of its seed, in which bots chose as they do at a table."""
    paid, info = play(here, seed)
    match = here.game.match(seed=seed, **here.options)
    bots = [lantern.Player(here.game, bot.bot, seed + place) for place, bot in here._at.items()]
    at = dict(zip(here._at, bots, strict=True))
    for number in here.match._numbers:
        assert match.to_act is not None
        if match.to_act - 1 in at:
            assert at[match.to_act - 1].choose(match) == number
        match.play(number)
    assert match.over
    assert here.match.digest() == match.digest()
    assert info["scores"] == match.scores
    assert info["ending"] == match.reveal()["end"]
    assert sum(paid) == pytest.approx(shares(match)[info["seat"] - 1], abs=1e-5)


@few_tables
def test_a_game_is_the_match_of_its_seed_with_bots(table: Table) -> None:
    seat = table.settled["players"]
    checked_game(one(table, seat, "random" if PLAIN else None), 20)


@in_plain
@pytest.mark.parametrize(("name", "bots"), [("hanabi", "club"), ("hanabi", "beginner"), ("han", "club")])
def test_bots_that_watch_and_that_do_not(name: str, bots: str) -> None:
    checked_game(SeatEnv(name, seat=1, bots=bots), 31)


@in_plain
def test_bots_that_think_for_some_rounds() -> None:
    here = SeatEnv("ming", seat=2, bots="expert:rounds=2")
    told, _ = here.reset(seed=3)
    assert told["action_mask"].any()


@pytest.mark.usefixtures("toys")
def test_different_bots_on_the_other_seats() -> None:
    here = SeatEnv(TOY, seat=2, bots=["hasty", "witness"], players=3)
    for seed in range(3):
        checked_game(here, seed)
        assert {place: bot.bot.name for place, bot in here._at.items()} == {0: "hasty", 2: "witness"}


def test_seats_in_turn() -> None:
    here = SeatEnv("hanabi", seat=None, bots="beginner", players=3)
    seats = [here.reset(seed=30)[1]["seat"]] + [here.reset()[1]["seat"] for _ in range(4)]
    assert seats == [1, 2, 3, 1, 2]


def test_every_reset_deals_the_next_seed() -> None:
    here = SeatEnv("hanabi", bots="random")
    assert [here.reset(seed=40)[1]["seed"], here.reset()[1]["seed"], here.reset()[1]["seed"]] == [40, 41, 42]
    assert here.match.seed == 42


def test_a_game_that_is_over_before_the_first_move_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four who play whatever they hold lose a game of Hanabi before the fifth is asked, if they make three errors."""
    here = SeatEnv("hanabi", seat=5, bots="random", players=5)
    monkeypatch.setattr(lantern.Player, "choose_on", lambda player, seen: 0)
    passed = 0
    for seed in range(40):
        told, info = here.reset(seed=seed)
        assert told["action_mask"].any()
        assert here.match.numbers()
        passed += info["seed"] != seed
    assert 0 < passed < 40


@few_tables
def test_an_illegal_action_ends_the_game_and_names_the_clause(table: Table) -> None:
    here = one(table)
    told, _ = here.reset(seed=2)
    action, ply = int((told["action_mask"] == 0).nonzero()[0][0]), here.match.ply
    refusal = here.match.why_not(action)
    assert refusal is not None
    pending = here._pending
    told, reward, over, cut_off, info = here.step(action)
    assert (reward, over, cut_off) == (pending - 1.0, True, False)
    assert (info["clause"], info["message"]) == (refusal.clause, refusal.message)
    assert not told["action_mask"].any()
    assert here.match.ply == ply
    with pytest.raises(BadInput, match=r"the game is over: reset\(\) deals the next"):
        here.step(action)


def test_points_that_came_before_the_first_move_are_paid_with_it() -> None:
    here = SeatEnv("hanabi", seat=3, bots="beginner", players=3)
    here.reset(seed=1)
    here._pending = 2.0
    told = here._observation()
    _, reward, *_ = here.step(int(told["action_mask"].nonzero()[0][0]))
    assert reward >= 2.0 or here.match.over


@pytest.mark.parametrize("action", [-1, 132, None, "play 1", 1.0])
def test_what_is_no_action_says_what_is(action: Any) -> None:
    here = SeatEnv("hanabi", bots="random")
    here.reset(seed=1)
    with pytest.raises(BadInput, match="an action is a whole number from 0 to 131, not"):
        here.step(action)


def test_before_the_first_reset_nothing_is_dealt() -> None:
    with pytest.raises(BadInput, match="reset"):
        SeatEnv("hanabi", bots="random").step(0)


@in_plain
def test_the_picture_shows_what_the_seat_sees_and_how_the_game_ended(capsys: pytest.CaptureFixture[str]) -> None:
    here = SeatEnv("hanabi", bots="random", render_mode="ansi")
    play(here, 4)
    assert str(here.match.result and here.match.result["reason"]) in str(here.render())
    here.reset(seed=4)
    assert "??" in str(here.render())
    silent = SeatEnv("hanabi", bots="random")
    silent.reset(seed=4)
    assert silent.render() is None
    assert capsys.readouterr().out == ""
    SeatEnv("hanabi", bots="random", render_mode="human").reset(seed=4)
    assert "Hanabi" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"render_mode": "rgb_array"}, "render_mode is 'rgb_array'; it may be None, 'human' or 'ansi'"),
        ({"players": 9}, "Hanabi is for 2 to 5 players, not 9"),
        ({"seat": 3}, "seat is 3; it may be None, 1 or 2"),
        ({"seat": True}, "seat is True; it may be None, 1 or 2"),
        ({"bots": "grandmaster"}, "Hanabi has no bot 'grandmaster'"),
        ({"bots": ["random", "random"]}, "2 bots for 1 seats"),
        ({"colour": True}, "Hanabi has no option 'colour'"),
    ],
)
def test_wrong_settings_say_what_is_allowed(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        SeatEnv("hanabi", **settings)
    assert message in str(refused.value)


@pytest.mark.parametrize("rows", [0, -1, True, "many", 2.0])
def test_so_many_rows_can_not_be(rows: Any) -> None:
    with pytest.raises(BadInput, match=r"num_envs is .*; it is a whole number from 1"):
        VectorEnv("hanabi", rows)


def test_many_games_have_one_seed() -> None:
    with pytest.raises(BadInput, match="seed is a list"):
        VectorEnv("hanabi", 2).reset(seed=[1, 2])


def test_without_gymnasium_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    spec = importlib.util.spec_from_file_location("without_gymnasium", str(adapter.__file__))
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(BadInput, match=r"needs gymnasium: pip install 'lantern-table\[research\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
