"""Replays are made with few chances: how good these are is tested elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.arena.report.played_league import few_futures


@pytest.fixture(autouse=True, scope="module")
def _few_futures() -> Iterator[None]:
    with few_futures():
        yield
