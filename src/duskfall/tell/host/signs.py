"""Silent signs by night: answers shown to players at their cues, and notices on the rounds of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Announced,
    Became,
    Chose,
    Fact,
    Knows,
    Lost,
    Noticed,
    Silent,
    Told,
    Void,
)
from duskfall.study.phases import phases
from duskfall.tell import phrases
from duskfall.tell.host.aloud import called, called_all
from duskfall.tell.host.cue_script import Cue
from duskfall.tell.names import Names
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word

NEWS = (Told, Noticed, Knows, Became, Lost)


def shown_at(script: Sequence[Cue], at: int, night: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the events shown at this cue, each to its audience; `night` must begin with the night's `PhaseBegan`."""
    cue, facts = script[at], phases(night)[1].facts
    private = [fact for fact in facts if isinstance(fact, NEWS) and fact.to not in (EVERYONE, MODERATOR)]
    if cue.shows:
        return tuple(fact for fact in private if isinstance(fact, Told) and fact.verb == cue.shows)
    if cue.kind == "confer" and cue.role:  # a touched player learns why
        return tuple(fact for fact in private if isinstance(fact, Noticed) and fact not in _dusk(script, facts))
    if cue.kind != "round":
        return ()
    if cue.step < 0:
        return tuple(_dusk(script, facts))
    return tuple(_dawn(script, facts))


def _dusk(script: Sequence[Cue], facts: Sequence[Fact]) -> list[Fact]:
    """Return the events told as the night begins, before anyone acts; empty if the script has no round for them."""
    found: list[Fact] = []
    if any(cue.kind == "round" and cue.step < 0 for cue in script):
        for fact in facts[1:]:
            if not isinstance(fact, NEWS) or isinstance(fact, Told):
                break
            found.append(fact)
    return found


def _dawn(script: Sequence[Cue], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the events told after all have acted, and lost rights; answers with a cue of their own are left out."""
    shown = {cue.shows for cue in script}
    early = len(_dusk(script, facts)) + 1
    acted = (index for index, fact in enumerate(facts) if isinstance(fact, Chose | Silent | Void | Announced))
    last = max(acted, default=0)
    for index, fact in enumerate(facts[early:], early):
        if not isinstance(fact, NEWS) or fact.to in (EVERYONE, MODERATOR):
            continue
        if isinstance(fact, Lost) or (index > last and not (isinstance(fact, Told) and fact.verb in shown)):
            yield fact


def sign(fact: Fact, names: Names) -> str:
    """Return the text on the host's screen for the player who is shown this event; empty for other events."""
    match fact:
        case Told(word=found, seats=seats, target=target):
            text = word(found, "word") if found else called_all(seats, names) or say("nobody")
            return say("{name}: {answer}", name=called(target, names), answer=text) if target else text
        case Noticed(notice=notice, about=about):
            return capital(phrases.notice(notice, called(about, names) if about else ""))
        case Knows(seat=seat, role=role) if role:
            return say("{name}: {answer}", name=called(seat, names), answer=word(role, "role"))
        case Knows(seat=seat):
            return say("{name}: {answer}", name=called(seat, names), answer=phrases.knowing(fact.how))
        case Became(role=role):
            return say("Your new role: {role}", role=word(role, "role"))
        case Lost(verb=verb):
            return say("No longer yours: {act}", act=word(verb, "verb"))
        case _:
            return ""
