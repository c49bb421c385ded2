"""A PostgreSQL for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit import postgresql
from tests.kit.postgresql import Postgresql


@pytest.fixture(scope="module")
def database_server() -> Iterator[Postgresql]:
    with postgresql.running() as server:
        yield server


@pytest.fixture
def address(database_server: Postgresql) -> str:
    return database_server.new_database()
