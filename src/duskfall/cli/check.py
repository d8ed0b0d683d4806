"""The `duskfall check` command: run case files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from duskfall.cli.common import BRING, bring_rules
from duskfall.cli.shell import complete


@click.command(short_help="Run case files, or a folder of them.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def check(paths: tuple[Path, ...], rules: tuple[str, ...]) -> None:
    """Run case files, or all case files of a folder.

    A case may also name its ruleset as module:NAME or by a path from the folder of its file.
    """
    from duskfall.cases.check import check as run

    bring_rules(rules)
    sys.exit(run(paths, click.echo, lambda line: click.echo(line, err=True)))
