"""Files of JSON lines, only ever appended to, in one piece: who is killed while writing tears the last at most."""

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
START = b'{"'  # how every line begins
TORN = 1 << 24  # bytes that the last line may have
Data = Mapping[str, Any]
MASK = os.umask(0)  # the only way to read it, and not safe once there are threads
os.umask(MASK)


class LinesError(PlayerError):
    """A file that is not what it should be; its text names the file and the line."""


class Lines:
    """The end of such a file, to write on."""

    def __init__(self, path: Path, size: int, alone: bool = False) -> None:
        """So many bytes of it stay, the rest was torn; a file that is not there yet is made, for its owner alone.

        `alone`: nobody else may write to it meanwhile, or may have done so since it was read.
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
        """Until the file is closed, or this process has died."""
        with suppress(ImportError):  # not every system has such locks
            from fcntl import LOCK_EX, LOCK_NB, flock

            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                raise self._busy() from None
            except OSError:  # nor has every file system
                return
        os.lseek(self._file, self._size, os.SEEK_SET)
        if b"\n" in os.read(self._file, TORN):
            raise self._busy()

    def _busy(self) -> OSError:
        return OSError(EBUSY, "another process writes to this file", str(self.path))

    def write(self, *lines: Data) -> None:
        """Append these in one go, or nothing."""
        data = "".join(map(_line, lines)).encode("utf-8", "backslashreplace")
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            with suppress(OSError):  # what comes next must not stand on a torn line
                os.ftruncate(self._file, self._size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._size += len(data)

    def publish(self) -> None:
        """From now on, others may read it."""
        with suppress(OSError):  # not every file system keeps modes, and not every file is ours
            os.chmod(self._file if os.chmod in os.supports_fd else self.path, 0o666 & ~MASK)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


def read_lines(path: Path) -> tuple[list[dict[str, Any]], int]:
    """The whole lines of a file, none if there is no such file, and how many bytes they are."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    whole = data[: data.rfind(b"\n") + 1]
    if not whole and not START.startswith(data[: len(START)]):
        raise damaged(path, 1)  # somebody's own file, without a line feed
    return [_read(path, number, line) for number, line in enumerate(whole.splitlines(), 1)], len(whole)


def damaged(path: Path, number: int) -> LinesError:
    """What to say of a line that cannot be read."""
    return LinesError(f"{path}, line {number}: the file is damaged here, or of another kind")


def _line(data: Data) -> str:
    return compact(data) + "\n"


def compact(data: object) -> str:
    """As JSON, without spaces; the same data always gives the same text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _read(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise damaged(path, number) from None
    if not isinstance(found, dict):
        raise damaged(path, number)
    return found
