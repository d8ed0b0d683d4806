"""Blocks: which players are blocked when blockers block each other (AM-4).

A chain is followed from its free end; a ring that remains follows its declared rule. A block on a blocker of higher
priority fails, but priority decides nothing between two who block each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from duskfall.core.play.state import Act
from duskfall.vocabulary.ruleset import Ring
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.plan.compile import Plan

Record = Callable[[str, Act, int, str, int, str], None]


def blocked_seats(plan: Plan, scene: Scene, blocks: list[tuple[Act, int]], record: Record) -> dict[int, Act]:
    """Return the blocked seats, each with the action that blocks it."""
    ring = next((ring for ring in plan.rules.rings if blocks[0][0].verb in ring.of), None)
    blocks = sorted(blocks, key=lambda block: -block[1])  # higher priority first
    effective = _effective(ring, scene, blocks, record)
    stoppable = {act.actor for act, _ in blocks if _can_be_stopped(plan, act.verb)}
    against: dict[int, list[Act]] = {}
    for act in effective:
        against.setdefault(act.target, []).append(act)
    blocked: dict[int, Act] = {}
    free: set[int] = set()
    open_seats = dict(against)
    settled = True
    while settled:
        settled = False
        for seat, acts in list(open_seats.items()):
            sure = next(
                (a for a in acts if a.actor in free or a.actor not in against or a.actor not in stoppable),
                None,
            )
            if sure:
                blocked[seat] = sure
            elif all(act.actor in blocked for act in acts):
                free.add(seat)
            else:
                continue
            del open_seats[seat]
            settled = True
    if ring is None or ring.fails.holds(scene):
        blocked |= {seat: acts[0] for seat, acts in open_seats.items()}
    return blocked


def _effective(ring: Ring | None, scene: Scene, blocks: list[tuple[Act, int]], record: Record) -> list[Act]:
    """Return the blocks without those that meet a blocker of higher priority, unless the two block each other."""
    if ring is None or not ring.higher.holds(scene):
        return [act for act, _ in blocks]
    own = {act.actor: (priority, act) for act, priority in blocks}
    aims = {(act.actor, act.target) for act, _ in blocks}
    effective = []
    for act, priority in blocks:
        theirs = own.get(act.target)
        if theirs and theirs[0] > priority and (act.target, act.actor) not in aims:
            record(act.verb, act, act.target, theirs[1].verb, theirs[1].actor, ring.rule)
        else:
            effective.append(act)
    return effective


def _can_be_stopped(plan: Plan, verb: str) -> bool:
    """Return whether a block can stop this block."""
    return bool(plan.stops.get(verb))
