"""Errors in the reader's language: nothing untranslated, nothing left over, and the language that was asked for."""

from __future__ import annotations

import ast
import json
import pkgutil
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lantern
import lantern.kernel
from lantern.kernel import match
from lantern.kernel.errors import Refusal
from lantern.languages import KERNEL, LANGUAGES, choose, refusal_text, text
from lantern.server.errors import STATUS
from tests.tables import ALL_GAMES, all_tables, sentences_of

SOURCE = Path(lantern.__file__).parent
PAGES = Path(__file__).parents[2] / "client" / "src" / "games"
TRANSLATED = [language for language in LANGUAGES if language != "en"]
SERVER = "server."
CYRILLIC = re.compile("[\u0400-\u04ff]")
LATIN = re.compile("[A-Za-z]")
OPENING_QUOTE = "\u00ab"
UNTIDY = re.compile(r"\s\s|\s[.,:;!?]|[.,:;!?]{2}|[\"`]")
"""Double spaces, a space before a mark, two marks in a row, quotes of another language."""
ARGUMENTS = {
    "server.no_bot": {"bot", "bots"},
    "server.bad_field": {"field"},
    "server.bad_seconds": {"seconds", "most"},
    "server.too_often": {"seconds"},
    "server.bad_saved": {"reason"},
    "server.bad_options": {"reason"},
}
"""What the server tells beside the code."""
TOLD_TOGETHER = {"tried_many", "fled_so", "city", "monastery_points", "palaces_of", "walked"}
"""Sentences that the page makes of several events."""
NOT_UNDERSTOOD = Refusal("notation", "not_understood", "'fly' is no action.", {"reason": "'fly' is no action."})
"""What the server makes of an action that no game can read."""


def written(language: str) -> list[tuple[str, str]]:
    """A language's keys and sentences as the file has them."""
    content = files("lantern.languages").joinpath(f"{language}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(content, object_pairs_hook=list)
    return pairs


CATALOGUES = {language: dict(written(language)) for language in LANGUAGES}


def within(value: object) -> Iterator[Refusal]:
    """The refusals that a module's constant is or holds."""
    if isinstance(value, Refusal):
        yield value
    elif isinstance(value, Mapping):
        yield from within(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from within(item)


def declared(package: str) -> Iterator[Refusal]:
    """The refusals of a package's modules, those of its notation among them."""
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        yield from within(list(vars(import_module(module.name)).values()))


@cache
def all_refusals() -> dict[str, list[Refusal]]:
    """Every refusal by its key in the catalogues; several where tables of one game cite different clauses."""
    origins: dict[str, Iterable[Refusal]] = {KERNEL: [*declared("lantern.kernel"), NOT_UNDERSTOOD]}
    for game in ALL_GAMES:
        at_tables = [refusal for table in all_tables(game) for refusal in table.words.refusals.values()]
        origins[game.name] = [*at_tables, *declared(f"lantern.games.{game.name}")]
    found: dict[str, list[Refusal]] = {}
    for origin, refusals in origins.items():
        for refusal in refusals:
            found.setdefault(f"{origin}.{refusal.key}", []).append(refusal)
    return found


def placeholders(sentence: str) -> set[str]:
    """The names that a sentence leaves open."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def english(key: str) -> str:
    return CATALOGUES["en"][key] if key.startswith(SERVER) else all_refusals()[key][0].message


def keys_in_source() -> Iterator[str]:
    """The keys of all refusals that are made anywhere, as they are written there."""
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).parts
        origin = parts[1] if parts[0] == "games" else KERNEL
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Refusal", "Never"):
                key = node.args[1]
                if isinstance(key, ast.Constant):
                    yield f"{origin}.{key.value!s}"


def test_every_refusal_that_is_made_anywhere_is_among_those_looked_at() -> None:
    assert set(keys_in_source()) == set(all_refusals())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_refusal_and_every_error_of_the_server_is_translated_and_nothing_else(language: str) -> None:
    assert set(CATALOGUES[language]) == set(all_refusals()) | set(CATALOGUES["en"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_event_has_a_sentence_on_the_page_too(game: lantern.Game, language: str) -> None:
    """And the page has none for an event that the game has not, but those that it makes of several events."""
    page = json.loads((PAGES / game.name / f"words.{language}.json").read_text(encoding="utf-8"))
    log = f"{game.name}.log."
    told = {key.removeprefix(log) for key in page if key.startswith(log)}
    assert sorted(set(sentences_of(game)) - told) == []
    assert sorted(told - set(sentences_of(game)) - TOLD_TOGETHER) == []


def test_every_denial_of_the_server_has_a_wording() -> None:
    assert {f"{SERVER}{code}" for code in STATUS if code != "refused"} <= set(CATALOGUES["en"])


def test_the_english_catalogue_holds_errors_of_the_server_alone() -> None:
    assert all(key.startswith(SERVER) for key in CATALOGUES["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_key_once_and_in_the_order_of_the_others(language: str) -> None:
    keys = [key for key, _ in written(language)]
    assert len(keys) == len(set(keys))
    assert keys == [key for key in CATALOGUES["ru"] if key in CATALOGUES[language]]


def test_a_key_has_one_sentence_whatever_the_table() -> None:
    assert [key for key, refusals in all_refusals().items() if len({refusal.message for refusal in refusals}) > 1] == []


def test_no_game_takes_a_key_that_all_games_share() -> None:
    shared = [key.partition(".")[2] for key in all_refusals() if key.startswith(f"{KERNEL}.")]
    assert len(shared) == 4
    assert [key for key in all_refusals() if key.partition(".")[2] in shared and not key.startswith(KERNEL)] == []


def test_refusals_are_told_in_the_language_asked_for() -> None:
    for key, refusals in all_refusals().items():
        origin = key.partition(".")[0]
        for refusal in refusals:
            assert refusal_text("en", origin, refusal) == refusal.message
            for language in TRANSLATED:
                expected = CATALOGUES[language][key].format(**refusal.arguments)
                assert refusal_text(language, origin, refusal) == expected


@pytest.mark.parametrize("game", lantern.names())
def test_what_all_games_refuse_is_told_in_any_game(game: str) -> None:
    assert refusal_text("it", game, match.NOTHING_TO_UNDO) == "Non è ancora stato giocato niente."


def test_arguments_are_put_into_the_sentence() -> None:
    assert refusal_text("it", "khan", NOT_UNDERSTOOD) == "Questa azione non si capisce: 'fly' is no action."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_has_translated_is_told_in_english(language: str) -> None:
    assert refusal_text(language, "toy", Refusal("TOY-2", "swim", "Nobody swims {here}.")) == "Nobody swims {here}."


def test_errors_of_the_server_are_told_with_their_arguments() -> None:
    assert text("en", "server.too_often", seconds=7) == "Slow down; try again in 7 seconds."
    assert text("it", "server.no_bot", bot="x", bots="a, b") == "Il bot x non esiste; i bot di questo gioco: a, b."
    assert text("it", "server.bad_field", field="seat") == "Il campo seat manca o non è corretto."
    assert text("ru", "server.bad_saved", reason="{odd}").endswith(": {odd}")
    assert text("it", "server.stale") == CATALOGUES["it"]["server.stale"]


@pytest.mark.parametrize(("language", "key"), [("en", "server.unheard_of"), ("de", "server.stale")])
def test_an_unknown_key_or_language_is_a_mistake(language: str, key: str) -> None:
    with pytest.raises(KeyError):
        text(language, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_leaves_open_what_it_is_told_and_nothing_else(language: str) -> None:
    for key, sentence in CATALOGUES[language].items():
        if key.startswith(SERVER):
            assert placeholders(sentence) == ARGUMENTS.get(key, set()), key
        else:
            assert all(placeholders(sentence) == set(refusal.arguments) for refusal in all_refusals()[key]), key


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language: str) -> None:
    assert [key for key, sentence in CATALOGUES[language].items() if sentence == english(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_russian_is_written_in_cyrillic_and_nothing_else_is(language: str) -> None:
    for key, sentence in CATALOGUES[language].items():
        assert bool(CYRILLIC.search(sentence)) == (language == "ru"), key
        assert not any(CYRILLIC.search(word) and LATIN.search(word) for word in re.findall(r"\w+", sentence)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_neatly_written(language: str) -> None:
    for key, sentence in CATALOGUES[language].items():
        assert sentence == sentence.strip(), key
        assert sentence.isprintable(), key
        assert UNTIDY.search(sentence) is None, key
        assert sentence.lstrip(OPENING_QUOTE)[0].isupper(), key
        assert sentence.endswith((".", "{reason}")), key


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("ru", "ru"),
        ("IT", "it"),
        ("it-CH", "it"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("en;q=0.8, it;q=0.9", "it"),
        ("ru, it", "ru"),
        ("it, ru", "it"),
        ("de, it;q=0.5", "it"),
        ("de", "en"),
        ("de, fr;q=0.9", "en"),
        ("*", "en"),
        ("de, *;q=0.5", "en"),
        ("*, it", "it"),
        ("it;q=0.5, *", "en"),
        ("en;q=0, *", "it"),
        ("en;q=0, it;q=0, *;q=0.1", "ru"),
        ("it;q=0", "en"),
        ("en;q=0", "en"),
        ("*;q=0", "en"),
        ("it-CH;q=0, it;q=0.5, en;q=0.4", "it"),
        ("it-CH;q=0.2, it;q=0.9, en;q=0.5", "it"),
        ("zh-Hant-TW, ru-Cyrl-RU;q=0.1", "ru"),
        ("\tit ; q = 0.8 , en ; q = 0.2 ", "it"),
        ("ru;q=1.000, it", "ru"),
        ("ru;q=0., it;q=0.001", "it"),
        ("it;q=high, ru;q=0.1", "ru"),
        ("it;q=nan", "en"),
        ("it;q=inf, ru;q=0.2", "ru"),
        ("it;q=-1", "en"),
        ("it;q=2, ru;q=0.1", "ru"),
        ("it;level=1", "en"),
        ("it;", "en"),
        ("it_IT", "en"),
        ("italian", "en"),
        ("i", "en"),
        (",,;q=,it", "it"),
        ("\x00it\udcff, ru;q=0.3", "ru"),
        ("../it", "en"),
    ],
)
def test_the_language_that_a_header_wants_most(accept: str | None, language: str) -> None:
    assert choose(accept) == language


@given(st.text() | st.text("enitru*-;=q.,01 9") | st.from_regex(r"(\*|en|it|ru|de)(-[A-Z]{2})?(;q=[0-9.]*)?(,.*)?"))
@example("it;q=" + "9" * 5000)
@example("it" + " " * 5000 + "x")
@example("it" + "-a" * 5000 + "!")
def test_no_header_does_harm(accept: str) -> None:
    assert choose(accept) in LANGUAGES
