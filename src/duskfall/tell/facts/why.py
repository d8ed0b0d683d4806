"""Explanations of every night and vote, with the rules that decided. Used by `duskfall why` and by replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from duskfall.core.facts import (
    Began,
    Died,
    Fact,
    Landed,
    NobodyOut,
    Out,
    Overturned,
    Removed,
    Shot,
    Void,
    Voted,
)
from duskfall.core.plan.compile import compile_plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.rules.registry import known
from duskfall.study.phases import Phase, phases
from duskfall.study.weights import weights_in_turn
from duskfall.tell import phrases
from duskfall.tell.facts.sentences.voted import Weights, tally
from duskfall.tell.names import Names, hour, name, overturner, whose, whose_deed
from duskfall.tell.text import capital, cite, safe
from duskfall.tell.tongue import listed, say, word


class Because(NamedTuple):
    """A reason for an outcome: a clause, and the seats that it mentions."""

    text: str
    seats: tuple[int, ...]

    def told(self) -> str:
        """Return the reason as a sentence of its own."""
        return safe(say("{reason}.", reason=capital(self.text)))


def why(facts: Iterable[Fact], names: Names, night: int | None = None, player: int | str | None = None) -> list[str]:
    """Return for each night and vote who lived or died, left or stayed, and by which rule; one sentence per line.

    `night` and `player` (a seat, or a name of the game) limit the lines to one night or one player.
    """
    seat = names.index(player) + 1 if isinstance(player, str) else player
    return [
        safe(say("{phase}. {reason}.", phase=hour(*phase.place), reason=capital(each.text)))
        for phase, found in _explained(list(facts), names)
        if night is None or phase.night == night
        for each in found
        if seat is None or seat in each.seats
    ]


def why_of_night(facts: Iterable[Fact], names: Names, night: int) -> list[str]:
    """Return the explanations of one night, without naming the night."""
    explained = _explained(list(facts), names)
    return [each.told() for phase, found in explained if phase.night == night for each in found]


def why_by_night(facts: Iterable[Fact], names: Names) -> dict[int, list[str]]:
    """Return the explanations of every night, by its number."""
    return {
        phase.night: [each.told() for each in found] for phase, found in _explained(list(facts), names) if phase.night
    }


def _explained(facts: list[Fact], names: Names) -> Iterator[tuple[Phase, list[Because]]]:
    """Yield every night and day with all its explanations."""
    attacks, weights = _attacks(facts), weights_in_turn(facts, None)
    for phase in phases(facts)[1:]:
        yield phase, list(_of_phase(phase, names, attacks, weights))


def _of_phase(phase: Phase, names: Names, attacks: frozenset[str], weights: Iterator[Weights]) -> Iterator[Because]:
    for fact in phase.facts:
        if isinstance(fact, Void):
            yield Because(_void(fact, names), (fact.seat, fact.target))
        elif isinstance(fact, Overturned) and fact.what not in attacks and fact.what != VOTE_OUT:
            text = _overturned(whose_deed(fact.what, fact.actor, fact.on, names), fact, names)
            yield Because(text, (fact.actor, fact.on, fact.by_actor))
    hits = [fact for fact in phase.facts if isinstance(fact, Landed | Overturned) and _is_attack(fact, attacks)]
    yield from _attacked(phase, hits, names)
    yield from _sent_away(phase, names, weights)
    if phase.night and not hits:
        yield Because(say("nobody was attacked"), ())


def _attacks(facts: list[Fact]) -> frozenset[str]:
    """Return the names of everything that did kill and, if the ruleset is known, of everything that can."""
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
        what = whose_deed(fact.verb, fact.seat, fact.target, names)
    return say("{deed} was void: {reason}", deed=what, reason=phrases.reason(fact.reason))


def _overturned(what: str, fact: Overturned, names: Names) -> str:
    by = overturner(fact, names)
    return say("{deed} was overturned by {by}{cite}", deed=what, by=by, cite=cite(fact.rule))


def _attacked(phase: Phase, hits: list[Landed | Overturned], names: Names) -> Iterator[Because]:
    """Yield why each attacked player lived or died."""
    dead = phase.deaths
    for seat in dict.fromkeys([*(hit.on for hit in hits), *dead]):
        mine = [hit for hit in hits if hit.on == seat]
        involved = {
            seat,
            *(hit.actor for hit in mine),
            *(h.by_actor for h in mine if isinstance(h, Overturned)),
        }
        causes = [_hit(hit, names) for hit in mine] or [_shot(dead[seat], phase, names)]
        outcome = "{name} died: {causes}" if seat in dead else "{name} lives: {causes}"
        yield Because(say(outcome, name=name(seat, names), causes=listed(causes)), tuple(involved))


def _hit(hit: Landed | Overturned, names: Names) -> str:
    if isinstance(hit, Overturned):
        return _overturned(whose(hit.what, hit.actor, names), hit, names)
    what = whose(hit.verb, 0 if hit.actor == hit.on else hit.actor, names)
    return say("{deed} landed{cite}", deed=what, cite=cite(hit.rule))


def _shot(fact: Died, phase: Phase, names: Names) -> str:
    """Return the causes of a death that no hit of the phase explains, such as a shot by day."""
    shots = [shot for shot in phase.of(Shot) if shot.target == fact.seat]
    return listed(
        [whose(shot.verb, shot.seat, names) for shot in shots] or [word(each, "verb") for each in fact.causes]
    )


# -- the day -----------------------------------------------------------------------------------------


def _sent_away(phase: Phase, names: Names, weights: Iterator[Weights]) -> Iterator[Because]:
    """Yield who left or stayed, and with what votes.

    `weights` yields the ballot weights of each vote of the whole game in turn.
    """
    vote = ""
    for fact in phase.facts:
        match fact:
            case Voted():
                vote = tally(fact, names, next(weights)) or say("no ballots")
            case Out(seat=seat):
                yield Because(say("{name} was voted out: {ballots}", name=name(seat, names), ballots=vote), (seat,))
            case NobodyOut():
                text = say("nobody was voted out: {ballots}", ballots=vote or say("there was no vote"))
                yield Because(text, ())
            case Overturned(what=what) if what == VOTE_OUT:
                who, by, act = name(fact.on, names), overturner(fact, names), word(VOTE_OUT, "verb")
                stays = "{name} stays: the {act} was overturned by {by}{cite}"
                yield Because(say(stays, name=who, act=act, by=by, cite=cite(fact.rule)), (fact.on,))
            case Removed(seat=seat):
                who, cause = name(seat, names), word(fact.cause, "cause")
                yield Because(say("{name} was removed by the moderator: {cause}", name=who, cause=cause), (seat,))
            case _:
                pass
