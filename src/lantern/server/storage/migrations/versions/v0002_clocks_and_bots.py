"""Deadlines of clocks, bots that are due, a digest of each match, and the server's pulse."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what clocks and bots need after a restart."""
    op.add_column("tables", sa.Column("digest", sa.String(64)))
    op.add_column("tables", sa.Column("deadline", sa.BigInteger))
    op.add_column("tables", sa.Column("bot_due", sa.BigInteger))
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.create_index("tables_bot_due", "tables", ["bot_due"])
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO pulse (id, alive_at) VALUES (1, 0)")
