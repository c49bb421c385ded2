"""Run by alembic inside the transaction that `migrate` opened."""

from __future__ import annotations

from alembic import context

from spieltisch.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
