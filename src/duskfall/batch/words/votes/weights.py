"""The weight of a ballot, and the counting of stored ballots."""

from __future__ import annotations

from duskfall.batch.making.maker import NOWHERE, Here, Maker
from duskfall.batch.making.write import Code, has
from duskfall.batch.rows import Kind
from duskfall.batch.words.exprs import WEIGHT_BITS, scale, scaled
from duskfall.batch.words.votes.count import Counter
from duskfall.batch.words.who import mask
from duskfall.core.plan.compile import Plan
from duskfall.vocabulary.conditions import Expr


def weights(plan: Plan) -> tuple[Expr, ...]:
    """Return all weights that a ballot can have besides one."""
    rules = plan.rules
    return (*(title.weight for title in rules.titles), *(weight.votes for weight in rules.weights))


def unit(m: Maker) -> Code:
    """Return the weight of a plain ballot, as an integer: the factor of `scale`."""
    every = weights(m.plan)
    return m.constant("scale", lambda table: scale(table, every)) if every else 1


def weight(m: Maker, seat: str) -> Code:
    """Return the weight of a seat's ballot: that of its title, else the first that applies to it, else a plain one."""
    every, found = weights(m.plan), ""
    for each in reversed(m.plan.rules.weights):
        who = mask(m, each.who, Here(seat))
        if who != 0:
            found = found or m.out.let("weight", unit(m))
            with m.out.when(has(who, seat)):
                m.out.line(f"{found} = {scaled(m, each.votes, Here(seat), every)}")
    for title in reversed(m.plan.rules.titles):
        found = found or m.out.let("weight", unit(m))
        with m.out.block(f"if {m.number('title', title.name)} == {seat}"):
            m.out.line(f"{found} = {scaled(m, title.weight, Here(seat), every)}")
    return found or unit(m)


def planes(m: Maker) -> int:
    """Return how many binary digits a count of votes can have."""
    if not weights(m.plan):
        return 5 if m.general else m.table.seats.bit_length()
    if m.general:
        return 5 + WEIGHT_BITS
    return (m.table.seats * max(_scaled(m))).bit_length()


def digits(m: Maker) -> int:
    """Return the binary digits that a ballot's weight can have, as a bit mask."""
    found = 0
    for weight in [-1] if m.general else _scaled(m):
        found |= weight
    return found


def _scaled(m: Maker) -> list[int]:
    """Return all weights that a ballot of this table can have."""
    every = [unit(m), *(scaled(m, expr, NOWHERE, weights(m.plan)) for expr in weights(m.plan))]
    return [weight if isinstance(weight, int) else (1 << WEIGHT_BITS) - 1 for weight in every]


def count(m: Maker, act: str, voters: str, answer: str, among: Code, silence: Code, stage: Code) -> tuple[Counter, str]:
    """Write code that counts the stored ballots; return the counts and the name of their total.

    A ballot for none of `among` counts as `silence`, a set of one: bit 0 for the blank, empty for nobody.
    """
    votes, total = Counter(m, planes(m), digits(m)), m.out.let("total", 0)
    number = m.names.number("acts", act)
    with m.out.each(voters) as seat:
        target = m.out.let("target", f"W[{answer} + {seat}]")
        named = m.out.let("named", silence)
        with m.out.block(f"if {target} > 0 and {among} >> {target} & 1 != 0"):
            m.out.line(f"{named} = 1 << {target}")
        with m.out.block(f"if {named} != 0"):
            counts = weight(m, seat)
            votes.add(named, counts)
            m.out.line(f"{total} += {counts}")
            if m.told:
                m.tell_all(Kind.VOTED, seat, number, f"first({named})", stage)
    if m.worlds and m.plan.rules.weights:
        with m.out.each(votes.named) as target:
            m.tell_all(Kind.TALLY, number, target, votes.of(target))
    return votes, total
