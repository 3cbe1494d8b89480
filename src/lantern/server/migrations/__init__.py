"""Bring a database to the form that this version of Lantern needs."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from lantern.kernel.errors import BadInput

LOCK = 0x1A47E47
"""The number of the advisory lock under which PostgreSQL is migrated, so that processes do not do it at once."""


def config() -> Config:
    """Alembic's settings; there is no ini file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply what is missing, all in the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    settings = config()
    settings.attributes["connection"] = connection
    _check_known(connection, settings)
    command.upgrade(settings, revision)


def _check_known(connection: Connection, settings: Config) -> None:
    """A database of a newer Lantern is left alone."""
    from alembic.runtime.migration import MigrationContext

    current = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    if current is not None and current not in known:
        raise BadInput(f"this database was made by a newer version of Lantern (revision {current}); update Lantern")
