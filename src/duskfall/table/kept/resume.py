"""A game goes on whose process has died: its journal is read, replayed, repaired and opened again."""

from __future__ import annotations

import errno
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from io import FileIO
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, difference, read
from duskfall.players.base import HUMAN
from duskfall.players.find import how_to_bring, unnamed
from duskfall.rules import registry
from duskfall.rules.registry import known
from duskfall.table.kept.held import told_by
from duskfall.table.kept.journal import PRIVATE, Journal, lock, put
from duskfall.table.viewers import players_now, playing
from duskfall.tell.text import plural

START = b'{"game":'
EARLY = "the game had not begun when it was cut off: nothing is lost"


class NotBegun(RecordError):
    """A journal that was cut off before its game had begun."""


class UnnamedPlayersError(RecordError):
    """A record whose game uses models, servers or code that the user has not named."""

    def __init__(self, missing: Collection[str]) -> None:
        super().__init__(how_to_bring(missing))
        self.missing = tuple(missing)


class Resumed(NamedTuple):
    """A game that goes on, the kind of player in each seat, its journal, and a line on what was repaired, if any."""

    game: Game
    kinds: tuple[str, ...]
    journal: Journal
    report: str


def resume(path: Path, brought: Collection[str] = ()) -> Resumed:
    """Go on with the game of a journal; where that cannot be, RecordError or OSError, and nothing is changed.

    `brought` are the models, servers and code that the caller has named. A record that uses others is refused
    (UnnamedPlayersError): a file alone must not connect, cost money or run code.
    """
    file, tail = _open(path), Tail()
    try:
        lock(file, path)
        record = _read(file, tail)
        game = _replay(record)
        if not file.writable() and not (game.over and len(record.facts) == len(game.facts)):
            raise PermissionError(errno.EACCES, "this file may not be written, so its game cannot go on", str(path))
        kinds = players_now(record.players, game.facts)
        if not game.over and (missing := unnamed(kinds, brought)):
            raise UnnamedPlayersError(missing)
        report = tail.repair(file, secret=HUMAN in kinds)
        facts = game.facts if record.undo is None else record.facts
        journal = Journal.reopen(path, file, tail.size, len(record.entries), facts, len(record.facts))
        journal.models, journal.coach = record.models, record.coach
        if not game.over:
            journal.permit(PRIVATE)
        journal(game)
        return Resumed(game, kinds, journal, report)
    except BaseException:
        file.close()
        raise


def look(path: Path) -> tuple[Record, str]:
    """A record as it stands, and a line on what of it is torn, if any; nothing is changed."""
    with FileIO(path, "rb") as file:
        tail = Tail()
        record = _read(file, tail)
    return record, f"{tail.which(secret=bool(playing(record)))} is torn and left out" if tail.torn else ""


# -- reading ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tail:
    """How a file ends: how much of it holds, and what is torn after that."""

    size: int = 0
    lines: int = 0
    ended: bool = True  # by a line feed
    torn: bytes = b""

    def which(self, secret: bool) -> str:
        """The torn line; its number would tell who plays how much happens in secret."""
        return "the last line" if secret else f"line {self.lines + bool(self.torn)}"

    def repair(self, file: FileIO, secret: bool) -> str:
        """Cut off what is torn, end the line that is not ended; says what was done."""
        if self.torn:
            file.truncate(self.size)
            lost = "" if secret else f"{plural(len(self.torn), 'byte')} "
            return f"{self.which(secret)} was torn: {lost}dropped"
        if not self.ended:
            file.seek(self.size)
            put(file, b"\n")
            self.size += 1
            return f"{self.which(secret)} was torn: its line feed added"
        return ""


def _open(path: Path) -> FileIO:
    if path.exists() and not path.is_file():
        raise RecordError("not a file")
    try:
        return FileIO(path, "r+b")
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return FileIO(path, "rb")  # enough for a game that is over


def _read(file: FileIO, tail: Tail) -> Record:
    lines = _sound_lines(file, tail)
    first = next(lines, None)
    if first is None and START.startswith(tail.torn[: len(START)]):
        raise NotBegun(EARLY)
    record = read(chain([first or tail.torn], lines))
    if tail.lines == 1:
        raise NotBegun(EARLY)
    return record


def _sound_lines(file: FileIO, tail: Tail) -> Iterator[bytes]:
    """The lines of a file, but for a last one that is torn."""
    with open(file.fileno(), "rb", closefd=False) as lines:
        for line, after in pairwise(chain(lines, [b""])):
            if not after and _torn(line):
                tail.torn = line
                return
            tail.size += len(line)
            tail.lines += 1
            tail.ended = line.endswith(b"\n")
            yield line


def _torn(line: bytes) -> bool:
    """Whether a line is not whole; no beginning of a line is itself one, as it lacks the last bracket."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False


def _replay(record: Record) -> Game:
    """The game so far, which must hold all the recorded facts."""
    rules = known(record.rules)
    if rules is None:
        raise RecordError(f"line 1: {registry.how_to_bring(record.rules, record.header.get('ruleset'))}")
    if record.secret is not None and not record.committed:
        raise RecordError("line 2: the seed does not match the commitment of the header")
    game = record.replay(rules)
    told = told_by(record, rules, game)
    if found := difference(record.facts, told[: len(record.facts)]):
        which = found.partition(": ")[0]  # what it holds may be hidden from who plays
        raise RecordError(f"the answers do not give the recorded facts: {which} (duskfall replay --verify shows more)")
    return game
