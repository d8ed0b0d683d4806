"""A league: who is rated, at which tables, for how many blocks, and from which seed; plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from duskfall.players.llm.model import is_model
from duskfall.table.sheet import TableSheet

MIXED, SIDES = "mixed", "sides"  # how players share a table: seat by seat, or one side each
MODES = (MIXED, SIDES)
SCHEDULE = 2
"""The version of the schedule of new leagues. With 1, all pairs of a league of `sides` met at one deal before the next
was dealt, and bots drew by deal and seat alone; a league folder that was begun with a version keeps it."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A rated player: its name in the league, its kind as `--players` takes it, and what exactly that is."""

    name: str
    kind: str
    identity: Mapping[str, object] = field(default_factory=dict, hash=False)
    """A bot's version, or a model's snapshot with its settings and the digest of its prompt; if this changes, it is
    another player."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop before all blocks are played."""

    dollars: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class League:
    """Everything that says which games are played; two leagues that are equal have the same games."""

    entrants: tuple[Entrant, ...]
    tables: tuple[TableSheet, ...]  # without players, seed and names: these come from the schedule
    blocks: int  # at each table
    seed: int = 1
    mode: str = MIXED
    records: bool = True  # whether the record of every game is kept
    probe: bool = False  # whether models are asked after every speech for whom they would vote
    detect: bool = False  # whether it is found what players could know when they chose; that costs time
    plans: tuple[str, ...] = ()  # the digest of the rules of each table
    schedule: int = SCHEDULE  # the version of its schedule
    budget: Budget = field(default=Budget(), compare=False)
    limits: str = field(default="", compare=False)  # what providers get, as --limits takes it

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the entrants, each once."""
        return tuple(dict.fromkeys(each.kind for each in self.entrants))

    @property
    def has_models(self) -> bool:
        """Whether a language model plays."""
        return any(map(is_model, self.kinds))

    def entrant(self, name: str) -> Entrant:
        """The entrant of this name."""
        return next(each for each in self.entrants if each.name == name)
