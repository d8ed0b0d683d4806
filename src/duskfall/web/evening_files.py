"""Evenings on disk: a file of JSON lines for each, an action a line, on disk before the page is told of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

from duskfall.table.kept.journal import lock, private, put, sync, sync_folder
from duskfall.table.kept.shelf import folder as games
from duskfall.wire.actions import KeptAction
from duskfall.wire.calls import EveningListed

ENDING = ".jsonl"
AN_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class BadId(ValueError):
    """No evening has such a name."""


class Damaged(ValueError):
    """A file that was written by nobody here."""


def folder() -> Path:
    """Where evenings are kept, beside the games of the terminal."""
    return games().with_name("evenings")


class KeptEvening:
    """An open evening; no other process can open it until this one closes it, or dies."""

    def __init__(self, path: Path) -> None:
        """Open the file of an evening, or begin it; a last line that was torn by a crash is cut off."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self.file = FileIO(path, "a+b", opener=private)
        try:
            lock(self.file, path)
            self.file.seek(0)
            data = self.file.readall() or b""
            self.size = data.rfind(b"\n") + 1
            self.actions = _parsed(data[: self.size], path)
            self.file.truncate(self.size)
        except BaseException:
            self.file.close()
            raise

    def append(self, actions: Iterable[KeptAction]) -> None:
        """Keep these, too; raises OSError, and then nothing of them is kept."""
        new = list(actions)
        if not new:
            return
        data = "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in new).encode()
        try:
            self.file.truncate(self.size)  # of what failed before
            put(self.file, data)
            sync(self.file.fileno())
            if not self.size:
                sync_folder(self.path.parent)
        except OSError as error:
            with suppress(OSError):
                self.file.truncate(self.size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self.size += len(data)
        self.actions += new

    def close(self) -> None:
        """Let go of it; an evening without actions leaves no file."""
        if not self.actions:
            self.path.unlink(missing_ok=True)
        self.file.close()


def path_of(evening: object) -> Path:
    """The file of an evening; raises BadId for what is not a plain name."""
    if not isinstance(evening, str) or not AN_ID.fullmatch(evening):
        raise BadId("an evening's id is made of the letters a to z, digits and dashes")
    return folder() / (evening + ENDING)


def listed() -> Sequence[EveningListed]:
    """All evenings, the newest first."""
    try:
        paths = [path for path in folder().iterdir() if path.name.endswith(ENDING) and AN_ID.fullmatch(path.stem)]
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return []
    return sorted(filter(None, map(_listed, paths)), key=lambda each: each["changed"], reverse=True)


def _listed(path: Path) -> EveningListed | None:
    try:
        count = path.read_bytes().count(b"\n")
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="milliseconds")
    except OSError:
        return None
    return {"id": path.stem, "count": count, "changed": changed.replace("+00:00", "Z")} if count else None


def _parsed(data: bytes, path: Path) -> list[KeptAction]:
    actions = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            action = json.loads(line)
        except ValueError:
            action = None
        if not isinstance(action, dict):
            raise Damaged(f"{path}: line {number} is no action")
        actions.append(action)
    return actions
