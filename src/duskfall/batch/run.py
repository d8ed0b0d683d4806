"""Simulation of many games, in chunks on threads or a GPU. The counts don't depend on how the games are run."""

from __future__ import annotations

from typing import Any

from duskfall.batch import by_name
from duskfall.batch.compiled.build import Built, Target, build, integers
from duskfall.batch.names import names_of
from duskfall.batch.policies import Policy
from duskfall.batch.program import source
from duskfall.batch.table import Table
from duskfall.batch.tally import Tally, wins_of
from duskfall.batch.work import Counts, OnChunk, Player, Work, cut
from duskfall.core.start.deck import dealt_sides

CHUNKS: dict[Target, int] = {"plain": 64, "cpu": 1 << 16, "cuda": 1 << 27}  # games in a chunk
MOST = 1 << 63  # seeds and numbers of games must be below it


def simulate(
    table: Table,
    games: int,
    *,
    policy: str | Policy = "uniform",
    device: Target = "cpu",
    threads: int = 1,
    seed: int = 0,
    first: int = 0,
    general: bool = False,
    on_chunk: OnChunk | None = None,
) -> Tally:
    """Play the games `first` to `first + games - 1` of a seed and return their counts.

    `general` uses code that is compiled once for all decks and house rules of a ruleset, and slower. Ctrl-C stops the
    run after the chunks in progress: the result counts what was played and has `stopped` set. Raises NotHere if the
    device isn't available.
    """
    if not (0 <= seed < MOST and first >= 0 and games >= 0 and first + games < MOST and threads > 0):
        raise ValueError("a seed and the numbers of games are from 0 to 2**63 - 1, and there is at least one thread")
    chosen = by_name.policy(policy, table.plan.rules.id) if isinstance(policy, str) else policy
    sides = names_of(table.plan).sides
    built = build(source(table, chosen, general=general), device, "run")
    players = [_player(built, table, seed, len(sides)) for _ in range(1 if device == "cuda" else threads)]
    work = Work(players, cut(first, games, CHUNKS[device], len(players)), len(sides))
    work.wait(on_chunk or (lambda more: None))
    rounds, *wins, draws = work.counts
    return Tally(
        work.games, wins_of(wins, sides[1:-1], dealt_sides(table.plan.rules, table.deck)), draws, rounds,
        work.ended - work.began, built.compile_s, device, chosen.name, chosen.kind, seed, first, len(players),
        stopped=work.games < games,
    )  # fmt: skip


def _player(built: Built, table: Table, seed: int, sides: int) -> Player:
    """Return a function that plays chunks with arrays of its own."""
    if built.target == "cuda":
        from duskfall.batch.compiled.on_cuda import Grid

        grid = Grid(built.run, built.program.constants(table), sides)
        return lambda begin, count: grid.run(seed, begin, count)
    arrays = built.arrays(table)

    def play(begin: int, count: int) -> Counts:
        tally: Any = [0] * sides if built.target == "plain" else integers([0] * sides)
        built.run(seed, begin, count, *arrays, tally)
        return [int(number) for number in tally]

    return play
