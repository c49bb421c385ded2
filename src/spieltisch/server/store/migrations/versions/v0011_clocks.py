"""Clocks count the time the server has been running: when every step was taken, by that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Whoever is awaited has their time anew, from now on. Whoever loads a running table works out
    when it is really due."""
    found = op.get_bind().execute(sa.text("SELECT text FROM notes WHERE name = 'running'"))
    running = float(found.scalar_one_or_none() or 0.0)
    ran = sa.Column("ran", sa.Float, nullable=False, server_default=repr(running))
    op.add_column("steps", ran)
    op.execute("UPDATE tables SET due = 0 WHERE stage = 'playing'")
