"""Bots against bots on equal deals: seatings, shares, errors, Elo."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import lantern
from lantern import BadInput
from lantern.kernel.record import new_records
from lantern.players import bot
from lantern.players.arena import ladder as arena_ladder
from lantern.players.arena.contest import Outcome
from lantern.players.arena.deals import Played, Seating, Tables, share_error
from lantern.players.arena.ladder import Ladder, Side
from tests.kernel.table import TOY
from tests.players.toys import HASTY, VOTER, WITNESS

HANABI = lantern.game("hanabi")


def contest(names: list[str], players: int = 3, others: bool = True) -> tuple[Tables, Ladder]:
    known = {known.name: known for known in (HASTY, WITNESS, VOTER, bot(TOY, "random"))}
    bots = [known[name] for name in dict.fromkeys(names)]
    return arena_ladder.tables_of(TOY, TOY.options(players), bots, names, False, list(known.values()) if others else ())


def figures(ladder: Ladder) -> object:
    """All but how long it took."""
    return {key: value for key, value in ladder.as_json().items() if "second" not in key}


# Who sits where.


def test_the_last_one_named_takes_all_seats_that_are_left() -> None:
    assert arena_ladder.seated(["a", "b"], 4) == ["a", "b", "b", "b"]
    assert arena_ladder.seated(["a"], 2) == ["a", "a"]
    for names in ([], ["a", "b", "c"]):
        with pytest.raises(BadInput, match=f"{len(names)} bots for 2 seats"):
            arena_ladder.seated(names, 2)


def test_all_move_round_the_table() -> None:
    assert arena_ladder.turns_of([0, 1, 2]) == [Seating((0, 1, 2), 0), Seating((2, 0, 1), 1), Seating((1, 2, 0), 2)]


def test_a_seating_that_was_there_already_is_left_out() -> None:
    assert arena_ladder.turns_of([0, 1, 0, 1]) == [Seating((0, 1, 0, 1), 0), Seating((1, 0, 1, 0), 1)]
    assert arena_ladder.turns_of([0, 0, 0]) == [Seating((0, 0, 0), 0)]


def test_a_team_plays_at_tables_of_its_own_unless_mixed() -> None:
    names = ["random", "beginner"]
    alone, mixed = (arena_ladder.seatings_of(HANABI, names, 3, mixed) for mixed in (False, True))
    assert alone == [Seating((0, 0, 0)), Seating((1, 1, 1))]
    assert mixed == arena_ladder.turns_of([0, 1, 1])
    assert [side.name for side in arena_ladder.sides_of(HANABI, names, alone, False)] == names
    assert [side.name for side in arena_ladder.sides_of(HANABI, names, mixed, True)] == ["random + beginner + beginner"]


def test_a_fair_share_is_that_of_the_seats() -> None:
    _, ladder = contest(["hasty", "random"])
    assert [ladder.fair_share(number) for number in range(2)] == pytest.approx([1 / 3, 2 / 3])


# What is counted.


def played(standings: list[list[int]], maximum: int | None = None) -> Played:
    outcomes = new_records(Outcome, len(standings))
    outcomes["standing"][:, : len(standings[0])] = outcomes["points"][:, : len(standings[0])] = standings
    outcomes["length"], outcomes["ending"] = 10, 1
    return Played(outcomes, len(standings[0]), maximum, 1.0)


def duel(*deals: list[list[int]]) -> Ladder:
    """One against another, who change seats."""
    here = np.array([[True, False], [False, True]])
    ladder = Ladder([Side("a", here), Side("b", ~here)], False)
    for deal in deals:
        ladder.add(played(deal), ["", "over"])
    return ladder


def test_a_side_has_the_wins_of_all_its_seats() -> None:
    ladder = duel([[5, 3], [2, 2]], [[1, 4], [3, 8]])
    assert (ladder.deals, ladder.games, ladder.moves) == (2, 4, 40)
    assert [ladder.share(number)[0] for number in range(2)] == [2.5 / 4, 1.5 / 4]
    assert [ladder.mean(number)[0] for number in range(2)] == [(5 + 2 + 1 + 8) / 4, (3 + 2 + 4 + 3) / 4]
    assert ladder.ahead == [[0, 5], [3, 0]]
    assert ladder.sums[0].endings == {"over": 4}


def test_luck_that_cancels_out_is_no_error() -> None:
    """Whoever sits first wins: every deal is a tie, and nothing is left to guess but what four more might bring."""
    level, luck = duel(*[[[1, 0], [1, 0]]] * 50), duel(*[[[1, 0], [0, 1]], [[0, 1], [1, 0]]] * 25)
    assert level.share(0)[0] == luck.share(0)[0] == 0.5
    assert level.share(0)[1] == pytest.approx(1.96 * math.sqrt(4 * 0.25 / 54 / 54))
    assert luck.share(0)[1] == pytest.approx(1.96 * math.sqrt(0.25 / 54))


def test_the_error_of_a_share_is_agresti_and_coulls() -> None:
    assert share_error(98, 98, 396) == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 400))
    assert share_error(100, 100, 100) > 0.01


def test_the_error_of_a_mean_is_that_of_its_numbers() -> None:
    numbers = [3, 8, 1, 4, 4]
    mean, error = arena_ladder.mean_and_error(sum(numbers), sum(number**2 for number in numbers), 5, 2)
    assert mean == np.mean(numbers) / 2
    assert error == pytest.approx(1.96 * np.std(numbers, ddof=1) / math.sqrt(5) / 2)
    assert arena_ladder.mean_and_error(7, 49, 1, 1) == (7, 0)


def test_ten_to_one_are_400_points() -> None:
    assert arena_ladder.elo_of(np.array([[0.0, 9.5], [0.5, 0.0]]))[0] == pytest.approx(400.0)
    ratings = arena_ladder.elo_of(np.array([[0, 60, 90], [40, 0, 75], [10, 25, 0]], np.float64))
    assert ratings[0] > ratings[1] > ratings[2] == 0
    assert math.isfinite(arena_ladder.elo_of(np.array([[0.0, 100.0], [0.0, 0.0]]))[0])


def test_a_team_is_asked_for_points_and_compared_on_the_same_deals() -> None:
    sides = [Side("a", np.array([[True, True], [False, False]])), Side("b", np.array([[False, False], [True, True]]))]
    ladder = Ladder(sides, True)
    ladder.add(played([[25, 25], [20, 20], [10, 10], [25, 25], [25, 25], [24, 24]], maximum=25), ["", "over"])
    first, second = ladder.results()
    assert (first["points"], second["points"]) == (20, 23)
    assert (first["perfect"], second["perfect"]) == (2 / 3, 1 / 3)
    assert "gain" not in first
    assert second["gain"] == 3
    assert second["gain_error"] == pytest.approx(1.96 * np.std([-5, 15, -1], ddof=1) / math.sqrt(3))
    assert first["endings"] == {"over": 3}
    assert "elo" not in first


# Whole contests.


def test_a_contest_adds_up() -> None:
    tables, ladder = contest(["hasty", "witness", "random"])
    done: list[int] = []
    arena_ladder.compete(ladder, tables, 20, 1, progress=done.append)
    assert (ladder.deals, ladder.games, sum(done)) == (7, 21, 21)
    assert sum(ladder.share(number)[0] for number in range(3)) == pytest.approx(1)
    assert sum(sum(row) for row in ladder.ahead) == 2 * 3 * 21
    assert {side["games"] for side in ladder.results()} == {21}


def test_its_games_are_those_that_can_be_seen_one_by_one() -> None:
    tables, ladder = contest(["voter", "witness"], 2)
    arena_ladder.compete(ladder, tables, 6, 3)
    won = 0.0
    for number in range(6):
        match, names = tables.play_match(number, 3)
        best = [name for name, points in zip(names, match.scores, strict=True) if points == max(match.scores)]
        won += best.count("voter") / len(best)
    assert ladder.share(0)[0] == pytest.approx(won / 6)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads(workers: int) -> None:
    (tables, one), (_, other) = contest(["voter", "random"]), contest(["voter", "random"])
    arena_ladder.compete(one, tables, 60, 9, workers=1)
    arena_ladder.compete(other, tables, 60, 9, workers=workers)
    assert figures(one) == figures(other)


def test_a_contest_is_resumed_where_it_was_left() -> None:
    (tables, whole), (_, part) = contest(["voter", "random"]), contest(["voter", "random"])
    arena_ladder.compete(whole, tables, 30, 9)
    arena_ladder.compete(part, tables, 12, 9)
    resumed = contest(["voter", "random"])[1].resumed(json.loads(json.dumps(part.as_json())))
    arena_ladder.compete(resumed, tables, 30, 9)
    assert figures(resumed) == figures(whole)


@pytest.mark.parametrize("workers", [1, 3])
def test_it_stops_with_whole_deals_when_it_is_enough(workers: int) -> None:
    (tables, ladder), (_, whole) = contest(["voter", "random"]), contest(["voter", "random"])
    arena_ladder.compete(ladder, tables, 30_000, 9, workers, enough=lambda: ladder.deals >= 2)
    assert 2 <= ladder.deals < 10_000
    arena_ladder.compete(whole, tables, ladder.games, 9)
    assert figures(ladder) == figures(whole), "none was left out on the way"


def in_team(mixed: bool) -> Ladder:
    bots = [bot(HANABI, "beginner"), bot(HANABI, "random")]
    tables, ladder = arena_ladder.tables_of(HANABI, HANABI.options(2), bots, ["beginner", "random"], mixed)
    arena_ladder.compete(ladder, tables, 6, 1)
    return ladder


@pytest.mark.parametrize("mixed", [False, True])
def test_a_team_of_its_like_does_better_than_one_with_a_stranger(mixed: bool) -> None:
    results = in_team(mixed).results()
    assert [side["games"] for side in results] == ([6] if mixed else [3, 3])
    assert (results[0]["points"] > 8) == (not mixed)
    assert all(sum(side["endings"].values()) == side["games"] for side in results)


@pytest.mark.parametrize(("games", "seed", "named"), [(0, 1, "games is 0"), (5, -1, "seed is -1")])
def test_what_can_not_be_played_is_refused(games: int, seed: int, named: str) -> None:
    tables, ladder = contest(["random"], others=False)
    with pytest.raises(BadInput, match=named):
        arena_ladder.compete(ladder, tables, games, seed)
