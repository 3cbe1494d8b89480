"""The words of the page, the server, the terminal and the report, in every language: whole, alike, and all used."""

from __future__ import annotations

import ast
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns
from subprocess import PIPE, run
from sys import executable
from typing import get_type_hints

import pytest
from icu4py.messageformat import MessageFormat

import lantern
import lantern.kernel
from lantern.games import folder
from lantern.kernel.errors import MATCH, Refusal
from lantern.languages import DEFAULT, LANGUAGES, text, told
from lantern.languages.words import HERE, Teller, naming
from lantern.server.errors import STATUS
from tests.kernel.table import TOY
from tests.languages.messages import Open, opened, plain
from tests.tables import ALL_GAMES, PLAYED, Table, all_tables, played, seeds

ROOT = Path(__file__).parents[2]
SHARED = "shared"
FOLDERS = {SHARED: HERE} | {
    game.name: Path(str(import_module(game.sheet.state.__module__).__file__)).parent / "words" for game in ALL_GAMES
}
OWNERS = [*FOLDERS]
LESSONS = {f"lesson of {name}": folder(name, "learning") for name in lantern.names()}
CATALOGUES = FOLDERS | LESSONS
CYRILLIC = re.compile("[\u0400-\u04ff]")
LATIN = re.compile("[A-Za-z]")
UNTIDY = re.compile(r"\s\s|\s[.,:;!?](?!\S)|[.,:;!?]{2}|[\"`]")
"""Double spaces, a space before a mark, two marks in a row, quotes of another language."""
SENTENCES = re.compile(r"\w+\.(refusal|reason|log|together)\.|server\.")
NOT_UNDERSTOOD = Refusal("notation", "not_understood", {"reason": "'fly' is no action."})
"""What the server makes of an action that no game can read."""

every_owner = pytest.mark.parametrize("owner", OWNERS)
every_catalogue = pytest.mark.parametrize("owner", CATALOGUES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


@cache
def written(owner: str, language: str) -> list[tuple[str, str]]:
    """A catalogue's keys and messages as the file has them."""
    pairs: list[tuple[str, str]] = json.loads(
        (CATALOGUES[owner] / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=list
    )
    return pairs


def words(owner: str, language: str = DEFAULT) -> dict[str, str]:
    return dict(written(owner, language))


def is_sentence(owner: str, key: str) -> bool:
    """Whether a message is a whole sentence or several, as everything is that a lesson says."""
    return owner in LESSONS or SENTENCES.match(key) is not None


# Catalogues.


@every_catalogue
@every_language
def test_a_catalogue_has_every_key_once_and_in_the_order_of_the_english_one(owner: str, language: str) -> None:
    keys = [key for key, _ in written(owner, language)]
    assert len(keys) == len(set(keys))
    assert keys == [key for key, _ in written(owner, DEFAULT)]
    assert owner not in OWNERS[1:] or all(key.startswith(f"{owner}.") for key in keys)


@every_catalogue
@every_language
def test_messages_can_be_read_and_quote_nothing_by_mistake(owner: str, language: str) -> None:
    for key, message in written(owner, language):
        MessageFormat(message, language)
        assert not re.search(r"'[{}#|]", message), key
        assert message == message.strip() != "", key
        assert message.isprintable(), key
        assert not is_sentence(owner, key) or UNTIDY.search(plain(message)) is None, key


@every_catalogue
@every_language
def test_a_message_speaks_of_what_the_english_one_speaks_of(owner: str, language: str) -> None:
    """It may choose its form by an argument that is there though English does not need it."""
    for key, message in written(owner, language):
        here, there = (list(opened(said)) for said in (message, words(owner)[key]))
        assert {base(owner, one) for one in there} == {base(owner, one) for one in here}, key
        for one in here:
            if one.way == "select":
                assert all(set(one.forms) == set(other.forms) for other in there if other.name == one.name), key


def base(owner: str, one: Open) -> str:
    """The argument that something open is made of."""
    forms = {form: name for name, found in naming(owner).forms.items() for form in found}
    name = one.name.removesuffix("_count")
    return forms.get(name, name)


@cache
def forms_of(language: str) -> set[str]:
    """The plural forms that a language has."""
    all_forms = " ".join(f"{form} {{{form}}}" for form in ("zero", "one", "two", "few", "many", "other"))
    count = MessageFormat(f"{{n, plural, {all_forms}}}", language)
    return {count.format({"n": n}) for n in (*range(200), 0.5, 1.5)}


@every_catalogue
@every_language
def test_what_is_counted_has_all_the_forms_of_the_language(owner: str, language: str) -> None:
    for key, message in written(owner, language):
        for one in opened(message):
            named = {form for form in one.forms if not form.startswith("=")}
            if one.way == "plural" and named != {"other"}:
                assert named == forms_of(language), key


@every_catalogue
@every_language
def test_sentences_are_whole(owner: str, language: str) -> None:
    for key, message in written(owner, language):
        if is_sentence(owner, key) and "{" not in message[0]:
            assert message.lstrip("\u00ab")[0].isupper() or message[0].isdigit(), key
        if is_sentence(owner, key) and not key.endswith(".together.share"):
            assert message.endswith((".", "!", "}")), key


@every_catalogue
@every_language
def test_russian_is_written_in_cyrillic_and_nothing_else_is(owner: str, language: str) -> None:
    for key, message in written(owner, language):
        said = plain(message)
        if is_sentence(owner, key) and re.search(r"\w", said):
            assert bool(CYRILLIC.search(said)) == (language == "ru"), key
        assert language == "ru" or not CYRILLIC.search(said), key
        assert not any(CYRILLIC.search(word) and LATIN.search(word) for word in re.findall(r"\w+", said)), key


@every_catalogue
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != DEFAULT])
def test_no_sentence_is_left_in_english(owner: str, language: str) -> None:
    there = words(owner)
    assert [
        key
        for key, message in written(owner, language)
        if is_sentence(owner, key) and message == there[key] and re.search(r"\w{3}", plain(message))
    ] == []


# Keys.


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
        yield from within([value for name, value in vars(import_module(module.name)).items() if name[0] != "_"])


@cache
def all_refusals() -> dict[str, list[Refusal]]:
    """Every refusal by its game and key; several where tables of one game cite different clauses."""
    origins: dict[str, Iterable[Refusal]] = {MATCH: [*declared("lantern.kernel"), NOT_UNDERSTOOD]}
    for game in ALL_GAMES:
        package = game.sheet.state.__module__.rpartition(".")[0]
        at_tables = [refusal for table in all_tables(game) for refusal in table.words.refusals.values()]
        origins[game.name] = [*at_tables, *declared(package)]
    found: dict[str, list[Refusal]] = {}
    for origin, refusals in origins.items():
        for refusal in refusals:
            found.setdefault(f"{origin}.{refusal.key}", []).append(refusal)
    return found


def keys_of(owner: str, kind: str) -> set[str]:
    """The keys of a kind that an owner has words for, without what they begin with."""
    return {key.split(".", 2)[2] for key in words(owner) if key.split(".")[1] == kind}


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    refused = {f"{origin}.refusal.{key}" for origin, _, key in (name.partition(".") for name in all_refusals())}
    assert refused == {key for owner in OWNERS for key in words(owner) if ".refusal." in key}


@every_language
def test_refusals_are_told_in_the_language_asked_for(language: str) -> None:
    for key, refusals in all_refusals().items():
        origin, _, name = key.partition(".")
        for refusal in refusals:
            owner = SHARED if origin == MATCH else origin
            message = words(owner, language)[f"{origin}.refusal.{name}"]
            assert {one.name for one in opened(message)} == set(refusal.arguments)
            assert refusal.told(language) == MessageFormat(message, language).format(dict(refusal.arguments))
            assert refusal.message == refusal.told(DEFAULT)


@every_game
def test_every_end_and_option_has_its_words_and_they_have_no_others(game: lantern.Game) -> None:
    options = {option.name for option in game.sheet.options}
    assert keys_of(game.name, "ending") == {end.replace(" ", "_") for end in game.sheet.endings if end}
    assert {key for key in keys_of(game.name, "report") if key.startswith("option.")} == {
        f"option.{it}" for it in options
    }


@every_game
@every_language
def test_every_option_and_choice_and_the_game_itself_are_described_on_its_page(
    game: lantern.Game, language: str
) -> None:
    said = set(words(game.name, language))
    named = [(option.name, choice) for option in game.sheet.options for choice in option.choices]
    choices = {f"{name}.{'null' if choice is None else choice}" for name, choice in named if named_by_words(choice)}
    assert prefixed(said, f"{game.name}.option.") == {option.name for option in game.sheet.options}
    assert prefixed(said, f"{game.name}.choice.") == choices
    assert prefixed(said, f"{game.name}.pitch") == {"", ".time", ".weight"}


def named_by_words(choice: object) -> bool:
    """Whether a choice is told in words of the game: yes, no and numbers are not."""
    return choice is None or isinstance(choice, str)


def prefixed(keys: Iterable[str], prefix: str) -> set[str]:
    return {key.removeprefix(prefix) for key in keys if key.startswith(prefix)}


def test_every_denial_of_the_server_has_a_wording_and_every_wording_a_denial() -> None:
    assert {f"server.{code}" for code in STATUS if code != "refused"} == {
        key for key in words(SHARED) if key.startswith("server.")
    }


@every_game
def test_every_event_has_a_sentence_and_every_sentence_an_event(game: lantern.Game) -> None:
    events = get_type_hints(game.sheet.shapes["events"])
    assert keys_of(game.name, "log") == set(events)


PYTHON = [*(ROOT / "src").rglob("*.py")]
PAGE = [
    ROOT / "client" / "vite.config.js",
    *(ROOT / "client/src").rglob("*.svelte"),
    *(ROOT / "client/src").rglob("*.ts"),
]
LITERAL = re.compile(r"""["'`]([a-z_]+(?:\.[\w-]+)+)["'`]""")
MADE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`")
NAMED = re.compile(r"""named\(\s*"(\w+)",\s*"(\w+)\"""")
PLACE = re.compile(r"\$?\{[^{}]*\}")
ASKED = re.compile(r"""\b(?:t|told|text|say)\(\s*(?:language, |view, )?["'](\w+\.[\w.]+)["']""")

ENTRY = re.compile(r"""(?:@entry|playout)\(f?"([^"]+)\"""")


@cache
def sources() -> str:
    """All that the page and Python are written in."""
    return "\n".join(path.read_text(encoding="utf-8") for path in [*PYTHON, *PAGE])


@cache
def patterns() -> list[re.Pattern[str]]:
    """What the keys look like that the sources put together from parts."""
    made = set(MADE.findall(sources()))
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
                made.add("".join(map(str, parts)))
    keyed = [PLACE.split(text) for text in made if re.search(r"\w\.|\.\w", PLACE.sub("", text))]
    return [
        re.compile(r"[\w.'-]+".join(map(re.escape, parts))) for parts in keyed if not re.search(r"\s", "".join(parts))
    ]


def test_every_key_that_is_asked_for_exists() -> None:
    known = {key for owner in OWNERS for key in words(owner)}
    assert sorted(set(ASKED.findall(sources())) - known) == []


@every_owner
def test_every_key_is_used(owner: str) -> None:
    """As it stands, put together from parts, or as the name of a thing of a kind that an argument has."""
    literal = set(LITERAL.findall(sources()))
    kinds = {*naming(owner).arguments.values(), *(form for forms in naming(owner).forms.values() for form in forms)}
    kinds |= {kind for game, kind in NAMED.findall(sources()) if game == owner}
    unused = [
        key
        for key in words(owner)
        if key not in literal
        and (owner == SHARED or key.split(".")[1] not in kinds)
        and not any(pattern.fullmatch(key) for pattern in patterns())
    ]
    assert unused == []


def test_everything_that_is_compiled_has_words() -> None:
    """By the label of its entry, with the parts in braces."""
    labels = {label.replace("{{", "").replace("}}", "") for label in ENTRY.findall(sources())}
    assert len(labels) > 20
    without = []
    for label in labels:
        game, _, what = label.rpartition(": ")
        key = f"entry.{re.sub('[^a-z]+', '_', what)}"
        if f"{game}.{key}" not in words(game if game in FOLDERS else SHARED) and key not in words(SHARED):
            without.append(label)
    assert without == []


# What is told.


@pytest.mark.parametrize("table", PLAYED, ids=str)
@pytest.mark.sampled(4)
def test_what_happens_is_told_in_every_language_with_the_names_of_all_things(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a game has words for some things of a kind, it has them for all; a map of a user's own has its names."""
    unnamed: set[tuple[str, str]] = set()
    name_it = Teller._thing

    def look(self: Teller, kind: str, thing: str | Mapping[str, object]) -> str:
        said = name_it(self, kind, thing)
        if said == thing and f"{self.owner}.{kind}.{thing.replace(' ', '_')}" not in self.words:
            unnamed.add((kind, str(thing)))
        return said

    monkeypatch.setattr(Teller, "_thing", look)
    match, owner = played(table, seeds(table)[0]), table.game.name
    for event in match.log:
        spoken_of = {base(owner, one) for one in opened(words(owner)[f"{owner}.log.{event.key}"])}
        told_of = {
            name: value for name, value in event.arguments.items() if name in spoken_of or isinstance(value, int)
        }
        for language in LANGUAGES:
            assert "{" not in match.tell([replace(event, arguments=told_of)], language, ["Ann", "Bob", "Cleo"])
    kinds = {kind for kind, _ in unnamed if any(key.startswith(f"{table.game.name}.{kind}.") for key in words(owner))}
    assert [(kind, thing) for kind, thing in unnamed if kind in kinds] == []


def toy(language: str, key: str, arguments: Mapping[str, object], names: tuple[str, ...] = ()) -> str:
    return told(language, f"{TOY.name}.{key}", arguments, names)


@pytest.mark.parametrize(("language", "seat"), [("en", "Seat 2"), ("it", "Posto 2"), ("ru", "Место 2")])
def test_a_seat_is_told_by_its_name_or_else_by_its_number(language: str, seat: str) -> None:
    assert toy(language, "log.turn_ended", {"seat": 2}, ("Ann",)).startswith(f"{seat} ")
    assert toy(language, "log.turn_ended", {"seat": 1}, ("{seat} 'Ann'",)).startswith("{seat} 'Ann' ")


@pytest.mark.parametrize(("language", "cards"), [("en", "1, 2 and 3"), ("it", "1, 2 e 3"), ("ru", "1, 2 и 3")])
def test_several_things_are_told_with_and(language: str, cards: str) -> None:
    assert f" {cards}." in toy(language, "log.shown", {"seat": 1, "cards": [1, 2, 3]})
    assert " 7." in toy(language, "log.shown", {"seat": 1, "cards": [7]})


def test_how_many_they_are_can_be_asked() -> None:
    assert toy("en", "log.shown", {"seat": 1, "cards": []}) == "Seat 1 shows an empty hand."


def test_things_are_told_by_the_names_of_their_parts() -> None:
    hinted = {"seat": 1, "to": 2, "hint": "red", "positions": [1, 4]}
    assert told("en", "hanabi.log.played", {"seat": 1, "card": "red 3"}) == "Seat 1 plays red 3."
    assert told("it", "hanabi.log.played", {"seat": 1, "card": "red 3"}, ["Ann"]) == "Ann gioca 3 rosso."
    assert told("it", "hanabi.log.hinted", hinted, ["Ann", "Bob"]) == "Ann dà un indizio a Bob: rosso, carte 1 e 4."


def test_a_thing_that_nobody_has_named_keeps_its_name() -> None:
    assert told("ru", "han.log.emissary", {"seat": 1, "places": ["Far Away"], "cards": ["red"]}, ["Ann"]) == (
        "Ann отправляет эмиссара: Far Away. Оплата: красная."
    )


@pytest.mark.parametrize(
    ("amount", "points"),
    [(0, "0 очков"), (1, "1 очко"), (2, "2 очка"), (4, "4 очка"), (5, "5 очков"), (11, "11 очков"), (21, "21 очко")],
)
def test_russian_amounts_have_their_forms(amount: int, points: str) -> None:
    assert told("ru", "khan.log.won", {"winners": [1], "points": amount}, ["Ann"]).endswith(f" Ann, {points}.")


def test_errors_of_the_server_are_told_with_their_arguments() -> None:
    assert text("en", "server.too_often", seconds=7) == "Slow down; try again in 7 seconds."
    assert text("it", "server.no_bot", bot="x", bots="a, b") == "Il bot x non esiste; i bot di questo gioco: a, b."
    assert text("ru", "server.bad_saved", reason="{odd}").endswith(": {odd}")
    assert text("it", "server.stale") == words(SHARED, "it")["server.stale"]


@pytest.mark.parametrize(("language", "key"), [("en", "server.unheard_of"), ("de", "server.stale")])
def test_an_unknown_key_or_language_is_a_mistake(language: str, key: str) -> None:
    with pytest.raises(KeyError):
        text(language, key)


def test_a_language_is_added_by_its_files(tmp_path: Path) -> None:
    """And what is not translated yet is told in English."""
    for part in ("languages", "games"):
        copytree(HERE.parent / part, tmp_path / "lantern" / part, ignore=ignore_patterns("__pycache__"))
    for file, said in {
        "languages/eo.json": {"language.name": "Esperanto", "table.and": "{first} kaj {last}"},
        "games/han/words/eo.json": {"han.log.emissary": "{seat} sendas al {places}: {cards}.", "han.card.red": "ruĝa"},
    }.items():
        (tmp_path / "lantern" / file).write_text(json.dumps(said), encoding="utf-8")
    for package in ("kernel", "__init__.py", "version.py", "players", "learning"):
        (tmp_path / "lantern" / package).symlink_to(HERE.parent / package)
    script = """
import lantern
from lantern.languages import LANGUAGES, choose, told
lantern.game("han")
sent = {"seat": 1, "places": ["Wei", "Qi"], "cards": ["red", "green"]}
print(LANGUAGES, choose("eo, en;q=0.5"))
print(told("eo", "han.log.emissary", sent), told("eo", "han.log.drew", {"card": "red"}))
"""
    environment = {"PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
    done = run([executable, "-c", script], check=True, env=environment, stdout=PIPE, encoding="utf-8")
    assert done.stdout.splitlines() == [
        "('en', 'eo', 'it', 'ru') eo",
        "Seat 1 sendas al Wei kaj Qi: ruĝa kaj green. It's ruĝa.",
    ]


def test_what_a_player_is_called_is_not_taken_for_a_message() -> None:
    said = told("en", "hanabi.log.passed", {"seat": 1}, ["{card} '{' #"])
    assert said.startswith("{card} '{' # ")
