"""Which rule stands behind a name of the ruleset: an act, a mark, a link, a trigger, a card, the vote, a victory."""

from __future__ import annotations

from duskfall.core.facts import Ended
from duskfall.core.plan.compile import Plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.vocabulary.cards import Ability
from duskfall.vocabulary.effects import Link, Mark, Reveal
from duskfall.vocabulary.steps import Ballot, Banish, Elect, PassOn

FORBIDDEN, UNANSWERED, CHECKED = "G3", "G4", "G5"  # void acts, acts that are not made, when victory is checked
ROUNDS, MODERATED = "G6", "G12"  # games without a winner, the moderator's acts


def rule_of(plan: Plan, node: str) -> str:
    """The rule of an act, mark, link, trigger, card or title; empty if it has none."""
    if node == VOTE_OUT:
        return next((step.rule for step in plan.rules.day if isinstance(step, Banish)), "")
    if node in plan.triggers:
        return plan.triggers[node][1].rule
    named = [card.rule for card in plan.rules.cards if card.name == node]
    named += [title.rule for title in plan.rules.titles if title.name == node]
    named += [ability.rule for ability in plan.graph.abilities if _does(ability, node)]
    return next(iter(named), "")


def _does(ability: Ability, node: str) -> bool:
    if ability.verb == node:
        return True
    return any(
        (isinstance(effect, Mark | Link) and effect.name == node)
        or (isinstance(effect, Reveal) and effect.mark == node)
        for effect in ability.does
    )


def rule_of_ballot(plan: Plan, verb: str = "") -> str:
    """The rule by which votes are counted; without a verb, those of the day's last ballot."""
    steps = [step for step in plan.rules.day if isinstance(step, Ballot | Elect)]
    for step in steps:
        verbs = (step.verb, step.again) if isinstance(step, Ballot) else (step.verb,)
        if verb in verbs or (not verb and isinstance(step, Ballot)):
            return step.rule
    return ""


def rule_of_title(plan: Plan, title: str, was: int) -> str:
    """The rule by which a title is given, or handed on."""
    kind = PassOn if was else Elect
    steps = [step for step in (*plan.rules.night, *plan.rules.day) if isinstance(step, kind) and step.title == title]
    return steps[0].rule if steps else rule_of(plan, title)


def rule_of_end(plan: Plan, fact: Ended) -> str:
    """The line of the book that names this winner."""
    lines = [line.rule for line in plan.rules.wins if (line.side, line.reason) == (fact.winner, fact.reason)]
    return lines[0] if lines else ROUNDS
