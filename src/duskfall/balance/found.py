"""What a search for a fair table came to: the best of what was screened, counted again under each kind of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duskfall.arena.run.tally import Outcome
from duskfall.balance.aim import Aim
from duskfall.balance.decks import written
from duskfall.balance.plays import Candidate, Play
from duskfall.balance.search import Screened, Search, ranked
from duskfall.core.start.deck import dealt_sides
from duskfall.vocabulary.ruleset import DRAW, Ruleset

AGAIN = 20  # times as many games for those that are screened once more, by other draws: the luckiest are no better
FINALISTS = 5  # times as many as are confirmed


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A candidate and its games under each kind of play; the first is what it is ranked by."""

    candidate: Candidate
    counts: tuple[tuple[Play, Outcome], ...]

    def far(self, aim: Aim) -> float:
        """How far it is under the first kind of play."""
        return aim.far(self.counts[0][1])


@dataclass(frozen=True, slots=True)
class Found:
    """All that was screened, and the best of it."""

    search: Search
    screened: tuple[Screened, ...]
    best: tuple[Confirmed, ...]
    usual: Confirmed | None  # the book's own deck with the book's house rules, where it fits

    @property
    def rules(self) -> Ruleset:
        """By which it is played."""
        return self.search.space.rules

    def sides(self, candidate: Candidate) -> list[str]:
        """The sides that can win with these cards."""
        return dealt_sides(self.rules, candidate.cards)


Told = Callable[[int], None]
Step = Callable[[str, int], Told | None]
"""Told what is done next and how much of it there is; gives what is told of every bit that is done."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many are confirmed, in how many real games, and what else they are counted under."""

    top: int
    games: int
    real: Play
    others: tuple[Play, ...] = ()


def find(search: Search, wanted: Wanted, step: Step) -> Found:
    """Screen, screen the best again, confirm what is left with real games."""
    total = min(search.most, search.space.size() * len(search.flags))
    screened = search.run(step(f"screening {total:,} tables", total))
    finalists = screened[: wanted.top * FINALISTS]
    tables = [each.candidate for each in finalists]
    more = search.games * AGAIN
    told = step(f"screening the best {len(tables)} again", len(tables))
    again = search.play.count(tables, more, search.seed + 1, told)
    rows = [Screened(table, found, search.aim.far(found)) for table, found in zip(tables, again, strict=True)]
    rows = sorted(rows, key=ranked)[: wanted.top]
    chosen = [(row.candidate, row.found) for row in rows]
    own = search.space.usual()
    book = Candidate(search.space.cards(own)) if own else None
    if book:
        chosen.append((book, search.play.count([book], more, search.seed + 1, None)[0]))
    confirmed = _confirm(search, wanted, chosen, step)
    best = sorted(confirmed[: len(rows)], key=lambda each: each.far(search.aim))
    return Found(search, tuple(screened), tuple(best), confirmed[-1] if book else None)


def _confirm(search: Search, wanted: Wanted, rows: list[tuple[Candidate, Outcome]], step: Step) -> list[Confirmed]:
    """The rows under the real games, what they were screened by, and the other kinds of play."""
    tables = [table for table, _ in rows]
    told = step(f"{wanted.games:,} games of {wanted.real.name} players with each", len(rows) * wanted.games)
    real = wanted.real.count(tables, wanted.games, search.seed, told)
    others = [play.count(tables, search.games * AGAIN, search.seed, None) for play in wanted.others]
    found = []
    for at, (table, screened) in enumerate(rows):
        more = tuple((play, counts[at]) for play, counts in zip(wanted.others, others, strict=True))
        found.append(Confirmed(table, ((wanted.real, real[at]), (search.play, screened), *more)))
    return found


def frontier(screened: Sequence[Screened]) -> list[Screened]:
    """Of each number of different roles the nearest, where no fewer roles come as near."""
    found: list[Screened] = []
    for each in sorted(screened, key=lambda each: (each.candidate.kinds, each.far)):
        if not found or (each.far < found[-1].far and each.candidate.kinds > found[-1].candidate.kinds):
            found.append(each)
    return found


# -- as data -----------------------------------------------------------------------------------------------


def as_data(found: Found) -> dict[str, Any]:
    """Everything that was found, and what it takes to find it again."""
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
    return {**_table(row.candidate), "far": round(row.far(aim), 4), "plays": plays}


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
