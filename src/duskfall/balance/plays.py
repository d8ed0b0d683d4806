"""The kinds of play under which a table is measured: simulated by the million, or real games of scripted players."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from duskfall.arena.run.many import Progress, play_many
from duskfall.arena.run.tally import Outcome
from duskfall.batch.by_name import POLICIES
from duskfall.batch.by_name import policy as policy_of
from duskfall.batch.compiled.build import NotHere, Target, build, integers
from duskfall.batch.names import names_of
from duskfall.batch.policies import Policy
from duskfall.batch.program import Program, source
from duskfall.batch.table import Table
from duskfall.core.problem import Problem
from duskfall.table.sheet import TableSheet
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

SCRIPTED = "scripted"
HIGHEST_SEED = (1 << 63) - 1  # compiled games take no higher one; later rounds add to the given seed


@dataclass(frozen=True, slots=True)
class Candidate:
    """A deck, and the house rules that differ from the ruleset's."""

    cards: tuple[str, ...]
    flags: tuple[tuple[str, Value], ...] = ()

    @property
    def kinds(self) -> int:
        """The number of different roles, which people have to learn."""
        return len(set(self.cards))


Count = Callable[[Sequence[Candidate], int, int, Progress | None], list[Outcome]]
"""Counts games: takes candidates, the games for each, the first seed, and a callback for progress."""


@dataclass(frozen=True, slots=True)
class Play:
    """A kind of play: its name, who decides in it (players or a table model), and how its games are counted."""

    name: str
    about: str
    count: Count = field(repr=False, compare=False)


def named(rules: Ruleset, policy: str) -> Play:
    """Return a kind of play: games simulated under the policy of this name. Raise `Problem` if there is none."""
    if policy not in POLICIES:
        raise Problem("there is no policy {name} (there are: {names})", name=repr(policy), names=", ".join(POLICIES))
    return simulated(rules, policy_of(policy, rules.id))


def simulated(rules: Ruleset, policy: Policy, target: Target = "cpu") -> Play:
    """Return a kind of play: games simulated under a policy on all cores, compiled once for all tables of a ruleset."""

    def count(tables: Sequence[Candidate], games: int, seed: int, progress: Progress | None) -> list[Outcome]:
        made = [Table.make(rules, deck=table.cards, flags=dict(table.flags)) for table in tables]
        counted, found = Counting(made[0], policy, target), []
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for outcome in pool.map(lambda table: counted.count(table, games, seed), made):
                found.append(outcome)
                if progress:
                    progress(1)
        return found

    return Play(policy.name, policy.kind, count)


class Counting:
    """The compiled games of a ruleset under a policy, for any table."""

    def __init__(self, table: Table, policy: Policy, target: Target = "cpu") -> None:
        self.sides, self.policy = names_of(table.plan).sides, policy
        try:
            self.built = build(_program(table, policy), target, "run")
        except NotHere as error:
            raise Problem(str(error)) from None

    def count(self, table: Table, games: int, seed: int) -> Outcome:
        """Simulate this many games at a table, from a seed on."""
        array = list if self.built.target == "plain" else integers
        state, _, log = self.built.arrays(table)
        constants = array([*self.built.program.constants(table, self.policy), 0])
        tally = array([0] * len(self.sides))
        self.built.run(seed & HIGHEST_SEED, 0, games, state, constants, log, tally)
        rounds, *wins = (int(number) for number in tally)
        return Outcome(games, rounds, wins=Counter(dict(zip(self.sides[1:], wins, strict=True))))


_programs: dict[tuple[str, str], Program] = {}


def _program(table: Table, policy: Policy) -> Program:
    """Return the source for a plan and a policy, cached. It takes the policy's numbers as constants."""
    key = table.plan.hash, policy.name
    if key not in _programs:
        _programs[key] = source(table, policy, general=True)
    return _programs[key]


def real(spec: str, players: str = SCRIPTED, jobs: int = 1, talk: bool = True) -> Play:
    """Return a kind of play: games of the engine with these players, as in `play --games`; `spec` names the ruleset."""

    def count(tables: Sequence[Candidate], games: int, seed: int, progress: Progress | None) -> list[Outcome]:
        found = []
        for table in tables:
            flags: Mapping[str, object] = dict(table.flags)
            sheet = TableSheet(spec, len(table.cards), table.cards, flags, players, talk=talk)
            found.append(play_many(sheet, range(seed, seed + games), jobs, progress))
        return found

    return Play(players, "players", count)
