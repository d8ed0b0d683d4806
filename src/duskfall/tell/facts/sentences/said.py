"""Sentences about speeches and thoughts, passes, nominations, and the end of the talk."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.core import facts
from duskfall.core.play.talk import LAST_WORDS
from duskfall.tell import phrases
from duskfall.tell.names import Names, name, named, seen_as
from duskfall.tell.tongue import say, word

CLAIMED = {
    "accuse": ("accuses {name}", "accuses {name}: {role}"),
    "defend": ("defends {name}", "defends {name}: {role}"),
}


def thought(fact: facts.Thought, names: Names) -> str:
    """Return the sentence for what a player thinks."""
    return say("{name} thinks: {text}", name=name(fact.seat, names), text=fact.text)


def spoke(fact: facts.Said, names: Names) -> str:
    """Return the line of a speech, with its addressee and its claims."""
    who, whom = name(fact.seat, names), name(fact.addressed, names)
    if fact.part == LAST_WORDS:
        told = "{name} asks {target} (last words): {text}" if fact.addressed else "{name} (last words): {text}"
    else:
        told = "{name} asks {target}: {text}" if fact.addressed else "{name}: {text}"
    claims = "; ".join(claimed(claim, fact.seat, names) for claim in fact.claims)
    return say(told, name=who, target=whom, text=fact.text) + (f" [{claims}]" if claims else "")


def claimed(claim: facts.Claim, by: int, names: Names) -> str:
    """Return a typed claim of speaker `by` in a few words: claims to be …, reports …, saw …, accuses …, defends …"""
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
    if claim.kind == "visit":
        return say("saw {name} at the door of {other}", name=who, other=seen_as(claim.word))
    claims = CLAIMED.get(claim.kind, (f"{claim.kind}s {who}", f"{claim.kind}s {who}: {role}"))[bool(role)]
    return say(claims, name=who, role=role) if claim.kind in CLAIMED else claims


def skipped(fact: facts.Skipped, names: Names) -> str:
    """Return the sentence for a player who passes."""
    return passes([fact.seat], names)


def passes(seats: Iterable[int], names: Names) -> str:
    """Return the sentence for players who pass their turns one after another."""
    who = list(dict.fromkeys(seats))
    return say("{names} pass." if len(who) > 1 else "{names} passes.", names=named(who, names))


def skip_voted(fact: facts.SkipVoted, names: Names) -> str:
    """Return the sentence for a player who wants the talk to end, or no longer does."""
    who = name(fact.seat, names)
    if fact.wants:
        return say("{name} wants the discussion to end.", name=who)
    return say("{name} no longer wants the discussion to end.", name=who)


def nominated(fact: facts.Nominated, names: Names) -> str:
    """Return the sentence for a player who puts another one up for the vote."""
    who, whom = name(fact.seat, names), name(fact.target, names)
    return say("{name} puts {target} up for the vote.", name=who, target=whom)


def talk_ended(fact: facts.TalkEnded, names: Names) -> str:
    """Return the sentence for the way in which the talk ended."""
    return say("The discussion is over: {how}.", how=phrases.talk_end(fact.how))


def words_only() -> str:
    """Return the note on a speech that names a player but contains no claim."""
    return say("words only, no claim")
