"""The result of a search as text for the terminal: each deck ready to paste, with its games under each kind of play."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.arena.run.tally import Outcome
from duskfall.balance.decks import written
from duskfall.balance.found import UNFAIR, Confirmed, Disagreement, Found
from duskfall.balance.plays import Candidate, Play
from duskfall.tell.text import plural
from duskfall.vocabulary.ruleset import DRAW


def lines(found: Found) -> Iterator[str]:
    """Yield the lines of the report."""
    search = found.search
    wanted = ", ".join(f"{side.replace('+', ' and ')} {share:.0%}" for side, share in search.aim.as_data().items())
    yield f"{found.rules.id}, {plural(search.space.seats, 'seat')}; wanted: {wanted}"
    of = search.space.size() * len(search.flags)
    yield f"screened {len(found.screened):,} of {of:,} tables, {search.games:,} games each: {called(search.play)}"
    if found.best[0].far(search.aim) > UNFAIR:
        yield f"No table was found that is within {UNFAIR:.0%} under each kind of players: the best are these."
    for number, row in enumerate(found.best, 1):
        yield ""
        yield from _row(found, row, f"{number}.")
    if found.usual:
        yield ""
        yield "The book's own:"
        yield from _row(found, found.usual, "")


def called(play: Play) -> str:
    """Format a kind of play with what it is, so that players and table models aren't mixed up."""
    return f"{play.name} ({play.about})"


def option(candidate: Candidate) -> str:
    """Format a candidate as options of `duskfall play`."""
    flags = ",".join(f"{name}={str(value).lower()}" for name, value in candidate.flags)
    return f'--deck "{written(candidate.cards)}"' + (f" --flags {flags}" if flags else "")


def _row(found: Found, row: Confirmed, number: str) -> Iterator[str]:
    yield f"{number:<4}{option(row.candidate)}"
    width = max(len(called(play)) for play, _ in row.counts)
    for play, count in row.counts:
        far = found.search.aim.far(count)
        yield f"    {called(play):<{width}}  {_shares(found, row, count)}  off by {far:.1%}, {count.games:,} games"
    for each in row.disagreements():
        yield _apart(row, each)


def _apart(row: Confirmed, each: Disagreement) -> str:
    high, low = each.shares
    shares = f"{each.side} {high:.0%} under {called(each.more)}, {low:.0%} under {called(each.less)}"
    players = {play.name for play, _ in row.played}
    if {each.more.name, each.less.name} <= players:
        return f"    players disagree, so it is ranked lower: {shares}"
    return f"    the screening was wrong about it: {shares}"


def _shares(found: Found, row: Confirmed, count: Outcome) -> str:
    sides = [*found.sides(row.candidate), *([DRAW] if count.wins[DRAW] else [])]
    return "  ".join(f"{side} {count.wins[side] / count.games:.1%} ({_interval(count, side)})" for side in sides)


def _interval(count: Outcome, side: str) -> str:
    low, high = count.interval(side)
    return f"{low:.1%} to {high:.1%}"
