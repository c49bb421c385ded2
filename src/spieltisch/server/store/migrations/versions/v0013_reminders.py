"""When somebody was given their time anew, and of which deadline they were reminded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Whose time ends later than the last step says had been given it anew."""
    for name in ("clock_from", "reminded"):
        op.add_column("tables", sa.Column(name, sa.Float, nullable=False, server_default="0"))
    tables = sa.table(
        "tables",
        sa.column("id"),
        sa.column("due"),
        sa.column("house", sa.JSON),
        sa.column("clock_from"),
    )
    due = sa.select(tables.c.id, tables.c.due, tables.c.house).where(tables.c.due.is_not(None))
    connection = op.get_bind()
    for table_id, ends, house in connection.execute(due).all():
        began = max(0.0, ends - 60 * house.get("pace", 0))
        this = sa.update(tables).where(tables.c.id == table_id)
        connection.execute(this.values(clock_from=began))
