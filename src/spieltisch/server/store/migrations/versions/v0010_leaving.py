"""Old tables are marked and put aside before they are deleted, records and players marked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("tables", sa.Column("marked", sa.Float))
    op.add_column("tables", sa.Column("put_aside", sa.Float))
    op.add_column("records", sa.Column("marked", sa.Float))
    op.add_column("players", sa.Column("marked", sa.Float))
