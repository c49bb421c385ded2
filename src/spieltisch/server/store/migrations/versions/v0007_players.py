"""People who come back: players, their devices, and how their games came out.

Every credential that owns something becomes a player's first device; what it owned is the
player's from now on."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

OWNED = ("seats.owner", "watchers.owner", "tables.host")


def upgrade() -> None:
    create_tables()
    op.add_column("seats", sa.Column("token", sa.String(8), nullable=False, server_default=""))
    make_players(op.get_bind())


def of_player() -> sa.Column[str]:
    to_player = sa.ForeignKey("players.id", ondelete="CASCADE")
    return sa.Column("player", sa.String(64), to_player, nullable=False, index=True)


def create_tables() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token", sa.String(8), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("recovery", sa.String(64), unique=True),
        sa.Column("recovery_made", sa.Float),
    )
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), primary_key=True),
        of_player(),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
    )
    op.create_table(
        "device_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        of_player(),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
    )


def make_players(connection: sa.Connection) -> None:
    """Names are those of their newest seats; of several people at one device, the first's."""
    owners = {owner for place in OWNED for (owner,) in connection.execute(sa.text(distinct(place)))}
    newest = connection.execute(sa.text(SEATS))
    seats = {owner: (name, created) for owner, name, created in newest}
    people = [(owner, *seats.get(owner, ("", 0.0))) for owner in sorted(owners)]
    if not people:
        return
    rows = [
        {"hash": owner, "id": player_id(owner), "name": name, "at": at}
        for owner, name, at in people
    ]
    connection.execute(sa.text(PLAYER), rows)
    connection.execute(sa.text(DEVICE), rows)
    for place in OWNED:
        connection.execute(sa.text(handed_over(place)))


SEATS = """
SELECT seats.owner, seats.name, tables.created FROM seats
JOIN tables ON tables.id = seats.table_id WHERE seats.owner <> ''
ORDER BY tables.created, seats.place DESC
"""
PLAYER = """
INSERT INTO players (id, name, token, language, created) VALUES (:id, :name, '', '', :at)
"""
DEVICE = """
INSERT INTO devices (hash, player, name, created, seen) VALUES (:hash, :id, '', :at, :at)
"""


def distinct(place: str) -> str:
    table, column = place.split(".")
    return f"SELECT DISTINCT {column} FROM {table} WHERE {column} <> ''"


def handed_over(place: str) -> str:
    table, column = place.split(".")
    player = f"SELECT player FROM devices WHERE devices.hash = {place}"
    return f"UPDATE {table} SET {column} = ({player}) WHERE {column} <> ''"


def player_id(owner: str) -> str:
    """As server.credentials had it when this was written."""
    return hashlib.sha256(f"player {owner}".encode()).hexdigest()
