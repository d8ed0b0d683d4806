"""Generated source as a module, kept on disk with what was compiled of it, so that it compiles once for each machine.

Nothing depends on the disk: a folder that is full, that nobody may write to or that somebody clears only costs time.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

PLACE = "DUSKFALL_BATCH_CACHE"  # in the environment: another folder
MOST = 256  # sources that are kept; the longest unused make room
NAME, LETTERS = "source.py", 32  # of a source's file, in the name of its folder


def folder() -> Path:
    """Where sources are kept, under the user's caches as the XDG base directories have it."""
    if named := os.environ.get(PLACE):
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(caches) if os.path.isabs(caches) else Path("~/.cache").expanduser()
    return base / "duskfall" / "batch"


def keep(text: str, versions: str) -> Path | None:
    """The file of a source, written if it is not there; None where none can be kept. Other versions, another file."""
    try:
        path = _path(text, versions)
        if not _holds(path, text):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_room(path.parent)
            _put(path, text)
        os.utime(path.parent)
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return None
    return path


def is_compiled(text: str, versions: str, functions: Sequence[str]) -> bool:
    """Whether these functions of a source were compiled before, and lie there."""
    try:
        there = _path(text, versions).parent / "__pycache__"
        return all(any(there.glob(f"*.{name}-*.nbi")) for name in functions)
    except (OSError, RuntimeError):
        return False


def _path(text: str, versions: str) -> Path:
    return folder() / sha256(f"{versions}\n{text}".encode()).hexdigest()[:LETTERS] / NAME


def load(text: str, path: Path | None, names: Mapping[str, Any]) -> ModuleType:
    """The module of a source with these names in it; compiled code finds it again by its name."""
    name = f"duskfall.batch.kept_{sha256(text.encode()).hexdigest()[:LETTERS]}"
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module
    exec(compile(text, str(path or f"<{name}>"), "exec"), vars(module))
    return module


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except FileNotFoundError:
        return False


def _put(path: Path, text: str) -> None:
    """The whole file or none. Its time is part of what compiled code is known by: so two that write at once agree."""
    beside = path.with_name(f".{NAME}.{secrets.token_hex(4)}")
    try:
        beside.write_text(text, encoding="utf-8")
        os.utime(beside, (1, 1))
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _make_room(new: Path) -> None:
    """The longest unused sources go, with what was compiled of them."""
    with suppress(OSError):
        ours = [each.parent for each in new.parent.glob(f"{'[0-9a-f]' * LETTERS}/{NAME}") if each.parent != new]
        ours.sort(key=lambda each: each.stat().st_mtime)
        for old in ours[: max(0, len(ours) + 1 - MOST)]:
            shutil.rmtree(old, ignore_errors=True)
