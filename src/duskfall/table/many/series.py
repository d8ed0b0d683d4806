"""A series: many games of one table with models, several at once, each with its record in one folder; it can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.record import RecordError
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.model import is_model
from duskfall.rules.outside import NoRuleset
from duskfall.rules.registry import known, unknown
from duskfall.table.errands import remind
from duskfall.table.guard import PlayerFailed
from duskfall.table.kept.journal import Busy, Journal, lock
from duskfall.table.kept.resume import NotBegun, resume
from duskfall.table.many.tally import Outcome
from duskfall.table.models import Models, Sitting
from duskfall.table.run import play
from duskfall.table.seating import all_kinds, seat_players
from duskfall.table.sheet import TableSheet

PLAN = "series.json"
BESIDE = f".{PLAN}"  # while it is written
FORMAT = 1
AT_ONCE = 20  # games, where nothing else is said
BLINK = 0.5  # seconds between two looks whether Ctrl-C was pressed


@dataclass(frozen=True, slots=True)
class Series:
    """A table and its seeds, a game each."""

    sheet: TableSheet
    seeds: range

    def record(self, folder: Path, seed: int) -> Path:
        """Where the game of a seed is kept."""
        return folder / f"{self.sheet.ruleset.id}-{seed}.jsonl"

    def records(self, folder: Path) -> list[Path]:
        """The games that have begun."""
        return [path for path in (self.record(folder, seed) for seed in self.seeds) if path.exists()]


class PlayedGames(NamedTuple):
    """What one game came to, or many."""

    outcome: Outcome
    ledger: Ledger


# -- the folder --------------------------------------------------------------------------------------------


def open_folder(folder: Path, series: Series) -> None:
    """Begin the folder of a series, or go on with it; more games may be added. Raises PlayerError, OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (folder / PLAN).exists():
        old = read_folder(folder)
        if replace(old.sheet, seed=series.sheet.seed) != _by_id(series.sheet) or old.seeds[0] != series.seeds[0]:
            raise PlayerError(f"{folder} holds another series: name a new folder, or go on with it by duskfall resume")
        if len(old.seeds) >= len(series.seeds):
            return
    elif any(each.name != BESIDE for each in folder.iterdir()):
        raise PlayerError(f"{folder} is not empty, and holds no series: name a new folder")
    text = json.dumps({"series": FORMAT, **_data(series)}, ensure_ascii=False, indent=1)
    beside = folder / BESIDE
    beside.write_text(text + "\n", encoding="utf-8")
    os.replace(beside, folder / PLAN)


def first_seed(folder: Path | None) -> int | None:
    """The seed with which the series of a folder begins; None if there is none yet."""
    return read_folder(folder).seeds[0] if folder and (folder / PLAN).exists() else None


def read_folder(folder: Path) -> Series:
    """The series of a folder; raises PlayerError, OSError."""
    try:
        data = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        first, count = data["seeds"]
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data["sheet"].items()
        }
        if known(given["rules"]) is None:  # a folder names its ruleset, and never loads one
            raise NoRuleset(unknown(given["rules"]))
        found = Series(TableSheet(**given), range(first, first + count))
        kinds = all_kinds(found.sheet.players, found.sheet.ruleset)
        if data["series"] != FORMAT or not found.seeds or not any(map(is_model, kinds)):
            raise ValueError("another format, or nobody to play")
        return found
    except NoRuleset as error:
        raise PlayerError(f"{folder / PLAN}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise PlayerError(f"{folder / PLAN}: damaged, or not of a series") from None


def _data(series: Series) -> dict[str, Any]:
    return {"sheet": asdict(_by_id(series.sheet)), "seeds": [series.seeds[0], len(series.seeds)]}


def _by_id(sheet: TableSheet) -> TableSheet:
    """The sheet with its ruleset by id, wherever that came from."""
    return replace(sheet, rules=sheet.ruleset.id)


# -- playing -----------------------------------------------------------------------------------------------


def play_series(
    series: Series, folder: Path, models: Models, at_once: int = AT_ONCE, progress: Callable[[int], None] | None = None
) -> PlayedGames:
    """Play what is not over yet; what stops one game stops all, and the folder holds what was played."""
    with _alone(folder), _pool(at_once, models) as pool:
        games = [
            pool.submit(play_one, series.sheet, seed, series.record(folder, seed), models) for seed in series.seeds
        ]
        _wait_for(games, progress)
    outcome, ledger = Outcome(), Ledger()
    for game in games:
        played = game.result()
        outcome.merge(played.outcome)
        ledger.merge(played.ledger)
    return PlayedGames(outcome, ledger)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process plays a series at a time."""
    with FileIO(folder / PLAN, "rb") as plan:
        try:
            lock(plan, folder)
        except Busy:
            raise PlayerError(f"{folder}: another process plays this series") from None
        yield


@contextmanager
def _pool(at_once: int, models: Models) -> Iterator[ThreadPoolExecutor]:
    """Threads, a game each; who leaves early breaks off all calls, so that none is waited for."""
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="game")
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        models.exchange.close()
        raise
    finally:
        pool.shutdown(wait=True)


def _wait_for(games: list[Future[PlayedGames]], progress: Callable[[int], None] | None) -> None:
    """Until all are over, or one has failed, whose reason is raised."""
    told, open_ = 0, set(games)
    while open_:
        done, open_ = wait(open_, BLINK, FIRST_EXCEPTION)
        for game in done:
            game.result()
        over = len(games) - len(open_)
        if progress and over > told:
            progress(over - told)
        told = over


def play_one(sheet: TableSheet, seed: int, path: Path, models: Models) -> PlayedGames:
    """Play one game, or go on with it, unless it is over already."""
    game, kinds, journal, seats = _begin(sheet, seed, path, models)
    try:
        sitting = models.sit(game, journal.path, seats)
        try:
            _play(game, kinds, sitting, journal)
        finally:
            sitting.close(game.state.over)
    except PlayerFailed as error:
        raise PlayerFailed(f"seed {seed}: {error}") from error
    except OSError as error:
        raise PlayerFailed(f"seed {seed}: {error.filename or journal.path}: {error.strerror}") from error
    finally:
        journal.close(game.state.over)
    outcome = Outcome()
    outcome.count(game, kinds)
    return PlayedGames(outcome, sitting.ledger)


def _play(game: Game, kinds: Sequence[str], sitting: Sitting, journal: Journal) -> None:
    if not game.over:
        players = seat_players(game, kinds, sitting.makers)
        remind(game, players)
        play(game, players, sitting.probing(players, journal))


def _begin(
    sheet: TableSheet, seed: int, path: Path, models: Models
) -> tuple[Game, tuple[str, ...], Journal, Mapping[str, Any]]:
    """A new game, or one that goes on; with what its record has of each seat's model."""
    try:
        found = resume(path, all_kinds(sheet.players, sheet.ruleset))
        if not found.game.over:
            models.preflight()
        return found.game, found.kinds, found.journal, found.journal.models
    except FileNotFoundError:
        pass
    except NotBegun:
        path.unlink()
    except RecordError as error:
        raise PlayerError(f"{path}: {error}") from None
    models.preflight()
    game = sheet.start(seed)
    kinds = sheet.kinds(game)
    seats = models.in_effect(game, kinds)
    return game, kinds, Journal(path, game, kinds, seats), seats
