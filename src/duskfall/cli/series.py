"""Many games with models: a bar with what they cost so far, then the count, and the bill model by model."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput
from duskfall.cli.counts import report, show_rows
from duskfall.cli.terms import models_of
from duskfall.players.base import Stopped
from duskfall.players.find import HUMAN
from duskfall.show.bill import model_rows
from duskfall.show.called import command
from duskfall.show.session import HELD_UP, INTERRUPTED
from duskfall.table.seating import all_kinds
from duskfall.table.series import AT_ONCE, Played, Series, open_folder, play_one, play_series
from duskfall.tell.text import plural

if TYPE_CHECKING:
    from duskfall.table.models import Models


def run_series(series: Series, folder: Path, given: Mapping[str, Any]) -> None:
    """Play a series, or go on with it, and print what it came to."""
    sheet = series.sheet
    if HUMAN in all_kinds(sheet.players, sheet.ruleset):
        raise BadInput(f"players: {HUMAN} plays one game, to be watched: leave out games and json")
    with models_of(all_kinds(sheet.players, sheet.ruleset), given, series.records(folder)) as models:
        assert models is not None
        try:
            open_folder(folder, series)
        except OSError as error:
            raise BadInput(f"{folder}: {error.strerror}") from None
        with _leaving(folder):
            played = _play(series, folder, models, given)
    _report(series, played, given)
    if not given.get("json"):
        click.echo(
            f"\nKept in {folder}; see a game again with: {command('replay', series.record(folder, series.seeds[0]))}"
        )


def run_one(series: Series, record: Path, given: Mapping[str, Any]) -> None:
    """Play one game that nobody watches, recorded in this file, and print what it came to."""
    with models_of(all_kinds(series.sheet.players, series.sheet.ruleset), given) as models:
        assert models is not None
        with _leaving(record):
            played = play_one(series.sheet, series.seeds[0], record, models)
    _report(series, played, given)


def _play(series: Series, folder: Path, models: Models, given: Mapping[str, Any]) -> Played:
    at_once = given.get("jobs") or AT_ONCE
    if given.get("plain") or given.get("json") or not sys.stderr.isatty():
        return play_series(series, folder, models, at_once)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(series.sheet.rules), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=len(series.seeds))
        return play_series(series, folder, models, at_once, lambda games: bar.advance(task, games))


@contextmanager
def _leaving(place: Path) -> Iterator[None]:
    """Whoever is stopped is told how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        _stop("Stopped.", place, INTERRUPTED)
    except Stopped as error:
        _stop(f"duskfall: {error}.", place, HELD_UP)


def _stop(why: str, place: Path, status: int) -> None:
    click.echo(f"{why} Go on with: {command('resume', place)}", err=True)
    raise SystemExit(status)


def _report(series: Series, played: Played, given: Mapping[str, Any]) -> None:
    first = series.sheet.start(series.seeds[0])
    as_json, plain = given.get("json", False), given.get("plain", False)
    report(series.sheet, first, series.seeds, played.outcome, as_json, plain, played.ledger)
    if not as_json:
        total = played.ledger.total()
        show_rows(model_rows(played.ledger.models(), total), plain)
        if total.silences:
            click.echo(f"{plural(total.silences, 'question')} got no answer in time: the act was not made.")
