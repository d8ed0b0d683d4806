"""What a bot does where it fails: a legal answer, in rulesets that the bots were not written for."""

from __future__ import annotations

from collections.abc import Callable

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.rules.registry import is_own
from duskfall.study.primer import SKIP
from duskfall.study.sight import rules_of


def answer_or_fall_back(decide: Callable[[Ask, View], object], ask: Ask, view: View) -> object:
    """Return what a bot decides; if it fails at a ruleset from outside, a legal answer.

    In our own rulesets a failure is a mistake of the bot, and is raised.
    """
    try:
        return decide(ask, view)
    except Exception:
        if is_own(rules_of(view)):
            raise
        return legal_answer(ask)


def legal_answer(ask: Ask) -> object:
    """Return an answer that the rules take: to pass or to decline, else one of the options; None if there is none."""
    if ask.speech:
        return SKIP
    if ask.words:
        return ask.words[-1]
    if not ask.seats:
        return None
    seat = ask.seats[ask.number % len(ask.seats)]
    return {"target": seat, "as": ask.roles[0]} if ask.roles else seat
