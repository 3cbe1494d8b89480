"""Reviews: the decisions that are judged, everybody's chances, what mattered and where the match turned."""

from __future__ import annotations

import random
from functools import cache

import pytest

import lantern
from lantern.kernel.game import Match
from lantern.players.advice import review as advice_review
from lantern.players.advice.judge import Judgement
from lantern.players.advice.review import Question
from lantern.players.advice.trust import AS_IT_IS, trust_in

GAMES = lantern.names()
MOVES = 30


@cache
def played(game: str, moves: int = MOVES) -> Match:
    """The beginning of a match, any legal action after another."""
    match = lantern.game(game).match(2, seed=4)
    while not match.over and match.ply < moves:
        numbers = match.numbers()
        match.play(numbers[match.ply * 7 % len(numbers)])
    return match


@cache
def finished() -> Match:
    """A whole match between two players."""
    match = lantern.game("ming").match(2, seed=4)
    while not match.over:
        match.play(match.numbers()[-1])
    return match


def at(match: Match, ply: int) -> Match:
    earlier = Match(match.game, match.options, match.seed)
    for action in match.history[:ply]:
        earlier.play(action)
    return earlier


def even(question: Question) -> Judgement:
    """Nobody is ahead, and what was played is best."""
    return Judgement(question.played, {question.played: (0.5, 100)}, [0.5, 0.5])


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_with_a_choice_is_judged_on_what_its_seat_had_seen(game: str) -> None:
    match = played(game)
    asked = {question.ply: question for question in advice_review.questions(match, watching=False)}
    for ply in range(match.ply + 1):
        earlier = at(match, ply)
        question = asked.pop(ply + 1, None)
        assert (question is None) == (len(earlier.numbers()) < 2)
        if question is not None:
            assert question.seat + 1 == earlier.to_act
            assert question.choices == len(earlier.numbers())
            assert question.seen.tobytes() == earlier.concealed(question.seat).tobytes()
    assert not asked


@pytest.mark.parametrize("game", GAMES)
def test_who_watches_is_given_the_match_from_its_beginning(game: str) -> None:
    match = played(game)
    for question in advice_review.questions(match, watching=True)[::5]:
        assert question.seen.tobytes() == at(match, question.ply - 1).watched(question.seat).tobytes()


def test_what_was_played_is_known_but_for_the_decision_at_which_a_match_stopped() -> None:
    match = played("hanabi", 6)
    asked = advice_review.questions(match, watching=False)
    assert [match.words.write_action(question.played) for question in asked[:-1]] == match.history
    assert asked[-1].ply == match.ply + 1
    assert len(advice_review.reviewed(match, asked, [Judgement(0, {}, [1.0])] * len(asked))["decisions"]) == match.ply


def test_a_match_that_is_over_has_no_decision_left_and_ends_with_its_result() -> None:
    match = finished()
    asked = advice_review.questions(match, watching=False)
    assert asked[-1].ply <= match.ply
    review = advice_review.reviewed(match, asked, [even(question) for question in asked])
    assert review["unit"] == advice_review.CHANCE
    assert len(review["chances"]) == match.ply + 1
    assert sum(review["chances"][-1]) == 1
    best = max(match.scores)
    assert all(match.scores[seat] == best for seat in range(2) if review["chances"][-1][seat] > 0)


def test_where_there_was_no_choice_the_chances_are_those_that_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_review, "trust_in", lambda game, players: AS_IT_IS)
    monkeypatch.setattr(advice_review, "evened", lambda moments: moments)
    match = finished()
    asked = advice_review.questions(match, watching=False)[1:-3:3]
    chances = {question.ply - 1: [place / 1000, 1 - place / 1000] for place, question in enumerate(asked)}
    judgements = [Judgement(question.played, {}, chances[question.ply - 1]) for question in asked]
    review = advice_review.reviewed(match, asked, judgements)
    for ply in range(match.ply):
        later = min((place for place in chances if place >= ply), default=match.ply)
        assert review["chances"][ply] == pytest.approx(chances.get(later, review["chances"][-1]))


def test_of_a_decision_that_nothing_was_thought_of_the_chances_are_those_that_followed() -> None:
    match = finished()
    asked = advice_review.questions(match, watching=False)
    judgements = [even(question) for question in asked]
    judgements[0] = Judgement(asked[0].played, {}, [])
    review = advice_review.reviewed(match, asked, judgements)
    assert review["chances"][asked[0].ply - 1] == review["chances"][asked[1].ply - 1]


def test_chances_are_put_right_by_seat_progress_and_skill_and_evened() -> None:
    match = finished()
    asked = advice_review.questions(match, watching=False)
    chance = random.Random(5)
    said = [[first, 1 - first] for first in (chance.random() for _ in asked)]
    judgements = [
        Judgement(question.played + place % 2, {}, chances)
        for place, (question, chances) in enumerate(zip(asked, said, strict=True))
    ]
    review = advice_review.reviewed(match, asked, judgements)
    trust, skill = trust_in(match.game, 2), len(asked[::2]) / len(asked)
    moments = {
        question.ply - 1: trust.drawn(chances, question.seat, (question.ply - 1) / match.ply, skill)
        for question, chances in zip(asked, said, strict=True)
    }
    for ply, chances in advice_review.evened(moments).items():
        assert review["chances"][ply] == pytest.approx(chances, abs=1e-4)
    assert all(sum(chances) == pytest.approx(1, abs=1e-3) for chances in review["chances"])
    assert review["chances"][-1] == advice_review.outcome_of(match)


def decision_of(
    worths: dict[int, tuple[float, int]], best: int, after: list[float]
) -> tuple[dict[str, float], list[int]]:
    """The review of one decision in a short match, judged so, and whether it mattered."""
    match = played("han", 2)
    asked = advice_review.questions(match, watching=False)[:2]
    judgements = [Judgement(best, worths, [0.5, 0.5]), Judgement(asked[1].played, {}, after)]
    review = advice_review.reviewed(match, asked, judgements)
    return review["decisions"][0], review["mattered"]


def test_a_decision_tells_what_was_played_and_what_is_best() -> None:
    match = played("han", 2)
    chosen, other = (match.words.read_action(action) for action in (match.history[0], at(match, 0).actions()[-1]))
    assert isinstance(chosen, int)
    assert isinstance(other, int)
    worths = {chosen: (0.3, 40), other: (0.6, 400)}
    decision, mattered = decision_of(worths, other, [0.31, 0.69])
    assert (decision["worth_played"], decision["worth_best"], mattered) == (0.3, 0.6, [1])
    decision, mattered = decision_of({chosen: (0.58, 40), other: (0.6, 400)}, other, [0.31, 0.69])
    assert mattered == [], "hardly worse"
    decision, mattered = decision_of({chosen: (0.3, 2), other: (0.6, 400)}, other, [0.55, 0.45])
    assert decision["worth_played"] in (0.55, 0.45), "tried too little: what came of it counts"
    decision, mattered = decision_of({chosen: (0.6, 400)}, chosen, [0.1, 0.9])
    assert mattered == [], "what is best can't have been wrong"


def test_turning_points_are_the_largest_changes_in_their_order() -> None:
    chances = [[0.5, 0.5], [0.55, 0.45], [0.2, 0.8], [0.22, 0.78], [0.6, 0.4]]
    assert advice_review.turning_points(chances, advice_review.CHANCE) == [
        {"ply": 2, "seat": 1, "change": -0.35},
        {"ply": 4, "seat": 1, "change": 0.38},
    ]


def test_a_change_that_takes_several_actions_is_one_turning_point() -> None:
    first = [0.5, 0.61, 0.8, 0.8, 0.95, 0.75, 0.9]
    chances = [[chance, 1 - chance] for chance in first]
    assert advice_review.turning_points(chances, advice_review.CHANCE) == [
        {"ply": 2, "seat": 1, "change": 0.45},
        {"ply": 5, "seat": 1, "change": -0.2},
        {"ply": 6, "seat": 1, "change": 0.15},
    ]


def test_a_team_has_turning_points_in_common() -> None:
    assert advice_review.turning_points([[20.0], [20.5], [18.0]], advice_review.POINTS) == [
        {"ply": 2, "seat": None, "change": -2.5}
    ]


def test_there_are_not_too_many_turning_points() -> None:
    chances = [[0.5 + (-1) ** ply * 0.01 * ply, 0.5 - (-1) ** ply * 0.01 * ply] for ply in range(40)]
    found = advice_review.turning_points(chances, advice_review.CHANCE)
    assert [point["ply"] for point in found] == list(range(40 - advice_review.MOST_TURNING_POINTS, 40))
