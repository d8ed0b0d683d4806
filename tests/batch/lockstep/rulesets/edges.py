"""Changes to a ruleset: what overturns what, rings, and what roles are by themselves."""

from __future__ import annotations

from dataclasses import replace

from duskfall.core.plan.graph import VOTE_OUT
from duskfall.vocabulary import (
    NEVER,
    ROLE,
    Ability,
    At,
    Block,
    Collect,
    Guard,
    Link,
    Overturns,
    Ring,
    Ruleset,
    Seen,
    Settle,
    Tier,
)
from duskfall.vocabulary.ruleset import walk
from tests.batch.lockstep.rulesets.growing import Growing
from tests.batch.lockstep.rulesets.pieces import (
    LINK,
    READ,
)

# -- what overturns what -------------------------------------------------------------------------------------


def overturning(growing: Growing) -> Ruleset:
    """An edge of the override graph."""
    rules = growing.rules
    by = [*growing.pieces.verbs, *growing.pieces.marks, *(card.name for card in rules.cards), ROLE, ROLE]
    return overturn(growing, rules, growing.random.choice(by), growing.random.choice((At.TARGET, At.TARGET, At.ACTOR)))


def overturn(growing: Growing, rules: Ruleset, by: str, at: At) -> Ruleset:
    """The ruleset with one more edge of this overturner."""
    random, pieces = growing.random, growing.pieces
    what = [*pieces.verbs, *pieces.verbs, *(each.name for each in rules.triggers), VOTE_OUT]
    what += [LINK] if any(isinstance(node, Link) for node in walk(rules.roles)) else []
    edge = Overturns(
        by,
        tuple(dict.fromkeys(random.choice(what) for _ in range(random.choice((1, 1, 2))))),
        at,
        pieces.maybe(25, me=at is At.TARGET, acted=at is At.TARGET),
        shows=random.choice(READ) if pieces.chance(30) else "",
    )
    return replace(rules, overturns=(*rules.overturns, edge))


def ring(growing: Growing) -> Ruleset:
    """Two acts that stop each other, and what that comes to."""
    random, pieces = growing.random, growing.pieces
    kind, at = random.choice(((Block, At.ACTOR), (Guard, At.TARGET)))
    one, other = growing.name("ring"), growing.name("ring")
    rules = growing.rules
    for verb in (one, other):
        place = growing.some_role()
        effect = Block(random.randint(1, 3)) if kind is Block else Guard(random.choice(list(Tier)[1:]))
        roles = list(rules.roles)
        roles[place] = replace(
            roles[place], abilities=(*roles[place].abilities, Ability(verb, (effect,), pieces.pick()))
        )
        rules = replace(rules, roles=tuple(roles))
    rules = growing.with_step(rules, "night", Collect((one, other)), before=max(0, len(rules.night) - 2))
    after = next(k for k, s in enumerate(rules.night) if isinstance(s, Collect) and one in s.verbs)
    rules = growing.with_step(
        rules, "night", Settle((one, other)), after=after, before=min(after + 3, len(rules.night))
    )
    more = tuple(verb for verb in pieces.verbs if pieces.chance(40))
    pieces.verbs += [one, other]
    edges = (Overturns(one, (other, *more), at), Overturns(other, (one,), at))
    made = Ring((one, other), pieces.maybe(60), pieces.holds(1) if pieces.chance(50) else NEVER)
    return replace(rules, overturns=(*rules.overturns, *edges), rings=(*rules.rings, made))


# -- what roles are ------------------------------------------------------------------------------------------


def nature(growing: Growing) -> Ruleset:
    """A defense, how a role reads, what it is proof against."""
    random, pieces = growing.random, growing.pieces
    at = growing.some_role()
    by_role = [what for edge in growing.rules.overturns if edge.by == ROLE for what in edge.what]
    return growing.with_role(
        at,
        defense=random.choice(list(Tier)),
        seen=Seen(random.choice(READ), pieces.maybe(50, me=True, acted=True)) if pieces.chance(50) else None,
        proof=tuple(dict.fromkeys(random.choice(by_role) for _ in range(2))) if by_role and pieces.chance(60) else (),
    )
