"""Triggers outside of resolutions: dusk, dawn, deaths, the vote; delayed triggers; choices of dying players."""

from __future__ import annotations

from duskfall.batch.making.maker import Here, Maker
from duskfall.batch.making.write import Code, Test, bit, both
from duskfall.batch.rows import Kind
from duskfall.batch.words import effects
from duskfall.batch.words.ask import UNHEARD, Question, end_wait, hear, put
from duskfall.batch.words.collect import allowed
from duskfall.batch.words.exprs import test
from duskfall.batch.words.who import mask
from duskfall.core.night.executors import Place
from duskfall.vocabulary.cards import Occasion, Trigger
from duskfall.vocabulary.seats import Target

DUE = 5  # integers in a delayed trigger: night, trigger, owner, actor, target
MOST_DUE = 256


def reacting(m: Maker, occasion: Occasion) -> list[Trigger]:
    """Return the needed triggers that react to this occasion."""
    return [trigger for _, trigger in m.plan.reacting[occasion] if trigger.name in m.needs.triggers]


def fire(m: Maker, occasion: Occasion, target: Code) -> None:
    """Write code that fires the triggers of an occasion; those with a choice wait for their step."""
    for trigger in reacting(m, occasion):
        role = m.plan.triggers[trigger.name][0]
        owners = mask(m, trigger.me, Here(0, 0, target))
        owners = both(owners, m.holders(role.name)) if role else owners
        with m.out.each(owners, single=bool(role) and m.needs.single(role.name)) as me:  # type: ignore[union-attr]
            here = Here(me, 0, target)
            with m.out.when(test(m, trigger.when, here)):
                _set_off(m, trigger, here)


def _set_off(m: Maker, trigger: Trigger, here: Here) -> None:
    if trigger.ask is not None:
        m.out.add(pending(m, trigger.name), bit(here.me))
        if _more_than_once(trigger):
            m.out.line(f"{_times(m, trigger, here.me)} += 1")
    elif trigger.nights:
        put_off(m, trigger, here)
    else:
        doing = effects.Doing(trigger.name, here, settling=False)
        effects.carry_out(m, trigger.on, doing, trigger.does)


def pending(m: Maker, trigger: str) -> str:
    """Return the set of seats that still have a choice by this trigger."""
    return m.number("pending", trigger)


def _more_than_once(trigger: Trigger) -> bool:
    """Return whether one player may get several choices by a trigger: its owner isn't the one who leaves."""
    return not isinstance(trigger.me, Target)


def _times(m: Maker, trigger: Trigger, seat: Code) -> str:
    return f"W[{m.by_seat('pending', trigger.name, zero=True)} + {seat}]"


def forget(m: Maker, seat: str) -> None:
    """Write code that drops all pending choices of a seat."""
    for _, trigger in m.plan.triggers.values():
        if trigger.ask is not None and trigger.name in m.needs.triggers:
            m.out.drop(pending(m, trigger.name), bit(seat))
            if _more_than_once(trigger):
                m.out.line(f"{_times(m, trigger, seat)} = 0")


def _due(m: Maker) -> str:
    """Declare the array of delayed triggers. A world has a small one, because there are many worlds."""
    most = 2 * (m.table.seats + 1) if m.worlds else MOST_DUE
    return m.layout.array("due", most * DUE)


def put_off(m: Maker, trigger: Trigger, here: Here) -> None:
    """Write code that delays a trigger by its number of nights."""
    count, array = m.number("due"), _due(m)
    row = (f"night + {trigger.nights}", m.names.number("acts", trigger.name), here.me, here.actor, here.target)
    at = m.out.let("at", f"{array} + {count} * {DUE}")
    for place, part in enumerate(row):
        m.out.line(f"W[{at} + {place}] = {part}")
    m.out.line(f"{count} += 1")


def wake(m: Maker, verbs: tuple[str, ...]) -> None:
    """Write code that first carries out the delayed triggers which are due at this resolution tonight."""
    waking = [trigger for _, trigger in m.plan.triggers.values() if _is_due(m, trigger, verbs)]
    if not waking:
        return
    count, array = m.number("due"), _due(m)
    at, kept = m.out.let("at", 0), m.out.let("kept", 0)
    with m.out.block(f"while {at} < {count}"):
        place = m.out.let("place", f"{array} + {at} * {DUE}")
        parts = [m.out.let("part", f"W[{place} + {number}]") for number in range(DUE)]
        m.out.line(f"{at} += 1")
        here = Here(*parts[2:])
        acts = [m.names.number("acts", trigger.name) for trigger in waking]
        now: Test = " or ".join(f"{parts[1]} == {act}" for act in acts)
        with m.out.block(f"if {parts[0]} == night and ({now})"):
            for trigger, act in zip(waking, acts, strict=True):
                with m.out.block(f"if {parts[1]} == {act}"):
                    effects.carry_out(m, Place.LATER, effects.Doing(trigger.name, here), trigger.does)
        with m.out.block("else"):
            for number, part in enumerate(parts):
                m.out.line(f"W[{array} + {kept} * {DUE} + {number}] = {part}")
            m.out.line(f"{kept} += 1")
    m.out.line(f"{count} = {kept}")


def _is_due(m: Maker, trigger: Trigger, verbs: tuple[str, ...]) -> bool:
    return trigger.nights > 0 and trigger.name in verbs and trigger.name in m.needs.triggers


def reactions(m: Maker) -> None:
    """Write code that asks players whose death lets them choose, one after another by seat (WW-9)."""
    asking = [t for _, t in m.plan.triggers.values() if t.ask is not None and t.name in m.needs.triggers]
    asking.sort(key=lambda trigger: trigger.name)
    if not asking:
        return
    here, then = m.this_label, m.label()
    seat, which = m.number("reacting"), m.number("by_trigger")
    questions = [_question(m, trigger) for trigger in asking]
    with m.at(here):
        m.out.line(f"{seat} = {' | '.join(pending(m, trigger.name) for trigger in asking)}")
        with m.out.block(f"if {seat} == 0"):
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(then)
            m.out.line(f"{seat} = first({seat})")
            for number, trigger in enumerate(asking):
                with m.out.block(f"{'elif' if number else 'if'} {pending(m, trigger.name)} >> {seat} & 1 != 0"):
                    _asked_once(m, trigger, seat)
                    m.out.line(f"{which} = {m.names.number('acts', trigger.name)}")
                    _options(m, trigger)
                    put(m, questions[number])
    with m.at(then):
        for trigger, question in zip(asking, questions, strict=True):
            with m.out.when(f"{which} == {m.names.number('acts', trigger.name)}" if len(asking) > 1 else True):
                hear(m, question)
                end_wait(m)
                _take(m, trigger)
        m.go(here, back=True)


def _asked_once(m: Maker, trigger: Trigger, seat: str) -> None:
    """Write code that removes one pending choice."""
    if not _more_than_once(trigger):
        m.out.drop(pending(m, trigger.name), bit(seat))
        return
    m.out.line(f"{_times(m, trigger, seat)} -= 1")
    with m.out.block(f"if {_times(m, trigger, seat)} == 0"):
        m.out.drop(pending(m, trigger.name), bit(seat))


def _question(m: Maker, trigger: Trigger) -> Question:
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"{m.number('reaction')} = {target}")

    return Question(trigger.name, bit(m.number("reacting")), lambda seat: m.number("may_react"), store, single=True)


def _options(m: Maker, trigger: Trigger) -> None:
    pick, scene = trigger.ask, Here(m.number("reacting"))
    assert pick is not None
    options = allowed(m, pick, scene, mask(m, pick.among, scene))
    m.out.line(f"{m.number('may_react')} = {options} | {int(pick.decline)}")


def _take(m: Maker, trigger: Trigger) -> None:
    """Write code for a dying player's choice: everyone sees it, and it takes effect."""
    act, seat, target = m.names.number("acts", trigger.name), m.number("reacting"), m.number("reaction")
    with m.out.when(f"{target} != {UNHEARD}" if m.resumable else True):
        chosen(m, seat, act, target)
    with m.out.block(f"if {target} > 0"):
        m.tell_all(Kind.SHOT, seat, act, target)
        doing = effects.Doing(trigger.name, Here(seat, seat, target), settling=False)
        effects.carry_out(m, Place.ASKED, doing, trigger.does)


def chosen(m: Maker, seat: Code, act: int, target: Code, to: Code | None = None) -> None:
    """Write code that logs an answer."""
    if m.told:
        with m.out.block(f"if {target} < 0"):
            m.tell(Kind.SILENT, bit(seat), seat, act)
        with m.out.block("else"):
            m.tell(Kind.CHOSE, bit(seat) if to is None else to, seat, act, target)
