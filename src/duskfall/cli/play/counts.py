"""Counts of many games: a progress bar while they are played, then a table, plain lines or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from duskfall.arena.run.many import Progress, play_many
from duskfall.core.start.deck import dealt_sides
from duskfall.core.victory import STALEMATE
from duskfall.players.foreign.calls import told
from duskfall.tell.text import listing, plural, safe
from duskfall.vocabulary.ruleset import DRAW
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.arena.run.tally import Outcome, WinCount
    from duskfall.core.play.game import Game
    from duskfall.players.llm.accounts.ledger import Ledger
    from duskfall.table.sheet import TableSheet

Row = tuple[str, ...]
SIDE = "side"
GAMES_HEAD = ("games won", "of", "rate", "95 % interval")
SEATS_HEAD = ("seats won", "of", "rate", "95 % interval")


def series(sheet: TableSheet, seeds: range, jobs: int, plain: bool) -> Outcome:
    """Play the games of these seeds with a progress bar; return the counts."""
    with bar(sheet.ruleset.id, len(seeds), plain or len(seeds) == 1) as advance:
        return play_many(sheet, seeds, jobs, advance)


@contextmanager
def bar(title: str, games: int, quiet: bool, first: str = "") -> Iterator[Progress | None]:
    """Yield a function that advances a progress bar by a number of games; None if no bar is shown.

    `first`: the title of the bar until the first advance.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    named = TextColumn("{task.description}", markup=False)
    columns = (named, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(first or title, total=games)
        yield lambda more: shown.update(task, advance=more, description=title)


def report(
    sheet: TableSheet,
    game: Game,
    seeds: range,
    outcome: Outcome,
    as_json: bool,
    plain: bool,
    ledger: Ledger | None = None,
) -> None:
    """Print the counts of the games as text or JSON; JSON includes the costs in `ledger`.

    `game`: the first game as it was dealt.
    """
    if as_json:
        bill = {"models": {kind: each.as_data() for kind, each in ledger.models().items()}} if ledger else {}
        click.echo(json.dumps(as_data(sheet, game, seeds, outcome) | bill, ensure_ascii=False))
        return
    played = f"{plural(outcome.games, 'game')} of {sheet.ruleset.id}"
    which = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    click.echo(f"{played}, {which}, {outcome.rounds / outcome.games:.2f} rounds a game")
    reasons = [f"{reason} {count / outcome.games:.1%}" for reason, count in sorted(outcome.reasons.items())]
    click.echo(f"ended by {listing(reasons)}")
    if quiet := game.plan.rules.quiet_rounds.number(Scene(game.state)):
        rounds = f"{plural(int(quiet), 'round')} in which nobody left"
        click.echo(f"{plural(outcome.reasons[STALEMATE], 'game')} ended in a stalemate, after {rounds}")
    for title, rows in _tables(game, outcome):
        show_rows([(title, *(GAMES_HEAD if title == SIDE else SEATS_HEAD)), *rows], plain)
    for kind, failed in sorted(outcome.failures.items()):
        click.echo(safe(f"{kind}: {told(outcome.asked[kind], failed)}"))


def show_rows(rows: list[Row], plain: bool) -> None:
    """Print a table whose first row is the header; aligned plain lines if `plain` or in a pipe."""
    (_lines if plain or not sys.stdout.isatty() else _rich)(rows)


def as_data(sheet: TableSheet, game: Game, seeds: range, outcome: Outcome) -> dict[str, Any]:
    """Return all counts and the settings that reproduce them, as data for JSON."""
    rules, setup = game.plan.rules, game.setup
    sides = outcome.sides(dealt_sides(rules, setup.roles))
    return {
        "games": outcome.games,
        "wins": sides,
        "intervals": {side: _rounded(*outcome.interval(side)) for side in sides},
        "by_role": {name: _tally(tally) for name, tally in _by_role(game, outcome).items()},
        "by_player": {name: _tally(tally) for name, tally in sorted(outcome.players.items())},
        "rounds": outcome.rounds / outcome.games,
        "decisions": outcome.decisions / outcome.games,
        "seed": seeds[0],
        "rules": rules.id,
        "reasons": dict(sorted(outcome.reasons.items())),
        "flags": setup.flags,
        "deck": {name: setup.roles.count(name) for name in _by_role(game, outcome)},
        "cards": {card: holders.bit_count() for card, holders in setup.cards},
        "players": sheet.players,
        "talk": setup.talk,
    } | ({"failures": _failures(outcome)} if outcome.asked else {})


def _failures(outcome: Outcome) -> dict[str, Any]:
    """Return by program how often it was asked, and how often it failed in each way."""
    return {kind: {"asked": asked, **outcome.failures.get(kind, {})} for kind, asked in sorted(outcome.asked.items())}


def _by_role(game: Game, outcome: Outcome) -> dict[str, WinCount]:
    """Return the counts by role, in the ruleset's order."""
    return {role.name: outcome.roles[role.name] for role in game.plan.rules.roles if role.name in outcome.roles}


def _tally(tally: WinCount) -> dict[str, Any]:
    return {
        "games": tally.games,
        "seats": tally.seats,
        "wins": tally.wins,
        "rate": round(tally.rate, 6),
        "interval": _rounded(*tally.interval),
    }


def _rounded(low: float, high: float) -> list[float]:
    return [round(low, 6), round(high, 6)]


def _tables(game: Game, outcome: Outcome) -> Iterator[tuple[str, list[Row]]]:
    sides = outcome.sides(dealt_sides(game.plan.rules, game.setup.roles))
    shown = [side for side in sides if side != DRAW or sides[DRAW]]
    yield SIDE, [_row(side, sides[side], outcome.games, outcome.interval(side)) for side in shown]
    yield "role", _rows(_by_role(game, outcome))
    if len(outcome.players) > 1:
        yield "player", _rows(dict(sorted(outcome.players.items())))


def _rows(tallies: dict[str, WinCount]) -> list[Row]:
    return [_row(name, tally.wins, tally.seats, tally.interval) for name, tally in tallies.items()]


def _row(name: str, wins: int, of: int, interval: tuple[float, float]) -> Row:
    low, high = interval
    return safe(name), f"{wins:,}", f"{of:,}", f"{wins / of:.1%}", f"{low:.1%} to {high:.1%}"


def _lines(table: list[Row]) -> None:
    click.echo()
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for first, *rest in table:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        click.echo("  ".join([first.ljust(widths[0]), *cells]))


def _rich(rows: list[Row]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from duskfall.terminal.stage.console import terminal

    (title, *head), *body = rows
    table = Table(title, box=SIMPLE_HEAD, pad_edge=False)
    for column in head:
        table.add_column(column, justify="right")
    for row in body:
        table.add_row(*map(Text, row))
    terminal().print(table)
