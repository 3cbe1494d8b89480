"""Games in files: written as they are played, whole or not at all, and played again from what is written."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lantern
from lantern import BadInput
from lantern.kernel.game import Match
from lantern.players import bot
from lantern.players.arena.dataset import COLUMNS, GamesFile, Origin, read_game, read_games
from lantern.players.arena.deals import Played, Tables, simulate
from lantern.players.arena.ladder import compete, tables_of
from tests.kernel.table import TOY
from tests.players.toys import HASTY, TOYS, VOTER

SEED, GAMES = 9, 21
BOTS = [VOTER, HASTY, bot(TOY, "random")]
NAMES = [known.name for known in BOTS]
FORMS = pytest.mark.parametrize("form", ["csv", "parquet"])


def toy_tables() -> tuple[Tables, Any]:
    return tables_of(TOY, TOY.options(3, apart=True), BOTS, NAMES, False, [*BOTS, *TOYS])


TABLES, _ = toy_tables()
ORIGIN = Origin(TOY, TABLES.options, SEED, TABLES.names())


@pytest.fixture(autouse=True)
def toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"toy": TOY}
    monkeypatch.setattr("lantern.players.arena.dataset.game_called", lambda name: known.get(name) or lantern.game(name))


@cache
def contest(workers: int) -> list[Played]:
    """A contest of the toy, part by part."""
    tables, ladder = toy_tables()
    parts: list[Played] = []
    compete(ladder, tables, GAMES, SEED, workers, keep=parts.append)
    return parts


def written(path: Path, workers: int = 1) -> Path:
    """The contest in a file."""
    with GamesFile(path, ORIGIN) as file:
        for played in contest(workers):
            file.add(played)
    return path


def expected(number: int) -> tuple[Match, list[str]]:
    """A game of it as a match."""
    return TABLES.play_match(number - 1, SEED)


@FORMS
def test_every_game_stands_there_with_all_it_takes_to_play_it_again(tmp_path: Path, form: str) -> None:
    games = list(read_games(written(tmp_path / f"games.{form}")))
    assert [game.number for game in games] == list(range(1, GAMES + 1))
    for game in games:
        match, bots = expected(game.number)
        assert (game.game, game.rules, game.version) == ("toy", TOY.sheet.rules_version, lantern.__version__)
        assert (game.options, game.seed) == (match.options, match.seed)
        assert (game.seating, game.bots) == ((game.number - 1) % 3, bots)
        assert (game.scores, game.length, game.ending) == (match.scores, match.ply, (match.result or {})["reason"])
        assert [match.words.write_action(action) for action in game.actions] == match.history
        assert game.match().save() == match.save()


@FORMS
def test_who_is_ahead_has_the_win(tmp_path: Path, form: str) -> None:
    shared = set()
    for game in read_games(written(tmp_path / f"games.{form}")):
        ahead = [standing == max(game.standings) for standing in game.standings]
        assert game.wins == pytest.approx([first / sum(ahead) for first in ahead])
        shared.add(sum(ahead))
    assert shared > {1}, "some win was shared"


@FORMS
@pytest.mark.parametrize("group", [4, 7, 100])
def test_files_are_the_same_however_games_were_shared_out(
    tmp_path: Path, form: str, group: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lantern.players.arena.dataset.GROUP", group)
    monkeypatch.setattr("lantern.players.arena.deals.PART_S", 0.0)
    first = written(tmp_path / f"one.{form}", workers=1)
    assert written(tmp_path / f"three.{form}", workers=3).read_bytes() == first.read_bytes()
    if form == "parquet":
        assert pq.ParquetFile(first).num_row_groups == -(-GAMES // group)
    assert [read_game(first, number).actions for number in (1, 8, GAMES)] == [
        game.actions for game in read_games(first) if game.number in (1, 8, GAMES)
    ]


def test_groups_are_written_as_soon_as_they_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantern.players.arena.dataset.GROUP", 4)
    groups: list[int] = []
    write = pq.ParquetWriter.write_table

    def counted(writer: Any, table: Any, **settings: Any) -> None:
        groups.append(len(table))
        write(writer, table, **settings)

    monkeypatch.setattr(pq.ParquetWriter, "write_table", counted)
    with GamesFile(tmp_path / "games.parquet", ORIGIN) as file:
        for played in contest(1):
            file.add(played)
        assert groups == [4] * (GAMES // 4)
    assert sum(groups) == GAMES


def test_both_forms_say_the_same(tmp_path: Path) -> None:
    text, columns = (written(tmp_path / f"games.{form}") for form in ("csv", "parquet"))
    assert list(read_games(text)) == list(read_games(str(columns)))


def test_parquet_says_what_its_games_have_in_common(tmp_path: Path) -> None:
    schema = pq.read_schema(written(tmp_path / "games.parquet"))
    facts = json.loads(schema.metadata[b"lantern"])
    assert (facts["game"], facts["rules"], facts["seed"]) == ("toy", TOY.sheet.rules_version, SEED)
    assert (facts["options"], facts["seatings"]) == (TABLES.options, TABLES.names())
    assert schema.field("actions").type == pa.list_(pa.int16())


@FORMS
def test_a_team_wins_or_loses_together(tmp_path: Path, form: str) -> None:
    game, path = lantern.game("hanabi"), tmp_path / f"games.{form}"
    options = game.options(2, multicolour=True)
    with GamesFile(path, Origin(game, options, 3, [["random", "beginner"]])) as file:
        tally = simulate(game, options, ["random", "beginner"], 5, 3, keep=file.add)
    games = list(read_games(path))
    assert [one.wins for one in games] == [[]] * 5
    assert sum(one.length for one in games) == tally.moves
    assert all(one.match().scores == one.scores for one in games)


@pytest.mark.plain_only(reason="compiling contests of every game takes minutes")
@pytest.mark.parametrize("name", lantern.names())
def test_games_of_every_kind_are_played_again(tmp_path: Path, name: str) -> None:
    game, path = lantern.game(name), tmp_path / "games.csv"
    options = game.options()
    with GamesFile(path, Origin(game, options, 1, [["random"] * options["players"]])) as file:
        simulate(game, options, ["random"] * options["players"], 1, 1, keep=file.add)
    (one,) = read_games(path)
    assert one.match().ply == one.length


# Whole or not at all.


@FORMS
def test_a_file_that_is_not_finished_is_not_there(tmp_path: Path, form: str) -> None:
    tables, ladder = toy_tables()

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), GamesFile(tmp_path / f"games.{form}", ORIGIN) as file:
        compete(ladder, tables, GAMES, SEED, 1, stop, keep=file.add)
    assert list(tmp_path.iterdir()) == []


@FORMS
def test_what_is_there_is_not_overwritten(tmp_path: Path, form: str) -> None:
    path = written(tmp_path / f"games.{form}")
    with pytest.raises(BadInput, match="is there already"):
        written(path)


@FORMS
def test_a_file_that_can_not_be_written_is_told(tmp_path: Path, form: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"file/games\.\w+: Not a directory|File exists"):
        written(tmp_path / "file" / f"games.{form}")


@FORMS
def test_a_full_disk_is_told(tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="No space left"):
        written(tmp_path / f"games.{form}")
    assert list(tmp_path.iterdir()) == []


# What is damaged or foreign.


def test_a_name_says_what_a_file_is(tmp_path: Path) -> None:
    for act in (written, lambda path: next(read_games(path))):
        with pytest.raises(BadInput, match=r"end in \.csv or \.parquet"):
            act(tmp_path / "games.json")


def test_without_pyarrow_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert len(list(read_games(written(tmp_path / "games.csv")))) == GAMES
    with pytest.raises(BadInput, match=r"needs pyarrow: pip install 'lantern-table\[research\]'"):
        written(tmp_path / "games.parquet")


@FORMS
def test_a_file_that_is_not_there(tmp_path: Path, form: str) -> None:
    with pytest.raises(BadInput, match=f"nowhere.{form}: No such file"):
        next(read_games(tmp_path / f"nowhere.{form}"))


@FORMS
def test_a_game_that_is_not_there(tmp_path: Path, form: str) -> None:
    path = written(tmp_path / f"games.{form}")
    for number in (-1, 0, GAMES + 1):
        with pytest.raises(BadInput, match=f"no game {number}; its games are 1 to {GAMES}"):
            read_game(path, number)


FOREIGN = {
    "empty.csv": b"",
    "other.csv": b"name,score\nme,7\n",
    "binary.csv": b"\xff\xfe\x00",
    "open.csv": b'"number,game',
    "empty.parquet": b"",
    "text.parquet": b"number,game\n" * 100,
}


@pytest.mark.parametrize("name", FOREIGN)
def test_files_of_others_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FOREIGN[name])
    with pytest.raises(BadInput, match=f"{name}: this is not "):
        list(read_games(path))


def test_parquet_of_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"number": [1, 2]}), path)
    with pytest.raises(BadInput, match="not a file of games"):
        list(read_games(path))
    pq.write_table(pa.table({"number": [1, 2]}).replace_schema_metadata({b"lantern": b"{}"}), path)
    with pytest.raises(BadInput, match="its columns are not number, game"):
        list(read_games(path))


@pytest.mark.parametrize("left", [0.3, 0.9])
def test_half_a_parquet_file_is_refused(tmp_path: Path, left: float) -> None:
    path = written(tmp_path / "games.parquet")
    path.write_bytes(path.read_bytes()[: int(left * path.stat().st_size)])
    with pytest.raises(BadInput, match="not a whole Parquet file"):
        list(read_games(path))


def test_a_damaged_page_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "games.parquet")
    content = bytearray(path.read_bytes())
    content[4 : len(content) // 3] = b"\x55" * (len(content) // 3 - 4)
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"games\.parquet: "):
        list(read_games(path))


Row = dict[str, str]


def change(column: str, value: str) -> Callable[[Row], None]:
    return lambda row: row.update({column: value})


DAMAGED = {
    "a number that is none": (change("seed", "many"), "game 2 is damaged"),
    "another game's number": (change("number", "7"), "it says that it is game 7"),
    "options that are no JSON": (change("options", "{"), "game 2 is damaged"),
    "an action that is none": (change("actions", "1 b"), "game 2 is damaged"),
    "half a game": (lambda row: row.update(actions=row["actions"][: len(row["actions"]) // 2]), "are here"),
    "another game": (change("game", "chess"), "game 2: there is no game 'chess'"),
    "other rules": (change("rules", "77"), "game 2: .*version 77 of the rules"),
    "another seed": (change("seed", "-1"), "game 2: seed is -1"),
    "other options": (change("options", '{"players": 9}'), "game 2: .* not 9"),
    "options without players": (change("options", "{}"), "game 2: .*'players'"),
    "options that are a list": (change("options", "[]"), "game 2: .*'options'"),
    "an illegal action": (
        lambda row: row.update(actions=f"9999 {row['actions'].split(' ', 1)[1]}"),
        "game 2: action 1",
    ),
    "other scores": (change("scores", "1 2 3000"), "game 2 is damaged: its scores"),
    "another ending": (change("ending", "fatigue"), "game 2 is damaged: its ending is fatigue"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_is_damaged_is_told(tmp_path: Path, damage: str) -> None:
    apply, named = DAMAGED[damage]
    path = written(tmp_path / "games.csv")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    apply(rows[1])
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    read_game(path, 1).match()
    with pytest.raises(BadInput, match=named):
        read_game(path, 2).match()


def test_a_game_that_is_not_over_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "games.csv")
    game = read_game(path, 1)
    shorter = type(game)(**vars(game) | {"actions": game.actions[:-1], "length": game.length - 1})
    with pytest.raises(BadInput, match="game 1 is damaged: it is not over"):
        shorter.match()


def test_a_row_that_lacks_cells_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "games.csv")
    path.write_text("\n".join([*path.read_text().splitlines()[:3], "3,toy"]))
    with pytest.raises(BadInput, match="game 3 is damaged"):
        list(read_games(path))
