"""Why a move: every move has its reasons, told in every language, and they tell nothing that was not to be seen."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from lantern.kernel.contract import Json
from lantern.kernel.game import Game
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.languages import LANGUAGES
from lantern.languages.phrases import SHARED, catalogue, phrase
from lantern.players.advice import reasons as common
from lantern.players.advice.reasons import MOST, Reason, proposed, reasons, told
from tests.effort import enough
from tests.tables import ALL_GAMES, PLAYED, Table, at, played, seeds, share, spread

pytestmark = pytest.mark.plain_only(reason="reasons are plain Python either way, and tested so")
MOVES = enough(60, thorough=200, plain=60)
"""How many moves of a game are explained to all seats."""
WORLDS = range(3)
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
GAMES = [game.name for game in ALL_GAMES]
CYRILLIC = re.compile("[\u0400-\u04ff]")
LATIN = re.compile("[A-Za-z]")
UNTIDY = re.compile(r"\s\s|\s[.,:;!?]|[.,:;!?]{2}|[{}|\"`]")
"""Double spaces, a space before a mark, two marks in a row, what a phrase left open, quotes of another language."""

every_table = pytest.mark.parametrize("table", PLAYED, ids=str)
every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def moves(table: Table, number: int) -> Iterator[tuple[lantern.Match, int, lantern.Match]]:
    """A table's share of so many moves of random matches: the match before, the action, the match after."""
    match = played(table, seeds(table)[0])
    for ply in spread(match.ply - 1, max(2, share(table, number))):
        yield at(match, ply), match._numbers[ply], at(match, ply + 1)


def mover(before: lantern.Match) -> int:
    assert before.to_act is not None
    return before.to_act - 1


@every_table
@pytest.mark.sampled(4)
def test_every_move_has_reasons_for_everybody_in_every_language(table: Table) -> None:
    for before, _, after in moves(table, MOVES):
        for viewer in range(-1, table.options["players"]):
            found = reasons(table.game, before.concealed(viewer), after.concealed(viewer), mover(before))
            assert 1 <= len(found) <= MOST
            assert len(set(map(repr, found))) == len(found)
            for reason in found:
                check_told(reason, after.board())


def check_told(reason: Reason, board: Json) -> None:
    json.dumps(reason.values)
    for language in LANGUAGES:
        sentence = told(reason, language, board, NAMES)
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence
        assert UNTIDY.search(sentence) is None, sentence


@every_table
def test_a_move_that_is_proposed_is_explained_like_one_that_was_made_whatever_chance_showed(table: Table) -> None:
    for before, action, after in moves(table, MOVES // 2):
        seat = mover(before)
        seen = before.concealed(seat)
        made = reasons(table.game, seen, after.concealed(seat), seat)
        assert [proposed(table.game, seen, action, world) for world in WORLDS] == [made] * len(WORLDS)


@every_table
def test_equal_views_give_equal_reasons(table: Table) -> None:
    for before, _, after in moves(table, MOVES // 4):
        for viewer in range(table.options["players"]):
            here = reasons(table.game, before.concealed(viewer), after.concealed(viewer), mover(before))
            there = reasons(table.game, elsewhere(before, viewer), elsewhere(after, viewer), mover(before))
            assert repr(here) == repr(there)


def elsewhere(match: lantern.Match, viewer: int) -> Records:
    """What a seat sees in another world that it can't tell from this one."""
    world, chance = match.state, new_records(Stream, 1)
    seed_all(chance, match.ply, CHOICE, 0, 1)
    match.game.engine.determinize(world, viewer, chance)
    match.game.engine.conceal(world, viewer)
    return world


@every_table
def test_giving_reasons_changes_nothing(table: Table) -> None:
    for before, _, after in moves(table, MOVES // 4):
        seat = mover(before)
        one, other = before.concealed(seat), after.concealed(seat)
        kept = one.tobytes(), other.tobytes()
        first = reasons(table.game, one, other, seat)
        assert reasons(table.game, one, other, seat) == first
        assert (one.tobytes(), other.tobytes()) == kept


def test_the_first_three_reasons_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lantern.game("han")
    many = [Reason(f"han.{number}") for number in range(5)]
    monkeypatch.setattr("lantern.players.han.reasons.reasons", lambda *_: many)
    seen = game.match(seed=1).concealed(0)
    assert common.reasons(game, seen, seen, 0) == many[:3]


def test_the_action_and_the_seat_are_handed_to_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    game: Game = lantern.game("han")

    def note(before: Records, after: Records, action: int, seat: int) -> list[Reason]:
        given.extend([before.tobytes(), after.tobytes(), action, seat])
        return []

    monkeypatch.setattr("lantern.players.han.reasons.reasons", note)
    match = game.match(seed=1, start=2)
    before = match.concealed(0)
    action = match.numbers()[0]
    match.play(action)
    after = match.concealed(0)
    reasons(game, before, after, 1)
    assert given == [before.tobytes(), after.tobytes(), action, 1]


# Phrases.


def phrases(game: str, language: str) -> dict[str, str]:
    """A game's phrases, without the names of things, which have a kind between game and name."""
    return {key: text for key, text in catalogue(game, language).items() if key.count(".") == 1}


def written(game: str) -> set[str]:
    """The keys that a game's reasons have in their source; those of shared conquests are made of others."""
    path = Path(common.__file__).parents[1] / game / "reasons.py"
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch(rf"{game}\.\w+", text)}


@every_game
def test_every_reason_has_a_phrase_and_every_phrase_a_reason(game: str) -> None:
    known = set(phrases(game, "en"))
    assert written(game) <= known
    assert {key.removesuffix("_with") for key in known} <= written(game)


@pytest.mark.parametrize("game", [*GAMES, SHARED])
@every_language
def test_a_catalogue_has_the_keys_of_the_english_one_in_its_order(game: str, language: str) -> None:
    assert list(catalogue(game, language)) == list(catalogue(game, "en"))


@every_game
@every_language
def test_phrases_speak_of_the_same_things_in_every_language(game: str, language: str) -> None:
    for key, text in phrases(game, language).items():
        assert opened(text) <= opened(phrases(game, "en")[key]), key


def opened(text: str) -> set[str]:
    """The names of what a phrase leaves open."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@every_game
@every_language
def test_amounts_have_as_many_forms_as_the_language(game: str, language: str) -> None:
    for key, text in phrases(game, language).items():
        for _, _, how, _ in string.Formatter().parse(text):
            assert how is None or how.count("|") in (0, 2 if language == "ru" else 1), key


@every_game
@every_language
def test_russian_is_written_in_cyrillic_and_nothing_else_is(game: str, language: str) -> None:
    for key, text in phrases(game, language).items():
        plain = re.sub(r"{(\w+):?([^}|]*\|[^}]*)?[^}]*}", r"\2", text)
        assert bool(CYRILLIC.search(plain)) == (language == "ru"), key
        assert not any(CYRILLIC.search(word) and LATIN.search(word) for word in re.findall(r"\w+", plain)), key
        assert language != "ru" or not LATIN.search(plain), key


def told_in(language: str, values: Json, names: tuple[str, ...] = (), board: Json | None = None) -> str:
    return phrase(language, "toy.all", values, board or {}, names)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of one phrase in every language."""
    forms = {"en": "card|cards", "it": "carta|carte", "ru": "карта|карты|карт"}

    def toys(game: str, language: str) -> dict[str, str]:
        if game != "toy":
            return dict(catalogue(game, language))
        text = f"{{n:{forms[language]}}}; {{who:seat}}; {{where:place}}; {{it:colour}}; {{plain}}"
        return {"toy.all": text, "toy.colour.red": f"red-{language}", "toy.place.Wei": f"Wei-{language}"}

    monkeypatch.setattr("lantern.languages.phrases.catalogue", toys)


BOARD = {"places": [{"name": "Lu"}, {"name": "Wei"}]}
VALUES = {"n": 1, "who": 2, "where": 1, "it": "red", "plain": 7}


@pytest.mark.usefixtures("toy")
def test_a_phrase_words_amounts_seats_and_things() -> None:
    assert told_in("en", VALUES, ("Ann", "Bob"), BOARD) == "1 card; Bob; Wei-en; red-en; 7"
    assert told_in("it", VALUES | {"n": 2}, ("Ann", "Bob"), BOARD) == "2 carte; Bob; Wei-it; red-it; 7"


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("amount", "card"),
    [(0, "карт"), (1, "карта"), (2, "карты"), (4, "карты"), (5, "карт"), (11, "карт"), (14, "карт"), (21, "карта")],
)
def test_russian_amounts_have_three_forms(amount: int, card: str) -> None:
    assert told_in("ru", VALUES | {"n": amount}, (), BOARD).startswith(f"{amount} {card};")


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("language", "seat"), [("en", "seat 2"), ("it", "posto 2"), ("ru", "место 2")])
def test_a_seat_without_a_name_is_told_by_its_number(language: str, seat: str) -> None:
    assert told_in(language, VALUES, ("Ann",), BOARD).split("; ")[1] == seat


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("language", "names"), [("en", "Ann, Bob and Cleo"), ("it", "Ann, Bob e Cleo"), ("ru", "Ann, Bob и Cleo")]
)
def test_lists_are_told_with_and(language: str, names: str) -> None:
    assert told_in(language, VALUES | {"who": [1, 2, 3]}, tuple(NAMES), BOARD).split("; ")[1] == names
    assert told_in(language, VALUES | {"who": [3]}, tuple(NAMES), BOARD).split("; ")[1] == "Cleo"


@pytest.mark.usefixtures("toy")
def test_a_thing_that_nobody_has_translated_keeps_its_name() -> None:
    assert told_in("ru", VALUES | {"where": 0, "it": "pink"}, (), BOARD).split("; ")[2:4] == ["Lu", "pink"]


@pytest.mark.usefixtures("toy")
def test_what_a_player_is_called_is_not_taken_for_a_phrase() -> None:
    assert told_in("en", VALUES, ("Ann", "{plain:card}"), BOARD).split("; ")[1] == "{plain:card}"
