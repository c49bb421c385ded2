"""Options and settings all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.kit import postgresql
from tests.kit.postgresql import Postgresql

pytest.register_assert_rewrite(
    "tests.kit.moves",
    "tests.kit.truth",
    "tests.kit.secrecy",
    "tests.kit.deals",
    "tests.kit.golden",
    "tests.kit.words",
)

settings.register_profile(
    "spieltisch",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("spieltisch")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write the golden files under tests/golden anew from what the rooms do now",
    )


# A long test that starts last is waited for by everybody; short ones fill the gaps at the end.
LONGEST_FIRST = ("tests/browser/", "tests/web/test_several.py", "tests/web/test_crash.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST_FIRST))


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgresql]:
    """Started once; whoever needs a database takes a new one of it."""
    with postgresql.running() as server:
        yield server


@pytest.fixture(scope="session")
def write_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--write-golden"))
