"""The journal: the record of a game while it runs, private until the game is over."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TextIO

from duskfall.core.facts import Fact
from duskfall.core.game import Game
from duskfall.core.record import entry_line, fact_line, keep_line, opening


class Journal:
    """Appends every answer and every fact of a game to a file, each batch flushed before it is shown.

    The file holds the seed from the start, so it is readable by its owner only until the game has ended.
    """

    def __init__(self, path: Path, game: Game) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self.file: TextIO = os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")
        self.path, self.entries, self.facts = path, 0, list[Fact]()
        for line in opening(game.plan.rules, game.setup, secrets.token_hex(16)):
            self.file.write(line + "\n")
        self(game)

    def __call__(self, game: Game) -> None:
        """Write what has come since the last call."""
        for entry in game.log[self.entries :]:
            self.file.write(entry_line(entry) + "\n")
        self.entries = len(game.log)
        kept = self._common(game.facts)
        if kept < len(self.facts):
            self.file.write(keep_line(kept) + "\n")
        for fact in game.facts[kept:]:
            self.file.write(fact_line(fact) + "\n")
        self.facts = game.facts.copy() if kept < len(self.facts) else [*self.facts, *game.facts[kept:]]
        self.file.flush()

    def _common(self, facts: list[Fact]) -> int:
        """How many of the written facts still hold: all of them, except after an undo."""
        count = len(self.facts)
        if len(facts) >= count and facts[:count] == self.facts:
            return count
        return next(i for i, pair in enumerate(zip(self.facts, [*facts, None], strict=False)) if pair[0] != pair[1])

    def close(self, over: bool) -> None:
        """Close the file; once the game is over, others may read it."""
        self.file.close()
        if over:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self.path, 0o666 & ~mask)
