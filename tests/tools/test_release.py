"""What cannot be released is refused, each for its own reason."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import release, words


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of its own, all committed, with a version that is told of."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-11-30)\n\n- All.\n")
    for args in (["init", "-q"], ["add", "."], [*WHO, "commit", "-qm", "All"]):
        subprocess.run(["git", *args], cwd=tmp_path, check=True)
    return tmp_path


WHO = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]


def test_a_clean_tree_with_a_version_that_is_told_of(tree: Path) -> None:
    assert [*release.unkept(tree), *release.untold(tree)] == []


def test_what_is_not_committed(tree: Path) -> None:
    (tree / "new.txt").touch()
    assert list(release.unkept(tree)) == ["not committed:\n?? new.txt"]


@pytest.mark.parametrize(
    ("heading", "reason"),
    [
        ("## 1.2.0 (unreleased)", "CHANGELOG.md has no date for 1.2.0: ## 1.2.0 (YYYY-MM-DD)"),
        ("## 1.1.0 (2026-11-30)", "CHANGELOG.md does not tell of 1.2.0"),
        ("## 11.2.0 (2026-11-30)", "CHANGELOG.md does not tell of 1.2.0"),
        ("## 1x2.0 (2026-11-30)", "CHANGELOG.md does not tell of 1.2.0"),
    ],
)
def test_a_version_that_is_not_told_of(heading: str, reason: str, tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n")
    assert list(release.untold(tree)) == [reason]


def test_what_is_not_translated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert list(release.untranslated({})) == []
    monkeypatch.setattr(words, "CODE", tmp_path)
    assert list(release.untranslated({("", "New."): ["x"]})) == ["pending translations: ru 1, zh 1\n  ru, zh: 'New.'"]


def test_any_reason_is_enough(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tree: Path) -> None:
    monkeypatch.setattr(release, "ROOT", tree)
    monkeypatch.setattr(words, "said", dict)
    assert release.main() == 0
    (tree / "new.txt").touch()
    assert release.main() == 1
    assert capsys.readouterr().out == "this tree can be released\nnot committed:\n?? new.txt\n"
