"""Loaded records remember the network they were loaded from: those of one make room for its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    origin = sa.Column("origin", sa.String(40), nullable=False, server_default="")
    op.add_column("records", origin)
