"""Records that guests loaded to replay them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("expires", sa.Float, nullable=False, index=True),
    )
