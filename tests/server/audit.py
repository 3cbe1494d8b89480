"""What must hold of the database when the dust has settled: against what people were told, and against the rules."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import lantern
from lantern.kernel.game import Match
from tests.server.load import Ack, Json, Notes
from tests.server.postgres import Postgres

TABLES = "id, setting, version, status, to_act, seats, digest"
ENTRIES = "table_id, version, kind, seat, move_id, data"


class Books:
    """All that the database holds."""

    def __init__(self, tables: list[Json], entries: list[Json]) -> None:
        self.tables: dict[str, Json] = {table["id"]: table for table in tables}
        self.entries: dict[str, list[Json]] = {table: [] for table in self.tables}
        for entry in sorted(entries, key=lambda entry: int(entry["version"])):
            self.entries[entry["table_id"]].append(entry)

    @classmethod
    def of_sqlite(cls, path: Path) -> Books:
        with sqlite3.connect(path) as connection:
            connection.row_factory = sqlite3.Row
            tables = [dict(row) for row in connection.execute(f"select {TABLES} from tables")]
            entries = [dict(row) for row in connection.execute(f"select {ENTRIES} from entries")]
        connection.close()
        for table in tables:
            table |= {"setting": json.loads(table["setting"]), "seats": json.loads(table["seats"])}
        for entry in entries:
            entry["data"] = json.loads(entry["data"])
        return cls(tables, entries)

    @classmethod
    def of_postgres(cls, postgres: Postgres, database: str) -> Books:
        def rows(columns: str, table: str) -> list[Json]:
            sql = f"select coalesce(json_agg(row), '[]') from (select {columns} from {table}) row"
            found: list[Json] = json.loads(postgres.query(database, sql))
            return found

        return cls(rows(TABLES, "tables"), rows(ENTRIES, "entries"))

    def bots_to_act(self) -> list[str]:
        """The tables at which a bot is to act and a person is waited for; bots alone rest when nobody watches."""
        waiting = []
        for name, table in self.tables.items():
            seat, seats = table["to_act"], table["seats"]
            attended = any(one["kind"] == "person" and one["bot"] is None for one in seats)
            if table["status"] == "playing" and seat is not None and seats[seat - 1]["bot"] is not None and attended:
                waiting.append(name)
        return waiting

    def total(self) -> int:
        return sum(len(entries) for entries in self.entries.values())


def replay(setting: Json, entries: list[Json], problems: list[str]) -> tuple[Match | None, dict[int, int]]:
    """The match that the entries make, by the rules alone, and [version] its ply after each change."""
    match, plies = None, {}
    for entry in entries:
        version, data = entry["version"], entry["data"]
        if entry["kind"] == "begin":
            game = lantern.game(setting["game"])
            match = Match(game, setting["options"], setting["seed"], setting["setup"], setting["position"])
            for action in setting["actions"]:
                match.play(action)
        elif entry["kind"] == "move":
            assert match is not None
            if match.to_act != entry["seat"]:
                problems.append(
                    f"version {version} is a move of seat {entry['seat']}, but seat {match.to_act} is to act"
                )
            match.play(data["action"])
        elif entry["kind"] == "undo":
            assert match is not None
            for _ in range(data["count"]):
                match.undo()
        else:
            continue
        plies[version] = match.ply
    return match, plies


def check_table(books: Books, name: str, granted: list[Ack], notes: Notes) -> Match | None:
    """One table: its versions, its moves against those granted, denied and sent, and the row that sums it up."""
    table, entries, problems = books.tables[name], books.entries[name], list[str]()
    versions = [entry["version"] for entry in entries]
    if versions != list(range(1, len(entries) + 1)):
        problems.append(f"the versions are {versions}")
    if table["version"] != len(entries):
        problems.append(f"the row says version {table['version']}, but there are {len(entries)} entries")
    match, plies = replay(table["setting"], entries, problems)
    problems += _check_ids(entries, notes)
    problems += [problem for ack in granted for problem in _check_ack(ack, entries, plies)]
    if match is not None:
        digest = hashlib.sha256(match.state.tobytes()).hexdigest()
        to_act = match.to_act if table["status"] == "playing" else None
        if table["digest"] != digest:
            problems.append("the row's digest is not that of the replayed match")
        if table["to_act"] != to_act or match.over != (table["status"] == "over"):
            problems.append(f"the row says {table['status']}, seat {table['to_act']}; the match: {match!r}")
    for problem in problems:
        notes.wrong(f"table {name} ({table['setting']['game']}): {problem}")
    return match


def _check_ids(entries: list[Json], notes: Notes) -> list[str]:
    """No id twice, none that nobody sent, none that was denied, and one for each move of a person."""
    ids = Counter(entry["move_id"] for entry in entries if entry["move_id"] is not None)
    problems = [f"{count} entries have the id {move_id}" for move_id, count in ids.items() if count > 1]
    problems += [f"nobody sent {move_id}" for move_id in ids if move_id not in notes.sent]
    problems += [
        f"{move_id} is there, but was denied: {notes.denied[move_id]}" for move_id in ids if move_id in notes.denied
    ]
    nameless = [entry for entry in entries if entry["kind"] in ("move", "undo") and entry["move_id"] is None]
    problems += [f"version {entry['version']} has no id" for entry in nameless if "bot" not in entry["data"]]
    return problems


def _check_ack(ack: Ack, entries: list[Json], plies: dict[int, int]) -> list[str]:
    """What was granted is there, at its version, as it was asked for."""
    if ack.version > len(entries):
        return [f"LOST: {ack}; the last version is {len(entries)}"]
    entry: dict[str, Any] = entries[ack.version - 1]
    there = (entry["kind"], entry["seat"], entry["data"].get("action"), entry["move_id"], plies.get(ack.version))
    if there != (ack.kind, ack.seat, ack.action, ack.move_id, ack.ply):
        return [f"LOST: {ack}; at its version is {entry}, ply {plies.get(ack.version)}"]
    return []
