"""The engine beside brute force: what differs, in words; nothing if they agree."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight
from tests.detect.brute import Found, brute
from tests.detect.played import Played
from tests.detect.tables import told

NEAR = 1e-9


def looked(game: Played, viewer: int, moment: str) -> Sight:
    """What the viewer may look at, and nothing else."""
    return Sight(game.table.plan.rules, viewer, game.shown(viewer, moment), game.going(moment))


def differences(found: Found, engine: Posterior, near: float = NEAR) -> Iterator[str]:
    """Each number that is not the same."""
    if not engine.known:
        yield f"not known: {engine.reason}"
        return
    if not engine.exact:
        yield "not exact"
    for what in ("worlds", "missing"):
        mine, its = getattr(found, what), getattr(engine, what)
        if mine != its:
            yield f"{what}: {mine} by brute force, the engine says {its}"
    for seat, (mine, its) in enumerate(zip(found.roles, engine.roles, strict=True), 1):
        for role in sorted({*mine, *its}):
            if abs(mine.get(role, 0.0) - its.get(role, 0.0)) > near:
                yield f"seat {seat}, {role}: {mine.get(role, 0.0):.12f} by brute force, {its.get(role, 0.0):.12f}"
        if any(not chance for chance in its.values()):
            yield f"seat {seat}: a chance of zero is written out"


def compared(game: Played, viewer: int, moment: str, most: int, budget: Budget | None = None) -> Found:
    """Count by brute force, ask the engine; AssertionError with all that is needed to see it again."""
    found = brute(game, viewer, moment, most)
    sight = looked(game, viewer, moment)
    wrong = list(differences(found, posterior(sight, budget=budget) if budget else posterior(sight)))
    assert not wrong, "\n".join((told(game), f"viewer {viewer}, {moment}", *wrong))
    return found
