"""Why things came out as they did: night by night, vote by vote, with the rules that decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from duskfall.core.facts import (
    Began,
    Died,
    Fact,
    Landed,
    NobodyOut,
    Out,
    Overturned,
    PhaseBegan,
    Removed,
    Shot,
    Void,
    Voted,
)
from duskfall.core.plan.compile import compile_plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.rules.registry import known
from duskfall.tell import phrases
from duskfall.tell.facts.sentences import tally
from duskfall.tell.names import deed, hour, name, overturner, whose
from duskfall.tell.text import capital, cite, safe
from duskfall.tell.tongue import listed, say, word

Names = Sequence[str]


class Reason(NamedTuple):
    """One sentence, and the seats that it speaks of."""

    text: str
    seats: tuple[int, ...]


class Phase:
    """The facts of one night or day."""

    def __init__(self, title: str, night: int) -> None:
        self.title, self.night = title, night
        self.facts: list[Fact] = []

    def reasons(self, names: Names, attacks: frozenset[str]) -> Iterator[Reason]:
        """All that is to be said of it."""
        for fact in self.facts:
            if isinstance(fact, Void):
                yield Reason(_void(fact, names), (fact.seat, fact.target))
            elif isinstance(fact, Overturned) and fact.what not in attacks and fact.what != VOTE_OUT:
                text = _overturned(deed(fact.what, fact.actor, fact.on, names), fact, names)
                yield Reason(text, (fact.actor, fact.on, fact.by_actor))
        yield from _attacked(self.facts, names, attacks)
        yield from _sent_away(self.facts, names)


def why(facts: Iterable[Fact], names: Names, night: int | None = None, player: int | str | None = None) -> list[str]:
    """For each night and each vote, who lived or died, left or stayed, by what rule; a sentence a line."""
    facts = list(facts)
    seat = names.index(player) + 1 if isinstance(player, str) else player
    attacks = _attacks(facts)
    lines = []
    for phase in _phases(facts):
        if night is not None and phase.night != night:
            continue
        found = list(phase.reasons(names, attacks))
        if phase.night and not any(isinstance(f, Landed | Overturned) and _is_attack(f, attacks) for f in phase.facts):
            found.append(Reason(say("nobody was attacked"), ()))
        for each in found:
            if seat is None or seat in each.seats:
                lines.append(safe(say("{phase}. {reason}.", phase=phase.title, reason=capital(each.text))))
    return lines


def _phases(facts: list[Fact]) -> Iterator[Phase]:
    """The nights and days, in order; what comes before the first is left out."""
    phase = None
    for fact in facts:
        if isinstance(fact, PhaseBegan):
            if phase is not None:
                yield phase
            phase = Phase(hour(fact.phase, fact.number), fact.number if fact.phase == "night" else 0)
        elif phase is not None:
            phase.facts.append(fact)
    if phase is not None:
        yield phase


def _attacks(facts: list[Fact]) -> frozenset[str]:
    """The names of what can kill: from the ruleset where it is known, else whatever did kill."""
    found = {fact.verb for fact in facts if isinstance(fact, Landed)}
    began = next((fact for fact in facts if isinstance(fact, Began)), None)
    if began is not None and (book := known(began.rules)):
        found.update(compile_plan(book).graph.deadly())
    return frozenset(found)


def _is_attack(fact: Landed | Overturned, attacks: frozenset[str]) -> bool:
    return isinstance(fact, Landed) or fact.what in attacks


# -- the night ---------------------------------------------------------------------------------------


def _void(fact: Void, names: Names) -> str:
    if fact.team and fact.target:
        team, act, target = word(fact.team, "team"), word(fact.verb, "verb"), name(fact.target, names)
        what = say("{name}'s {act} of {target}", name=team, act=act, target=target)
    else:
        what = deed(fact.verb, fact.seat, fact.target, names)
    return say("{deed} was void: {reason}", deed=what, reason=phrases.reason(fact.reason))


def _overturned(what: str, fact: Overturned, names: Names) -> str:
    by = overturner(fact, names)
    return say("{deed} was overturned by {by}{cite}", deed=what, by=by, cite=cite(fact.rule))


def _attacked(facts: list[Fact], names: Names, attacks: frozenset[str]) -> Iterator[Reason]:
    """For each player who was attacked, why they lived or died."""
    hits = [fact for fact in facts if isinstance(fact, Landed | Overturned) and _is_attack(fact, attacks)]
    dead = {fact.seat: fact for fact in facts if isinstance(fact, Died)}
    for seat in dict.fromkeys([*(hit.on for hit in hits), *dead]):
        mine = [hit for hit in hits if hit.on == seat]
        involved = {
            seat,
            *(hit.actor for hit in mine),
            *(h.by_actor for h in mine if isinstance(h, Overturned)),
        }
        causes = [_hit(hit, names) for hit in mine] or [_shot(dead[seat], facts, names)]
        outcome = "{name} died: {causes}" if seat in dead else "{name} lives: {causes}"
        yield Reason(say(outcome, name=name(seat, names), causes=listed(causes)), tuple(involved))


def _hit(hit: Landed | Overturned, names: Names) -> str:
    if isinstance(hit, Overturned):
        return _overturned(whose(hit.what, hit.actor, names), hit, names)
    what = whose(hit.verb, 0 if hit.actor == hit.on else hit.actor, names)
    return say("{deed} landed{cite}", deed=what, cite=cite(hit.rule))


def _shot(fact: Died, facts: list[Fact], names: Names) -> str:
    """A death by day."""
    shots = [shot for shot in facts if isinstance(shot, Shot) and shot.target == fact.seat]
    return listed(
        [whose(shot.verb, shot.seat, names) for shot in shots] or [word(each, "verb") for each in fact.causes]
    )


# -- the day -----------------------------------------------------------------------------------------


def _sent_away(facts: list[Fact], names: Names) -> Iterator[Reason]:
    """Who left or stayed, and with what votes."""
    vote = ""
    for fact in facts:
        match fact:
            case Voted():
                vote = tally(fact, names) or say("no ballots")
            case Out(seat=seat):
                yield Reason(say("{name} was voted out: {ballots}", name=name(seat, names), ballots=vote), (seat,))
            case NobodyOut():
                text = say("nobody was voted out: {ballots}", ballots=vote or say("there was no vote"))
                yield Reason(text, ())
            case Overturned(what=what) if what == VOTE_OUT:
                who, by, act = name(fact.on, names), overturner(fact, names), word(VOTE_OUT, "verb")
                stays = "{name} stays: the {act} was overturned by {by}{cite}"
                yield Reason(say(stays, name=who, act=act, by=by, cite=cite(fact.rule)), (fact.on,))
            case Removed(seat=seat):
                who, cause = name(seat, names), word(fact.cause, "cause")
                yield Reason(say("{name} was removed by the moderator: {cause}", name=who, cause=cause), (seat,))
            case _:
                pass
