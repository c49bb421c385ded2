"""Looking back: analyses are kept, and tables may begin from a position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.JSON(none_as_null=True)))
    key = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), key, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
    )
