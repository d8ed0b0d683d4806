"""Rulesets from outside in the page's engine: their code alone, and nothing that only lies beside it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.rules.registry import find
from duskfall.web.guests import guest_files
from tests.outside import MINI, forgetting


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    with forgetting():
        yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_file_comes_alone(tmp_path: Path) -> None:
    shutil.copy(MINI, tmp_path / "book.py")
    (tmp_path / "diary.txt").write_text("dear diary")
    find("book.py")
    assert [name for name in guest_files() if name.endswith((".py", ".txt")) and "dist-info" not in name] == [
        "duskfall_guest_mini_mafia.py"
    ]


def test_a_folder_that_is_no_package_stays_on_the_server(tmp_path: Path) -> None:
    (tmp_path / "guest_books").mkdir()
    shutil.copy(MINI, tmp_path / "guest_books" / "mini.py")
    (tmp_path / ".env").write_text("API_KEY=secret")
    find("guest_books.mini:MINI_MAFIA")
    assert guest_files() == {}


def test_a_package_brings_its_code_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "guest_package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    shutil.copy(MINI, folder / "mini.py")
    (folder / "notes.txt").write_text("mine alone")
    find("guest_package.mini:MINI_MAFIA")
    files = [name for name in guest_files() if "dist-info" not in name]
    assert files == ["guest_package/__init__.py", "guest_package/mini.py"]
