"""Administration: who is not let in, messages to all, what administrators did, and when each guest was last here."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

HOSTS = {"sqlite": "json_extract(setting, '$.host')", "postgresql": "setting ->> 'host'"}
"""[kind of database] who made a table, in what was decided then."""


def upgrade() -> None:
    """Add the tables and columns; whoever is known counts as here today, and who made a table is its host."""
    op.add_column("guests", sa.Column("seen_at", sa.BigInteger))
    op.add_column("tables", sa.Column("host", sa.String(16)))
    op.add_column("pulse", sa.Column("cleared_at", sa.BigInteger))
    op.execute(sa.text("UPDATE guests SET seen_at = :now").bindparams(now=time.time_ns() // 1_000_000))
    op.execute(f"UPDATE tables SET host = {HOSTS[op.get_bind().dialect.name]}")
    op.create_table(
        "bars",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("network", sa.String(49)),
        sa.Column("guest", sa.String(16)),
        sa.Column("reason", sa.Text),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "bulletins",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.String(64)),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("address", sa.String(49)),
    )
    op.create_index("deeds_at", "deeds", ["at"])
