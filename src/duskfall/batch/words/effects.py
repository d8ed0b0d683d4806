"""Effects in generated code: what each one does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from duskfall.batch.making.maker import DAY, Here, Maker
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, bit, both, has, less, no
from duskfall.batch.names import CHANGED, MATE, TAUGHT
from duskfall.batch.rows import Kind
from duskfall.batch.words import acts, deaths
from duskfall.batch.words.exprs import test
from duskfall.batch.words.notes import note
from duskfall.batch.words.overturns import by_edge, fired, guards, looks_at_target, stopped
from duskfall.batch.words.who import mask
from duskfall.core.night.executors import EXECUTORS, Place
from duskfall.vocabulary import effects as e
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.seats import Everyone


@dataclass(frozen=True, slots=True)
class Doing:
    """The context of an effect: the act or trigger that causes it, the players involved, when the actor is notified."""

    name: str
    here: Here
    slot: Slot | None = None
    tells: e.Moment = e.Moment.DAWN
    settling: bool = True  # whether triggers of the resolution react to what it causes


def carry_out(m: Maker, place: Place | Occasion, doing: Doing, effects: tuple[e.Effect, ...]) -> None:
    """Write code for these effects, except those that change nothing here."""
    for effect in effects:
        if m.needs.matters(effect):
            do(m, place, doing, effect)


def do(m: Maker, place: Place | Occasion, doing: Doing, effect: e.Effect) -> None:
    """Write code for an effect; the engine's table of executors says which effects are allowed at this place."""
    assert type(effect) in EXECUTORS[place]
    if isinstance(effect, e.Attack) and place is Place.ASKED:
        _shoot(m, doing, effect)
    else:
        EFFECTS[type(effect)](m, doing, effect)


# -- attacks, guards, marks, links -------------------------------------------------------------------------------


def _strike(m: Maker, doing: Doing, effect: e.Attack) -> None:
    """Write code that kills each target, unless the attack is overturned."""
    here, name = doing.here, doing.name
    if effect.as_ and doing.slot is None:
        return _strike_later(m, doing, effect)
    struck = m.out.let("struck", both(mask(m, effect.on, here), "alive"))
    at = Here(here.me, here.me, 0)
    if not looks_at_target(m, name):
        safe = _stopping(m, doing, effect, at)
        if safe != 0:
            held = m.out.let("held_off", both(struck, safe))
            _note_each(m, doing, Occasion.FAILED, held)
            m.out.line(f"{struck} &= ~{held}")
        return _land(m, doing, struck)
    with m.out.each(struck) as seat:
        safe = _stopping(m, doing, effect, Here(here.me, here.me, seat))
        with m.out.when(has(safe, seat)):
            note(m, Occasion.FAILED, name, here.me, seat, doing.settling)
        with m.out.when(no(has(safe, seat))):
            _land(m, doing, bit(seat))
    return None


def _stopping(m: Maker, doing: Doing, effect: e.Attack, at: Here) -> Code:
    """Return the set of seats at which an attack is overturned."""
    always = test(m, effect.unstoppable, doing.here)
    if isinstance(always, bool):
        return stopped(m, doing.name, at, e.Tier.UNSTOPPABLE if always else effect.tier)
    highest, usual = stopped(m, doing.name, at, e.Tier.UNSTOPPABLE), stopped(m, doing.name, at, effect.tier)
    return f"({highest} if {always} else {usual})" if highest != usual else usual


def _note_each(m: Maker, doing: Doing, occasion: Occasion, seats: Code) -> None:
    if m.waits(occasion, doing.name) and doing.settling:
        with m.out.each(seats) as seat:
            note(m, occasion, doing.name, doing.here.me, seat, doing.settling)


def _land(m: Maker, doing: Doing, seats: Code) -> None:
    """Write code that kills these seats: nothing overturned the attack."""
    _note_each(m, doing, Occasion.KILLED, seats)
    deaths.kill(m, doing.name, seats)


def land_one(m: Maker, name: str, actor: Code, seat: Code) -> None:
    """Write code that kills a seat through a link."""
    note(m, Occasion.KILLED, name, actor, seat, True)
    deaths.kill(m, name, bit(seat))


def _shoot(m: Maker, doing: Doing, effect: e.Attack) -> None:
    """Write code for the public attack of a dying player; nothing stops it."""
    with m.out.each(both(mask(m, effect.on, doing.here), "alive")) as seat:
        deaths.fall(m, seat, doing.name)


def _strike_later(m: Maker, doing: Doing, effect: e.Attack) -> None:
    """Write code for an attack of a trigger that is resolved as an act; each owner has one a night."""
    slot = next(slot for slot in m.slots if slot.trigger == doing.name and slot.attack == effect)
    m.out.add(acts.did(m, slot), bit(doing.here.me))


def _guard(m: Maker, doing: Doing, effect: e.Guard) -> None:
    m.out.add(guards(m, doing.name, effect.tier), bit(doing.here.target))


def _mark(m: Maker, doing: Doing, effect: e.Mark) -> None:
    with m.out.when(test(m, effect.when, doing.here)):
        m.out.add(m.number("mark", effect.name), bit(doing.here.target))
        m.tell(Kind.MARKED, 0, doing.here.target, m.names.number("marks", effect.name))


def _bind(m: Maker, doing: Doing, effect: e.Link) -> None:
    """Write code that links the target to the actor: it will die with the actor."""
    with m.out.when(test(m, effect.when, doing.here)):
        linked, ends = links(m, effect.name)
        m.out.add(linked, bit(doing.here.me))
        m.out.line(f"W[{ends} + {doing.here.me}] = {doing.here.target}")


def links(m: Maker, name: str) -> tuple[str, str]:
    """Return the set of seats with a link of this name tonight, and the array of where their links lead."""
    return m.nightly("linked", name, till_day=True), m.by_seat("link_to", name)


def _block(m: Maker, doing: Doing, effect: e.Block) -> None:
    """Write no code: blocks take effect before everything else is resolved."""


# -- readings, notices, shown ro-----------------------------------------------------------------------------------


def _read_side(m: Maker, doing: Doing, effect: e.ReadSide) -> None:
    """Write code for a reading: the first word that fits, unless something makes the target read otherwise."""
    m.policy.hear(m, doing)
    if not m.told:
        return
    here, number = doing.here, m.names.number
    base = m.out.let("base", number("words", effect.says[-1].word))
    for says in reversed(effect.says):
        with m.out.when(has(mask(m, says.who, here), here.target)):
            m.out.line(f"{base} = {number('words', says.word)}")
    word = m.out.let("word", base)
    for edge, there in reversed(by_edge(m, doing.name, here)):
        with m.out.when(has(there, here.target)):
            m.out.line(f"{word} = {number('words', edge.shows) or base}")
            for role in m.needs.roles if not edge.shows else ():
                seen = m.plan.roles[role].seen
                if seen:
                    with m.out.when(has(m.holders(role), here.target)):
                        m.out.line(f"{word} = {number('words', seen.word)}")
    _learn(m, doing, word)


def _read_role(m: Maker, doing: Doing, effect: e.ReadRole) -> None:
    m.policy.hear(m, doing)
    _learn(m, doing, m.role_of(doing.here.target))


def _read_seats(m: Maker, doing: Doing, effect: e.ReadSeats) -> None:
    if m.told:
        _learn(m, doing, 0, mask(m, effect.who, doing.here))


def _learn(m: Maker, doing: Doing, word: Code, seats: Code = 0) -> None:
    here = doing.here
    row = (bit(here.me), m.names.number("acts", doing.name), here.target, word, seats)
    if doing.tells is e.Moment.AT_ONCE:
        m.tell(Kind.TOLD, *row)
    else:
        m.post(here.me, Kind.TOLD, *row)


def _show(m: Maker, doing: Doing, effect: e.Show) -> None:
    """Write code that lets the target, when dead, be shown as this."""
    if not m.told:
        return
    here = doing.here
    shown = f"W[{deaths.shown(m)} + {here.target}]"
    assert doing.slot is not None
    named = acts.role_named(m, doing.slot, here.me) if doing.slot.names_role else 0
    with m.out.when(test(m, effect.when, here)), m.out.when(f"{shown} == 0" if effect.first else True):
        safe = stopped(m, doing.name, here)
        with m.out.when(no(has(safe, here.target))):
            m.out.line(f"{shown} = {m.names.number('words', effect.word) or named}")
            m.out.add(fired(m, doing.name), bit(here.target))


def _teach(m: Maker, doing: Doing, effect: e.Teach) -> None:
    """Write code by which these players learn the target's true role: by day at once, by night at dawn."""
    if not m.told:
        return
    here = doing.here
    row = (m.role_of(here.target), m.names.number("how", TAUGHT))
    with m.out.when(test(m, effect.when, here)), m.out.each(mask(m, effect.who, here)) as seat:
        if m.phase == DAY:
            m.tell(Kind.KNOWS, bit(seat), here.target, *row)
            return
        taught = f"W[{m.by_seat('taught', zero=True)} + {here.target}]"
        with m.out.block(f"if {taught} >> {seat} & 1 == 0"):
            m.out.line(f"{taught} |= 1 << {seat}")
            m.post(seat, Kind.KNOWS, bit(seat), here.target, *row)


def _reveal(m: Maker, doing: Doing, effect: e.Reveal) -> None:
    target = doing.here.target
    m.out.add(m.number("mark", effect.mark), bit(target))
    if m.told:
        m.tell_all(Kind.SHOWN, target, m.role_of(target))


def _tell(m: Maker, doing: Doing, effect: e.Tell) -> None:
    """Write code for a notice: once a night for each player, and at dawn only for the living (G10)."""
    if not m.told:
        return
    here, notice = doing.here, m.names.number("notices", effect.notice)
    about: Code = 0
    if effect.about:
        about = m.out.let("about", here.target)
        if effect.of is not None:
            first = m.out.let("those", mask(m, effect.of, here))
            m.out.line(f"{about} = first({first}) if {first} != 0 else 0")
    everyone = isinstance(effect.who, Everyone)
    noticed = m.by_seat("noticed", effect.notice, zero=True)
    with m.out.each(1 if everyone else mask(m, effect.who, here)) as seat:
        row = (-1 if everyone else bit(seat), seat, notice, about)
        with m.out.block(f"if W[{noticed} + {about}] >> {seat} & 1 == 0"):
            m.out.line(f"W[{noticed} + {about}] |= 1 << {seat}")
            if effect.moment is e.Moment.AT_ONCE:
                m.tell(Kind.NOTICED, *row)
            else:
                m.post(seat, Kind.NOTICED, *row)


# -- changes of the owner ---------------------------------------------------------------------------------------


def _become(m: Maker, doing: Doing, effect: e.Become) -> None:
    """Write code that gives the owner another role.

    Players who know roles of that kind learn about it, and the owner learns the roles that it now knows.
    """
    me, new = doing.here.me, m.plan.roles[effect.role]
    number = m.names.number("roles", new.name)
    knows = m.plan.rules.knows if m.told else ()
    knew = [m.out.let("knew", both(mask(m, know.who, doing.here), bit(me))) for know in knows]
    for role in m.needs.roles:
        m.out.line(f"{m.holders(role)} &= ~(1 << {me})")
    for team in dict.fromkeys(m.plan.roles[role].team for role in m.needs.roles):
        m.out.line(f"{m.team(team)} &= ~(1 << {me})")
    m.out.line(f"{m.holders(new.name)} |= 1 << {me}")
    m.out.line(f"{m.team(new.team)} |= 1 << {me}")
    if not m.told:
        return
    m.out.line(f"{m.role_of(me)} = {number}")
    m.tell(Kind.BECAME, bit(me), me, number)
    for know, already in zip(knows, knew, strict=True):
        who, of = mask(m, know.who, doing.here), mask(m, know.of, doing.here)
        mates = m.out.let("mates", less(both(who, "alive"), bit(me)))
        with m.out.block(f"if {mates} != 0 and {of} >> {me} & 1 != 0"):
            m.tell(Kind.KNOWS, mates, me, number, m.names.number("how", CHANGED))
        new_to_it = f"if {who} >> {me} & 1 != 0 and {already} == 0"
        with m.out.block(new_to_it), m.out.each(less(of, bit(me))) as seat:
            m.tell(Kind.KNOWS, bit(me), seat, m.role_of(seat), m.names.number("how", MATE))


def lost(m: Maker, verb: str) -> str:
    """Return the set of seats that have lost the right to an act."""
    return m.number("lost", verb)


def _lose(m: Maker, doing: Doing, effect: e.Lose) -> None:
    me = doing.here.me
    with m.out.when(no(has(lost(m, effect.verb), me))):
        m.out.add(lost(m, effect.verb), bit(me))
        m.tell(Kind.LOST, bit(me), me, m.names.number("acts", effect.verb))


def _cowin(m: Maker, doing: Doing, effect: e.Cowin) -> None:
    """Write code for the owner's personal win, besides the side that wins."""
    me, cowins = doing.here.me, m.number("cowins")
    with m.out.when(no(has(cowins, me))):
        m.out.add(cowins, bit(me))
        if m.told:
            m.tell(Kind.COWON, bit(me), me, m.role_of(me))


EFFECTS: Mapping[type[e.Effect], Callable[[Maker, Doing, Any], None]] = {
    e.Attack: _strike,
    e.Guard: _guard,
    e.Mark: _mark,
    e.Link: _bind,
    e.Block: _block,
    e.ReadSide: _read_side,
    e.ReadRole: _read_role,
    e.ReadSeats: _read_seats,
    e.Show: _show,
    e.Teach: _teach,
    e.Reveal: _reveal,
    e.Tell: _tell,
    e.Become: _become,
    e.Lose: _lose,
    e.Cowin: _cowin,
}
