"""Puzzles are found in matches, and every one is what it says: held beside slower ways to find out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

import lantern
from lantern.games.ming.board import DISTRICTS
from lantern.games.ming.scoring import movers_of
from lantern.kernel.errors import BadInput
from lantern.kernel.game import Match
from lantern.kernel.record import Records
from lantern.kernel.rule import PLAIN
from lantern.learning.making import Found, levels, searches, turns
from lantern.learning.making.questions import is_so, question_makers
from lantern.learning.making.searches import CLEARLY, Compared, compared, is_clear
from lantern.learning.making.walk import Wish, begun, check_again, make, making, rate_again, stands, themes_of, walk
from lantern.learning.puzzles import LEVELS, Line, Puzzle, days_of, of_the_day, puzzles
from lantern.players import bot
from lantern.players.advice.judge import Judgement
from lantern.players.player import Player
from tests.puzzles import having, to_answer, to_play

COUNTED = {"han": ("points", "win"), "khan": ("points",), "ming": ("palaces",)}
HELD_BESIDE = 4
"""How many puzzles of each kind are held beside the slower way: those with the fewest actions among some."""


def some(game: str, theme: str, count: int) -> list[Puzzle]:
    """Some of a game's puzzles."""
    of_theme = [puzzle for puzzle in puzzles(game) if puzzle.theme == theme]
    return random.Random(5).sample(of_theme, min(count, len(of_theme)))


def brought(match: Match, seat: int, theme: str) -> int:
    """What a turn has brought a seat, by what everybody can read off the table."""
    if theme == "points":
        return match.scores[seat - 1]
    if theme == "palaces":
        state = match.state[0]
        return sum(movers_of(state, seat - 1, district) for district in range(DISTRICTS))
    assert match.result is not None, "the last turn ends the match"
    return (len(match.result["winners"]) == 1) + 1 if seat in match.result["winners"] else 0


def ends(match: Match, seat: int) -> Iterator[tuple[list[str], Match]]:
    """All ways to play a turn, each with how the table looks after it."""
    if match.to_act != seat:
        yield [], match
        return
    for action in match.actions():
        after = match.copy()
        after.play(action)
        for rest, end in ends(after, seat):
            yield [action, *rest], end


def ways(line: Line) -> Iterator[list[str]]:
    """All ways through a solution."""
    if not line:
        yield []
    for action, after in line.items():
        for rest in ways(after):
            yield [action, *rest]


@pytest.mark.parametrize(("game", "theme"), [(game, theme) for game, themes in COUNTED.items() for theme in themes])
def test_what_a_turn_brings_at_most_by_playing_it_in_all_ways(game: str, theme: str) -> None:
    small = [puzzle for puzzle in some(game, theme, 60) if levels.depth(puzzle.solution) <= 2]
    moments = [(puzzle, puzzle.match()) for puzzle in small]
    moments.sort(key=lambda moment: len(moment[1].numbers()))
    for puzzle, match in moments[:HELD_BESIDE]:
        assert match.to_act is not None
        values = [(path, brought(end, match.to_act, theme)) for path, end in ends(match, match.to_act)]
        best, following = puzzle.worth
        assert max(value for _, value in values) == best
        right = {path[0] for path, value in values if value == best}
        assert set(puzzle.solution) == right
        assert max(value for path, value in values if path[0] not in right) == following


@pytest.mark.parametrize("game", lantern.names())
def test_puzzles_of_the_package_are_legal_and_various(game: str) -> None:
    of_game = puzzles(game)
    assert len(of_game) >= 2000
    themes = {puzzle.theme for puzzle in of_game}
    assert len(themes) >= 4
    assert themes <= {*themes_of(lantern.game(game))}
    assert len({puzzle.name for puzzle in of_game}) == len(of_game)
    assert {puzzle.level for puzzle in of_game} == {*LEVELS}
    for theme in themes:
        for puzzle in some(game, theme, 6):
            check_legal(puzzle)


def check_legal(puzzle: Puzzle) -> None:
    """Every right way can be played; of a question's choices just one differs from the others."""
    match = puzzle.match()
    for way in ways(puzzle.solution):
        played = match.copy()
        for action in way:
            played.play(action)
    if puzzle.theme in ("allowed", "forbidden"):
        allowed = [choice for choice in puzzle.choices if match.why_not(choice) is None]
        assert len(allowed) == (1 if puzzle.theme == "allowed" else len(puzzle.choices) - 1)
        assert (puzzle.answer in allowed) == (puzzle.theme == "allowed")


@pytest.mark.parametrize("game", lantern.names())
def test_puzzles_stand_up_to_another_check(game: str) -> None:
    cheap = [puzzle for theme in themes_of(lantern.game(game)) if theme != "best" for puzzle in some(game, theme, 3)]
    assert all(stands(puzzle, 4711, 2) for puzzle in cheap)


@pytest.mark.parametrize("game", ["han", "khan", "ming"])
def test_what_is_wrong_does_not_stand(game: str) -> None:
    (theme,) = COUNTED[game][-1:]
    puzzle = some(game, COUNTED[game][0], 1)[0]
    other = next(action for action in puzzle.match().actions() if action not in puzzle.solution)
    maker = next(maker for maker in making(game).makers if maker.theme == puzzle.theme)
    assert not maker.check(puzzle.match(), Found({other: {}}, worth=puzzle.worth), 3, 1), theme
    question = to_answer(game)
    found = Found(choices=question.choices, answer=question.answer)
    assert is_so(question.match(), found, 3, 1)
    another = next(choice for choice in question.choices if choice != question.answer)
    assert not is_so(question.match(), Found(choices=question.choices, answer=another), 3, 1)


def test_a_match_that_is_walked_through_is_the_same_by_the_same_number() -> None:
    first, again = (walk("han", 3, 4, ["points", "allowed"]) for _ in range(2))
    assert first == again
    assert {puzzle.theme for puzzle in first} <= {"points", "allowed"}
    assert begun("han", 3, 4)[0].seed != begun("han", 3, 5)[0].seed


def test_questions_are_the_same_at_the_same_moment() -> None:
    match, _ = begun("khan", 1, 2)
    for maker in question_makers():
        assert maker.find(match) == maker.find(match.copy())


@pytest.mark.parametrize("game", ["han", "khan", "ming"])
def test_questions_on_what_is_allowed_are_never_hard(game: str) -> None:
    assert {puzzle.level for puzzle in puzzles(game) if puzzle.is_of_rules} == {1, 2, 3}
    found = [maker.find(begun(game, 1, number)[0]) for number in range(12) for maker in question_makers()]
    assert {one.level for one in found if one is not None} <= {1, 2, 3}


def test_puzzles_are_made_and_checked_on_several_cores() -> None:
    found = list(make(lantern.game("ming"), Wish(2, processes=2, seed=8, themes=["palaces", "forbidden"])))
    assert sorted(puzzle.theme for puzzle in found) == ["forbidden"] * 2 + ["palaces"] * 2
    wrong = to_play("ming", theme="palaces")
    assert [stands for _, stands in check_again([*found, wrong], 99, 1, 1)] == [True] * 4 + [False]


def test_a_theme_that_nobody_makes_is_refused() -> None:
    with pytest.raises(BadInput, match="has no theme 'chess'"):
        list(make(lantern.game("han"), Wish(1, themes=["chess"])))


def judgement(best: int, **worths: tuple[float, int]) -> Judgement:
    """What a search found of actions "a1", "a2"..."""
    return Judgement(best, {int(name[1:]): worth for name, worth in worths.items()}, [])


def test_searches_must_agree_and_be_sure() -> None:
    one = judgement(1, a1=(0.8, 900), a2=(0.5, 100), a3=(0.9, 4))
    same = compared([one, one])
    assert same is not None
    assert (same.best, same.worth, same.following) == (1, 0.8, 0.5)
    assert same.error == pytest.approx((0.16 / 1800 + 0.25 / 200) ** 0.5)
    assert is_clear(same, searches.SURE)
    assert compared([one, judgement(2, a1=(0.7, 10), a2=(0.8, 10))]) is None
    assert compared([judgement(1, a1=(0.8, 900))]) is None, "there is nothing beside it"
    assert not is_clear(Compared(1, 0.8, 0.8 - CLEARLY / 2, 0.0))
    assert not is_clear(Compared(1, 0.9, 0.5, 0.1), searches.SURE)
    assert not is_clear(None)


NEVER: Line = {"nothing that anybody does": {}}


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long bots think makes no difference here."""
    monkeypatch.setattr(levels, "ROUNDS_TO_FIND", (1, 2, 3))


def test_the_harder_the_better_the_bot_that_finds_it(quick_bots: None) -> None:
    ladder, match = levels.Ladder(lantern.game("khan")), to_play("khan").match()
    every: Line = {action: {} for action in match.actions()}
    assert ladder.level(match, every) == ladder.level(match, every, 1) == 1
    assert ladder.is_plain(match, every)
    assert ladder.level(match, NEVER) == levels.NOBODY
    assert levels.of_a_turn(10, {"a": {}}) == 1
    assert levels.of_a_turn(200, {"a": {"b": {}, "c": {"d": {}}}}) == 5


def test_what_bots_find_sooner_is_half_way_to_what_counting_says(quick_bots: None) -> None:
    ladder, match = levels.Ladder(lantern.game("khan")), to_play("khan").match()
    every: Line = {action: {} for action in match.actions()}
    assert [ladder.level(match, every, counted) for counted in LEVELS] == [1, 1, 2, 2, 3, 3]
    assert [ladder.level(match, NEVER, counted) for counted in LEVELS] == [*LEVELS], "nobody finds it: it is counted"
    assert levels.halfway(5, 2) == 2, "what a bot finds late is no harder for that"


def test_a_bot_has_to_find_a_turn_to_its_end() -> None:
    """What it begins rightly and ends wrongly it has not found."""
    game = lantern.game("han")
    match = to_play("han").match()
    player = Player(game, bot(game, levels.names_of_bots(game)[0]), 0)
    seat, played, after = match.to_act, [], match.copy()
    while after.to_act == seat:
        played.append(match.words.write_action(player.choose(after)))
        after.play(played[-1])
    assert len(played) >= 2
    player.reseed(0)
    assert levels.is_played(player, match, a_line(played))
    assert not levels.is_played(player, match, a_line([*played[:-1], *NEVER]))
    assert not levels.finds(player, match, a_line([*played[:-1], *NEVER]))
    assert match.ply == to_play("han").match().ply, "the match itself stays where it is"


def a_line(played: list[str]) -> Line:
    """The one way to do this and nothing else."""
    line: Line = {}
    for action in reversed(played):
        line = {action: line}
    return line


@pytest.mark.skipif(PLAIN, reason="the expert takes too long in plain Python")
@pytest.mark.parametrize("game", lantern.names())
def test_puzzles_of_the_package_have_the_levels_that_bots_give_them(game: str) -> None:
    played = {puzzle.theme for puzzle in puzzles(game) if not puzzle.is_question}
    told = [puzzle for theme in sorted(played) for puzzle in some(game, theme, 6)]
    assert [one.puzzle for one in rate_again(told, 1)] == told


@pytest.mark.parametrize("game", lantern.names())
def test_every_theme_that_is_played_is_easy_and_hard(game: str) -> None:
    of_theme: dict[str, set[int]] = {}
    for puzzle in puzzles(game):
        if not puzzle.is_question:
            of_theme.setdefault(puzzle.theme, set()).add(puzzle.level)
    assert all(len(found) >= 3 for found in of_theme.values()), of_theme


@pytest.mark.skipif(PLAIN, reason="the expert takes too long in plain Python")
def test_puzzles_are_rated_anew_in_their_order_under_their_names() -> None:
    harder = [replace(puzzle, level=6) for puzzle in (*some("han", "points", 3), to_answer("han", level=2))]
    rated = [*rate_again(harder, 1)]
    assert [one.puzzle.name for one in rated] == [puzzle.name for puzzle in harder]
    assert [replace(one.puzzle, level=6) for one in rated[:3]] == harder[:3]
    assert [one.puzzle for one in rated[:3]] == some("han", "points", 3)
    assert rated[3].first is None, "every bot knows the rules"
    assert rated[3].puzzle == harder[3]


def test_to_win_is_what_bots_play_for() -> None:
    """They alone say how hard it is; what else is asked for is counted too."""
    counted = {
        (game, maker.theme)
        for game in lantern.names()
        for maker in making(game).makers
        if maker.theme in {puzzle.theme for puzzle in puzzles(game) if not puzzle.is_question} and maker.count is None
    }
    assert counted == {("han", "win"), *((game, "best") for game in lantern.names())}


def test_turns_that_hang_on_what_is_hidden_are_no_puzzles() -> None:
    counted = turns.Counted([1, 2, 3, 4], np.array([[5, 5, 1, 1], [5, 2, 1, 1]]))
    assert counted.surely.tolist() == [5, 2, 1, 1]
    assert not counted.is_lucky(6)
    assert counted.is_lucky(5)


def worlds_differ(worlds: list[Records]) -> bool:
    """Whether something hidden was dealt in several ways."""
    return len({world.tobytes() for world in worlds}) > 1


def test_worlds_are_such_as_the_seat_can_not_tell_apart() -> None:
    match = to_play("han").match()
    assert match.to_act is not None
    worlds = turns.worlds_of(match, 4, 1)
    assert worlds_differ(worlds)
    seen = match.concealed(match.to_act - 1).tobytes()
    for world in worlds:
        match.game.engine.conceal(world, match.to_act - 1)
        assert world.tobytes() == seen


@pytest.mark.parametrize("game", lantern.names())
def test_no_puzzle_of_the_day_comes_again_within_a_year(game: str) -> None:
    days = [date(2025, 6, 1) + timedelta(days=number) for number in range(3 * 365)]
    found = [of_the_day(game, day) for day in days]
    assert found == [of_the_day(game, day) for day in days]
    last: dict[str, int] = {}
    for number, puzzle in enumerate(found):
        assert puzzle is not None
        assert number - last.get(puzzle.name, -365) >= 365, puzzle.name
        last[puzzle.name] = number


@pytest.mark.parametrize("game", lantern.names())
def test_every_theme_has_its_days(game: str) -> None:
    found = [of_the_day(game, date(2026, 1, 1) + timedelta(days=number)) for number in range(60)]
    themes = {puzzle.theme for puzzle in found if puzzle is not None}
    assert themes == {*themes_of(lantern.game(game))} - {"allowed", "forbidden"}


def test_days_are_shared_by_how_much_there_is_of_each_theme() -> None:
    assert days_of({}) == {}
    assert days_of({"few": 2, "one": 1}) == {"few": 2, "one": 1}
    assert days_of({"many": 1600, "some": 400, "few": 10}) == {"many": 237, "some": 118, "few": 10}


def test_puzzles_that_come_leave_the_others_in_their_order(tmp_path: Path) -> None:
    more = [to_play("khan", seed=seed) for seed in range(30)]
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(30)]
    with having(tmp_path / "few", *more[:20]):
        few = [puzzle.name for day in days[:20] if (puzzle := of_the_day("khan", day))]
    with having(tmp_path / "more", *more):
        all_of_them = [puzzle.name for day in days if (puzzle := of_the_day("khan", day))]
    assert len({*few}) == 20
    assert [name for name in all_of_them if name in few] == few
