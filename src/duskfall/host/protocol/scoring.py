"""Scorings: the points that a game brings to its players, as data that is checked against a ruleset."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any, TypeGuard

from duskfall.core.moderate import CAUSES
from duskfall.core.victory import DRAWS
from duskfall.tell.tongue import say
from duskfall.vocabulary.ruleset import Ruleset

PLAIN = "plain"  # the scoring of rulesets that have none of their own
CUSTOM = "custom"
OTHERS = "*"
By = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BestMove:
    """The rule for the best move: players killed first name suspects, and get points for how many they find."""

    of: tuple[str, ...]  # the teams whose players may make it
    finds: tuple[str, ...]  # the teams whose players should be found
    points: tuple[float, ...]  # by how many were found: none, one, two …

    @property
    def most(self) -> int:
        """The greatest number of players that may be named."""
        return len(self.points) - 1


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points for one game. Tables have keys for roles, for teams, and `*` for everybody else."""

    name: str = PLAIN
    win: By = field(default_factory=dict, hash=False)
    loss: By = field(default_factory=dict, hash=False)
    draw: By = field(default_factory=dict, hash=False)
    cowin: float = 0
    role: By = field(default_factory=dict, hash=False)  # in addition to the points for a win
    ends: Mapping[str, By] = field(default_factory=dict, hash=False)  # by reason; they replace win, loss and draw
    best: BestMove | None = None
    foul: float = 0
    removed: By = field(default_factory=dict, hash=False)  # by cause
    bonus: tuple[float, float] | None = None  # the least and the most that a host may give

    def why_no_bonus(self, points: object) -> str:
        """Return why a host may not give this bonus; empty if it's allowed."""
        if not _is_number(points):
            return say("A bonus is a number.")
        if self.bonus is not None and not self.bonus[0] <= points <= self.bonus[1]:
            return say("A bonus is from {least} to {most}.", least=plain(self.bonus[0]), most=plain(self.bonus[1]))
        return ""


class ScoringError(ValueError):
    """An invalid scoring; `problems` has a line for each mistake."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


def plain(points: float) -> float:
    """Round points to four decimals; return whole numbers as int."""
    rounded = round(points, 4)
    return int(rounded) if rounded == int(rounded) else rounded


@cache
def scorings() -> Mapping[str, Mapping[str, Any]]:
    """Return the scorings that ship with the program, by name."""
    return tomllib.loads(files("duskfall.host.protocol").joinpath("scorings.toml").read_text(encoding="utf-8"))


def own_scoring(rules: Ruleset) -> str:
    """Return the name of the default scoring of a ruleset."""
    return rules.id if rules.id in scorings() else PLAIN


def choices(rules: Ruleset) -> list[str]:
    """Return the names of all scorings that fit a ruleset, `plain` last."""
    return sorted((name for name in scorings() if not scoring_problems(name, rules)), key=lambda name: name == PLAIN)


def reasons(rules: Ruleset) -> list[str]:
    """Return the reasons for which a game of this ruleset can end."""
    return [*dict.fromkeys(line.reason for line in rules.wins), *DRAWS]


def read_scoring(given: object, rules: Ruleset) -> Scoring:
    """Parse a scoring given by name or as data, by default the ruleset's own; raise `ScoringError` if it's invalid."""
    if given is None or given == "":
        given = own_scoring(rules)
    if isinstance(given, str):
        if given not in scorings():
            raise ScoringError([say("No scoring is called {name}.", name=given)])
        return _Reader(given, scorings()[given], rules).scoring()
    if not isinstance(given, Mapping):
        raise ScoringError([say("A scoring is a name or a table of points.")])
    return _Reader(str(given.get("name", CUSTOM)), given, rules).scoring()


def scoring_problems(given: object, rules: Ruleset) -> list[str]:
    """Return what is wrong with a scoring, one line per mistake."""
    try:
        read_scoring(given, rules)
    except ScoringError as error:
        return error.problems
    return []


class _Reader:
    """A parser of one scoring that collects every mistake instead of stopping at the first."""

    def __init__(self, name: str, data: Mapping[str, Any], rules: Ruleset) -> None:
        self.name, self.data = name, data
        self.problems: list[str] = []
        self.roles = [role.name for role in rules.roles]
        self.teams = list(rules.teams)
        self.reasons = reasons(rules)

    def scoring(self) -> Scoring:
        """Return the scoring; raise `ScoringError` with all of its mistakes."""
        known = list(Scoring.__dataclass_fields__)
        for key in self.data:
            self._known(key, known, "")
        holders = [*self.roles, *self.teams, OTHERS]
        ends = self._table("ends", self.data.get("ends", {}))
        found = Scoring(
            self.name,
            win=self._by("win", holders),
            loss=self._by("loss", holders),
            draw=self._by("draw", holders),
            cowin=self._number("cowin", self.data.get("cowin", 0)),
            role=self._by("role", self.roles),
            ends={
                reason: self._points(f"ends.{reason}", points, holders)
                for reason, points in ends.items()
                if self._known(reason, self.reasons, "ends")
            },
            best=self._best(self.data.get("best")),
            foul=self._number("foul", self.data.get("foul", 0)),
            removed=self._by("removed", [*CAUSES, OTHERS]),
            bonus=self._limits(self.data.get("bonus")),
        )
        if self.problems:
            raise ScoringError(self.problems)
        return found

    def _by(self, key: str, known: list[str]) -> By:
        return self._points(key, self.data.get(key, {}), known)

    def _points(self, where: str, given: object, known: list[str]) -> By:
        """Return points by name; a bare number applies to everybody, if `*` is allowed here."""
        if not isinstance(given, Mapping) and OTHERS in known:
            return {OTHERS: self._number(where, given)}
        table = self._table(where, given)
        return {
            name: self._number(f"{where}.{name}", points)
            for name, points in table.items()
            if self._known(name, known, where)
        }

    def _best(self, given: object) -> BestMove | None:
        if given is None:
            return None
        table = self._table("best", given)
        for key in table:
            self._known(key, list(BestMove.__dataclass_fields__), "best")
        points = tuple(self._number("best.points", each) for each in self._list("best.points", table.get("points", [])))
        if len(points) < 2:
            self._wrong("best.points", say("points for none, for one, and so on"))
        of, finds = (self._teams(f"best.{key}", table.get(key, self.teams)) for key in ("of", "finds"))
        return BestMove(of, finds, points)

    def _teams(self, where: str, given: object) -> tuple[str, ...]:
        return tuple(str(team) for team in self._list(where, given) if self._known(team, self.teams, where))

    def _limits(self, given: object) -> tuple[float, float] | None:
        if given is None:
            return None
        limits = [self._number("bonus", each) for each in self._list("bonus", given)]
        if len(limits) != 2 or limits[0] > limits[1]:
            self._wrong("bonus", say("the least and the most"))
            return None
        return limits[0], limits[1]

    def _number(self, where: str, given: object) -> float:
        if _is_number(given):
            return plain(given)
        self._wrong(where, say("{value} is not a number", value=repr(given)))
        return 0

    def _table(self, where: str, given: object) -> Mapping[str, Any]:
        if isinstance(given, Mapping):
            return given
        self._wrong(where, say("a table is needed"))
        return {}

    def _list(self, where: str, given: object) -> list[Any]:
        if isinstance(given, list | tuple):
            return list(given)
        self._wrong(where, say("a list is needed"))
        return []

    def _known(self, name: object, known: list[str], where: str) -> bool:
        if name in known:
            return True
        self._wrong(where, say("{name} is none of {known}", name=name, known=", ".join(known)))
        return False

    def _wrong(self, where: str, what: str) -> None:
        place = f"{self.name}.{where}" if where else self.name
        self.problems.append(say("Scoring {place}: {what}.", place=place, what=what))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
