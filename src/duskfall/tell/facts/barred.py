"""Reasons why a seat may not be named, as far as the asked player's own view and the rules tell."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Chose, Shown
from duskfall.core.view import View
from duskfall.study.phases import phases
from duskfall.study.sight import role_of, teams
from duskfall.tell import phrases
from duskfall.tell.facts.questions import act
from duskfall.tell.tongue import say
from duskfall.vocabulary.cards import Bar, Trigger
from duskfall.vocabulary.conditions import NEVER
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.seats import Holders, LastNight, Marked, Self, Team
from duskfall.vocabulary.steps import Ballot, Elect, Step


def why_barred(ask: Ask, seat: int, view: View, rules: Ruleset) -> str:
    """Return why a living seat is not among the options of a question; empty if the view doesn't tell."""
    asked = next((words for step in rules.day if (words := _by_step(ask, step))), "")
    if asked:
        return asked
    found = act(rules, ask.verb, view.role)
    pick = found and (found.node.ask if isinstance(found.node, Trigger) else found.node.pick)
    bars: Sequence[Bar] = pick.bars if pick else ()
    return next((phrases.reason(bar.reason) for bar in bars if _hits(bar, seat, view)), "")


def _by_step(ask: Ask, step: Step) -> str:
    match step:
        case Ballot(again=ask.verb):
            return say("only who is tied is voted on")
        case Ballot(verb=ask.verb) if step.nominees != NEVER:
            return say("only who was put up is voted on")
        case Elect(verb=ask.verb):
            return say("only who stands can be elected")
        case _:
            return ""


def _hits(bar: Bar, seat: int, view: View) -> bool:
    """Return whether a bar applies to this seat, as far as the view knows."""
    role = role_of(view, seat)
    match bar.who:
        case Self():
            return seat == view.seat
        case LastNight(verb):
            return seat == _named_last_night(verb, view)
        case Team(team):
            return bool(role) and teams(view).get(role) == team
        case Holders(roles):
            return role in roles
        case Marked():
            return any(isinstance(fact, Shown) and fact.to == EVERYONE and fact.seat == seat for fact in view.facts)
        case _:
            return False


def _named_last_night(verb: str, view: View) -> int:
    """Return the seat that the viewer named with this action on the previous night, or 0."""
    before = [phase for phase in phases(view.facts) if phase.night == view.night - 1]
    chosen = [fact for phase in before for fact in phase.of(Chose) if (fact.seat, fact.verb) == (view.seat, verb)]
    return chosen[-1].target if chosen else 0
