"""The deal in generated code: who gets which card, who knows each other, which targets are assigned."""

from __future__ import annotations

from collections import Counter
from functools import partial

from duskfall.batch.making.maker import NOWHERE, Maker
from duskfall.batch.making.write import bit, less
from duskfall.batch.names import MATE, Names
from duskfall.batch.rows import Kind
from duskfall.batch.table import Table
from duskfall.batch.words.ask import Asks, Options, Question, hear, put
from duskfall.batch.words.who import assigned, mask

DEALING = 63  # the step number for the draws of the deal


def deal(m: Maker) -> None:
    """Write code that deals the roles and everything that goes with them."""
    m.step = DEALING
    m.out.line(f"alive = {m.everyone}")
    m.out.line("public = alive")
    m.out.line("met = alive")
    m.number("met")
    (_roles_given if m.worlds else _roles)(m)
    if m.told:
        for role in m.needs.roles:
            with m.out.each(m.holders(role)) as seat:
                m.out.line(f"{m.role_of(seat)} = {m.names.number('roles', role)}")
        with m.out.each(m.everyone) as seat:
            m.tell(Kind.DEALT, bit(seat), seat, m.role_of(seat))
        _knowledge(m)
    if m.worlds:
        _cards_given(m)
    else:
        _assign(m)
        _cards(m)


def _roles(m: Maker) -> None:
    """Write code that deals card after card to random seats; the seats that are left get the most common role."""
    left, draws = m.out.let("left", m.everyone), m.draws(0)
    if m.general:
        begin = len(m.recipes)
        for place in range(31):
            m.constant(("card", place), partial(_card, m.names, place))
        rest = m.constant("rest", lambda table: _rest(table))
        with m.out.block(f"for card in range({rest})"):
            m.out.line(f"seat = nth({left}, {m.drawn(draws, 'card', f'popc({left})')})")
            m.out.line(f"{left} &= ~(1 << seat)")
            for place, role in enumerate(m.needs.roles):
                with m.out.block(f"{'elif' if place else 'if'} K[{begin} + card] == {m.names.number('roles', role)}"):
                    m.out.line(f"{m.holders(role)} |= 1 << seat")
        for place, role in enumerate(m.needs.roles):
            with m.out.block(f"{'elif' if place else 'if'} K[{begin} + {rest}] == {m.names.number('roles', role)}"):
                m.out.line(f"{m.holders(role)} |= {left}")
    else:
        for card in range(_rest(m.table)):
            seat = m.out.let("seat", f"nth({left}, {m.drawn(draws, card, m.table.seats - card)})")
            m.out.line(f"{left} &= ~(1 << {seat})")
            m.out.line(f"{m.holders(m.table.deck[card])} |= 1 << {seat}")
        m.out.line(f"{m.holders(m.table.deck[-1])} |= {left}")
    for role in m.needs.roles:
        m.out.line(f"{m.team(m.plan.roles[role].team)} |= {m.holders(role)}")


def _roles_given(m: Maker) -> None:
    """Write code that, in a world, reads the given deal: D has the set of each role's holders."""
    for role in m.needs.roles:
        m.out.line(f"{m.holders(role)} = D[{m.names.number('roles', role)}]")
    for role in m.needs.roles:
        m.out.line(f"{m.team(m.plan.roles[role].team)} |= {m.holders(role)}")


def _cards_given(m: Maker) -> None:
    for card in m.needs.cards:
        m.out.line(f"{m.number('card', card)} = D[{len(m.names.roles)} + {m.names.number('cards', card)}]")


def _card(names: Names, place: int, table: Table) -> int:
    return names.number("roles", table.deck[place]) if place < table.seats else 0


def _cards_beside(name: str, table: Table) -> int:
    return dict(table.cards).get(name, 0)


def _rest(table: Table) -> int:
    """Return how many cards are drawn; the others are all of the most common role."""
    return table.seats - Counter(table.deck)[table.deck[-1]]


def _knowledge(m: Maker) -> None:
    for know in m.plan.rules.knows:
        who = mask(m, know.who, NOWHERE)
        with m.out.each(mask(m, know.of, NOWHERE)) as seat:
            others = m.out.let("others", less(who, bit(seat)))
            with m.out.block(f"if {others} != 0"):
                m.tell(Kind.KNOWS, others, seat, m.role_of(seat), m.names.number("how", MATE))


def _assign(m: Maker) -> None:
    for place, each in enumerate(m.plan.rules.deals):
        to = mask(m, each.to, NOWHERE)
        if to == 0:
            continue
        among, draws = m.out.let("among", mask(m, each.among, NOWHERE)), m.draws(1 + place)
        with m.out.block(f"if {among} != 0"), m.out.each(to) as seat:
            chosen = f"nth({among}, {m.drawn(draws, seat, f'popc({among})')})"
            m.out.line(f"{assigned(m, each.name, seat)} = {chosen}")
            how = m.names.number("how", each.name)
            m.tell(Kind.KNOWS, bit(seat), assigned(m, each.name, seat), 0, how)


def assign_in_turn(m: Maker) -> None:
    """Write code that, in a world, asks for each of the deal's assignments: they are as unknown as choices."""
    for each in m.plan.rules.deals:
        taking, then = m.label(), m.label()
        among, to = m.number("among", each.name), m.number("assigned", each.name)
        question = Question(each.name, to, _of_these(among), partial(_assigned, m, each.name), asks=Asks.CHANCE)
        with m.at(m.this_label):
            m.out.line(f"{to} = {mask(m, each.to, NOWHERE)}")
            m.out.line(f"{among} = {mask(m, each.among, NOWHERE)}")
            with m.out.block(f"if {among} == 0"):
                m.go(then)
            with m.out.block("else"):
                m.go(taking)
                put(m, question)
        with m.at(taking):
            hear(m, question)
            with m.out.each(to) as seat:
                how = m.names.number("how", each.name)
                m.tell(Kind.KNOWS, bit(seat), assigned(m, each.name, seat), 0, how)
            m.go(then)
        m.this_label = then


def _of_these(among: str) -> Options:
    return lambda seat: among


def _assigned(m: Maker, name: str, seat: str, target: str, role: str) -> None:
    m.out.line(f"{assigned(m, name, seat)} = {target}")


def _cards(m: Maker) -> None:
    for place, card in enumerate(m.plan.rules.cards):
        if card.name not in m.needs.cards:
            continue
        held = m.constant(("cards", card.name), partial(_cards_beside, card.name))
        left, draws, holders = m.out.let("left", m.everyone), m.draws(65 + place), m.number("card", card.name)
        with m.out.block(f"for dealt in range({held})"):
            m.out.line(f"seat = nth({left}, {m.drawn(draws, 'dealt', f'popc({left})')})")
            m.out.line(f"{left} &= ~(1 << seat)")
            m.out.line(f"{holders} |= 1 << seat")
        with m.out.each(holders) as seat:
            m.tell(Kind.CARD, 0, seat, m.names.number("cards", card.name))
