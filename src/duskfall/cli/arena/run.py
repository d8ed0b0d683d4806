"""The `duskfall arena run` command: play or resume a league and print its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.arena.result import report_result
from duskfall.cli.common import BadInput, CannotGoOn, going_on, tell_first, warn_of_deck
from duskfall.terminal.called import command

if TYPE_CHECKING:
    from duskfall.arena.league import League
    from duskfall.arena.run.spread import Map
    from duskfall.arena.run.standing import Standing
    from duskfall.table.models import Models

HERE = ""  # the address that stands for this machine's cluster, or a new one
NEEDED = ("duckdb", "numpy", "openskill")


@click.command(
    short_help="Play a league, or go on with it.",
    epilog="Exit status: 0 when all is played or the budget is used up, 1 when the disk is full or every game failed, "
    "2 for a mistake in what was asked for, 3 when models cannot go on (a key, a server), 130 when it was stopped.",
)
@click.argument("league", metavar="LEAGUE.yaml", type=click.Path(path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), help="The league's folder; else beside the file, of its name.")
@click.option("--jobs", metavar="J", help="Bots: so many processes (one for each core). Models: games at once (20).")
@click.option("--max-cost", metavar="USD", help="Models: stop before they cost more in all; else what the file says.")
@click.option("--limits", metavar="NAME.WHAT=N", help="Models: what a provider gets; else what the file says.")
@click.option(
    "--ray",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value=HERE,
    help="Play on a Ray cluster; without an address, on this machine's.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object only.")
@click.option("--plain", is_flag=True, help="Plain lines, as in a pipe.")
def run(league: Path, into: Path | None, as_json: bool, plain: bool, **options: Any) -> None:
    """Play the league of a file, or go on with it, and say who plays best.

    All that is played is in the folder: after Ctrl-C or a crash the same command goes on where it stopped. With more
    blocks in the file, it plays those, too.
    """
    folder = into or beside(league)
    with _told(folder, league):
        wanted = _read(league, options)
        for sheet in wanted.tables:
            warn_of_deck(sheet.ruleset, sheet.start(seed=0).setup.roles)
        ended = _play(folder, wanted, options, plain)
        if not report_result(folder, wanted, ended, as_json, plain):
            raise SystemExit(1)


def beside(file: Path) -> Path:
    """Return the default folder of a league file, which is beside it: `club` for `club.yaml`."""
    return file.with_suffix("") if file.suffix else file.parent / f"{file.name}.league"


@contextmanager
def _told(folder: Path, file: Path) -> Iterator[None]:
    """Turn everything that stops a league into an error of one line; if the league can go on, it says how."""
    from duskfall.arena.folder import LeagueError
    from duskfall.arena.store.extra import MissingExtra
    from duskfall.arena.store.query import StoreError
    from duskfall.players.base import PlayerError
    from duskfall.table.guard import PlayerFailed

    named = () if folder == beside(file) else ("--into", folder)
    again = f"Go on with: {command('arena', 'run', file, *named)}"
    try:
        with going_on(again):
            yield
    except (LeagueError, PlayerError, MissingExtra, StoreError) as error:
        raise BadInput(str(error)) from None
    except PlayerFailed as error:
        raise CannotGoOn(f"{error}. {again}") from None
    except OSError as error:
        raise CannotGoOn(f"{error.filename or folder}: {error.strerror}. Nothing is lost. {again}") from None


def _read(file: Path, options: dict[str, Any]) -> League:
    """Return the league of a file with the options applied; converted values replace those in `options`."""
    from duskfall.arena.league_file import READERS, read_league_file
    from duskfall.arena.store.extra import MissingExtra
    from duskfall.table.values import READERS as OPTIONS

    for package in NEEDED:
        if find_spec(package) is None:
            raise MissingExtra(f'the arena needs {package}: pip install "duskfall[arena]" (in a checkout: make arena)')
    league = read_league_file(file, tell_first)
    read = {"max_cost": OPTIONS["max-cost"], "limits": READERS["limits"], "jobs": OPTIONS["jobs"]}
    for key, value in options.items():
        if key in read and value is not None:
            with _option(key):
                options[key] = read[key](value)
                if key != "jobs" and not league.has_models:
                    raise ValueError("no language model plays here")
    if options["max_cost"] is not None:
        league = replace(league, budget=replace(league.budget, dollars=options["max_cost"]))
    return league if options["limits"] is None else replace(league, limits=options["limits"])


@contextmanager
def _option(key: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise BadInput(f"--{key.replace('_', '-')}: {error}") from None


# -- playing -------------------------------------------------------------------------------------------------


def _play(folder: Path, league: League, options: dict[str, Any], plain: bool) -> str:
    """Play the missing games; return why the run stopped early, or an empty string."""
    from duskfall.arena.folder import missing, opened
    from duskfall.arena.run.session import play_missing
    from duskfall.arena.run.standing import Standing
    from duskfall.cli.arena.progress import progress

    with opened(folder, league) as league:
        todo = missing(folder, league, lambda line: click.echo(line, err=True))
        standing = Standing(folder, league, todo)
        if not todo:
            return ""
        click.echo(f"{folder}: {standing.done:,} of {standing.games:,} games are played", err=True)
        _tell_calls(league)
        with _map(standing, options) as spread, progress(plain) as watch:
            return play_missing(standing, todo, spread, watch)


def _tell_calls(league: League) -> None:
    """Print the addresses of the league's models; must be called before any model is."""
    from duskfall.players.addresses import addresses
    from duskfall.players.llm.model import is_model

    for line in addresses(filter(is_model, league.kinds)):
        tell_first(line)


@contextmanager
def _map(standing: Standing, options: Mapping[str, Any]) -> Iterator[Map]:
    """Yield the function that spreads chunks of games over a cluster, threads or processes."""
    from duskfall.arena.run.series import AT_ONCE
    from duskfall.arena.run.spread import over_cores, over_games

    if options["ray"] is not None:
        from duskfall.arena.run.on_ray import on_ray

        yield on_ray(options["ray"] or None)
    elif standing.league.has_models:
        with _models(standing) as models:
            assert models is not None
            yield over_games(models, options["jobs"] or AT_ONCE)
    else:
        yield over_cores(options["jobs"] or 0)


def _models(standing: Standing) -> AbstractContextManager[Models | None]:
    """Return the models that all games share; the costs of earlier runs count toward the limit."""
    from duskfall.arena.run.one import lineup_kinds
    from duskfall.arena.run.with_models import journals
    from duskfall.arena.schedule import Schedule, deal
    from duskfall.cli.play.terms import models_of
    from duskfall.table.values import READERS

    league = standing.league
    given = {"max-cost": league.budget.dollars, "limits": READERS["limits"](league.limits), "probe": league.probe}
    first = Schedule(league)[0]
    seated = lineup_kinds(league, first)
    kinds = seated if {*seated} == {*league.kinds} else league.kinds
    left = standing.games - standing.done
    return models_of(kinds, given, deal(league, first), left, journals(standing.folder))
