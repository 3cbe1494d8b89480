"""Puzzles: the tables at which they are solved, and what everybody tried first, with his rating after it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column and the table; there were no puzzles before."""
    op.add_column("tables", sa.Column("puzzle", sa.String(64)))
    op.create_index("tables_puzzle", "tables", ["puzzle", "updated_at"])
    op.create_table(
        "puzzle_tries",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("counts", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
    )
