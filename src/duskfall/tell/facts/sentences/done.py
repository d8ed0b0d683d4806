"""Sentences about actions and their outcomes: void, overturned, landed; deaths, results and notices."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.names import Names, name, named, overturner, seen_as, whose, whose_deed
from duskfall.tell.text import capital, cite
from duskfall.tell.tongue import listed, say, together, word


def chose(fact: facts.Chose, names: Names) -> str:
    """Return the sentence for the choice of a target, or for declining to choose."""
    who, act, role = name(fact.seat, names), word(fact.verb, "verb"), word(fact.role, "role")
    if not fact.target:
        return say("{name} declines: {act}.", name=who, act=act)
    target = say("self") if fact.target == fact.seat else name(fact.target, names)
    chooses = "{name} chooses: {act} {target}, as {role}." if role else "{name} chooses: {act} {target}."
    return say(chooses, name=who, act=act, target=target, role=role)


def silent(fact: facts.Silent, names: Names) -> str:
    """Return the sentence for a player who gave no answer."""
    return say("{deed}: no answer.", deed=whose(fact.verb, fact.seat, names))


def refused(fact: facts.Refused, names: Names) -> str:
    """Return the sentence for a refused answer, with the reason."""
    what, why = whose(fact.verb, fact.seat, names), phrases.reason(fact.reason)
    return say("{deed} was not taken: {reason}.", deed=what, reason=why)


def void(fact: facts.Void, names: Names) -> str:
    """Return the sentence for a void action, with the reason."""
    what, why = whose_deed(fact.verb, fact.seat, fact.target, names), phrases.reason(fact.reason)
    return say("{deed} is void: {reason}.", deed=what, reason=why)


def overturned(fact: facts.Overturned, names: Names) -> str:
    """Return the sentence for an overturned action, with what overturned it."""
    what = capital(whose_deed(fact.what, fact.actor, fact.on, names))
    return say("{deed} is overturned by {by}{cite}.", deed=what, by=overturner(fact, names), cite=cite(fact.rule))


def mark_set(fact: facts.MarkSet, names: Names) -> str:
    """Return the sentence for a mark that a player bears."""
    return say("{name} bears the mark {mark}.", name=name(fact.seat, names), mark=word(fact.mark, "mark"))


def landed(fact: facts.Landed, names: Names) -> str:
    """Return the sentence for an action that lands."""
    what = capital(whose_deed(fact.verb, fact.actor, fact.on, names))
    return say("{deed} lands{cite}.", deed=what, cite=cite(fact.rule))


def died(fact: facts.Died, names: Names) -> str:
    """Return the sentence for a death: the causes, and the role shown if it isn't the true one."""
    seen = fact.shown != fact.role
    if fact.causes:
        dies = "{name}, {role}, dies, by {causes}, shown as {shown}." if seen else "{name}, {role}, dies, by {causes}."
    else:
        dies = "{name}, {role}, dies, shown as {shown}." if seen else "{name}, {role}, dies."
    causes = listed(word(each, "verb") for each in fact.causes)
    role, shown_as = word(fact.role, "role"), word(fact.shown, "role")
    return say(dies, name=name(fact.seat, names), role=role, causes=causes, shown=shown_as)


def learned(fact: facts.Told, names: Names) -> str:
    """Return the sentence for what a player learns by an action."""
    who, act, found = name(fact.seat, names), word(fact.verb, "verb"), result(fact, names)
    if not fact.target:
        return say("{name} learns whom the {act} is meant for: {found}.", name=who, act=act, found=found)
    whom = name(fact.target, names)
    return say("{name} learns of {target} ({act}): {found}.", name=who, target=whom, act=act, found=found)


def result(fact: facts.Told, names: Names) -> str:
    """Return what an action found out: a word, a role, or names."""
    return word(fact.word, "word") if fact.word else named(fact.seats, names)


def noticed(fact: facts.Noticed, names: Names) -> str:
    """Return the sentence for a notice, with the player who gets it."""
    told = phrases.notice(fact.notice, name(fact.about, names) if fact.about else "")
    if fact.seat:
        return say("Notice to {name}: {notice}.", name=name(fact.seat, names), notice=told)
    return say("Notice: {notice}.", notice=told)


def announced(fact: facts.Announced, names: Names) -> str:
    """Return the announcement of who died in the night."""
    return together(dawn(fact, names))


def dawn(fact: facts.Announced, names: Names) -> list[str]:
    """Return the announcement of who died as separate sentences: the night is over, then each death."""
    return [say("The night is over."), *(dead(each, names) for each in fact.dead or [(0, "")])]


def dead(died: tuple[int, str], names: Names) -> str:
    """Return the sentence for one death, given as a seat and the role shown; seat 0 means that nobody died."""
    seat, seen = died[0], seen_as(died[1])
    if not seat:
        return say("Nobody died.")
    return say("{name} is dead: {role}." if seen else "{name} is dead.", name=name(seat, names), role=seen)
