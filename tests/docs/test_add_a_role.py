"""Who does what docs/add-a-role.md says, in a copy of the repository, has added a role."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, follow

PAGE = (DOCS / "add-a-role.md").read_text("utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository, but for what no rule has to do with."""
    for each in ("src", "docs", "cases", "tools", "page/src"):
        left_out = shutil.ignore_patterns("static", "pyodide", "__pycache__")
        shutil.copytree(ROOT / each, tmp_path / each, ignore=left_out)
    return tmp_path


def test_the_page_is_followed_to_its_end(copy: Path) -> None:
    assert follow(PAGE, copy, {"PYTHONPATH": str(copy / "src")}) == 5


def test_the_files_that_it_touches_are_there() -> None:
    table = PAGE.partition("| file |")[2]
    first = " ".join(row.partition(" | ")[0] for row in table.splitlines() if row.startswith("| "))
    named = re.findall(r"`([\w./*<>-]+)`", first)
    assert len(named) > 9
    assert all(list(ROOT.glob(name.replace("<book>", "*"))) for name in named)
