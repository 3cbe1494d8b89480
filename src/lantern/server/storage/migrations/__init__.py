"""Bring a database to the form that this version of Lantern needs."""

from __future__ import annotations

from sqlalchemy import Connection, inspect

LOCK = 0x1A47E47
"""The number of the advisory lock under which PostgreSQL is migrated, so that processes do not do it at once."""
FORM = "0009"
"""The last of the steps in `versions`."""


def upgrade(connection: Connection, form: str = FORM) -> None:
    """Apply what is missing, all in the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    if form_of(connection) != form:
        from lantern.server.storage.migrations.steps import apply  # Alembic takes a while to be imported

        apply(connection, form)


def form_of(connection: Connection) -> str | None:
    """The last step that a database has taken; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    form: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return form


def is_known(form: str) -> bool:
    """Whether this version of Lantern can bring a database of a form to its own."""
    from lantern.server.storage.migrations.steps import known

    return form in known()
