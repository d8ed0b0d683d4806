"""Append-only files of JSON lines. A process killed while writing damages at most the last line."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from errno import EBUSY
from pathlib import Path
from typing import Any

from duskfall.players.base import PlayerError

PRIVATE = 0o600
START = b'{"'  # the first bytes of every line
TORN = 1 << 24  # maximum bytes read of a torn last line
Data = Mapping[str, Any]
MASK = os.umask(0)  # the umask can only be read by setting it, which is not safe once there are threads
os.umask(MASK)


class LinesError(PlayerError):
    """A corrupt file, or one of another kind; the message names the file and the line."""


class Lines:
    """A file of JSON lines, open for appending."""

    def __init__(self, path: Path, size: int, alone: bool = False) -> None:
        """Open a file and keep its first `size` bytes; the rest is a torn line. A new file is private to its owner.

        With `alone`, raises OSError (EBUSY) if another process writes to the file, or has done so since it was read.
        """
        self.path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        self._file, self._size = os.open(path, flags, PRIVATE), size
        try:
            if alone:
                self._hold()
            os.ftruncate(self._file, size)
        except OSError:
            os.close(self._file)
            raise

    def _hold(self) -> None:
        """Lock the file until it is closed or the process exits; raise OSError if another process writes to it."""
        with suppress(ImportError):  # not every system has these locks
            from fcntl import LOCK_EX, LOCK_NB, flock

            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                raise self._busy() from None
            except OSError:  # the file system has no locks
                return
        os.lseek(self._file, self._size, os.SEEK_SET)
        if b"\n" in os.read(self._file, TORN):
            raise self._busy()

    def _busy(self) -> OSError:
        return OSError(EBUSY, "another process writes to this file", str(self.path))

    def write(self, *lines: Data) -> None:
        """Append lines, all or none; raise OSError if that fails."""
        data = "".join(map(_line, lines)).encode("utf-8", "backslashreplace")
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            with suppress(OSError):  # the next line must not continue a torn one
                os.ftruncate(self._file, self._size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._size += len(data)

    def publish(self) -> None:
        """Let other users read the file, as far as the umask allows."""
        with suppress(OSError):  # not every file system keeps modes, and the file may belong to someone else
            os.chmod(self._file if os.chmod in os.supports_fd else self.path, 0o666 & ~MASK)

    def close(self) -> None:
        """Close the file, which also releases its lock."""
        os.close(self._file)


def read_lines(path: Path) -> tuple[list[dict[str, Any]], int]:
    """Return the parsed complete lines of a file and their size in bytes; nothing if the file does not exist.

    A torn last line is skipped; raises `LinesError` for any other line that can't be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    whole = data[: data.rfind(b"\n") + 1]
    if not whole and not START.startswith(data[: len(START)]):
        raise damaged(path, 1)  # a file of another kind, without a line feed
    return [_read(path, number, line) for number, line in enumerate(whole.splitlines(), 1)], len(whole)


def damaged(path: Path, number: int) -> LinesError:
    """Return the error for a line that can't be read."""
    return LinesError(f"{path}, line {number}: the file is damaged here, or of another kind")


def _line(data: Data) -> str:
    return compact(data) + "\n"


def compact(data: object) -> str:
    """Return data as JSON without spaces. The same data, with its keys in the same order, gives the same text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _read(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise damaged(path, number) from None
    if not isinstance(found, dict):
        raise damaged(path, number)
    return found
