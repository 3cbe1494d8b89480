"""Tables and who sits at them: made, joined, left, given to bots, taken back, played again, given up."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import lantern
from lantern.kernel.record import Records
from lantern.players import LEVELS, Bot, levels
from lantern.players.player import Player
from lantern.server.tables.decisions import usual_bot
from tests.server.running import Json, Person, Running, Ticker

GAMES = lantern.names()


@pytest.fixture(scope="module")
def ticker() -> Ticker:
    return Ticker()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, ticker: Ticker) -> Iterator[Running]:
    """One server for all: every test has people and tables of its own."""
    with Running(tmp_path_factory.mktemp("seats"), now=ticker) as running:
        yield running


def order(game: str, *seats: Json, **more: Any) -> Json:
    return {"game": game, "seats": list(seats), **more}


def denied(answer: Json, error: str) -> None:
    """An answer that says no has its code and says why."""
    assert answer["error"] == error
    assert answer["message"]


def saved_match(game: str, actions_left: int = 1, players: int | None = None, seed: int = 5) -> str:
    """A match of random moves that lacks some actions to its end; with none left it is over."""
    match, chance = lantern.game(game).match(players, seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.actions()))
    shorter = lantern.game(game).match(players, seed=seed)
    for action in match.history[: match.ply - actions_left]:
        shorter.play(action)
    return shorter.save()


def finish(person: Person, table: str) -> Json:
    """Play whatever comes first until nothing is left to do."""
    while (seen := person.wait_for_turn(table))["status"] == "playing":
        person.move(table, seen["actions"][-1]["action"], seen)
    return seen


def pair(house: Running, game: str = "han", **more: Any) -> tuple[Person, Person, str]:
    """Ada and Ben at a table of theirs; Ada is its host."""
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make(game, "me", "open", **more)
    ben.join(made["table"], made["invite"])
    return ada, ben, made["table"]


def mover(table: str, *people: Person) -> tuple[Person, Json]:
    """Who is to act, and what he sees."""
    for person in people:
        seen = person.see(table)
        if seen["actions"]:
            return person, seen
    raise AssertionError("nobody is to act")


# Making tables


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game_begins_when_no_seat_is_open(house: Running, game: str) -> None:
    ada = house.person("Ada")
    for players in lantern.game(game).sheet.seats:
        made = ada.make(game, *["me"] * players)
        assert (made["seats"], made["invite"], made["keys"]) == (list(range(1, players + 1)), None, {})
        seen = ada.see(made["table"])
        assert (seen["status"], seen["game"], seen["version"]) == ("playing", game, made["version"])
        assert seen["options"]["players"] == players
        assert seen["silent"] == lantern.game(game).sheet.silent
        assert seen["seat"] == seen["to_act"]
        assert seen["actions"]
        assert all(set(action) == {"action", "touches", "gain"} for action in seen["actions"])


@pytest.mark.parametrize("game", GAMES)
def test_the_open_seats_of_every_game_are_filled_by_link_and_by_bots(house: Running, game: str) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make(game, "me", "open", "random")
    assert made["invite"]
    assert list(made["keys"]) == ["2"]
    seen = ada.see(made["table"])
    assert (seen["status"], seen["view"], seen["to_act"], seen["actions"]) == ("seating", None, None, [])
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open", "bot"]
    assert ben.join(made["table"], made["invite"])["seat"] == 2
    assert ben.see(made["table"])["status"] == "playing"


def test_options_reach_the_match(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "me", "me", options={"multicolour": True, "start": 2})
    seen = ada.see(made["table"])
    assert seen["options"]["multicolour"] is True
    assert seen["to_act"] == 2
    made = ada.make("han", "me", "me", "me", options={"map": "ways-of-diplomacy"})
    assert ada.see(made["table"])["options"]["map"] == "ways-of-diplomacy"


@pytest.mark.parametrize(
    "options",
    [
        {"rainbow": True},
        {"multicolour": "yes"},
        {"multicolour": 1},
        {"black_values": "odd"},
        {"start": 3},
        {"players": 2},
        {"seed": 3},
        {"self": 3},
        {"deck": 5},
        {"deck": ["red 1"]},
        {"": True},
    ],
    ids=str,
)
def test_options_that_do_not_exist_or_fit_are_refused(house: Running, options: Json) -> None:
    ada = house.person("Ada")
    answer = ada.make("hanabi", "me", "me", options=options, status=422)
    denied(answer, "bad_options")
    assert answer["arguments"]["reason"]


@pytest.mark.parametrize("game", GAMES)
def test_too_few_and_too_many_seats_are_refused(house: Running, game: str) -> None:
    ada, seats = house.person("Ada"), lantern.game(game).sheet.seats
    denied(ada.make(game, *["me"] * (seats.start - 1), status=422), "bad_options")
    denied(ada.make(game, *["me"] * seats.stop, status=422), "bad_options")
    denied(ada.make(game, status=422), "bad_field")
    denied(ada.make(game, *["me"] * 9, status=422), "bad_field")


def test_unknown_games_and_bots_are_refused(house: Running) -> None:
    ada = house.person("Ada")
    denied(ada.make("chess", "me", "me", status=422), "bad_options")
    answer = ada.make("hanabi", "me", "stockfish", status=422)
    denied(answer, "no_bot")
    assert answer["arguments"] == {"bot": "stockfish", "bots": ", ".join(levels(lantern.game("hanabi")))}


def test_what_an_order_does_not_know_is_refused(house: Running) -> None:
    ada = house.person("Ada")
    two = [{"kind": "me"}, {"kind": "me"}]
    for more in ({"colour": "red"}, {"seed": 3}, {"seed": "-1"}, {"listed": "yes"}, {"clock": {"kind": "sand"}}):
        denied(ada.post("/api/tables", order("hanabi", *two, **more), 422), "bad_field")
    denied(ada.post("/api/tables", order("hanabi", {"kind": "you"}, {"kind": "me"}), 422), "bad_field")
    denied(ada.make("hanabi", "me", "me", seed="9999999999999999999", status=422), "bad_options")


def test_a_bot_without_a_level_is_the_usual_one(house: Running) -> None:
    made = house.person().post("/api/tables", order("han", {"kind": "open"}, {"kind": "bot"}), 201)
    assert house.person().see(made["table"])["seats"][1]["bot"] == "club"


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_of_a_games_bots_are_told(house: Running, game: str) -> None:
    answer = house.person().get("/api/games")
    sheet = next(sheet for sheet in answer["games"] if sheet["name"] == game)
    known = levels(lantern.game(game))
    assert [bot["name"] for bot in sheet["bots"]] == [name for name in LEVELS if name in known]
    assert all(bot["summary"] for bot in sheet["bots"])
    assert [bot["seconds"] for bot in sheet["bots"]] == [known[bot["name"]].seconds for bot in sheet["bots"]]
    assert sheet["usual_bot"] in known
    assert answer["most_seconds"] == 13.0


def test_a_bot_is_given_as_much_time_as_the_server_allows(house: Running) -> None:
    ada = house.person("Ada")
    for bot in ("expert", "expert:seconds=3", "expert:seconds=13", "expert:seconds=0.3"):
        table = ada.make("han", "me", "open", bot, options={"start": 1})["table"]
        assert ada.see(table)["seats"][2]["bot"] == bot
        ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": bot})
    for bot in ("13.1", "0", "-1", "nan", "inf", "soon", ""):
        answer = ada.make("han", "me", "open", f"expert:seconds={bot}", status=422)
        denied(answer, "bad_seconds")
        assert answer["arguments"] == {"seconds": bot, "most": 13.0}
    table = ada.make("han", "me", "open")["table"]
    denied(ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "expert:seconds=14"}, 422), "bad_seconds")


@pytest.mark.parametrize("bot", ["club:seconds=1", "expert:rounds=9", "expert:seconds=1:rounds=9", "expert:", ":"])
def test_nothing_but_the_time_of_one_who_thinks_can_be_set_at_a_table(house: Running, bot: str) -> None:
    ada = house.person("Ada")
    denied(ada.make("han", "me", "open", bot, status=422), "no_bot")
    table = ada.make("han", "me", "open")["table"]
    denied(ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": bot}, 422), "no_bot")


def test_a_bot_that_watches_is_given_the_whole_match(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots at tables of other tests may still be thinking; they think as ever."""
    lengths: list[int] = []
    dealt = lantern.game("hanabi").match(2, seed=3, start=2).concealed(1).tobytes()
    usual = Player.choose_on

    def choose_on(player: Player, seen: Records) -> int:
        if seen[:1].tobytes() == dealt:
            lengths.append(len(seen))
        return usual(player, seen)

    monkeypatch.setattr(Player, "choose_on", choose_on)
    monkeypatch.setattr(Bot, "watches", True)
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random", options={"start": 2}, seed="3")["table"]
    seen = ada.wait_for_turn(table)
    ada.move(table, seen["actions"][-1]["action"], seen)
    ada.wait_for_turn(table)
    assert lengths == [1, 3]


def test_a_host_need_not_sit_at_his_table(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "open", "open")
    assert made["seats"] == []
    assert sorted(made["keys"]) == ["1", "2"]
    seen = ada.see(made["table"])
    assert (seen["host"], seen["mine"], seen["seat"]) == (True, [], None)
    assert [table["table"] for table in ada.get("/api/tables")["tables"]] == [made["table"]]


def test_hot_seat_players_share_a_browser_and_each_sees_his_own_hand(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.post(
        "/api/tables",
        order("hanabi", {"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}, {"kind": "me"}, name="Cleo"),
        201,
    )
    table = made["table"]
    seen = ada.see(table)
    assert [seat["name"] for seat in seen["seats"]] == ["Ada", "Bob", "Cleo"]
    assert seen["mine"] == [1, 2, 3]
    views = {seat: ada.see(table, seat=seat) for seat in (1, 2, 3)}
    assert len({str(view["view"]["hands"]) for view in views.values()}) == 3
    for seat, view in views.items():
        assert (view["seat"], bool(view["actions"])) == (seat, seat == seen["to_act"])
    for _ in range(6):
        seen = ada.see(table)
        assert seen["seat"] == seen["to_act"]
        ada.move(table, seen["actions"][-1]["action"], seen)


def test_names_are_taken_from_the_order_the_guest_or_the_seat(house: Running) -> None:
    ada = house.person()
    made = ada.make("hanabi", "me", "me")
    assert [seat["name"] for seat in ada.see(made["table"])["seats"]] == [None, None]
    assert ada.client.put("/api/guest", json={"name": "  Ada \u202e\n Lovelace "}).json() == {"name": "Ada Lovelace"}
    assert ada.get("/api/guest") == {"name": "Ada Lovelace"}
    assert ada.see(ada.make("hanabi", "me", "random")["table"])["seats"][0]["name"] == "Ada Lovelace"
    several = ada.see(ada.make("hanabi", "me", "me", "me")["table"])["seats"]
    assert [seat["name"] for seat in several] == ["Ada Lovelace", None, None], "three people are not called the same"
    ada.name = "A\u0000d\u0007a"
    assert ada.see(ada.make("hanabi", "me", "random")["table"])["seats"][0]["name"] == "A d a"
    ada.name = "x" * 80
    assert ada.see(ada.make("hanabi", "me", "random")["table"])["seats"][0]["name"] == "x" * 40
    ada.name = "\u200b \t"
    denied(ada.make("hanabi", "me", "random", status=422), "bad_name")
    ada.name = "x" * 81
    denied(ada.make("hanabi", "me", "random", status=422), "bad_field")


def test_who_has_never_been_here_has_no_name(house: Running) -> None:
    denied(house.person().get("/api/guest", 404), "no_guest")


def test_a_name_is_stored_and_shown_as_it_is_without_being_markup(house: Running) -> None:
    ada = house.person("<script>alert(1)</script>")
    made = ada.make("hanabi", "me", "random")
    assert ada.see(made["table"])["seats"][0]["name"] == "<script>alert(1)</script>"


def test_a_seed_makes_the_deal_and_is_told_after_the_end(house: Running) -> None:
    ada = house.person("Ada")
    first, second = (ada.make("han", "me", "me", seed="4611686018427387903")["table"] for _ in range(2))
    assert ada.see(first)["view"] == ada.see(second)["view"]
    seen = ada.see(first)
    assert (seen["seed_chosen"], seen["seed"], seen["salt"]) == (True, None, None)
    for seat in (1, 2):
        answer = ada.post(f"/api/tables/{first}/abandon", {"seat": seat, "agree": True})
    assert answer["status"] == "abandoned"
    over = ada.see(first)
    assert over["seed"] == "4611686018427387903"
    assert over["commitment"] == seen["commitment"]
    assert hashlib.sha256(f"{over['salt']}:{over['seed']}".encode()).hexdigest() == over["commitment"]


def test_a_deal_that_nobody_chose_says_so(house: Running) -> None:
    ada = house.person("Ada")
    tables = [ada.make("han", "me", "me")["table"] for _ in range(3)]
    assert not any(ada.see(table)["seed_chosen"] for table in tables)
    assert len({ada.see(table)["commitment"] for table in tables}) == 3


def test_a_table_has_a_key_of_its_own_by_which_its_deal_can_be_proved(house: Running) -> None:
    """Not a seed, for the stream of a seed can be computed from a few cards (tests/kernel/test_chance.py)."""
    ada = house.person("Ada")
    table = ada.make("khan", "me", "me")["table"]
    promised = ada.see(table)["commitment"]
    for seat in (1, 2):
        ada.post(f"/api/tables/{table}/abandon", {"seat": seat, "agree": True})
    over = ada.see(table)
    assert len(bytes.fromhex(over["seed"])) == 32
    assert hashlib.sha256(f"{over['salt']}:{over['seed']}".encode()).hexdigest() == promised
    saved = ada.get(f"/api/tables/{table}/export")
    dealt = lantern.game("khan").match(2, seed=over["seed"])
    assert dealt.digest() == lantern.game("khan").load(saved["saved"]).digest()
    again = ada.make("khan", "me", "me", seed=over["seed"])["table"]
    assert ada.see(again)["view"] in [dealt.view(1), dealt.view(2)]
    assert ada.see(again)["seed_chosen"]


def test_a_deck_that_the_host_chose_counts_as_a_chosen_deal(house: Running) -> None:
    dealt = lantern.game("hanabi").match(seed=1).reveal()
    cards = [held["card"] for hand in dealt["hands"] for held in hand] + dealt["deck"]
    ada = house.person("Ada")
    seen = ada.see(ada.make("hanabi", "me", "me", options={"deck": cards})["table"], seat=1)
    assert [held["card"] for held in seen["view"]["hands"][1]] == cards[5:10]
    assert seen["seed_chosen"] is True


# Saved matches


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2)
def test_a_saved_match_goes_on_where_it_stood(house: Running, game: str) -> None:
    ada, text = house.person("Ada"), saved_match(game, 3)
    match = lantern.game(game).load(text)
    table = ada.make(game, *["me"] * match.options["players"], saved=text)["table"]
    seen = ada.see(table)
    assert (seen["status"], seen["ply"], seen["to_act"]) == ("playing", match.ply, match.to_act)
    assert seen["view"] == match.view(match.to_act)
    assert [action["action"] for action in seen["actions"]] == match.actions()
    assert [logged["ply"] for logged in seen["log"]] == list(range(1, match.ply + 1))
    assert finish(ada, table)["status"] == "over"


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_match_that_is_over_can_be_looked_at(house: Running, game: str) -> None:
    ada, text = house.person("Ada"), saved_match(game, 0)
    match = lantern.game(game).load(text)
    table = ada.make(game, *["me"] * match.options["players"], saved=text)["table"]
    seen = ada.see(table)
    assert (seen["status"], seen["to_act"], seen["actions"]) == ("over", None, [])
    assert seen["seed"] == str(match.seed)
    assert ada.get(f"/api/tables/{table}/export")["saved"] == text
    denied(ada.move(table, match.history[-1], seen, status=409), "match_over")


def test_a_saved_match_waits_for_open_seats(house: Running) -> None:
    ada, ben, text = house.person("Ada"), house.person("Ben"), saved_match("hanabi", 4)
    made = ada.make("hanabi", "me", "open", saved=text)
    assert ada.see(made["table"])["status"] == "seating"
    ben.join(made["table"], made["invite"])
    assert ben.see(made["table"])["view"] == lantern.game("hanabi").load(text).view(2)


def test_saved_matches_that_can_not_be_played_are_refused(house: Running) -> None:
    ada, text = house.person("Ada"), saved_match("hanabi", 4)
    damaged = [
        "",
        "hello",
        "[]",
        "{}",
        "[" * 100_000,
        text.replace('"hanabi"', '"han"'),
        text.replace('"rules": ', '"rules": 9'),
        text.replace('"play ', '"play 9', 1),
        text.replace('"actions": [', '"actions": ["sing", '),
        text.replace('"seed": ', '"seed": -'),
        text.replace('"multicolour"', '"rainbow"'),
        text.replace('"setup": {}', '"setup": {"cards": 3}'),
        text.replace('"position": null', '"position": {}'),
        text.replace('"position": null', '"position": 3'),
    ]
    for saved in damaged:
        assert saved != text
        denied(ada.make("hanabi", "me", "me", saved=saved, status=422), "bad_saved")
    denied(ada.make("hanabi", "me", "me", "me", saved=text, status=422), "bad_saved")
    denied(ada.make("hanabi", "me", "me", saved=text, options={"multicolour": True}, status=422), "bad_saved")
    denied(ada.make("hanabi", "me", "me", saved=text, seed="1", status=422), "bad_saved")
    denied(ada.make("han", "me", "me", saved=text, status=422), "bad_saved")
    denied(ada.make("hanabi", "me", "me", saved="x" * 240_001, status=422), "bad_field")
    denied(ada.make("hanabi", "me", "me", saved="x" * 1_000_001, status=413), "too_large")


# Lists


def test_own_tables_are_listed_last_changed_first(house: Running, ticker: Ticker) -> None:
    ada, ben, table = pair(house)
    ticker.advance(1)
    hot = ada.make("hanabi", "me", "me")["table"]
    assert [found["table"] for found in ada.get("/api/tables")["tables"]] == [hot, table]
    assert [found["table"] for found in ben.get("/api/tables", which="own")["tables"]] == [table]
    ticker.advance(1)
    who, seen = mover(table, ada, ben)
    who.move(table, seen["actions"][0]["action"], seen)
    listed = ada.get("/api/tables")["tables"]
    assert [found["table"] for found in listed] == [table, hot]
    assert [found["mine"] for found in listed] == [[1], [1, 2]]
    seen = ada.see(table)
    summary = {key: listed[0][key] for key in ("game", "status", "version", "to_act", "seats", "updated_at")}
    assert summary == {key: seen[key] for key in summary}
    assert [found["your_turn"] for found in listed] == [seen["to_act"] == 1, True]


def test_strangers_have_no_tables(house: Running) -> None:
    assert house.person().get("/api/tables") == {"tables": []}


def test_only_listed_tables_with_open_seats_are_open_to_all(house: Running, ticker: Ticker) -> None:
    ada, ben, cleo = house.person("Ada"), house.person("Ben"), house.person("Cleo")
    listed = ada.make("hanabi", "me", "open", "open", listed=True)["table"]
    ticker.advance(1)
    unlisted = ada.make("hanabi", "me", "open")["table"]
    full = ada.make("hanabi", "me", "me", listed=True)["table"]
    found = [table["table"] for table in ben.get("/api/tables", which="open")["tables"]]
    assert found == [listed]
    assert ben.join(listed, seat=3)["seat"] == 3
    assert cleo.join(listed)["seat"] == 2
    assert ben.get("/api/tables", which="open") == {"tables": []}
    denied(ben.join(unlisted, status=403), "not_listed")
    denied(ben.join(full, status=409), "no_open_seat")


# Joining


def test_a_link_of_the_table_gives_the_first_open_seat_or_the_one_chosen(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "open", "me", "open", "open", "open")
    table, key = made["table"], made["invite"]
    ben, cleo = house.person("Ben"), house.person("Cleo")
    assert ben.join(table, key, seat=4)["seat"] == 4
    assert cleo.join(table, key)["seat"] == 1
    denied(house.person().join(table, key, seat=2, status=409), "seat_taken")
    denied(house.person().join(table, key, seat=4, status=409), "seat_taken")
    denied(house.person().join(table, key, seat=6, status=404), "no_seat")
    denied(house.person().join(table, key, seat=9, status=422), "bad_field")
    assert [seat["name"] for seat in ada.see(table)["seats"]] == ["Cleo", "Ada", None, "Ben", None]


def test_a_seats_key_opens_that_seat_once_and_the_sitter_gets_another_for_his_devices(house: Running) -> None:
    ada, ben, thief = house.person("Ada"), house.person("Ben"), house.person("Thief")
    made = ada.make("hanabi", "me", "open", "open")
    table = made["table"]
    joined = ben.join(table, made["keys"]["3"])
    assert joined["seat"] == 3
    assert joined["key"] not in (None, *made["keys"].values(), made["invite"])
    denied(thief.join(table, made["keys"]["3"], status=403), "bad_key")
    denied(thief.join(table, "made-up", status=403), "bad_key")
    phone = house.person("Ben's phone")
    again = phone.join(table, joined["key"])
    assert (again["seat"], again["key"]) == (3, None)
    assert phone.see(table)["mine"] == [3]
    assert phone.see(table)["seats"][2]["name"] == "Ben"


def test_joining_twice_changes_nothing(house: Running) -> None:
    ada, ben, table = pair(house)
    version = ada.see(table)["version"]
    made = ben.join(table, "whatever")
    assert made == {"seat": 2, "key": None, "version": version}
    assert ada.join(table) == {"seat": 1, "key": None, "version": version}
    assert ada.see(table)["version"] == version


def test_two_people_at_once_get_two_seats(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "me", *["open"] * 3)
    people = [house.person(f"P{number}") for number in range(6)]

    def come(person: Person) -> int | None:
        answer = person.client.post(f"/api/tables/{made['table']}/join", json={"key": made["invite"]})
        assert answer.status_code in (200, 409)
        return answer.json().get("seat") if answer.status_code == 200 else None

    with ThreadPoolExecutor(6) as pool:
        got = list(pool.map(come, people))
    assert sorted(seat for seat in got if seat) == [2, 3, 4]
    assert ada.see(made["table"])["status"] == "playing"


def test_a_guest_may_take_a_second_seat_for_a_friend_beside_him(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "open")
    assert ben.join(made["table"], made["invite"])["seat"] == 2
    assert ben.join(made["table"], made["invite"], seat=3)["seat"] == 3
    assert ben.see(made["table"])["mine"] == [2, 3]


def test_names_of_those_who_join(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "me", "open", "open", "open")
    table, key = made["table"], made["invite"]
    ben, cleo, dan = house.person(), house.person(), house.person("  D\u200ban\n")
    ben.client.put("/api/guest", json={"name": "Ben"})
    denied(cleo.join(table, key, name="\u0007", status=422), "bad_name")
    for person in (ben, cleo, dan):
        person.join(table, key)
    assert [seat["name"] for seat in ada.see(table)["seats"]] == ["Ada", "Ben", None, "D an"]


def test_a_seat_can_be_renamed_by_who_sits_there(house: Running) -> None:
    ada, ben, table = pair(house)
    version = ada.post(f"/api/tables/{table}/seats/1/name", {"name": " Ada  II "})["version"]
    seen = ben.see(table)
    assert (seen["version"], seen["seats"][0]["name"]) == (version, "Ada II")
    denied(ben.post(f"/api/tables/{table}/seats/1/name", {"name": "Eve"}, 403), "not_your_seat")
    denied(ada.post(f"/api/tables/{table}/seats/1/name", {"name": "\u200b"}, 422), "bad_name")
    denied(ada.post(f"/api/tables/{table}/seats/3/name", {"name": "Eve"}, 404), "no_seat")


def test_names_tell_nothing_while_hanabi_is_played(house: Running) -> None:
    ada, _ben, table = pair(house, "hanabi")
    denied(ada.post(f"/api/tables/{table}/seats/1/name", {"name": "Play your 3"}, 409), "settled_name")


def test_tables_that_do_not_exist(house: Running) -> None:
    ada = house.person("Ada")
    ada.make("hanabi", "me", "me")
    denied(ada.see("nowhere", 404), "no_table")
    denied(ada.join("nowhere", status=404), "no_table")
    denied(ada.post("/api/tables/nowhere/seats/1/leave", status=404), "no_table")
    denied(ada.post("/api/tables/nowhere/rematch", {}, 404), "no_table")
    denied(ada.get("/api/tables/nowhere/export", 404), "no_table")
    denied(ada.get("/api/tables/nowhere/board", 404), "no_table")


# Leaving and coming back


def test_who_leaves_before_the_match_opens_the_seat(house: Running) -> None:
    ada, ben, cleo = house.person("Ada"), house.person("Ben"), house.person("Cleo")
    made = ada.make("hanabi", "me", "open", "open")
    table = made["table"]
    ben_key = ben.join(table, made["keys"]["2"])["key"]
    ben.post(f"/api/tables/{table}/seats/2/leave")
    assert ada.see(table)["seats"][1] == {"seat": 2, "kind": "open", "name": None, "bot": None, "agrees": False}
    assert ben.see(table)["mine"] == []
    assert ben.get("/api/tables")["tables"] == []
    for key in (ben_key, made["keys"]["2"]):
        denied(cleo.join(table, key, status=403), "bad_key")
    assert cleo.join(table, made["invite"])["seat"] == 2
    ada.post(f"/api/tables/{table}/seats/1/leave")
    seen = ada.see(table)
    assert (seen["host"], seen["mine"], seen["seats"][0]["kind"]) == (True, [], "open")
    assert ada.join(table, made["invite"])["seat"] == 1
    denied(ben.post(f"/api/tables/{table}/seats/2/leave", status=403), "not_your_seat")
    denied(cleo.post(f"/api/tables/{table}/seats/2/return", status=409), "not_playing")


def test_a_bot_stands_in_for_who_leaves_until_he_returns(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    who, seen = mover(table, ada, ben)
    seat = seen["seat"]
    other = ben if who is ada else ada
    who.post(f"/api/tables/{table}/seats/{seat}/leave")
    seen = other.wait_for_turn(table)
    assert seen["ply"] == 1
    sits = seen["seats"][seat - 1]
    assert (sits["kind"], sits["name"]) == ("person", who.name)
    assert sits["bot"] == usual_bot(lantern.game("hanabi"))
    assert [line["data"].get("why") for line in seen["talk"] if line["kind"] == "stand_in"] == ["left"]
    away = who.see(table)
    assert (away["mine"], away["actions"], away["can_undo"]) == ([seat], [], 0)
    version = other.see(table)["version"]
    assert who.post(f"/api/tables/{table}/seats/{seat}/leave")["version"] == version
    who.post(f"/api/tables/{table}/seats/{seat}/return")
    assert who.see(table)["seats"][seat - 1]["bot"] is None
    other.move(table, seen["actions"][0]["action"])
    assert who.see(table)["actions"]
    version = who.see(table)["version"]
    assert who.post(f"/api/tables/{table}/seats/{seat}/return")["version"] == version


def test_a_seat_that_a_bot_plays_takes_no_moves_of_its_person(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    who, seen = mover(table, ada, ben)
    other = ben if who is ada else ada
    other.post(f"/api/tables/{table}/seats/{3 - seen['seat']}/leave")
    who.move(table, "sing", status=422)
    who.post(f"/api/tables/{table}/seats/{seen['seat']}/leave")
    with who.live(table):
        played = who.wait_for_turn(table)
    assert played["status"] == "over", "two bots play on while somebody watches"


# What the host does


def test_the_host_puts_bots_on_open_seats_and_opens_those_of_bots(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "random")
    table = made["table"]
    opened = ada.post(f"/api/tables/{table}/seats/3/open")
    assert ada.see(table)["seats"][2]["kind"] == "open"
    denied(ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "deep blue"}, 422), "no_bot")
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "beginner"})
    seen = ada.see(table)
    assert (seen["status"], seen["seats"][1]["kind"], seen["seats"][1]["bot"]) == ("seating", "bot", "beginner")
    denied(ben.join(table, made["keys"]["2"], status=403), "bad_key")
    assert ben.join(table, opened["key"])["seat"] == 3
    assert ben.see(table)["status"] == "playing"


def test_the_match_begins_when_the_last_open_seat_gets_a_bot(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "open")["table"]
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"})
    assert ada.wait_for_turn(table)["status"] == "playing"


def test_the_host_replaces_a_person_who_takes_the_seat_back(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"})
    seen = ada.wait_for_turn(table)
    assert seen["seats"][1] == {"seat": 2, "kind": "person", "name": "Ben", "bot": "random", "agrees": False}
    assert [line["data"].get("why") for line in seen["talk"] if line["kind"] == "stand_in"] == ["host"]
    ben.post(f"/api/tables/{table}/seats/2/return")
    ada.move(table, seen["actions"][0]["action"])
    assert ben.see(table)["actions"]


def test_the_host_changes_the_bot_of_a_seat(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "random")["table"]
    ada.wait_for_turn(table)
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "beginner"})
    seen = ada.see(table)
    assert (seen["seats"][1]["kind"], seen["seats"][1]["bot"]) == ("bot", "beginner")
    ada.move(table, seen["actions"][0]["action"], seen)
    assert ada.wait_for_turn(table)["ply"] >= 2


def test_a_seat_is_opened_while_playing_and_somebody_else_plays_on(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    cleo = house.person("Cleo")
    who, seen = mover(table, ada, ben)
    who.move(table, seen["actions"][0]["action"], seen)
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    seen = ada.see(table)
    assert (seen["status"], seen["seats"][1]["kind"]) == ("playing", "open")
    denied(ben.see(table, seat=2, status=403), "not_your_seat")
    assert ben.see(table)["mine"] == []
    denied(ben.post(f"/api/tables/{table}/seats/2/return", status=403), "not_your_seat")
    joined = cleo.join(table, key)
    assert joined["seat"] == 2
    seen = cleo.see(table)
    assert (seen["ply"], seen["mine"], seen["seats"][1]["name"]) == (1, [2], "Cleo")
    for _ in range(2):
        who, seen = mover(table, ada, cleo)
        who.move(table, seen["actions"][0]["action"], seen)
    assert ada.see(table)["ply"] == 3


def test_a_bots_seat_is_opened_while_playing(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    table = ada.make("hanabi", "me", "random")["table"]
    ada.wait_for_turn(table)
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    seen = ada.see(table)
    ada.move(table, seen["actions"][0]["action"], seen)
    assert ada.see(table)["to_act"] == 2
    ben.join(table, key)
    assert ben.see(table)["actions"]


def test_links_that_were_revoked_no_longer_work(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "open")
    table = made["table"]
    renewed = ada.post(f"/api/tables/{table}/invite")
    assert renewed["invite"] != made["invite"]
    denied(ben.join(table, made["invite"], status=403), "bad_key")
    opened = ada.post(f"/api/tables/{table}/seats/2/open")
    denied(ben.join(table, made["keys"]["2"], status=403), "bad_key")
    joined = ben.join(table, opened["key"])
    mine = ben.post(f"/api/tables/{table}/seats/2/key")
    phone = house.person()
    denied(phone.join(table, joined["key"], status=403), "bad_key")
    assert phone.join(table, mine["key"])["seat"] == 2
    assert house.person().join(table, renewed["invite"])["seat"] == 3


def test_what_only_the_host_may_do(house: Running) -> None:
    ada, ben, table = pair(house)
    stranger = house.person()
    stranger.client.put("/api/guest", json={"name": "Eve"})
    for person, error in ((ben, "not_host"), (stranger, "not_host"), (house.person(), "not_your_seat")):
        denied(person.post(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}, 403), error)
        denied(person.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"}, 403), error)
        denied(person.post(f"/api/tables/{table}/seats/2/open", status=403), error)
        denied(person.post(f"/api/tables/{table}/invite", status=403), error)
    denied(ada.post(f"/api/tables/{table}/seats/1/open", status=409), "own_seat")
    denied(ada.post(f"/api/tables/{table}/seats/3/open", status=404), "no_seat")
    denied(ada.post(f"/api/tables/{table}/seats/3/bot", {"bot": "random"}, 404), "no_seat")
    denied(ada.post(f"/api/tables/{table}/seats/2/leave", status=403), "not_your_seat")
    denied(ada.post(f"/api/tables/{table}/seats/2/return", status=403), "not_your_seat")
    denied(ada.post(f"/api/tables/{table}/seats/2/key", status=403), "not_your_seat")
    for path, body in (("moves", {"action": "pass", "expected_version": 0, "move_id": "m"}), ("abandon", {})):
        denied(ada.post(f"/api/tables/{table}/{path}", {"seat": 2, **body}, 403), "not_your_seat")


def test_a_bot_is_put_for_a_person_only_while_playing(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", "open")
    ben.join(made["table"], made["invite"])
    denied(ada.post(f"/api/tables/{made['table']}/seats/2/bot", {"bot": "random"}, 409), "not_playing")
    ada.post(f"/api/tables/{made['table']}/seats/2/open")
    assert ben.see(made["table"])["mine"] == []


# Again


def test_a_rematch_has_the_same_seats_options_and_clock(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    clock = {"kind": "bank", "bank_s": 600, "increment_s": 5, "grace_s": 30, "at_zero": "nothing"}
    made = ada.make("hanabi", "me", "open", "random", options={"multicolour": True}, clock=clock, listed=True)
    first = made["table"]
    ben.join(first, made["invite"])
    for person in (ada, ben):
        denied(person.post(f"/api/tables/{first}/rematch", {}, 409), "match_running")
    ada.post(f"/api/tables/{first}/abandon", {"seat": 1})
    assert ben.post(f"/api/tables/{first}/abandon", {"seat": 2})["status"] == "abandoned"
    denied(house.person().post(f"/api/tables/{first}/rematch", {}, 403), "not_your_seat")
    again = ben.post(f"/api/tables/{first}/rematch", {"same_deal": False})
    assert again["seats"] == [2]
    assert ada.post(f"/api/tables/{first}/rematch", {}) == {"table": again["table"], "seats": [1]}
    assert ben.post(f"/api/tables/{first}/rematch", {}) == again
    old, new = ada.see(first), ada.see(again["table"])
    assert old["next"] == {"rematch": again["table"], "same_deal": None}
    assert (new["previous"], new["status"], new["ply"]) == (first, "playing", new["ply"])
    assert [(s["kind"], s["name"], s["bot"]) for s in new["seats"]] == [
        (s["kind"], s["name"], s["bot"]) for s in old["seats"]
    ]
    assert (new["options"], new["listed"], new["spectators"]) == (old["options"], old["listed"], old["spectators"])
    assert new["clock"]["left_ms"] == [600_000] * 3
    assert new["commitment"] != old["commitment"]
    assert new["seed_chosen"] is False


def test_all_who_ask_for_a_rematch_at_once_get_the_same_table(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "me", "open", "open", "open", "open")
    table = made["table"]
    people = [ada, *(house.person(f"P{number}") for number in range(4))]
    for person in people[1:]:
        person.join(table, made["invite"])
    for seat, person in enumerate(people, 1):
        person.post(f"/api/tables/{table}/abandon", {"seat": seat})

    def ask(asked: tuple[int, Person]) -> tuple[str, bool]:
        number, person = asked
        same_deal = number % 2 == 1
        return person.post(f"/api/tables/{table}/rematch", {"same_deal": same_deal})["table"], same_deal

    with ThreadPoolExecutor(10) as pool:
        got = set(pool.map(ask, enumerate(people * 2 + people)))
    assert len(got) == 2
    after = ada.see(table)["next"]
    assert got == {(after["rematch"], False), (after["same_deal"], True)}
    assert {found["table"] for found in ada.get("/api/tables")["tables"]} == {table, *after.values()}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_deal_again_begins_as_the_first_did(house: Running, game: str) -> None:
    ada = house.person("Ada")
    first = ada.make(game, "me", "me")["table"]
    before = [ada.see(first, seat=seat)["view"] for seat in (1, 2)]
    seen = ada.see(first)
    ada.move(first, seen["actions"][0]["action"], seen)
    for seat in (1, 2):
        ada.post(f"/api/tables/{first}/abandon", {"seat": seat})
    again = ada.post(f"/api/tables/{first}/rematch", {"same_deal": True})["table"]
    assert [ada.see(again, seat=seat)["view"] for seat in (1, 2)] == before
    seen = ada.see(again)
    assert (seen["seed_chosen"], seen["seed"], seen["ply"]) == (True, None, 0)
    for seat in (1, 2):
        ada.post(f"/api/tables/{again}/abandon", {"seat": seat})
    assert ada.see(again)["seed"] == ada.see(first)["seed"]
    assert ada.see(again)["salt"] != ada.see(first)["salt"]


def test_the_same_deal_of_a_saved_match_begins_at_its_beginning(house: Running) -> None:
    ada, text = house.person("Ada"), saved_match("hanabi", 1)
    first = ada.make("hanabi", "me", "me", saved=text)["table"]
    finish(ada, first)
    again = ada.post(f"/api/tables/{first}/rematch", {"same_deal": True})["table"]
    seen = ada.see(again, seat=1)
    assert (seen["ply"], seen["view"]) == (0, lantern.game("hanabi").match(2, 5).view(1))


def test_who_was_replaced_by_a_bot_plays_again_in_the_rematch(house: Running) -> None:
    ada, ben, table = pair(house, "hanabi")
    ben.post(f"/api/tables/{table}/seats/2/leave")
    ada.wait_for_turn(table)
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1})["status"] == "abandoned"
    again = ada.post(f"/api/tables/{table}/rematch", {})["table"]
    assert ben.see(again)["mine"] == [2]
    assert ben.see(again)["seats"][1]["bot"] is None
    assert again in {found["table"] for found in ben.get("/api/tables")["tables"]}


# Giving up


def test_a_match_is_given_up_when_all_persons_want_it(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open", "random")
    table = made["table"]
    denied(ada.post(f"/api/tables/{table}/abandon", {"seat": 1}, 409), "not_playing")
    ben.join(table, made["invite"])
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1})["status"] == "playing"
    assert [seat["agrees"] for seat in ben.see(table)["seats"]] == [True, False, False]
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1, "agree": False})["status"] == "playing"
    assert ben.post(f"/api/tables/{table}/abandon", {"seat": 2})["status"] == "playing"
    ended = ada.post(f"/api/tables/{table}/abandon", {"seat": 1, "agree": True})
    assert ended["status"] == "abandoned"
    seen = ben.see(table)
    assert (seen["status"], seen["to_act"], seen["actions"], seen["version"]) == (
        "abandoned", None, [], ended["version"])  # fmt: skip
    assert seen["everything"] is not None
    assert seen["seed"] is not None
    assert seen["talk"][-1]["kind"] == "abandon"


def test_persons_who_are_away_do_not_keep_others_from_giving_up(house: Running) -> None:
    ada, ben, table = pair(house)
    ben.post(f"/api/tables/{table}/seats/2/leave")
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1})["status"] == "abandoned"


def test_an_open_seat_does_not_keep_others_from_giving_up(house: Running) -> None:
    ada, _ben, table = pair(house)
    ada.post(f"/api/tables/{table}/seats/2/open")
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1})["status"] == "abandoned"


def test_what_was_agreed_at_a_seat_is_void_when_another_sits_there(house: Running) -> None:
    ada, ben, table = pair(house)
    ben.post(f"/api/tables/{table}/abandon", {"seat": 2})
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    cleo = house.person("Cleo")
    cleo.join(table, key)
    assert ada.post(f"/api/tables/{table}/abandon", {"seat": 1})["status"] == "playing"
    assert [seat["agrees"] for seat in cleo.see(table)["seats"]] == [True, False]


# After the end


@pytest.mark.parametrize("end", ["over", "abandoned"])
def test_after_the_end_nothing_can_be_changed(house: Running, end: str) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open", saved=saved_match("hanabi", 1))
    table = made["table"]
    ben.join(table, made["invite"])
    if end == "over":
        who, seen = mover(table, ada, ben)
        last = lantern.game("hanabi").load(saved_match("hanabi", 0)).history[-1]
        who.move(table, last, seen)
    else:
        ada.post(f"/api/tables/{table}/abandon", {"seat": 1})
        ben.post(f"/api/tables/{table}/abandon", {"seat": 2})
    seen = ada.see(table)
    assert seen["status"] == end
    move = {"seat": 1, "expected_version": seen["version"], "move_id": "late"}
    for path, body in (
        ("moves", move | {"action": "play 1"}),
        ("undo", move),
        ("abandon", {"seat": 1}),
        ("seats/1/leave", None),
        ("seats/1/return", None),
        ("seats/1/bot", {"bot": "random"}),
        ("seats/2/bot", {"bot": "random"}),
        ("seats/2/open", None),
    ):
        denied(ada.post(f"/api/tables/{table}/{path}", body, 409), "match_over")
    denied(house.person().join(table, made["invite"], status=409), "match_over")
    denied(ada.get(f"/api/tables/{table}/preview", 409, action="play 1"), "not_your_turn")
    assert ada.see(table)["version"] == seen["version"]
    assert ada.get(f"/api/tables/{table}/export")["seats"] == ["Ada", "Ben"]
    assert ben.post(f"/api/tables/{table}/chat", {"seat": 2, "text": "Well played!"})["version"] > seen["version"]


def test_nobody_takes_a_seat_that_was_open_when_the_match_ended(house: Running) -> None:
    ada, _ben, table = pair(house)
    key = ada.post(f"/api/tables/{table}/seats/2/open")["key"]
    ada.post(f"/api/tables/{table}/abandon", {"seat": 1})
    denied(house.person().join(table, key, status=409), "match_over")


def test_the_export_is_kept_back_until_the_end(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "open")["table"]
    denied(ada.get(f"/api/tables/{table}/export", 409), "match_running")
    ada.post(f"/api/tables/{table}/seats/2/bot", {"bot": "random"})
    denied(ada.get(f"/api/tables/{table}/export", 409), "match_running")


# Talk


def test_people_talk_at_the_table(house: Running) -> None:
    ada, ben, table = pair(house)
    ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "  Good\n\u0000evening <b>all</b> "})
    ben.post(f"/api/tables/{table}/chat", {"seat": 2, "greeting": "hello"})
    said = [line for line in ada.see(table)["talk"] if line["kind"] == "chat"]
    assert [(line["seat"], line["data"]) for line in said] == [
        (1, {"text": "Good evening <b>all</b>"}),
        (2, {"greeting": "hello"}),
    ]
    denied(ada.post(f"/api/tables/{table}/chat", {"seat": 2, "text": "I'm Ben"}, 403), "not_your_seat")
    denied(ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": " \n "}, 422), "bad_field")
    denied(ada.post(f"/api/tables/{table}/chat", {"seat": 1}, 422), "bad_field")
    denied(ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "play 3"}, 422), "bad_field")


def test_hanabi_players_only_greet_while_they_play(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("hanabi", "me", "open")
    table = made["table"]
    ada.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "Anybody there?"})
    ben.join(table, made["invite"])
    denied(ben.post(f"/api/tables/{table}/chat", {"seat": 2, "text": "Your 3 is red"}, 409), "silent")
    ben.post(f"/api/tables/{table}/chat", {"seat": 2, "greeting": "good_luck"})
    for seat, person in ((1, ada), (2, ben)):
        person.post(f"/api/tables/{table}/abandon", {"seat": seat})
    ben.post(f"/api/tables/{table}/chat", {"seat": 2, "text": "It was red"})
