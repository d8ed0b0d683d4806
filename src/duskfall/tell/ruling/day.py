"""What a ruling says of a day: the votes, who goes or stays; and what changes at any time, up to the end."""

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
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.text import shown
from duskfall.tell.tongue import row, say, word
from duskfall.vocabulary.ruleset import DRAW


def by_day(case: Matter) -> Iterator[tuple[str, str]]:
    """Votes, and who leaves or stays."""
    counting = rule_of_ballot(case.plan)
    for fact in case.facts:
        match fact:
            case Voted():
                votes = tally(case, fact) or say("no votes")
                ballot = rule_of_ballot(case.plan, fact.verb)
                yield say("{ballot}: {votes}.", ballot=word(fact.verb, "verb"), votes=votes), ballot
            case Tied(seats=seats):
                yield say("A tie: {names}.", names=row(map(case.name, seats))), counting
            case LotDrawn(seat=seat):
                yield say("The lot falls on {name}.", name=case.name(seat)), counting
            case Out(seat=seat):
                yield say("{name} is voted out.", name=case.name(seat)), counting
            case NobodyOut():
                yield say("Nobody is voted out."), counting
            case Overturned(what=what, on=on) if what == VOTE_OUT:
                by = case.overturner(fact)
                yield say("{name} stays: {by} overturned the vote.", name=case.name(on), by=by), fact.rule
            case Removed(seat=seat, cause=cause):
                yield say("{name} is removed: {cause}.", name=case.name(seat), cause=word(cause, "cause")), MODERATED
            case _:
                pass


def tally(case: Matter, fact: Voted) -> str:
    """Who got how many votes, the most first, and from whom."""
    parts = []
    for target, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
        voters = row(case.name(seat) for seat, voted in fact.ballots if voted == target)
        who = word(target, "word") if isinstance(target, str) else case.name(target)
        parts.append(f"{who} {shown(votes)}" + (f" ({voters})" if voters else ""))
    return row(parts)


def changes(case: Matter) -> Iterator[tuple[str, str]]:
    """Roles, rights and titles that change hands."""
    for fact in case.facts:
        match fact:
            case Became(seat=seat, role=role):
                rule = case.plan.roles[role].rule
                yield say("{name} is now: {role}.", name=case.name(seat), role=word(role, "role")), rule
            case Lost(seat=seat, verb=verb):
                text = say("{name} loses for good: {verb}.", name=case.name(seat), verb=word(verb, "verb"))
                yield text, rule_of(case.plan, verb)
            case Shown(seat=seat, role=role):
                rule = case.plan.roles[role].rule
                yield say("{name} is revealed: {role}.", name=case.name(seat), role=word(role, "role")), rule
            case CoWon(seat=seat, role=role):
                rule = case.plan.roles[role].rule
                who, card = case.name(seat), word(role, "role")
                yield say("{name} has won as {role}, whichever side wins.", name=who, role=card), rule
            case TitleHeld(title=title, seat=seat, was=was):
                text = say("{title}: {name}.", title=word(title, "title"), name=case.name(seat))
                yield text, rule_of_title(case.plan, title, was)
            case _:
                pass


def ending(case: Matter) -> Iterator[tuple[str, str]]:
    """Who has won, and by which line of the book."""
    for fact in case.of(Ended):
        reason = word(fact.reason, "reason")
        if fact.winner == DRAW:
            text = say("The game is over: a draw ({reason}).", reason=reason)
        else:
            text = say(
                "The game is over, the winner: {side} ({reason}).", side=word(fact.winner, "side"), reason=reason
            )
        yield text, rule_of_end(case.plan, fact)
