"""The commands `duskfall init`, which writes a table file, and `duskfall completion`, for shells."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click

from duskfall.cli.common import BadInput, find_rules
from duskfall.cli.shell import complete

NAME = "duskfall"
COMPLETE = "_DUSKFALL_COMPLETE"  # the environment variable in which click finds a shell's request
COMPDEF = f"    compdef _{NAME}_completion"
READY = "    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }"  # for a zsh without a startup file


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
    """Return the name of a ruleset for use in a table file; a path becomes relative to the folder of the file."""
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
    """Print the completion script of a shell.

    \b
    bash, zsh:  eval "$(duskfall completion bash)"
    fish:       duskfall completion fish | source
    """
    from click.shell_completion import get_completion_class

    from duskfall.cli.shell import bash  # noqa: F401  (click's own breaks NAME=VALUE)

    maker = get_completion_class(shell)
    assert maker is not None
    script = maker(context.find_root().command, {}, NAME, COMPLETE).source()
    click.echo(_wherever(script.replace(COMPDEF, f"{READY}\n{COMPDEF}")), nl=False)


def _wherever(script: str) -> str:
    """Return the completion script, adapted to a program that is not on the PATH: it calls the one that printed it."""
    from duskfall.terminal.called import program

    if program() == NAME:
        return script
    place = shlex.quote(os.path.abspath(sys.argv[0]))
    on_path = f"    (( ! $+commands[{NAME}] )) && return 1\n"  # zsh gives up if it isn't on the PATH
    return (
        script.replace(on_path, "")
        .replace(f"_complete {NAME})", f"_complete {place})")
        .replace(f"(commandline -t) {NAME})", f"(commandline -t) {place})")
    )
