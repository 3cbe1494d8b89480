"""Alembic's entry; the connection comes from `upgrade`."""

from alembic import context

from lantern.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
