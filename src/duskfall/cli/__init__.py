"""The command line: the `duskfall` program and its commands.

A command imports what it needs when it runs, so that --help is instant.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from typing import Any, NoReturn

import click

from duskfall.cli.arena.command import arena
from duskfall.cli.balance import balance
from duskfall.cli.check import check
from duskfall.cli.common import BadInput
from duskfall.cli.detect import detect
from duskfall.cli.host import host
from duskfall.cli.mcp import mcp
from duskfall.cli.play.command import play
from duskfall.cli.play.init import COMPLETE, completion, init
from duskfall.cli.prompts import prompts
from duskfall.cli.replay import replay
from duskfall.cli.resume import resume
from duskfall.cli.rule.command import rule
from duskfall.cli.rules import show_rules
from duskfall.cli.serve import serve
from duskfall.cli.simulate import simulate
from duskfall.cli.table import table
from duskfall.cli.why import why

FAILED, INTERRUPTED = 1, 130
LONGEST = 2000  # the most characters of an error message


class ClosedPipe(Exception):
    """A closed standard output, as in `duskfall ... | head`; the program ends with status 0."""


class Program(click.Group):
    """The group of all commands; `duskfall ... | head` is not an error."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; raise `ClosedPipe` if the output is closed and `BadInput` if the ruleset is faulty."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ClosedPipe from None
        except ValueError as error:
            from duskfall.vocabulary.ruleset_error import RulesetError

            if isinstance(error, RulesetError):  # a faulty rule that is noticed only in the middle of a game
                raise BadInput(f"the ruleset cannot be played: {error}") from None
            raise


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="duskfall", message="duskfall %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """One engine for the Mafia / Werewolf family of social-deduction games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


COMMANDS = (
    play, simulate, arena, host, serve, table, mcp, resume, replay, check, why, detect, prompts, rule, show_rules,
    balance, init, completion,
)  # fmt: skip
for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run the command line and exit; an error is printed as one line and sets the exit status."""
    if COMPLETE in os.environ:
        from duskfall.cli.shell import bash  # noqa: F401  (click's own breaks NAME=VALUE)
    _mend_streams()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupt)
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _leave(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _leave("stopped", INTERRUPTED)
    except (BrokenPipeError, ClosedPipe):
        _leave("", 0)
    except OSError as error:
        _leave(str(error.strerror or error), FAILED)
    sys.exit(status if isinstance(status, int) else 0)


def _mend_streams() -> None:
    """Replace missing standard streams with the null device; escape characters that the output can't encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (for the whole run)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _interrupt(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _leave(why: str, status: int) -> NoReturn:
    """Print an error as one safe line and exit; `why` may quote hostile text, and an empty one prints nothing.

    Standard output goes to the null device from here on: it may be a broken pipe.
    """
    from duskfall.tell.text import safe

    if why:
        said = safe(why)
        with suppress(OSError):
            click.echo(f"duskfall: {said if len(said) <= LONGEST else said[:LONGEST] + ' …'}", err=True)
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
