"""The `duskfall arena plan` command: estimate the intervals and costs of a league before it is played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BadInput, tell_first, warn_of_deck
from duskfall.cli.play.counts import Row, show_rows
from duskfall.tell.text import listing, plural, safe

if TYPE_CHECKING:
    from collections.abc import Callable

    from duskfall.arena.plan.bill import Consumed
    from duskfall.arena.plan.plan import Need, Plan

UNKNOWN = "unknown"


@click.command(short_help="Say what a league needs before it is played.")
@click.argument("league", metavar="LEAGUE.yaml", type=click.Path(path_type=Path))
@click.option(
    "--interval",
    type=click.FloatRange(min=0, min_open=True),
    metavar="POINTS",
    help="The interval that is wanted: so many points to each side of a player's rating, with 95 % certainty.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def plan(league: Path, interval: float | None, as_json: bool) -> None:
    """Say how many games, tokens and dollars a wanted interval needs, and what the file as it stands gives."""
    from duskfall.arena.folder import LeagueError
    from duskfall.arena.league_file import read_league_file
    from duskfall.arena.plan.plan import POINTS, make_plan
    from duskfall.arena.store.extra import MissingExtra, duckdb
    from duskfall.players.base import PlayerError

    try:
        duckdb()
        found = make_plan(read_league_file(league, tell_first), POINTS if interval is None else (interval,))
    except (LeagueError, PlayerError, MissingExtra) as error:
        raise BadInput(safe(str(error))) from None
    for sheet in found.league.tables:
        warn_of_deck(sheet.ruleset, sheet.start(seed=0).setup.roles)
    if as_json:
        click.echo(json.dumps(found.as_data(), ensure_ascii=False))
    else:
        _show(found)


def _show(found: Plan) -> None:
    league = found.league
    speed = "" if found.pace is None else f"; {found.pace:,.1f} games a second here, in one process"
    click.echo(f"{plural(len(league.entrants), 'player')}, {plural(len(league.tables), 'table')}{speed}")
    show_rows(needs_rows(found), plain=False)
    if found.bills:
        show_rows(player_rows(found), plain=False)
        click.echo(
            "\nExpected: games as scripted bots play them that talk at every turn, and answers of a usual length."
        )
        click.echo(
            "Hardly more: all games as long as the longest of some, a quarter of the calls made twice, answers as"
        )
        click.echo("long as they may be. A provider's cache saves a part of both. budget: {cost: …} is a hard limit.")
    if found.width and found.out_of_reach:
        wanted = listing([f"± {limit:g}" for limit in found.out_of_reach])
        click.echo(
            f"\nOut of reach: {wanted}. However many games are played at these tables, an interval stays at ± "
            f"{found.width.floor:.0f} or more: they hardly tell good play from evil. `tables: sides` does."
        )
    if found.width is None:
        click.echo("\nOne player alone is compared with nobody: there is no interval.")


def needs_rows(found: Plan) -> list[Row]:
    """Return the table of estimates: a column for the league file and for each wanted interval, a row per quantity."""
    cells: dict[str, Callable[[Need], str | None]] = {
        "blocks at each table": lambda need: f"{need.blocks:,}",
        "games": lambda need: f"{need.games:,}",
        "interval of a rating": lambda need: f"± {need.interval:.0f}" if need.interval is not None else None,
        "questions": lambda need: f"{need.bill.expected.questions:,.0f}" if need.bill else None,
        "tokens in": lambda need: f"{need.bill.expected.tokens_in:,.0f}" if need.bill else None,
        "tokens out": lambda need: f"{need.bill.expected.tokens_out:,.0f}" if need.bill else None,
        "expected cost": lambda need: money(need.bill.expected) if need.bill else None,
        "hardly more than": lambda need: money(need.bill.upper) if need.bill else None,
        "time": lambda need: duration(need.seconds) if need.seconds is not None else None,
    }
    rows: list[Row] = [("", *(need.what for need in found.needs))]
    for name, cell in cells.items():
        row = [cell(need) for need in found.needs]
        if any(row):
            rows.append((name, *(each or "" for each in row)))
    return rows


def player_rows(found: Plan) -> list[Row]:
    """Return the table of expected questions, tokens and costs of each model, for the games of the league file."""
    rows: list[Row] = [
        ("the file as it stands", "questions", "tokens in", "tokens out", "expected cost", "hardly more than")
    ]
    for name, one in found.bills.items():
        bill = one.times(found.needs[0].blocks)
        usual = bill.expected
        counts = f"{usual.questions:,.0f}", f"{usual.tokens_in:,.0f}", f"{usual.tokens_out:,.0f}"
        rows.append((safe(name), *counts, money(usual), money(bill.upper)))
    return rows


def money(taken: Consumed) -> str:
    """Format an amount in dollars; as a lower bound or unknown if some of the prices aren't known."""
    if not taken.unpriced:
        return f"${taken.dollars:,.2f}"
    return f"≥ ${taken.dollars:,.2f}" if taken.dollars else UNKNOWN


def duration(seconds: float) -> str:
    """Format a duration in the largest unit of which there are at least two."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"
