"""The words that a case may use: who sits at the table, what the ruleset knows; every other word is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from duskfall.core.log import MOST
from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.play.talk import NOMINATE, SAY
from duskfall.core.problem import Problem, closest
from duskfall.rules.registry import known
from duskfall.vocabulary.conditions import NEVER
from duskfall.vocabulary.steps import Ballot, Chat, Collect, Discussion, Elect, PassOn, Tie

NOT_NAMES = ("nobody", "skip", "mafia", "werewolves", "unknown", "hidden")  # in any ruleset
NO_ROLE = ("unknown", "hidden")  # what the public may be shown instead of a role
CARD, DEAL, REVEALED, FRAMED, TITLE, VOTE_IMMUNITY = (
    "immunity",
    "target",
    "revealed",
    "framed",
    "sheriff",
    "vote_immunity",
)
SAME_VERBS = {"ai-mafia-classic": "ai-mafia"}  # these two share a row of the format's table of verbs
T = TypeVar("T")


class CaseError(Problem):
    """A file that is not a valid case file."""


def one_line(text: str) -> str:
    """The text as it can be printed on one line."""
    return " ".join(text.splitlines()).encode("utf-8", "backslashreplace").decode()


def quote(value: Any) -> str:
    """A value as a complaint shows it."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a mapping"
    return "null" if value is None else repr(value)[:80]


def mapping(value: Any, where: str) -> dict[Any, Any]:
    """A mapping; null is an empty one."""
    if value is not None and not isinstance(value, dict):
        raise CaseError("{where}: a mapping is needed, not {value}", where=where, value=quote(value))
    return value or {}


def listing(value: Any, where: str) -> list[Any]:
    """A list; null is an empty one."""
    if value is not None and not isinstance(value, list):
        raise CaseError("{where}: a list is needed, not {value}", where=where, value=quote(value))
    return value or []


def text(value: Any, where: str) -> str:
    """A word, also one that looks like a number."""
    if value is None or isinstance(value, list | dict):
        raise CaseError("{where}: a word is needed, not {value}", where=where, value=quote(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def whole(value: Any, least: int, where: str) -> int:
    """A whole number of at least so many."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        text = "{where}: a whole number from {least} on is needed, not {value}"
        raise CaseError(text, where=where, least=least, value=quote(value))
    return value


def number(value: Any, where: str) -> float:
    """A number that is not below zero."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < MOST:
        raise CaseError("{where}: a number from 0 on is needed, not {value}", where=where, value=quote(value))
    return value


def word(value: Any, words: Collection[str], what: str, where: str) -> str:
    """One of these words."""
    if not isinstance(value, str) or value not in words:
        problem = CaseError("unknown {what} {value}", what=what, value=quote(value))
        problem = add_suggestion(problem, value, words)
        if words:
            problem = CaseError("{problem} (there are: {words})", problem=problem, words=", ".join(sorted(words)))
        raise CaseError("{where}: {problem}", where=where, problem=problem) if where else problem
    return value


def add_suggestion(problem: CaseError, given: Any, known: Iterable[str]) -> CaseError:
    """Return the error about an unknown name, with the most similar known name added if there is one."""
    near = closest(given, known) if isinstance(given, str) else ""
    return CaseError("{problem}, did you mean {near}?", problem=problem, near=repr(near)) if near else problem


def keys(value: dict[Any, Any], known: Collection[str], where: str = "", what: str = "key") -> None:
    """Refuse a key that is none of these."""
    for key in value:
        word(key, known, what, where)


def by_name(value: Any, where: str, name: Callable[[Any, str], str], item: Callable[[Any, str], T]) -> dict[str, T]:
    """A mapping from names; `name` and `item` read each of its sides."""
    found: dict[str, T] = {}
    for key, each in mapping(value, where).items():
        called = name(key, where)
        if called in found:
            raise CaseError("{where}: {name} stands twice", where=where, name=repr(called))
        found[called] = item(each, f"{where}: {called}")
    return found


@dataclass(slots=True, frozen=True)
class CaseTerms:
    """The words of one case: the names at its table, and those of its ruleset."""

    plan: Plan
    names: tuple[str, ...]

    def player(self, value: Any, where: str, *others: str) -> str:
        """Somebody at the table, or one of the other words."""
        name = text(value, where)
        if name not in self.names and name not in others:
            problem = CaseError("{where}: unknown player {name}", where=where, name=repr(name))
            raise add_suggestion(problem, name, [*self.names, *others])
        return name

    def players(self, value: Any, where: str, *others: str) -> list[str]:
        """A list of players."""
        return [self.player(each, where, *others) for each in listing(value, where)]

    def seat(self, value: Any, where: str) -> int:
        """The seat of a player."""
        return self.names.index(self.player(value, where)) + 1

    def role(self, value: Any, where: str) -> str:
        """A role of the ruleset."""
        if not isinstance(value, str) or value not in self.plan.roles:
            text = "{where}: unknown role {role} in {rules}"
            problem = CaseError(text, where=where, role=quote(value), rules=self.plan.rules.id)
            raise add_suggestion(problem, value, self.plan.roles)
        return value

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plan, and that of the book with which it shares its verbs; what no role here has is unused."""
        same = known(SAME_VERBS.get(self.plan.rules.id))
        return (self.plan, compile_plan(same)) if same else (self.plan,)

    def verbs(self, *phases: str) -> set[str]:
        """The acts that may be written for these phases."""
        return {verb for plan in self.plans for phase in phases or (NIGHT, DAY) for verb in _verbs(plan, phase)}

    def verb(self, value: Any, where: str) -> str:
        """An act of any phase."""
        return word(value, self.verbs(), "verb", where)

    @property
    def teams(self) -> set[str]:
        """The names under which teams act."""
        return {group.name for group in self.plan.rules.groups}

    @property
    def spoken(self) -> set[str]:
        """The acts that are speech."""
        return {SAY} | {step.verb for step in self.plan.rules.night if isinstance(step, Chat)}

    @property
    def confirmed(self) -> set[str]:
        """The acts that are done or not, without naming anybody."""
        found = {ability.verb for ability in self.plan.graph.abilities if ability.pick.confirm}
        for step in self.plan.rules.day:
            if isinstance(step, Elect):
                found |= {step.stand, step.withdraw}
        return found

    @property
    def with_role(self) -> set[str]:
        """The acts that name a role with their target."""
        return {each.verb for plan in self.plans for each in plan.graph.abilities if each.pick.names_role}

    @property
    def by_table(self) -> set[str]:
        """The ballots that may end with a vote of the table on all the tied."""
        ballots = [step for step in self.plan.rules.day if isinstance(step, Ballot)]
        return {step.again for step in ballots if step.again and step.tie is Tie.LADDER}


def _verbs(plan: Plan, phase: str) -> Collection[str]:
    verbs = {SAY} if phase == DAY else set()
    for step in plan.rules.night if phase == NIGHT else plan.rules.day:
        if isinstance(step, Collect):
            verbs |= set(step.verbs)
        elif isinstance(step, Chat | PassOn):
            verbs.add(step.verb)
        elif isinstance(step, Ballot):
            verbs |= {step.verb, step.again} - {""}
        elif isinstance(step, Elect):
            verbs |= {step.stand, step.withdraw, step.verb}
        elif isinstance(step, Discussion) and any(part.nominates != NEVER for part in step.parts):
            verbs.add(NOMINATE)
    if phase == DAY:
        verbs |= {name for name, (_, trigger) in plan.triggers.items() if trigger.ask is not None}
    return verbs
