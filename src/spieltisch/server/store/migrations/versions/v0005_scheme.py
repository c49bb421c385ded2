"""Which scheme of fair chance a table was committed to: those there are keep the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("scheme", sa.Integer, nullable=False, server_default="1"))
