"""A series: many games of one table with models, several at once, each recorded in one folder. It can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from duskfall.arena.run.pool import over_threads
from duskfall.arena.run.recorded import play_recorded
from duskfall.arena.run.tally import Outcome
from duskfall.core.play.game import Game
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.model import is_model
from duskfall.rules.outside import NoRuleset
from duskfall.rules.registry import known, unknown
from duskfall.table.guard import PlayerFailed
from duskfall.table.kept.journal import Busy, lock
from duskfall.table.models import SEED, Models
from duskfall.table.seating import all_kinds
from duskfall.table.sheet import TableSheet

PLAN = "series.json"
BESIDE = f".{PLAN}"  # temporary name while it's written
FORMAT = 1
AT_ONCE = 20  # games at once by default


@dataclass(frozen=True, slots=True)
class Series:
    """A table, and a range of seeds with a game for each."""

    sheet: TableSheet
    seeds: range

    def record(self, folder: Path, seed: int) -> Path:
        """Return the path of the record for a seed's game."""
        return folder / f"{self.sheet.ruleset.id}-{seed}.jsonl"

    def records(self, folder: Path) -> list[Path]:
        """Return the records of the games that have begun."""
        return [path for path in (self.record(folder, seed) for seed in self.seeds) if path.exists()]


class PlayedGames(NamedTuple):
    """The outcome and the costs of one game or of many."""

    outcome: Outcome
    ledger: Ledger


# -- the folder --------------------------------------------------------------------------------------------


def open_folder(folder: Path, series: Series) -> None:
    """Begin the folder of a series or continue it; games may be added. Raises PlayerError, OSError."""
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
    """Return the first seed of a folder's series; None if there is no series yet."""
    return read_folder(folder).seeds[0] if folder and (folder / PLAN).exists() else None


def read_folder(folder: Path) -> Series:
    """Read the series of a folder. Raises PlayerError, OSError."""
    try:
        data = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        first, count = data["seeds"]
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data["sheet"].items()
        }
        if known(given["rules"]) is None:  # a folder names its ruleset, but never loads one
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
    """Return the sheet with its ruleset named by id, wherever the ruleset came from."""
    return replace(sheet, rules=sheet.ruleset.id)


# -- playing -----------------------------------------------------------------------------------------------


def play_series(
    series: Series, folder: Path, models: Models, at_once: int = AT_ONCE, progress: Callable[[int], None] | None = None
) -> PlayedGames:
    """Play all games that aren't over yet. An error in one game stops all; the folder keeps what was played."""

    def one(seed: int) -> PlayedGames:
        return play_one(series.sheet, seed, series.record(folder, seed), models)

    outcome, ledger = Outcome(), Ledger()
    with _alone(folder), closing(over_threads(one, series.seeds, at_once, models.exchange.close)) as games:
        for played in games:
            outcome.merge(played.outcome)
            ledger.merge(played.ledger)
            if progress:
                progress(1)
    return PlayedGames(outcome, ledger)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the series against other processes. Raises PlayerError if one is playing it."""
    with FileIO(folder / PLAN, "rb") as plan:
        try:
            lock(plan, folder)
        except Busy:
            raise PlayerError(f"{folder}: another process plays this series") from None
        yield


def play_one(sheet: TableSheet, seed: int, path: Path, models: Models) -> PlayedGames:
    """Play one game or continue it, unless it's over already."""

    def dealt() -> tuple[Game, Sequence[str]]:
        game = sheet.start(seed)
        return game, sheet.kinds(game)

    try:
        played = play_recorded(dealt, all_kinds(sheet.players, sheet.ruleset), path, models, f"{SEED}{seed}")
    except PlayerFailed as error:
        raise PlayerFailed(f"seed {seed}: {error}") from error
    except OSError as error:
        raise PlayerFailed(f"seed {seed}: {error.filename or path}: {error.strerror}") from error
    outcome = Outcome()
    outcome.count(played.game, played.kinds)
    return PlayedGames(outcome, played.sitting.ledger)
