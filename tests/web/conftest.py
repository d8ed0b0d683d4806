"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.web import site
from duskfall.web.house import House


@pytest.fixture
def house() -> Iterator[House]:
    """A house over this test's own disk."""
    house = House()
    yield house
    house.close()


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files by the names of Pyodide's: who gives them out does not run them."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in (*site.NEEDED, "package.json"):
        (folder / name).write_text(f"// {name}\n")
    monkeypatch.setattr(site, "PYODIDE", folder)
    return folder
