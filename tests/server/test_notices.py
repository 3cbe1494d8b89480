"""Notices: who is told what while he is away, once, and never anything that is hidden."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from lantern.server.notices import notifier
from lantern.server.notices.pushing import CURVE, Subscription, decoded, encoded, encrypted
from lantern.server.notices.quiet import quiet_until
from lantern.server.storage.notices import MOST_DEVICES
from tests.server.postgres import Postgres
from tests.server.push_service import LOOPBACK, Browser, PushService, signed_by
from tests.server.running import Json, Person, Running, Ticker, heard, wait_for

LOOK_S = 0.02
ALL = ["turn", "over", "talk", "invited"]
NOON = 1_800_014_400_000
"""12 o'clock at Greenwich on a day of January 2027."""


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "LOOK_S", LOOK_S)
    monkeypatch.setattr(notifier, "SETTLE_S", 0.0)


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


@pytest.fixture
def ticker() -> Ticker:
    return Ticker(NOON)


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker) -> Iterator[Running]:
    with Running(tmp_path, now=ticker, notify_to=(LOOPBACK,)) as running:
        yield running


def put(person: Person, body: Json, status: int = 200) -> Json:
    answer = person.client.put("/api/notices", json=body)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def subscribe(person: Person, service: PushService, name: str = "phone") -> Browser:
    browser = Browser(service, name)
    person.post("/api/notices/devices", browser.subscription)
    return browser


def table_of(house: Running, *people: Person, game: str = "khan") -> str:
    """A table at which some people have sat down."""
    made = people[0].make(game, "me", *["open"] * (len(people) - 1))
    for person in people[1:]:
        person.join(made["table"], made["invite"])
    return str(made["table"])


def pass_to(table: str, whom: Person, *others: Person) -> None:
    """Others play until it is somebody's turn, who has not been waited for before."""
    for _ in range(200):
        for person in others:
            seen = person.see(table)
            if seen["to_act"] in seen["mine"]:
                person.move(table, seen["actions"][0]["action"], seen)
                break
        else:
            return
    raise AssertionError("it never is his turn")


def make_it_the_turn_of(table: str, whom: Person, other: Person) -> None:
    """It has just become somebody's turn."""
    pass_to(table, other, whom)
    pass_to(table, whom, other)


def looked(seconds: float = 10 * LOOK_S) -> None:
    """The server has looked several times since, and has found nothing to do."""
    time.sleep(seconds)


def stored(folder: Path, table: str) -> list[Any]:
    connection = sqlite3.connect(f"file:{folder / 'lantern.db'}?mode=ro", uri=True)
    try:
        return connection.execute(f"SELECT * FROM {table}").fetchall()
    finally:
        connection.close()


@pytest.fixture
def two(house: Running) -> tuple[Person, Person]:
    return house.person("Ada"), house.person("Ben")


# What is sent


def test_the_example_of_rfc_8291() -> None:
    private = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE)
    browser = Subscription(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    said = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypted(said, browser, decoded("DGv6ra1nlYgDCS1FRnbzlw"), private)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PB"
        "ru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_is_away_is_told_that_it_is_his_turn_after_a_minute_and_once(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    browser = subscribe(ben, service)
    table = table_of(house, ada, ben)
    make_it_the_turn_of(table, ben, ada)
    looked()
    assert browser.heard == []
    ticker.advance(61)
    wait_for(lambda: browser.heard)
    assert browser.heard == [
        {
            "title": "Khan with Ada",
            "text": "It's your turn. Ada played last.",
            "link": f"/table/{table}",
            "tables": [{"table": table, "game": "khan", "kind": "turn", "text": "It's your turn. Ada played last."}],
        }
    ]
    for _ in range(3):
        ticker.advance(3600)
        looked()
    assert len(browser.heard) == 1
    got, key = service.got[0], ben.get("/api/notices")["push_key"]
    claims = signed_by(got, key)
    assert claims["aud"] == service.url
    assert claims["sub"] == house.url
    assert 0 < claims["exp"] - ticker.at / 1000 + 4 * 3600 <= 86_400
    assert got.headers["content-encoding"] == "aes128gcm"
    assert got.headers["ttl"] == "86400"
    assert stored(house_folder(house), "notices") == stored(house_folder(house), "deliveries") == []


def house_folder(house: Running) -> Path:
    return Path(house.settings.database.removeprefix("sqlite:///")).parent


def test_it_is_told_in_the_language_of_whom_it_is_for(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    ben.client.headers["Accept-Language"] = "it"
    browser = subscribe(ben, service)
    make_it_the_turn_of(table_of(house, ada, ben), ben, ada)
    ticker.advance(61)
    wait_for(lambda: browser.heard)
    assert browser.heard[0]["title"] == "Khan con Ada"
    assert browser.heard[0]["text"] == "Tocca a te. Prima ha giocato Ada."


def test_who_has_the_table_before_him_or_has_played_is_told_nothing(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    browser = subscribe(ben, service)
    first, second = table_of(house, ada, ben), table_of(house, ada, ben)
    make_it_the_turn_of(first, ben, ada)
    make_it_the_turn_of(second, ben, ada)
    with ben.live(first) as socket:
        heard(socket, "table")
        pass_to(second, ada, ben)
        ticker.advance(61)
        wait_for(lambda: not stored(house_folder(house), "notices"))
    looked()
    assert [one for one in browser.heard if any(line["kind"] == "turn" for line in one["tables"])] == []


def test_nobody_is_told_of_bots_that_he_plays_with_alone(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, _ = two
    subscribe(ada, service)
    table = ada.make("khan", "me", "beginner")["table"]
    ada.make("khan", "me", "me")
    seen = ada.wait_for_turn(table)
    ada.move(table, seen["actions"][0]["action"], seen)
    ada.wait_for_turn(table)
    assert stored(house_folder(house), "notices") == []


def test_tables_within_a_minute_are_told_together(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    browser = subscribe(ben, service)
    tables = [table_of(house, ada, ben, game=game) for game in ("khan", "hanabi")]
    for table in tables:
        make_it_the_turn_of(table, ben, ada)
        ticker.advance(20)
    ticker.advance(41)
    wait_for(lambda: browser.heard)
    looked()
    assert len(browser.heard) == 1
    told = browser.heard[0]
    assert (told["title"], told["link"]) == ("2 games", "/games")
    lines = [f"{game} with Ada: It's your turn. Ada played last." for game in ("Hanabi", "Khan")]
    assert sorted(told["text"].splitlines()) == lines
    assert {one["table"] for one in told["tables"]} == {*tables}


def test_nothing_that_is_hidden_or_played_is_told(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    """What is said is the same whatever was played, and has no words but these."""
    ada, ben = two
    browser = subscribe(ben, service)
    table = table_of(house, ada, ben, game="hanabi")
    put(ben, {"told": ALL})
    make_it_the_turn_of(table, ben, ada)
    ada.post(f"/api/tables/{table}/chat", {"seat": 1, "greeting": "hello"})
    ticker.advance(61)
    wait_for(lambda: browser.heard)
    line = {"table": table, "game": "hanabi", "kind": "turn", "text": "It's your turn. Ada played last."}
    assert browser.heard == [
        {"title": "Hanabi with Ada", "text": line["text"], "link": f"/table/{table}", "tables": [line]}
    ]


def test_the_end_words_and_another_game_are_told_to_who_wants_that(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    browser = subscribe(ben, service)
    table = table_of(house, ada, ben)
    seats = {person: person.see(table)["mine"][0] for person in two}

    def told() -> list[str]:
        before = len(browser.heard)
        ticker.advance(61)
        wait_for(lambda: not stored(house_folder(house), "notices") and not stored(house_folder(house), "deliveries"))
        return [line["text"] for one in browser.heard[before:] for line in one["tables"]]

    make_it_the_turn_of(table, ada, ben)
    told()
    ada.post(f"/api/tables/{table}/chat", {"seat": seats[ada], "text": "The secret word is marzipan."})
    assert told() == []
    put(ben, {"told": ALL})
    ada.post(f"/api/tables/{table}/chat", {"seat": seats[ada], "text": "The secret word is marzipan."})
    assert told() == ["Ada wrote at the table."]
    for person in (ben, ada):
        person.post(f"/api/tables/{table}/abandon", {"seat": seats[person], "agree": True})
    assert told() == ["The game is over."]
    following = ada.post(f"/api/tables/{table}/rematch", {})["table"]
    waits = ben.see(following)["to_act"] in ben.see(following)["mine"]
    assert told() == ["It's your turn." if waits else "The others are playing again, and there's a seat for you."]


# When it is not sent


@pytest.mark.parametrize(
    ("at", "begin", "end", "zone", "over"),
    [
        ("12:00", 22 * 60, 7 * 60, "UTC", None),
        ("23:30", 22 * 60, 7 * 60, "UTC", "07:00"),
        ("22:00", 22 * 60, 7 * 60, "UTC", "07:00"),
        ("06:59", 22 * 60, 7 * 60, "UTC", "07:00"),
        ("07:00", 22 * 60, 7 * 60, "UTC", None),
        ("12:30", 12 * 60, 14 * 60, "UTC", "14:00"),
        ("21:30", 22 * 60, 7 * 60, "Europe/Rome", "06:00"),
        ("20:59", 22 * 60, 7 * 60, "Europe/Rome", None),
        ("12:00", 720, 720, "UTC", None),
        ("12:00", 0, 1439, "Nowhere/Else", None),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(
    at: str, begin: int, end: int, zone: str, over: str | None
) -> None:
    day = NOON - 12 * 3_600_000
    minutes = int(at[:2]) * 60 + int(at[3:])
    found = quiet_until(day + minutes * 60_000, begin, end, zone)
    if over is None:
        assert found is None
    else:
        assert found is not None
        left = (int(over[:2]) * 60 + int(over[3:]) - minutes) % 1440
        assert found == day + (minutes + left) * 60_000


def test_in_quiet_hours_nothing_is_sent_and_afterwards_all_together(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    browser = subscribe(ben, service)
    put(ben, {"told": ["turn"], "quiet": {"begin": 13 * 60, "end": 21 * 60, "zone": "Europe/Rome"}})
    tables = [table_of(house, ada, ben) for _ in range(2)]
    ticker.advance(1800)  # half past one in Rome
    for table in tables:
        make_it_the_turn_of(table, ben, ada)
        ticker.advance(3600)
        looked()
    ticker.advance(5 * 3600 + 1790)
    looked()
    assert browser.heard == []
    ticker.advance(20)
    wait_for(lambda: browser.heard)
    looked()
    assert [len(one["tables"]) for one in browser.heard] == [2]


def test_what_fails_is_tried_again_after_growing_pauses_and_dropped_after_a_day(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    subscribe(ben, service)
    make_it_the_turn_of(table_of(house, ada, ben), ben, ada)
    service.answers = [500] * 50
    ticker.advance(61)
    begun, tries = ticker.at, 0
    while ticker.at - begun <= 86_400_000:
        tries += 1
        pause = notifier.PAUSES_S[min(tries, len(notifier.PAUSES_S)) - 1]
        wait_for(lambda tries=tries: len(service.got) == tries)
        wait_for(lambda again=ticker.at + pause * 1000: due_at(house) == [again])
        ticker.advance(pause)
    wait_for(lambda: due_at(house) == [])
    looked()
    assert len(service.got) == tries
    assert tries > len(notifier.PAUSES_S)
    assert sorted(notifier.PAUSES_S) == [*notifier.PAUSES_S]


def due_at(house: Running) -> list[int]:
    """When what has not arrived is sent again."""
    return [row[5] for row in stored(house_folder(house), "deliveries")]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_hears_no_more_is_forgotten(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person], status: int
) -> None:
    ada, ben = two
    subscribe(ben, service)
    make_it_the_turn_of(table_of(house, ada, ben), ben, ada)
    service.answers = [status]
    ticker.advance(61)
    wait_for(lambda: ben.get("/api/notices")["devices"] == [])
    assert stored(house_folder(house), "deliveries") == []


# Once, whatever happens


def test_what_waits_outlives_a_restart_and_what_was_under_way_is_sent_again(
    tmp_path: Path, ticker: Ticker, service: PushService
) -> None:
    def run() -> Running:
        return Running(tmp_path, now=ticker, notify_to=(LOOPBACK,))

    with run() as house:
        ada, ben = house.person("Ada"), house.person("Ben")
        browser = subscribe(ben, service)
        key = ben.get("/api/notices")["push_key"]
        make_it_the_turn_of(table_of(house, ada, ben), ben, ada)
    service.waits.clear()
    with run() as house:
        ticker.advance(61)
        wait_for(lambda: service.got)
        waiting = stored(tmp_path, "deliveries")
        assert len(waiting) == 1
        assert stored(tmp_path, "notices") == []
    service.waits.set()
    with run() as house:
        looked()
        assert len(service.got) == 1  # its lease still holds: perhaps it did arrive
        ticker.advance(121)
        wait_for(lambda: not stored(tmp_path, "deliveries"))
        looked()
        assert len(browser.heard) == 2
        assert browser.heard[0] == browser.heard[1]
        assert house.person().get("/api/notices")["push_key"] == key


def test_of_two_processes_one_tells_and_knows_who_is_connected_to_the_other(
    tmp_path: Path, ticker: Ticker, service: PushService
) -> None:
    with Postgres() as postgres:
        url = postgres.create_database("notices")
        one = Running(tmp_path, url, now=ticker, notify_to=(LOOPBACK,))
        other = Running(tmp_path, url, now=ticker, notify_to=(LOOPBACK,))
        with one as here, other as there:
            ada, ben = here.person("Ada"), here.person("Ben")
            browser = subscribe(ben, service)
            tables = [table_of(here, ada, ben) for _ in range(4)]
            for table in tables:
                make_it_the_turn_of(table, ben, ada)
            elsewhere = there.person()
            elsewhere.client.cookies = ben.client.cookies
            with elsewhere.live(tables[0]) as socket:
                heard(socket, "table")
                hub = here.app.state.services.hub
                wait_for(lambda: hub.is_present(tables[0], ben.see(tables[0])["mine"][0]))
                ticker.advance(61)
                wait_for(lambda: browser.heard)
                looked(0.5)
            told = [line["table"] for message in browser.heard for line in message["tables"]]
            assert sorted(told) == sorted(tables[1:])
            keys = {process.person().get("/api/notices")["push_key"] for process in (here, there)}
            assert len(keys) == 1


# Addresses of one's own


def test_a_webhook_is_told_and_can_see_by_whom(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    made = put(ben, {"told": ["turn"], "address": {"channel": "webhook", "url": f"{service.url}/hook?room=7"}})
    assert ben.post("/api/notices/trial", {}) == {"arrived": True}
    assert json.loads(service.got[0].body)["text"] == "Notices arrive here."
    table = table_of(house, ada, ben)
    make_it_the_turn_of(table, ben, ada)
    ticker.advance(61)
    wait_for(lambda: len(service.got) == 2)
    got = service.got[1]
    told = json.loads(got.body)
    assert got.path == "/hook?room=7"
    assert told["link"] == told["tables"][0]["link"] == f"{house.url}/table/{table}"
    assert told["text"] == "It's your turn. Ada played last."
    expected = hmac.digest(made["secret"].encode(), got.body, hashlib.sha256).hex()
    assert got.headers["lantern-signature"] == f"sha256={expected}"
    secrets = {made["secret"], put(ada, {"told": [], "address": made["address"]})["secret"]}
    assert len(secrets) == 2
    assert made["secret"] not in str(stored(house_folder(house), "wishes"))


def test_a_topic_of_ntfy_is_told_as_ntfy_wants_it(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    put(ben, {"told": ["turn"], "address": {"channel": "ntfy", "url": f"{service.url}/my-games"}})
    table = table_of(house, ada, ben)
    make_it_the_turn_of(table, ben, ada)
    ticker.advance(61)
    wait_for(lambda: service.got)
    assert service.got[0].path == "/"
    assert json.loads(service.got[0].body) == {
        "topic": "my-games",
        "title": "Khan with Ada",
        "message": "It's your turn. Ada played last.",
        "click": f"{house.url}/table/{table}",
    }
    answer = put(ben, {"told": [], "address": {"channel": "ntfy", "url": service.url}}, 422)
    assert answer["error"] == "bad_address"


def test_who_has_left_an_address_is_told_nothing_there(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    put(ben, {"told": ["turn"], "address": {"channel": "webhook", "url": f"{service.url}/hook"}})
    service.answers = [500]
    make_it_the_turn_of(table_of(house, ada, ben), ben, ada)
    ticker.advance(61)
    wait_for(lambda: service.got)
    wait_for(
        lambda: all(row[6] == 1 and row[5] < ticker.at + 60_000 for row in stored(house_folder(house), "deliveries"))
    )
    assert put(ben, {"told": ["turn"]})["address"] is None
    assert stored(house_folder(house), "deliveries") == []


# What can be set


def test_what_was_said_is_shown_and_only_to_who_said_it(house: Running, two: tuple[Person, Person]) -> None:
    ada, ben = two
    assert house.person().get("/api/notices")["told"] == ["turn", "over", "invited"]
    quiet = {"begin": 1320, "end": 420, "zone": "Europe/Rome"}
    put(ben, {"told": ["talk"], "quiet": quiet})
    shown = ben.get("/api/notices")
    assert (shown["told"], shown["quiet"], shown["address"], shown["secret"]) == (["talk"], quiet, None, None)
    put(ada, {"told": []})
    assert ada.get("/api/notices")["quiet"] is None
    assert put(ben, {"told": [], "quiet": quiet | {"zone": "Mars/Olympus"}}, 422)["error"] == "bad_zone"


def test_browsers_are_listed_and_removed_by_whom_they_belong_to(
    house: Running, ticker: Ticker, service: PushService, two: tuple[Person, Person]
) -> None:
    ada, ben = two
    first = Browser(service)
    made = ben.post("/api/notices/devices", first.subscription)
    assert ben.post("/api/notices/devices", first.subscription)["here"] == made["here"]
    assert [one["name"] for one in ben.get("/api/notices")["devices"]] == ["phone"]
    ada.post("/api/guest/key")
    answer = ada.client.delete(f"/api/notices/devices/{made['here']}")
    assert answer.status_code == 200
    assert len(ben.get("/api/notices")["devices"]) == 1
    assert ben.post("/api/notices/trial", {"device": made["here"]}) == {"arrived": True}
    assert first.heard[0]["text"] == "Notices arrive here."
    assert ada.post("/api/notices/trial", {"device": made["here"]}) == {"arrived": False}
    ada.post("/api/notices/devices", first.subscription)  # she uses his browser now
    assert ben.get("/api/notices")["devices"] == []
    for number in range(MOST_DEVICES + 2):
        ticker.advance(1)
        subscribe(ben, service, f"browser-{number}")
    assert [one["name"] for one in ben.get("/api/notices")["devices"]] == [f"browser-{n}" for n in range(2, 12)]
    last = ben.get("/api/notices")["devices"][-1]["id"]
    assert len(ben.client.delete(f"/api/notices/devices/{last}").json()["devices"]) == MOST_DEVICES - 1


@pytest.mark.parametrize("spoil", [{"key": "AAAA"}, {"secret": "AAAA"}, {"key": "?"}, {"key": "B" + "A" * 86}])
def test_a_subscription_without_sound_keys_is_refused(
    house: Running, service: PushService, two: tuple[Person, Person], spoil: Json
) -> None:
    answer = two[0].post("/api/notices/devices", Browser(service).subscription | spoil, 422)
    assert answer["error"] == "bad_subscription"
