"""Secret choices made before their turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    to_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "sealed_choices",
        sa.Column("table_id", sa.String(16), to_table, primary_key=True),
        sa.Column("who", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.String(60), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
    )
