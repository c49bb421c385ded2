"""What several processes on one database tell each other: which tables changed, where the server
itself has to act and when, and who is looking."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_by_due", "tables", ["due"])
    # Whoever loads a running table works out when it is really due.
    op.execute("UPDATE tables SET due = 0 WHERE stage = 'playing'")
    to_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "attendance",
        sa.Column("table_id", sa.String(16), to_table, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
