"""The override graph: at whom something comes to nothing, by which edge."""

from __future__ import annotations

from duskfall.batch.making.maker import Here, Maker
from duskfall.batch.making.write import Code, as_number, either
from duskfall.batch.words.exprs import test
from duskfall.batch.words.who import killed
from duskfall.vocabulary.effects import Guard, Tier
from duskfall.vocabulary.ruleset import ROLE, Overturns, walk
from duskfall.vocabulary.seats import Target


def stopped(m: Maker, what: str, here: Here, tier: Tier = Tier.NONE, *, others: bool = False) -> Code:
    """All at whom it would come to nothing, where no condition looks at the target."""
    return either(*(found for _, found in by_edge(m, what, here, tier, others=others)))


def by_edge(
    m: Maker, what: str, here: Here, tier: Tier = Tier.NONE, *, others: bool = False
) -> list[tuple[Overturns, Code]]:
    """For each edge, the first first, at whom it would overturn this; `others`: their own role aside."""
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
    """Whether an edge's condition depends on whom it is done to."""
    conditions = [edge.when for edge in m.plan.edges.get(what, ())]
    seen = [role.seen.when for role in m.plan.rules.roles if role.seen]
    return any(isinstance(word, Target) for when in (*conditions, *seen) for word in walk(when))


def _there(m: Maker, what: str, by: str, here: Here, tier: Tier) -> Code:
    """On whom this is: a role's own defense, a card, a guard, a mark, a kill that landed, a trigger that fired."""
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
    """How strong the guards of an act can be."""
    found = {e.tier for a in m.needs.abilities(verb).values() for e in a.does if isinstance(e, Guard)}
    return sorted(found) if verb in m.needs.acts else []


def guards(m: Maker, verb: str, tier: Tier) -> str:
    """Who is guarded tonight by this act, this strongly."""
    return m.nightly("guarded", f"{verb} {int(tier)}", till_day=True)


def fired(m: Maker, name: str) -> str:
    """For whom a trigger, or the showing of an act, has fired tonight."""
    return m.nightly("fired", name)
