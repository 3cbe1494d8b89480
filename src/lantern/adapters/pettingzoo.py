"""Every game as an environment of PettingZoo, one seat after the other (AEC).

    from lantern.adapters import pettingzoo
    env = pettingzoo.env("hanabi", players=3, multicolour=True)
    env.reset(seed=7)

The agents are seat_1, seat_2 and so on. An observation is {"observation", "action_mask"}, as in PettingZoo's classic
games; docs/games has the layout of both. `reset(seed=s)` deals the match of seed s, and every `reset()` after it the
match of the next seed. A seat is paid as `kernel.rewards` says. Games end by their rules and are never truncated.

An illegal action ends the game in `env`, as in the classic games: who chose it is paid -1, the others nothing, and its
info names the clause. In `raw_env` it raises `Refused`, and nothing changes.
"""

from __future__ import annotations

from io import StringIO
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

import lantern
from lantern.kernel.batch import Batch
from lantern.kernel.course import PLAY
from lantern.kernel.errors import BadInput, Refused, listing
from lantern.kernel.game import Game
from lantern.kernel.match import Match
from lantern.kernel.seeds import checked_seed
from lantern.terminal import console, drawing, open_view

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as missing:
    raise BadInput(f"lantern.adapters.pettingzoo needs {missing.name}: pip install 'lantern-table[research]'") from None

Observation = dict[str, NDArray[np.int8]]

ILLEGAL_REWARD = -1.0
"""What a seat is paid for ending a game with an illegal action."""
RENDER_MODES = ("human", "ansi")
AFTER_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


class Environment(AECEnv[str, Any, Any], EzPickle):
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
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"render_mode is {render_mode!r}; it may be None, {listing(map(repr, RENDER_MODES))}")
        self.game = game if isinstance(game, Game) else lantern.game(game)
        self.options = self.game.options(players, **options)
        self.render_mode, self.strict = render_mode, strict
        self.metadata = {
            "name": f"lantern_{self.game.name}_v{self.game.sheet.rules_version}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.options["players"] + 1)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = self.game.sheet.observation_size(self.options), self.game.sheet.actions
        self.observation_spaces = {agent: _observation_space(size, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        states = self.game.records(self.options, 1)
        engine = self.game.engine
        self._batch = Batch(self.game.sheet, engine, states, self.options, checked_seed(None), endless=False)
        self._seen, self._mask, self._earned = self._batch.observations[0], self._batch.masks[0], self._batch.rewards[0]
        self._listed = np.zeros(self.game.sheet.most_legal, np.int64)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"there is no {name} before the first reset()" if name in AFTER_RESET else f"an environment has no {name}"
        )

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What an agent's actions are like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the match of a seed, or that of the next one; `options` has no meaning here."""
        self._batch.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._numbers: list[int] = []
        self._match: Match | None = None
        self._go_on()

    @property
    def seed(self) -> int:
        """The seed of the match under way."""
        return self._batch.seed + int(self._batch.deals[0])

    @property
    def match(self) -> Match:
        """The match so far; `match.save()` is a text for `lantern replay`."""
        if self._match is None:
            self._match = Match(self.game, self.options, self.seed)
        for number in self._numbers[self._match.ply :]:
            self._match.play(number)
        return self._match

    def step(self, action: int | None) -> None:
        """Play an action for the seat to act; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations.get(agent, True):
            self._leave(action)
            return
        number = self._number(action)
        code = self._play(number)
        if code:
            self._refuse(agent, code)
            return
        self._numbers.append(number)
        self._pay(agent, self._earned.tolist())
        if self._batch.ended.item(0):
            self._end()
        else:
            self._go_on()

    def _play(self, number: int) -> int:
        """Play an action in one compiled call, without what a batch of many asks first; 0, or why it is refused."""
        batch = self._batch
        batch.actions[0] = number
        batch.engine.advance_all(
            batch.states, batch.chance, batch.actions, batch.seed, PLAY, batch.tables, self._listed, 0, 1
        )
        return batch.codes.item(0)

    def _number(self, action: Any) -> int:
        """An action as a number."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.game.sheet.actions:
            raise BadInput(f"an action is a whole number from 0 to {self.game.sheet.actions - 1}, not {action!r:.60}")
        return number

    def _leave(self, action: int | None) -> None:
        """Let an agent go whose game is over."""
        if self.agents:
            self._was_dead_step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def _refuse(self, agent: str, code: int) -> None:
        """Raise, or end the game, at an illegal action."""
        refusal = self.game.sheet.words(self.options).refusals[code]
        if self.strict:
            raise Refused(refusal)
        self.infos[agent] = {"clause": refusal.clause, "message": refusal.message}
        self._pay(agent, [ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents])
        self._end()

    def _pay(self, acted: str, rewards: list[float]) -> None:
        """Pay every agent; one that acts has been told of what it was paid before."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._cumulative_rewards[acted] = 0.0
        if any(rewards):
            self._accumulate_rewards()

    def _go_on(self) -> None:
        """Hand the decision to the seat to act."""
        self.agent_selection = self._acting = self.possible_agents[self._batch.seats.item(0)]
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
        if agent == self._acting:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        seen, mask = np.zeros_like(self._seen), np.zeros_like(self._mask)
        self.game.engine.observe(self._batch.states, self._seat_of[agent], seen)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The table with nothing hidden: printed for "human", as text for "ansi"."""
        if self.render_mode == "ansi":
            text = StringIO()
            self._draw(console(text))
            return text.getvalue()
        if self.render_mode == "human":
            self._draw(console())
        return None

    def _draw(self, screen: Console) -> None:
        """Draw the table, and how the game ended."""
        picture, view = drawing(self.game.name), open_view(self.match)
        screen.print(picture.draw(view))
        if self.match.over:
            screen.print(picture.sum_up(view))

    def close(self) -> None:
        """There is nothing to close."""


def _observation_space(size: int, actions: int) -> Space[Any]:
    return Dict(
        {
            "observation": Box(0, 1, (size,), np.int8),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


def env(game: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any) -> Environment:
    """A game as an environment, in which an illegal action ends the game."""
    return Environment(game, players, render_mode, **options)


def raw_env(
    game: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any
) -> Environment:
    """The same, but an illegal action raises `Refused` and changes nothing."""
    return Environment(game, players, render_mode, strict=True, **options)
