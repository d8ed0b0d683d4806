"""The ruling on a night or a vote, for the host: who lives or dies, by which rule, and the text of that rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duskfall.core.facts import Died, Landed, MarkSet, Out, Overturned, Shot, Told, Void
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.state import NIGHT
from duskfall.study.rule_behind import FORBIDDEN, rule_of
from duskfall.tell import phrases
from duskfall.tell.quotes import quoted
from duskfall.tell.ruling.by_day import by_day, changes, ending
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.text import capital, safe
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.conditions import FlagIs
from duskfall.vocabulary.ruleset import Overturns


class RulingLine(NamedTuple):
    """One sentence of a ruling, the id of the rule that decides, and the text of that rule."""

    text: str
    rule: str
    cite: str


class Ruling(NamedTuple):
    """The explanation of how a phase came out."""

    title: str
    lines: tuple[RulingLine, ...]


def explain(case: Matter) -> Ruling:
    """Return the ruling on this phase."""
    names = tuple(case.names)
    found = [(text if text.startswith(names) else capital(text), rule) for text, rule in _lines(case)]
    lines = [RulingLine(safe(text), rule, quoted(rule)) for text, rule in found]
    return Ruling(case.title, tuple(dict.fromkeys(lines)))


def _lines(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield sentences, each with the id of its rule: who dies, what failed, who lives, what follows."""
    dead, others = _fates(case)
    yield from dead
    yield from _voids(case)
    yield from _stopped(case)
    yield from others
    yield from by_day(case)
    yield from _no_help(case)
    yield from changes(case)
    for fact in case.phase.of(MarkSet):
        text = say("{name} bears a mark now: {mark}.", name=case.name(fact.seat), mark=word(fact.mark, "mark"))
        yield text, rule_of(case.plan, fact.mark)
    yield from ending(case)


def _voids(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield the actions that the rules forbid."""
    for fact in case.phase.of(Void):
        act = case.act(fact.verb, fact.seat, fact.target)
        rule = rule_of(case.plan, fact.verb) if fact.reason in case.plan.rules.reasons else FORBIDDEN
        yield say("{act} is void: {reason}.", act=act, reason=phrases.reason(fact.reason)), rule


def _stopped(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield the actions other than attacks that were overturned, and the readings that were changed."""
    attacks = case.attacks()
    found = {(fact.verb, fact.seat, fact.target): fact.word for fact in case.phase.of(Told)}
    for fact in case.phase.overturns:
        if fact.what in attacks or fact.what == VOTE_OUT:
            continue
        by, act = case.overturner(fact), case.act(fact.what, fact.actor, fact.on)
        read = found.get((fact.what, fact.actor, fact.on), "")
        if read:
            yield say("{by} changes what {act} finds: {answer}.", by=by, act=act, answer=word(read, "word")), fact.rule
        else:
            yield say("{by} overturned {act}.", by=by, act=act), fact.rule


def _fates(case: Matter) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return why attacked players die and why they live, as two lists."""
    attacks = case.attacks()
    hits: list[Landed | Overturned] = [
        fact
        for fact in case.phase.facts
        if isinstance(fact, Landed) or (isinstance(fact, Overturned) and fact.what in attacks)
    ]
    dead = case.phase.deaths
    die, live = list[tuple[str, str]](), list[tuple[str, str]]()
    for seat in dict.fromkeys([*(hit.on for hit in hits), *dead]):
        mine, told = [hit for hit in hits if hit.on == seat], die if seat in dead else live
        told += [_hit(case, hit, seat in dead) for hit in mine]
        if not any(isinstance(hit, Landed) for hit in mine) and seat in dead:
            told += _other_death(case, dead[seat])
    if not hits and not dead and case.phase.place[0] == NIGHT:
        live.append((say("Nobody was attacked."), ""))
    return die, live


def _hit(case: Matter, hit: Landed | Overturned, dies: bool) -> tuple[str, str]:
    name = case.name(hit.on)
    if isinstance(hit, Landed):
        return say("{name} dies: {act}.", name=name, act=case.act(hit.verb, hit.actor)), hit.rule
    by = case.overturner(hit)
    if dies:
        return say("{by} overturned {act}.", by=by, act=case.act(hit.what, hit.actor, hit.on)), hit.rule
    return say("{name} lives: {by} overturned {act}.", name=name, by=by, act=case.act(hit.what, hit.actor)), hit.rule


def _other_death(case: Matter, fact: Died) -> Iterator[tuple[str, str]]:
    """Yield the causes of a death that no attack of the night brought."""
    shots = [shot for shot in case.phase.of(Shot) if shot.target == fact.seat]
    causes = [(case.act(shot.verb, shot.seat), shot.verb) for shot in shots]
    for act, verb in causes or [(word(cause, "cause"), cause) for cause in fact.causes]:
        yield say("{name} dies: {act}.", name=case.name(fact.seat), act=act), rule_of(case.plan, verb)


# -- what did not help -------------------------------------------------------------------------------


def _no_help(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield why a player's protection did not help."""
    hits = [(fact.verb, fact.actor, fact.on, fact.rule) for fact in case.phase.of(Landed)]
    hits += [(VOTE_OUT, 0, fact.seat, rule_of(case.plan, VOTE_OUT)) for fact in case.phase.of(Out)]
    for verb, actor, on, rule in hits:
        edges = case.plan.edges.get(verb, ())
        for by, called in _protections(case, on, actor):
            edge = next((edge for edge in edges if edge.by == by), None)
            act = case.act(verb, actor, on)
            off = _switched_off(case, edge)
            if edge is not None and off:
                said = say('{by} does not stop {act}: the house rule "{flag}" is off.', by=called, act=act, flag=off)
                yield said, edge.rule
            elif edge is not None or verb != VOTE_OUT:
                yield say("{by} does not stop {act}.", by=called, act=act), rule if edge else _scope(case, by, rule)


def _protections(case: Matter, on: int, attacker: int) -> Iterator[tuple[str, str]]:
    """Yield what protects this player from any attack or vote, with its owner; the attacker's actions don't count."""
    stops = {edge.by for what in (*case.attacks(), VOTE_OUT) for edge in case.plan.edges.get(what, ())}
    for card, holders in case.phase.cards.items():
        if card in stops and on in holders:
            yield card, case.card(card, on)
    for (act, actor, target), deed in case.phase.deeds.items():
        if act in stops and actor != attacker and target == on and not deed.fails():
            yield act, case.act(act, actor)


def _switched_off(case: Matter, edge: Overturns | None) -> str:
    """Return the house rule that would have to be on for this edge to hold; empty if that isn't the problem."""
    if edge is None or not isinstance(edge.when, FlagIs) or case.flags.get(edge.when.flag):
        return ""
    return phrases.house_rule(edge.when.flag)


def _scope(case: Matter, by: str, rule: str) -> str:
    """Return the rule that says what a protection is good for, or else the given rule of the attack."""
    return next((edge.rule for edge in case.plan.rules.overturns if edge.by == by), rule)
