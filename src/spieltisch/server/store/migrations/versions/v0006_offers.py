"""Offers of fair chance that were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "spent_offers",
        sa.Column("offer", sa.String(60), primary_key=True),
        sa.Column("expires", sa.Float, nullable=False, index=True),
    )
