"""What nobody needs any more, found and removed: guests who never did anything, and tables that are long over.

A table goes when its match has ended and nobody has made anything of it: no notes, no move that comes back until it is
found, no variation, no review under way. A variation is alone with bots and often left unfinished; it counts as ended
when it has been left for a week. So the variations go first, and the match they are of at a later time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

from lantern.kernel.errors import BadInput
from lantern.server.storage.records import ENDED, remove_tables
from lantern.server.storage.schema import (
    bars,
    devices,
    guests,
    notes,
    practice,
    pulse,
    push_devices,
    puzzle_tries,
    reviews,
    sittings,
    tables,
    wishes,
)

DAY_MS = 86_400_000
LEFT_MS = 7 * DAY_MS
"""How long a variation that is not finished must have been left."""
USUAL_DAYS = 30
"""After how many days a guest who never did anything is forgotten, unless something else is said."""
MOST_DAYS = 36_500


@dataclass(frozen=True)
class Rules:
    """What is cleared; 0 is nothing of its kind."""

    guests: int = USUAL_DAYS
    """Guests who never did anything and have not been here for so many days."""
    tables: int = 0
    """Tables whose match ended so many days ago."""
    keep: int = 0
    """Tables whose match has ended, but for the newest so many."""

    def check(self) -> None:
        """`BadInput` if it makes no sense."""
        for what, value in (("--clear-guests", self.guests), ("--clear-tables", self.tables)):
            if not 0 <= value <= MOST_DAYS:
                raise BadInput("bad.number", what=what, value=value, least=0, most=MOST_DAYS)
        if self.keep < 0:
            raise BadInput("bad.number", what="--keep-tables", value=self.keep, least=0, most=MOST_DAYS)


def unused_guests(connection: Connection, rules: Rules, now: int) -> list[str]:
    """The guests who may go."""
    if not rules.guests:
        return []
    return list(connection.execute(select(guests.c.id).where(_is_unused(rules, now))).scalars())


def _is_unused(rules: Rules, now: int) -> ColumnElement[bool]:
    """Whether a guest has nothing here, and was not here lately; that he is here is noted once a day."""
    before = now - (rules.guests + 1) * DAY_MS
    kept = (sittings, puzzle_tries, practice, notes, devices, bars, wishes, push_devices)
    return and_(
        guests.c.key.is_(None),
        func.coalesce(guests.c.seen_at, guests.c.created_at) <= before,
        *(~exists().where(one.c.guest == guests.c.id) for one in kept),
    )


def ended_tables(connection: Connection, rules: Rules, now: int) -> list[str]:
    """The tables that may go, the oldest first."""
    wanted = select(tables.c.id, tables.c.updated_at).where(_is_over(now)).order_by(tables.c.updated_at, tables.c.id)
    aged, beyond = list[str](), list[str]()
    if rules.tables:
        old = wanted.where(_is_unneeded(), tables.c.updated_at <= now - rules.tables * DAY_MS)
        aged = list(connection.execute(old).scalars())
    if rules.keep:
        newest = wanted.with_only_columns(tables.c.id).order_by(None).order_by(tables.c.updated_at.desc(), tables.c.id)
        rest = newest.limit(rules.keep)
        beyond = list(connection.execute(wanted.where(_is_unneeded(), tables.c.id.not_in(rest))).scalars())
    return list(dict.fromkeys([*aged, *beyond]))


def _is_over(now: int) -> ColumnElement[bool]:
    """Whether a match has ended, or is a variation that was left."""
    left = and_(tables.c.branch_of.is_not(None), tables.c.updated_at <= now - LEFT_MS)
    return or_(tables.c.status.in_(ENDED), left)


def _is_unneeded() -> ColumnElement[bool]:
    """Whether nobody has made anything of a table."""
    branches = tables.alias()
    pending = ("waiting", "working")
    return and_(
        ~exists().where(notes.c.table_id == tables.c.id),
        ~exists().where(practice.c.table_id == tables.c.id),
        ~exists().where(branches.c.branch_of == tables.c.id),
        ~exists().where(reviews.c.table_id == tables.c.id, reviews.c.state.in_(pending)),
    )


def remove_guests(connection: Connection, found: Sequence[str], rules: Rules, now: int) -> int:
    """Remove those guests of some who may still go; how many."""
    return connection.execute(delete(guests).where(guests.c.id.in_(found), _is_unused(rules, now))).rowcount


def remove_ended(connection: Connection, found: Sequence[str], now: int) -> list[str]:
    """Remove those tables of some that may still go; which these were."""
    wanted = select(tables.c.id).where(tables.c.id.in_(found), _is_over(now), _is_unneeded())
    removed = list(connection.execute(wanted).scalars())
    remove_tables(connection, removed)
    return removed


def claim(connection: Connection, now: int) -> bool:
    """Whether it is for this process to clear now: one does, once a day."""
    due = func.coalesce(pulse.c.cleared_at, 0) <= now - DAY_MS
    return connection.execute(update(pulse).where(due).values(cleared_at=now)).rowcount > 0
