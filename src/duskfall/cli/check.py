"""`duskfall check`: case files."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(short_help="Run case files, or a folder of them.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Run case files, or all case files of a folder."""
    from duskfall.cases.check import check as run

    sys.exit(run(paths, click.echo, lambda line: click.echo(line, err=True)))
