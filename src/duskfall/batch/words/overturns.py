"""The override graph in generated code: at which seats an act is overturned, and by which edge."""

from __future__ import annotations

from duskfall.batch.making.maker import Here, Maker
from duskfall.batch.making.write import Code, as_number, either
from duskfall.batch.words.exprs import test
from duskfall.batch.words.who import killed
from duskfall.vocabulary.effects import Guard, Tier
from duskfall.vocabulary.ruleset import ROLE, Overturns, walk
from duskfall.vocabulary.seats import Target


def stopped(m: Maker, what: str, here: Here, tier: Tier = Tier.NONE, *, others: bool = False) -> Code:
    """Return the set of seats at which this is overturned.

    If a condition depends on the target, this is only right for the target in `here`.
    """
    return either(*(found for _, found in by_edge(m, what, here, tier, others=others)))


def by_edge(
    m: Maker, what: str, here: Here, tier: Tier = Tier.NONE, *, others: bool = False
) -> list[tuple[Overturns, Code]]:
    """Return the edges in their order, each with the set of seats at which it overturns this.

    `others`: defenses of the target's own role don't count.
    """
    found: list[tuple[Overturns, Code]] = []
    for edge in m.plan.edges.get(what, ()):
        if not m.needs.edge(edge) or (others and edge.by == ROLE):
            continue
        there = _there(m, what, edge.by, here, tier)
        when = True if there == 0 else test(m, edge.when, here)
        if isinstance(when, str):
            there = f"({there} if {when} else 0)"
        if there != 0 and when is not False:
            found.append((edge, there))
    return found


def looks_at_target(m: Maker, what: str) -> bool:
    """Return whether an edge's condition depends on the target."""
    conditions = [edge.when for edge in m.plan.edges.get(what, ())]
    seen = [role.seen.when for role in m.plan.rules.roles if role.seen]
    return any(isinstance(word, Target) for when in (*conditions, *seen) for word in walk(when))


def _there(m: Maker, what: str, by: str, here: Here, tier: Tier) -> Code:
    """Return the set of seats with this overturner: a role, a card, a guard, a mark, a kill or a fired trigger."""
    if by == ROLE:
        return _by_role(m, what, here, tier)
    sets: list[Code] = [m.number("card", by)] if by in m.needs.cards else []
    sets += [guards(m, by, strength) for strength in strengths(m, by) if strength >= tier]
    for node in m.plan.traces[by]:
        if node in m.plan.until:
            sets.append(m.number("mark", node))
        if node in m.deadly:
            sets.append(killed(m, node))
        sets.append(fired(m, node))
    return either(*sets)


def _by_role(m: Maker, what: str, here: Here, tier: Tier) -> Code:
    sets: list[Code] = []
    for name in m.needs.roles:
        role = m.plan.roles[name]
        if what in role.proof or (tier and role.defense >= tier):
            sets.append(m.holders(name))
        elif not tier and role.seen and not m.plan.turned.get(what):
            seen = as_number(test(m, role.seen.when, here))
            sets.append(m.holders(name) if seen == 1 else 0 if seen == 0 else f"({m.holders(name)} * {seen})")
    return either(*sets)


def strengths(m: Maker, verb: str) -> list[Tier]:
    """Return the tiers that an act's guards can have, the lowest first."""
    found = {e.tier for a in m.needs.abilities(verb).values() for e in a.does if isinstance(e, Guard)}
    return sorted(found) if verb in m.needs.acts else []


def guards(m: Maker, verb: str, tier: Tier) -> str:
    """Return the set of seats that this act guards tonight with this tier."""
    return m.nightly("guarded", f"{verb} {int(tier)}", till_day=True)


def fired(m: Maker, name: str) -> str:
    """Return the set of seats for which a trigger, or an act that changes what is shown, has fired tonight."""
    return m.nightly("fired", name)
