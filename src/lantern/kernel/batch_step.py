"""The course of endless games in a batch, row by row: play an action, pay for it, deal anew, tell what there is to see.

The same rules serve a batch on the CPU, where a thread hands them all records and its share of rows, and one on a GPU,
where it hands them its copy of a single one: `states[0]` is the game of row `base`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from lantern.kernel.contract import Json, Rules, Sheet
from lantern.kernel.record import Cells, Records, State
from lantern.kernel.rewards import pay_points, pay_win
from lantern.kernel.rng import seed_stream
from lantern.kernel.rule import rule
from lantern.kernel.seeds import CHANCE


class Tables(NamedTuple):
    """What a batch tells, a row a game; of what nobody wants to see, the rows are empty."""

    seats: Any
    """[game] the seat to act, from 0; -1 where the game is over and none was dealt after it."""
    observations: Any
    """[game, number] what that seat sees."""
    masks: Any
    """[game, action] 1 where the action is legal."""
    deals: Any
    """[game] games that were dealt in this row before the one under way."""
    moves: Any
    """[game] moves of the game under way."""
    paid: Any
    """[game] what a team was paid for the game under way."""
    codes: Any
    """[game] 0, or why the last action was refused."""
    rewards: Any
    """[game, seat] what the last action earned."""
    ended: Any
    """[game] 1 where it ended the game."""
    scores: Any
    """[game, seat] points as the last action left them."""
    standings: Any
    """[game, seat] of the last game that ended: the higher is ahead, equal ones share the win."""
    lengths: Any
    """[game] moves of the last game that ended."""
    endings: Any
    """[game] why it ended."""

    @classmethod
    def allocate(
        cls, sheet: Sheet, options: Json, observations: bool, masks: bool, zeros: Callable[..., Any], room: Any = None
    ) -> Tables:
        """Tables made by `zeros(kind, *columns)`, or by `room` where every step writes all of them."""
        players, room = options["players"], room or zeros
        return cls(
            seats=zeros(np.int64),
            observations=room(np.int8, sheet.observation_size(options) if observations else 0),
            masks=room(np.int8, sheet.actions if masks else 0),
            deals=zeros(np.int64),
            moves=zeros(np.int64),
            paid=zeros(np.int64),
            codes=zeros(np.int64),
            rewards=zeros(np.float32, players),
            ended=zeros(np.int8),
            scores=zeros(np.int64, players),
            standings=zeros(np.int64, players),
            lengths=zeros(np.int64),
            endings=zeros(np.int64),
        )


DEAL, PLAY, PLAY_ON = range(3)
"""What to do in every row: deal the next game; play an action; play one and, if it ends the game, deal the next."""


def marking(rules: Rules) -> Callable[..., None]:
    """A rule (state, mask, listed) that writes 1 where an action is legal and 0 elsewhere."""
    legal_actions = rules.legal_actions

    @rule
    def mark_legal(state: State, mask: Any, listed: Cells) -> None:
        for action in range(len(mask)):
            mask[action] = 0
        for place in range(legal_actions(state, listed)):
            mask[listed[place]] = 1

    return mark_legal


def build_batch_step(rules: Rules, team: bool) -> Callable[..., None]:
    """A rule that does the same in the rows from `first` to before `last`, and tells what came of it.

    (states, chance, actions, base, seed, task, tables, listed, first, last): a game that is dealt is the match of seed
    `seed + i + rows * deals[i]`; `listed` has room for a list of legal actions.

    It is one piece: compiled code counts who holds an array whenever it hands one on, and with all tables handed to a
    rule for every part of a step, a step of Hanabi took three times as long.
    """
    new_game, apply, refusal, ending = rules.new_game, rules.apply, rules.refusal, rules.ending
    seat_to_act, observe, mark_legal = rules.seat_to_act, rules.observe, marking(rules)
    count_points, standing = rules.scores, rules.standing

    @rule
    def advance(
        states: Records,
        chance: Records,
        actions: Cells,
        base: int,
        seed: int,
        task: int,
        tables: Tables,
        listed: Cells,
        first: int,
        last: int,
    ) -> None:
        seats, observations, masks, deals, moves, paid, codes, rewards, ended, scores, standings, lengths, endings = (
            tables
        )
        for i in range(first, last):
            state = states[i - base]
            code, over = 0, 0
            if task != DEAL:
                code = refusal(state, actions[i])
                if code == 0:
                    apply(state, actions[i], chance[i - base])
                    moves[i] += 1
                    over = ending(state)
                count_points(state, scores[i])
            codes[i] = code
            ended[i] = over != 0
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
            if team and code == 0 and task != DEAL:
                pay_points(scores[i], paid[i], rewards[i])
                paid[i] = scores[i, 0]
            if over != 0:
                endings[i] = over
                lengths[i] = moves[i]
                standing(state, standings[i])
                if not team:
                    pay_win(standings[i], rewards[i])
            if task == DEAL or (task == PLAY_ON and over != 0):
                deals[i] += 1
                seed_stream(chance[i - base], seed + i + len(deals) * deals[i], CHANCE)
                new_game(state, chance[i - base])
                moves[i] = 0
                paid[i] = 0
            if task == DEAL:
                count_points(state, scores[i])
            seats[i] = seat_to_act(state)
            if observations.shape[1] > 0:
                observe(state, max(seats[i], 0), observations[i])
            if masks.shape[1] > 0:
                mark_legal(state, masks[i], listed)

    return advance
