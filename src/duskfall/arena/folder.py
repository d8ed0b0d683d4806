"""The folder of a league on disk: a game whose result is in it was played, any other game is still to be played.

`league.json` defines the games of the league. `chunks/000012/` is the result of chunk 12; a chunk folder only appears
once it's complete. `games/000123.jsonl` is the journal of game 123 if language models play.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from functools import lru_cache
from io import FileIO
from pathlib import Path
from typing import Any, Final

from duskfall.arena.league import SCHEDULE, Budget, Entrant, League
from duskfall.arena.schedule import Schedule
from duskfall.table.kept.journal import Busy, lock, put, sync, sync_folder
from duskfall.table.sheet import TableSheet
from duskfall.tell.text import plural

FORMAT: Final = 2
FORMATS: Final = (1, FORMAT)  # readable formats; format 1 had only one schedule version, and doesn't name it
LEAGUE, LOCK, CHUNKS, GAMES, CHUNK, RECORDS = (
    "league.json", ".lock", "chunks", "games", "chunk.json", "records.jsonl.gz",
)  # fmt: skip
FIRST_CHUNK, SAME, LARGEST_CHUNK = 25, 32, 800  # in games; doubles every SAME chunks
OF_SHEET = ("rules", "seats", "deck", "flags", "talk", "cards")  # the fields of a table that league.json stores
Tell = Callable[[str], None]


class LeagueError(ValueError):
    """A league that can't be read, or a folder that holds a different league; the message is one line."""


# -- the league ----------------------------------------------------------------------------------------------


def read_league(folder: Path) -> League:
    """Read the league of a folder. Rulesets and players that it names aren't loaded. Raises LeagueError."""
    path = folder / LEAGUE
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise LeagueError(f"{folder}: there is no {LEAGUE}, so this is not the folder of a league") from None
    except OSError as error:
        raise LeagueError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise LeagueError(f"{path}: damaged, or not of a league") from None
    try:
        if data["arena"] not in FORMATS:
            newest = f"the newest that this version reads is {FORMAT}"
            raise LeagueError(f"{path}: format {data['arena']!r} is not known; {newest}: update duskfall")
        if type(version := data.get("schedule")) is int and version > SCHEDULE:
            newest = f"the newest that this version plays is {SCHEDULE}"
            raise LeagueError(f"{path}: schedule {version} is not known; {newest}: update duskfall")
        return _league({"schedule": 1, **data})
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise LeagueError(f"{path}: damaged, or not of a league") from None


def write_league(folder: Path, league: League) -> None:
    """Write the league into its folder atomically: if that fails, the previous file stays."""
    text = json.dumps({"arena": FORMAT, "chunk": chunk_size(league), **_data(league)}, ensure_ascii=False, indent=1)
    beside = folder / f".{LEAGUE}-{secrets.token_hex(4)}"
    try:
        write_synced(beside, text.encode() + b"\n")
        os.replace(beside, folder / LEAGUE)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(folder)


def _data(league: League) -> dict[str, Any]:
    data = {each.name: getattr(league, each.name) for each in fields(league)}
    tables = [{key: getattr(sheet, key) for key in OF_SHEET} for sheet in league.tables]
    return data | {"entrants": list(map(asdict, league.entrants)), "tables": tables, "budget": asdict(league.budget)}


def _league(data: dict[str, Any]) -> League:
    known = {each.name for each in fields(League)}
    found = {key: value for key, value in data.items() if key in known}
    tables = tuple(TableSheet(**{key: _tupled(value) for key, value in sheet.items()}) for sheet in data["tables"])
    numbers = (data["blocks"], data["seed"], data["schedule"], *(sheet.seats or 0 for sheet in tables))
    words = (*(each[key] for each in data["entrants"] for key in ("name", "kind")), *(sheet.rules for sheet in tables))
    if not (tables and words and _all(int, numbers) and _all(str, words) and _all(dict, [s.flags for s in tables])):
        raise TypeError("not as a league is written")
    if not (0 < data["blocks"] < 1 << 40 and 0 < data["schedule"] <= SCHEDULE):
        raise TypeError("not as a league is written")
    return League(**found | {
        "entrants": tuple(Entrant(**each) for each in data["entrants"]),
        "tables": tables,
        "plans": tuple(data["plans"]),
        "budget": Budget(**data["budget"]),
    })  # fmt: skip


def _all(kind: type, values: Iterable[object]) -> bool:
    return all(type(each) is kind for each in values)


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def as_kept(league: League) -> League:
    """Return the league as it would be read back from its folder."""
    return _league(json.loads(json.dumps(_data(league))))


# -- chunks --------------------------------------------------------------------------------------------------


def chunk_size(league: League) -> int:
    """Return the number of games in the first chunk; later chunks may have more."""
    return 1 if league.has_models else FIRST_CHUNK


def chunk_path(folder: Path, number: int) -> Path:
    """Return the folder of a chunk's result; it exists only once the chunk is played."""
    return folder / CHUNKS / f"{number:06}"


def game_path(folder: Path, game: int) -> Path:
    """Return the path of the journal of a game with models."""
    return folder / GAMES / f"{game:06}.jsonl"


def chunks_of(league: League) -> list[range]:
    """Return the game numbers of each chunk, by chunk number. Adding blocks changes at most the last chunk."""
    return [chunk_games(league, number) for number in range(len(_firsts(league.has_models, _games(league))))]


def chunk_games(league: League, number: int) -> range:
    """Return the game numbers of one chunk."""
    firsts = _firsts(league.has_models, _games(league))
    return range(firsts[number], firsts[number + 1] if number + 1 < len(firsts) else _games(league))


def chunk_of(league: League, game: int) -> int:
    """Return the number of the chunk that holds a game; it depends only on the game's number, so no rules load."""
    return game if league.has_models else len(_firsts(False, game + 1)) - 1


@lru_cache(maxsize=16)
def _firsts(models: bool, games: int) -> list[int]:
    """Return the first game of each chunk, for this number of games."""
    found, first = list[int](), 0
    while first < games:
        found.append(first)
        first += 1 if models else min(FIRST_CHUNK << (len(found) - 1) // SAME, LARGEST_CHUNK)
    return found


@lru_cache(maxsize=16)
def _games(league: League) -> int:
    return len(Schedule(league))


def missing(folder: Path, league: League, tell: Tell | None = None) -> list[int]:
    """Return the numbers of the chunks without a result.

    A damaged result is renamed, reported to `tell`, and counts as missing.
    """
    found = []
    for number, games in enumerate(chunks_of(league)):
        path = chunk_path(folder, number)
        if wrong := _wrong(path, games):
            aside = path.with_name(f"torn-{path.name}-{secrets.token_hex(4)}")
            path.rename(aside)
            if tell:
                tell(f"{path}: {wrong}: set aside as {aside.name}, and played again")
        if wrong is None or wrong:
            found.append(number)
    return found


def _wrong(path: Path, games: range) -> str | None:
    """Return what is wrong with the result of a chunk: an empty string if nothing is, None if there is no result."""
    try:
        data = json.loads((path / CHUNK).read_bytes())
        first, end = data["games"]
        _ = data["failed"], data["cost"]
        if range(first, end) != games:
            return f"it holds games {first} to {end - 1} and now takes {games[0]} to {games[-1]}"
        for name, size in data["files"].items():
            if (path / name).stat().st_size != size:
                return f"{name} is torn"
        return ""
    except FileNotFoundError as error:
        return f"{Path(error.filename).name} is missing" if path.exists() else None
    except NotADirectoryError:
        return "not a folder"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return f"{CHUNK} is damaged"


def read_about(folder: Path, number: int) -> dict[str, Any]:
    """Read the summary of a chunk's result: its games, how many failed, what they cost, its files."""
    found: dict[str, Any] = json.loads((chunk_path(folder, number) / CHUNK).read_bytes())
    return found


# -- one at a time -------------------------------------------------------------------------------------------


@contextmanager
def opened(folder: Path, league: League) -> Iterator[League]:
    """Begin the folder of a league or continue it, locked against other processes. Raises LeagueError, OSError.

    Yields the league as the folder stores it: a folder keeps the version of the schedule it was begun with. Blocks may
    be added.

    Half-written chunks are removed on entry and on exit, because a killed process can't clean up after itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / LEAGUE).exists() and any(not each.name.startswith(".") for each in folder.iterdir()):
        raise LeagueError(f"{folder} is not empty, and holds no league: name a new folder by --into")
    with FileIO(folder / LOCK, "ab") as file:
        try:
            lock(file, folder)
        except Busy:
            raise LeagueError(f"{folder}: another process plays this league") from None
        league = _keep(folder, league)
        _clear(folder)
        try:
            yield league
        finally:
            _clear(folder)


def _clear(folder: Path) -> None:
    for path in (folder / CHUNKS).glob(".*"):
        shutil.rmtree(path, ignore_errors=True)


def _keep(folder: Path, league: League) -> League:
    """Write the league into its folder unless that holds a different one, and return it as it is stored there."""
    if (folder / LEAGUE).exists():
        old = read_league(folder)
        league = replace(league, schedule=old.schedule)
        new = as_kept(league)
        if differs := _difference(old, new):
            raise LeagueError(f"{folder} holds another league: {differs}; name a new folder by --into")
        if (old.blocks, old.budget, old.limits) != (new.blocks, new.budget, new.limits):
            write_league(folder, league)
    else:
        write_league(folder, league)
    (folder / CHUNKS).mkdir(exist_ok=True)
    sync_folder(folder)
    return league


def _difference(old: League, new: League) -> str:
    """Return how two leagues differ; an empty string if games played for one count for the other."""
    before, now = ({each.name: each for each in league.entrants} for league in (old, new))
    if before.keys() != now.keys():
        return f"its players are {', '.join(before)}"
    for name, entrant in before.items():
        if entrant != now[name]:
            same = entrant.kind == now[name].kind
            return f"player {name} has changed since then" if same else f"its {name} is {entrant.kind}"
    if old.tables != new.tables:
        return "it has other tables"
    if old.plans != new.plans:
        return "the rules have changed since then"
    if old.blocks > new.blocks:
        return f"it has {plural(old.blocks, 'block')}"
    for key in ("seed", "mode", "records", "probe", "detect"):
        if getattr(old, key) != getattr(new, key):
            return f"its {key} is {getattr(old, key)}"
    return "" if replace(old, blocks=new.blocks) == new else "its players stand in another order"


# -- files ---------------------------------------------------------------------------------------------------


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file; its data is on disk when this returns."""
    with FileIO(path, "wb") as file:
        put(file, data)
        sync(file.fileno())
