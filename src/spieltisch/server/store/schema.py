"""What is kept. The same schema on SQLite and PostgreSQL; migrations/ builds it."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()


def to_table() -> Column[str]:
    key = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", String(16), key, primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("active", Float, nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", JSON(none_as_null=True)),
    Column("options", JSON, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("house", JSON, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("stage", String(12), nullable=False),
    Column("seating", JSON, nullable=False),
    Column("host", String(64), nullable=False),
    Column("next_table", String(16)),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("due", Float),
    Column("clock_from", Float, nullable=False, server_default="0"),
    Column("reminded", Float, nullable=False, server_default="0"),
    Column("scheme", Integer, nullable=False, server_default="1"),
    Column("origin", String(40), nullable=False, server_default=""),
    Column("marked", Float),  # as old, since when; and put aside, since when: of running time
    Column("put_aside", Float),
    Column("start", JSON(none_as_null=True)),
    Index("tables_by_stage", "stage", "active"),
    Index("tables_by_due", "due"),
)

seats = Table(
    "seats",
    metadata,
    to_table(),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("level", String(40), nullable=False),
    Column("owner", String(64), nullable=False, index=True),
    Column("contribution", String(80), nullable=False),
    Column("taken_over", Boolean, nullable=False),
    Column("token", String(8), nullable=False, server_default=""),
    Column("key", String(64), nullable=False, server_default=""),
)

steps = Table(
    "steps",
    metadata,
    to_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("who", Integer, nullable=False),
    Column("text", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("key", String(64), nullable=False),
    Column("ran", Float, nullable=False, server_default="0"),
    Column("pointed", Integer, nullable=False, server_default="0"),
)

# Choices made secretly before their turn; once played they are steps.
sealed_choices = Table(
    "sealed_choices",
    metadata,
    to_table(),
    Column("who", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("key", String(64), nullable=False),
)

watchers = Table(
    "watchers",
    metadata,
    to_table(),
    Column("owner", String(64), primary_key=True),
)

# How far the look back at a finished game has come.
analyses = Table(
    "analyses",
    metadata,
    to_table(),
    Column("text", LargeBinary, nullable=False),
    Column("touched", Float, nullable=False),
)

# The same of a loaded record.
record_analyses = Table(
    "record_analyses",
    metadata,
    Column("record_id", String(16), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("text", LargeBinary, nullable=False),
    Column("touched", Float, nullable=False),
)

attendance = Table(
    "attendance",
    metadata,
    to_table(),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("process", String(16), primary_key=True),
    Column("until", Float, nullable=False),
)

seat_links = Table(
    "seat_links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("expires", Float, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("text", LargeBinary, nullable=False),
    Column("expires", Float, nullable=False, index=True),
    Column("marked", Float),
    Column("origin", String(40), nullable=False, server_default=""),
)

spent_offers = Table(
    "spent_offers",
    metadata,
    Column("offer", String(60), primary_key=True),
    Column("expires", Float, nullable=False, index=True),
)


def of_player() -> Column[str]:
    key = ForeignKey("players.id", ondelete="CASCADE")
    return Column("player", String(64), key, nullable=False, index=True)


players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("token", String(8), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("recovery", String(64), unique=True),
    Column("recovery_made", Float),
    Column("marked", Float),
)

# Those signed out stay, so that they can be told.
devices = Table(
    "devices",
    metadata,
    Column("hash", String(64), primary_key=True),
    of_player(),
    Column("name", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("ended", Float),
)

device_links = Table(
    "device_links",
    metadata,
    Column("hash", String(64), primary_key=True),
    of_player(),
    Column("expires", Float, nullable=False),
)


def of_device() -> Column[str]:
    key = ForeignKey("devices.hash", ondelete="CASCADE")
    return Column("device", String(64), key, primary_key=True)


# `sent`: the last notice, by the server's running time.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    of_device(),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("hourly", Boolean, nullable=False),
    Column("sent", Float, nullable=False, server_default="-1000000"),
)

# What was or is to be told to each device; `after`: not before that moment of running time.
push_notices = Table(
    "push_notices",
    metadata,
    of_device(),
    to_table(),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("claimed", Boolean, nullable=False, server_default=false()),
    Column("after", Float, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
)

# One row a seat of a finished game; they outlive the table.
results = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(64), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("level", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
)
