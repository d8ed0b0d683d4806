"""Sets of seats: the translation of each `Who`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duskfall.batch.making.maker import Here, Maker
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, all_of, bit, both, either, has, less
from duskfall.batch.words import acts
from duskfall.vocabulary import seats as s
from duskfall.vocabulary.ruleset import walk


def mask(m: Maker, who: s.Who, here: Here) -> Code:
    """Translate a `Who` to a set of seats, for the players in `here`."""
    return WHO[type(who)](m, who, here)


def _self(m: Maker, who: s.Self, here: Here) -> Code:
    return bit(here.me) if here.me != 0 else 0


def _actor(m: Maker, who: s.Actor, here: Here) -> Code:
    return bit(here.actor) if here.actor != 0 else 0


def _target(m: Maker, who: s.Target, here: Here) -> Code:
    return bit(here.target) if here.target != 0 else 0


def _holders(m: Maker, who: s.Holders, here: Here) -> Code:
    return either(*(m.holders(role) for role in who.roles))


def _marked(m: Maker, who: s.Marked, here: Here) -> Code:
    return m.number("mark", who.mark) if who.mark in m.plan.until else 0


def assigned(m: Maker, deal: str, seat: Code) -> str:
    """Return the variable with the target that a deal assigned to a seat; 0 is nobody."""
    return f"W[{m.by_seat('assigned', deal, zero=True)} + {seat}]"


def _assigned(m: Maker, who: s.Assigned, here: Here) -> Code:
    if here.me == 0:
        return 0
    whom = m.out.let("whom", assigned(m, who.deal, here.me))
    return f"((1 << {whom}) & -2)"


def _named(m: Maker, who: s.Named, here: Here) -> Code:
    by = -1 if who.by is None else mask(m, who.by, here)
    return _over_acts(m, acts.of_verb(m, who.verb), lambda slot: both(acts.going(m, slot), by), None, visits=False)


def _actors(m: Maker, who: s.Actors, here: Here) -> Code:
    on = mask(m, who.on, here)
    return _over_acts(m, acts.of_verb(m, who.verb), lambda slot: acts.going(m, slot), on, visits=False)


def _visitors(m: Maker, who: s.Visitors, here: Here) -> Code:
    of = mask(m, who.of, here)
    return _over_acts(m, m.slots, lambda slot: acts.going(m, slot, stopped_too=who.blocked), of, visits=True)


def _visited(m: Maker, who: s.Visited, here: Here) -> Code:
    by = mask(m, who.by, here)
    slots = m.slots
    return _over_acts(m, slots, lambda slot: both(acts.going(m, slot, stopped_too=who.blocked), by), None, visits=True)


def _over_acts(m: Maker, slots: Any, actors: Callable[[Any], Code], on: Code | None, *, visits: bool) -> Code:
    """Return the actors whose target is in `on`; without it, the targets. A visit never leads to oneself (G7)."""
    if on == 0:
        return 0
    found = ""
    for slot in slots:
        who = actors(slot)
        if visits:
            who = visiting(m, slot, who)
        if who == 0:
            continue
        found = found or m.out.let("found", 0)
        with acts.each_act(m, slot, who) as (actor, goal):
            apart = f"{actor} != {goal}" if visits else True
            test = all_of(apart, True if on is None else has(on, goal))
            with m.out.when(test):
                m.out.add(found, bit(goal) if on is None else bit(actor))
    return found or 0


def visiting(m: Maker, slot: Slot, who: Code) -> Code:
    """Return those of these actors who visit their target by an act of this slot."""
    going = [role for role, ability in slot.abilities.items() if not ability.astral]
    if slot.trigger or not going:
        return 0
    if len(going) == len(slot.abilities):
        return who
    return both(who, either(*(acts.of_role(m, slot, role) for role in going)))


def killed(m: Maker, name: str) -> str:
    """Return the set of seats on which an attack of this name landed tonight."""
    return m.nightly("killed", name)


def _victims(m: Maker, who: s.Victims, here: Here) -> Code:
    return either(*(killed(m, verb) for verb in who.verbs if verb in m.deadly))


def next_living(m: Maker, seat: Code) -> str:
    """Return the next publicly living seat after this one, around the table; 0 if nobody lives."""
    after = m.out.let("after", f"public >> {seat} >> 1 << {seat} << 1")
    return f"(first({after}) if {after} != 0 else first(public) if public != 0 else 0)"


def removed(m: Maker) -> str:
    """Return the set of seats that the host has removed."""
    return m.number("removed")


def _last_night(m: Maker, who: s.LastNight, here: Here) -> Code:
    if who.verb not in m.needs.acts:
        return 0
    found = m.out.let("found", 0)
    night, target = last(m, who.verb, here.me)
    with m.out.block(f"if {night} == night - 1 and {target} != 0"):
        m.out.line(f"{found} = 1 << {target}")
    return found


def last(m: Maker, verb: str, seat: Code) -> tuple[str, str]:
    """Return the variables with the night on which a seat or its team last did an act, and with its target."""
    if verb in m.plan.groups or _asks_of_itself(m, verb):
        return m.owned("last_night", verb, seat), m.owned("last", verb, seat)
    night, target = (f"W[{m.by_seat(stem, verb, zero=True)} + {seat}]" for stem in ("last_night", "last"))
    return night, target


def _asks_of_itself(m: Maker, verb: str) -> bool:
    """Return whether only the act itself looks at its previous target, and no other rule does."""
    own = walk(tuple(ability for (act, _), ability in m.plan.abilities.items() if act == verb))
    word = s.LastNight(verb)
    return [node for node in m.words if node == word] == [node for node in own if node == word]


def _first_of(m: Maker, who: s.FirstOf, here: Here) -> Code:
    sets = [found for each in who.sets if (found := both(mask(m, each, here), "alive")) != 0]
    if not sets:
        return 0
    name = m.out.let("first", sets[0])
    for other in sets[1:]:
        with m.out.block(f"if {name} == 0"):
            m.out.line(f"{name} = {other}")
    return f"({name} & -{name})"


WHO: dict[type[s.Who], Callable[[Maker, Any, Here], Code]] = {
    s.Either: lambda m, who, here: either(mask(m, who.a, here), mask(m, who.b, here)),
    s.Both: lambda m, who, here: both(mask(m, who.a, here), mask(m, who.b, here)),
    s.Without: lambda m, who, here: less(mask(m, who.a, here), mask(m, who.b, here)),
    s.Everyone: lambda m, who, here: m.everyone,
    s.Living: lambda m, who, here: "public",
    s.Survivors: lambda m, who, here: "(alive & ~dead)",
    s.DeadTonight: lambda m, who, here: "dead",
    s.Removed: lambda m, who, here: removed(m) if m.resumable else 0,
    s.VotedOut: lambda m, who, here: "voted_out",
    s.Self: _self,
    s.Actor: _actor,
    s.Target: _target,
    s.Team: lambda m, who, here: m.team(who.team),
    s.Holders: _holders,
    s.Marked: _marked,
    s.Assigned: _assigned,
    s.Named: _named,
    s.Actors: _actors,
    s.Visitors: _visitors,
    s.Visited: _visited,
    s.Victims: _victims,
    s.LastNight: _last_night,
    s.FirstOf: _first_of,
}
