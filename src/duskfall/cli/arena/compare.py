"""The `duskfall arena compare` command: compare two runs of a league."""

from __future__ import annotations

import json
from pathlib import Path

import click

from duskfall.cli.arena.opened import reading


@click.command(short_help="Compare two runs: what was changed, what became of it.")
@click.argument("before", metavar="A", type=click.Path(path_type=Path))
@click.argument("after", metavar="B", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def compare(before: Path, after: Path, as_json: bool) -> None:
    """Compare the runs in two folders: what was changed, how ratings and measures moved, and how sure that is.

    Deals that both runs played are compared with each other.
    """
    with reading(before), reading(after):
        from duskfall.arena.report.needed import READS, need

        need(*READS)
        from duskfall.arena.report.compare.collect import compare as collect
        from duskfall.arena.report.compare.markdown import markdown

        made = collect(before, after)
        click.echo(json.dumps(made.as_data(), ensure_ascii=False) if as_json else markdown(made))
