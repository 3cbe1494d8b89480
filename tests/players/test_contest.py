"""Whole games between bots of every kind, beside a slow twin that plays them move by move."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import lantern
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players import SCRATCH, Bot, bot, levels
from lantern.players.arena.contest import Company
from lantern.players.arena.deals import Seating, Tables
from lantern.players.player import new_mind
from tests.kernel.table import TOY
from tests.players.toys import HASTY, TOYS, VOTER, WITNESS

RANDOM = bot(TOY, "random")
SLOW_WITNESS = WITNESS.with_settings({"step": 5.0}, "witness:step=5")
LONG_VOTER = VOTER.with_settings({"rounds": 30.0}, "voter:rounds=30")
BOTS = [RANDOM, *TOYS, SLOW_WITNESS, LONG_VOTER]


class Sitting:
    """A bot on a seat, as the twin sees it."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot, self.seat, self.mind = bot, seat, new_mind(bot, 1, TOY.match(seed=1).state[0])

    def begin(self, state: Records) -> None:
        if self.bot.memory:
            plainly(self.bot.memory.begin)(self.mind[0], concealed(state, self.seat)[0], self.seat)

    def watch(self, before: Records, after: Records) -> None:
        if self.bot.memory and self.bot.memory.watch:
            seen = concealed(before, self.seat)[0], concealed(after, self.seat)[0]
            plainly(self.bot.memory.watch)(self.mind[0], *seen, self.seat)

    def choose(self, state: Records, rng: Any) -> int:
        seen = new_records(TOY.sheet.state, SCRATCH)
        seen[0] = concealed(state, self.seat)[0]
        choose = plainly(self.bot.choose)
        return int(choose(seen[0], self.mind, rng, seen) if self.bot.memory else choose(seen[0], rng))


def concealed(state: Records, seat: int) -> Records:
    seen = state.copy()
    plainly(TOY.sheet.rules.conceal)(seen[0], seat)
    return seen


def slowly(bots: list[Bot], seed: int, turn: int = 0) -> list[int]:
    """The actions of a game, each bot asked in its turn."""
    match, choice = TOY.match(len(bots), seed=seed), new_records(Stream, 1)
    seed_all(choice, seed, CHOICE + turn, 0, 1)
    sitting = [Sitting(bot, seat) for seat, bot in enumerate(bots)]
    for one in sitting:
        one.begin(match.state)
    actions = []
    while match.to_act is not None:
        before = match.state
        actions.append(sitting[match.to_act - 1].choose(before, choice[0]))
        match.play(actions[-1])
        for one in sitting:
            one.watch(before, match.state)
    return actions


PAIRS = [*product(range(len(BOTS)), repeat=2)]
TRIOS = [Seating((1, 2, 2)), Seating((2, 1, 2), 1), Seating((2, 2, 1), 2), Seating((2, 5, 0)), Seating((2, 5, 0), 1)]
IN_PAIRS = Tables(TOY, TOY.options(2), BOTS, [Seating(pair) for pair in PAIRS])
IN_TRIOS = Tables(TOY, TOY.options(3), BOTS, TRIOS)


def expected(seating: Seating, seed: int) -> list[str]:
    """The actions of a game as its slow twin plays it."""
    actions = slowly([BOTS[number] for number in seating.bots], seed, seating.turn)
    return [TOY.sheet.words(TOY.options(2)).write_action(action) for action in actions]


@pytest.mark.parametrize("number", range(len(PAIRS)))
@pytest.mark.sampled(3)
def test_a_game_is_what_its_bots_do_when_asked_one_by_one(number: int) -> None:
    for deal in range(3):
        match, names = IN_PAIRS.play_match(deal * len(PAIRS) + number, 5)
        assert match.seed == 5 + deal
        assert match.history == expected(Seating(PAIRS[number]), 5 + deal)
        assert names == [BOTS[bot].name for bot in PAIRS[number]]


def test_three_at_a_table_each_with_a_mind_of_its_own() -> None:
    for number, seating in enumerate(TRIOS):
        assert IN_TRIOS.play_match(number, 4)[0].history == expected(seating, 4)


def test_what_bots_leave_to_chance_differs_from_turn_to_turn() -> None:
    assert IN_TRIOS.play_match(3, 4)[0].history != IN_TRIOS.play_match(4, 4)[0].history


def test_settings_lie_in_the_minds() -> None:
    steps = [IN_PAIRS.play_match(PAIRS.index((number, 1)), 1)[0].history for number in (2, 4)]
    assert steps[0] != steps[1]
    company = Company(TOY, [WITNESS, SLOW_WITNESS, VOTER])
    assert [bot.kind for bot in company.kinds] == ["voter", "witness"]
    assert company.room(TOY.match(2, seed=1).state[0]).minds[1]["step"].tolist() == [1, 1, 5, 5]


def test_a_contest_serves_bots_who_come_another_day() -> None:
    alone = Tables(TOY, TOY.options(2), [HASTY, RANDOM], [Seating((0, 1))])
    among = Tables(TOY, TOY.options(2), [HASTY, RANDOM], [Seating((0, 1))], others=TOYS)
    assert among.play(5, 1).outcomes.tobytes() == alone.play(5, 1).outcomes.tobytes()


def test_outcomes_are_those_of_the_matches() -> None:
    played = IN_TRIOS.play(2, 7)
    assert len(played) == 2 * len(TRIOS)
    for number, outcome in enumerate(played.outcomes):
        match, _ = IN_TRIOS.play_match(number, 7)
        assert match.seed == 7 + number // len(TRIOS)
        assert (played.points[number].tolist(), outcome.length) == (match.scores, match.ply)
        assert TOY.sheet.endings[outcome.ending] == match.result["reason"]  # type: ignore[index]


def test_at_random_is_the_same_with_and_without_company() -> None:
    alone = Tables(TOY, TOY.options(2), [RANDOM], [Seating((0, 0))])
    among = Tables(TOY, TOY.options(2), [RANDOM], [Seating((0, 0))], others=[HASTY])
    assert alone.play(30, 5).outcomes.tobytes() == among.play(30, 5).outcomes.tobytes()


SLOW = ("khan", "ming")
"""The games whose experts think longest by plain rules."""


@pytest.mark.plain_only(reason="compiling the experts of every game takes minutes; `make ladder` plays them so")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough if name in SLOW else ()) for name in lantern.names()]
)
def test_all_levels_of_every_game_sit_at_one_table(name: str) -> None:
    """A match refuses what is illegal."""
    game = lantern.game(name)
    players = min(4, game.sheet.seats.stop - 1)
    known = [replace(level, settings=level.settings | _short(level)) for level in levels(game).values()]
    seating = Seating(tuple(number % len(known) for number in range(len(known) - players, len(known))))
    match, _ = Tables(game, game.options(players), known, [seating]).play_match(0, 1)
    assert match.over


def _short(level: Bot) -> dict[str, float]:
    return {"rounds": 2.0} if "rounds" in level.settings else {}
