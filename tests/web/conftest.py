"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.web import site
from duskfall.web.engine_zip import engine_zip
from duskfall.web.house import House


@pytest.fixture
def house() -> Iterator[House]:
    """A house over this test's own disk."""
    house = House()
    yield house
    house.close()


@pytest.fixture(scope="session")
def engine() -> bytes:
    """The engine for the page, made once."""
    return engine_zip()


@pytest.fixture
def pyodide(engine: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files by the names of Pyodide's: who gives them out does not run them. The engine beside them is the one."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in (*site.NEEDED, "package.json"):
        (folder / name).write_text(f"// {name}\n")
    monkeypatch.setattr(site, "PYODIDE", folder)
    monkeypatch.setattr(site, "engine_zip", lambda: engine)
    return folder
