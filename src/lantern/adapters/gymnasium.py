"""Every game for Gymnasium: many games at once, or one seat among bots.

    import gymnasium
    import lantern.adapters.gymnasium
    env = gymnasium.make("lantern/<Game>-v0", players=3, bots="club")
    envs = gymnasium.make_vec("lantern/<Game>-v0", num_envs=1024, players=4, OPTION=VALUE)

An observation is {"observation", "action_mask"}, as in PettingZoo's classic games: what the seat to act sees, and 1 for
every legal action. A seat is paid as `kernel.rewards` says. Games end by their rules and are never truncated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lantern
from lantern.kernel.batch_step import DEAL
from lantern.kernel.copies import Apart
from lantern.kernel.errors import Refusal, WrongCall, listing, quoted
from lantern.kernel.game import Game, Match
from lantern.kernel.reading import read_flag
from lantern.kernel.record import Records, copy_of
from lantern.kernel.seeds import MOST_SEED
from lantern.players.player import Player
from lantern.players.player import seat as take_seat
from lantern.terminal import seen as seen_at_table

try:
    import gymnasium
    from gymnasium.spaces import Discrete
    from gymnasium.utils import EzPickle
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from lantern.adapters import table
    from lantern.adapters.table import Environment, Observation, OneTable
except ModuleNotFoundError as missing:
    raise WrongCall(f"{__name__} needs {missing.name}: pip install 'lantern-table[research]'") from None

Info = dict[str, Any]

VERSION = 0


class VectorEnv(Apart, gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once for learners that play all seats: in every row the seat to act moves, whichever it is.

    `reset(seed=s)` deals the match of seed s + i in row i. Where a game ends, the next is dealt in the same step
    (`AutoresetMode.SAME_STEP`): in row i that of seed s + i + num_envs, and so on. The reward is that of the seat that
    moved. In the info are

        seat       [row] the seat to act now, from 1
        rewards    [row, seat] what the step paid each seat
        refusal    [row] 0, or the number of the reason why the action was refused: then nothing changed in that row
        final_obs  [row] where a game ended, the last observation of the seat that moved; `_final_obs` says where
        final_info scores, length and ending of the games that ended

    Observations are copies, unless `copy=False`: then the arrays are the same ones after every step.
    """

    instead = "one that is reset with the same seed plays the same games"

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise WrongCall(f"num_envs is {quoted(num_envs)}; it is a whole number from 1")
        read_flag(copy, "copy")
        self.game = table.game_called(game)
        self.options = self.game.options(players, **options)
        self.num_envs, self.copy = num_envs, copy
        self.batch = table.ending_batch(self.game, self.options, num_envs, threads)
        self.single_observation_space = table.observation_space(self.game, self.options)
        self.single_action_space = Discrete(self.game.sheet.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._listed = np.zeros(self.game.sheet.most_legal, np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal the matches of a seed and the seeds after it, or the next ones; `options` has no meaning here."""
        if isinstance(seed, list):
            raise WrongCall(
                f"seed is a list; it is the seed of the first row, or None: row i has seed + i ({len(seed)=})"
            )
        self.batch.reset(seed)
        super().reset(seed=seed)
        return self._observation(), self._info("seat", self.batch.seats + 1)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play an action in every game, and deal anew where one ended."""
        batch = self.batch
        movers = batch.seats.copy()
        batch.step(actions)
        rewards, ended = batch.rewards.copy(), batch.ended > 0
        info = self._info("rewards", rewards) | self._info("refusal", batch.codes.copy())
        if ended.any():
            info |= self._end(np.flatnonzero(ended), ended, movers)
        info |= self._info("seat", batch.seats + 1)
        paid = rewards[np.arange(self.num_envs), movers].astype(np.float64)
        return self._observation(), paid, ended, np.zeros(self.num_envs, np.bool_), info

    def _end(self, rows: NDArray[np.int64], ended: NDArray[np.bool_], movers: NDArray[np.int64]) -> Info:
        """Tell of games that are over, and deal the next."""
        batch, endings = self.batch, self.game.sheet.endings
        last = np.full(self.num_envs, None, object)
        why = np.full(self.num_envs, None, object)
        told = {"scores": np.where(ended[:, None], batch.scores, 0), "length": np.where(ended, batch.lengths, 0)}
        for row in rows.tolist():
            last[row] = self._last_seen(row, int(movers[row]))
            why[row] = endings[batch.endings[row]]
            table.advance(batch, DEAL, row, self._listed)
        final: Info = {}
        for name, array in {**told, "ending": why}.items():
            final |= {name: array, f"_{name}": ended.copy()}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def _last_seen(self, row: int, seat: int) -> Observation:
        """What a seat sees of a game that is over."""
        seen = np.zeros_like(self.batch.observations[row])
        self.game.engine.observe(self.batch.states[row : row + 1], seat, seen)
        return {"observation": seen, "action_mask": self.batch.masks[row].copy()}

    def _observation(self) -> Observation:
        seen, masks = self.batch.observations, self.batch.masks
        return {"observation": seen.copy(), "action_mask": masks.copy()} if self.copy else {
            "observation": seen, "action_mask": masks}  # fmt: skip

    def _info(self, name: str, array: NDArray[Any]) -> Info:
        """Something told of every row, in the form that Gymnasium gives infos of many environments."""
        return {name: array, f"_{name}": np.ones(self.num_envs, np.bool_)}


class SeatEnv(Environment, gymnasium.Env[Observation, Any]):
    """One seat of a game is yours, bots have the others; an episode is a game.

    `reset(seed=s)` deals the match of seed s, and every `reset()` after it the match of the next seed. With `seat=None`
    you sit elsewhere in every game: seats in turn, by the seed. `bots` is a level, or one for every other seat, in
    order. The bot on seat k is `lantern.bot(game, level, seed=s + k - 1)`; one that thinks by the clock does not always
    choose alike, one that thinks for `expert:rounds=500` does.

    The reward is all that your seat was paid since your last move, so that the rewards of a game add up. An illegal
    action ends the game: you are paid -1, and the info names the clause. A game that is over before your first move is
    passed over. In the info are `seed`, your `seat`, from 1, and `scores`; at the end `ending`.
    """

    metadata: dict[str, Any] = {"render_modes": [*table.RENDER_MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seat: int | None = 1,
        bots: str | Sequence[str] = "club",
        players: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, seat, bots, players, render_mode, **options)
        self.render_mode = table.checked_render_mode(render_mode)
        self.game = table.game_called(game)
        self.options = self.game.options(players, **options)
        self.players: int = self.options["players"]
        self._bots = self._taken_by(bots)
        self._always = self._checked_seat(seat)
        self.observation_space = table.observation_space(self.game, self.options)
        self.action_space = Discrete(self.game.sheet.actions)
        self._table = OneTable(self.game, self.options)

    def _taken_by(self, bots: str | Sequence[str]) -> list[Player]:
        """The bots of all seats but yours, in order."""
        if not isinstance(bots, (str, list, tuple)):
            raise WrongCall(f"bots is {quoted(bots)}; it is the name of a bot, or a list of one for every other seat")
        names = [bots] * (self.players - 1) if isinstance(bots, str) else [*bots]
        if len(names) != self.players - 1:
            raise WrongCall(
                f"{len(names)} bots for {self.players - 1} seats: name one bot, or one for every other seat"
            )
        return [take_seat(self.game, name, 0) for name in names]

    def _checked_seat(self, seat: int | None) -> int | None:
        if seat is None or (isinstance(seat, int) and not isinstance(seat, bool) and 1 <= seat <= self.players):
            return seat
        raise WrongCall(f"seat is {quoted(seat)}; it may be None, {listing(range(1, self.players + 1))}")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal the match of a seed, or that of the next one, and play to your first move; `options` has no meaning."""
        self._table.reset(seed)
        super().reset(seed=seed)
        self._begin()
        while self._table.seat < 0:
            self._table.reset()
            self._begin()
        return self._observation(), self._info()

    def _begin(self) -> None:
        """Take the seats of a game that was dealt, and let bots play to your first move."""
        self._pending, self._refused = 0.0, False
        self.seat = self._always or 1 + self.seed % self.players
        others = [place for place in range(self.players) if place != self.seat - 1]
        self._at = dict(zip(others, self._bots, strict=True))
        """[seat, from 0] the bot there."""
        for place, bot in self._at.items():
            bot.reseed((self.seed + place) & MOST_SEED)
        self._watched: dict[int, list[Records]] = {place: [] for place, bot in self._at.items() if bot.bot.watches}
        """[seat] what a bot that must have seen the whole match has seen of it."""
        self._watch()
        self._show()
        self._let_bots_play()

    @property
    def seed(self) -> int:
        """The seed of the match under way."""
        return self._table.seed

    @property
    def match(self) -> Match:
        """The match so far; `match.save()` is a text for `lantern replay`."""
        return self._table.match

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Play an action for your seat, and what bots play until you are to act again, or to the end."""
        if not self._table.dealt:
            raise WrongCall("nothing is dealt: reset() deals")
        if self._refused or self._table.seat < 0:
            raise WrongCall("the game is over: reset() deals the next")
        refusal = self._play(self._table.number(action))
        if refusal is not None:
            return self._refuse(refusal)
        self._let_bots_play()
        reward, self._pending = self._pending, 0.0
        return self._observation(), reward, self._table.seat < 0, False, self._info()

    def _play(self, number: int) -> Refusal | None:
        """Play an action for the seat to act; why not, if it is refused."""
        refusal = self._table.play(number)
        if refusal is None:
            self._pending += self._table.rewards.item(self.seat - 1)
            self._watch()
            self._show()
        return refusal

    def _let_bots_play(self) -> None:
        """Play on until you are to act, or to the end."""
        while (place := self._table.seat) in self._at:
            view = np.concatenate(self._watched[place]) if place in self._watched else self._seen_by(place)
            self._play(self._at[place].choose_on(view))

    def _seen_by(self, place: int) -> Records:
        """The record as a seat sees it."""
        view = copy_of(self._table.batch.states)
        self.game.engine.conceal(view, place)
        return view

    def _watch(self) -> None:
        for place, views in self._watched.items():
            views.append(self._seen_by(place))

    def _refuse(self, refusal: Refusal) -> tuple[Observation, float, bool, bool, Info]:
        """End the game at an illegal action."""
        self._refused = True
        seen = self._observation() | {"action_mask": np.zeros(self.game.sheet.actions, np.int8)}
        said = {"clause": refusal.clause, "message": refusal.message}
        return seen, self._pending + table.ILLEGAL_REWARD, True, False, self._info() | said

    def _observation(self) -> Observation:
        over = {"observation": self._table.observed_by(self.seat - 1)} if self._table.seat < 0 else {}
        return self._table.observation() | over

    def _info(self) -> Info:
        batch = self._table.batch
        told: Info = {"seed": self.seed, "seat": self.seat, "scores": batch.scores[0].tolist()}
        over = self._table.seat < 0
        return told | ({"ending": self.game.sheet.endings[batch.endings.item(0)]} if over else {})

    def render(self) -> str | None:
        """The table as your seat sees it: printed for "human", as text for "ansi"."""
        return table.render(self.render_mode, self.match, seen_at_table(self.match, self.seat))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


for _name in lantern.names():
    gymnasium.register(
        f"lantern/{_name.title()}-v{VERSION}",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:VectorEnv",
        kwargs={"game": _name},
    )
