"""What actions are worth in Hanabi: the points that the club reaches after them, in worlds that fit what is seen.

In every world each seat has noted what it would have seen there from the first turn on, and the hands are such as the
convention leaves possible. All actions are tried in the same worlds, then the better half of them in some more, and so
on. The usual bot's choice is tried to the last, and stands unless another action does clearly better.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lantern.games.hanabi import SHEET
from lantern.games.hanabi.actions import DISCARD, HINT
from lantern.games.hanabi.board import MOST_HELD, MOST_SEATS
from lantern.games.hanabi.scoring import ending, team_score
from lantern.games.hanabi.state import State
from lantern.kernel.engine import shared_rules
from lantern.kernel.game import Game
from lantern.kernel.haste import is_hurried
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import entry, is_at_hand, rule
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players import SCRATCH, bot
from lantern.players.advice.judge import Judgement
from lantern.players.hanabi.club.bot import choose
from lantern.players.hanabi.club.reading import start_notes, watch
from lantern.players.hanabi.mind import Mind, Notes
from lantern.players.player import Player

RULES = shared_rules(SHEET)
determinize, apply = RULES.determinize, RULES.apply
Actions = NDArray[np.int64]
PLAYOUTS = 1200
"""How many games are played to try all actions for the first time, times the seats: with more a game takes longer."""
CLEARLY = 0.5
"""By how many points another action must do better than the usual bot's choice."""
MOST_TRIES = 1000
"""How often a hand is dealt that the convention does not leave possible, before it is taken as it is."""
WORLD, BEFORE, TRIAL = range(SCRATCH, SCRATCH + 3)
"""Rows of the scratch records, after those for the club to think with: a world, and the game in which an action is
tried, before its last move and after it."""


@rule
def note_match(notes: Notes, seen: Records, viewer: int) -> None:
    """Note a match from its first record on."""
    start_notes(notes, seen[0], viewer)
    for ply in range(len(seen) - 1):
        watch(notes, seen[ply], seen[ply + 1], viewer)


@rule
def deal_world(notes: Notes, seen: State, seat: int, scratch: Records, rng: Stream) -> None:
    """Deal what the seat does not see, its own hand by what it knows of that, if such a hand is found."""
    for _ in range(MOST_TRIES):
        scratch[WORLD] = seen
        determinize(scratch[WORLD], seat, rng)
        if misfits(notes, scratch[WORLD], seat) == 0:
            break


@rule
def misfits(notes: Notes, world: State, seat: int) -> int:
    """How many cards of a hand its owner does not take for possible."""
    count = 0
    for position in range(world.held[seat]):
        if not notes.known[seat, position] >> world.hand[seat, position] & 1:
            count += 1
    return count


@rule
def deal_back(past: Records, seat: int) -> None:
    """Show a seat's hand in all records of a match whose last one shows it."""
    for ply in range(len(past) - 2, -1, -1):
        before, after = past[ply], past[ply + 1]
        gone = MOST_HELD
        if after.last_seat == seat and after.last_action < HINT:
            gone = after.last_action % DISCARD
            before.hand[seat, gone] = after.last_card
        for position in range(before.held[seat]):
            if position != gone:
                before.hand[seat, position] = after.hand[seat, position - 1 if position > gone else position]


@rule
def play_on(minds: Records, notes: Records, scratch: Records, action: int, rng: Stream) -> int:
    """The points that the club reaches in a world after an action."""
    for seat in range(scratch[WORLD].seats):
        minds[2 * seat] = notes[seat]
    scratch[BEFORE] = scratch[WORLD]
    scratch[TRIAL] = scratch[WORLD]
    trial = scratch[TRIAL]
    apply(trial, action, rng)
    while ending(trial) == 0:
        for seat in range(trial.seats):
            watch(minds[2 * seat], scratch[BEFORE], trial, seat)
        mind = minds[2 * trial.to_act : 2 * trial.to_act + 2]
        action = choose(trial, mind, rng, scratch)
        scratch[BEFORE] = trial
        apply(trial, action, rng)
    return team_score(trial)


@entry("hanabi: judging")
def weigh(
    seen: Records,
    past: Records,
    seat: int,
    actions: Actions,
    worlds: int,
    notes: Records,
    minds: Records,
    choice: Records,
    scratch: Records,
    out: Actions,
) -> None:
    """[action] the points reached after it, added up over some worlds that the seat can't tell apart."""
    last = len(seen) - 1
    note_match(notes[seat], seen, seat)
    for place in range(len(actions)):
        out[place] = 0
    for _ in range(worlds):
        deal_world(notes[seat], seen[last], seat, scratch, choice[0])
        past[last] = scratch[WORLD]
        deal_back(past, seat)
        for partner in range(seen[last].seats):
            if partner != seat:
                note_match(notes[partner], past, partner)
        for place in range(len(actions)):
            out[place] += play_on(minds, notes, scratch, actions[place], choice[0])


class Judging:
    """Judges positions of Hanabi."""

    watches = True

    def __init__(self, game: Game, playouts: int = PLAYOUTS, usual: str = "club") -> None:
        self._game = game
        self._playouts = playouts
        self._bot = bot(game, usual)
        self._listed = np.zeros(game.sheet.most_legal, np.int64)
        self._notes = new_records(Mind, MOST_SEATS)
        self._minds = new_records(Mind, 2 * MOST_SEATS)
        self._choice = new_records(Stream, 1)
        self._scratch = new_records(game.sheet.state, TRIAL + 1)

    @cached_property
    def _usual(self) -> Player:
        return Player(self._game, self._bot, 0)

    def load(self, seen: Records) -> bool:
        """Compile what is needed, or read it from disk."""
        self._game.engine.list_actions(seen[-1:], self._listed)
        room = self._notes, self._minds, self._choice, self._scratch
        weighs = is_at_hand(weigh, seen, copy_of(seen), 0, self._listed, 0, *room, self._listed)
        return self._usual.load(seen) and weighs

    def judge(self, seen: Records, seat: int, seed: int) -> Judgement:
        """The mean points of every legal action; the points to be expected are those of the best."""
        self._usual.reseed(seed)
        chosen = self._usual.choose_on(seen)
        if is_hurried() and not self.load(seen):
            return Judgement(chosen, {}, [], stood_in=True)
        seed_all(self._choice, seed, CHOICE, 0, 1)
        worths = self._worths(seen, seat, chosen)
        most = worths[chosen][1]
        top = max((action for action in worths if worths[action][1] == most), key=lambda action: worths[action])
        best = top if worths[top][0] > worths[chosen][0] + CLEARLY else chosen
        return Judgement(best, worths, [worths[best][0]])

    def _worths(self, seen: Records, seat: int, chosen: int) -> dict[int, tuple[float, int]]:
        """[action] the points reached after it, on average, and in how many worlds."""
        left = self._listed[: self._game.engine.list_actions(seen[-1:], self._listed)].tolist()
        worlds = max(1, self._playouts // (int(seen[-1].seats) * len(left)))
        points, tries = dict.fromkeys(left, 0), dict.fromkeys(left, 0)
        while left:
            for action, reached in zip(left, self._weigh(seen, seat, left, worlds), strict=True):
                points[action] += reached
                tries[action] += worlds
            left = better_half(points, left, chosen) if len(left) > 2 else []
        return {action: (points[action] / tries[action], tries[action]) for action in points}

    def _weigh(self, seen: Records, seat: int, actions: list[int], worlds: int) -> list[int]:
        """[place] the points reached after an action, added up over some worlds."""
        out = np.zeros(len(actions), np.int64)
        room = self._notes, self._minds, self._choice, self._scratch
        weigh(seen, copy_of(seen), seat, np.array(actions, np.int64), worlds, *room, out)
        return out.tolist()


def better_half(points: dict[int, int], actions: list[int], chosen: int) -> list[int]:
    """The actions that reached most, half of them, and the chosen one in any case."""
    better = sorted(actions, key=lambda action: -points[action])[: len(actions) // 2]
    return better if chosen in better else [*better, chosen]
