"""With which key somebody sat down: the same request sent again takes no second seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seats", sa.Column("key", sa.String(64), nullable=False, server_default=""))
