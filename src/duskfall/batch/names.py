"""The numbers of a ruleset's names: compiled code has integers only, and this is what they stand for."""

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
    """All names of a plan by kind; the number of a name is its place here, 0 stands for none."""

    roles: tuple[str, ...]
    acts: tuple[str, ...]  # whatever can be chosen, or be the cause of a death
    words: tuple[str, ...]  # what is read of a player or shown of the dead: the roles first
    notices: tuple[str, ...]
    marks: tuple[str, ...]
    titles: tuple[str, ...]
    cards: tuple[str, ...]
    how: tuple[str, ...]  # how a seat comes to know another
    sides: tuple[str, ...]  # that can win; the draw is the last of them
    reasons: tuple[str, ...]  # for which a game ends

    def number(self, kind: str, name: str) -> int:
        """The number of a name of this kind; 0 for none."""
        names: tuple[str, ...] = getattr(self, kind)
        return names.index(name) if name else 0


@lru_cache(maxsize=64)
def names_of(plan: Plan) -> Names:
    """The names of a plan, each kind in the order of the book."""
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
    """Each name once, from 1 on."""
    return ("", *dict.fromkeys(name for name in names if name))
