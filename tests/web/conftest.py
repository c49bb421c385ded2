"""The app in this process, generous with its limits; and a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.web.app import create_app
from spieltisch.web.settings import Limits, Settings
from tests.kit.sqlite import new_database
from tests.web.server import Server

GENEROUS = Limits(seated=10**9, stranger=10**9, sitting_down=10**9)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=new_database(tmp_path), limits=GENEROUS)


@pytest.fixture
def new_house(settings: Settings) -> Iterator[TestClient[Litestar]]:
    """For tests of what is in the database, or that change what others would meet."""
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="session")
def one_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Built once, for that takes longer than most tests."""
    database = new_database(tmp_path_factory.mktemp("house"))
    with TestClient(create_app(Settings(database=database, limits=GENEROUS))) as client:
        yield client


@pytest.fixture
def client(one_house: TestClient[Litestar]) -> Iterator[TestClient[Litestar]]:
    """A browser nobody knows, in a house where others have been."""
    usual = one_house.headers.copy()
    one_house.cookies.clear()
    yield one_house
    one_house.headers = usual


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--log", "json") as server:
        yield server
