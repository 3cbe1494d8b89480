"""The steps of `versions`, as Alembic takes them."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from lantern.kernel.errors import BadInput
from lantern.server.storage.migrations import form_of


def config() -> Config:
    """Alembic's settings; there is no ini file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def apply(connection: Connection, form: str) -> None:
    """Take those that are missing; a database of a newer Lantern is left alone."""
    settings = config()
    settings.attributes["connection"] = connection
    current = form_of(connection)
    if current is not None and current not in known():
        raise BadInput("bad.database.newer", revision=current)
    command.upgrade(settings, form)


def known() -> list[str]:
    """All steps, the last first."""
    return [step.revision for step in ScriptDirectory.from_config(config()).walk_revisions()]
