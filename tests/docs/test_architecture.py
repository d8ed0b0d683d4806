"""The way through the house leads somewhere: each file is there, and holds what is named beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "architecture.md").read_text("utf-8")
STATIONS = re.findall(r"\]\(\.\./(src/[\w/]+\.py)\) ((?:`\w+`(?:, )?)+)", PAGE)
CHANGES = (
    "a role", "an effect", "a flag", "a language", "a provider", "a record field", "a tie rule", "a ruleset",
    "a host screen", "a case key", "a talk part", "a measure",
)  # fmt: skip


def test_every_station_holds_what_is_named() -> None:
    assert len(STATIONS) > 12
    for file, names in STATIONS:
        text = (ROOT / file).read_text("utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^\s*(def|class) {name}\b", text, re.MULTILINE), (file, name)


def test_every_table_that_is_named_is_in_its_file() -> None:
    named = re.findall(r"`(\w+)` (?:of|in) \[[^]]+\]\(\.\./([^)]+)\)", PAGE)
    assert len(named) > 6
    for name, file in named:
        assert re.search(rf"\b{name}\b", (ROOT / file).read_text("utf-8")), (name, file)


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_has_its_row(change: str) -> None:
    assert re.search(rf"^\| {change}\b.* \| .+ \| .+ \|$", PAGE, re.MULTILINE)
