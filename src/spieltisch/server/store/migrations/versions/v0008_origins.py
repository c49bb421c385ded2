"""Where a table was laid from, as marks that tell nobody the address: bots wait in turn by it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(40), nullable=False, server_default=""))
