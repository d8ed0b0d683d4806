"""One whole game of scripted players for each ruleset, as it is printed, and digests of more of them.

They show in a diff what a change does to the players, and that every Python plays the same games.
`python -m tests.transcripts --write` (or `make goldens`) writes them anew.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import duskfall
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line
from duskfall.rules import BOOKS
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal.plain import plain_lines
from tests.kept import keep

FOLDER = Path(__file__).parent / "transcripts"
SEATS, SEED, MORE = 9, 1, 12


def game(book: str, seed: int) -> Game:
    """A game of scripted players."""
    dealt = duskfall.start(book, SEATS, seed=seed)
    return play(dealt, seat_players(dealt, "scripted"))


def text(book: str) -> str:
    """The whole file."""
    told = game(book, SEED)
    assert told.over is not None
    lines = [*plain_lines(told.facts, told.names, None), "", f"{told.over.winner}: {told.over.reason}", ""]
    for seed in range(SEED + 1, SEED + 1 + MORE):
        digest = sha256("\n".join(map(fact_line, game(book, seed).facts)).encode()).hexdigest()
        lines.append(f"seed {seed}: {digest[:16]}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write all files anew, or say which are stale."""
    return keep(FOLDER, {f"{book}.txt": text(book) for book in BOOKS}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
