"""Puzzles at a table: what is right is played, what is wrong is told, the first try counts; then the match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lantern.kernel.game import Match
from lantern.learning import puzzles as shelves
from lantern.learning import worded
from lantern.learning.puzzles import Puzzle
from lantern.players.advice.reasons import proposed, told
from lantern.server.scheduler import KEPT_MS, SWEEP_MS
from lantern.server.tables.glicko import Game, Rating, after
from lantern.server.tables.ratings import NEW, rating_of
from tests.puzzles import forget, having, of_two, to_answer, to_play
from tests.server.running import Json, Person, Running, Ticker, wait_for

PLAYED, QUESTION, TWO = to_play("khan"), to_answer("khan"), of_two("han")
MORE = [to_play("khan", level, seed) for level, seed in ((1, 21), (4, 22), (4, 23), (6, 24))]
SHARED = replace(to_play("han", theme="win"), worth=(1, 0))
ALL = [PLAYED, QUESTION, TWO, SHARED, *MORE]
DAY_S = 86_400


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with having(tmp_path_factory.mktemp("shelf"), *ALL):
        yield


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker, shelf: None) -> Iterator[Running]:
    with Running(tmp_path, now=ticker) as running:
        yield running


def begun(person: Person, puzzle: Puzzle) -> str:
    made: str = person.post(f"/api/puzzles/{puzzle.game}", {"puzzle": puzzle.name}, 201)["table"]
    return made


def right(puzzle: Puzzle) -> str:
    return puzzle.shown()[0]


def reasons_of(match: Match, action: str) -> list[str]:
    """Why the seat to act would do something."""
    number = match.words.read_action(action)
    assert isinstance(number, int)
    assert match.to_act is not None
    found = proposed(match.game, match.concealed(match.to_act - 1), number)
    names = [f"Seat {seat}" for seat in range(1, 9)]
    return [told(reason, "en", match.board(), names) for reason in found]


def state(person: Person, table: str) -> str:
    found: str = person.see(table)["puzzle"]["state"]
    return found


def miss(person: Person, table: str, puzzle: Puzzle) -> Json:
    """Try something that is allowed, and not the solution."""
    seen = person.see(table)
    other = next(one["action"] for one in seen["actions"] if one["action"] not in puzzle.solution)
    return person.move(table, other, seen, 409)


def solve(person: Person, puzzle: Puzzle) -> str:
    table = begun(person, puzzle)
    if puzzle.is_question:
        assert person.post(f"/api/tables/{table}/answer", {"answer": puzzle.answer})["right"]
    else:
        for action in puzzle.shown():
            person.move(table, action)
    assert state(person, table) == "solved"
    return table


def standing(person: Person, game: str = "khan") -> Json:
    return person.get(f"/api/puzzles/{game}")


# At the table


def test_one_sits_where_the_puzzle_is_and_nobody_thinks(house: Running) -> None:
    ann = house.person()
    seen = ann.see(begun(ann, PLAYED))
    assert (seen["seat"], seen["ply"]) == (seen["to_act"], PLAYED.ply)
    assert [one["kind"] for one in seen["seats"]].count("person") == 1
    assert (seen["can_suggest"], seen["puzzle"]["state"], seen["puzzle"]["worth"]) == (False, "open", [])
    assert seen["puzzle"]["answer"] == []


def test_where_the_win_can_only_be_shared_one_is_asked_for_no_more(house: Running) -> None:
    ann = house.person()
    assert ann.see(begun(ann, SHARED))["puzzle"]["worth"] == [1, 0], "the page asks with it"
    assert worded.asked(SHARED, "en") == "It is the last turn. Win or share the win!"
    assert worded.asked(replace(SHARED, worth=(2, 1)), "en") == "It is the last turn. Win the game!"


def test_what_is_right_is_played_and_then_the_match_waits(house: Running) -> None:
    ann = house.person()
    table = solve(ann, PLAYED)
    seen = ann.see(table)
    assert (seen["ply"], seen["actions"], seen["can_undo"]) == (PLAYED.ply + 1, [], 0)
    assert (seen["puzzle"]["worth"], seen["puzzle"]["answer"]) == ([0.75, 0.5], [right(PLAYED)])
    told = ann.get(f"/api/tables/{table}/puzzle")
    assert told["reasons"]
    assert all(reason["text"] for reason in told["reasons"])


def test_something_else_is_not_played_but_noted(house: Running) -> None:
    ann = house.person()
    table = begun(ann, PLAYED)
    before = ann.see(table)
    assert miss(ann, table, PLAYED)["error"] == "off_puzzle"
    seen = ann.see(table)
    assert (seen["ply"], seen["view"], seen["actions"]) == (before["ply"], before["view"], before["actions"])
    assert (seen["puzzle"]["state"], len(seen["puzzle"]["wrong"])) == ("open", 1)
    assert seen["puzzle"]["answer"] == [], "what is right is not told"
    ann.move(table, right(PLAYED))
    assert state(ann, table) == "solved"


def test_what_the_rules_forbid_is_no_try(house: Running) -> None:
    ann = house.person()
    table = begun(ann, PLAYED)
    assert ann.move(table, QUESTION.answer or "", status=422)["error"] == "refused"
    assert ann.see(table)["puzzle"]["wrong"] == []


def test_a_puzzle_of_several_actions(house: Running) -> None:
    ann = house.person()
    table = begun(ann, TWO)
    first, second = TWO.shown()
    ann.move(table, first)
    assert state(ann, table) == "open"
    ann.take_back(table)
    assert ann.see(table)["ply"] == TWO.ply
    ann.move(table, first)
    ann.move(table, second)
    assert state(ann, table) == "solved"


def test_of_a_question_no_legal_move_is_told(house: Running) -> None:
    ann = house.person()
    table = begun(ann, QUESTION)
    seen = ann.see(table)
    assert (seen["actions"], [one["choice"] for one in seen["puzzle"]["choices"]]) == ([], [*QUESTION.choices])
    assert all(one["touches"] for one in seen["puzzle"]["choices"])
    assert ann.get(f"/api/tables/{table}/preview", 409, action=QUESTION.choices[0])["error"] == "puzzle_waits"
    assert ann.move(table, QUESTION.choices[0], seen, 409)["error"] == "puzzle_waits"
    assert ann.get(f"/api/tables/{table}/puzzle") == {"choices": [], "reasons": []}
    assert ann.post(f"/api/tables/{table}/abandon", {"seat": seen["seat"]}, 409)["error"] == "puzzle_waits"


def test_an_answer_is_told_with_the_clause(house: Running) -> None:
    ann = house.person()
    table = begun(ann, QUESTION)
    wrong = next(choice for choice in QUESTION.choices if choice != QUESTION.answer)
    assert not ann.post(f"/api/tables/{table}/answer", {"answer": wrong})["right"]
    (told,) = ann.get(f"/api/tables/{table}/puzzle")["choices"]
    assert (told["choice"], told["right"], told["refusal"]) == (wrong, False, None)
    assert ann.post(f"/api/tables/{table}/answer", {"answer": QUESTION.answer})["right"]
    told = {one["choice"]: one for one in ann.get(f"/api/tables/{table}/puzzle")["choices"]}
    assert set(told) == {*QUESTION.choices}
    assert told[QUESTION.answer]["refusal"]["clause"].startswith("KHAN-")
    assert ann.post(f"/api/tables/{table}/answer", {"answer": "nonsense"})["right"] is False, "it is over"


def test_an_answer_that_is_no_choice(house: Running) -> None:
    ann = house.person()
    table = begun(ann, QUESTION)
    assert ann.post(f"/api/tables/{table}/answer", {"answer": "nonsense"}, 422)["error"] == "bad_field"
    assert ann.see(table)["puzzle"]["wrong"] == []


def test_the_solution_is_played_for_who_asks_for_it(house: Running) -> None:
    ann = house.person()
    table = begun(ann, TWO)
    ann.move(table, TWO.shown()[0])
    assert not ann.post(f"/api/tables/{table}/answer", {"answer": None})["right"]
    seen = ann.see(table)
    assert (seen["puzzle"]["state"], seen["ply"]) == ("shown", TWO.ply + 2)
    assert standing(ann, "han")["solved"] == 0
    told = [reason["text"] for reason in ann.get(f"/api/tables/{table}/puzzle")["reasons"]]
    match = TWO.match()
    for action in TWO.shown():
        assert reasons_of(match, action)[0] in told, "every action of the turn has its reasons"
        match.play(action)
    assert len({*told}) == len(told)


def test_the_match_goes_on_when_one_wants(house: Running) -> None:
    ann = house.person()
    table = begun(ann, PLAYED)
    assert ann.post(f"/api/tables/{table}/on", {}, 409)["error"] == "puzzle_waits"
    ann.move(table, right(PLAYED))
    ann.post(f"/api/tables/{table}/on")
    seen = ann.wait_for_turn(table)
    assert seen["puzzle"]["goes_on"]
    assert seen["actions"] or seen["status"] != "playing"
    assert seen["ply"] > PLAYED.ply


def test_a_puzzle_in_the_middle_survives_a_restart(tmp_path: Path, ticker: Ticker, shelf: None) -> None:
    with Running(tmp_path, now=ticker) as house:
        ann = house.person()
        tables = [begun(ann, TWO), begun(ann, PLAYED), begun(ann, QUESTION)]
        ann.move(tables[0], TWO.shown()[0])
        miss(ann, tables[1], PLAYED)
        ann.post(f"/api/tables/{tables[2]}/answer", {"answer": QUESTION.choices[0]})
        before = [ann.see(table) for table in tables]
        cookies = dict(ann.client.cookies)
    with Running(tmp_path, now=ticker) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        assert [ann.see(table) for table in tables] == before
        ann.move(tables[0], TWO.shown()[1])
        assert standing(ann, "han")["solved"] == 1
        ann.move(tables[1], right(PLAYED))
        assert (standing(ann)["tried"], standing(ann)["solved"]) == (2, 0)


def test_a_puzzle_that_there_is_no_more_is_a_match(tmp_path: Path, ticker: Ticker) -> None:
    with having(tmp_path / "shelf", PLAYED), Running(tmp_path, now=ticker) as house:
        ann = house.person()
        table, cookies = begun(ann, PLAYED), dict(ann.client.cookies)
    with having(tmp_path / "other", MORE[0]), Running(tmp_path, now=ticker) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        seen = ann.see(table)
        assert (seen["puzzle"], seen["ply"]) == (None, PLAYED.ply)
        ann.move(table, seen["actions"][0]["action"])


def test_others_have_no_say(house: Running) -> None:
    ann, eve = house.person(), house.person("Eve")
    table = begun(ann, QUESTION)
    eve.make("khan", "me", "me")
    assert eve.post(f"/api/tables/{table}/answer", {"answer": None}, 403)["error"] == "not_your_seat"
    assert eve.post(f"/api/tables/{table}/on", {}, 403)["error"] == "not_your_seat"


def test_a_puzzle_is_in_no_list(house: Running) -> None:
    ann = house.person()
    table = solve(ann, PLAYED)
    ann.post(f"/api/tables/{table}/on")
    assert ann.get("/api/tables")["tables"] == []
    ann.post(f"/api/tables/{table}/abandon", {"seat": ann.see(table)["seat"]})
    assert ann.get("/api/tables", which="finished")["tables"] == []


def test_tables_that_were_left_go_after_a_week(tmp_path: Path, ticker: Ticker, shelf: None) -> None:
    with Running(tmp_path, now=ticker) as house:
        ann = house.person()
        left, kept = begun(ann, QUESTION), solve(ann, PLAYED)
        ann.post(f"/api/tables/{kept}/on")
        usual = ann.make("khan", "me", "me")["table"]
        ticker.advance((KEPT_MS - SWEEP_MS) / 1000)
        fresh = begun(ann, MORE[1])
        ticker.advance(2 * SWEEP_MS / 1000)
        cookies = dict(ann.client.cookies)
        wait_for(lambda: ann.client.get(f"/api/tables/{left}").status_code == 200)
    with Running(tmp_path, now=ticker) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        assert ann.see(left, 404)["error"] == "no_table"
        for table in (kept, usual, fresh):
            ann.see(table)
        assert standing(ann)["tried"] == 1, "what was tried is kept"


# How well one solves them


def test_the_puzzle_of_the_day_is_the_same_for_everybody(house: Running, ticker: Ticker) -> None:
    ann, ben = house.person(), house.person()
    tables = [person.post("/api/puzzles/khan", {"daily": True}, 201) for person in (ann, ben)]
    assert tables[0]["puzzle"] == tables[1]["puzzle"] == standing(ann)["daily"]["puzzle"]
    assert tables[0]["table"] != tables[1]["table"]
    days = set()
    for _ in range(12):
        ticker.advance(DAY_S)
        days.add(standing(ann)["daily"]["puzzle"])
    assert len(days) > 1, "there is another one on other days"


def test_a_day_is_that_of_who_asks_where_it_can_be(house: Running, ticker: Ticker) -> None:
    ann = house.person()
    today = datetime.fromtimestamp(ticker() / 1000, UTC).date()
    for ahead in (-1, 0, 1):
        day = (today + timedelta(days=ahead)).isoformat()
        assert ann.get("/api/puzzles/khan", day=day)["daily"]["day"] == day
    for day in ((today + timedelta(days=2)).isoformat(), "2024-02-31"):
        assert ann.get("/api/puzzles/khan", day=day)["daily"]["day"] == today.isoformat()


def test_days_in_a_row(house: Running, ticker: Ticker) -> None:
    ann = house.person()
    for count in (1, 2, 3):
        made = ann.post("/api/puzzles/khan", {"daily": True}, 201)
        ann.post(f"/api/tables/{made['table']}/answer", {"answer": None})
        found = standing(ann)
        assert (found["days"], found["daily"]["right"]) == (count, False)
        assert ann.get("/api/puzzles")["days"] == count
        ticker.advance(DAY_S)
        assert standing(ann)["daily"]["right"] is None
    made = ann.post("/api/puzzles/han", {"daily": True}, 201)
    ann.post(f"/api/tables/{made['table']}/answer", {"answer": None})
    assert (ann.get("/api/puzzles")["days"], standing(ann, "han")["days"]) == (4, 1), "that of any game goes on with it"
    ticker.advance(DAY_S)
    assert standing(ann)["days"] == 0


def test_the_first_try_moves_the_rating_as_glicko_says(house: Running) -> None:
    ann = house.person()
    first = after(NEW, [Game(rating_of(1), 1.0)])
    solve(ann, PLAYED)
    assert standing(ann)["rating"] == round(first.rating, 1)
    table = begun(ann, MORE[3])
    miss(ann, table, MORE[3])
    second = after(first, [Game(rating_of(6), 0.0)])
    found = standing(ann)
    assert (found["rating"], found["deviation"]) == (round(second.rating, 1), round(second.deviation, 1))
    ann.move(table, right(MORE[3]))
    assert standing(ann) == found, "only the first try counts"
    points = ann.get("/api/puzzles/khan/curve")["points"]
    assert [(one["puzzle"], one["right"]) for one in points] == [(PLAYED.name, True), (MORE[3].name, False)]
    moved = [round(first.rating - NEW.rating, 1), round(second.rating - first.rating, 1)]
    assert [one["change"] for one in points] == moved


def test_a_puzzle_counts_once(house: Running) -> None:
    ann = house.person()
    solve(ann, PLAYED)
    found = standing(ann)
    solve(ann, PLAYED)
    assert standing(ann) == found


def test_a_move_asked_twice_is_one_try(house: Running) -> None:
    ann = house.person()
    table = begun(ann, PLAYED)
    seen = ann.see(table)
    other = next(one["action"] for one in seen["actions"] if one["action"] not in PLAYED.solution)
    for _ in range(2):
        assert ann.move(table, other, seen, 409, move_id="same")["error"] == "off_puzzle"
    assert ann.see(table)["puzzle"]["wrong"] == [other]


def test_streaks(house: Running) -> None:
    ann = house.person()
    for puzzle in (PLAYED, QUESTION, MORE[0]):
        solve(ann, puzzle)
    miss(ann, begun(ann, MORE[1]), MORE[1])
    solve(ann, MORE[2])
    found = standing(ann)
    assert (found["streak"], found["best_streak"], found["tried"], found["solved"]) == (1, 3, 5, 4)


def test_the_next_one_is_new_and_of_the_kind_that_is_wanted(house: Running) -> None:
    ann = house.person()
    for theme, level in ((None, 4), ("forbidden", None), (None, None)):
        made = ann.post("/api/puzzles/khan", {"theme": theme, "level": level}, 201)["puzzle"]
        found = next(puzzle for puzzle in ALL if puzzle.name == made)
        assert level in (None, found.level)
        assert theme in (None, found.theme)
    assert ann.post("/api/puzzles/khan", {"theme": "chess"}, 404)["error"] == "no_puzzle"
    seen = set()
    while True:
        answer = ann.client.post("/api/puzzles/khan", json={})
        if answer.status_code != 201:
            break
        assert answer.json()["puzzle"] not in seen
        seen.add(answer.json()["puzzle"])
        ann.post(f"/api/tables/{answer.json()['table']}/answer", {"answer": None})
    assert answer.json()["error"] == "no_more_puzzles"
    assert len(seen) == len([puzzle for puzzle in ALL if puzzle.game == "khan"]) - 1, "all but that of the day"


def test_a_puzzle_that_is_as_it_was_found_is_found_again(house: Running) -> None:
    ann = house.person()
    table = begun(ann, PLAYED)
    assert begun(ann, PLAYED) == table
    miss(ann, table, PLAYED)
    assert begun(ann, PLAYED) != table


def test_it_goes_along_to_other_devices(house: Running) -> None:
    ann, phone = house.person(), house.person()
    solve(ann, PLAYED)
    phone.post("/api/guest/devices", {"key": ann.post("/api/guest/key")["key"]})
    assert standing(phone) == standing(ann)


def test_what_there_is(house: Running) -> None:
    ann = house.person()
    solve(ann, QUESTION)
    found = standing(ann)
    assert found["themes"] == [
        {"theme": "best", "count": 5, "tried": 0}, {"theme": "forbidden", "count": 1, "tried": 1},
    ]  # fmt: skip
    assert [(one["level"], one["count"], one["tried"]) for one in found["levels"]] == [
        (1, 2, 0), (2, 1, 1), (4, 2, 0), (6, 1, 0),
    ]  # fmt: skip
    assert {one["game"] for one in ann.get("/api/puzzles")["games"]} == {"han", "khan"}
    sheets = {one["name"]: one["puzzles"] for one in ann.get("/api/games")["games"]}
    assert sheets == {"han": True, "hanabi": False, "khan": True, "ming": False}


def test_a_damaged_file_is_no_shelf(tmp_path: Path) -> None:
    with having(tmp_path / "shelf", PLAYED, TWO), Running(tmp_path) as house:
        ann = house.person()
        shelves.file_of("khan").write_bytes(shelves.file_of("khan").read_bytes()[:-9])
        forget()
        assert [one["game"] for one in ann.get("/api/puzzles")["games"]] == ["han"]
        assert ann.get("/api/puzzles/khan", 404)["error"] == "not_found"


def test_glickmans_example() -> None:
    """From "Example of the Glicko-2 system": a player of 1500 wins against 1400, loses against 1550 and 1700."""
    games = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]
    found = after(Rating(1500, 200, 0.06), games)
    assert (round(found.rating, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert round(found.volatility, 5) == 0.06
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_wins_against_all_odds_rises_far() -> None:
    """The other branch of the iteration: more is won than the deviation explains."""
    found = after(Rating(1500, 30, 0.06), [Game(Rating(3000, 30), 1)] * 5)
    assert found.rating > 1500
    assert found.volatility > 0.06
