"""A ruleset on its way: the small book that it starts from, and changes that the compiler takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from duskfall.core.plan.compile import compile_plan
from duskfall.vocabulary import (
    EVERYONE,
    Announce,
    Ballot,
    Banish,
    Check,
    Const,
    Count,
    Dawn,
    Decks,
    Flag,
    LadderEnd,
    Order,
    Quota,
    Role,
    Ruleset,
    RulesetError,
    Step,
    Tally,
    Team,
    Text,
    Tie,
    Wins,
)
from tests.batch.lockstep.rulesets.pieces import (
    COUNTED,
    NOTICES,
    REASONS,
    SWITCH,
    TEAMS,
    VALUES,
    WORDED,
    Pieces,
)

ROLES = ("Plain", "Wolf", "Doctor", "Seer", "Fool", "Witch", "Cub")
SIDES = ("good", "evil", "good", "good", "odd", "odd", "evil")
ENDS = "ends"

START = Ruleset(
    id="grown",
    title=Text("A grown book"),
    teams=TEAMS,
    sides=TEAMS,
    roles=tuple(Role(name, team) for name, team in zip(ROLES, SIDES, strict=True)),
    groups=(),
    overturns=(),
    night=(Dawn(), Announce()),
    day=(Ballot("vote", Tally.MOST, Tie.NOBODY, Order.SEATS), Banish(), Check()),
    day_first=False,
    wins=(
        Wins("good", (Count(Team("evil")) + Count(Team("odd"))).eq(0), "cleaned"),
        Wins("evil", Count(Team("evil")) >= Count(EVERYONE) - Count(Team("evil")), "parity"),
    ),
    flags=(
        Flag(SWITCH, True), Flag(COUNTED, 2), Flag(WORDED, VALUES[0], VALUES),
        Flag(ENDS, "all", tuple(each.value for each in LadderEnd)),
    ),
    decks=Decks(("Wolf",), "Wolf", Const(1), (Quota("Doctor", 5),), "Plain", (3, 31)),
    max_rounds=Const(5),
    prints=(),
    notices=NOTICES,
    reasons=REASONS,
)  # fmt: skip


class Growing:
    """A ruleset on its way, and what its next pieces may speak of."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"grown {seed}")
        self.rules = replace(START, id=f"grown-{seed}", day_first=self.random.random() < 0.3)
        self.made = 0
        self.pieces = Pieces(self.random, ROLES)

    def try_(self, change: Callable[[Growing], Ruleset]) -> None:
        """Make a change; one that the compiler refuses is forgotten."""
        verbs, deals, marks = list(self.pieces.verbs), list(self.pieces.deals), list(self.pieces.marks)
        try:
            rules = change(self)
            compile_plan(rules)
        except RulesetError:
            self.pieces.verbs, self.pieces.deals, self.pieces.marks = verbs, deals, marks
        else:
            self.rules = rules

    def name(self, kind: str) -> str:
        """A name that is not taken."""
        self.made += 1
        return f"{kind}{self.made}"

    def with_role(self, at: int, **change: object) -> Ruleset:
        """The ruleset with another role at this place."""
        roles = list(self.rules.roles)
        roles[at] = replace(roles[at], **change)  # type: ignore[arg-type]
        return replace(self.rules, roles=tuple(roles))

    def some_role(self) -> int:
        """The place of a role."""
        return self.random.randrange(len(ROLES))

    def with_step(self, rules: Ruleset, phase: str, step: Step, after: int = -1, before: int | None = None) -> Ruleset:
        """The ruleset with one more step between these two of a phase."""
        steps = list(getattr(rules, phase))
        last = len(steps) if before is None else before
        steps.insert(self.random.randint(min(after + 1, last), last), step)
        return replace(rules, **{phase: tuple(steps)})
