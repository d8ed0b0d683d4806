"""The league of a task, loaded from its file or from the folder in which it was begun."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from inspect_ai._util.error import PrerequisiteError
from rich.markup import escape

from duskfall.arena.folder import LeagueError, read_league
from duskfall.arena.league import League
from duskfall.arena.league_file import read_league_file
from duskfall.arena.schedule import Schedule
from duskfall.players.addresses import addresses
from duskfall.players.find import unnamed
from duskfall.players.llm.model import is_model
from duskfall.rules.registry import known

INSPECT = "inspect"  # provider of inspect's own models
MOST = 20_000  # samples; inspect holds them in memory


@lru_cache(maxsize=8)
def league_at(place: str) -> League:
    """Return the league at this path. Raises PrerequisiteError, which inspect shows in one line."""
    path = Path(place)
    if not place or not path.exists():
        raise PrerequisiteError(f"{place or 'league'}: there is no such league: name its file, -T league=LEAGUE.yaml")
    try:
        found = _in_folder(path) if path.is_dir() else _of_file(path)
    except LeagueError as error:
        raise PrerequisiteError(escape(str(error))) from None
    if (games := len(Schedule(found))) > MOST:
        raise PrerequisiteError(
            f"{place}: {games:,} games are too many samples: say how many blocks (--cost-limit is the budget here)"
        )
    return found


def _of_file(path: Path) -> League:
    found = read_league_file(path, _tell)
    for line in addresses(kind for kind in found.kinds if is_model(kind) and not kind.startswith(f"{INSPECT}:")):
        _tell(line)
    return found


def _tell(line: str) -> None:
    """Print to standard error what the file names before it's run or called; standard output belongs to inspect."""
    print(line, file=sys.stderr)


def _in_folder(path: Path) -> League:
    """Return the league of a folder that may come from elsewhere.

    No code is run for it, and no models but inspect's are called: LeagueError if it names others.
    """
    found = read_league(path)
    named = unnamed((kind for kind in found.kinds if not kind.startswith(f"{INSPECT}:")), ())
    named += [sheet.rules for sheet in found.tables if known(sheet.rules) is None]
    if named:
        raise LeagueError(
            f"{path}: {named[0]!r} is never loaded or called for a folder: name the league's file instead"
        )
    return found
