"""The flow: the deal, phases and their steps, rounds, victory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from duskfall.batch.making.layout import ROW
from duskfall.batch.making.maker import DAY, NIGHT, NOWHERE, Maker
from duskfall.batch.making.shown import hear_chat, wait
from duskfall.batch.making.write import Code, bit, both, less, no
from duskfall.batch.names import MATE, Names
from duskfall.batch.rows import Kind
from duskfall.batch.table import Table
from duskfall.batch.words import acts, deaths, react
from duskfall.batch.words.ask import Asks, Options, Question, hear, put
from duskfall.batch.words.collect import collect
from duskfall.batch.words.exprs import number, test
from duskfall.batch.words.settle import settle
from duskfall.batch.words.votes.ballot import ballot, banish
from duskfall.batch.words.votes.nominate import discussion
from duskfall.batch.words.votes.titles import elect, pass_on
from duskfall.batch.words.who import assigned, mask
from duskfall.core.victory import NOBODY_LEFT, ROUND_LIMIT, STALEMATE
from duskfall.vocabulary import steps as s
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.effects import Until
from duskfall.vocabulary.ruleset import DRAW

DEALING = 63  # the step under which cards are drawn
# What a night and a day write anew before they read it: in a world it is emptied at dusk, so that worlds which differ
# in nothing else become one.
PASSING = {"goal", "answer", "may", "asked", "fresh", "reaction", "reacting", "by", "candidates", "again", "voters",
           "yes", "heir", "asking", "act", "nominations", "spoke"}  # fmt: skip
PASSING_ARRAYS = {"GOAL", "ANSWER", "MAY", "BALLOT", "BLOCKED", "MAIL", "ROLE", "NOMINATED"}
DUSK, DAYBREAK = "# dusk", "# daybreak"  # where what ends then is written once all is known


# -- the deal ------------------------------------------------------------------------------------------------------


def deal(m: Maker) -> None:
    """Hand out the roles, and all that goes with them."""
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
    """Card after card goes to one of the seats that are left; those get the commonest."""
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
    """In a world each seat holds the card that it is given: D has the set of each role's holders."""
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
    """How many cards are drawn; the others are all alike."""
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


def _assign_in_turn(m: Maker) -> None:
    """In a world, whom the deal assigns to whom is asked like a choice, since it is as unknown as one."""
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


# -- phases --------------------------------------------------------------------------------------------------------


def flow(m: Maker) -> None:
    """Night after day after night, until somebody has won."""
    rules = m.plan.rules
    phases = (DAY, NIGHT) if rules.day_first else (NIGHT, DAY)
    if m.worlds:
        m.this_label = m.label()
        _assign_in_turn(m)
        with m.at(m.this_label):
            m.go(0)
    m.this_label = 0
    for phase in phases:
        m.phase = phase
        steps = rules.night if phase == NIGHT else rules.day
        _begin(m)
        for place, step in enumerate(steps):
            m.step = place if phase == NIGHT else len(rules.night) + place
            _step(m, step)
        _end(m, last=phase == phases[1])


def _pass_to_next(m: Maker) -> None:
    m.this_label = m.next_label


def _begin(m: Maker) -> None:
    m.next_label = m.label()
    with m.at(m.this_label):
        m.out.line("phase += 1")
        m.out.line(f"{m.phase} += 1")
        m.out.line(DUSK if m.phase == NIGHT else DAYBREAK)
        m.tell_all(Kind.PHASE, int(m.phase == NIGHT), m.phase)
        if m.phase == NIGHT:
            react.fire(m, Occasion.DUSK, 0)
            if react.reacting(m, Occasion.DUSK):
                deaths.bury(m)
        m.go(m.next_label)
    _pass_to_next(m)


def _step(m: Maker, step: s.Step) -> None:
    """One step, left out where it does nothing at this table."""
    before = len(m.out.lines)
    m.next_label = m.label()
    with m.at(m.this_label):
        when = test(m, step.when, NOWHERE)
        with m.out.when(no(when)):
            m.go(m.next_label)
    if when is True:
        del m.out.lines[before:]
    kept = len(m.out.lines)
    if when is not False:
        STEPS[type(step)](m, step)
    if len(m.out.lines) == kept:
        del m.out.lines[before:]
    else:
        _pass_to_next(m)


def _end(m: Maker, *, last: bool) -> None:
    """The phase is over: its marks end; after both, the round."""
    ended = Until.DAWN if m.phase == NIGHT else Until.NEXT_DUSK
    m.next_label = m.label()
    with m.at(m.this_label):
        for mark, until in m.plan.until.items():
            if until is ended:
                m.out.line(f"{m.number('mark', mark)} = 0")
        if last:
            _rounds(m)
            m.go(0, back=True)
        else:
            m.go(m.next_label)
    _pass_to_next(m)


def _rounds(m: Maker) -> None:
    """End the game if it was the last round, or if nobody has left for too many of them (G6)."""
    rules = m.plan.rules
    m.out.line("rounds += 1")
    quiet = number(m, rules.quiet_rounds, NOWHERE)
    if quiet != 0:
        m.out.line(f"{m.number('quiet')} = quiet + 1 if alive == met else 0")
        m.out.line("met = alive")
    with m.out.block(f"if rounds >= {number(m, rules.max_rounds, NOWHERE)}"):
        _over(m, DRAW, ROUND_LIMIT)
    if quiet != 0:
        with m.out.block(f"if 0 < {quiet} and {quiet} <= quiet"):
            _over(m, DRAW, STALEMATE)


def _over(m: Maker, side: str, reason: str) -> None:
    m.out.line(f"side = {m.names.number('sides', side)}")
    m.out.line(f"reason = {m.names.number('reasons', reason)}")
    m.out.line("break")


# -- steps ---------------------------------------------------------------------------------------------------------


def _announce(m: Maker, step: s.Announce) -> None:
    with m.at(m.this_label):
        deaths.announce(m)
        m.go(m.next_label)


def _dawn(m: Maker, step: s.Dawn) -> None:
    """Results and notices reach the living; triggers of dawn fire."""
    with m.at(m.this_label):
        if m.told:
            mail, count = m.mail(), m.number("mails")
            with m.out.block(f"for letter in range({count})"):
                m.out.line(f"at = {mail} + letter * {ROW + 1}")
                m.out.line(f"seat = W[at + {ROW}]")
                with m.out.block("if seat == 0 or alive >> seat & 1 != 0"):
                    m.tell_row(", ".join(f"W[at + {part}]" for part in range(ROW)))
            m.out.line(f"{count} = 0")
            zero(m, "TAUGHT")
        react.fire(m, Occasion.DAWN, 0)
        m.go(m.next_label)


def _check(m: Maker, step: s.Check) -> None:
    """The first line of the book that holds decides; nobody left is a draw."""
    with m.at(m.this_label):
        for line in m.plan.rules.wins:
            when = test(m, line.when, NOWHERE)
            with m.out.when(when):
                _over(m, line.side, line.reason)
        with m.out.block("if alive == 0"):
            _over(m, DRAW, NOBODY_LEFT)
        m.go(m.next_label)


def _chat(m: Maker, step: s.Chat) -> None:
    """Nobody talks; in a world whoever was heard must be one of those who may."""
    if not m.worlds:
        return
    act = len(m.names.acts) + m.plan.rules.night.index(step) if step in m.plan.rules.night else len(m.names.acts)
    with m.at(m.this_label):
        with m.out.when(test(m, step.rounds > 0, NOWHERE)):
            if step.pairs:
                for slot in acts.of_verb(m, step.pairs):
                    with acts.each_act(m, slot, acts.did(m, slot)) as (actor, target):
                        _talk_of(m, act, f"({bit(actor)} | {bit(target)})")
            else:
                _talk_of(m, act, both(mask(m, step.who, NOWHERE), "alive"))
        m.go(m.next_label)


def _talk_of(m: Maker, act: int, who: Code) -> None:
    if who != 0:
        m.out.line(f"{m.helper(hear_chat)}(L, {act}, {who})")
        _wait(m, who, 0)


def _wait(m: Maker, who: Code, place: int) -> None:
    """In a world: they would speak now."""
    spoke = m.number("spoke")
    m.out.line(f"{spoke} = {m.helper(wait)}(L, {who}, {place}, {spoke})")


def _discussion(m: Maker, step: s.Discussion) -> None:
    """The living talk: a world may be waiting for a speech; who was put up for the vote comes with it."""
    if m.worlds:
        there = m.label()
        with m.at(m.this_label):
            _wait(m, "public", 2)
            m.go(there)
        m.this_label = there
        discussion(m, step)
        with m.at(m.this_label):
            m.go(m.next_label)
    else:
        discussion(m, step)


def _last_words(m: Maker, step: s.LastWords) -> None:
    """These dead would speak once more."""
    if m.worlds:
        with m.at(m.this_label):
            _wait(m, mask(m, step.who, NOWHERE), 1)
            m.go(m.next_label)


STEPS: dict[type[s.Step], Callable[[Maker, Any], None]] = {
    s.Collect: collect,
    s.Settle: settle,
    s.Chat: _chat,
    s.Dawn: _dawn,
    s.Announce: _announce,
    s.Discussion: _discussion,
    s.Ballot: ballot,
    s.Banish: banish,
    s.Reactions: lambda m, step: react.reactions(m),
    s.PassOn: pass_on,
    s.Elect: elect,
    s.LastWords: _last_words,
    s.Check: _check,
}


# -- what ends with a night ----------------------------------------------------------------------------------------


def zero(m: Maker, array: str) -> None:
    """An array is emptied; nothing where there is none."""
    m.out.line(f"# zero {array}")


def ends(m: Maker, place: str) -> list[str]:
    """What ends where a night or a day begins."""
    if place == DUSK:
        lines = [f"{name} = 0" for name in m.tonight]
        lines += [f"{name} = 0" for name in m.layout.numbers if m.worlds and name.split("_")[0] in PASSING]
        lines += ["dead = 0", "held = 0", *(["mails = 0"] if "mails" in m.layout.numbers else [])]
        arrays = [name for name in m.layout.sizes if name in ("SHOWN", "TAUGHT") or name.startswith("NOTICED_")]
        arrays += [name for name in m.layout.sizes if m.worlds and name.split("_")[0] in PASSING_ARRAYS]
    else:
        lines = [f"{name} = 0" for name, till_day in m.tonight.items() if till_day]
        lines += ["voted_out = 0", "held = 0"]
        lines += [f"{name} = 0" for name in ("nominees", "nominations") if name in m.layout.numbers]
        arrays = [name for name in m.layout.sizes if name.startswith("NOTICED_")]
    for array in arrays:
        lines += [f"for place in range({m.layout.sizes[array]}):", f"    W[{array} + place] = 0"]
    return lines
