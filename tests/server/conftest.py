"""A database for each test."""

from __future__ import annotations

import pytest

from tests.kit.postgresql import Postgresql


@pytest.fixture
def address(database_server: Postgresql) -> str:
    return database_server.new_database()
