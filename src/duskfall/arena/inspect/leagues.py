"""The league of a task: by its file, or by the folder in which it was begun."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from inspect_ai._util.error import PrerequisiteError
from rich.markup import escape

from duskfall.arena.folder import LeagueError, read_league
from duskfall.arena.league import League
from duskfall.arena.league_file import read_league_file
from duskfall.arena.schedule import Schedule

MOST = 20_000  # samples, which inspect holds in memory


@lru_cache(maxsize=8)
def league_at(place: str) -> League:
    """Raises PrerequisiteError, which inspect tells in one line."""
    path = Path(place)
    if not place or not path.exists():
        raise PrerequisiteError(f"{place or 'league'}: there is no such league: name its file, -T league=LEAGUE.yaml")
    try:
        found = read_league(path) if path.is_dir() else read_league_file(path)
    except LeagueError as error:
        raise PrerequisiteError(escape(str(error))) from None
    if (games := len(Schedule(found))) > MOST:
        raise PrerequisiteError(
            f"{place}: {games:,} games are too many samples: say how many blocks (--cost-limit is the budget here)"
        )
    return found
