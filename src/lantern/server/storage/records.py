"""What is read from and written to the database, as functions on a connection inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, literal, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from lantern.kernel.contract import Json
from lantern.server.storage.schema import (
    devices,
    entries,
    guests,
    notes,
    notices,
    practice,
    pulse,
    puzzle_tries,
    reviews,
    sittings,
    tables,
)
from lantern.server.tables.entries import GO_ON, Entry
from lantern.server.tables.glicko import Rating
from lantern.server.tables.ratings import Attempt, tried
from lantern.server.tables.solving import Tried
from lantern.server.tables.table import Setting, Table

CHANNEL = "lantern"
"""The channel on which PostgreSQL tells the other processes of a change."""
MOST_LISTED = 100
"""The most tables in a list."""


class Conflict(Exception):
    """Another process has changed the table first."""


def add_guest(connection: Connection, guest: str, token: str, name: str | None, at: int) -> tuple[str, str | None]:
    """A new guest, with the hash of his cookie; who has it already is the one he was."""
    new = _insert_if_new(connection, guests).values(id=guest, token=token, name=name, created_at=at, seen_at=at)
    connection.execute(new)
    return find_guest(connection, token) or (guest, name)


def find_guest(connection: Connection, token: str) -> tuple[str, str | None] | None:
    """The guest with this hash of a cookie, and his name."""
    elsewhere = select(devices.c.guest).where(devices.c.token == token)
    wanted = select(guests.c.id, guests.c.name).where((guests.c.token == token) | guests.c.id.in_(elsewhere))
    row = connection.execute(wanted).first()
    return (row.id, row.name) if row else None


def give_key(connection: Connection, guest: str, key: str) -> None:
    """Give a guest the key with this hash, in place of the one he had."""
    connection.execute(update(guests).where(guests.c.id == guest).values(key=key))


def add_device(connection: Connection, key: str, token: str, at: int) -> tuple[str, str | None] | None:
    """Another device of who has this key, known by the hash of its cookie from now on; None if nobody has it."""
    owner = connection.execute(select(guests.c.id).where(guests.c.key == key)).scalar()
    if owner is None:
        return None
    connection.execute(_insert_if_new(connection, devices).values(token=token, guest=owner, created_at=at))
    return find_guest(connection, token)


def name_guest(connection: Connection, guest: str, name: str) -> None:
    """Call a guest by another name."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def add_table(connection: Connection, table: Table, made: Sequence[Entry], projection: Json) -> None:
    """A new table with its first entries."""
    setting = table.setting
    fixed = {"id": setting.table, "setting": asdict(setting), "game": setting.game, "listed": int(setting.listed)}
    if setting.branch is not None:
        fixed |= {"branch_of": setting.branch["table"], "branched_at": setting.branch["ply"]}
    if setting.puzzle is not None:
        fixed |= {"puzzle": setting.puzzle["name"]}
    connection.execute(insert(tables).values(**fixed, created_at=setting.created_at, **projection))
    _add_entries(connection, setting.table, made)
    write_sittings(connection, table)


ADD_ENTRIES = insert(entries)
CHANGED = (
    "version", "status", "to_act", "seats", "updated_at", "digest", "result", "deadline", "bot_due", "label", "host"
)  # fmt: skip
"""What changes in a table's row."""
CHANGE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("changed_id"), tables.c.version == bindparam("old_version"))
    .values({name: bindparam(name) for name in CHANGED})
)
# These are made once: making a statement takes longer than running it.


def _add_entries(connection: Connection, table_id: str, made: Sequence[Entry]) -> None:
    if made:
        connection.execute(ADD_ENTRIES, [{"table_id": table_id, **vars(entry)} for entry in made])


def write_sittings(connection: Connection, table: Table) -> None:
    """Who sits at a table, so that people find theirs again."""
    table_id, host = table.setting.table, table.host
    connection.execute(delete(sittings).where(sittings.c.table_id == table_id))
    sitting = [(guest, seat.number) for seat in table.seats for guest in seat.guests]
    if host not in {guest for guest, _ in sitting}:
        sitting.append((host, 0))
    rows = [{"guest": guest, "table_id": table_id, "seat": seat} for guest, seat in sitting]
    connection.execute(insert(sittings), rows)


def read_sitting(connection: Connection, table_id: str, seat: int) -> list[str]:
    """The guests who play a seat."""
    wanted = select(sittings.c.guest).where(sittings.c.table_id == table_id, sittings.c.seat == seat)
    return list(connection.execute(wanted).scalars())


def append(connection: Connection, table_id: str, made: Sequence[Entry], projection: Json) -> None:
    """Further entries of a table; `Conflict` if their versions are taken."""
    key = {"changed_id": table_id, "old_version": made[0].version - 1}
    if connection.execute(CHANGE_TABLE, key | projection).rowcount != 1:
        raise Conflict(table_id)
    _add_entries(connection, table_id, made)


def write_projection(connection: Connection, table_id: str, projection: Json) -> None:
    """What a table's row says, if the table is still at that version."""
    connection.execute(CHANGE_TABLE, {"changed_id": table_id, "old_version": projection["version"]} | projection)


def not_projected(connection: Connection) -> list[str]:
    """The running matches of which the row does not say all: they come from before a migration."""
    wanted = select(tables.c.id).where(tables.c.status == "playing", tables.c.digest.is_(None))
    return list(connection.execute(wanted).scalars())


def not_told(connection: Connection) -> list[str]:
    """The finished matches of which the row does not say how they ended, for the same reason; last changed first."""
    ended = select(tables.c.id).where(tables.c.status == "over", tables.c.result.is_(None))
    wanted = ended.order_by(tables.c.updated_at.desc())
    return list(connection.execute(wanted).scalars())


def notify(connection: Connection, notice: str) -> None:
    """Tell other processes when the transaction is committed."""
    connection.execute(select(func.pg_notify(literal(CHANNEL), literal(notice))))


def read_setting(connection: Connection, table_id: str) -> Setting | None:
    """What was decided when a table was made."""
    row = connection.execute(select(tables.c.setting).where(tables.c.id == table_id)).first()
    return Setting(**row.setting) if row else None


def read_game(connection: Connection, table_id: str) -> str | None:
    """The game at a table."""
    return connection.execute(select(tables.c.game).where(tables.c.id == table_id)).scalar()


def read_version(connection: Connection, table_id: str) -> int | None:
    """The version a table is at."""
    return connection.execute(select(tables.c.version).where(tables.c.id == table_id)).scalar()


def read_entries(connection: Connection, table_id: str, after: int) -> list[Entry]:
    """A table's entries after a version, in order."""
    wanted = select(
        entries.c.kind, entries.c.seat, entries.c.data, entries.c.move_id, entries.c.version, entries.c.at
    ).where(entries.c.table_id == table_id, entries.c.version > after)
    return [Entry(*row) for row in connection.execute(wanted.order_by(entries.c.version))]


IS_AGAIN = func.coalesce(tables.c.setting[("branch", "again")].as_boolean(), literal(False))
IS_LESSON = func.coalesce(tables.c.setting["lesson"].as_boolean(), literal(False))
SUMMARY = (
    tables.c.id,
    tables.c.game,
    tables.c.status,
    tables.c.version,
    tables.c.to_act,
    tables.c.seats,
    tables.c.created_at,
    tables.c.updated_at,
    tables.c.result,
    IS_LESSON.label("lesson"),
    tables.c.branch_of,
    tables.c.branched_at,
    tables.c.label,
)
ENDED = ("over", "abandoned")


def list_own(connection: Connection, guest: str) -> list[Json]:
    """The tables of a guest, last changed first, with his seats; other ways of a match are listed there.

    Puzzles are in no list.
    """
    wanted = select(*SUMMARY, sittings.c.seat).join(sittings).where(sittings.c.guest == guest)
    return _list_sat_at(connection, wanted.where(tables.c.branch_of.is_(None), tables.c.puzzle.is_(None)))


def list_finished(connection: Connection, guest: str, until: int) -> list[Json]:
    """The finished tables of a guest that were last changed at a time or before, the last first."""
    wanted = select(*SUMMARY, sittings.c.seat).join(sittings).where(sittings.c.guest == guest)
    played = wanted.where(~IS_LESSON, tables.c.branch_of.is_(None), tables.c.puzzle.is_(None))
    return _list_sat_at(connection, played.where(tables.c.status.in_(ENDED), tables.c.updated_at <= until))


def _list_sat_at(connection: Connection, wanted: Select[Any]) -> list[Json]:
    found: dict[str, Json] = {}
    for row in connection.execute(wanted.order_by(tables.c.updated_at.desc(), sittings.c.seat).limit(MOST_LISTED)):
        summary = found.setdefault(row.id, _summary(row))
        if row.seat:
            summary["mine"].append(row.seat)
            summary["your_turn"] |= row.seat == row.to_act and row.seats[row.seat - 1]["bot"] is None
    return list(found.values())


def list_branches(connection: Connection, guest: str, table_id: str) -> list[Json]:
    """The other ways of a table's match that a guest has tried, in the order of the moments from which they go on."""
    wanted = select(*SUMMARY, sittings.c.seat).join(sittings).where(sittings.c.guest == guest)
    branches = _list_sat_at(connection, wanted.where(tables.c.branch_of == table_id, ~IS_AGAIN))
    return sorted(branches, key=lambda summary: (summary["branch"]["ply"], summary["created_at"]))


def list_open(connection: Connection) -> list[Json]:
    """The tables with open seats that anybody may take, newest first."""
    wanted = select(*SUMMARY).where(tables.c.listed == 1, tables.c.status == "seating")
    return [_summary(row) for row in connection.execute(wanted.order_by(tables.c.updated_at.desc()).limit(MOST_LISTED))]


def _summary(row: Any) -> Json:
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status,
        "version": row.version,
        "to_act": row.to_act,
        "seats": row.seats,
        "mine": [],
        "your_turn": False,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "result": row.result,
        "lesson": bool(row.lesson),
        "branch": _branch(row),
    }


def _branch(row: Any) -> Json | None:
    """What a table is a branch of, if it is one."""
    if row.branch_of is None:
        return None
    return {"table": row.branch_of, "ply": row.branched_at, "label": row.label}


def last_beat(connection: Connection) -> int:
    """When a server last ran; 0 if none ever has."""
    return int(connection.execute(select(pulse.c.alive_at)).scalar_one())


def beat(connection: Connection, at: int) -> None:
    """Note that a server runs."""
    connection.execute(update(pulse).values(alive_at=at))


def running_clocks(connection: Connection) -> list[str]:
    """The tables at which a clock runs."""
    return list(connection.execute(select(tables.c.id).where(tables.c.deadline.is_not(None))).scalars())


def run_out(connection: Connection, at: int) -> list[str]:
    """The tables at which a clock has run out."""
    return list(connection.execute(select(tables.c.id).where(tables.c.deadline <= at)).scalars())


def claim_bots(connection: Connection, due_by: int, until: int) -> list[str]:
    """Tables at which a bot should have moved by some moment, claimed for this process until another."""
    due = select(tables.c.id).where(tables.c.bot_due <= due_by).with_for_update(skip_locked=True)
    claimed = update(tables).where(tables.c.id.in_(due)).values(bot_due=until).returning(tables.c.id)
    return list(connection.execute(claimed).scalars())


def read_practice(connection: Connection, guest: str) -> list[Json]:
    """The decisions that a guest wants to find better, the first that comes back first."""
    wanted = select(practice, tables.c.game).join(tables).where(practice.c.guest == guest)
    rows = connection.execute(wanted.order_by(practice.c.due, practice.c.table_id, practice.c.ply).limit(MOST_LISTED))
    return [{"table": row.table_id, "game": row.game, **_practised(row)} for row in rows]


def _practised(row: Any) -> Json:
    return {"ply": row.ply, "seat": row.seat, "stage": row.stage, "due": row.due}


def find_practice(connection: Connection, guest: str, table_id: str, ply: int) -> Json | None:
    """A decision that a guest wants to find better, if he does."""
    row = connection.execute(select(practice).where(*_practice_of(guest, table_id, ply))).first()
    return _practised(row) if row else None


def write_practice(connection: Connection, guest: str, table_id: str, practised: Json) -> None:
    """Let a decision come back to a guest."""
    forget_practice(connection, guest, table_id, practised["ply"])
    connection.execute(insert(practice).values(guest=guest, table_id=table_id, **practised))


def forget_practice(connection: Connection, guest: str, table_id: str, ply: int) -> None:
    """A decision comes back no more."""
    connection.execute(delete(practice).where(*_practice_of(guest, table_id, ply)))


def _practice_of(guest: str, table_id: str, ply: int) -> tuple[Any, ...]:
    return practice.c.guest == guest, practice.c.table_id == table_id, practice.c.ply == ply


def read_tries(connection: Connection, guest: str, game: str) -> list[Attempt]:
    """What a guest tried first at the puzzles of a game, in order."""
    wanted = select(puzzle_tries).where(puzzle_tries.c.guest == guest, puzzle_tries.c.game == game)
    rows = connection.execute(wanted.order_by(puzzle_tries.c.number))
    return [
        Attempt(
            row.puzzle, row.day, bool(row.counts), bool(row.right), row.at,
            Rating(row.rating, row.deviation, row.volatility),
        )
        for row in rows
    ]  # fmt: skip


def note_try(connection: Connection, first: Tried, at: int) -> None:
    """Note what somebody tried first at a puzzle, one after another, for each rating follows from the one before."""
    connection.execute(select(guests.c.id).where(guests.c.id == first.guest).with_for_update())
    game = first.puzzle.game
    before = read_tries(connection, first.guest, game)
    noted = tried(before, first.puzzle, first.day, first.right, at)
    if noted is not None:
        row = asdict(noted) | {"guest": first.guest, "game": game, "number": len(before) + 1}
        rating = row.pop("rating")
        connection.execute(
            insert(puzzle_tries).values(**row | rating | {"counts": int(noted.counts), "right": int(noted.right)})
        )


def find_puzzle(connection: Connection, guest: str, name: str) -> str | None:
    """The last table at which a guest has a puzzle before him, if the match is under way there."""
    wanted = select(tables.c.id).join(sittings).where(sittings.c.guest == guest, tables.c.puzzle == name)
    newest = wanted.where(tables.c.status == "playing").order_by(tables.c.created_at.desc()).limit(1)
    return connection.execute(newest).scalar()


def forget_puzzles(connection: Connection, before: int, most: int) -> int:
    """Remove tables of puzzles that have long been left and after which nobody played on; how many."""
    played_on = select(entries.c.version).where(entries.c.table_id == tables.c.id, entries.c.kind == GO_ON)
    wanted = select(tables.c.id).where(tables.c.puzzle.is_not(None), tables.c.updated_at <= before, ~played_on.exists())
    left = list(connection.execute(wanted.limit(most)).scalars())
    remove_tables(connection, left)
    return len(left)


def remove_tables(connection: Connection, table_ids: Sequence[str]) -> None:
    """Remove tables and all that is kept of them."""
    for kept in (entries, sittings, reviews, practice, notes, notices):
        connection.execute(delete(kept).where(kept.c.table_id.in_(table_ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))


def read_notes(connection: Connection, guest: str, table_id: str, seat: int) -> dict[str, str]:
    """[what it is about] what a guest has noted at a seat of a table."""
    wanted = select(notes.c.about, notes.c.text).where(*_notes_of(guest, table_id, seat))
    return {row.about: row.text for row in connection.execute(wanted.order_by(notes.c.about))}


def write_note(connection: Connection, guest: str, table_id: str, seat: int, about: str, text: str | None) -> None:
    """Note something in place of what was noted before; nothing, if there is no text."""
    connection.execute(delete(notes).where(*_notes_of(guest, table_id, seat), notes.c.about == about))
    if text is not None:
        connection.execute(insert(notes).values(guest=guest, table_id=table_id, seat=seat, about=about, text=text))


def _notes_of(guest: str, table_id: str, seat: int) -> tuple[Any, ...]:
    return notes.c.guest == guest, notes.c.table_id == table_id, notes.c.seat == seat


NO_REVIEW: Json = {"state": "none", "done": 0, "of": 0, "review": None}


def ask_review(connection: Connection, table_id: str, at: int, asker: str) -> None:
    """Have a table's match reviewed, unless it is or will be; one that failed is tried again."""
    fresh = {"state": "waiting", "asker": asker, "asked_at": at, "done": 0, "total": 0, "tries": 0, "due": at}
    state = connection.execute(select(reviews.c.state).where(reviews.c.table_id == table_id).with_for_update()).scalar()
    if state is None:
        connection.execute(_insert_if_new(connection, reviews).values(table_id=table_id, **fresh))
    elif state == "failed":
        connection.execute(update(reviews).where(reviews.c.table_id == table_id).values(**fresh))


def _insert_if_new(connection: Connection, into: Any) -> Any:
    """An insertion that changes nothing where the row is there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(into).on_conflict_do_nothing()


def read_review(connection: Connection, table_id: str) -> Json:
    """How far a review is, and its text when it is done."""
    row = connection.execute(select(reviews).where(reviews.c.table_id == table_id)).first()
    if row is None:
        return NO_REVIEW
    return {"state": row.state, "done": row.done, "of": row.total, "review": row.review}


def claim_review(connection: Connection, now: int, due_by: int, until: int, most_tries: int) -> tuple[str, str] | None:
    """The table whose review is to be worked on next and who asked for it, claimed for this process until some moment.

    People take turns: next is whoever has waited longest since a review of his was begun.
    """
    connection.execute(
        update(reviews).where(reviews.c.due <= due_by, reviews.c.tries >= most_tries).values(state="failed", due=None)
    )
    his = reviews.alias()
    last_begun = select(func.max(his.c.begun_at)).where(his.c.asker == reviews.c.asker).scalar_subquery()
    wanted = select(reviews.c.table_id, reviews.c.asker).where(reviews.c.due <= due_by)
    order = (func.coalesce(last_begun, 0), reviews.c.asked_at)
    claimed = connection.execute(wanted.order_by(*order).limit(1).with_for_update(skip_locked=True)).first()
    if claimed is None:
        return None
    change = {"state": "working", "tries": reviews.c.tries + 1, "due": until, "begun_at": now}
    connection.execute(update(reviews).where(reviews.c.table_id == claimed.table_id).values(**change))
    return claimed.table_id, claimed.asker


def tell_review(connection: Connection, table_id: str, done: int, total: int, due: int) -> None:
    """How far the work on a review is, and until when it is claimed."""
    connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.state == "working")
        .values(done=done, total=total, due=due)
    )


def finish_review(connection: Connection, table_id: str, total: int, review: str) -> None:
    """A review is done; the first that is stays."""
    connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.state != "done")
        .values(state="done", done=total, total=total, due=None, review=review)
    )


def fail_review(connection: Connection, table_id: str) -> None:
    """A review could not be made; who wants it asks again."""
    connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.state == "working")
        .values(state="failed", due=None)
    )


def all_tables(connection: Connection) -> list[tuple[str, str | None]]:
    """Every table with the digest of its match."""
    return [(row.id, row.digest) for row in connection.execute(select(tables.c.id, tables.c.digest))]


def answers(connection: Connection) -> bool:
    """Whether the database answers."""
    return connection.execute(text("SELECT 1")).scalar() == 1
