"""The share of games that each side should win, and the distance of counted games from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duskfall.arena.run.tally import Outcome
from duskfall.core.problem import Problem
from duskfall.vocabulary.ruleset import Ruleset


class AimError(Problem):
    """Invalid wanted shares."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The wanted share of wins for each group of sides; the sides of a group are counted together."""

    groups: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]

    @classmethod
    def read(cls, rules: Ruleset, text: str) -> Aim:
        """Parse "50/50", or one number for each side of the ruleset in its order; raise `AimError` if invalid.

        Of two numbers, the first is for the side of the common role (`decks.rest`), the second for all other sides
        together.
        """
        numbers = list(_numbers(text))
        many = next(role.team for role in rules.roles if role.name == rules.decks.rest)
        others = tuple(side for side in rules.sides if side != many)
        if len(numbers) == 2:
            groups: tuple[tuple[str, ...], ...] = ((many,), others)
        elif len(numbers) == len(rules.sides):
            groups = tuple((side,) for side in rules.sides)
        else:
            text = "--sides: {rules} takes 2 numbers ({many}/the others) or {count} ({sides}), not {given}"
            raise AimError(text, rules=rules.id, many=many, count=len(rules.sides), sides="/".join(rules.sides),
                           given=len(numbers))  # fmt: skip
        return cls(groups, tuple(number / sum(numbers) for number in numbers))

    def far(self, found: Outcome) -> float:
        """Return the share of games that would have to end differently. A draw is a win for nobody."""
        return sum(max(0.0, want - _share(found, sides)) for sides, want in zip(self.groups, self.shares, strict=True))

    def needs(self) -> Iterator[str]:
        """Yield the sides that every deck must deal: those that are counted alone and have a share."""
        return (sides[0] for sides, want in zip(self.groups, self.shares, strict=True) if want and len(sides) == 1)

    def as_data(self) -> Mapping[str, float]:
        """Return the wanted shares by side; the names of sides counted together are joined by +."""
        return {"+".join(sides): round(want, 4) for sides, want in zip(self.groups, self.shares, strict=True)}


def _share(found: Outcome, sides: Sequence[str]) -> float:
    return sum(found.wins[side] for side in sides) / found.games


def _numbers(text: str) -> Iterator[float]:
    for part in text.split("/"):
        try:
            number = float(part)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1000:
            raise AimError("--sides: {part} is not a share, as in 50/50", part=repr(part.strip()))
        yield number
    if all(part.strip().strip("0.") == "" for part in text.split("/")):
        raise AimError("--sides: somebody has to win, as in 50/50")
