"""Guests, tables and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("setting", sa.JSON, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("to_act", sa.Integer),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["listed", "status", "updated_at"])
    op.create_table(
        "sittings",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("move_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_index("entries_move_id", "entries", ["table_id", "move_id"], unique=True)
