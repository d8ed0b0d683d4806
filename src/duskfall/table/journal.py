"""The journal: the record of a game while it runs, private until the game is over."""

from __future__ import annotations

import os
import secrets
from itertools import takewhile
from pathlib import Path
from typing import TextIO

from duskfall.core.game import Game
from duskfall.core.record import entry_line, fact_line, keep_line, opening


class Journal:
    """Appends every answer and every fact of a game to a file, each batch flushed before it is shown.

    The file holds the seed from the start, so it is readable by its owner only until the game has ended.
    """

    def __init__(self, path: Path, game: Game) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self.file: TextIO = os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")
        self.path, self.entries = path, 0
        self.facts, self.written = game.facts, 0  # an undo gives the game a new list
        for line in opening(game.plan.rules, game.setup, secrets.token_hex(16)):
            self.file.write(line + "\n")
        self(game)

    def __call__(self, game: Game) -> None:
        """Write what has come since the last call."""
        for entry in game.log[self.entries :]:
            self.file.write(entry_line(entry) + "\n")
        self.entries = len(game.log)
        if game.facts is not self.facts:
            pairs = zip(self.facts[: self.written], game.facts, strict=False)
            self.written = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            self.facts = game.facts
            self.file.write(keep_line(self.written) + "\n")
        for fact in game.facts[self.written :]:
            self.file.write(fact_line(fact) + "\n")
        self.written = len(game.facts)
        self.file.flush()

    def close(self, over: bool) -> None:
        """Close the file; once the game is over, others may read it."""
        self.file.close()
        if over:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self.path, 0o666 & ~mask)
