"""The parts of a day's talk as they come: to which part, and to which of its rounds, a turn to speak belongs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from duskfall.core.facts import EVERYONE, Fact, Said, Skipped
from duskfall.core.play.talk import SKIP
from duskfall.core.view import View
from duskfall.rules.registry import known
from duskfall.study.house_rules import bare_scene
from duskfall.study.phases import begun
from duskfall.study.sight import rules_of
from duskfall.vocabulary.steps import Discussion


class TalkRound(NamedTuple):
    """A round of a part; an open part has none, and its number is 0."""

    part: str
    number: int
    of: int


def round_of(turn: Said | Skipped, view: View) -> TalkRound | None:
    """The round to which the last turn of this view belongs; None where it is no part of the day's discussion."""
    return _round(turn.part, turn.seat, view, 0) if turn.to == EVERYONE else None


def round_to_come(part: str, view: View) -> TalkRound | None:
    """The round to which the next turn of this view's own seat belongs."""
    return _round(part, view.seat or 0, view, 1)


def skip_words(view: View) -> frozenset[str]:
    """Return the lines that vote for the end of the talk, or take that vote back."""
    rules = known(rules_of(view))
    votes = [step.skip_vote for step in rules.day if isinstance(step, Discussion)] if rules else []
    return frozenset(word for each in votes if each for word in (each.vote, each.unvote))


def puts_question(text: str, skips: frozenset[str]) -> bool:
    """Return whether words need an addressee where questions are asked: they are no pass and hold no skip vote."""
    said = text.strip().upper()
    return said not in ("", SKIP) and not skips & {line.strip() for line in said.split("\n")}


def _round(part: str, seat: int, view: View, ahead: int) -> TalkRound | None:
    rules = known(rules_of(view))
    steps = [step for step in rules.day if isinstance(step, Discussion)] if rules else []
    talk = next((talk for step in steps for talk in step.parts if talk.name == part), None)
    if rules is None or talk is None:
        return None
    if talk.budget is not None:
        return TalkRound(part, 0, 0)
    number = _turns(part, seat, view.facts) + ahead
    return TalkRound(part, number, max(number, int(talk.rounds.number(bare_scene(rules, view)))))


def _turns(part: str, seat: int, facts: Sequence[Fact]) -> int:
    """How often a seat has had the word in this part since the day began."""
    today = facts[max(0, begun(facts)[0]) :]
    turns = (fact for fact in today if isinstance(fact, Said | Skipped) and fact.to == EVERYONE)
    return sum(turn.part == part and turn.seat == seat for turn in turns)
