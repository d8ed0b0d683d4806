"""One game of a league in which models play: its journal in the folder, the file of its calls, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from time import perf_counter

from duskfall.arena.folder import GAMES, game_path, read_league
from duskfall.arena.league import League
from duskfall.arena.run.one import Played, entrant_seeds, lineup_kinds
from duskfall.arena.run.recorded import play_recorded
from duskfall.arena.schedule import Fixture, deal
from duskfall.arena.store.rows import failed_rows, rows_of
from duskfall.core.play.game import Game
from duskfall.players.llm.accounts.sidecar import CALL, read_calls
from duskfall.players.llm.calling.limits import read_limits
from duskfall.players.llm.lines import read_lines
from duskfall.table.guard import PlayerFailed
from duskfall.table.kept.journal import calls_path
from duskfall.table.models import Models, ModelTerms


def play_with_models(folder: Path, league: League, fixture: Fixture, models: Models | None) -> Played:
    """Play a game or continue it; if a player fails, the game counts as failed, and its rows say why."""

    def dealt() -> tuple[Game, Sequence[str]]:
        return deal(league, fixture), lineup_kinds(league, fixture)

    begun, path = perf_counter(), game_path(folder, fixture.number)
    path.parent.mkdir(exist_ok=True)
    calls = calls_path(path)
    try:
        own = models or _own(folder)
        seeds = partial(entrant_seeds, league, fixture)
        game, kinds, seats, _ = play_recorded(dealt, league.kinds, path, own, f"game {fixture.number}", seeds)
    except PlayerFailed as error:
        seconds = perf_counter() - begun
        return Played(fixture.number, failed_rows(fixture, league, str(error), seconds, read_calls(calls)))
    notes = [line for line in read_lines(calls)[0] if CALL not in line]
    seconds = perf_counter() - begun
    return Played(fixture.number, rows_of(fixture, league, game, kinds, seconds, read_calls(calls), notes, seats))


def journals(folder: Path) -> list[Path]:
    """Return the journals of all games that have begun."""
    return sorted((folder / GAMES).glob("*[0-9].jsonl"))


def terms_of(league: League) -> ModelTerms:
    """Return the budget, limits and settings with which the models of a league play."""
    return ModelTerms(league.budget.dollars, read_limits(league.limits), probe=league.probe)


@lru_cache(maxsize=1)
def _own(folder: Path) -> Models:
    """Return the models of a process to which none were given."""
    league = read_league(folder)
    return Models(league.kinds, terms_of(league), journals(folder))
