"""One English sentence for each kind of fact, for a reader who may see that fact (who may: see `view`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

from duskfall.core import facts
from duskfall.core.order import VOTE_OUT
from duskfall.core.talk import LAST_WORDS
from duskfall.core.words import ROLE
from duskfall.tell import phrases
from duskfall.tell.text import capital, cite, listing, shown, spaced

Names = Sequence[str]
HIDDEN = "hidden"


def name(seat: int, names: Names) -> str:
    """The name of a seat; nobody for 0."""
    return names[seat - 1] if seat else "nobody"


def named(seats: Iterable[int], names: Names) -> str:
    """The names of some seats; nobody for none."""
    return listing(name(seat, names) for seat in seats) or "nobody"


def whose(verb: str, seat: int, names: Names) -> str:
    """An act and its owner: Ann's heal."""
    return f"{name(seat, names)}'s {spaced(verb)}" if seat else f"the {spaced(verb)}"


def deed(verb: str, seat: int, on: int, names: Names) -> str:
    """An act, its owner and its target: Ann's heal of Bob."""
    return (
        f"{whose(verb, seat, names)} of {'self' if on == seat else name(on, names)}" if on else whose(verb, seat, names)
    )


def cancelled(fact: facts.Overturned, names: Names) -> str:
    """By what something was overturned, with the rule."""
    by = f"{name(fact.on, names)}'s own role" if fact.by == ROLE else whose(fact.by, fact.by_actor, names)
    return f"overturned by {by}{cite(fact.rule)}"


def _as(role: str) -> str:
    return f": {role}" if role and role != HIDDEN else ""


@singledispatch
def sentence(fact: object, names: Names) -> str:
    """The fact in words; a kind of fact without words is an error."""
    raise TypeError(f"{type(fact).__name__} has no words")


@sentence.register
def _began(fact: facts.Began, names: Names) -> str:
    deck = ", ".join(f"{role} ×{count}" if count > 1 else role for role, count in fact.deck)
    return f"A game of {fact.rules} begins, with {len(fact.names)} seats. The deck: {deck}."


@sentence.register
def _dealt(fact: facts.Dealt, names: Names) -> str:
    return f"{name(fact.seat, names)} is {fact.role}, of team {fact.team}."


@sentence.register
def _knows(fact: facts.Knows, names: Names) -> str:
    how = phrases.knowing(fact.how)
    return (
        f"{name(fact.seat, names)} is {fact.role} ({how})." if fact.role else f"{name(fact.seat, names)} is the {how}."
    )


@sentence.register
def _card_dealt(fact: facts.CardDealt, names: Names) -> str:
    return f"{name(fact.seat, names)} holds the card {spaced(fact.card)}."


@sentence.register
def _phase(fact: facts.PhaseBegan, names: Names) -> str:
    return f"— {capital(fact.phase)} {fact.number} —"


@sentence.register
def _thought(fact: facts.Thought, names: Names) -> str:
    return f"{name(fact.seat, names)} thinks: {fact.text}"


@sentence.register
def _said(fact: facts.Said, names: Names) -> str:
    asks = f" asks {name(fact.addressed, names)}" if fact.addressed else ""
    asks += f" ({LAST_WORDS})" if fact.part == LAST_WORDS else ""
    claims = "; ".join(claimed(claim, fact.seat, names) for claim in fact.claims)
    return f"{name(fact.seat, names)}{asks}: {fact.text}" + (f" [{claims}]" if claims else "")


def claimed(claim: facts.Claim, by: int, names: Names) -> str:
    """A typed claim in a few words: claims to be ..., reports ..., accuses ..., defends ..."""
    who = "self" if claim.seat == by else name(claim.seat, names)
    if claim.kind == "role":
        return f"claims {'to be' if claim.seat == by else f'that {who} is'} {claim.word}"
    if claim.kind == "result":
        return f"reports {who}: {claim.word}" + (f" ({spaced(claim.verb)})" if claim.verb else "")
    return f"{claim.kind}s {who}{_as(claim.word)}"


@sentence.register
def _skipped(fact: facts.Skipped, names: Names) -> str:
    return passes([fact.seat], names)


def passes(seats: Iterable[int], names: Names) -> str:
    """Who pass their turns, one after another."""
    who = list(dict.fromkeys(seats))
    return f"{named(who, names)} {'pass' if len(who) > 1 else 'passes'}."


@sentence.register
def _skip_voted(fact: facts.SkipVoted, names: Names) -> str:
    return f"{name(fact.seat, names)} {'wants' if fact.wants else 'no longer wants'} the discussion to end."


@sentence.register
def _nominated(fact: facts.Nominated, names: Names) -> str:
    return f"{name(fact.seat, names)} puts {name(fact.target, names)} up for the vote."


@sentence.register
def _talk_ended(fact: facts.TalkEnded, names: Names) -> str:
    return f"The discussion is over: {phrases.talk_end(fact.how)}."


@sentence.register
def _chose(fact: facts.Chose, names: Names) -> str:
    if not fact.target:
        return f"{name(fact.seat, names)} declines: {spaced(fact.verb)}."
    target = "self" if fact.target == fact.seat else name(fact.target, names)
    role = f", as {fact.role}" if fact.role else ""
    return f"{name(fact.seat, names)} chooses: {spaced(fact.verb)} {target}{role}."


@sentence.register
def _silent(fact: facts.Silent, names: Names) -> str:
    return f"{whose(fact.verb, fact.seat, names)}: no answer."


@sentence.register
def _refused(fact: facts.Refused, names: Names) -> str:
    return f"{whose(fact.verb, fact.seat, names)} was not taken: {phrases.reason(fact.reason)}."


@sentence.register
def _void(fact: facts.Void, names: Names) -> str:
    return f"{deed(fact.verb, fact.seat, fact.target, names)} is void: {phrases.reason(fact.reason)}."


@sentence.register
def _overturned(fact: facts.Overturned, names: Names) -> str:
    return f"{capital(deed(fact.what, fact.actor, fact.on, names))} is {cancelled(fact, names)}."


@sentence.register
def _mark_set(fact: facts.MarkSet, names: Names) -> str:
    return f"{name(fact.seat, names)} bears the mark {spaced(fact.mark)}."


@sentence.register
def _landed(fact: facts.Landed, names: Names) -> str:
    return f"{capital(deed(fact.verb, fact.actor, fact.on, names))} lands{cite(fact.rule)}."


@sentence.register
def _died(fact: facts.Died, names: Names) -> str:
    causes = f", by {listing(map(spaced, fact.causes))}" if fact.causes else ""
    seen = f", shown as {fact.shown}" if fact.shown != fact.role else ""
    return f"{name(fact.seat, names)}, {fact.role}, dies{causes}{seen}."


@sentence.register
def _told(fact: facts.Told, names: Names) -> str:
    found = fact.word or named(fact.seats, names)
    if not fact.target:
        return f"{name(fact.seat, names)} learns whom the {spaced(fact.verb)} is meant for: {found}."
    return f"{name(fact.seat, names)} learns of {name(fact.target, names)} ({spaced(fact.verb)}): {found}."


@sentence.register
def _noticed(fact: facts.Noticed, names: Names) -> str:
    to = f"Notice to {name(fact.seat, names)}" if fact.seat else "Notice"
    return f"{to}: {phrases.notice(fact.notice, name(fact.about, names) if fact.about else '')}."


@sentence.register
def _announced(fact: facts.Announced, names: Names) -> str:
    dead = [f"{name(seat, names)} is dead{_as(role)}." for seat, role in fact.dead]
    return f"The night is over. {' '.join(dead) or 'Nobody died.'}"


@sentence.register
def _voted(fact: facts.Voted, names: Names) -> str:
    return f"{capital(spaced(fact.verb))}: {tally(fact, names) or 'no ballots'}."


def tally(fact: facts.Voted, names: Names) -> str:
    """The ballots of a vote, the most votes first."""
    parts = []
    for target, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
        voters = ", ".join(name(seat, names) for seat, voted in fact.ballots if voted == target)
        parts.append(f"{target if isinstance(target, str) else name(target, names)} {shown(votes)} ({voters})")
    return ", ".join(parts)


@sentence.register
def _tied(fact: facts.Tied, names: Names) -> str:
    return f"A tie: {named(fact.seats, names)}."


@sentence.register
def _out(fact: facts.Out, names: Names) -> str:
    return f"{name(fact.seat, names)} is voted out{_as(fact.shown)}."


@sentence.register
def _nobody_out(fact: facts.NobodyOut, names: Names) -> str:
    return "Nobody is voted out."


@sentence.register
def _spared(fact: facts.Spared, names: Names) -> str:
    return f"{name(fact.seat, names)} stays: the {spaced(VOTE_OUT)} is overturned by {spaced(fact.by)}."
