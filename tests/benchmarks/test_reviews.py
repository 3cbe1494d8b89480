"""What reviews say beside what came: which decisions are judged, and how what was said amiss is found out."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

import lantern
from benchmarks import reviews
from benchmarks.reviews import FIFTHS, IN_A_ROW, Moment, Reviewer, Seen, chosen, error_of, fit, won_by_turn
from lantern.players.advice.trust import AS_IT_IS, Trust
from tests.server.judges import ready

MATCHES = 60


def test_some_decisions_in_a_row_are_judged_in_every_fifth() -> None:
    for decisions, seed in ((100, 1), (57, 2), (15, 3)):
        places = chosen(decisions, seed)
        assert len(places) == len(set(places)) == FIFTHS * IN_A_ROW
        for fifth in range(FIFTHS):
            inside = [
                place for place in places if decisions * fifth // FIFTHS <= place < decisions * (fifth + 1) // FIFTHS
            ]
            assert all(second == first + 1 for first, second in pairwise(inside))
            assert len(inside) == IN_A_ROW
    assert chosen(3, 1) == [0, 1, 2], "a match may be short"


def test_a_match_is_played_and_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "Judge", lambda game: ready(game.name, "judge"))
    row = Reviewer(lantern.game("han")).row(2, "club", 5)
    seen = Seen.of(row)
    assert sum(seen.outcome) == 1
    assert len(seen.moments) == FIFTHS * IN_A_ROW
    assert all(
        0 <= moment.progress < 1 and sum(moment.chances) == pytest.approx(1, abs=1e-4) for moment in seen.moments
    )
    assert Reviewer(lantern.game("han")).row(2, "club", 5) == row


def told(say: Callable[[float], float], skill: float = 1.0) -> list[Seen]:
    """Matches of experts for two; what is said of the seat to act where its true chance is such."""
    chance = random.Random(3)
    matches = []
    for _ in range(MATCHES):
        true = chance.choice([0.2, 0.35, 0.5, 0.65, 0.8])
        first = float(chance.random() < true)
        moments = []
        for place in range(12):
            seat = place // 2 % 2
            said = say(true if seat == 0 else 1 - true)
            chances = [said, 1 - said] if seat == 0 else [1 - said, said]
            moments.append(Moment(place, seat, place / 12, place % 12 < 12 * skill, chances))
        matches.append(Seen(2, True, [first, 1 - first], moments))
    return matches


def bold(true: float) -> float:
    """Too bold a word."""
    return true**3 / (true**3 + (1 - true) ** 3)


def test_what_was_said_too_boldly_is_found_out() -> None:
    matches = told(bold)
    trust = fit({2: matches})[2]
    assert trust.early < 0.8
    assert trust.late < 0.8
    assert trust.turn == pytest.approx(0, abs=0.02)
    assert error_of(matches, trust) < error_of(matches, AS_IT_IS)


def test_what_was_said_too_boldly_of_careless_players_alone_is_found_out() -> None:
    careless, careful = told(bold, skill=0.0), told(lambda true: true)
    trust = fit({2: careless + careful})[2]
    assert trust.careless < 0.8 < trust.early


def test_what_the_seat_to_act_is_said_to_have_too_much_is_found_out() -> None:
    proud = told(lambda true: Trust(turn=-0.4).drawn([true, 1 - true], 0, 0.0, 1.0)[0])
    trust = fit({2: proud})[2]
    assert trust.turn == pytest.approx(0.4, abs=0.15)
    assert won_by_turn(proud, AS_IT_IS) > 0.1
    assert won_by_turn(proud, trust) == pytest.approx(0, abs=0.02)
