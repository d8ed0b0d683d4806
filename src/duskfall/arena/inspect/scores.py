"""Scores: each player's share of won seats and the winner of a game; our measures over all games, from their rows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState

from duskfall.arena.folder import chunk_path
from duskfall.arena.inspect.kept import packed, rows, unpacked
from duskfall.arena.inspect.leagues import league_at
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.interval import FEWEST
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.rows import Rows
from duskfall.arena.store.tables import TABLES

BLOCK = "block"  # games of a block share a deal, so they aren't independent samples
UNSCORED = "scoring_failed"
UNPLAYED = "the game was not played to its end"


@metric(name="stderr")
def stderr_by_block() -> Metric:
    """Return the standard error of the mean, clustered by block; NaN with too few blocks or if all are alike.

    Inspect's own is 0 there, as if the mean were certain.
    """
    by_block = stderr(cluster=BLOCK)

    def measured(scores: list[SampleScore]) -> Value:
        blocks: defaultdict[object, list[float]] = defaultdict(list)
        for each in scores:
            blocks[(each.sample_metadata or {}).get(BLOCK)].append(each.score.as_float())
        if len(blocks) < FEWEST or len({fmean(block) for block in blocks.values()}) == 1:
            return math.nan
        return by_block(scores)  # type: ignore[arg-type]

    return measured


@scorer(metrics={"*": [mean(), stderr_by_block()]})
def seats_won(league: str) -> Scorer:
    """Score each player by the share of its seats that won, NaN if it sat out; the metadata has each seat's result."""
    found = league_at(league)

    async def score(state: TaskState, target: Target) -> Score:
        played = rows(found, Schedule(found)[state.metadata["game"]], state.store)
        if not played:
            return Score.unscored(reason=UNSCORED, explanation=UNPLAYED)
        (game,), seats = _named("games", played), _named("seats", played)
        return Score(
            value=_shares([each.name for each in found.entrants], seats),
            answer=game["winner"],
            explanation=game["reason"],
            metadata={"game": game, "seats": seats},
        )

    return score


@metric(scores="unreduced")
def measures() -> Metric:
    """Return every measure of every player over all games, with keys like `wins ann`."""

    def measured(scores: list[SampleScore]) -> Value:
        return _measured([unpacked(each.score.metadata["rows"]) for each in scores if each.score.metadata])

    return measured


@scorer(metrics=[measures()])
def winner(league: str) -> Scorer:
    """Score a game by its winner; the metadata has its rows, from which measures are computed."""
    found = league_at(league)

    async def score(state: TaskState, target: Target) -> Score:
        played = rows(found, Schedule(found)[state.metadata["game"]], state.store)
        if not played:
            return Score.unscored(reason=UNSCORED, explanation=UNPLAYED)
        return Score(value=_named("games", played)[0]["winner"], metadata={"rows": packed(played)})

    return score


def _shares(players: Sequence[str], seats: Sequence[dict[str, Any]]) -> dict[str, float]:
    won: defaultdict[str, list[bool]] = defaultdict(list)
    for seat in seats:
        won[seat["player"]].append(seat["won"])
    return {each: sum(won[each]) / len(won[each]) if won[each] else math.nan for each in players}


def _named(table: str, found: Rows) -> list[dict[str, Any]]:
    return [dict(zip(TABLES[table], row, strict=True)) for row in found[table]]


def _measured(games: Sequence[Rows]) -> dict[str, float]:
    """Return the measures over the rows of these games; by group only if a measure has no value over all groups."""
    with TemporaryDirectory() as place:
        chunk = chunk_path(Path(place), 0)
        chunk.mkdir(parents=True)
        write_tables(chunk, _together(games))
        with open_tables(Path(place)) as tables:
            readings = [(each, reading) for each in MEASURES for reading in each.read(tables) if not reading.rules]
    return {
        " ".join(filter(None, (each.id, reading.player, reading.group))): reading.value
        for each, reading in readings
        if not (reading.group and each.whole)
    }


def _together(games: Sequence[Rows]) -> Rows:
    """Return the rows of all games, renumbered in the first column: with several epochs, each epoch is another game."""
    numbered = list(enumerate(games))
    return {table: [(number, *row[1:]) for number, game in numbered for row in game.get(table, ())] for table in TABLES}
