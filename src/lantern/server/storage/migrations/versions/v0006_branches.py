"""Other ways in which a match might have gone on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns; no table was a branch before."""
    op.add_column("tables", sa.Column("branch_of", sa.String(16)))
    op.add_column("tables", sa.Column("branched_at", sa.Integer))
    op.add_column("tables", sa.Column("label", sa.Text))
    op.create_index("tables_branch_of", "tables", ["branch_of"])
