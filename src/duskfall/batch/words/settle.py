"""The resolution of acts: who turns away, who is blocked, rings, then every node of the override graph in its order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from duskfall.batch.making.maker import NIGHT, NOWHERE, Here, Maker
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, any_of, bit, both, has, less, no
from duskfall.batch.words import acts, blocks, deaths, effects, react
from duskfall.batch.words.exprs import test
from duskfall.batch.words.notes import events, note
from duskfall.batch.words.overturns import fired, stopped
from duskfall.batch.words.who import mask
from duskfall.core.night.executors import Place
from duskfall.core.plan.graph import IN_SETTLEMENT
from duskfall.vocabulary.cards import Occasion, Trigger
from duskfall.vocabulary.effects import Effect, Link, ReadSide, Until
from duskfall.vocabulary.steps import Settle


def settle(m: Maker, step: Settle) -> None:
    """Write code that resolves these acts."""
    slots = [slot for slot in m.slots if slot.verb in step.verbs]
    later = any(trigger.nights and name in step.verbs for name, (_, trigger) in m.plan.triggers.items())
    if not slots and not later and not _linked(m):
        return
    m.in_turn(
        [
            lambda: _take_all_up(m, slots),
            lambda: react.wake(m, step.verbs),
            lambda: _turn_away(m, slots),
            lambda: blocks.block(m, slots),
            lambda: _break_rings(m, slots),
            *_nodes(m, step, slots),
            lambda: deaths.bury(m),
        ]
    )


def _take_all_up(m: Maker, slots: list[Slot]) -> None:
    for occasion in IN_SETTLEMENT:
        if any(m.plan.triggers[name][1].on is occasion for name in m.needs.triggers):
            m.out.line(f"{events(m, occasion)[0]} = 0")
    for slot in slots:
        _take_up(m, slot)


def _happening(m: Maker, step: Settle, slots: list[Slot]) -> frozenset[str]:
    """Return the acts, triggers and links of which something can happen in this resolution."""
    found = {slot.verb for slot in slots}
    if any(slot.verb in m.plan.blockers for slot in slots):
        found |= {slot.verb for slot in m.slots}
    found |= {node for node, _, uses in m.plan.program if any(isinstance(effect, Link) for _, effect in uses)}
    triggers = {name: m.plan.triggers[name][1] for name in m.needs.triggers}
    found |= {name for name, trigger in triggers.items() if trigger.nights and name in step.verbs}
    while True:
        more = {n for n, t in triggers.items() if t.on in IN_SETTLEMENT and (not t.verbs or found & {*t.verbs})}
        if more <= found:
            return frozenset(found)
        found |= more


def _linked(m: Maker) -> bool:
    """Return whether a link of an earlier step may still kill."""
    return any(isinstance(e, Link) for slot in m.slots for a in slot.abilities.values() for e in a.does)


def _take_up(m: Maker, slot: Slot) -> None:
    """Write code that takes up the acts which no earlier resolution has."""
    fresh = acts.fresh(m, slot)
    m.out.line(f"{fresh} = {acts.did(m, slot)} & ~{acts.settled(m, slot)}")
    m.out.line(f"{acts.settled(m, slot)} |= {fresh}")
    if m.waits(Occasion.NAMED, slot.verb):
        with acts.each_act(m, slot, fresh) as (actor, target):
            note(m, Occasion.NAMED, slot.verb, actor, target, True)


def _turn_away(m: Maker, slots: list[Slot]) -> None:
    """Write code that lets acts fail at a protected target.

    A cautious actor doesn't visit it; other acts are done, but have no effect.
    """
    for verb in m.plan.turned:
        for slot in slots:
            if slot.verb != verb:
                continue
            with acts.each_act(m, slot, less(acts.fresh(m, slot), acts.blocked(m, slot))) as (actor, target):
                here = Here(actor, actor, target)
                stays = has(stopped(m, verb, here, others=True), target) if verb in m.plan.cautious else False
                found = has(stopped(m, verb, here), target) if m.plan.turned[verb] else False
                with m.out.when(any_of(stays, found)):
                    m.out.add(acts.void(m, slot), bit(actor))
                    note(m, Occasion.FAILED, verb, actor, target, True)
                    with m.out.when(stays):
                        m.out.add(acts.blocked(m, slot), bit(actor))


def _break_rings(m: Maker, slots: list[Slot]) -> None:
    """Write code that cancels guards which overturn each other in a declared ring, on the same player."""
    for ring in m.plan.guard_rings:
        rows = [[slot for slot in slots if slot.verb == verb] for verb in ring.of]
        fails = test(m, ring.fails, NOWHERE)
        if not all(rows) or fails is False:
            continue
        with m.out.when(fails):
            common = ""
            for row in rows:
                met = m.out.let("met", 0)
                for slot in row:
                    with acts.each_act(m, slot, less(acts.fresh(m, slot), acts.blocked(m, slot))) as (_, target):
                        m.out.add(met, bit(target))
                common = m.out.let("common", both(common, met) if common else met)
            for slot in (slot for row in rows for slot in row):
                going = less(acts.fresh(m, slot), acts.blocked(m, slot))
                with acts.each_act(m, slot, going) as (actor, target), m.out.when(has(common, target)):
                    m.out.add(acts.void(m, slot), bit(actor))


def _nodes(m: Maker, step: Settle, slots: list[Slot]) -> list[Callable[[], None]]:
    """Return writers for the nodes of the override graph, in their derived order."""
    happening = _happening(m, step, slots)
    found: list[Callable[[], None]] = []
    for node, trigger, uses in m.plan.program:
        if trigger is None:
            found.append(partial(_settle_node, m, step, slots, node, uses))
        elif trigger.name in m.needs.triggers and (not trigger.verbs or happening & {*trigger.verbs}):
            found.append(partial(_fire, m, trigger))
    return found


def _settle_node(m: Maker, step: Settle, slots: list[Slot], node: str, uses: tuple[tuple[str, Effect], ...]) -> None:
    for verb, effect in uses:
        if m.needs.matters(effect):
            _apply(m, step, [slot for slot in slots if slot.verb == verb and slot.does(effect)], effect)
        if isinstance(effect, Link) and _linked(m):
            _propagate(m, node)


def _apply(m: Maker, step: Settle, slots: list[Slot], effect: Effect) -> None:
    place = Place.NIGHT_ACT if m.phase == NIGHT else Place.DAY_ACT
    for slot in slots:
        going = less(less(acts.fresh(m, slot), acts.blocked(m, slot)), acts.void(m, slot))
        with acts.each_act(m, slot, acts.doing(m, slot, effect, going)) as (actor, target):
            doing = effects.Doing(slot.verb, Here(actor, actor, target), slot, step.tells)
            effects.do(m, place, doing, effect)
    if isinstance(effect, ReadSide):
        for slot in slots:
            _end_what_was_read(m, slot, effect)


def _end_what_was_read(m: Maker, slot: Slot, effect: Effect) -> None:
    """Write code that ends marks which last until they are read, after all readings of the night (TA-12)."""
    nodes = [node for edge in m.plan.edges.get(slot.verb, ()) for node in m.plan.graph.nodes(edge.by)]
    ending = [node for node in nodes if m.plan.until.get(node) is Until.READ]
    if ending:
        going = less(less(acts.fresh(m, slot), acts.blocked(m, slot)), acts.void(m, slot))
        with acts.each_act(m, slot, acts.doing(m, slot, effect, going)) as (_, target):
            for node in ending:
                m.out.drop(m.number("mark", node), bit(target))


def _propagate(m: Maker, name: str) -> None:
    """Write code that spreads death along links until nothing changes."""
    linked, ends = effects.links(m, name)
    spreading = m.out.let("spreading", f"{linked} & dead")
    with m.out.block(f"while {spreading} != 0"):
        with m.out.each(spreading) as actor:
            target = m.out.let("target", f"W[{ends} + {actor}]")
            with m.out.block(f"if dead >> {target} & 1 == 0"):
                m.out.drop(linked, bit(actor))
                safe = stopped(m, name, Here(actor, actor, target))
                with m.out.when(no(has(safe, target))):
                    effects.land_one(m, name, actor, target)
            with m.out.block("else"):
                m.out.drop(linked, bit(actor))
        m.out.line(f"{spreading} = {linked} & dead")


def _fire(m: Maker, trigger: Trigger) -> None:
    """Write code that fires a trigger for each time that its occasion came in this resolution."""
    role = m.plan.triggers[trigger.name][0]
    count, array = events(m, trigger.on)
    names = [name for name in m.names.acts if name and (name in trigger.verbs or not trigger.verbs)]
    upto, at = m.out.let("upto", count), m.out.let("at", 0)
    with m.out.block(f"while {at} < {upto}"):
        event = m.out.let("event", f"W[{array} + {at}]")
        m.out.line(f"{at} += 1")
        act = m.out.let("act", f"{event} >> 10")
        mine = True if not trigger.verbs else _among(act, [m.names.number("acts", name) for name in names])
        with m.out.when(mine):
            actor, target = m.out.let("actor", f"{event} >> 5 & 31"), m.out.let("target", f"{event} & 31")
            owners: Code = mask(m, trigger.me, Here(0, actor, target))
            owners = both(owners, m.holders(role.name)) if role else owners
            with m.out.each(owners) as me:
                here = Here(me, actor, target)
                with m.out.when(test(m, trigger.when, here)):
                    safe = stopped(m, trigger.name, here)
                    with m.out.when(no(has(safe, target))):
                        _set_off(m, trigger, here)


def _among(act: str, numbers: list[int]) -> str:
    return f"({' or '.join(f'{act} == {number}' for number in numbers)})"


def _set_off(m: Maker, trigger: Trigger, here: Here) -> None:
    if trigger.nights:
        react.put_off(m, trigger, here)
        return
    if any(trigger.name in nodes for nodes in m.plan.traces.values()):
        m.out.add(fired(m, trigger.name), bit(here.me))
    effects.carry_out(m, trigger.on, effects.Doing(trigger.name, here), trigger.does)
