"""Studies on the command line, and their reports."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import lantern
from lantern.languages import DEFAULT, LANGUAGES
from lantern.languages.words import catalogue
from lantern.players.study.figures import Asked, study
from lantern.report.markup import Markup, joined, tag
from lantern.report.names import Names, _entries
from lantern.report.page import page
from lantern.report.plots import MOST_BARS, _ticks, binned
from lantern.terminal import console
from lantern.terminal.study import summary
from tests.cli.conftest import Run
from tests.kernel.table import TOY
from tests.languages.spoken import latin_words, listen
from tests.players.toys import toys as of_the_toy
from tests.tables import all_tables

__all__ = ["of_the_toy"]
HANABI = lantern.game("hanabi")
VOID = {"meta"}


@pytest.fixture
def toys(of_the_toy: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The one game is the toy, with bots of every kind, and files are written to a folder of their own."""
    monkeypatch.setattr(lantern, "names", lambda: ["toy"])
    monkeypatch.setattr(lantern, "game", lambda name: TOY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Page(HTMLParser):
    """A page as it is read: what is open, what is referred to, and its tables."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.words: list[str] = []
        self._caption = ""
        self._rows: list[list[str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, key, value or "") for key, value in attributes]
        if name not in VOID:
            self.open.append(name)
        if name == "table":
            self._caption, self._rows = "", []
        if name == "tr":
            self._rows.append([])
        if name in ("th", "td"):
            self._rows[-1].append("")

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, key, value or "") for key, value in attributes]

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name
        if name == "table":
            assert self._caption
            assert len({len(row) for row in self._rows}) == 1
            self.tables.setdefault(self._caption, self._rows)

    def handle_data(self, text: str) -> None:
        self.words.append(text)
        if "caption" in self.open:
            self._caption += text
        if self.open and {"td", "th"} & set(self.open):
            self._rows[-1][-1] += text

    def column(self, caption: str, number: int) -> list[str]:
        return [row[number] for row in self.tables[caption][1:]]


def check(text: str) -> Page:
    """A page that is well formed, says what tables and plots show, and needs nothing from elsewhere."""
    assert text.startswith("<!doctype html>")
    read = Page(text)
    assert read.open == []
    assert not [one for one in read.attributes if one[1] in ("src", "href", "onclick") or "://" in one[2]]
    for outside in ("http:", "https:", "url(", "@import", "<script", "<link", "<img"):
        assert outside not in text
    plots = sum(name == "svg" for name, key, _ in read.attributes if key == "viewbox")
    told = [
        (key, value) for name, key, value in read.attributes if name == "svg" and key in ("aria-label", "aria-hidden")
    ]
    assert plots == len(told)
    assert all(value.strip() for _, value in told)
    cells = [value for name, key, value in read.attributes if name == "th" and key == "scope"]
    assert len(cells) == text.count("<th ")
    assert {"nan", "None", "inf"}.isdisjoint("".join(read.words).replace("(", " ").split())
    return read


def percent(share: float, error: float) -> str:
    return f"{100 * share:.1f} % ± {100 * error:.1f}"


def amount(one: dict[str, Any]) -> str:
    return f"{one['mean']:.2f} ± {one['error']:.2f}"


def test_a_report_is_written_and_summed_up(run: Run, toys: Path) -> None:
    outcome = run("study toy --players 3 --bots witness,random --games 20 --seed 4 --json all.json")
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "The Toy: witness, random, seed 4"
    assert lines[-1] == "the whole report: study-toy.html"
    data = json.loads((toys / "all.json").read_text())
    variation = data["variations"][0]
    first = variation["wins"]["order"][0]
    assert f"won by number 1 to play  {percent(first['share'], first['error'])}" in " ".join(lines).replace("   ", "  ")
    assert any(line.split()[:2] == ["row", "full"] for line in lines)
    read = check((toys / "study-toy.html").read_text("utf-8"))
    words = "".join(read.words)
    assert data["command"] in words
    assert "lantern study toy --players 3 --bots witness,random --games 20 --seed 4" in words
    assert f"lantern {lantern.__version__}" in words
    assert "4 to 10" in words


def test_the_tables_say_what_the_json_says(run: Run, toys: Path) -> None:
    run("study toy --players 3 --bots witness,random --games 60 --json all.json --out page.html")
    variation = json.loads((toys / "all.json").read_text())["variations"][0]
    read = check((toys / "page.html").read_text("utf-8"))
    wins = variation["wins"]
    shares = [percent(one["share"], one["error"]) for one in wins["order"]]
    assert read.column("Wins by the order of play", 1) == shares
    assert read.column("Wins by seat", 1) == [percent(one["share"], one["error"]) for one in wins["seats"]]
    assert read.column("Wins by bot", 0) == ["witness", "random"]
    assert read.column("Points by source in The Toy", 0) == [one["source"] for one in variation["sources"]]
    assert read.column("Points by source in The Toy", 1) == [amount(one) for one in variation["sources"]]
    assert read.column("Points by source in The Toy", 2) == [
        f"{100 * one['scored']:.1f} %" for one in variation["sources"]
    ]
    assert read.column("How games end", 1) == [f"{one['games']}" for one in variation["endings"]]
    for caption, group in (("Kinds of action", "action"), ("Square", "square")):
        rows = variation["uses"][group]
        assert read.column(caption, 0) == [row["name"] for row in rows]
        assert read.column(caption, 1) == [f"{row['count']:,}" for row in rows]
        assert read.column(caption, 2) == [amount(row) for row in rows]
        assert read.column(caption, 4) == [f"{row['more']:,}" for row in rows]
        assert read.column(caption, 5) == [percent(row["share"], row["share_error"]) for row in rows]


def test_the_same_seed_is_the_same_report(run: Run, toys: Path) -> None:
    run("study toy --bots random --games 30 --workers 1")
    run("study toy --bots random --games 30 --workers 2")
    first, second = ((toys / name).read_bytes() for name in ("study-toy.html", "study-toy-2.html"))
    assert first == second


def test_choices_stand_side_by_side(run: Run, toys: Path) -> None:
    lines = run("study toy --bots random --games 30 --compare apart --json all.json").out.splitlines()
    assert "apart: off" in lines[2]
    assert "apart: on" in lines[2]
    data = json.loads((toys / "all.json").read_text())
    read = check((toys / "study-toy.html").read_text("utf-8"))
    assert read.tables["Figures on the same deals"][0] == ["figure", "Apart: off", "Apart: on"]
    moves = next(row for row in read.tables["Figures on the same deals"] if row[0] == "moves")
    assert moves[1:] == [amount(one["length"]["moves"]) for one in data["variations"]]
    differences = read.tables["Difference from “Apart: off”, deal by deal"]
    told = next(row for row in differences if row[0] == "moves")
    found = data["differences"][0]["moves"]
    assert told[1] == f"{found['mean']:+.2f} ± {found['error']:.2f}"


def test_hanabi_is_reported_as_a_team(run: Run, tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("page.html", "all.json")]
    outcome = run(["study", "hanabi", "--bots", "beginner", "--games", "8", "--out", paths[0], "--json", paths[1]])
    assert "perfect games" in outcome.out
    variation = json.loads(Path(paths[1]).read_text())["variations"][0]
    read = check(Path(paths[0]).read_text("utf-8"))
    team = variation["team"]
    told = dict(row for row in read.tables["The team"][1:])
    assert told["lost games"] == percent(team["lost"]["share"], team["lost"]["error"])
    assert told["errors at the end"] == amount(team["at_end"]["errors"])
    assert "Cards played that fit" in read.tables
    assert "the next seat" in read.column("Who gets hints", 0)


def test_what_is_wrong_is_told_before_anything_is_played(run: Run, toys: Path) -> None:
    (toys / "there.html").write_text("mine")
    for arguments, words in (
        ("--games 0", "games is 0; it must be at least 1"),
        ("--compare weather", "The Toy has no option 'weather' to compare; it has apart or players"),
        ("--bots wizard", "The Toy has no bot 'wizard'"),
        ("--workers 0", "--workers is 0; it must be at least 1"),
        ("--out there.html", "there.html is there already: choose another name"),
        ("--json there.html", "there.html is there already: choose another name"),
    ):
        outcome = run(f"study toy --bots random {arguments}" if "--bots" not in arguments else f"study toy {arguments}")
        assert outcome.status == 2
        assert words in outcome.err
    assert (toys / "there.html").read_text() == "mine"
    assert [path.name for path in toys.glob("*.html")] == ["there.html"]


@pytest.mark.parametrize("name", lantern.names())
def test_a_report_is_told_in_every_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same keys are told in all of them, and beside them stands only what is typed."""
    game = lantern.game(name)
    found = study(Asked(game, 2, {}, ("random",), 2, 1, "start"))
    for one in found["left_out"]:
        one["why"] = "?"
    boards = [dict(game.sheet.words(one["options"]).board()) for one in found["variations"]]
    keys, told = listen(monkeypatch), {}
    for language in LANGUAGES:
        read = check(page(game.sheet, found, boards, language))
        with (screen := console(StringIO())).capture() as shown:
            screen.print(summary(found, language))
        words = [word for word in read.words if "{" not in word]
        told[language] = [*words, shown.get(), *(value for _, key, value in read.attributes if key == "aria-label")]
    assert keys["it"] == keys["ru"] == keys["en"]
    verbs = {
        table.words.write_action(action).split()[0]
        for table in all_tables(game)
        for action in range(game.sheet.actions)
    }
    ids = {one["id"] for board in boards for one in _entries(board) if "id" in one}
    typed = latin_words([found["command"], *found["bots"], *(one["choice"] for one in found["variations"])])
    options = {str(value) for one in found["variations"] for value in one["options"].values()}
    assert latin_words(told["ru"]) - verbs - ids - typed - options <= {"lantern", name.upper()}


# Markup, names and plots.


def test_text_is_never_markup() -> None:
    assert tag("p", "a < b & c", title='"') == '<p title="&quot;">a &lt; b &amp; c</p>'
    assert joined(None, "<b>", Markup("<b>")) == "&lt;b&gt;<b>"
    data = study(Asked(TOY, 2, {}, ("random",), 2, 1))
    data["title"] = data["variations"][0]["endings"][0]["reason"] = "<script>alert(1)</script>"
    assert "<script" not in page(TOY.sheet, data, [dict(TOY.sheet.words(TOY.options(2)).board())])


@pytest.mark.parametrize("name", lantern.names())
def test_all_kinds_of_action_and_all_things_have_names(name: str) -> None:
    game = lantern.game(name)
    match = game.match(game.sheet.seats.start + 1, seed=1)
    actions = range(game.sheet.actions)
    kinds = {table.words.write_action(action).split()[0] for table in all_tables(game) for action in actions}
    words, action = set(catalogue(name, DEFAULT)), f"{name}.report.action."
    assert kinds == {key.removeprefix(action) for key in words if key.startswith(action)}
    touched = {thing for action in actions for thing in match.touch(action)}
    groups = {thing.partition(":")[0] for thing in touched if ":" in thing} - {"prince"}
    assert {f"{name}.report.group.{group}" for group in groups} <= words
    names = Names(game.sheet, match.board())
    for thing in touched:
        group, _, what = thing.partition(":")
        assert not what or names.thing(group, "+1" if group == "seat" else what)


def test_places_have_the_names_of_the_board() -> None:
    matches = {name: lantern.game(name).match(3, seed=1) for name in ("han", "ming", "khan", "hanabi")}
    told = {name: Names(match.game.sheet, match.board()) for name, match in matches.items()}
    assert told["han"].thing("space", "z1") == "z1 (Zhao)"
    assert told["han"].thing("dragon", "chin") == "Ch'in (chin)"
    assert told["han"].thing("dragon", "zhao") == "Zhao"
    assert told["han"].thing("row", "5") == "of 5 houses"
    assert told["ming"].thing("district", "W1") == "Yan'an (W1)"
    assert told["ming"].thing("hand", "sedan") == "sedan chair"
    assert told["khan"].thing("piece", "T-4") == "4-square T"
    assert told["khan"].thing("square", "C1") == "C1 (glaciers)"
    assert told["khan"].thing("special", "morale") == "High Morale"
    assert told["hanabi"].thing("hint", "red") == "red"
    assert told["hanabi"].thing("seat", "+2") == "2 seats on"
    assert (told["hanabi"].action("pass"), told["hanabi"].group("odd_things")) == ("pass", "Odd things")


def test_many_numbers_share_bars() -> None:
    assert binned([(3, 1), (5, 2)]) == [(3, 3, 1), (4, 4, 0), (5, 5, 2)]
    bars = binned([(number, 1) for number in range(100)])
    assert len(bars) <= MOST_BARS
    assert sum(times for _, _, times in bars) == 100
    assert bars[0] == (0, 4, 5)


def test_ticks_are_round_numbers() -> None:
    assert _ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert _ticks(0.21, 0.46, 4) == [0.3, 0.4]
    assert _ticks(0, 730, 4) == [0, 200, 400, 600]
