"""The comparison of two leagues, read from their folders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.folder import LeagueError, read_league
from duskfall.arena.league import League
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Unit
from duskfall.arena.rating.rate import rate
from duskfall.arena.report.collect import asked
from duskfall.arena.report.compare.changes import changes, pairs
from duskfall.arena.report.compare.data import Comparison, MeasureChange, Pair, RatingChange
from duskfall.arena.report.compare.difference import of_measure, of_rating
from duskfall.arena.report.leaders import is_self_play
from duskfall.arena.report.words import rank

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SEEDS = "SELECT list(DISTINCT seed) FROM games WHERE winner IS NOT NULL"
SIDES = ("all", "good", "evil")


def compare(before: Path, after: Path) -> Comparison:
    """Compare the runs in two folders. Raises LeagueError and StoreError."""
    leagues = read_league(before), read_league(after)
    both = tuple(pairs(*leagues))
    if not both:
        raise LeagueError(f"{before} and {after} have no player in common: there is nothing to compare")
    with ExitStack() as open_now:
        one, other = (open_now.enter_context(asked(folder)) for folder in (before, after))
        deals = [set((tables.execute(SEEDS).fetchone() or ([],))[0]) for tables in (one, other)]
        return Comparison(
            before=_name(before, after),
            after=_name(after, before),
            changes=tuple(changes(*leagues)),
            pairs=both,
            gone=tuple(_left(leagues[0], {each.before for each in both})),
            new=tuple(_left(leagues[1], {each.after for each in both})),
            deals=len(deals[0] & deals[1]),
            of=(len(deals[0]), len(deals[1])),
            ratings=tuple(_ratings(one, other, both)),
            measures=tuple(_measures(one, other, both)),
        )


def _name(folder: Path, beside: Path) -> str:
    """Return the name of a folder, or its path if both folders have the same name."""
    folder, beside = folder.resolve(), beside.resolve()
    return folder.name if folder.name != beside.name else str(folder)


def _left(league: League, paired: set[str]) -> Iterator[str]:
    """Return the names of the players without a counterpart."""
    return (each.name for each in league.entrants if each.name not in paired)


def _ratings(one: DuckDBPyConnection, other: DuckDBPyConnection, both: tuple[Pair, ...]) -> Iterator[RatingChange]:
    rated = [rate(tables) for tables in (one, other)]
    if any(map(is_self_play, rated)):
        return
    before, after = ({(row.player, row.side): row for row in ratings.rows} for ratings in rated)
    for pair in both:
        for side in SIDES:
            was, now = before.get((pair.before, side)), after.get((pair.after, side))
            if was and now and was.is_known and now.is_known:
                yield RatingChange(pair.after, side, of_rating(was, now))


def _measures(one: DuckDBPyConnection, other: DuckDBPyConnection, both: tuple[Pair, ...]) -> Iterator[MeasureChange]:
    for measure in MEASURES:
        before, after = measure.by_deal(one), measure.by_deal(other)
        groups = sorted({group for _, group in (*before, *after)}, key=rank)
        for group in groups:
            for pair in both:
                was, now = before.get((pair.before, group)), after.get((pair.after, group))
                if was and now:
                    yield MeasureChange(measure, pair.after, group, of_measure(was, now, measure.unit is Unit.SHARE))
