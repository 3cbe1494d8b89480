"""A finished match looked at again: everybody's chances from move to move, and where more could have been had.

Every decision is judged on what its seat had seen then (`questions`), whoever judges; `reviewed` makes a review of the
judgements. So the work can be shared out, and stopped between two decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.kernel.record import Records
from lantern.players.advice.judge import Judge, Judgement
from lantern.players.advice.trust import trust_in
from lantern.players.arena.deals import WHOLE, wins_of

CHANCE, POINTS = "chance", "points"
"""What worths are counted in: chances to win, or points of the team."""
CLEARLY = {CHANCE: 0.05, POINTS: 0.6}
"""By how much a decision must fall short of the best to have mattered."""
TURNING = {CHANCE: 0.1, POINTS: 1.2}
"""By how much somebody's chances must change for a turning point."""
CLOSE = 2
"""Turning points so many actions apart may be one."""
MOST_TURNING_POINTS = 8
FEW_TRIES = 10
"""An action tried less often is judged by what came after it."""
DIGITS = 4
UNPLAYED = -1


@dataclass(frozen=True)
class Question:
    """A decision that is to be judged."""

    ply: int
    """The number of the action that was taken, from 1."""
    seat: int
    """Who took it, from 0."""
    seen: Records
    """What the seat had seen: the match up to then, or its last record."""
    choices: int
    played: int
    """The action; UNPLAYED where the match stopped."""


def questions(match: Match, watching: bool) -> list[Question]:
    """The decisions of a match at which there was a choice; if it is not over, the one it stopped at too.

    Who judges is given all that a seat has seen if he is watching, otherwise the last record.
    """
    watched = [match.watched(seat) for seat in range(match.options["players"])]
    replay = Match(match.game, match.options, match.seed, match.setup, match.start)
    found = []
    for ply, action in enumerate([*map(match.words.read_action, match.history), UNPLAYED], 1):
        assert isinstance(action, int), "what was played is an action"
        choices = 0 if replay.to_act is None else len(replay.numbers())
        if replay.to_act is not None and choices > 1:
            seen = watched[replay.to_act - 1][0 if watching else ply - 1 : ply]
            found.append(Question(ply, replay.to_act - 1, seen, choices, action))
        if action != UNPLAYED:
            replay.play(action)
    return found


def unit_of(match: Match) -> str:
    """What worths are counted in."""
    return POINTS if match.game.sheet.team else CHANCE


def reviewed(match: Match, asked: Sequence[Question], judgements: Sequence[Judgement]) -> Json:
    """The review of a match, of which all questions have been answered."""
    unit = unit_of(match)
    said = {question.ply - 1: one.chances for question, one in zip(asked, judgements, strict=True) if one.chances}
    as_said = _at_every_ply(match, said)
    decisions = [
        _decision(match, question, judgement, as_said)
        for question, judgement in zip(asked, judgements, strict=True)
        if question.played != UNPLAYED
    ]
    chances = as_said if unit == POINTS else _at_every_ply(match, evened(_trusted(match, asked, judgements)))
    return {
        "unit": unit,
        "chances": chances,
        "decisions": decisions,
        "turning_points": turning_points(chances, unit),
        "mattered": [
            decision["ply"]
            for decision in decisions
            if decision["best"] != decision["played"]
            and decision["worth_best"] - decision["worth_played"] >= CLEARLY[unit]
        ],
    }


def _trusted(match: Match, asked: Sequence[Question], judgements: Sequence[Judgement]) -> dict[int, list[float]]:
    """[actions played] everybody's chances, as far as those who said them are to be trusted."""
    trust = trust_in(match.game, match.options["players"])
    told = [pair for pair in zip(asked, judgements, strict=True) if pair[1].chances]
    skill = sum(question.played == judgement.best for question, judgement in told) / max(1, len(told))
    return {
        question.ply - 1: trust.drawn(judgement.chances, question.seat, progress(question, match.ply), skill)
        for question, judgement in told
    }


def progress(question: Question, plies: int) -> float:
    """How much of a match has been played when something is decided, from 0 to 1."""
    return (question.ply - 1) / max(1, plies)


def _at_every_ply(match: Match, moments: Mapping[int, list[float]]) -> list[list[float]]:
    """[actions played][seat] everybody's chances; where there was no choice, those that followed; last, who won."""
    known = {ply: _rounded(chances) for ply, chances in moments.items()}
    if match.over or not known:
        known[match.ply] = _rounded(outcome_of(match))
    following = known[max(known)]
    chances = []
    for ply in range(match.ply, -1, -1):
        following = known.get(ply, following)
        chances.append(following)
    return chances[::-1]


def evened(moments: Mapping[int, list[float]]) -> dict[int, list[float]]:
    """[actions played] chances that jump less: half are what is thought there, a quarter what was before, and after.

    Two seats hold different cards and different opinions, and what one takes for a chance another may not see. So the
    truth lies between two moments that follow each other, even where a decision looks like a mistake.
    """
    found = {ply: np.array(chances) for ply, chances in moments.items()}
    for before, after in pairwise(sorted(moments)):
        nearer = (np.array(moments[after]) - moments[before]) / 4
        found[before] += nearer
        found[after] -= nearer
    return {ply: chances.tolist() for ply, chances in found.items()}


def outcome_of(match: Match) -> list[float]:
    """How a match ended or stands: who is ahead, or how many points the team has."""
    if match.game.sheet.team:
        return [float(match.scores[0])]
    standings = np.zeros((1, match.options["players"]), np.int64)
    match.game.engine.standing_all(match.state, standings, 0, 1)
    won: list[float] = (wins_of(standings)[0] / WHOLE).tolist()
    return won


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(float(number), DIGITS) for number in numbers]


def _decision(match: Match, question: Question, judgement: Judgement, chances: list[list[float]]) -> Json:
    """A decision: what was played and what is best, and what they are worth to who decided."""
    write, after = match.words.write_action, chances[question.ply]
    came = after[question.seat] if len(after) > 1 else after[0]
    worth, tries = judgement.worths.get(question.played, (came, 0))
    best, _ = judgement.worths.get(judgement.best, (worth, 0))
    return {
        "ply": question.ply,
        "seat": question.seat + 1,
        "choices": question.choices,
        "played": write(question.played),
        "best": write(judgement.best),
        "worth_played": round(worth if tries >= FEW_TRIES else came, DIGITS),
        "worth_best": round(best, DIGITS),
    }


def turning_points(chances: list[list[float]], unit: str) -> list[Json]:
    """The actions after which somebody's chances had changed most, in the order they were taken."""
    found: list[Json] = []
    for ply, (before, after) in enumerate(pairwise(chances), 1):
        changes = [later - earlier for earlier, later in zip(before, after, strict=True)]
        seat = max(range(len(changes)), key=lambda place: abs(changes[place]))
        if abs(changes[seat]) >= TURNING[unit]:
            whose = seat + 1 if unit == CHANCE else None
            found.append({"ply": ply, "seat": whose, "change": round(changes[seat], DIGITS)})
    turns = [_as_one(run) for run in _runs(found)]
    most = sorted(turns, key=lambda point: -abs(float(point["change"] or 0)))[:MOST_TURNING_POINTS]
    return sorted(most, key=lambda point: int(point["ply"] or 0))


def _runs(points: Iterable[Json]) -> list[list[Json]]:
    """Turning points that are one: close to each other, for the same seat and in the same direction."""
    runs: list[list[Json]] = []
    for point in points:
        last = runs[-1][-1] if runs else None
        goes_on = last is not None and last["seat"] == point["seat"] and last["change"] * point["change"] > 0
        if last is not None and goes_on and point["ply"] - last["ply"] <= CLOSE:
            runs[-1].append(point)
        else:
            runs.append([point])
    return runs


def _as_one(run: Sequence[Json]) -> Json:
    """All that changed, at the action after which most did."""
    change = round(sum(point["change"] for point in run), DIGITS)
    return {**max(run, key=lambda point: abs(point["change"])), "change": change}


def review(match: Match, judge: Judge) -> Json:
    """The review of a match, all at once."""
    asked = questions(match, judge.watches)
    return reviewed(match, asked, [judge.judge(question.seen, question.seat) for question in asked])
