"""Blocks in generated code: who is blocked when blockers block each other; see core/night/blocks.py (AM-4)."""

from __future__ import annotations

from duskfall.batch.making.maker import NOWHERE, Maker
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, any_of, as_number, both, either, less
from duskfall.batch.words import acts
from duskfall.batch.words.exprs import test
from duskfall.batch.words.notes import note
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.effects import Block

PART = 5  # integers in a block: actor, target, act, priority, whether it can be stopped (2 more if it failed)
MOST = 32


def block(m: Maker, slots: list[Slot]) -> None:
    """Write code that decides whose acts fail, and by which block."""
    blocking = [slot for verb in m.plan.blockers for slot in slots if slot.verb == verb]
    if not blocking:
        return
    m.helper(blocked_by)
    array = m.layout.array("blocks", MOST * PART, passing=True)
    found = m.by_seat("blocked_by", zero=True)
    count = m.out.let("blocks", 0)
    for slot in blocking:
        for effect in dict.fromkeys(e for a in slot.abilities.values() for e in a.does if isinstance(e, Block)):
            going = less(acts.fresh(m, slot), acts.void(m, slot))
            with acts.each_act(m, slot, acts.doing(m, slot, effect, going)) as (actor, target):
                row = (actor, target, m.names.number("acts", slot.verb), effect.priority)
                for place, part in enumerate((*row, int(bool(m.plan.stops.get(slot.verb))))):
                    m.out.line(f"W[{array} + {count} * {PART} + {place}] = {part}")
                m.out.line(f"{count} += 1")
    with m.out.block(f"if {count} != 0"):
        ring = next((ring for ring in m.plan.rules.rings if blocking[0].verb in ring.of), None)
        higher = as_number(test(m, ring.higher, NOWHERE)) if ring else 0
        fails = as_number(test(m, ring.fails, NOWHERE)) if ring else 1
        who = m.out.let("who", f"blocked_by(W, {array}, {count}, {found}, {higher}, {fails})")
        m.out.line(f"held |= {who}")
        for verb in dict.fromkeys(slot.verb for slot in blocking):
            _stop(m, slots, verb, who, found)


def _stop(m: Maker, slots: list[Slot], verb: str, who: str, found: str) -> None:
    """Write code that stops the acts of the seats that a block of this name has met."""
    stopped: dict[str, list[Slot]] = {}
    for slot in m.slots:
        if any(edge.by == verb for edge in m.plan.stops.get(slot.verb, ())):
            stopped.setdefault(slot.verb, []).append(slot)
    if not stopped:
        return
    here = m.out.let("by_this", 0)
    with m.out.each(who) as seat, m.out.block(f"if W[{found} + {seat}] == {m.names.number('acts', verb)}"):
        m.out.line(f"{here} |= 1 << {seat}")
    for name, theirs in stopped.items():
        whens = [test(m, edge.when, NOWHERE) for edge in m.plan.stops[name] if edge.by == verb]
        with m.out.when(any_of(*whens)):
            for slot in theirs:
                pending: Code = less(acts.did(m, slot), acts.settled(m, slot))
                if slot in slots:
                    pending = either(pending, acts.fresh(m, slot))
                hit = m.out.let("hit", both(pending, here))
                m.out.add(acts.blocked(m, slot), hit)
                if m.waits(Occasion.BLOCKED, name):
                    with acts.each_act(m, slot, hit) as (actor, target):
                        note(m, Occasion.BLOCKED, name, actor, target, True)


def blocked_by(W, array, count, found, higher, fails):  # type: ignore[no-untyped-def]
    """Return the blocked seats, and store the act that blocks each in W at `found`.

    This is called as Python, and its source is copied into the program.
    """
    order = 1
    while order < count:  # the highest priority comes first
        back = order
        while back > 0 and W[array + back * 5 + 3] > W[array + back * 5 - 2]:
            for part in range(5):
                kept = W[array + back * 5 + part]
                W[array + back * 5 + part] = W[array + back * 5 - 5 + part]
                W[array + back * 5 - 5 + part] = kept
            back -= 1
        order += 1
    against = 0
    stoppable = 0
    for one in range(count):
        at = array + one * 5
        if W[at + 4] != 0:
            stoppable |= 1 << W[at]
    if higher != 0:  # a block that meets a blocker of higher priority fails, unless the two block each other
        for one in range(count):
            at = array + one * 5
            theirs = 0
            mutual = 0
            for other in range(count):
                if W[array + other * 5] == W[at + 1]:
                    theirs = W[array + other * 5 + 3]
                    if W[array + other * 5 + 1] == W[at]:
                        mutual = 1
            if theirs > W[at + 3] and mutual == 0:
                W[at + 4] += 2
    for one in range(count):
        at = array + one * 5
        if W[at + 4] >= 2:
            W[at + 1] = 0
        if W[at + 1] != 0:
            against |= 1 << W[at + 1]
    blocked = 0
    free = 0
    settled = 1
    while settled != 0:
        settled = 0
        for one in range(count):  # each blocked seat once, in the order of the blocks
            seat = W[array + one * 5 + 1]
            met = 0
            for other in range(one):
                if W[array + other * 5 + 1] == seat:
                    met = 1
            if seat == 0 or met != 0 or (blocked | free) >> seat & 1 != 0:
                continue
            sure = 0
            all_blocked = 1
            for other in range(count):
                if W[array + other * 5 + 1] == seat:
                    actor = W[array + other * 5]
                    certain = free >> actor & 1 != 0 or against >> actor & 1 == 0 or stoppable >> actor & 1 == 0
                    if sure == 0 and certain:
                        sure = W[array + other * 5 + 2]
                    if blocked >> actor & 1 == 0:
                        all_blocked = 0
            if sure != 0:
                blocked |= 1 << seat
                W[found + seat] = sure
                settled = 1
            elif all_blocked != 0:
                free |= 1 << seat
                settled = 1
    if fails != 0:
        for back in range(count):
            one = count - 1 - back
            seat = W[array + one * 5 + 1]
            if seat != 0 and (blocked | free) >> seat & 1 == 0:
                W[found + seat] = W[array + one * 5 + 2]
        blocked |= against & ~free
    return blocked
