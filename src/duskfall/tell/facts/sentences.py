"""One sentence for each kind of fact, for a reader who may see that fact (who may: see `view`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from duskfall.core import facts
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.talk import LAST_WORDS
from duskfall.tell import phrases
from duskfall.tell.names import Names, deed, hour, name, named, overturner, seen_as, whose
from duskfall.tell.text import capital, cite, shown
from duskfall.tell.tongue import listed, row, say, together, word

CLAIMED = {
    "accuse": ("accuses {name}", "accuses {name}: {role}"),
    "defend": ("defends {name}", "defends {name}: {role}"),
}


@singledispatch
def sentence(fact: object, names: Names) -> str:
    """The fact in words; a kind of fact without words is an error."""
    raise TypeError(f"{type(fact).__name__} has no words")


@sentence.register
def _began(fact: facts.Began, names: Names) -> str:
    deck = row(cards(role, count) for role, count in fact.deck)
    begins = "A game of {rules} begins, with {seats} seats. The deck: {deck}."
    return say(begins, rules=word(fact.rules, "rules"), seats=len(fact.names), deck=deck)


def cards(role: str, count: int) -> str:
    """A role, and how often it is in a deck."""
    return f"{word(role, 'role')} ×{count}" if count > 1 else word(role, "role")


@sentence.register
def _dealt(fact: facts.Dealt, names: Names) -> str:
    who, role, team = name(fact.seat, names), word(fact.role, "role"), word(fact.team, "team")
    return say("{name} is {role}, of team {team}.", name=who, role=role, team=team)


@sentence.register
def _knows(fact: facts.Knows, names: Names) -> str:
    who, how = name(fact.seat, names), phrases.knowing(fact.how)
    if fact.role:
        return say("{name} is {role} ({how}).", name=who, role=word(fact.role, "role"), how=how)
    return say("{name} is the {how}.", name=who, how=how)


@sentence.register
def _card_dealt(fact: facts.CardDealt, names: Names) -> str:
    return say("{name} holds the card {card}.", name=name(fact.seat, names), card=word(fact.card, "card"))


@sentence.register
def _phase(fact: facts.PhaseBegan, names: Names) -> str:
    return f"— {hour(fact.phase, fact.number)} —"


@sentence.register
def _thought(fact: facts.Thought, names: Names) -> str:
    return say("{name} thinks: {text}", name=name(fact.seat, names), text=fact.text)


@sentence.register
def _said(fact: facts.Said, names: Names) -> str:
    who, whom = name(fact.seat, names), name(fact.addressed, names)
    if fact.part == LAST_WORDS:
        told = "{name} asks {target} (last words): {text}" if fact.addressed else "{name} (last words): {text}"
    else:
        told = "{name} asks {target}: {text}" if fact.addressed else "{name}: {text}"
    claims = "; ".join(claimed(claim, fact.seat, names) for claim in fact.claims)
    return say(told, name=who, target=whom, text=fact.text) + (f" [{claims}]" if claims else "")


def claimed(claim: facts.Claim, by: int, names: Names) -> str:
    """A typed claim in a few words: claims to be ..., reports ..., accuses ..., defends ..."""
    who = say("self") if claim.seat == by else name(claim.seat, names)
    role = seen_as(claim.word)
    if claim.kind == "role":
        own = claim.seat == by
        role = word(claim.word, "role")
        return say("claims to be {role}" if own else "claims that {name} is {role}", name=who, role=role)
    if claim.kind == "result":
        found = word(claim.word, "word")
        if not claim.verb:
            return say("reports {name}: {found}", name=who, found=found)
        return say("reports {name}: {found} ({act})", name=who, found=found, act=word(claim.verb, "verb"))
    claims = CLAIMED.get(claim.kind, (f"{claim.kind}s {who}", f"{claim.kind}s {who}: {role}"))[bool(role)]
    return say(claims, name=who, role=role) if claim.kind in CLAIMED else claims


@sentence.register
def _skipped(fact: facts.Skipped, names: Names) -> str:
    return passes([fact.seat], names)


def passes(seats: Iterable[int], names: Names) -> str:
    """Who pass their turns, one after another."""
    who = list(dict.fromkeys(seats))
    return say("{names} pass." if len(who) > 1 else "{names} passes.", names=named(who, names))


@sentence.register
def _skip_voted(fact: facts.SkipVoted, names: Names) -> str:
    who = name(fact.seat, names)
    if fact.wants:
        return say("{name} wants the discussion to end.", name=who)
    return say("{name} no longer wants the discussion to end.", name=who)


@sentence.register
def _nominated(fact: facts.Nominated, names: Names) -> str:
    who, whom = name(fact.seat, names), name(fact.target, names)
    return say("{name} puts {target} up for the vote.", name=who, target=whom)


@sentence.register
def _talk_ended(fact: facts.TalkEnded, names: Names) -> str:
    return say("The discussion is over: {how}.", how=phrases.talk_end(fact.how))


@sentence.register
def _chose(fact: facts.Chose, names: Names) -> str:
    who, act, role = name(fact.seat, names), word(fact.verb, "verb"), word(fact.role, "role")
    if not fact.target:
        return say("{name} declines: {act}.", name=who, act=act)
    target = say("self") if fact.target == fact.seat else name(fact.target, names)
    chooses = "{name} chooses: {act} {target}, as {role}." if role else "{name} chooses: {act} {target}."
    return say(chooses, name=who, act=act, target=target, role=role)


@sentence.register
def _silent(fact: facts.Silent, names: Names) -> str:
    return say("{deed}: no answer.", deed=whose(fact.verb, fact.seat, names))


@sentence.register
def _refused(fact: facts.Refused, names: Names) -> str:
    what, why = whose(fact.verb, fact.seat, names), phrases.reason(fact.reason)
    return say("{deed} was not taken: {reason}.", deed=what, reason=why)


@sentence.register
def _void(fact: facts.Void, names: Names) -> str:
    what, why = deed(fact.verb, fact.seat, fact.target, names), phrases.reason(fact.reason)
    return say("{deed} is void: {reason}.", deed=what, reason=why)


@sentence.register
def _overturned(fact: facts.Overturned, names: Names) -> str:
    what = capital(deed(fact.what, fact.actor, fact.on, names))
    return say("{deed} is overturned by {by}{cite}.", deed=what, by=overturner(fact, names), cite=cite(fact.rule))


@sentence.register
def _mark_set(fact: facts.MarkSet, names: Names) -> str:
    return say("{name} bears the mark {mark}.", name=name(fact.seat, names), mark=word(fact.mark, "mark"))


@sentence.register
def _landed(fact: facts.Landed, names: Names) -> str:
    return say("{deed} lands{cite}.", deed=capital(deed(fact.verb, fact.actor, fact.on, names)), cite=cite(fact.rule))


@sentence.register
def _died(fact: facts.Died, names: Names) -> str:
    seen = fact.shown != fact.role
    if fact.causes:
        dies = "{name}, {role}, dies, by {causes}, shown as {shown}." if seen else "{name}, {role}, dies, by {causes}."
    else:
        dies = "{name}, {role}, dies, shown as {shown}." if seen else "{name}, {role}, dies."
    causes = listed(word(each, "verb") for each in fact.causes)
    role, shown_as = word(fact.role, "role"), word(fact.shown, "role")
    return say(dies, name=name(fact.seat, names), role=role, causes=causes, shown=shown_as)


@sentence.register
def _told(fact: facts.Told, names: Names) -> str:
    who, act, found = name(fact.seat, names), word(fact.verb, "verb"), result(fact, names)
    if not fact.target:
        return say("{name} learns whom the {act} is meant for: {found}.", name=who, act=act, found=found)
    whom = name(fact.target, names)
    return say("{name} learns of {target} ({act}): {found}.", name=who, target=whom, act=act, found=found)


def result(fact: facts.Told, names: Names) -> str:
    """What an act found out: a word, a role, or names."""
    return word(fact.word, "word") if fact.word else named(fact.seats, names)


@sentence.register
def _noticed(fact: facts.Noticed, names: Names) -> str:
    told = phrases.notice(fact.notice, name(fact.about, names) if fact.about else "")
    if fact.seat:
        return say("Notice to {name}: {notice}.", name=name(fact.seat, names), notice=told)
    return say("Notice: {notice}.", notice=told)


@sentence.register
def _announced(fact: facts.Announced, names: Names) -> str:
    return together([say("The night is over."), *(dead(each, names) for each in fact.dead or [(0, "")])])


def dead(died: tuple[int, str], names: Names) -> str:
    """Who died, with the role that is shown; nobody for seat 0."""
    seat, seen = died[0], seen_as(died[1])
    if not seat:
        return say("Nobody died.")
    return say("{name} is dead: {role}." if seen else "{name} is dead.", name=name(seat, names), role=seen)


@sentence.register
def _voted(fact: facts.Voted, names: Names) -> str:
    vote, ballots = capital(word(fact.verb, "verb")), tally(fact, names) or say("no ballots")
    return say("{vote}: {ballots}.", vote=vote, ballots=ballots)


def tally(fact: facts.Voted, names: Names) -> str:
    """The ballots of a vote, the most votes first."""
    parts = []
    for target, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
        voters = row(name(seat, names) for seat, voted in fact.ballots if voted == target)
        whom = word(target, "word") if isinstance(target, str) else name(target, names)
        if voters:
            parts.append(say("{name} {votes} ({voters})", name=whom, votes=shown(votes), voters=voters))
        else:  # counted by raised hands
            parts.append(f"{whom} {shown(votes)}")
    return row(parts)


@sentence.register
def _tied(fact: facts.Tied, names: Names) -> str:
    return say("A tie: {names}.", names=named(fact.seats, names))


@sentence.register
def _lot_drawn(fact: facts.LotDrawn, names: Names) -> str:
    return say("The lot falls on {name}.", name=name(fact.seat, names))


@sentence.register
def _out(fact: facts.Out, names: Names) -> str:
    who, role = name(fact.seat, names), seen_as(fact.shown)
    return say("{name} is voted out: {role}." if role else "{name} is voted out.", name=who, role=role)


@sentence.register
def _nobody_out(fact: facts.NobodyOut, names: Names) -> str:
    return say("Nobody is voted out.")


@sentence.register
def _spared(fact: facts.Spared, names: Names) -> str:
    act, by = word(VOTE_OUT, "verb"), word(fact.by, "verb")
    return say("{name} stays: the {act} is overturned by {by}.", name=name(fact.seat, names), act=act, by=by)
