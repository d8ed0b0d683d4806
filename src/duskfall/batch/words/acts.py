"""The acts of this night in compiled code: who did what to whom, what was stopped, what is settled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from duskfall.batch.maker import Maker
from duskfall.batch.slots import Slot
from duskfall.batch.write import Code, both, either, less
from duskfall.vocabulary.effects import Effect


def did(m: Maker, slot: Slot) -> str:
    """Who does such an act tonight."""
    return m.nightly("did", slot.name)


def blocked(m: Maker, slot: Slot) -> str:
    """Whose act was stopped, so that they stay at home."""
    return m.nightly("blocked", slot.name)


def void(m: Maker, slot: Slot) -> str:
    """Whose act comes to nothing where it is done."""
    return m.nightly("void", slot.name)


def settled(m: Maker, slot: Slot) -> str:
    """Whose act was taken up by a settlement."""
    return m.nightly("settled", slot.name)


def fresh(m: Maker, slot: Slot) -> str:
    """Whose act the settlement that is going on has taken up."""
    return m.number("fresh", slot.name) if m.in_pieces else m.ident("fresh", slot.name)


def goal(m: Maker, slot: Slot, actor: Code) -> str:
    """To whom a seat does it; the attack of a trigger is settled at its owner's."""
    if slot.trigger:
        return str(actor)
    if slot.single:
        return m.number("goal", slot.name)
    return f"W[{m.by_seat('goal', slot.name)} + {actor}]"


def role_named(m: Maker, slot: Slot, actor: Code) -> str:
    """The number of the role that was named with the target."""
    return f"W[{m.by_seat('role_named', slot.name)} + {actor}]"


def of_role(m: Maker, slot: Slot, role: str) -> str:
    """Who did it as the holder of this role."""
    return m.nightly(f"did_{m.ident('as', slot.name)}", role)


def doing(m: Maker, slot: Slot, effect: Effect, among: Code) -> Code:
    """Which of these have an act of this slot that does this."""
    if slot.trigger:
        return among if slot.attack == effect else 0
    roles = slot.variants(effect)
    if not slot.varies:
        return among if roles else 0
    return both(among, either(*(of_role(m, slot, role) for role in roles)))


def going(m: Maker, slot: Slot, *, stopped_too: bool = False) -> Code:
    """Who does it and was not stopped."""
    return did(m, slot) if stopped_too else less(did(m, slot), blocked(m, slot))


def of_verb(m: Maker, verb: str) -> list[Slot]:
    """The slots of an act."""
    return [slot for slot in m.slots if slot.verb == verb]


@contextmanager
def each_act(m: Maker, slot: Slot, actors: Code) -> Iterator[tuple[str, str]]:
    """What is done for each of these acts, by seat: its actor and its target."""
    with m.out.each(actors, single=slot.single) as actor:
        yield actor, goal(m, slot, actor)
