"""What tests share: which are slow, how patient all are, a shelf for games without a file name, a short record."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.patience import LONG, SCALE
from tests.table.cut import whole

HERE = Path(__file__).parent
SLOW = ("e2e/",)

# How long an example takes is no matter.
settings.register_profile("duskfall", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("duskfall")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Whoever is more patient with every wait is so with whole tests."""
    os.environ.setdefault("PYTEST_TIMEOUT", str(float(config.getini("timeout")) * SCALE))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take long are marked, and may."""
    for item in items:
        if item.path.relative_to(HERE).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(LONG))


@pytest.fixture(autouse=True)
def a_shelf_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves a game in the home of whoever runs it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the record of a game goes."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def text(path: Path) -> bytes:
    """The record of a short game."""
    return whole(path)
