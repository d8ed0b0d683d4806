"""The `duskfall rules` command: print a ruleset as a page, as data or as diagrams."""

from __future__ import annotations

from pathlib import Path

import click

from duskfall.cli.common import BadInput, find_rules
from duskfall.cli.shell import complete
from duskfall.tell.text import safe
from duskfall.tell.tongue import LANGUAGES, say, speaking


@click.command("rules", short_help="Print a ruleset, or list them all.")
@click.argument("rules_id", required=False, metavar="[RULES]", shell_complete=complete.rules)
@click.option("--format", "form", type=click.Choice(["text", "md", "html", "json", "mermaid", "svg"]), default="text")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", help="The language of the page.")
@click.option("--export", "folder", type=click.Path(path_type=Path), help="Write the pages of all rulesets here.")
def show_rules(rules_id: str | None, form: str, language: str, folder: Path | None) -> None:
    """Print a ruleset as a page made from its data; without RULES, list the rulesets.

    RULES is an id, module:NAME, or path/to/book.py.
    """
    import json

    from duskfall.draw import export
    from duskfall.rules.registry import problems, rulesets
    from duskfall.tell.rules import formats

    if folder:
        try:
            names = export.export(folder)
        except OSError as error:
            raise BadInput(f"--export: {folder}: {error.strerror}") from None
        for name in names:
            click.echo(str(folder / name))
    elif rules_id is None:
        for rules in rulesets():
            with speaking(language):
                about = say("{title}, {roles} roles", title=say(rules.title), roles=len(rules.roles))
                click.echo(f"{rules.id:<18} {about}")
        for line in problems():
            click.echo(f"duskfall: {safe(line)}", err=True)
    elif form == "json":
        click.echo(json.dumps(formats.data(find_rules(rules_id)), indent=2, ensure_ascii=False))
    else:
        pages = {"text": formats.text, "md": formats.page, "html": formats.html, "mermaid": formats.mermaid}
        shows = pages | {"svg": export.svg}
        with speaking(language):
            click.echo(shows[form](find_rules(rules_id)), nl=form != "svg")
