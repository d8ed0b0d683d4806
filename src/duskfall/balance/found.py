"""The result of a search for a fair table: the best screened tables, counted again under several kinds of play.

A table model may be wrong about a deck, and so may one kind of player. Recommended tables are therefore played by
several kinds of players that act and talk, and ranked by their worst result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from duskfall.arena.run.tally import Outcome
from duskfall.balance.aim import Aim
from duskfall.balance.decks import written
from duskfall.balance.plays import Candidate, Play
from duskfall.balance.search import Screened, Search, ranked
from duskfall.core.start.deck import dealt_sides
from duskfall.vocabulary.ruleset import DRAW, Ruleset

AGAIN = 20  # times as many games in the second screening, with other seeds: the first one favors the lucky
FINALISTS = 5  # times as many candidates are screened again as are confirmed
TRIAL = 8  # they first play 1/TRIAL of the real games: what only the model finds fair isn't confirmed
OTHERS = 4  # the second and further kinds of players play 1/OTHERS of the games: they may be slower
APART = 0.1  # kinds of play disagree if a side's intervals don't overlap, and its shares differ this much
UNFAIR = 0.15  # a table with a larger distance isn't called fair


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A candidate with its games under each kind of play."""

    candidate: Candidate
    played: tuple[tuple[Play, Outcome], ...]  # by players that act and talk
    simulated: tuple[tuple[Play, Outcome], ...]  # the first is the screening

    @property
    def counts(self) -> tuple[tuple[Play, Outcome], ...]:
        """The games under all kinds of play, those of players first."""
        return self.played + self.simulated

    def far(self, aim: Aim) -> float:
        """Return the largest distance from the wanted shares under any kind of players."""
        return max(aim.far(count) for _, count in self.played)

    def rank(self, aim: Aim) -> float:
        """Return the ranking key: the largest distance, plus the largest disagreement between kinds of players."""
        return self.far(aim) + max((each.gap for each in disagreements(self.played)), default=0.0)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Return the disagreements between kinds of players, and of the first of them with the screening."""
        first, screened = self.played[0], self.simulated[0]
        return (*disagreements(self.played), *disagreements((first, screened)))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A side that wins clearly more often under one kind of play than under another."""

    side: str
    more: Play
    less: Play
    shares: tuple[float, float]

    @property
    def gap(self) -> float:
        """The difference between the shares."""
        return self.shares[0] - self.shares[1]


def disagreements(counts: Sequence[tuple[Play, Outcome]]) -> tuple[Disagreement, ...]:
    """Return, for each two kinds of play that disagree, the side with the largest gap."""
    found = []
    for (one, here), (two, there) in combinations(counts, 2):
        apart = [
            Disagreement(side, more, less, (high.wins[side] / high.games, low.wins[side] / low.games))
            for side in sorted({*here.wins, *there.wins} - {DRAW})
            for more, less, high, low in ((one, two, here, there), (two, one, there, here))
            if high.interval(side)[0] > low.interval(side)[1]
        ]
        found += [max(apart, key=lambda each: each.gap)] if apart else []
    return tuple(each for each in found if each.gap >= APART)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: all screened candidates, and the best of them."""

    search: Search
    screened: tuple[Screened, ...]
    best: tuple[Confirmed, ...]
    usual: Confirmed | None  # the ruleset's own deck and house rules, if they fit

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.search.space.rules

    def sides(self, candidate: Candidate) -> list[str]:
        """The sides that can win with these cards."""
        return dealt_sides(self.rules, candidate.cards)


Told = Callable[[int], None]
Step = Callable[[str, int], Told | None]
"""Called with the name of the next step and its amount of work; returns a callback for progress."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Options for confirming candidates: how many of them, in how many games, under which kinds of play."""

    top: int
    games: int  # per candidate, by the first kind of players
    real: tuple[Play, ...]
    others: tuple[Play, ...] = ()

    def games_of(self, number: int) -> int:
        """Return how many games per candidate are played by the kind of players with this index."""
        return max(1, self.games // OTHERS) if number else self.games


def find(search: Search, wanted: Wanted, step: Step) -> Found:
    """Screen candidates, screen the best again, try these in a few real games, and confirm the best in many."""
    total = min(search.most, search.space.size() * len(search.flags))
    screened = search.run(step(f"screening {total:,} tables", total))
    finalists = screened[: wanted.top * FINALISTS]
    tables = [each.candidate for each in finalists]
    more = search.games * AGAIN
    told = step(f"screening the best {len(tables)} again", len(tables))
    again = search.play.count(tables, more, search.seed + 1, told)
    rows = [Screened(table, found, search.aim.far(found)) for table, found in zip(tables, again, strict=True)]
    rows = _tried(search, wanted, sorted(rows, key=ranked), step)[: wanted.top]
    chosen = [(row.candidate, row.found) for row in rows]
    own = search.space.usual()
    book = Candidate(search.space.cards(own)) if own else None
    if book:
        chosen.append((book, search.play.count([book], more, search.seed + 1, None)[0]))
    confirmed = _confirm(search, wanted, chosen, step)
    best = sorted(confirmed[: len(rows)], key=lambda each: each.rank(search.aim))
    return Found(search, tuple(screened), tuple(best), confirmed[-1] if book else None)


def _tried(search: Search, wanted: Wanted, rows: list[Screened], step: Step) -> list[Screened]:
    """Sort the rows by their distance in a few real games, rounded to tenths; equals keep their order.

    These games don't count further. If there are no more rows than will be confirmed, return them as they are.
    """
    if len(rows) <= wanted.top:
        return rows
    games = max(1, wanted.games // TRIAL)
    told = step(f"{games:,} games of {wanted.real[0].name} players with each of {len(rows)}", len(rows) * games)
    counts = wanted.real[0].count([row.candidate for row in rows], games, search.seed + wanted.games, told)
    far = {id(row): round(10 * search.aim.far(count)) for row, count in zip(rows, counts, strict=True)}
    return sorted(rows, key=lambda row: far[id(row)])


def _confirm(search: Search, wanted: Wanted, rows: list[tuple[Candidate, Outcome]], step: Step) -> list[Confirmed]:
    """Count the games of each row under each kind of play. The games of the screening are given with the rows."""
    tables, real = [table for table, _ in rows], []
    for number, play in enumerate(wanted.real):
        games = wanted.games_of(number)
        told = step(f"{games:,} games of {play.name} players with each", len(rows) * games)
        real.append(play.count(tables, games, search.seed, told))
    others = [play.count(tables, search.games * AGAIN, search.seed, None) for play in wanted.others]
    found = []
    for at, (table, screened) in enumerate(rows):
        more = tuple((play, counts[at]) for play, counts in zip(wanted.others, others, strict=True))
        played = tuple((play, counts[at]) for play, counts in zip(wanted.real, real, strict=True))
        found.append(Confirmed(table, played, ((search.play, screened), *more)))
    return found


def frontier(screened: Sequence[Screened]) -> list[Screened]:
    """Return the Pareto frontier: the nearest candidate for each number of roles, unless one with fewer is as near."""
    found: list[Screened] = []
    for each in sorted(screened, key=lambda each: (each.candidate.kinds, each.far)):
        if not found or (each.far < found[-1].far and each.candidate.kinds > found[-1].candidate.kinds):
            found.append(each)
    return found


# -- as data -----------------------------------------------------------------------------------------------


def as_data(found: Found) -> dict[str, Any]:
    """Return the whole result as JSON-ready data, with the settings that are needed to repeat the search."""
    search = found.search
    return {
        "rules": found.rules.id,
        "seats": search.space.seats,
        "sides": search.aim.as_data(),
        "tables": search.space.size() * len(search.flags),
        "screened": len(found.screened),
        "games": search.games,
        "policy": search.play.name,
        "kind": search.play.about,
        "seed": search.seed,
        "best": [_row(found, each) for each in found.best],
        "book": _row(found, found.usual) if found.usual else None,
        "frontier": [
            {**_table(each.candidate), "far": round(each.far, 4)} for each in frontier(found.screened)
        ],
    }  # fmt: skip


def _row(found: Found, row: Confirmed) -> dict[str, Any]:
    sides, aim = (*found.sides(row.candidate), DRAW), found.search.aim
    plays = {play.name: _counted(play, count, sides, aim) for play, count in row.counts}
    apart = [
        {
            "side": each.side,
            "more": each.more.name,
            "less": each.less.name,
            "shares": [round(x, 4) for x in each.shares],
        }
        for each in row.disagreements()
    ]
    far, rank = round(row.far(aim), 4), round(row.rank(aim), 4)
    return {**_table(row.candidate), "far": far, "rank": rank, "disagreements": apart, "plays": plays}


def _table(candidate: Candidate) -> dict[str, Any]:
    return {"deck": written(candidate.cards), "flags": dict(candidate.flags), "roles": candidate.kinds}


def _counted(play: Play, count: Outcome, sides: Sequence[str], aim: Aim) -> Mapping[str, Any]:
    return {
        "kind": play.about,
        "games": count.games,
        "wins": {side: count.wins[side] for side in sides},
        "intervals": {side: [round(end, 4) for end in count.interval(side)] for side in sides},
        "rounds": round(count.rounds / count.games, 2),
        "far": round(aim.far(count), 4),
    }
