"""Simulated leagues with known skill: do ratings rank rightly, and do their intervals cover the truth?

`python -m tests.arena.rating.rating_study --leagues 400` is the full study (`make soak`); test_rating_study.py is a
small one.

Twelve players sit at tables of ten, three of them evil, by the arena's own schedule and deals. The strength of a player
on a side is normal: deviation 1.25 for the player and 0.75 for the side, in logits of a whole side. The games of a
block share a deal: with some chance a game's outcome hangs on the luck of the deal and not on its own, so that games of
a block come out alike, while nobody's chance of winning changes. Leagues of these kinds are looked at:

- even: both sides win as often;
- uneven: evil wins 80 % of the games of average players;
- lopsided: the same, and some players get evil three times as often as others;
- steep: evil wins 95 % of the games of average players;
- replayed: each deal is played ten times by the same row, not rotated, and nearly all is the luck of the deal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import exp, log
from statistics import fmean
from typing import NamedTuple

import numpy as np

from duskfall.arena.league import Entrant, League
from duskfall.arena.rating.bouts import SIDES, Bouts, Floats, Integers
from duskfall.arena.rating.uncertainty import Estimate, estimate
from duskfall.arena.schedule import Schedule, deal
from duskfall.study.primer import EVIL, primer
from duskfall.table.sheet import TableSheet

PLAYERS, SEATS, RULES = 12, 10, "ai-mafia-classic"
SKILL, SIDE = 1.25, 0.75
SCHEDULES = 4  # so many are drawn; leagues share them, with skill and luck of their own
KINDS = (*SIDES, "all")


@dataclass(frozen=True, slots=True)
class Scene:
    """What kind of league: the logit by which average evil beats average good, and how players get their sides."""

    name: str
    bias: float = 0.0
    leaning: float = 0.0  # how much more likely games are played in which the evil are of the first players
    luck: float = 0.3  # how often the luck of the deal decides
    rotated: bool = True


EVEN, UNEVEN, LOPSIDED = Scene("even"), Scene("uneven", log(4)), Scene("lopsided", log(4), 6.0)
STEEP, REPLAYED = Scene("steep", log(19)), Scene("replayed", luck=0.9, rotated=False)
SCENES = (EVEN, UNEVEN, LOPSIDED, STEEP, REPLAYED)


class Row(NamedTuple):
    """One league: the rank correlation of good, evil, all; by player and these, whether its interval has the truth."""

    ranks: tuple[float, float, float]
    raw: float  # the rank correlation of raw win rates with the overall truth
    covers: np.ndarray
    evil_wins: float


@cache
def seating(number: int, games: int, leaning: float, rotated: bool) -> tuple[Integers, Integers, Integers]:
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
        if rotated or fixture.rotation == 0:
            line = [names[name] for name in fixture.lineup]
        if not leaning or chance.random() < 1 / (1 + exp(leaning * _place(line, evil))):
            blocks.append(fixture.block)
            lines.append(line)
            evils.append(evil)
    assert len(blocks) >= games
    return np.array(blocks[:games]), np.array(lines[:games]), np.array(evils[:games])


def _place(line: list[int], evil: list[bool]) -> float:
    """Where the evil stand among the players: from -1, all the first, to 1."""
    return fmean(2 * who / (PLAYERS - 1) - 1 for who, is_evil in zip(line, evil, strict=True) if is_evil)


def play(scene: Scene, seed: int, games: int) -> tuple[Bouts, Floats]:
    """A league with known skill, as the games that were played, and the truth by player and good, evil, all."""
    chance = np.random.default_rng([seed, SCENES.index(scene)])
    block, line, evil = seating(seed % SCHEDULES, games, scene.leaning, scene.rotated)
    order = chance.permutation(PLAYERS)  # who is who in the schedule
    skill = chance.normal(0, SKILL, PLAYERS) + chance.normal(0, SIDE, (len(SIDES), PLAYERS))
    skill -= skill.mean(axis=1, keepdims=True)
    line = order[line]
    seats = np.zeros((games, 2, PLAYERS), dtype=np.uint8)
    for n in range(SEATS):
        seats[np.arange(games), evil[:, n].astype(int), line[:, n]] += 1
    part = seats / seats.sum(axis=2, keepdims=True)
    logit = scene.bias + part[:, 1] @ skill[1] - part[:, 0] @ skill[0]
    shared = chance.random(int(block.max()) + 1)[block]
    luck = np.where(chance.random(games) < scene.luck, shared, chance.random(games))
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


Rater = Callable[[Bouts], Estimate]


def look(scene: Scene, games: int, rater: Rater, seed: int) -> Row:
    """Plays and rates one league."""
    bouts, truth = play(scene, seed, games)
    found = rater(bouts)
    low, high = found.low, found.high
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
            f"{self.scene:9} {self.leagues} leagues of {self.games} games, evil wins {100 * self.evil_wins:.0f} %: "
            f"rank correlation {self.rank:.3f} (lowest {self.lowest:.3f}; good {self.sides[0]:.3f}, "
            f"evil {self.sides[1]:.3f}), of raw win rates {self.raw:.3f}; "
            f"95 % intervals cover: good {good}, evil {evil}, all {both} % "
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


PROMISED_RANK = {EVEN: 0.95, UNEVEN: 0.95, LOPSIDED: 0.95}
PROMISED_COVER = (0.93, 0.97)


def kept(scene: Scene, found: Study, slack: float = 0.0) -> bool:
    """Whether that is what is promised."""
    low, high = PROMISED_COVER
    covers = all(low - slack <= share <= high + slack for share in found.covered)
    return covers and found.rank >= PROMISED_RANK.get(scene, 0.0)


def main() -> int:
    """The full study: says what came out, and fails where a promise is broken."""
    parser = argparse.ArgumentParser(description="how well ratings rank, and whether their intervals cover the truth")
    parser.add_argument("--leagues", type=int, default=400)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    broken = False
    with ProcessPoolExecutor(chosen.processes) as pool:
        for scene in SCENES:
            found = study(scene, chosen.leagues, chosen.games, mapper=partial(pool.map, chunksize=5))
            good = kept(scene, found)
            print(found.line() + ("" if good else " <- NOT AS PROMISED"), flush=True)
            broken = broken or not good
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
