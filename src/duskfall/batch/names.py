"""Numbers for the names of a ruleset: compiled code has only integers, and `Names` says what they stand for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

from duskfall.core.plan.compile import Plan
from duskfall.core.play.talk import NOMINATE
from duskfall.core.victory import DRAWS
from duskfall.vocabulary.effects import ReadSide, Show
from duskfall.vocabulary.ruleset import DRAW, walk
from duskfall.vocabulary.steps import Ballot, Elect, PassOn

MATE, TAUGHT, CHANGED = "mate", "taught", "changed"


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a plan, by kind. The number of a name is its index; 0 stands for none."""

    roles: tuple[str, ...]
    acts: tuple[str, ...]  # everything that can be chosen or cause a death
    words: tuple[str, ...]  # results of readings, and what the dead are shown as; the roles come first
    notices: tuple[str, ...]
    marks: tuple[str, ...]
    titles: tuple[str, ...]
    cards: tuple[str, ...]
    how: tuple[str, ...]  # how a seat learned about another: the `how` of a `Knows` event
    sides: tuple[str, ...]  # the sides that can win; the draw comes last
    reasons: tuple[str, ...]  # why a game ends

    def number(self, kind: str, name: str) -> int:
        """Return the number of a name of this kind; 0 for an empty name."""
        names: tuple[str, ...] = getattr(self, kind)
        return names.index(name) if name else 0


@lru_cache(maxsize=64)
def names_of(plan: Plan) -> Names:
    """Return the names of a plan, each kind in the order of the ruleset."""
    rules = plan.rules
    nodes = list(walk((rules.roles, rules.groups, rules.triggers)))
    words = list(plan.roles)
    words += ["hidden", *(show.word for show in nodes if isinstance(show, Show))]
    words += [says.word for read in nodes if isinstance(read, ReadSide) for says in read.says]
    words += [role.seen.word for role in rules.roles if role.seen]
    words += [edge.shows for edge in rules.overturns]
    steps = (*rules.night, *rules.day)
    acts = [*plan.graph.verbs, *plan.triggers, *plan.graph.effects, NOMINATE]
    acts += [verb for step in steps if isinstance(step, Ballot) for verb in (step.verb, step.again)]
    acts += [verb for step in steps if isinstance(step, Elect) for verb in (step.stand, step.withdraw, step.verb)]
    acts += [step.verb for step in steps if isinstance(step, PassOn)]
    found = Names(
        roles=tuple(plan.roles),
        acts=tuple(acts),
        words=tuple(words),
        notices=rules.notices,
        marks=tuple(plan.until),
        titles=tuple(title.name for title in rules.titles),
        cards=tuple(card.name for card in rules.cards),
        how=(MATE, TAUGHT, CHANGED, *(deal.name for deal in rules.deals)),
        sides=(*rules.sides, DRAW),
        reasons=(*(line.reason for line in rules.wins), *DRAWS),
    )
    return Names(*(_counted(getattr(found, each.name)) for each in fields(Names)))


def _counted(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return each name once, with the empty name at index 0."""
    return ("", *dict.fromkeys(name for name in names if name))
