"""`duskfall init`: a table file to fill in; `duskfall completion`: Tab in a shell."""

from __future__ import annotations

import os
from pathlib import Path

import click

from duskfall.cli.common import BadInput, find_rules
from duskfall.cli.shell import complete

COMPLETE = "_DUSKFALL_COMPLETE"  # where click looks for what a shell asks


@click.command(short_help="Write a table file, with every setting explained.")
@click.argument("file", default="table.yaml", type=click.Path(allow_dash=True))
@click.option("--rules", "rules_id", shell_complete=complete.rules, help="The ruleset that the table plays.")
def init(file: str, rules_id: str | None) -> None:
    """Write a table file with every setting explained, for `duskfall play FILE`; - prints it."""
    from duskfall.cli.play.template import template
    from duskfall.rules.registry import FIRST
    from duskfall.terminal.called import command

    spec = rules_id or FIRST
    rules = find_rules(spec)
    text = template(rules, _from(file, spec))
    if file == "-":
        click.echo(text, nl=False)
        return
    try:
        with open(file, "x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except FileExistsError:
        raise BadInput(f"{file} exists already: name a new file") from None
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    click.echo(f"Wrote {file}. Play it with: {command('play', file)}")


def _from(file: str, spec: str) -> str:
    """How a table file calls a ruleset: a path is meant from the folder of the file."""
    from duskfall.rules.outside import split_path

    place = split_path(spec)
    if place is None:
        return spec
    path, name = place
    beside = os.path.relpath(path, Path(file).parent).replace(os.sep, "/")
    return f"{beside}:{name}" if name else beside


@click.command(short_help="Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell: eval "$(duskfall completion bash)"."""
    from click.shell_completion import get_completion_class

    from duskfall.cli.shell import bash  # noqa: F401  (click's own breaks NAME=VALUE)

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(context.find_root().command, {}, "duskfall", COMPLETE).source(), nl=False)
