"""How much is left to say in a part of the day's talk, as far as everybody at the table can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from duskfall.core.facts import EVERYONE, Began, Fact, FlagSwitched, PhaseBegan, Removed, Said, Skipped
from duskfall.core.play.state import State
from duskfall.core.view import View
from duskfall.rules.registry import known
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.masks import only
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Scene, Value
from duskfall.vocabulary.seats import Everyone, Living, Who
from duskfall.vocabulary.steps import Discussion, Talk


class SpeechLeft(NamedTuple):
    """What is left, with the speech that is asked for: messages of the whole table, or turns of the speaker's own."""

    messages: int = 0
    turns: int = 0


def speech_left(view: View, part: str) -> SpeechLeft | None:
    """What is left of this part of today's talk; None where it cannot be told from what is public."""
    began = next((fact for fact in view.facts if isinstance(fact, Began)), None)
    rules = known(began.rules) if began else None
    if began is None or rules is None:
        return None
    flags = dict(began.flags) | {fact.flag: fact.value for fact in view.facts if isinstance(fact, FlagSwitched)}
    talks = [talk for step in rules.day if isinstance(step, Discussion) for talk in step.parts if talk.name == part]
    today = _today(view.facts)
    if len(talks) != 1 or any(isinstance(fact, Removed) for fact in today):
        return None
    spoken = [fact for fact in today if isinstance(fact, Said | Skipped) and (fact.to, fact.part) == (EVERYONE, part)]
    return _left(talks[0], spoken, view, flags)


def _left(talk: Talk, spoken: Sequence[Said | Skipped], view: View, flags: Mapping[str, Value]) -> SpeechLeft | None:
    """Nobody's turn is counted but the viewer's own, and every message."""
    whole = _number(talk.rounds if talk.budget is None else talk.budget, view, flags)
    if whole is None:
        return None
    if talk.budget is None:
        return SpeechLeft(turns=max(1, whole - sum(fact.seat == view.seat for fact in spoken)))
    return SpeechLeft(messages=max(1, whole - sum(isinstance(fact, Said) for fact in spoken)))


def _today(facts: Sequence[Fact]) -> Sequence[Fact]:
    begins = max((number for number, fact in enumerate(facts) if isinstance(fact, PhaseBegan)), default=0)
    return facts[begins:]


def _number(expr: Expr, view: View, flags: Mapping[str, Value]) -> int | None:
    """What a rule counts, if it counts nothing that is hidden."""
    if any(isinstance(node, Who) and not isinstance(node, Everyone | Living) for node in walk(expr)):
        return None
    state = State(view.names, [], dict(flags), talk=True)
    state.alive = state.public = only(view.living)
    state.day, state.night = view.day, view.night
    return int(expr.number(Scene(state)))
