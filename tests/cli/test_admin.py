"""`lantern admin`: a running server looked after by command, and what is said when that can't be."""

from __future__ import annotations

import http.server
import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from lantern.server.http.bearer import hashed
from tests.cli.conftest import Run
from tests.server.running import Json, Running, Ticker
from tests.server.test_admin import AFAR, TOKEN, finished, pair


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What servers in this process log is not what a command says."""
    usual = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), cache_logger_on_first_use=False)
    yield
    structlog.configure(**usual)


@pytest.fixture
def ticker() -> Ticker:
    return Ticker(time.time_ns() // 1_000_000)


@pytest.fixture
def house(tmp_path: Path, ticker: Ticker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    with Running(tmp_path, now=ticker, admin=hashed(TOKEN)) as running:
        monkeypatch.setenv("LANTERN_ADMIN_TOKEN", TOKEN)
        monkeypatch.setenv("LANTERN_SERVER", running.url)
        yield running


def said(run: Run, *arguments: str) -> list[str]:
    """The lines of what a command says."""
    told = run(["admin", *arguments])
    assert told.status == 0, told.err
    return told.out.splitlines()


def answered(run: Run, *arguments: str) -> Json:
    """What a command says as JSON."""
    told: Json = json.loads("\n".join(said(run, *arguments, "--json")))
    return told


def test_a_server_is_looked_at(house: Running, run: Run) -> None:
    ada, _, table = pair(house)
    over = finished(ada)
    overview = dict(line.split(": ", 1) for line in said(run, "overview"))
    assert overview["Tables"] == "2 (being played 1, called off 1)"
    assert overview["Waiting for bots"] == "moves 0, hints 0, reviews 0, among bots 0"
    assert overview["Newest backup"] == "this server makes none"
    assert answered(run, "overview")["guests"] == 2
    assert [line.split()[0] for line in said(run, "tables", "--search", "ben")] == [table, "1"]
    assert [line.split()[0] for line in said(run, "tables", "--status", "abandoned")] == [over, "1"]
    assert "Ben · 1 table, 1 device" in said(run, "people", "--search", "Ben")[0]
    entries = said(run, "entries", f"{house.url}/table/{table}")
    assert [line.split()[3] for line in entries] == ["sit", "begin"]
    assert len(said(run, "entries", table, "--after", "1")) == 1
    assert "read entries" in said(run, "log")[0]


def test_what_is_done_is_done_and_logged(house: Running, run: Run) -> None:
    ada, ben, table = pair(house)
    assert said(run, "hand", table, "2") == ["Done."]
    assert ben.see(table)["host"]
    assert said(run, "end", table) == ["Done."]
    assert ada.see(table)["status"] == "abandoned"
    assert said(run, "delete", table) == ["The table has been deleted."]
    ada.see(table, 404)
    [line] = said(run, "bar", AFAR, "--days", "2", "--reason", "Mind the others.")
    assert line.split()[1] == f"{AFAR}/32"
    assert line.endswith("Mind the others.")
    assert said(run, "unbar", line.split()[0]) == ["Nobody is barred."]
    assert said(run, "message") == ["No message is shown."]
    assert said(run, "message", "Back soon.", "--hours", "9999") == ["Back soon."]
    assert said(run, "message", "--take-back") == ["No message is shown."]
    log = answered(run, "log")["deeds"]
    assert [deed["what"] for deed in reversed(log)] == ["hand", "end", "delete", "bar", "unbar", "message", "retract"]


def test_a_guest_is_barred_by_his_id(house: Running, run: Run) -> None:
    _, ben, table = pair(house)
    guest = answered(run, "people", "--search", "Ben")["people"][0]["guest"]
    said(run, "bar", "--reason", "x", "--", guest)
    assert ben.see(table, 403)["error"] == "barred"
    assert [bar["guest"] for bar in answered(run, "bars")["bars"]] == [guest]


def test_a_dry_run_says_what_goes(house: Running, run: Run, ticker: Ticker) -> None:
    table = finished(house.person("Ada"))
    ticker.advance(40 * 86_400)
    told = said(run, "clear", "--dry-run", "--tables", "30")
    assert (told[0].split()[0], told[-1]) == (table, "No guest and 1 table would go.")
    assert said(run, "clear", "--tables", "30") == ["No guest and 1 table have gone."]
    assert said(run, "clear", "--dry-run") == ["1 guest and no table would go."]


def test_it_is_told_in_the_language_of_the_reader(house: Running, run: Run) -> None:
    assert said(run, "bars", "--language", "ru") == ["Вход никому не закрыт."]
    assert run("admin end nowhere --language it").err == "lantern: Questo tavolo non esiste.\n"


def test_what_can_not_be_done_is_told_in_a_line(house: Running, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.person("Ada").make("khan", "me", "open")["table"]
    for command, words in (
        (f"end {table}", "No match is in progress"),
        ("bar 0.0.0.0/0", "would shut out everybody"),
        ("bar nobody", "There is no such guest"),
        ("unbar nobody", "Nobody is barred by that name"),
        ("message --take-back", "There is no message to take back"),
        ("tables --page -1", "is missing or wrong"),
        ("overview --server ftp://nowhere", "'ftp://nowhere' is no address"),
        ("overview --server http://127.0.0.1:1", "nobody answers there"),
    ):
        assert words in run(f"admin {command}").complaint
    monkeypatch.setenv("LANTERN_ADMIN_TOKEN", "wrong" * 5)
    assert "This is not the token" in run("admin overview").complaint
    monkeypatch.setenv("LANTERN_ADMIN_TOKEN", "")
    assert "LANTERN_ADMIN_TOKEN is not set" in run("admin overview").complaint


def test_a_server_without_administration_says_so(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERN_ADMIN_TOKEN", TOKEN)
    with Running(tmp_path) as house:
        assert "has no administration" in run(["admin", "overview", "--server", house.url]).complaint


def test_the_token_goes_nowhere_else(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither to where an answer sends one, nor to a proxy that the environment names."""
    heard: list[str] = []

    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(302)
            self.send_header("Location", "/stolen")
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        monkeypatch.setenv("LANTERN_ADMIN_TOKEN", TOKEN)
        monkeypatch.setenv("http_proxy", address)
        assert "HTTP 302" in run(["admin", "overview", "--server", address]).complaint
        assert "can't be asked" in run(["admin", "overview", "--server", "http://127.0.0.1:1"]).complaint
        server.shutdown()
    assert heard == ["/api/admin/overview"]


@pytest.mark.parametrize("token", ["short", "with spaces in between it"])
def test_a_server_does_not_start_with_a_token_that_is_none(
    run: Run, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("LANTERN_ADMIN_TOKEN", token)
    assert "must have at least 20 letters" in run("serve --thinkers 0").complaint
    assert "LANTERN_ADMIN_TOKEN" not in os.environ, "no process that a server starts is given it"


def test_rules_for_clearing_are_checked_at_the_start(run: Run, tmp_path: Path) -> None:
    told = run(f"serve --thinkers 0 --clear-guests -1 --database sqlite:///{tmp_path / 'x.db'}")
    assert "--clear-guests is -1" in told.complaint
