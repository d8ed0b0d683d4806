"""The build cache: generated source files and what was compiled from them, so that each machine compiles once.

Nothing depends on the disk: a folder that is full, read-only or cleared only costs time.
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

PLACE = "DUSKFALL_BATCH_CACHE"  # environment variable that names another folder
MOST = 256  # sources in the cache; the least recently used are deleted
NAME, LETTERS = "source.py", 32  # the name of a source file, and the length of its folder's name


def folder() -> Path:
    """Return the folder of the cache: by default in the user's XDG cache directory."""
    if named := os.environ.get(PLACE):
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(caches) if os.path.isabs(caches) else Path("~/.cache").expanduser()
    return base / "duskfall" / "batch"


def keep(text: str, versions: str) -> Path | None:
    """Return the cached file of a source, written if it's new; None if it can't be written.

    For each value of `versions` there is another file.
    """
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
    """Return whether the cache has compiled code of these functions."""
    try:
        there = _path(text, versions).parent / "__pycache__"
        return all(any(there.glob(f"*.{name}-*.nbi")) for name in functions)
    except (OSError, RuntimeError):
        return False


def _path(text: str, versions: str) -> Path:
    return folder() / sha256(f"{versions}\n{text}".encode()).hexdigest()[:LETTERS] / NAME


def load(text: str, path: Path | None, names: Mapping[str, Any]) -> ModuleType:
    """Return a source as a module with these names in its namespace.

    The module is added to `sys.modules`: compiled code finds it by its name there.
    """
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
    """Write the file atomically and with a fixed time.

    The time is part of the key of compiled code: two processes that write at once must agree on it.
    """
    beside = path.with_name(f".{NAME}.{secrets.token_hex(4)}")
    try:
        beside.write_text(text, encoding="utf-8")
        os.utime(beside, (1, 1))
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _make_room(new: Path) -> None:
    """Delete the least recently used sources, with what was compiled from them."""
    with suppress(OSError):
        ours = [each.parent for each in new.parent.glob(f"{'[0-9a-f]' * LETTERS}/{NAME}") if each.parent != new]
        ours.sort(key=lambda each: each.stat().st_mtime)
        for old in ours[: max(0, len(ours) + 1 - MOST)]:
            shutil.rmtree(old, ignore_errors=True)
