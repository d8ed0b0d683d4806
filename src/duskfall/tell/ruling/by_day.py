"""Lines of a ruling about a day: the votes, who goes or stays, changes at any time, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import (
    Became,
    CoWon,
    Ended,
    Lost,
    LotDrawn,
    NobodyOut,
    Out,
    Overturned,
    Removed,
    Shown,
    Tied,
    TitleHeld,
    Voted,
)
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.study.rule_behind import MODERATED, rule_of, rule_of_ballot, rule_of_end, rule_of_title
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.ended import verdict
from duskfall.tell.facts.sentences.voted import tally
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.tongue import row, say, word


def by_day(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield the votes, and who leaves or stays, each with the id of its rule."""
    counting, weights = rule_of_ballot(case.plan), case.weights()
    for fact in case.phase.facts:
        match fact:
            case Voted():
                votes = tally(fact, case.names, next(weights)) or say("no votes")
                ballot = rule_of_ballot(case.plan, fact.verb)
                yield say("{ballot}: {votes}.", ballot=word(fact.verb, "verb"), votes=votes), ballot
            case Tied(seats=seats):
                yield say("A tie: {names}.", names=row(map(case.name, seats))), counting
            case LotDrawn(seat=seat):
                yield say("The lot falls on {name}.", name=case.name(seat)), counting
            case Out(seat=seat):
                yield say("{name} is voted out.", name=case.name(seat)), counting
            case NobodyOut():
                yield sentence(fact, case.names), counting
            case Overturned(what=what, on=on) if what == VOTE_OUT:
                by = case.overturner(fact)
                yield say("{name} stays: {by} overturned the vote.", name=case.name(on), by=by), fact.rule
            case Removed(seat=seat, cause=cause):
                yield say("{name} is removed: {cause}.", name=case.name(seat), cause=word(cause, "cause")), MODERATED
            case _:
                pass


def changes(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield the roles, rights and titles that changed, each with the id of its rule."""
    for fact in case.phase.facts:
        match fact:
            case Became(seat=seat, role=role):
                rule = case.plan.roles[role].rule
                yield say("{name} is now: {role}.", name=case.name(seat), role=word(role, "role")), rule
            case Lost(seat=seat, verb=verb):
                text = say("{name} loses for good: {verb}.", name=case.name(seat), verb=word(verb, "verb"))
                yield text, rule_of(case.plan, verb)
            case Shown(role=role) | CoWon(role=role):
                yield sentence(fact, case.names), case.plan.roles[role].rule
            case TitleHeld(title=title, seat=seat, was=was):
                text = say("{title}: {name}.", title=word(title, "title"), name=case.name(seat))
                yield text, rule_of_title(case.plan, title, was)
            case _:
                pass


def ending(case: Matter) -> Iterator[tuple[str, str]]:
    """Yield who has won, with the id of the win condition."""
    for fact in case.phase.of(Ended):
        yield verdict(fact), rule_of_end(case.plan, fact)
