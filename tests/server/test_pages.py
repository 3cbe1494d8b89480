"""Pages as somebody's program sees them that does not open them: heads, cards, icons, addresses that lead nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import lantern
from lantern.languages import LANGUAGES, Tongue
from lantern.server.http.pages import client_folder, read_client
from tests.server.running import Running

PAGE = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path, thinkers=0) as running:
        yield running


def asked(house: Running, path: str, language: str = "en", **headers: str) -> httpx.Response:
    return httpx.get(house.url + path, headers=PAGE | {"Accept-Language": language} | headers)


def card(response: httpx.Response) -> dict[str, str]:
    """What the head of a page says by its `meta` lines."""
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', response.text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_to_a_page_is_shown_with_what_it_leads_to(house: Running, language: str) -> None:
    tongue = Tongue(language)
    assert card(asked(house, "/", language))["og:description"] == tongue("ui.about")
    for name in lantern.names():
        page = asked(house, f"/rules/{name}", language)
        told = card(page)
        assert page.status_code == 200
        assert told["og:title"] == f"{tongue(f'{name}.title')} · Lantern"
        assert told["og:description"] == told["description"] == tongue(f"{name}.pitch").replace("'", "&#x27;")
        assert told["og:url"] == f"{house.url}/rules/{name}"
        assert told["og:image"] == f"{house.url}/cards/{name}.jpg"


def test_the_editor_has_a_page_for_every_game(house: Running) -> None:
    for name in lantern.names():
        page = asked(house, f"/compose/{name}")
        assert page.status_code == 200
        assert card(page)["og:image"] == f"{house.url}/cards/{name}.jpg"


def test_the_picture_of_a_card_is_there(house: Running) -> None:
    for path in ("/", *(f"/rules/{name}" for name in lantern.names())):
        picture = httpx.get(card(asked(house, path))["og:image"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")


def test_an_invitation_is_shown_with_its_game_and_found_by_no_search(house: Running) -> None:
    person = house.person("Ada")
    table = person.make("khan", "me", "open")["table"]
    told = card(asked(house, f"/table/{table}"))
    assert "Khan" in told["og:title"]
    assert told["robots"] == "noindex"
    assert "Ada" not in asked(house, f"/table/{table}").text


def test_what_an_address_says_is_not_read_as_part_of_the_page(house: Running) -> None:
    page = asked(house, '/table/"><script>alert(1)</script>')
    assert page.status_code == 404
    assert "<script>alert" not in page.text
    odd = asked(house, "/rules/han", Host='evil"><script>alert(1)</script>')
    assert "<script>alert" not in odd.text


def test_maps_are_drawn_for_games_that_take_maps_of_ones_own(house: Running) -> None:
    page = asked(house, "/maps/han")
    assert page.status_code == 200
    assert card(page)["og:title"].startswith("HAN")
    for path in ("/maps/khan", "/maps/chess", "/maps"):
        assert asked(house, path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/rules/chess",
        "/table/none",
        "/rules",
        "/compose/chess",
        "/puzzles/chess",
        "/puzzles/khan/a/b",
        "/a/b/c",
        "/cards/chess.jpg",
    ],
)
def test_an_address_that_leads_nowhere_has_a_page_that_says_so(house: Running, path: str) -> None:
    page = asked(house, path)
    assert page.status_code == 404
    assert '<div id="app">' in page.text


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/none", "/api/games/chess/words/en"])
def test_programs_are_answered_with_data(house: Running, path: str) -> None:
    page = asked(house, path)
    assert page.status_code == 404
    assert page.headers["content-type"] == "application/json"
    assert httpx.get(house.url + "/nothing").json()["error"] == "not_found"


def test_the_page_comes_while_the_database_is_away(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from lantern.server.errors import Denied

    async def away(work: object, notice: str | None = None) -> None:
        raise Denied("unavailable")

    monkeypatch.setattr(house.tables.store, "run", away)
    assert asked(house, "/table/whatever").status_code == 200


def test_the_manifest_names_icons_that_are_there() -> None:
    files = read_client(client_folder())
    manifest = json.loads(files["/lantern.webmanifest"].content)
    assert files["/lantern.webmanifest"].kind == "application/manifest+json"
    assert {icon["src"] for icon in manifest["icons"]} <= files.keys()
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            content, side = files[icon["src"]].content, int(icon["sizes"].split("x")[0])
            assert content[:4] == b"\x89PNG"
            assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (side, side)
