"""A league as plain data: its entrants, its tables, the number of blocks, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from duskfall.players.llm.model import is_model
from duskfall.table.sheet import TableSheet

MIXED, SIDES = "mixed", "sides"  # how players share a table: seat by seat, or one player per side
MODES = (MIXED, SIDES)
SCHEDULE = 2
"""The schedule version of new leagues; a league folder keeps the version it was begun with. In version 1, all pairs of
a `sides` league met on one deal before the next was dealt, and a bot's random draws depended on deal and seat alone."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A rated player: its name in the league, its kind as `--players` takes it, and its exact identity."""

    name: str
    kind: str
    identity: Mapping[str, object] = field(default_factory=dict, hash=False)
    """A bot's version, or a model's snapshot with its settings and the digest of its prompt. If this changes, the
    entrant counts as a different player."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits at which a league stops before all blocks are played; None: no limit."""

    dollars: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class League:
    """Everything that determines the games of a league; leagues that compare equal have the same games."""

    entrants: tuple[Entrant, ...]
    tables: tuple[TableSheet, ...]  # without players, seed and names: these come from the schedule
    blocks: int  # number of blocks at each table
    seed: int = 1
    mode: str = MIXED
    records: bool = True  # whether the record of every game is kept
    probe: bool = False  # whether models are asked after every speech whom they would vote for
    detect: bool = False  # whether what players could know when they chose is computed; that takes time
    plans: tuple[str, ...] = ()  # for each table, the digest of its rules
    schedule: int = SCHEDULE  # schedule version
    budget: Budget = field(default=Budget(), compare=False)
    limits: str = field(default="", compare=False)  # limits on calls to providers, as --limits takes them

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the entrants, without duplicates."""
        return tuple(dict.fromkeys(each.kind for each in self.entrants))

    @property
    def has_models(self) -> bool:
        """Return whether a language model plays."""
        return any(map(is_model, self.kinds))

    def entrant(self, name: str) -> Entrant:
        """Return the entrant with this name."""
        return next(each for each in self.entrants if each.name == name)
