"""Overrides: whether something is overturned at its target, by what, and by which seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import Tier
from duskfall.vocabulary.masks import has
from duskfall.vocabulary.ruleset import ROLE, Overturns
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def overturner(
    game: Game, what: str, scene: Scene, tier: Tier = Tier.NONE, *, others: bool = False
) -> tuple[Overturns, int] | None:
    """Return the first edge that overturns `what` at its target, and the seat responsible; None if there is none.

    With `others`, the target's own role is left out.
    """
    for edge in game.plan.edges.get(what, ()):
        if (edge.when is ALWAYS or edge.when.holds(scene)) and not (others and edge.by == ROLE):
            actor = _present(game, what, edge.by, scene, tier)
            if actor is not None:
                return edge, actor
    return None


def _present(game: Game, what: str, by: str, scene: Scene, tier: Tier) -> int | None:
    """Return the seat that put this on the target (0: nobody in particular); None if it is not there."""
    state, target = game.state, scene.target
    if by == ROLE:
        return _by_role(game, what, scene, tier)
    if state.cards and has(state.cards.get(by, 0), target):
        return 0
    for seat, verb, strength, actor in state.tonight.guards:
        if seat == target and verb == by and strength >= tier:
            return actor
    for there in (state.marks, state.tonight.killed, state.tonight.fired):
        for node in game.plan.traces[by] if there else ():
            if there.get(node, 0) >> target & 1:
                return next((a.actor for a in state.tonight.acts if a.verb == by and a.target == target), 0)
    return None


def _by_role(game: Game, what: str, scene: Scene, tier: Tier) -> int | None:
    """Return 0 if the target's own role overturns this, else None.

    A role does so by its immunities, by its defense against an attack, or by how it is seen by a reading.
    """
    role = game.plan.roles[game.state.roles[scene.target]]
    if what in role.proof:
        return 0
    if tier:
        return 0 if role.defense >= tier else None
    reads = not game.plan.turned.get(what)  # an act that is overturned as a whole is no reading
    return 0 if reads and role.seen and role.seen.when.holds(scene) else None
