"""Notices: what people want to be told while they are away and where, what waits to be told, and the server's key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables and the column; nobody was told anything before."""
    op.add_column("pulse", sa.Column("push_key", sa.String(64)))
    op.create_table(
        "wishes",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(64)),
        sa.Column("channel", sa.String(8)),
        sa.Column("address", sa.Text),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("secret", sa.String(32), nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("push_devices_guest", "push_devices", ["guest"])
    op.create_table(
        "notices",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("notices_due", "notices", ["due"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("device", sa.String(16), sa.ForeignKey("push_devices.id")),
        sa.Column("message", sa.JSON, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("deliveries_due", "deliveries", ["due"])
    op.create_index("deliveries_guest", "deliveries", ["guest"])
