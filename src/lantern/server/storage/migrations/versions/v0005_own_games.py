"""How matches ended, for lists; the other devices of a person, and the key that brings him there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns and the table; what ended before is written by the server."""
    op.add_column("tables", sa.Column("result", sa.JSON(none_as_null=True)))
    op.add_column("guests", sa.Column("key", sa.String(64)))
    op.create_index("guests_key", "guests", ["key"], unique=True)
    op.create_table(
        "devices",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_guest", "devices", ["guest"])
