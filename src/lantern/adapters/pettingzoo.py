"""Every game as an environment of PettingZoo, one seat after the other (AEC).

    from lantern.adapters import pettingzoo
    env = pettingzoo.env("<game>", players=3, OPTION=VALUE)
    env.reset(seed=7)

The agents are seat_1, seat_2 and so on. An observation is {"observation", "action_mask"}, as in PettingZoo's classic
games; docs/games has the layout of both. `reset(seed=s)` deals the match of seed s, and every `reset()` after it the
match of the next seed. A seat is paid as `kernel.rewards` says. Games end by their rules and are never truncated.

An illegal action ends the game in `env`, as in the classic games: who chose it is paid -1, the others nothing, and its
info names the clause. In `raw_env` it raises `Refused`, and nothing changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lantern.kernel.errors import Refusal, Refused, WrongCall, listing, quoted
from lantern.kernel.game import Game, Match
from lantern.kernel.reading import read_flag
from lantern.terminal import open_view

try:
    from gymnasium.spaces import Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger

    from lantern.adapters import table
    from lantern.adapters.table import Environment as OneTableEnvironment
    from lantern.adapters.table import Observation, OneTable
except ModuleNotFoundError as missing:
    raise WrongCall(
        f"lantern.adapters.pettingzoo needs {missing.name}: pip install 'lantern-table[research]'"
    ) from None

AFTER_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


class Environment(OneTableEnvironment, AECEnv[str, Any, Any]):
    """A table of one game, dealt again by every `reset`."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        strict: bool = False,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, players, render_mode, strict, **options)
        self.render_mode, self.strict = table.checked_render_mode(render_mode), bool(read_flag(strict, "strict"))
        self.game = table.game_called(game)
        self.options = self.game.options(players, **options)
        self.metadata = {
            "name": f"lantern_{self.game.name}_v{self.game.sheet.rules_version}",
            "render_modes": [*table.RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.options["players"] + 1)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = {agent: table.observation_space(self.game, self.options) for agent in self.possible_agents}
        self.observation_spaces = seen
        self.action_spaces = {agent: Discrete(self.game.sheet.actions) for agent in self.possible_agents}
        self._table = OneTable(self.game, self.options)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"there is no {name} before the first reset()" if name in AFTER_RESET else f"an environment has no {name}"
        )

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent's observations are like."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """What an agent's actions are like."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise WrongCall(f"there is no agent {quoted(agent)}; there is {listing(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the match of a seed, or that of the next one; `options` has no meaning here."""
        self._table.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    @property
    def seed(self) -> int:
        """The seed of the match under way."""
        return self._table.seed

    @property
    def match(self) -> Match:
        """The match so far; `match.save()` is a text for `lantern replay`."""
        return self._table.match

    def step(self, action: int | None) -> None:
        """Play an action for the seat to act; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations.get(agent, True):
            self._leave(action)
            return
        refusal = self._table.play(self._table.number(action))
        if refusal is not None:
            self._refuse(agent, refusal)
            return
        self._pay(agent, self._table.rewards.tolist())
        if self._table.seat < 0:
            self._end()
        else:
            self._go_on()

    def _leave(self, action: int | None) -> None:
        """Let an agent go whose game is over."""
        if self.agents:
            self._was_dead_step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def _refuse(self, agent: str, refusal: Refusal) -> None:
        """Raise, or end the game, at an illegal action."""
        if self.strict:
            raise Refused(refusal)
        self.infos[agent] = {"clause": refusal.clause, "message": refusal.message}
        self._pay(agent, [table.ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents])
        self._end()

    def _pay(self, acted: str, rewards: list[float]) -> None:
        """Pay every agent; one that acts has been told of what it was paid before."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._cumulative_rewards[acted] = 0.0
        if any(rewards):
            self._accumulate_rewards()

    def _go_on(self) -> None:
        """Hand the decision to the seat to act."""
        self.agent_selection = self._acting = self.possible_agents[self._table.seat]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Nobody is to act any more."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection, self._acting = self.agents[0], ""
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, and what it may do if it is to act."""
        self._known(agent)
        if agent == self._acting:
            return self._table.observation()
        seen = self._table.observed_by(self._seat_of[agent])
        return {"observation": seen, "action_mask": np.zeros_like(self._table.mask)}

    def render(self) -> str | None:
        """The table with nothing hidden: printed for "human", as text for "ansi"."""
        return table.render(self.render_mode, self.match, open_view(self.match))

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any) -> Environment:
    """A game as an environment, in which an illegal action ends the game."""
    return Environment(game, players, render_mode, **options)


def raw_env(
    game: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any
) -> Environment:
    """The same, but an illegal action raises `Refused` and changes nothing."""
    return Environment(game, players, render_mode, strict=True, **options)
