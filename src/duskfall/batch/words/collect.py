"""Choices by night and by day in generated code: who is asked, what they may name, how answers become acts."""

from __future__ import annotations

from dataclasses import replace

from duskfall.batch.making.maker import DAY, NOWHERE, Here, Maker, value_at
from duskfall.batch.making.slots import Slot
from duskfall.batch.making.write import Code, all_of, bit, both, either, has, less, no
from duskfall.batch.rows import Kind
from duskfall.batch.words import acts, effects
from duskfall.batch.words.ask import UNHEARD, Asks, Manner, Question, end_wait, hear, put
from duskfall.batch.words.exprs import known, test
from duskfall.batch.words.overturns import by_edge
from duskfall.batch.words.votes.count import Counter
from duskfall.batch.words.who import last, mask
from duskfall.vocabulary.cards import Ability, Group, Occasion, Pick
from duskfall.vocabulary.conditions import NEVER, Expr
from duskfall.vocabulary.effects import Attack, Guard, ReadRole, ReadSeats, ReadSide
from duskfall.vocabulary.seats import Actors, FirstOf, LastNight, Named, Visited, Visitors
from duskfall.vocabulary.steps import Collect

AWAKE = "(alive & ~held)"


def collect(m: Maker, step: Collect) -> None:
    """Write code that asks all holders of these acts and, when all have answered, takes the answers in order."""
    slots = [slot for slot in m.slots if slot.step == m.step]
    if not slots:
        return
    labels = [m.label() for _ in slots]
    questions = [_question(m, slot) for slot in slots]
    with m.at(m.this_label):
        for slot in slots:
            _open(m, slot)
        if m.worlds:
            m.out.line(f"crowd = {' + '.join(f'popc({asked(m, slot)})' for slot in slots)}")
        m.go(labels[0])
        put(m, questions[0])
    for slot, question, label, then, following in zip(
        slots, questions, labels, [*labels[1:], 0], [*questions[1:], None], strict=True
    ):
        with m.at(label):
            _hear(m, slot, question)
            if m.worlds and slot.group and not _one_asked(m, slot):
                _agree(m, slot)
            if following:
                m.go(then)
                put(m, following)
            else:
                end_wait(m)
                for each in slots:
                    _take(m, each)
                m.go(m.next_label)


def _hear(m: Maker, slot: Slot, question: Question) -> None:
    """Write code that takes the answers; if a team's speaker was removed first, its next one is asked (G12)."""
    if m.resumable and slot.group:
        m.out.line(f"{m.number('unheard')} = 0")
    hear(m, question)
    if m.worlds:
        with m.out.block(f"if gone == 0 and {m.number('asked')} != 0"):
            m.out.line("crowd = -1")
    if m.resumable and slot.group:
        instead = m.number("instead")
        with m.out.block("if unheard != 0"):
            m.out.line(f"{instead} = {less(both(_whose(m, slot.group), AWAKE), asked(m, slot))}")
            with m.out.each(instead) as seat:
                _ask(m, slot, slot.group.ability, seat)
            m.out.line(f"{instead} &= {asked(m, slot)}")
            put(m, replace(question, asked=instead, asks=Asks.INSTEAD))


def _question(m: Maker, slot: Slot) -> Question:
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"{answer(m, slot, seat)} = {target}")
        if slot.names_role:
            m.out.line(f"{acts.role_named(m, slot, seat)} = {role}")
        if m.resumable:
            with m.out.block(f"if {target} == {UNHEARD}"):
                m.out.line(f"{asked(m, slot)} &= ~(1 << {seat})")
                if slot.group:
                    m.out.line(f"{m.number('unheard')} |= 1 << {seat}")

    single = slot.single and not slot.group
    return Question(
        slot.verb,
        asked(m, slot),
        lambda seat: may(m, slot, seat),
        store,
        _who_name_a_role(m, slot),
        single or _one_asked(m, slot),
        manner=_manner(slot),
        asks=Asks.ALONE if m.worlds and nobody_else_learns(m, slot) else Asks.SOME,
    )


def _who_name_a_role(m: Maker, slot: Slot) -> Code:
    """Return the set of asked seats that name a role with their target; -1 for all."""
    naming = [role for role, ability in slot.abilities.items() if ability.pick.names_role]
    return -1 if len(naming) == len(slot.abilities) else either(*map(m.holders, naming))


def _manner(slot: Slot) -> Manner:
    does = {type(effect) for ability in slot.abilities.values() for effect in ability.does}
    return Manner.ATTACK if Attack in does else Manner.GUARD if Guard in does else Manner.OTHER


def _one_asked(m: Maker, slot: Slot) -> bool:
    """Return whether at most one seat is asked for its team."""
    return slot.group is not None and isinstance(slot.group.asked, FirstOf) and _is_never(m, slot.group.together)


def _is_never(m: Maker, expr: Expr) -> bool:
    """Return whether a condition cannot hold at this table."""
    return expr == NEVER or (not m.general and known(expr) and not value_at(m.table, expr))


def _whose(m: Maker, group: Group) -> Code:
    """Return the set of seats whose answers are taken for a team's act."""
    together = test(m, group.together, NOWHERE)
    if isinstance(together, bool):
        return mask(m, group.members if together else group.asked, NOWHERE)
    members, these = mask(m, group.members, NOWHERE), mask(m, group.asked, NOWHERE)
    return f"({members} if {together} else {these})"


def _alone(m: Maker, slot: Slot) -> bool:
    """Return whether at most one seat is asked for this act."""
    return _one_asked(m, slot) or (slot.single and not slot.group)


def asked(m: Maker, slot: Slot) -> str:
    """Return the set of seats asked for this act."""
    return m.number("asked", slot.name)


def may(m: Maker, slot: Slot, seat: Code) -> str:
    """Return the variable with a seat's options, a set of seats; bit 0 is nobody."""
    if _alone(m, slot):
        return m.number("may", slot.name)
    return f"W[{m.by_seat('may', slot.name)} + {seat}]"


def answer(m: Maker, slot: Slot, seat: Code) -> str:
    """Return the variable with a seat's answer."""
    if _alone(m, slot):
        return m.number("answer", slot.name)
    return f"W[{m.by_seat('answer', slot.name)} + {seat}]"


# -- who is asked, and for what --------------------------------------------------------------------------------


def _open(m: Maker, slot: Slot) -> None:
    """Write code that finds all seats to ask and their options, before any seat answers."""
    m.out.line(f"{asked(m, slot)} = 0")
    if slot.group:
        who = both(_whose(m, slot.group), AWAKE)
        with m.out.each(who, single=_one_asked(m, slot)) as seat:
            _ask(m, slot, slot.group.ability, seat)
        return
    for role, ability in slot.abilities.items():
        with m.out.each(both(m.holders(role), AWAKE), single=m.needs.single(role)) as seat:
            _ask(m, slot, ability, seat)


def _ask(m: Maker, slot: Slot, ability: Ability, seat: str) -> None:
    here, pick = Here(seat), ability.pick
    with m.out.when(test(m, ability.when, here)):
        among = mask(m, pick.among, here)
        if pick.confirm:  # the only option may be nobody, or a player who is gone
            among = m.out.let("among", among)
        with m.out.when(f"({among} & public != 0)" if pick.confirm else True):
            if pick.unless_overturned:
                free = _not_overturned(m, slot, seat, among)
                with m.out.when(f"{free} == 1"):
                    _offer(m, slot, ability, seat, among)
            else:
                _offer(m, slot, ability, seat, among)


def _not_overturned(m: Maker, slot: Slot, seat: str, among: Code) -> str:
    """Write code that sets a number to 0 if a trigger has overturned the act, so that it isn't asked for (TA-15)."""
    free = m.out.let("free", 1)
    with m.out.each(among) as target:
        edges = by_edge(m, slot.verb, Here(seat, seat, target))
        found = m.out.let("edge", 0)
        for number, (_, there) in reversed(list(enumerate(edges, 1))):
            with m.out.when(has(there, target)):
                m.out.line(f"{found} = {number}")
        early = [number for number, (edge, _) in enumerate(edges, 1) if edge.by in m.plan.triggers]
        if early:
            with m.out.block(f"if {free} == 1 and ({' or '.join(f'{found} == {number}' for number in early)})"):
                m.out.line(f"{free} = 0")
                m.tell(Kind.HELD_OFF, bit(seat), m.names.number("acts", slot.verb), seat, target)
    return free


def _offer(m: Maker, slot: Slot, ability: Ability, seat: str, among: Code) -> None:
    here, pick = Here(seat), ability.pick
    if pick.shown is not None and m.told:
        act = m.names.number("acts", pick.shown_as)
        m.tell(Kind.TOLD, bit(seat), act, 0, 0, mask(m, pick.shown, here))
    options = m.out.let("options", allowed(m, pick, here, among))
    for reason in _spent(m, slot, ability, seat):
        with m.out.when(reason):
            m.out.line(f"{options} = 0")
    m.out.line(f"{may(m, slot, seat)} = {options} | {int(pick.decline)}")
    m.out.line(f"{asked(m, slot)} |= 1 << {seat}")


def allowed(m: Maker, pick: Pick, here: Here, among: Code) -> Code:
    """Return the publicly living among these seats (G11), without those barred."""
    found = both(among, "public")
    for bar in pick.bars:
        when = test(m, bar.when, here)
        if when is False:
            continue
        barred = mask(m, bar.who, here)
        found = less(found, barred if when is True else f"({barred} if {when} else 0)")
    return found


def used(m: Maker, verb: str, seat: Code) -> str:
    """Return the variable with the number of times that an act was done, by its holder or by the team as one."""
    return m.owned("used", verb, seat)


def _spent(m: Maker, slot: Slot, ability: Ability, seat: str) -> list[str]:
    """Return the conditions under which a seat may not do this act at all."""
    verb, reasons = ability.verb, []
    if verb in m.lost:
        reasons.append(str(has(effects.lost(m, verb), seat)))
    if ability.uses:
        reasons.append(f"{used(m, verb, seat)} >= {ability.uses}")
    if ability.not_after:
        done = either(*(acts.did(m, other) for other in acts.of_verb(m, ability.not_after)))
        if done != 0:
            reasons.append(str(has(done, seat)))
    return reasons


# -- what becomes of the answers -------------------------------------------------------------------------------


def _take(m: Maker, slot: Slot) -> None:
    """Write code that turns the answers to one act into acts of the night, in seat order."""
    act = m.names.number("acts", slot.verb)
    if m.resumable and m.phase == DAY:  # choices by night stand, even of a player who dies (TA-4)
        m.out.line(f"{asked(m, slot)} &= alive")
    if slot.group:
        return _act_together(m, slot, act)
    with m.out.each(asked(m, slot), single=slot.single) as seat:
        target = m.out.let("target", answer(m, slot, seat))
        _told(m, slot, act, seat, target, bit(seat))
        with m.out.block(f"if {target} > 0"):
            _record(m, slot, seat, target)
    return None


def _told(m: Maker, slot: Slot, act: int, seat: str, target: str, to: Code) -> None:
    if m.told:
        with m.out.block(f"if {target} < 0"):
            m.tell(Kind.SILENT, bit(seat), seat, act)
        with m.out.block("else"):
            role = acts.role_named(m, slot, seat) if slot.names_role else 0
            m.tell(Kind.CHOSE, to, seat, act, target, role)


def _record(m: Maker, slot: Slot, seat: str, target: str) -> None:
    abilities = tuple(slot.abilities.values())
    if any(ability.uses for ability in abilities):
        m.out.line(f"{used(m, slot.verb, seat)} += 1")
    if slot.verb in m.remembered:
        night, whom = last(m, slot.verb, seat)
        m.out.line(f"{night} = night")
        m.out.line(f"{whom} = {target}")
    m.out.add(acts.did(m, slot), bit(seat))
    m.out.line(f"{acts.goal(m, slot, seat)} = {target}")
    if slot.keeps_role:
        for role in slot.abilities:
            m.out.add(acts.of_role(m, slot, role), both(m.holders(role), bit(seat)))


def _act_together(m: Maker, slot: Slot, act: int) -> None:
    """Write code for a team's act, decided by its leader or by the most named: see `Group`."""
    group = slot.group
    assert group is not None
    team = both(mask(m, group.members, NOWHERE), AWAKE) if m.told else 0
    if _one_asked(m, slot):
        with m.out.each(asked(m, slot), single=True) as seat:
            target = m.out.let("target", answer(m, slot, seat))
            _told(m, slot, act, seat, target, either(team, bit(seat)))
            with m.out.block(f"if {target} > 0"):
                _record(m, slot, seat, target)
        return
    with m.out.each(asked(m, slot)) as seat:
        _told(m, slot, act, seat, m.out.let("target", answer(m, slot, seat)), either(team, bit(seat)))
    goes, target = _decided(m, slot, group)
    with m.out.block(f"if {goes} != 0"):
        _record(m, slot, goes, target)


def _decided(m: Maker, slot: Slot, group: Group) -> tuple[str, str]:
    """Write code that decides a team's act; return the names of its actor (0: nobody) and its target."""
    together = test(m, group.together, NOWHERE)
    goes, target = m.out.let("goes", 0), m.out.let("target", 0)
    with m.out.when(together):
        _most_named(m, slot, group, goes, target)
    with m.out.when(no(together)):
        m.out.line(f"{goes} = {_goes(m, slot, group)}")
        with m.out.block(f"if {goes} != 0"):
            m.out.line(f"{target} = {answer(m, slot, goes)}")
    return goes, target


def _most_named(m: Maker, slot: Slot, group: Group, goes: str, target: str) -> None:
    """Write code that picks the most named; a tie goes to the one that the actor named, else to the first seat."""
    ballots = _ballots(m, slot)
    ahead = ballots.leaders()
    with m.out.block(f"if {ahead} != 0"):
        free = m.out.let("free", both(mask(m, group.asked, NOWHERE), AWAKE))
        with m.out.block(f"if {free} != 0"):
            m.out.line(f"{goes} = first({free})")
            m.out.line(f"{target} = first({ahead})")
            with m.out.block(f"if {asked(m, slot)} >> {goes} & 1 != 0"):
                own = m.out.let("own", answer(m, slot, goes))
                with m.out.block(f"if {own} > 0 and {ahead} >> {own} & 1 != 0"):
                    m.out.line(f"{target} = {own}")


def _ballots(m: Maker, slot: Slot) -> Counter:
    """Write code that counts how often each seat was named for a team's act."""
    ballots = Counter(m, 5)
    with m.out.each(asked(m, slot)) as seat:
        target = m.out.let("target", answer(m, slot, seat))
        with m.out.block(f"if {target} > 0"):
            ballots.add(bit(target), 1)
    return ballots


def _goes(m: Maker, slot: Slot, group: Group) -> str:
    """Write code that picks who acts: the leader, else the first who named the most named; 0: nobody, or a tie."""
    leads = mask(m, group.leads, NOWHERE) if group.leads is not None else 0
    leader, ballots = m.out.let("leader", 0), Counter(m, 5)
    with m.out.each(asked(m, slot)) as seat:
        target = m.out.let("target", answer(m, slot, seat))
        with m.out.block(f"if {target} > 0"):
            ballots.add(bit(target), 1)
            with m.out.when(all_of(has(leads, seat), f"{leader} == 0")):
                m.out.line(f"{leader} = {seat}")
    ahead = ballots.leaders()
    goes = m.out.let("goes", leader)
    agreed = f"if {goes} == 0 and {ahead} != 0 and {ahead} & {ahead} - 1 == 0"
    with m.out.block(agreed), m.out.each(asked(m, slot)) as seat:
        target = answer(m, slot, seat)
        with m.out.block(f"if {goes} == 0 and {target} > 0 and 1 << {target} == {ahead}"):
            m.out.line(f"{goes} = {seat}")
    return goes


def _agree(m: Maker, slot: Slot) -> None:
    """Write code that keeps only a team's deciding ballot, in a world whose viewer doesn't see the team's ballots."""
    group = slot.group
    assert group is not None
    team = either(mask(m, group.members, NOWHERE), asked(m, slot))
    with m.out.block(f"if {team} & L[VIEWER] == 0"):
        goes, target = _decided(m, slot, group)
        with m.out.block(f"if {goes} == 0 or {asked(m, slot)} >> {goes} & 1 != 0"):  # else all ballots are kept
            with m.out.each(asked(m, slot)) as seat:
                m.out.line(f"{answer(m, slot, seat)} = {target} if {seat} == {goes} else 0")
            m.out.line(f"{asked(m, slot)} &= 1 << {goes}")


ONLY_READS = (ReadSide, ReadRole, ReadSeats)


def nobody_else_learns(m: Maker, slot: Slot) -> bool:
    """Return whether this act only tells its actor something, and no rule depends on whether it was done."""
    rules, verb = m.plan.rules, slot.verb
    if slot.group or any(not isinstance(e, ONLY_READS) or a.uses for a in slot.abilities.values() for e in a.does):
        return False
    if any(isinstance(word, Visitors | Visited) for word in m.words):
        return False
    if any(isinstance(word, Named | Actors | LastNight) and word.verb == verb for word in m.words):
        return False
    if any(verb == edge.by for edge in rules.overturns) or any(a.not_after == verb for a in _abilities(m)):
        return False
    waiting = [trigger for _, trigger in m.plan.triggers.values() if not trigger.verbs or verb in trigger.verbs]
    return not any(trigger.on is Occasion.NAMED or trigger.verbs for trigger in waiting)


def _abilities(m: Maker) -> list[Ability]:
    return [*m.plan.abilities.values(), *(group.ability for group in m.plan.rules.groups)]
