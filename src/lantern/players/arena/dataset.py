"""Games in files, one row each, with all it takes to play them again: seed, options and every action.

A file is a table in CSV (`.csv`) or Parquet (`.parquet`), which needs pyarrow. In CSV a list of numbers is written with
spaces between them, and the bots with commas.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol, TextIO

import numpy as np
from numpy.typing import NDArray

from lantern.games import game as game_called
from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Phrase, WrongCall, quoted
from lantern.kernel.files import check_new, told_of, whole_file
from lantern.kernel.game import Game, Match
from lantern.kernel.saved import FORMAT as MATCH_FORMAT
from lantern.version import __version__

if TYPE_CHECKING:
    from lantern.players.arena.deals import Played

FORMAT = "lantern games 1"
METADATA = b"lantern"
"""Where a Parquet file says what all of its games have in common."""
CSV, PARQUET = ".csv", ".parquet"
GROUP = 4096
"""Games that are kept in memory before they are written to a Parquet file."""
MOST_TEXT = 1 << 24
"""The most letters in a cell of a CSV file; data of a user's own may be long."""


@dataclass(frozen=True)
class GameRecord:
    """A game as it stands in a file; its fields are the file's columns."""

    number: int
    """From 1."""
    game: str
    rules: int
    """The version of the game's rules."""
    version: str
    """The version of Lantern."""
    options: Json
    seed: int
    """Of the deal."""
    seating: int
    """Which of a deal's seatings it is, from 0."""
    bots: list[str]
    """[seat]"""
    scores: list[int]
    """[seat]"""
    standings: list[int]
    """[seat] the higher is ahead."""
    wins: list[float]
    """[seat] its part of the win; empty where all win or lose together."""
    ending: str
    length: int
    """How many actions there are."""
    actions: list[int]

    def match(self) -> Match:
        """The game played again; `BadInput` if it can't be, or comes to something else than the file says."""
        saved = {
            "format": MATCH_FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seed": self.seed,
            "setup": {},
            "position": None,
            "actions": self.actions,
        }
        try:
            match = game_called(self.game).load(json.dumps(saved))
        except BadInput as error:
            raise BadInput("bad.within", what=Phrase("bad.games.number", number=self.number), fault=error) from None
        self._check(match)
        return match

    def _check(self, match: Match) -> None:
        """It must have ended as the file says."""
        if match.result is None:
            raise BadInput("bad.games.not_over", number=self.number, actions=match.ply)
        found = {"scores": match.scores, "length": match.ply, "ending": match.result["reason"]}
        for name, value in found.items():
            if getattr(self, name) != value:
                said = getattr(self, name)
                raise BadInput("bad.games.differs", number=self.number, name=name, said=str(said), found=str(value))


COLUMNS = tuple(GameRecord.__dataclass_fields__)


# Writing.


@dataclass(frozen=True)
class Origin:
    """What the games of a file have in common."""

    game: Game
    options: Json
    seed: int
    """Of the first deal."""
    seatings: Sequence[Sequence[str]]
    """[seating, seat] the bots by which every deal is played."""

    def facts(self) -> Json:
        """As plain data."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.sheet.rules_version,
            "version": __version__,
            "options": self.options,
            "seed": self.seed,
            "seatings": [list(seating) for seating in self.seatings],
            "endings": list(self.game.sheet.endings),
        }


class Lists(NamedTuple):
    """A column of lists: all their values, and how many each has."""

    values: NDArray[Any]
    lengths: NDArray[np.int64]

    def parts(self) -> list[NDArray[Any]]:
        """[game] its list."""
        return np.split(self.values, np.cumsum(self.lengths)[:-1])


def _rows(table: NDArray[Any]) -> Lists:
    """A column of lists that are all of one length."""
    return Lists(table.ravel(), np.full(len(table), table.shape[1], np.int64))


def columns_of(origin: Origin, first: int, played: Played) -> dict[str, Any]:
    """Games with their actions as columns; the first one's number is counted from 0."""
    assert played.actions is not None, "the actions were not written down"
    games, sheet = len(played), origin.game.sheet
    deals, seatings = np.divmod(np.arange(first, first + games), len(origin.seatings))
    wins = played.wins() / played.wins().sum(axis=1, keepdims=True)
    return {
        "number": np.arange(first, first + games) + 1,
        "game": [sheet.name] * games,
        "rules": [sheet.rules_version] * games,
        "version": [__version__] * games,
        "options": [json.dumps(origin.options)] * games,
        "seed": deals + origin.seed,
        "seating": seatings,
        "bots": [list(origin.seatings[seating]) for seating in seatings],
        "scores": _rows(played.points),
        "standings": _rows(played.standings),
        "wins": _rows(wins[:, :0] if sheet.team else wins),
        "ending": [sheet.endings[code] for code in played.outcomes["ending"].tolist()],
        "length": played.outcomes["length"],
        "actions": Lists(played.actions, played.outcomes["length"]),
    }


class Writer(Protocol):
    """A form in which columns are written to a file."""

    def add(self, columns: dict[str, Any]) -> None:
        """Write some games."""

    def finish(self) -> None:
        """Write what is left."""


class CsvWriter:
    """A table as text."""

    def __init__(self, file: BinaryIO, origin: Origin) -> None:
        self._text = TextIOWrapper(file, "utf-8", newline="")
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow(COLUMNS)

    def add(self, columns: dict[str, Any]) -> None:
        """Write some games."""
        self._writer.writerows(zip(*(_texts(name, columns[name]) for name in COLUMNS), strict=True))

    def finish(self) -> None:
        """Leave the file to who opened it."""
        self._text.detach()


def _texts(name: str, column: Any) -> Sequence[Any]:
    """A column as it stands in CSV."""
    if isinstance(column, Lists):
        return [" ".join(map(str, part.tolist())) for part in column.parts()]
    return [",".join(bots) for bots in column] if name == "bots" else column


class ParquetWriter:
    """A table of columns, in groups of as many games whoever played how many at a time."""

    def __init__(self, file: BinaryIO, origin: Origin) -> None:
        self._arrow, parquet = _pyarrow()
        self._schema = _schema(self._arrow, origin)
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[Any] = []

    def add(self, columns: dict[str, Any]) -> None:
        """Write some games, as many as make whole groups."""
        arrays = [self._array(columns[field.name], field.type) for field in self._schema]
        self._waiting.append(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        while sum(map(len, self._waiting)) >= GROUP:
            together = self._together()
            self._write(together.slice(0, GROUP))
            self._waiting = [together.slice(GROUP)]

    def finish(self) -> None:
        """Write what is left."""
        if any(map(len, self._waiting)):
            self._write(self._together())
        self._writer.close()

    def _together(self) -> Any:
        return self._arrow.concat_tables(self._waiting)

    def _write(self, table: Any) -> None:
        self._writer.write_table(table.combine_chunks(), row_group_size=GROUP)

    def _array(self, column: Any, kind: Any) -> Any:
        """A column as Arrow has it."""
        if not isinstance(column, Lists):
            return self._arrow.array(column, kind)
        ends = np.concatenate([[0], np.cumsum(column.lengths)])
        values = self._arrow.array(column.values, kind.value_type)
        return self._arrow.ListArray.from_arrays(self._arrow.array(ends, self._arrow.int32()), values, type=kind)


def _schema(arrow: Any, origin: Origin) -> Any:
    """The columns of a Parquet file, and what all games have in common."""
    number, text = arrow.int64(), arrow.string()
    action = arrow.int16() if origin.game.sheet.actions <= np.iinfo(np.int16).max + 1 else arrow.int32()
    kinds = {
        "number": number,
        "game": text,
        "rules": arrow.int32(),
        "version": text,
        "options": text,
        "seed": number,
        "seating": arrow.int32(),
        "bots": arrow.list_(text),
        "scores": arrow.list_(number),
        "standings": arrow.list_(number),
        "wins": arrow.list_(arrow.float64()),
        "ending": text,
        "length": arrow.int32(),
        "actions": arrow.list_(action),
    }
    fields = [arrow.field(name, kinds[name]) for name in COLUMNS]
    return arrow.schema(fields, metadata={METADATA: json.dumps(origin.facts()).encode()})


WRITERS: dict[str, Callable[[BinaryIO, Origin], Writer]] = {CSV: CsvWriter, PARQUET: ParquetWriter}


class GamesFile:
    """A file to which games are written as they are played; it is there when all of them are, or not at all."""

    def __init__(self, path: Path, origin: Origin) -> None:
        self._path, self._origin = path, origin
        self.games = 0
        """How many were written."""

    def __enter__(self) -> GamesFile:
        check_name(self._path)
        check_new(self._path)
        with told_of(self._path), ExitStack() as stack:
            file = stack.enter_context(whole_file(self._path))
            self._writer = WRITERS[self._path.suffix](file, self._origin)
            stack.callback(self._writer.finish)
            self._stack = stack.pop_all()
        return self

    def add(self, played: Played) -> None:
        """Write games that follow those written so far."""
        with told_of(self._path):
            self._writer.add(columns_of(self._origin, self.games, played))
        self.games += len(played)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with told_of(self._path):
            self._stack.__exit__(kind, error, at)


def check_name(path: Path) -> None:
    """A file's name says what it is."""
    if path.suffix not in WRITERS:
        raise BadInput("bad.games.other_name", path=path, endings=WRITERS)
    if path.suffix == PARQUET:
        _pyarrow()


def is_games_file(path: Path) -> bool:
    """Whether a file is one of games, by its name."""
    return path.suffix in WRITERS


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadInput("bad.games.no_pyarrow") from None
    return pyarrow, pyarrow.parquet


# Reading.


def read_games(path: str | Path) -> Iterator[GameRecord]:
    """The games of a file, one after the other; `GameRecord.match` plays one again."""
    return _read(_path(path), 0)


def read_game(path: str | Path, number: int) -> GameRecord:
    """One of the games of a file, counted from 1."""
    found = next(_read(_path(path), number - 1), None) if number > 0 else None
    if found is None:
        raise BadInput("bad.games.none", path=path, number=number, last=sum(1 for _ in read_games(path)))
    return found


def _path(path: str | Path) -> Path:
    if not isinstance(path, (str, Path)) or "\0" in str(path):
        raise WrongCall(f"{quoted(path)} is no file: a file is named by a text or a Path")
    return Path(path)


def _read(path: Path, skipped: int) -> Iterator[GameRecord]:
    """The games of a file but for so many."""
    check_name(path)
    rows = _read_csv(path, skipped) if path.suffix == CSV else _read_parquet(path, skipped)
    for number, cells in enumerate(rows, skipped + 1):
        yield _record(path, number, cells)


def _record(path: Path, number: int, cells: Json) -> GameRecord:
    """A game from the cells of its row."""
    try:
        record = GameRecord(**cells | {"options": json.loads(cells["options"])})
        here = len(record.actions)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput("bad.games.damaged", path=path, number=number, error=error) from None
    if (record.number, record.length) != (number, here):
        raise BadInput(
            "bad.games.miscounted", path=path, number=number, said=record.number, length=record.length, here=here
        )
    return record


def _check_columns(path: Path, names: Sequence[str]) -> None:
    if tuple(names) != COLUMNS:
        raise BadInput("bad.games.columns", path=path, columns=", ".join(COLUMNS))


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


FROM_TEXT: dict[str, Callable[[str], Any]] = {
    "number": int,
    "rules": int,
    "seed": int,
    "seating": int,
    "bots": lambda text: text.split(","),
    "scores": _numbers,
    "standings": _numbers,
    "wins": lambda text: [float(share) for share in text.split()],
    "length": int,
    "actions": _numbers,
}
"""How the cells of a CSV file are read that are not left as they are."""


def _read_csv(path: Path, skipped: int) -> Iterator[Json]:
    csv.field_size_limit(max(csv.field_size_limit(), MOST_TEXT))
    with told_of(path), path.open(encoding="utf-8", newline="") as file:
        rows = _csv_rows(path, file)
        _check_columns(path, next(rows, []))
        for number, row in islice(enumerate(rows, 1), skipped, None):
            try:
                cells = dict(zip(COLUMNS, row, strict=True))
                yield cells | {name: read(cells[name]) for name, read in FROM_TEXT.items()}
            except ValueError as error:
                raise BadInput("bad.games.damaged", path=path, number=number, error=error) from None


def _csv_rows(path: Path, file: TextIO) -> Iterator[list[str]]:
    try:
        yield from csv.reader(file, strict=True)
    except UnicodeDecodeError:
        raise BadInput("bad.not_utf8", what=path) from None
    except csv.Error as error:
        raise BadInput("bad.games.no_csv", path=path, error=error) from None


def _read_parquet(path: Path, skipped: int) -> Iterator[Json]:
    arrow, parquet = _pyarrow()
    try:
        with told_of(path), path.open("rb") as file:
            table = parquet.ParquetFile(file)
            if METADATA not in (table.schema_arrow.metadata or {}):
                raise BadInput("bad.games.no_metadata", path=path, name=quoted(METADATA.decode()))
            _check_columns(path, table.schema_arrow.names)
            for group in range(table.num_row_groups):
                games = table.metadata.row_group(group).num_rows
                if skipped < games:
                    yield from table.read_row_group(group).slice(skipped).to_pylist()
                skipped = max(0, skipped - games)
    except arrow.ArrowException as error:
        raise BadInput("bad.games.no_parquet", path=path, error=error) from None
