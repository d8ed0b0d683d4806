"""Beyond brute force: tables of eight to ten, beside games of the kernel that were drawn and fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from duskfall.batch.table import Table
from duskfall.detect.posterior import Budget, posterior
from duskfall.rules import BOOKS, ruleset
from tests.detect.compare import looked
from tests.detect.played import END, Played, played
from tests.detect.tables import told
from tests.detect.weighted import FAR, Kept, weighted


@dataclass(slots=True)
class Question:
    """What a viewer of a large table is asked at some moment, and the games that were drawn for it."""

    game: Played
    viewer: int
    moment: str
    kept: Kept

    def __str__(self) -> str:
        kept = f"{self.kept.kept} of {self.kept.drawn} games fit"
        return f"{told(self.game)}, viewer {self.viewer}, {self.moment}: {kept}"


def large_questions(each: int, wanted: int, most: int, seats: tuple[int, ...] = (8, 9, 10)) -> Iterator[Question]:
    """Questions of every book for which enough games can be kept."""
    for rules in BOOKS:
        found = 0
        for seed in range(200):
            luck = Random(f"large {rules} {seed}")
            game = played(Table.make(ruleset(rules), luck.choice(seats)), seed, 1)
            viewer = luck.randint(0, game.seats)
            moment = luck.choice([name for name in game.moments if game.moments[name] > game.seats + 4] or [END])
            if weighted(game, viewer, moment, 20, most // 50, seed).kept < 20:
                continue
            kept = weighted(game, viewer, moment, wanted, most, seed)
            if kept.kept >= wanted:
                yield Question(game, viewer, moment, kept)
                found += 1
            if found == each:
                break


def far_off(question: Question, budget: Budget | None = None) -> list[str]:
    """The chances that are too far from the games that were kept; what was drawn and may not be."""
    sight = looked(question.game, question.viewer, question.moment)
    stated = posterior(sight, budget=budget) if budget else posterior(sight)
    if not stated.known:
        return [stated.reason]
    wrong = []
    for seat, chances in enumerate(stated.roles, 1):
        for role in sorted({*chances} | {role for held, role in question.kept.held if held == seat}):
            chance = chances.get(role, 0.0)
            if question.kept.off(seat, role, chance, stated.error) > FAR:
                came = question.kept.chance(seat, role)
                wrong.append(f"seat {seat}, {role}: {chance:.4f} stated, {came:.4f} of the games")
    return wrong


@pytest.mark.parametrize("rules", ["city-mafia", "werewolf"])
def test_large_tables_agree_with_games_that_were_drawn(rules: str) -> None:
    """The Don and the Witch of eight: more lines than brute force counts, and few enough to be counted uncompiled."""
    game, viewer = played(Table.make(ruleset(rules), 8), 3, 1), 2
    question = Question(game, viewer, END, weighted(game, viewer, END, 1_000, 40_000))
    assert question.kept.kept == 1_000
    assert far_off(question) == []
