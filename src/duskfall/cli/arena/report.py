"""The `duskfall arena report` command: write the results of a league as a page, Markdown and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from duskfall.cli.arena.opened import reading
from duskfall.cli.common import BRING, BadInput, bring_rules, waiting
from duskfall.cli.shell import complete

REPORT = "report"


@click.command(short_help="Write what came of a league: a page, Markdown, JSON.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print ratings and measures as one JSON object; write nothing.")
@click.option("--into", type=click.Path(path_type=Path), help="Where to write it (DIR/report).")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def report(folder: Path, as_json: bool, into: Path | None, rules: tuple[str, ...]) -> None:
    """Write what came of a league: ratings, measures, costs, and the games worth seeing."""
    from duskfall.terminal.called import command

    bring_rules(rules)
    with reading(folder):
        from duskfall.arena.report.needed import DRAWS, READS, need

        need(*READS, *(() if as_json else DRAWS))
        from duskfall.arena.report.collect import report as collect
        from duskfall.arena.report.write import GAMES, PAGE, write

        if not (as_json or into) and any(place.is_symlink() for place in (folder / REPORT, folder / REPORT / GAMES)):
            raise BadInput(f"{folder / REPORT}: leads elsewhere by a link: name where to write by --into")
        with waiting("reading the games …"):
            made = collect(folder)
        if as_json:
            click.echo(json.dumps(made.as_data(), ensure_ascii=False))
            return
        into = into or folder / REPORT
        try:
            with waiting("writing the report …"):
                write(made, folder, into)
        except OSError as error:
            raise BadInput(f"{error.filename or into}: {error.strerror}") from None
    click.echo(f"Written: {into / PAGE}; the same as report.md and report.json beside it.")
    click.echo(f"Ask the tables yourself with: {command('arena', 'sql', folder)}")
