"""The rules of each game in numbered clauses: they are what is cited, tested, ruled on, and shown to players.

A citation stands for the clause that it names and for no other: `KHAN-6` for the words that open chapter 6, or for a
chapter whose clauses say it all; `HANABI-7.2c` for one part of 7.2. After a number others may follow (`HAN-9.3, 10.3`),
or all up to one (`MING-7.4 to 7.6`). A test cites in its docstring, or in that of its file; those of a game may begin
with bare numbers ("6.1 and 6.6: ...").
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase, digits

import pytest

import lantern
from lantern.kernel.errors import MATCH
from lantern.languages import LANGUAGES
from tests.languages.test_rules_pages import GAMES as DRAWN
from tests.languages.test_rules_pages import shown
from tests.languages.test_words import all_refusals

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
GAMES = lantern.names()
RULES = {game: ROOT / "src" / "lantern" / "games" / game / "rules.md" for game in GAMES} | {
    "toy": TESTS / "toy" / "rules.md"
}
CITING = ("src", "tests", "client/src", "client/tests", "docs", "benchmarks", "examples", "scripts")
"""Where clauses are cited, beside the documents at the top."""
WRITTEN = {".py", ".md", ".ts", ".mjs", ".svelte", ".json", ".txt"}
MEASURED = ROOT / "docs" / "results"
"""What was measured once, with the code as it was."""
CHAPTER = re.compile(r"## (\d+) \S.*")
NUMBERED = re.compile(r"(?:- )?\*\*(\d+\.\d+[a-z]?)\*\* (\S.*)")
MARK = re.compile(r"\*Not for players: .+\.\*")
NUMBER = r"\d+(?:\.\d+[a-z]?)?\b"
NUMBERS = rf"{NUMBER}(?:(?:, | and | to | with ){NUMBER})*"
CITATION = re.compile(rf"\b({'|'.join(RULES).upper()})-({NUMBERS})")
BARE = re.compile(rf"({NUMBERS})[:.]?(?: |$)")
REFERENCE = re.compile(r"\b\d+\.\d+[a-z]?\b")
ASKED = re.compile(rf"\| [^|]+\? \(({NUMBERS})\) \|")


@dataclass
class Clause:
    """What stands under a number, and whether it is on the rules page; a chapter may have no words of its own."""

    number: str
    text: str = ""
    for_players: bool = True

    @property
    def place(self) -> tuple[int, int, str]:
        """Where it belongs among the others: a chapter's opening words before its clauses."""
        chapter, _, rest = self.number.partition(".")
        return int(chapter), int(rest.rstrip(ascii_lowercase) or -1), rest.lstrip(digits)


@cache
def clauses(game: str) -> list[Clause]:
    """The clauses of a game as they stand in its rules."""
    found: list[Clause] = []
    for line in RULES[game].read_text(encoding="utf-8").partition("\n\n[Ruling]:")[0].splitlines():
        if chapter := CHAPTER.fullmatch(line):
            found.append(Clause(chapter[1]))
        elif numbered := NUMBERED.fullmatch(line):
            found.append(Clause(numbered[1], numbered[2]))
        elif MARK.fullmatch(line):
            found[-1].for_players = False
        elif found and line:
            assert not line.startswith(("#", "**", "- **", "*Not")), f"{RULES[game]}: {line}"
            found[-1].text += f"\n{line}"
    return found


@cache
def numbers(game: str) -> list[str]:
    return [clause.number for clause in clauses(game)]


def named(game: str, written: str) -> list[str]:
    """The clauses that a row of numbers names: "7.2, 7.4 to 7.6" has four."""
    all_named: list[str] = []
    for link, number in re.findall(rf"(, | and | to | with |^)({NUMBER})", written):
        if link == " to " and {all_named[-1], number} <= set(numbers(game)):
            first, last = numbers(game).index(all_named[-1]), numbers(game).index(number)
            between = numbers(game)[first + 1 : last]
            all_named += [other for other in between if other.count(".") == number.count(".")]
        all_named.append(number)
    return all_named


def cited(text: str) -> Iterator[tuple[str, str]]:
    """The games and numbers that a text cites."""
    for name, written in CITATION.findall(text):
        for number in named(name.lower(), written):
            yield name.lower(), number


def files() -> Iterator[Path]:
    """All files of the project in which people write."""
    for place in [*ROOT.glob("*.md"), *(path for folder in CITING for path in (ROOT / folder).rglob("*"))]:
        if place.suffix in WRITTEN and MEASURED not in place.parents:
            yield place


@cache
def docstrings(path: Path) -> list[str]:
    """What a file of tests and its tests say of themselves."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    speaking: list[ast.Module | ast.FunctionDef] = [tree, *tests]
    return [ast.get_docstring(node) or "" for node in speaking]


@cache
def cited_by_tests(game: str) -> set[str]:
    """The clauses that some test cites."""
    said = [(path, text) for path in TESTS.rglob("test_*.py") for text in docstrings(path)]
    begun = [BARE.match(text) for path, text in said if path.parent == TESTS / game]
    bare = {number for row in begun if row for number in named(game, row[1])}
    return bare | {number for _, text in said for name, number in cited(text) if name == game}


@cache
def ruled(game: str) -> list[list[str]]:
    """The clauses that each question of docs/rulings.md is about, the one that has the ruling first."""
    rules = RULES[game].read_text(encoding="utf-8").strip()
    if "\n[Ruling]:" not in rules:
        return []
    anchor = rules.rpartition("#")[2]
    [chapter] = [
        chapter
        for chapter in (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8").split("\n## ")
        if chapter.partition("\n")[0].lower().replace(" ", "-") == anchor
    ]
    return [named(game, row) for row in ASKED.findall(chapter)]


@pytest.mark.parametrize("game", RULES)
def test_clauses_stand_in_their_order_each_once(game: str) -> None:
    places = [clause.place for clause in clauses(game)]
    assert all(before < after for before, after in pairwise(places))
    assert {chapter for chapter, _, _ in places} == {chapter for chapter, clause, _ in places if clause < 0}


def test_every_clause_that_is_cited_is_there() -> None:
    strangers = [
        f"{path.relative_to(ROOT)}: {game.upper()}-{number}"
        for path in files()
        for game, number in cited(path.read_text(encoding="utf-8"))
        if number not in numbers(game)
    ]
    assert strangers == []


@pytest.mark.parametrize("game", GAMES)
def test_bare_numbers_name_clauses_too(game: str) -> None:
    """In the rules themselves, on rules pages, and before what a test of the game says."""
    said = {clause.number: clause.text for clause in clauses(game)}
    for language in LANGUAGES:
        said |= {f"{number} {language}": text for number, text in shown(game, language)}
    meant = [(where, number) for where, text in said.items() for number in REFERENCE.findall(text)]
    for path in (TESTS / game).glob("test_*.py"):
        headings = re.findall(r"^# (\d.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        begun = [BARE.match(text) for text in [*docstrings(path), *headings]]
        meant += [(path.name, number) for row in begun if row for number in named(game, row[1])]
    meant += [("rulings.md", number) for question in ruled(game) for number in question]
    assert [(where, number) for where, number in meant if number not in numbers(game)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_tested(game: str) -> None:
    stating = [clause.number for clause in clauses(game) if clause.text]
    assert [number for number in stating if number not in cited_by_tests(game)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DRAWN)
def test_a_rules_page_has_every_clause_that_is_for_players(game: str, language: str) -> None:
    stating = [clause for clause in clauses(game) if clause.text and clause.for_players]
    assert [number for number, _ in shown(game, language)] == [f"{game.upper()}-{clause.number}" for clause in stating]


@pytest.mark.parametrize("game", DRAWN)
def test_every_refusal_cites_a_clause_that_players_can_read(game: str) -> None:
    clauses_of = {key: {refusal.clause for refusal in refusals} for key, refusals in all_refusals().items()}
    own = {key: found for key, found in clauses_of.items() if key.partition(".")[0] == game}
    assert own
    assert {key: found for key, found in own.items() if not found <= set(dict(shown(game, "en")))} == {}
    assert {key.partition(".")[0] for key in clauses_of} == {MATCH, *GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_its_reasons(game: str) -> None:
    """And every question that was asked has its ruling in the first of its clauses."""
    ruling = {clause.number for clause in clauses(game) if "[Ruling]:" in clause.text}
    assert ruling - {number for question in ruled(game) for number in question} == set()
    assert {question[0] for question in ruled(game)} - ruling == set()
