"""What is chosen, and what becomes of it: void, overturned, landed; who dies, who learns what."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.names import Names, name, named, overturner, seen_as, whose, whose_deed
from duskfall.tell.text import capital, cite
from duskfall.tell.tongue import listed, say, together, word


def chose(fact: facts.Chose, names: Names) -> str:
    """Whom somebody chose, or that they declined."""
    who, act, role = name(fact.seat, names), word(fact.verb, "verb"), word(fact.role, "role")
    if not fact.target:
        return say("{name} declines: {act}.", name=who, act=act)
    target = say("self") if fact.target == fact.seat else name(fact.target, names)
    chooses = "{name} chooses: {act} {target}, as {role}." if role else "{name} chooses: {act} {target}."
    return say(chooses, name=who, act=act, target=target, role=role)


def silent(fact: facts.Silent, names: Names) -> str:
    """Who gave no answer."""
    return say("{deed}: no answer.", deed=whose(fact.verb, fact.seat, names))


def refused(fact: facts.Refused, names: Names) -> str:
    """An answer that was not taken, and why."""
    what, why = whose(fact.verb, fact.seat, names), phrases.reason(fact.reason)
    return say("{deed} was not taken: {reason}.", deed=what, reason=why)


def void(fact: facts.Void, names: Names) -> str:
    """An act that is void, and why."""
    what, why = whose_deed(fact.verb, fact.seat, fact.target, names), phrases.reason(fact.reason)
    return say("{deed} is void: {reason}.", deed=what, reason=why)


def overturned(fact: facts.Overturned, names: Names) -> str:
    """What is overturned by what."""
    what = capital(whose_deed(fact.what, fact.actor, fact.on, names))
    return say("{deed} is overturned by {by}{cite}.", deed=what, by=overturner(fact, names), cite=cite(fact.rule))


def mark_set(fact: facts.MarkSet, names: Names) -> str:
    """Who bears a mark."""
    return say("{name} bears the mark {mark}.", name=name(fact.seat, names), mark=word(fact.mark, "mark"))


def landed(fact: facts.Landed, names: Names) -> str:
    """An act that lands."""
    what = capital(whose_deed(fact.verb, fact.actor, fact.on, names))
    return say("{deed} lands{cite}.", deed=what, cite=cite(fact.rule))


def died(fact: facts.Died, names: Names) -> str:
    """Who dies, by what, shown as what."""
    seen = fact.shown != fact.role
    if fact.causes:
        dies = "{name}, {role}, dies, by {causes}, shown as {shown}." if seen else "{name}, {role}, dies, by {causes}."
    else:
        dies = "{name}, {role}, dies, shown as {shown}." if seen else "{name}, {role}, dies."
    causes = listed(word(each, "verb") for each in fact.causes)
    role, shown_as = word(fact.role, "role"), word(fact.shown, "role")
    return say(dies, name=name(fact.seat, names), role=role, causes=causes, shown=shown_as)


def learned(fact: facts.Told, names: Names) -> str:
    """What somebody learns by an act."""
    who, act, found = name(fact.seat, names), word(fact.verb, "verb"), result(fact, names)
    if not fact.target:
        return say("{name} learns whom the {act} is meant for: {found}.", name=who, act=act, found=found)
    whom = name(fact.target, names)
    return say("{name} learns of {target} ({act}): {found}.", name=who, target=whom, act=act, found=found)


def result(fact: facts.Told, names: Names) -> str:
    """What an act found out: a word, a role, or names."""
    return word(fact.word, "word") if fact.word else named(fact.seats, names)


def noticed(fact: facts.Noticed, names: Names) -> str:
    """A notice, and to whom."""
    told = phrases.notice(fact.notice, name(fact.about, names) if fact.about else "")
    if fact.seat:
        return say("Notice to {name}: {notice}.", name=name(fact.seat, names), notice=told)
    return say("Notice: {notice}.", notice=told)


def announced(fact: facts.Announced, names: Names) -> str:
    """Who died in the night."""
    return together(dawn(fact, names))


def dawn(fact: facts.Announced, names: Names) -> list[str]:
    """The same, a sentence each: that the night is over, and then one by one who is dead."""
    return [say("The night is over."), *(dead(each, names) for each in fact.dead or [(0, "")])]


def dead(died: tuple[int, str], names: Names) -> str:
    """Who died, with the role that is shown; nobody for seat 0."""
    seat, seen = died[0], seen_as(died[1])
    if not seat:
        return say("Nobody died.")
    return say("{name} is dead: {role}." if seen else "{name} is dead.", name=name(seat, names), role=seen)
