"""The kinds of play under which a table is measured: simulated by the million, or real games of scripted players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from duskfall.arena.run.many import Progress, play_many
from duskfall.arena.run.tally import Outcome
from duskfall.table.sheet import TableSheet
from duskfall.vocabulary.ruleset import DRAW, Ruleset
from duskfall.vocabulary.scene import Value

SCRIPTED = "scripted"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A deck and the house rules that differ from the book's."""

    cards: tuple[str, ...]
    flags: tuple[tuple[str, Value], ...] = ()

    @property
    def kinds(self) -> int:
        """How many different roles people have to learn."""
        return len(set(self.cards))


Count = Callable[[Sequence[Candidate], int, int, Progress | None], list[Outcome]]
"""Counts so many games of each candidate from a seed on."""


@dataclass(frozen=True, slots=True)
class Play:
    """A kind of play: its name, what it is, and how its games are counted."""

    name: str
    about: str
    count: Count = field(repr=False, compare=False)


def simulated(rules: Ruleset, policy: str, threads: int = 1) -> Play:
    """Games of the simulator under a policy, all in one compilation."""
    from duskfall.batch.policies import POLICIES

    def count(tables: Sequence[Candidate], games: int, seed: int, progress: Progress | None) -> list[Outcome]:
        from duskfall.batch.run import simulate
        from duskfall.batch.table import Table

        found = []
        for table in tables:
            made = Table.make(rules, deck=table.cards, flags=dict(table.flags))
            tally = simulate(made, games, policy=policy, seed=seed, threads=threads, general=True)
            found.append(Outcome(tally.games, tally.rounds, wins=Counter(tally.wins) + Counter({DRAW: tally.draws})))
            if progress:
                progress(1)
        return found

    return Play(policy, POLICIES[policy].kind, count)


def real(spec: str, players: str = SCRIPTED, jobs: int = 1, talk: bool = True) -> Play:
    """Games on the kernel, with talk, as `play --games` has them; `spec` names the rules."""

    def count(tables: Sequence[Candidate], games: int, seed: int, progress: Progress | None) -> list[Outcome]:
        found = []
        for table in tables:
            flags: Mapping[str, object] = dict(table.flags)
            sheet = TableSheet(spec, len(table.cards), table.cards, flags, players, talk=talk)
            found.append(play_many(sheet, range(seed, seed + games), jobs, progress))
        return found

    return Play(players, "players", count)
