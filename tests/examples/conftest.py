"""The examples are brought from outside, as anybody would, and are gone after each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.outside import forgetting


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: left out while one works")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with forgetting():
        yield
