"""Series of games with language models: a progress bar, then the counts, then the costs by model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.arena.run.series import AT_ONCE, PlayedGames, Series, open_folder, play_one, play_series
from duskfall.cli.common import BadInput, going_on
from duskfall.cli.play.counts import bar, report
from duskfall.cli.play.terms import models_of
from duskfall.players.find import naming, unnamed
from duskfall.table.seating import all_kinds
from duskfall.terminal.bill import show_series_bill
from duskfall.terminal.called import command
from duskfall.terminal.session import NEW_LIMIT
from duskfall.terminal.stage.console import is_screen, terminal

if TYPE_CHECKING:
    from duskfall.table.models import Models


def run_series(series: Series, folder: Path, given: Mapping[str, Any]) -> None:
    """Play or resume a series in a folder, and print the result."""
    with _models(series, given, series.records(folder)) as models:
        assert models is not None
        try:
            open_folder(folder, series)
        except OSError as error:
            raise BadInput(f"{folder}: {error.strerror}") from None
        with _leaving(series, folder, given):
            played = _play(series, folder, models, given)
    _report(series, played, given)
    if not given.get("json"):
        click.echo(
            f"\nKept in {folder}; see a game again with: {command('replay', series.record(folder, series.seeds[0]))}"
        )


def run_one(series: Series, record: Path, given: Mapping[str, Any]) -> None:
    """Play one game of a series without showing it, record it in a file, and print the result."""
    with _models(series, given) as models:
        assert models is not None
        with _leaving(series, record, given):
            played = play_one(series.sheet, series.seeds[0], record, models)
    _report(series, played, given)


def _models(
    series: Series, given: Mapping[str, Any], past: Sequence[Path] = ()
) -> AbstractContextManager[Models | None]:
    game = series.sheet.start(series.seeds[0])
    return models_of(series.sheet.kinds(game), given, game, len(series.seeds), past)


def _play(series: Series, folder: Path, models: Models, given: Mapping[str, Any]) -> PlayedGames:
    with bar(series.sheet.ruleset.id, len(series.seeds), bool(given.get("plain") or given.get("json"))) as advance:
        return play_series(series, folder, models, given.get("jobs") or AT_ONCE, advance)


def _leaving(series: Series, place: Path, given: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Return a context that, if the run is stopped, prints the command to resume it.

    The cost limit isn't kept with the series, so the hint says to repeat it: without it, the rest has no limit.
    """
    named = naming(unnamed(all_kinds(series.sheet.players, series.sheet.ruleset), ()))
    return going_on(f"Go on with: {command('resume', place)} {named}{NEW_LIMIT if 'max-cost' in given else ''}")


def _report(series: Series, played: PlayedGames, given: Mapping[str, Any]) -> None:
    first = series.sheet.start(series.seeds[0])
    as_json, plain = given.get("json", False), given.get("plain", False)
    report(series.sheet, first, series.seeds, played.outcome, as_json, plain, played.ledger)
    if not as_json:
        console = terminal()
        show_series_bill(console, played.ledger, plain or not is_screen(console))
