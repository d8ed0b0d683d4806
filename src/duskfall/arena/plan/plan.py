"""The plan of a league: the intervals and costs of its file as it stands, and the blocks that wanted intervals need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from duskfall.arena.league import League
from duskfall.arena.plan.bill import Bill, Consumed, bills, total
from duskfall.arena.plan.pace import pace
from duskfall.arena.plan.width import Width, width
from duskfall.arena.run.pool import cores
from duskfall.arena.schedule import Schedule

AS_IT_STANDS = "the file as it stands"
POINTS = (100.0, 50.0, 25.0)  # half-widths of intervals that are planned for by default


@dataclass(frozen=True, slots=True)
class Need:
    """A number of blocks at each table, with the interval they give and their costs."""

    what: str
    blocks: int
    games: int
    interval: float | None  # half-width in points, for the least certain player; None if there's nobody to compare with
    bill: Bill | None  # None if no models play
    seconds: float | None  # in one process; None if models play


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a league: its needs, the wanted intervals out of reach, and the numbers behind them."""

    league: League
    needs: tuple[Need, ...]  # the file as it stands comes first
    out_of_reach: tuple[float, ...]  # half-widths that no number of games can reach
    width: Width | None
    bills: dict[str, Bill]  # by entrant that is a model, for one block at each table
    pace: float | None  # games per second in one process

    def as_data(self) -> dict[str, Any]:
        """Return the plan as data for JSON."""
        first, *others = map(_data, self.needs)
        blocks = self.needs[0].blocks
        widths = self.width.after(blocks) if self.width else {}
        players = [
            {
                "player": each.name,
                "interval": _rounded(widths.get(each.name)),
                **(_bill(self.bills[each.name].times(blocks)) if each.name in self.bills else {}),
            }
            for each in self.league.entrants
        ]
        return {
            **first,
            "games_a_second": _rounded(self.pace),
            "players": players,
            "needs": others,
            "out_of_reach": list(self.out_of_reach),
            "floor": _rounded(self.width.floor) if self.width else None,
        }


def make_plan(league: League, points: Sequence[float] = POINTS) -> Plan:
    """Return the plan of a league, and of the blocks needed for intervals of these half-widths in points."""
    found, taken, speed = width(league), bills(league), pace(league)
    size, bill = len(Schedule(replace(league, blocks=1))), total(taken.values())

    def need(what: str, blocks: int) -> Need:
        return Need(
            what,
            blocks,
            size * blocks,
            max(found.after(blocks).values()) if found else None,
            bill.times(blocks) if taken else None,
            size * blocks / speed if speed else None,
        )

    wanted = {limit: found.blocks(limit) for limit in points} if found else {}
    needs = [need(AS_IT_STANDS, _within(league, bill.expected.dollars, speed and speed * cores() / size))]
    needs += [need(f"± {limit:g} points", blocks) for limit, blocks in wanted.items() if blocks is not None]
    out_of_reach = tuple(limit for limit, blocks in wanted.items() if blocks is None)
    return Plan(league, tuple(needs), out_of_reach, found, taken, speed)


def _within(league: League, dollars: float, blocks_a_second: float | None) -> int:
    """Return the number of blocks at each table that the budget allows, at least one."""
    limits = [float(league.blocks)]
    if league.budget.dollars is not None and dollars:
        limits.append(league.budget.dollars / dollars)
    if league.budget.seconds is not None and blocks_a_second:
        limits.append(league.budget.seconds * blocks_a_second)
    return max(1, int(min(limits)))


def _data(need: Need) -> dict[str, Any]:
    return {
        "what": need.what,
        "blocks": need.blocks,
        "games": need.games,
        "interval": _rounded(need.interval),
        "seconds": _rounded(need.seconds),
        **(_bill(need.bill) if need.bill else {}),
    }


def _bill(bill: Bill) -> dict[str, Any]:
    return {"expected": _taken(bill.expected), "upper": _taken(bill.upper)}


def _taken(taken: Consumed) -> dict[str, Any]:
    amounts = "questions", "tokens_in", "tokens_out", "dollars"
    return {**{name: _rounded(getattr(taken, name)) for name in amounts}, "unpriced": taken.unpriced}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
