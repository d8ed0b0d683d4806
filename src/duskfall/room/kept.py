"""The table's own file: what people did to it, a line each, on disk before anybody is shown what follows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any

from duskfall.table.kept.journal import lock, private, put, sync, sync_folder

FILE = "room.jsonl"
Line = dict[str, Any]


class Kept:
    """Appends lines to a file that only its owner may read, and that no other process plays."""

    def __init__(self, folder: Path, file: FileIO, size: int) -> None:
        self.folder, self.file, self.size = folder, file, size

    @classmethod
    def new(cls, folder: Path) -> Kept:
        """The file of a new table."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / FILE
        found = cls(folder, FileIO(path, "xb", opener=private), 0)
        lock(found.file, path)
        sync_folder(folder)
        return found

    @classmethod
    def open(cls, folder: Path) -> tuple[Kept, list[Line]]:
        """The file of a table that goes on, and its lines; one that is torn was never answered, and is cut off."""
        path = folder / FILE
        file = FileIO(path, "r+b", opener=private)
        try:
            lock(file, path)
            lines = list(_sound(file.readall()))
            found = cls(folder, file, sum(size for size, _ in lines))
            file.truncate(found.size)
        except BaseException:
            file.close()
            raise
        return found, [line for _, line in lines]

    def write(self, *lines: Mapping[str, object]) -> None:
        """Put lines on disk; what could not be written (OSError) is overwritten by the next."""
        data = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines).encode()
        try:
            self.file.seek(self.size)
            put(self.file, data)
            sync(self.file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, FILE) from None
        self.size += len(data)

    def game(self, number: int) -> Path:
        """Where a game of this table is kept."""
        return self.folder / f"game-{number}.jsonl"

    def close(self) -> None:
        """Leave the file to others."""
        self.file.close()


def _sound(data: bytes) -> Iterator[tuple[int, Line]]:
    """The whole lines, with their sizes, up to one that is torn."""
    for raw in data.splitlines(keepends=True):
        try:
            line = json.loads(raw)
        except ValueError:
            return
        if not raw.endswith(b"\n") or not isinstance(line, dict):
            return
        yield len(raw), line
