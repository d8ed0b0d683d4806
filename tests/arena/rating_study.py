"""Simulated leagues with known skill: do ratings rank rightly, and do their intervals cover the truth?

`python -m tests.arena.rating_study --leagues 400` is the full study (`make soak`); test_rating_study.py runs a small one.

Twelve players, whose strengths on each side are normal with deviation SKILL (in logits of a whole side), sit at tables of
ten by the arena's own schedule and deals, three of them evil. The games of a block share a deal: with chance LUCK a
game's outcome hangs on the deal's luck instead of its own, so that games of a block come out alike more often than by
skill, while nobody's chance of winning changes. Three leagues are looked at:

- even: both sides win as often;
- uneven: evil wins 80 % of the games of average players;
- lopsided: the same, and some players get evil much more often than others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from duskfall.arena.league import Entrant, League
from duskfall.arena.rating.bouts import SIDES, Bouts, Floats, Integers
from duskfall.arena.rating.rate import Estimate, estimate
from duskfall.arena.schedule import Schedule, deal
from duskfall.study.primer import EVIL, primer
from duskfall.table.sheet import TableSheet

PLAYERS, SEATS, RULES = 12, 10, "ai-mafia-classic"
SKILL = 1.5
LUCK = 0.3
SCHEDULES = 4  # so many are drawn; leagues share them, with skill and luck of their own
KINDS = (*SIDES, "all")


@dataclass(frozen=True, slots=True)
class Scene:
    """What kind of league: the logit by which average evil beats average good, and how players get their sides."""

    name: str
    bias: float = 0.0
    leaning: float = 0.0  # how much more likely games are played in which the evil are of the first players


SCENES = (Scene("even"), Scene("uneven", log(4)), Scene("lopsided", log(4), 6.0))


class Row(NamedTuple):
    """One league: by good, evil, all the rank correlation, by player and these whether its interval covers the truth."""

    ranks: tuple[float, float, float]
    raw: float  # the rank correlation of raw win rates with the overall truth
    covers: np.ndarray
    evil_wins: float


@cache
def seating(number: int, games: int, leaning: float) -> tuple[Integers, Integers, Integers]:
    """By game: its block, and who sits in each seat; by block: which seats are evil. Made by the arena's schedule."""
    players = tuple(Entrant(f"p{n:02}", "random") for n in range(PLAYERS))
    sheet = TableSheet(RULES, SEATS)
    league = League(players, (sheet,), blocks=1 + games * (3 if leaning else 1) // SEATS, seed=number)
    cards = primer(RULES).cards
    names = {each.name: n for n, each in enumerate(players)}
    chance = np.random.default_rng(number)
    blocks, lines, evils = [], [], []
    for fixture in Schedule(league):
        if fixture.rotation == 0:
            evil = [cards[role].side == EVIL for role in deal(league, fixture).setup.roles]
        line = [names[name] for name in fixture.lineup]
        mean = np.mean([2 * who / (PLAYERS - 1) - 1 for who, is_evil in zip(line, evil, strict=True) if is_evil])
        if not leaning or chance.random() < 1 / (1 + np.exp(leaning * mean)):
            blocks.append(fixture.block)
            lines.append(line)
            evils.append(evil)
    assert len(blocks) >= games
    return np.array(blocks[:games]), np.array(lines[:games]), np.array(evils[:games])


def play(scene: Scene, seed: int, games: int) -> tuple[Bouts, Floats]:
    """A league with known skill, as the games that were played, and the truth by player and good, evil, all."""
    chance = np.random.default_rng([seed, SCENES.index(scene)])
    block, line, evil = seating(seed % SCHEDULES, games, scene.leaning)
    order = chance.permutation(PLAYERS)  # who is who in the schedule
    skill = chance.normal(0, SKILL, (len(SIDES), PLAYERS))
    skill -= skill.mean(axis=1, keepdims=True)
    line = order[line]
    seats = np.zeros((games, 2, PLAYERS), dtype=np.uint8)
    for n in range(SEATS):
        seats[np.arange(games), evil[:, n].astype(int), line[:, n]] += 1
    part = seats / seats.sum(axis=2, keepdims=True)
    logit = scene.bias + part[:, 1] @ skill[1] - part[:, 0] @ skill[0]
    shared = chance.random(int(block.max()) + 1)[block]
    luck = np.where(chance.random(games) < LUCK, shared, chance.random(games))
    won = luck < 1 / (1 + np.exp(-logit))
    columns = np.tile([0, 1], (games, 1))
    share = np.stack([~won, won], axis=1).astype(float)
    deals = np.unique(block, return_inverse=True)[1]
    names = tuple(f"p{n:02}" for n in range(PLAYERS))
    bouts = Bouts(names, seats, columns, columns.copy(), share, np.arange(games), deals)
    return bouts, np.concatenate([skill, skill.mean(axis=0, keepdims=True)]).T


def spearman(one: Floats, other: Floats) -> float:
    """The correlation of the ranks."""
    ranks = [np.argsort(np.argsort(each)) for each in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1])


Rater = Callable[[Bouts, int], Estimate]


def look(scene: Scene, games: int, rater: Rater, seed: int) -> Row:
    """Plays and rates one league."""
    bouts, truth = play(scene, seed, games)
    found = rater(bouts, seed)
    low, high = found.interval
    ranks = tuple(spearman(found.best[:, n], truth[:, n]) for n in range(3))
    seats = bouts.seats.sum(axis=1)
    wins = np.einsum("gtp,gt->p", bouts.seats.astype(float), bouts.share)
    raw = spearman(wins / seats.sum(axis=0), truth[:, -1])
    return Row(ranks, raw, (low <= truth) & (truth <= high), float(bouts.share[:, 1].mean()))  # type: ignore[arg-type]


class Study(NamedTuple):
    """What the leagues of one scene came to."""

    scene: str
    leagues: int
    games: int
    rank: float  # the mean over the leagues of the overall rank correlation
    lowest: float
    raw: float
    covered: tuple[float, float, float]  # good, evil, all
    cells: tuple[float, float]  # the lowest and the highest coverage of one player on one side
    sides: tuple[float, float]  # the rank correlation on each side
    evil_wins: float

    def line(self) -> str:
        """For people."""
        good, evil, both = (f"{100 * share:.1f}" for share in self.covered)
        return (
            f"{self.scene:9} {self.leagues} leagues of {self.games} games, evil wins {100 * self.evil_wins:.0f} %: rank correlation "
            f"{self.rank:.3f} (lowest {self.lowest:.3f}; good {self.sides[0]:.3f}, evil {self.sides[1]:.3f}), "
            f"raw win rates {self.raw:.3f}; 95 % intervals cover: good {good}, evil {evil}, all {both} % "
            f"(single players {100 * self.cells[0]:.1f} to {100 * self.cells[1]:.1f} %)"
        )


def study(
    scene: Scene, leagues: int, games: int = 5000, rater: Rater = estimate, mapper: Callable[..., Iterable[Row]] = map
) -> Study:
    """Plays and rates so many leagues."""
    rows = list(mapper(partial(look, scene, games, rater), range(leagues)))
    ranks = np.array([row.ranks for row in rows])
    covers = np.array([row.covers for row in rows])
    cells = covers.mean(axis=0)
    return Study(
        scene.name, leagues, games, float(ranks[:, 2].mean()), float(ranks[:, 2].min()),
        float(np.mean([row.raw for row in rows])), tuple(cells.mean(axis=0).tolist()),
        (float(cells.min()), float(cells.max())), (float(ranks[:, 0].mean()), float(ranks[:, 1].mean())),
        float(np.mean([row.evil_wins for row in rows])),
    )  # fmt: skip


def main() -> int:
    """The full study: says what came out, and fails where a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=400)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    bad = False
    with ProcessPoolExecutor(chosen.processes) as pool:
        for scene in SCENES:
            found = study(scene, chosen.leagues, chosen.games, mapper=partial(pool.map, chunksize=5))
            slack = 2 * sqrt(0.05 * 0.95 / (chosen.leagues * PLAYERS))
            kept = found.rank >= 0.95 and all(0.93 - slack <= share <= 0.97 + slack for share in found.covered)
            print(found.line(), "" if kept else "<- not as promised", flush=True)
            bad = bad or not kept
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
