"""What a view shows of a game before anything is drawn: roles and teams as far as they are known, what weighs much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from duskfall.core import facts
from duskfall.core.facts import Fact
from duskfall.core.play.talk import SKIP
from duskfall.core.view import View
from duskfall.rules.registry import book, known
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.steps import SkipVote

HIDDEN = "hidden"  # what is shown of a card that stays hidden
WEIGHTY = (
    facts.LotDrawn,
    facts.Out,
    facts.NobodyOut,
    facts.Spared,
    facts.Fell,
    facts.Shot,
    facts.Shown,
    facts.TitleHeld,
    facts.Removed,
)
SLIGHT = (facts.Thought, facts.Skipped, facts.SkipVoted, facts.Silent, facts.Refused, facts.TalkEnded, facts.MarkSet)


# -- who is of which team ----------------------------------------------------------------------------------


def rules_of(view: View) -> str:
    """The id of the ruleset that is played."""
    return next((fact.rules for fact in view.facts if isinstance(fact, facts.Began)), "")


def teams(view: View) -> dict[str, str]:
    """Role -> team: from the rule book where it is known, else as far as the view was shown cards."""
    if known(rules_of(view)):
        return _teams_of(rules_of(view))
    return {fact.role: fact.team for fact in view.facts if isinstance(fact, facts.Dealt | facts.Became)}


@lru_cache
def _teams_of(rules: str) -> dict[str, str]:
    found = book(rules)
    return dict(sorted(((role.name, role.team) for role in found.roles), key=lambda pair: found.teams.index(pair[1])))


def role_of(view: View, seat: int) -> str:
    """The role of a seat as far as this view knows it; else nothing."""
    if seat == view.seat:
        return view.role
    return view.known.get(seat) or role_shown(view, seat)


def role_shown(view: View, seat: int) -> str:
    """Return the role of a dead seat that everybody was shown; empty if its card stays hidden, or it lives."""
    shown = view.dead.get(seat, "")
    return "" if shown == HIDDEN else shown


# -- facts -------------------------------------------------------------------------------------------------


def weight(fact: Fact) -> Literal["slight", "weighty", "plain"]:
    """Whether a fact is weighty, slight or plain; dawn, ballots and the end are staged by themselves."""
    if isinstance(fact, SLIGHT) or (isinstance(fact, facts.Chose) and not fact.target):
        return "slight"
    return "weighty" if isinstance(fact, WEIGHTY) else "plain"


def by_votes(fact: facts.Voted) -> list[tuple[int | str, float]]:
    """The count of a ballot, the most votes first."""
    return sorted(fact.tally, key=lambda pair: -pair[1])


def counted(rules: Ruleset) -> tuple[str, ...]:
    """Words that are counted, and heard by nobody: to pass, and to want the talk to end."""
    votes = [node for node in walk(rules.day) if isinstance(node, SkipVote)]
    return SKIP, *(word for node in votes for word in (node.vote, node.unvote))


def audible(text: str, counted: Sequence[str]) -> str:
    """Of words that are still being spoken, what all will hear: the last line may yet become one that is counted."""
    *lines, last = (line.strip() for line in text.split("\n"))
    heard = [line for line in lines if line.upper() not in counted]
    return "\n".join([*heard, *([] if any(word.startswith(last.upper()) for word in counted) else [last])])
