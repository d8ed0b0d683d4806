"""Rulesets from outside are gone after each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.outside import forgetting


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with forgetting():
        yield
