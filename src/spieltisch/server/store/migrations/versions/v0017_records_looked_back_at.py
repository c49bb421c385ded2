"""Loaded records are looked back at, too, and what was found is kept as long as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    key = sa.ForeignKey("records.id", ondelete="CASCADE")
    op.create_table(
        "record_analyses",
        sa.Column("record_id", sa.String(16), key, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
