"""The report on names and docstrings finds what was planted, and samples what can be judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.language_report import (
    Definition,
    as_text,
    definitions,
    duplicate_classes,
    errors_without_suffix,
    form,
    report,
    sample,
    too_many_parameters,
)

MODULE = '''"""A module for tests."""

class Seat:
    """A seat."""

    def take(self, player): "Seat a player."
    def _hidden(self): ...

class Broken(ValueError):
    """Raised for a broken file."""

class BadFile(Broken): ...
class CorruptError(Broken): ...

def build(a, b, c, d, e, f, g, *, h): "What is built."
def _private(): ...
'''


@pytest.fixture
def found(tmp_path: Path) -> list[Definition]:
    """Return the definitions of a small package with faults of each kind."""
    package = tmp_path / "game"
    package.mkdir()
    (package / "__init__.py").write_text('"""A game."""\n', encoding="utf-8")
    (package / "table.py").write_text(MODULE, encoding="utf-8")
    (package / "other.py").write_text("class Seat: ...\nclass Table: ...\n", encoding="utf-8")
    (package / "derived.py").write_text("class Table(other.Table): ...\n", encoding="utf-8")
    (package / "_private.py").write_text("class Seat: ...\n", encoding="utf-8")
    return list(definitions(tmp_path))


def test_public_definitions_are_found_with_their_kind(found: list[Definition]) -> None:
    assert {(each.kind, each.name) for each in found if each.name.startswith("game.table")} == {
        ("module", "game.table"), ("class", "game.table.Seat"), ("method", "game.table.Seat.take"),
        ("class", "game.table.Broken"), ("class", "game.table.BadFile"), ("class", "game.table.CorruptError"),
        ("function", "game.table.build"),
    }  # fmt: skip


def test_planted_faults_are_reported(found: list[Definition]) -> None:
    assert duplicate_classes(found) == {"Seat": ["game.other.Seat", "game.table.Seat"]}
    assert errors_without_suffix(found) == ["game.table.BadFile", "game.table.Broken"]
    assert too_many_parameters(found) == ["game.table.build (8)"]
    lines = list(as_text(report(found)))
    assert "wh-fragments, percent: 16.7" in lines
    assert "  game.table.build (8)" in lines
    assert "  Seat: game.other.Seat, game.table.Seat" in lines


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Return the living seats.", "command"),
        ("Returns the living seats.", "third person"),
        ("The living seats.", "noun phrase"),
        ("Who lives.", "wh-fragment"),
        ("Whether they live, and why.", "wh-fragment"),
        ("What can be known?", "question"),
        ("By seat: its role.", "other fragment"),
        ("Killed at night.", "participle"),
        ("", "none"),
    ],
)
def test_docstrings_of_functions_are_told_apart_by_their_beginning(docstring: str, expected: str) -> None:
    assert form(Definition("function", "game.living", docstring)) == expected


def test_a_sample_depends_on_its_seed_alone_and_shows_docstrings_without_their_module(found: list[Definition]) -> None:
    assert sample(found, "names", 4, 1) == sample(found, "names", 4, 1) != sample(found, "names", 4, 2)
    assert "class Seat: A seat." in sample(found, "docstrings", 60, 1)
    assert all("game.table" not in line for line in sample(found, "docstrings", 60, 1))
