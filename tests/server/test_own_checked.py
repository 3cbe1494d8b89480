"""A map of one's own looked over before it is played: all that is wrong with it, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantern.games.han import maps
from lantern.kernel.options import MOST_FLAWS, MOST_OWN
from tests.han.test_maps import border
from tests.server.running import Json, Running, Ticker
from tests.server.test_own_data import nested

CHECK = "/api/games/han/options/map/check"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("checked"), now=Ticker()) as running:
        yield running


def flaws(house: Running, data: Json, language: str = "en") -> list[tuple[str, list[str]]]:
    """What is told of a map: sentences, and where."""
    answer = house.person().client.post(CHECK, json={"own": data}, headers={"Accept-Language": language})
    return [(flaw["message"], flaw["places"]) for flaw in answer.json()["flaws"]]


def test_a_map_that_can_be_played_has_no_flaws(house: Running) -> None:
    assert flaws(house, border()) == []


def test_all_flaws_are_told_with_their_places(house: Running) -> None:
    data = border() | {"display": 0}
    data["roads"].append(["w1", "w9"])
    assert flaws(house, data) == [
        ("1 to 10 cards lie face up, not 0.", ["/display"]),
        ("Roads: there is no 'w9'.", [f"/roads/{len(data['roads']) - 1}"]),
    ]


@pytest.mark.parametrize(("language", "words"), [("it", "carte"), ("ru", "карт")])
def test_in_the_readers_language(house: Running, language: str, words: str) -> None:
    ((said, _),) = flaws(house, border() | {"display": 0}, language)
    assert words in said


def test_what_cannot_be_kept_is_told_too(house: Running) -> None:
    large, deep = border() | {"decor": "x" * MOST_OWN}, border() | {"decor": nested(100)}
    for data, words in ((large, "100 kB"), (deep, "deep")):
        ((said, where),) = flaws(house, data)
        assert words in said
        assert where == []


def test_no_answer_is_longer_than_anybody_reads(house: Running) -> None:
    data = border() | {"roads": [["x" * 50, "y"]] * 500}
    answer = house.person().client.post(CHECK, json={"own": data})
    assert len(answer.json()["flaws"]) == MOST_FLAWS
    assert len(answer.content) < 60_000


def test_the_worst_that_fits_is_soon_looked_over() -> None:
    """How often things are compared grows with the file, not with its square."""
    compared = 0

    class Counted(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    many: list[Json] = [{"id": Counted(f"s{number}"), "provinces": ["wei"]} for number in range(2_000)]
    roads = [[Counted(f"s{number}"), Counted(f"s{number + 1}")] for number in range(1_500)]
    maps.flaws_in(border() | {"spaces": many, "roads": roads})
    assert compared < 100_000


def test_nobody_becomes_a_guest_by_checking(house: Running) -> None:
    person = house.person()
    person.post(CHECK, {"own": border()})
    assert not person.client.cookies


def test_only_what_may_be_brought_is_checked(house: Running, tmp_path: Path) -> None:
    for path in ("chess/options/map", "han/options/start", "han/options/nothing", "khan/options/map"):
        assert house.person().post(f"/api/games/{path}/check", {"own": {}}, 404)["error"] == "not_found"
    assert house.person().post(CHECK, {"own": json.dumps(border())}, 422)["error"] == "bad_field"


def test_words_of_the_editor_are_sent_alone(house: Running) -> None:
    table, editor = (house.person().get("/api/games/han/words/en", part=part)["words"] for part in ("table", "editor"))
    assert table == house.person().get("/api/games/han/words/en")["words"]
    assert not any(key.startswith("han.editor.") for key in table)
    assert all(key.startswith("han.editor.") for key in editor)
