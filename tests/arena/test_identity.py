"""What a bot is known by: its source, and that of what it stands on."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import duskfall.batch
import duskfall.detect
from duskfall.arena.identity import identity


@pytest.mark.parametrize(
    ("package", "file"),
    [(duskfall.detect, "posterior.py"), (duskfall.detect, "reading/*.json"), (duskfall.batch, "words/deaths.py")],
)
def test_a_detective_is_another_if_what_it_stands_on_changes(
    package: object, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, others = identity("detective"), identity("scripted")
    (folder,) = package.__path__  # type: ignore[attr-defined]
    copy = tmp_path / "copy"
    copytree(folder, copy)
    monkeypatch.setattr(package, "__path__", [str(copy)])
    assert identity("detective") == before, "where it lies is no matter"
    changed = next(copy.glob(file))
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert identity("detective") != before
    assert identity("scripted") == others
