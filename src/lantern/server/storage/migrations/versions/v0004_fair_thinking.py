"""Who asked for a review and when it was begun; bots among themselves are not due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

tables = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON), sa.column("bot_due"))


def upgrade() -> None:
    """Add what lets people take turns, and wake no bots that are among themselves."""
    op.add_column("reviews", sa.Column("asker", sa.String(16), nullable=False, server_default=""))
    op.add_column("reviews", sa.Column("begun_at", sa.BigInteger))
    op.create_index("reviews_asker", "reviews", ["asker", "begun_at"])
    connection = op.get_bind()
    due = connection.execute(sa.select(tables.c.id, tables.c.seats).where(tables.c.bot_due.is_not(None))).all()
    alone = [row.id for row in due if not any(seat["kind"] == "person" and not seat["bot"] for seat in row.seats)]
    for table_id in alone:
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(bot_due=None))
