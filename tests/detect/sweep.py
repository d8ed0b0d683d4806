"""Many questions to the engine, each counted by brute force too."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.detect.brute import TooManyLines
from tests.detect.compare import compared
from tests.detect.played import Played
from tests.detect.tables import small_game


@dataclass(slots=True)
class Swept:
    """What a sweep has come to."""

    questions: int = 0
    lines: int = 0
    missing: int = 0  # questions to which some answer must be missing
    skipped: int = 0  # questions that are too large to be counted


def sweep(rules: str, first: int, lines: int, most: int, each: int = 4) -> Swept:
    """Tables of a ruleset until so many lines are counted; of each table a few viewers and moments.

    One in five tables has answers that are missing, one in five has talk.
    """
    found, seed = Swept(), first
    while found.lines < lines and found.questions + found.skipped < lines:
        ask(small_game(rules, seed, 0.3 if seed % 5 == 3 else 0.0, seed % 5 == 4), Random(seed), most, each, found)
        seed += 1
    return found


def ask(game: Played, luck: Random, most: int, each: int, found: Swept) -> None:
    """A few questions of one game."""
    for _ in range(each):
        viewer, moment = luck.randint(0, game.seats), luck.choice(list(game.moments))
        try:
            counted = compared(game, viewer, moment, most)
        except TooManyLines:
            found.skipped += 1
            continue
        found.questions += 1
        found.lines += counted.lines
        found.missing += counted.missing > 0
