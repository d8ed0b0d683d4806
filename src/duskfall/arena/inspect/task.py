"""The task: a sample for each game of a league's schedule, with its deal and line-up."""

from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from duskfall.arena.inspect.leagues import league_at
from duskfall.arena.inspect.scores import seats_won, winner
from duskfall.arena.inspect.solver import game_solver
from duskfall.arena.league import League
from duskfall.arena.schedule import Fixture, Schedule


@task
def league(league: str = "") -> Task:
    """Return a task with all games of a league; `league` is its file or its folder.

    Players of kind `inspect:ROLE` are played by the model of that role, or else by the model of the eval.
    """
    found = league_at(league)
    samples = [sample(found, fixture) for fixture in Schedule(found)]
    scorers = [seats_won(league), winner(league)]
    return Task(MemoryDataset(samples, name="schedule"), solver=game_solver(league), scorer=scorers)


def sample(league: League, fixture: Fixture) -> Sample:
    """Return the sample of a game: its deal and its line-up."""
    sheet = league.tables[fixture.table]
    rules, lineup = sheet.ruleset.id, list(fixture.lineup)
    where = f"{rules}, {sheet.size} seats, block {fixture.block}, rotation {fixture.rotation}"
    return Sample(
        f"{where}: {', '.join(lineup)}",
        id=f"{rules}-{sheet.size}-{fixture.block}-{fixture.rotation}",
        metadata={
            "game": fixture.number, "block": fixture.block, "rotation": fixture.rotation, "rules": rules,
            "seats": sheet.size, "lineup": lineup,
        },
    )  # fmt: skip
