"""The journal: the record of a game while it runs, private until the game is over, on disk before it is shown."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import Any

from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.record import entry_line, fact_line, keep_line, opening
from duskfall.rules.registry import origin

PRIVATE = 0o600
CALLS = ".calls.jsonl"  # the end of the name of a file with the calls of models
MASK = os.umask(0)  # the only way to read it, and not safe once there are threads
os.umask(MASK)


def sync(descriptor: int) -> None:
    """Return once the disk has what was written to this file, or which files are in this folder."""
    getattr(os, "fdatasync", os.fsync)(descriptor)


def calls_path(record: Path) -> Path:
    """Where the calls of a game's models go: `game.calls.jsonl` beside `game.jsonl`."""
    return record.with_name(record.stem + CALLS)


class Busy(OSError):
    """Another process plays this game."""


class Journal:
    """Appends every answer and every fact of a game to a file, each batch on disk before the listener returns.

    The file holds the seed from the start, so it is readable by its owner only until the game has ended.
    A batch that could not be written (OSError) is written in its place by the next call.
    """

    def __init__(
        self, path: Path, game: Game, kinds: Sequence[str] = (), models: Mapping[str, object] | None = None,
        coach: bool = False,
    ) -> None:  # fmt: skip
        """A new file for a game that has just been dealt; `kinds` is the kind of player in each seat.

        `models` are the settings with which models play, by seat; `coach`: it is on.
        """
        self.models: Mapping[str, Any] = models or {}
        self.coach = coach
        self._go_on(path, FileIO(path, "xb", opener=private), 0, 0, game.facts, 0)
        try:
            lock(self.file, path)
            rules = game.plan.rules
            head = opening(rules, game.setup, secrets.token_hex(16), kinds, origin(rules), models, coach)
            self._write([*head, *self._news(game)])
            sync_folder(path.parent)
        except BaseException:  # nothing has been shown yet, so nothing is left behind
            self.file.close()
            path.unlink()
            raise
        self._note(game)

    @classmethod
    def reopen(cls, path: Path, file: FileIO, size: int, entries: int, facts: list[Fact], written: int) -> Journal:
        """The journal of a file that holds so many bytes, answers, and facts of this list."""
        journal = cls.__new__(cls)
        journal._go_on(path, file, size, entries, facts, written)
        return journal

    def _go_on(self, path: Path, file: FileIO, size: int, entries: int, facts: list[Fact], written: int) -> None:
        self.path, self.file, self.size = path, file, size
        self.entries, self.facts, self.written = entries, facts, written  # an undo gives the game a new list

    def __call__(self, game: Game) -> None:
        """Write what has come since the last call."""
        if news := self._news(game):
            self._write(news)
        self._note(game)

    def _news(self, game: Game) -> list[str]:
        news, kept = [entry_line(entry) for entry in game.log[self.entries :]], self.written
        if game.facts is not self.facts:
            pairs = zip(self.facts[: self.written], game.facts, strict=False)
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            news.append(keep_line(kept))
        return news + [fact_line(fact) for fact in game.facts[kept:]]

    def _note(self, game: Game) -> None:
        self.entries, self.facts, self.written = len(game.log), game.facts, len(game.facts)

    def _write(self, lines: Iterable[str]) -> None:
        data = "".join(line + "\n" for line in lines).encode()
        try:
            self.file.seek(self.size)
            put(self.file, data)
            sync(self.file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self.size += len(data)

    def close(self, over: bool) -> None:
        """Close the file; once the game is over, others may read it."""
        if over and not self.file.closed:
            self.permit(0o666 & ~MASK)
        self.file.close()

    def permit(self, mode: int) -> None:
        """Say who may read the file."""
        with suppress(OSError):  # not every file system keeps modes, and not every file is ours
            os.chmod(self.file.fileno() if os.chmod in os.supports_fd else self.path, mode)


def put(file: FileIO, data: bytes) -> None:
    """Write all of it, in one go if the system lets us."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def lock(file: FileIO, path: Path) -> None:
    """Hold the file alone until it is closed, or its process has died."""
    if sys.platform == "win32":  # there is no such lock
        return
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(file.fileno(), LOCK_EX | LOCK_NB)
    except BlockingIOError as error:
        raise Busy(error.errno, "another process plays this game", str(path)) from None
    except OSError:  # a file system without locks
        return


def private(path: str, flags: int) -> int:
    """An opener of files that only their owner may read."""
    return os.open(path, flags, PRIVATE)


def sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut, too."""
    with suppress(OSError):  # not every system opens folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            sync(descriptor)
        finally:
            os.close(descriptor)
