"""Where devices want their notices, and what each was told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def of_device() -> sa.Column[str]:
    key = sa.ForeignKey("devices.hash", ondelete="CASCADE")
    return sa.Column("device", sa.String(64), key, primary_key=True)


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        of_device(),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("hourly", sa.Boolean, nullable=False),
        sa.Column("sent", sa.Float, nullable=False, server_default="-1000000"),
    )
    to_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "push_notices",
        of_device(),
        sa.Column("table_id", sa.String(16), to_table, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("claimed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("after", sa.Float, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )
