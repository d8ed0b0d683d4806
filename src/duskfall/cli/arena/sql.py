"""The `duskfall arena sql` command: query the tables of a league in SQL."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.arena.opened import opened_tables
from duskfall.cli.common import BadInput
from duskfall.tell.text import safe

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = Sequence[Any]
MOST_SHOWN, BATCH = 500, 1000
ONLY = "only one question is answered, and nothing is changed: SELECT, FROM, WITH, DESCRIBE or SUMMARIZE"


@click.command(short_help="Ask the tables of a league, in SQL.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("query", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, as in a pipe.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array, an object a row.")
def sql(folder: Path, query: str | None, as_csv: bool, as_json: bool) -> None:
    """Ask the tables of a league in DuckDB's SQL; without QUERY, say which tables and columns there are.

    Nothing is changed, and nothing but the league is read.
    """
    with opened_tables(folder) as tables:
        if query is None:
            _say_tables(tables)
            return
        names, rows = _asked(tables, query)
        if as_json:
            _print_json(names, rows)
        elif as_csv or not sys.stdout.isatty():
            _print_csv(names, rows)
        else:
            _print_table(names, rows)


def _say_tables(tables: DuckDBPyConnection) -> None:
    """Print the tables and columns as they are spelled in a query: reserved words of SQL need quotes."""
    from duskfall.arena.store.tables import TABLES

    found = tables.execute("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'").fetchall()
    reserved = {word for (word,) in found}
    for table, columns in TABLES.items():
        written = (f'"{name}" {kind}' if name in reserved else f"{name} {kind}" for name, kind in columns.items())
        click.echo(f"{table}: {', '.join(written)}")


def _asked(tables: DuckDBPyConnection, query: str) -> tuple[list[str], Iterator[Row]]:
    """Run a query; return the column names, made unique, and an iterator over the rows.

    Raise `BadInput` for anything but one SELECT statement.
    """
    import duckdb

    found = tables.extract_statements(query)
    if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
        raise BadInput(ONLY)
    cursor = tables.execute(found[0])
    names, seen = list[str](), Counter[str]()
    for name, *_ in cursor.description or ():
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names, chain.from_iterable(iter(lambda: cursor.fetchmany(BATCH), []))


# -- printing ----------------------------------------------------------------------------------------------


def _print_json(names: Sequence[str], rows: Iterator[Row]) -> None:
    before = "["
    for row in rows:
        found = {name: _finite(value) for name, value in zip(names, row, strict=True)}
        click.echo(f"{before}{json.dumps(found, ensure_ascii=False, default=str)}", nl=False)
        before = ",\n "
    click.echo("]" if before != "[" else "[]")


def _finite(value: object) -> object:
    """Return None for an infinite number or NaN, which JSON doesn't have; otherwise the value."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _print_csv(names: Sequence[str], rows: Iterator[Row]) -> None:
    shown = safe if sys.stdout.isatty() else str
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([None if value is None else shown(_cell(value)) for value in row])


def _cell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_table(names: Sequence[str], rows: Iterator[Row]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from duskfall.terminal.stage.console import terminal

    shown = list(islice(rows, MOST_SHOWN))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column, name in enumerate(names):
        numbers = all(isinstance(row[column], int | float | None) for row in shown)
        table.add_column(Text(safe(name)), justify="right" if numbers else "left", overflow="fold")
    for row in shown:
        table.add_row(*(Text("" if value is None else safe(_cell(value))) for value in row))
    terminal().print(table)
    more = sum(1 for _ in rows)
    if more:
        click.echo(f"... and {more:,} more rows: --csv prints all of them", err=True)
