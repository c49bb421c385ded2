"""Which of equal things a player pointed at; nobody has in the steps there are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("steps", sa.Column("pointed", sa.Integer, nullable=False, server_default="0"))
