"""The app in this process, generous with its limits; and a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.web.app import create_app
from spieltisch.web.settings import Limits, Settings
from tests.web.server import Server

GENEROUS = Limits(seated=10**9, stranger=10**9, sitting_down=10**9)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite3'}", limits=GENEROUS)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--log", "json") as server:
        yield server
