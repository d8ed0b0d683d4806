"""Navigation through a hosted game: what is read aloud, which steps are called, when night falls and the game ends.

The host goes through the events in order and stops where the table must hear or do something. The stops never depend
on who is secretly dead or absent: steps of the day that ask hidden roles are called in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from duskfall.core.facts import EVERYONE, Announced, Ended, Fact, NobodyOut, Out, PhaseBegan, Spared, TalkEnded
from duskfall.core.play.state import DAY, NIGHT
from duskfall.host.evening.live import (
    AT_ASK,
    AT_CALL,
    AT_END,
    AT_READ,
    AT_RULING,
    AT_VICTORY,
    Live,
    called_verbs,
)
from duskfall.study.phases import begun
from duskfall.tell.host.aloud import aloud
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.steps import Announce, Banish, Collect, Discussion, Reactions, Step

AFTER: dict[type[Step], tuple[type[Fact], ...]] = {
    Announce: (Announced,),
    Discussion: (TalkEnded,),
    Banish: (Out, Spared, NobodyOut),
}  # the public events that tell the table that a step is over


def arrive(live: Live) -> None:
    """Take the host to the next point where the table must hear, say or do something."""
    facts = live.game.facts
    asked = {(ask.seat, ask.verb) for ask in live.game.asks}
    live.drafts = {key: value for key, value in live.drafts.items() if key in asked}
    live.until, step = _stop(live)
    if lines_to_read(live):
        live.place = AT_READ
        return
    live.read = live.until
    if step >= 0:
        live.place, live.calling = AT_CALL, step
    elif live.read == len(facts):
        live.place = AT_ASK
    elif isinstance(facts[live.read], Ended):
        live.place = AT_VICTORY
    else:
        live.enter_night(live.read)


def go_on(live: Live) -> None:
    """Finish what is asked or read here, and go on."""
    if live.place != AT_READ:
        live.drafts.clear()
        live.counts.clear()
    match live.place:
        case "night":
            live.cue += 1
            if live.all_called and not live.asks_here():
                live.place = AT_RULING
        case "victory":
            live.place, live.read = AT_END, len(live.game.facts)
        case "call":
            live.called.add((live.phase[1], live.calling))
            _heard_so_far(live)
        case "read" | "ask" | "ruling" | "over":
            _heard_so_far(live)
        case _ as never:
            assert_never(never)


def _heard_so_far(live: Live) -> None:
    live.read = live.until
    arrive(live)


def heard(live: Live) -> Sequence[Fact]:
    """Return the public events that are read aloud now."""
    return [fact for fact in live.game.facts[live.read : live.until] if fact.to == EVERYONE]


def lines_to_read(live: Live) -> list[str]:
    """Return the lines that are read aloud now, in the current language."""
    return aloud(heard(live), live.names, live.rules)


def _stop(live: Live) -> tuple[int, int]:
    """Return how many events the table may hear now, and the step of the day that is called then (-1: none)."""
    facts = live.game.facts
    end = next((i for i in range(live.read, len(facts)) if _ends(facts[i])), len(facts))
    due = [(index, step) for index, step in _calls(live, end) if live.read <= index <= end]
    return min(due, default=(end, -1))


def _ends(fact: Fact) -> bool:
    return isinstance(fact, Ended) or (isinstance(fact, PhaseBegan) and fact.phase == NIGHT)


def _calls(live: Live, end: int) -> Iterator[tuple[int, int]]:
    """Yield the steps of this day to be called: the index of the event before which it's called, and the step."""
    facts, rules = live.game.facts, live.rules
    day, (phase, number) = begun(facts[:end])
    if phase != DAY:
        return
    for index, step in enumerate(rules.day):
        if (number, index) in live.called or not _is_called(live, index, step):
            continue
        due = _due(live, index, day, end)
        if due:
            yield due, index


def _is_called(live: Live, index: int, step: Step) -> bool:
    """Return whether a step asks for actions of roles in this deck whose holders may stay hidden."""
    if not isinstance(step, Collect | Reactions) or (isinstance(step, Collect) and step.when is not ALWAYS):
        return False
    verbs = called_verbs(live.rules, index)
    return any(
        any(ability.verb in verbs for ability in role.abilities) or any(t.name in verbs for t in role.triggers)
        for role in live.rules.roles
        if live.table.call_all or role.name in live.deck
    )


def _due(live: Live, index: int, day: int, end: int) -> int:
    """Return the index of the event before which a step is called; 0 if it isn't due yet.

    A step is due after the last public sign that the step before it is over.
    """
    facts, rules = live.game.facts, live.rules
    before = next((step for step in reversed(rules.day[:index]) if type(step) in AFTER), None)
    if before is None or (isinstance(before, Discussion) and not live.game.setup.talk):
        return day + 1
    signs = AFTER[type(before)]
    found = [i for i in range(day, end) if isinstance(facts[i], signs)]
    if not found or (isinstance(rules.day[index], Reactions) and not any(_somebody(facts[i]) for i in found)):
        return 0
    return found[-1] + 1


def _somebody(fact: Fact) -> bool:
    """Return whether a seat leaves the game by this event."""
    return isinstance(fact, Out) or (isinstance(fact, Announced) and bool(fact.dead))
