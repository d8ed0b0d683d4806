"""The acts of a night in generated code: actors, targets, and which acts were blocked, void or resolved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, both, either, less
from duskfall.vocabulary.effects import Effect


def did(m: Maker, slot: Slot) -> str:
    """Return the set of actors who do this act tonight."""
    return m.nightly("did", slot.name)


def blocked(m: Maker, slot: Slot) -> str:
    """Return the set of actors whose act was stopped, so that they stay at home."""
    return m.nightly("blocked", slot.name)


def void(m: Maker, slot: Slot) -> str:
    """Return the set of actors whose act has no effect at its target."""
    return m.nightly("void", slot.name)


def settled(m: Maker, slot: Slot) -> str:
    """Return the set of actors whose act a resolution has taken up."""
    return m.nightly("settled", slot.name)


def fresh(m: Maker, slot: Slot) -> str:
    """Return the set of actors whose act the current resolution has taken up."""
    return m.number("fresh", slot.name) if m.in_pieces else m.ident("fresh", slot.name)


def goal(m: Maker, slot: Slot, actor: Code) -> str:
    """Return the variable with an actor's target; the attack of a trigger is resolved on its owner's seat."""
    if slot.trigger:
        return str(actor)
    if slot.single:
        return m.number("goal", slot.name)
    return f"W[{m.by_seat('goal', slot.name)} + {actor}]"


def role_named(m: Maker, slot: Slot, actor: Code) -> str:
    """Return the variable with the number of the role that an actor named with the target."""
    return f"W[{m.by_seat('role_named', slot.name)} + {actor}]"


def of_role(m: Maker, slot: Slot, role: str) -> str:
    """Return the set of actors who did this act as holders of this role."""
    return m.nightly(f"did_{m.ident('as', slot.name)}", role)


def doing(m: Maker, slot: Slot, effect: Effect, among: Code) -> Code:
    """Return those of these actors whose act in this slot has this effect."""
    if slot.trigger:
        return among if slot.attack == effect else 0
    roles = slot.variants(effect)
    if not slot.varies:
        return among if roles else 0
    return both(among, either(*(of_role(m, slot, role) for role in roles)))


def going(m: Maker, slot: Slot, *, stopped_too: bool = False) -> Code:
    """Return the set of actors whose act wasn't stopped; with `stopped_too`, all actors."""
    return did(m, slot) if stopped_too else less(did(m, slot), blocked(m, slot))


def of_verb(m: Maker, verb: str) -> list[Slot]:
    """Return the slots of an act."""
    return [slot for slot in m.slots if slot.verb == verb]


@contextmanager
def each_act(m: Maker, slot: Slot, actors: Code) -> Iterator[tuple[str, str]]:
    """Write a block of code that runs for each of these actors; yield the names of the actor and the target."""
    with m.out.each(actors, single=slot.single) as actor:
        yield actor, goal(m, slot, actor)
