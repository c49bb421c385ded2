"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def table_key() -> sa.Column[str]:
    to_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), to_table, primary_key=True)


def upgrade() -> None:
    create_tables()
    create_seats()
    create_steps()
    op.create_table("watchers", table_key(), sa.Column("owner", sa.String(64), primary_key=True))
    op.create_table(
        "seat_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
    )


def create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("active", sa.Float, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.JSON),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("house", sa.JSON, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("stage", sa.String(12), nullable=False),
        sa.Column("seating", sa.JSON, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("next_table", sa.String(16)),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "active"])


def create_seats() -> None:
    op.create_table(
        "seats",
        table_key(),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("contribution", sa.String(80), nullable=False),
        sa.Column("taken_over", sa.Boolean, nullable=False),
    )
    op.create_index("ix_seats_owner", "seats", ["owner"])


def create_steps() -> None:
    op.create_table(
        "steps",
        table_key(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("text", sa.String(60), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
    )
