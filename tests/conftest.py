"""Options and settings all tests share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture(scope="session")
def write_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--write-golden"))
