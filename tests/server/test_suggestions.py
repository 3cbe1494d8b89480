"""Suggestions: "what would you play?", for who plays against bots, and for nobody else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import lantern
from lantern.kernel.game import Game
from lantern.players.advice.judge import Judgement
from lantern.server.bots.thinking import Thinkers, Thought
from lantern.server.http.rates import RATES
from lantern.server.tables import views
from tests.server.judges import Quick, quick_judges
from tests.server.running import Json, Person, Running, wait_for

GAMES = lantern.names()
TOLD = {
    "en": "Moves are suggested only when all the other players are bots.",
    "it": "Le mosse si suggeriscono solo quando tutti gli altri giocatori sono bot.",
    "ru": "Ход подсказывают, только когда все остальные игроки — боты.",
}


@pytest.fixture(autouse=True)
def judges() -> Iterator[dict[Game, Quick]]:
    with quick_judges() as quick:
        yield quick


def ask(person: Person, table: str, status: int = 200, **more: object) -> Json:
    """Ask for a suggestion as the table stands."""
    seen = person.see(table)
    body = {"seat": (seen["mine"] or [1])[0], "expected_version": seen["version"]} | more
    return person.post(f"/api/tables/{table}/suggestion", body, status)


@pytest.mark.parametrize("game", GAMES)
def test_a_suggestion_is_an_action_with_what_it_is_worth_and_why(house: Running, game: str) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "random", options={"start": 1}, seed="3")["table"]
    seen = ada.wait_for_turn(table)
    assert seen["can_suggest"]
    suggestion = ask(ada, table)
    proposed = next(action for action in seen["actions"] if action["action"] == suggestion["action"])
    assert suggestion["touches"] == proposed["touches"]
    assert (suggestion["version"], suggestion["seat"]) == (seen["version"], 1)
    assert suggestion["unit"] == ("points" if game == "hanabi" else "chance")
    assert len(suggestion["chances"]) == (1 if game == "hanabi" else 2)
    assert 1 <= len(suggestion["reasons"]) <= 3
    assert all(reason["text"] for reason in suggestion["reasons"])
    worths = [suggestion["worth"], *(other["worth"] for other in suggestion["others"])]
    assert worths == sorted(worths, reverse=True)
    assert {other["action"] for other in suggestion["others"]} <= {action["action"] for action in seen["actions"]}


def test_a_suggestion_plays_nothing(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    before = ada.see(table)
    suggestion = ask(ada, table)
    assert ada.see(table) == before
    ada.move(table, suggestion["action"], before)


def test_reasons_are_told_in_the_language_of_the_reader(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    told = set()
    for language in ("en", "it", "ru"):
        body = {"seat": 1, "expected_version": ada.see(table)["version"]}
        suggestion = ada.client.post(
            f"/api/tables/{table}/suggestion", json=body, headers={"Accept-Language": language}
        ).json()
        told.add(suggestion["reasons"][0]["text"])
    assert len(told) == 3


def test_the_judge_is_given_what_the_seat_has_seen(house: Running, judges: dict[Game, Quick]) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", options={"start": 2}, seed="3")["table"]
    ada.wait_for_turn(table)
    assert ask(ada, table)["action"] == ask(ada, table)["action"]
    assert judges[lantern.game("hanabi")].asked == 2


def test_partners_who_take_hints_at_their_word_are_played_with_as_they_play(
    house: Running, judges: dict[Game, Quick]
) -> None:
    """Who counts on conventions would be misled by them, and they by him."""
    game, ada = lantern.game("hanabi"), house.person("Ada")
    table = ada.make("hanabi", "me", "beginner", options={"start": 1}, seed="3")["table"]
    match = game.match(2, 3, start=1)
    for quick in (True, False):
        suggestion = ask(ada, table, quick=quick)
        assert suggestion["action"] == match.words.write_action(lantern.bot("hanabi", "beginner").choose(match))
        assert not suggestion["stood_in"]
        assert suggestion["reasons"]
    assert game not in judges or judges[game].asked == 0


@pytest.mark.parametrize("seats", [("me", "beginner", "club"), ("me", "club")])
def test_where_anybody_keeps_to_conventions_the_judge_is_asked(
    house: Running, judges: dict[Game, Quick], seats: tuple[str, ...]
) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", *seats, options={"start": 1}, seed="3")["table"]
    ask(ada, table)
    assert judges[lantern.game("hanabi")].asked == 1


def denied(person: Person, table: str) -> str:
    """Why somebody gets no suggestion; he was told beforehand that he would not."""
    assert not person.see(table)["can_suggest"]
    return str(ask(person, table, 409)["error"])


def test_no_suggestion_with_people_at_the_table(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open", "random", options={"start": 1})
    ben.join(made["table"], made["invite"])
    assert denied(ada, made["table"]) == "suggestion_people"
    for language, words in TOLD.items():
        body = {"seat": 1, "expected_version": ada.see(made["table"])["version"]}
        answer = ada.post(f"/api/tables/{made['table']}/suggestion", body, 409, **{"Accept-Language": language})
        assert answer["message"] == words


def test_no_suggestion_while_a_bot_stands_in_for_a_person(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open", options={"start": 1})
    ben.join(made["table"], made["invite"])
    ben.post(f"/api/tables/{made['table']}/seats/2/leave")
    assert denied(ada, made["table"]) == "suggestion_people"


def test_no_suggestion_with_an_open_seat(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    ada.post(f"/api/tables/{table}/seats/2/open")
    assert denied(ada, table) == "suggestion_people"


def test_no_suggestion_where_several_people_share_a_screen(house: Running) -> None:
    ada = house.person("Ada")
    assert (
        denied(ada, ada.make("han", "me", "me", "random", options={"start": 1}, seed="3")["table"])
        == "suggestion_people"
    )


def test_no_suggestion_before_the_match_nor_after_it(house: Running) -> None:
    ada = house.person("Ada")
    seating = ada.make("han", "me", "open")["table"]
    assert denied(ada, seating) == "not_playing"
    table = ada.make("hanabi", "me", "random", options={"start": 1}, seed="3")["table"]
    ada.post(f"/api/tables/{table}/abandon", {"seat": 1})
    assert denied(ada, table) == "match_over"


def test_no_suggestion_for_who_is_not_to_act(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantern.server.bots.bot_runner.BotRunner.consider", lambda keeper, table: None)
    ada = house.person("Ada")
    assert denied(ada, ada.make("han", "me", "random", options={"start": 2}, seed="3")["table"]) == "not_your_turn"
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    ada.post(f"/api/tables/{table}/seats/1/leave")
    assert denied(ada, table) == "seat_has_bot"


def test_no_suggestion_for_a_seat_of_somebody_else(house: Running) -> None:
    ada, eve = house.person("Ada"), house.person("Eve")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    eve.client.put("/api/guest", json={"name": "Eve"})
    assert not eve.see(table)["can_suggest"]
    assert ask(eve, table, 403)["error"] == "not_your_seat"
    assert ask(ada, table, 403, seat=2)["error"] == "not_your_seat"
    assert ask(ada, table, 404, seat=3)["error"] == "no_seat"


def test_no_suggestion_on_a_table_that_has_moved_on(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", options={"start": 1}, seed="3")["table"]
    version = ada.see(table)["version"]
    ada.move(table, ada.see(table)["actions"][0]["action"])
    ada.wait_for_turn(table)
    assert ask(ada, table, 409, expected_version=version)["error"] == "stale"


def test_no_suggestion_for_who_has_moved_while_it_was_thought_about(house: Running, judges: dict[Game, Quick]) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", options={"start": 1}, seed="3")["table"]
    ask(ada, table)
    judge = judges[lantern.game("hanabi")]
    answers: list[httpx.Response] = []
    judge.go.clear()
    body = {"seat": 1, "expected_version": ada.see(table)["version"]}
    other = Person(ada.url)
    other.client.cookies.update(ada.client.cookies)
    thread = threading.Thread(
        target=lambda: answers.append(other.client.post(f"/api/tables/{table}/suggestion", json=body))
    )
    thread.start()
    ada.move(table, ada.see(table)["actions"][0]["action"])
    judge.go.set()
    thread.join()
    assert answers[0].status_code == 409
    assert answers[0].json()["error"] in ("stale", "not_your_turn")
    other.client.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_quick_player_answers_while_the_strong_one_thinks(
    house: Running, judges: dict[Game, Quick], game: str
) -> None:
    ada = house.person("Ada")
    table = ada.make(game, "me", "random", options={"start": 1}, seed="3")["table"]
    seen = ada.wait_for_turn(table)
    suggestion = ask(ada, table, quick=True)
    assert suggestion["action"] in {action["action"] for action in seen["actions"]}
    assert suggestion["stood_in"]
    assert (suggestion["worth"], suggestion["chances"], suggestion["others"]) == (None, [], [])
    assert suggestion["reasons"]
    assert lantern.game(game) not in judges or judges[lantern.game(game)].asked == 0
    assert ada.see(table) == seen


def test_a_quick_player_gives_no_random_advice(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fall_back(*_: object) -> Thought:
        return Thought(0, "random", "failed")

    monkeypatch.setattr(Thinkers, "choose", fall_back)
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    assert ask(ada, table, 503, quick=True)["error"] == "no_suggestion"


def test_a_quick_player_is_under_the_same_rules(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("han", "me", "me", "random", options={"start": 1}, seed="3")
    assert ask(ada, made["table"], 409, quick=True)["error"] == "suggestion_people"


def test_a_judge_that_fails_is_told_as_such(house: Running, judges: dict[Game, Quick]) -> None:
    ada = house.person("Ada")
    table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
    ask(ada, table)
    judges[lantern.game("han")].fails = True
    assert ask(ada, table, 503)["error"] == "no_suggestion"
    judges[lantern.game("han")].fails = False
    ask(ada, table)


def test_who_asks_too_often_is_slowed_down(tmp_path: Path) -> None:
    with Running(tmp_path, limited=True) as house:
        ada = house.person("Ada")
        table = ada.make("han", "me", "random", options={"start": 1}, seed="3")["table"]
        wait_for(lambda: ada.see(table)["can_suggest"])
        for number in range(int(RATES["suggestion"].split("/")[0])):
            ask(ada, table, quick=number > 0)  # a minute is soon over where the strong one thinks each time
        assert ask(ada, table, 429)["error"] == "too_often"


def test_other_actions_are_those_tried_often_and_worth_no_more() -> None:
    found = Judgement(3, {1: (0.5, 400), 2: (0.7, 300), 3: (0.6, 900), 4: (0.1, 5), 5: (0.4, 500), 6: (0.3, 20)}, [])
    assert views._others(found) == [5, 1, 6]
    assert views._others(Judgement(3, {}, [])) == []
