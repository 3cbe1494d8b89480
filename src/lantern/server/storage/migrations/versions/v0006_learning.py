"""Other ways in which a match might have gone on, decisions that come back until they are found, and notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns and the tables; no table was a branch before."""
    op.add_column("tables", sa.Column("branch_of", sa.String(16)))
    op.add_column("tables", sa.Column("branched_at", sa.Integer))
    op.add_column("tables", sa.Column("label", sa.Text))
    op.create_index("tables_branch_of", "tables", ["branch_of"])
    op.create_table(
        "practice",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("about", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
