"""The points of each seat in a finished game, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from duskfall.core.facts import Ended, Removed
from duskfall.core.play.game import Game
from duskfall.host.protocol.game_sheet import GameSheet
from duskfall.host.protocol.scoring import OTHERS, By, Scoring, plain
from duskfall.host.protocol.seat_history import left
from duskfall.study.winning import has_won
from duskfall.tell.figures import format_number
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import DRAW
from duskfall.wire.protocol import PointKind


class Point(NamedTuple):
    """Some points, and the reason for them."""

    what: PointKind
    points: float
    note: str = ""  # the role, the cause, a count, or the host's own words


def best_movers(game: Game, scoring: Scoring) -> tuple[int, ...]:
    """Return the seats that may make the best move: the first killed at night, if their teams may."""
    if scoring.best is None:
        return ()
    nights: dict[int, list[int]] = {}
    for seat, leave in left(game).items():
        if leave.how == "night":
            nights.setdefault(leave.number, []).append(seat)
    first = nights[min(nights)] if nights else []
    return tuple(seat for seat in sorted(first) if _dealt_team(game, seat) in scoring.best.of)


def hits(game: Game, named: tuple[int, ...], scoring: Scoring) -> int:
    """Return how many of the named seats belong to a team that a best move should find."""
    return sum(_dealt_team(game, seat) in scoring.best.finds for seat in set(named)) if scoring.best else 0


def points(sheet: GameSheet, scoring: Scoring) -> dict[int, list[Point]]:
    """Return the points of each seat, each with its reason; empty lists until the game is over."""
    end = sheet.game.over
    if end is None:
        return {seat: [] for seat in range(1, len(sheet.game.names) + 1)}
    return {seat: list(_of(seat, end, sheet, scoring)) for seat in range(1, len(end.roles) + 1)}


def total(lines: list[Point]) -> float:
    """Return the sum of the points."""
    return plain(sum(line.points for line in lines))


def line(point: Point) -> str:
    """Format points and their reason in a few words."""
    slots = {"points": format_number(point.points), "note": point.note}
    match point.what:
        case "win":
            return say("win {points}", **slots)
        case "loss":
            return say("loss {points}", **slots)
        case "draw":
            return say("draw {points}", **slots)
        case "cowin":
            return say("own win {points}", **slots)
        case "role":
            return say("won as {role} {points}", role=word(point.note, "role"), points=slots["points"])
        case "best":
            return say("best move {points}", **slots)
        case "foul":
            return say("fouls {points}", **slots)
        case "removed":
            return say("removed {points}", **slots)
        case "bonus":
            return say("bonus {points} ({note})", **slots) if point.note else say("bonus {points}", **slots)
        case _ as never:
            assert_never(never)


def _of(seat: int, end: Ended, sheet: GameSheet, scoring: Scoring) -> Iterator[Point]:
    return (point for point in _all(seat, end, sheet, scoring) if point.points)


def _all(seat: int, end: Ended, sheet: GameSheet, scoring: Scoring) -> Iterator[Point]:
    game, role = sheet.game, end.roles[seat - 1]
    team = game.plan.roles[role].team
    alone = seat in dict(end.cowins)
    if not alone or team == end.winner:
        yield _result(end, role, team, scoring)
    if alone:
        yield Point("cowin", scoring.cowin)
    if has_won(end, seat, team):
        yield Point("role", scoring.role.get(role, 0), role)
    for best in sheet.best:
        if best.seat == seat and scoring.best and seat in best_movers(game, scoring):
            found = min(hits(game, best.named, scoring), scoring.best.most)
            yield Point("best", scoring.best.points[found], str(found))
    fouls = sum(foul.by for foul in sheet.fouls if foul.seat == seat)
    yield Point("foul", plain(fouls * scoring.foul), str(fouls))
    for fact in game.facts:
        if isinstance(fact, Removed) and fact.seat == seat:
            yield Point("removed", scoring.removed.get(fact.cause, scoring.removed.get(OTHERS, 0)), fact.cause)
    yield from _bonus(seat, sheet, scoring)


def _result(end: Ended, role: str, team: str, scoring: Scoring) -> Point:
    """Return the points that the end of the game brings to this role and team."""
    what: PointKind = "draw" if end.winner == DRAW else "win" if team == end.winner else "loss"
    table = {"draw": scoring.draw, "win": scoring.win, "loss": scoring.loss}[what]
    return Point(what, _by(scoring.ends.get(end.reason, table), role, team))


def _by(table: By, role: str, team: str) -> float:
    return table.get(role, table.get(team, table.get(OTHERS, 0)))


def _bonus(seat: int, sheet: GameSheet, scoring: Scoring) -> Iterator[Point]:
    """Yield the host's bonuses for a seat, cut so that their sum stays within the scoring's limits."""
    given = 0.0
    for bonus in sheet.bonus:
        if bonus.seat != seat:
            continue
        least, most = scoring.bonus or (bonus.points + given, bonus.points + given)
        kept = min(max(given + bonus.points, least), most)
        yield Point("bonus", plain(kept - given), bonus.why)
        given = kept


def _dealt_team(game: Game, seat: int) -> str:
    return game.plan.roles[game.setup.roles[seat - 1]].team
