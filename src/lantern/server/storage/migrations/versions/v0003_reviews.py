"""Reviews of finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what is kept of a review, and of the work on it."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("review", sa.Text),
    )
    op.create_index("reviews_due", "reviews", ["due"])
