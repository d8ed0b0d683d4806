"""Files that tests hold generated text against: written anew by a command, and reviewed in the diff."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def keep(folder: Path, files: Mapping[str, str], arguments: list[str]) -> int:
    """With `--write`, make the folder hold just these files; else say which are stale, as an exit status too."""
    if arguments == ["--write"]:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.txt"):
            path.unlink()
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8", newline="\n")
        return 0
    stale = [name for name, content in files.items() if not _holds(folder / name, content)]
    print("\n".join(stale) or f"all {folder.name} are current; --write writes them anew")
    return bool(stale)


def _holds(path: Path, content: str) -> bool:
    return path.exists() and path.read_text("utf-8") == content
