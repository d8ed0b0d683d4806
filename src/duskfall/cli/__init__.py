"""The command line. Everything but click is imported when it is needed, so that --help is instant."""

from __future__ import annotations

import os
import sys

import click

from duskfall.cli.check import check
from duskfall.cli.init import COMPLETE, completion, init
from duskfall.cli.play import play
from duskfall.cli.replay import replay
from duskfall.cli.resume import resume
from duskfall.cli.rules import show_rules
from duskfall.cli.why import why


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="duskfall", message="duskfall %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """One engine for the Mafia / Werewolf family of social-deduction games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (play, resume, replay, check, why, show_rules, init, completion):
    cli.add_command(command)


def main() -> None:
    """Run the command line; a mistake is one line and an exit status."""
    if COMPLETE in os.environ:
        from duskfall.cli import bash  # noqa: F401  (click's own breaks NAME=VALUE)
    try:
        status = cli.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"duskfall: {error.format_message()}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("duskfall: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)
