"""`duskfall arena`: the commands of leagues, each loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = ("run", "plan", "sql", "export", "game", "report", "compare")


class Arena(click.Group):
    """A command is the function of its name in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which one needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"duskfall.cli.arena.{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)
        return found


@click.group(
    cls=Arena,
    short_help="Play leagues, rate who plays best, and say how sure that is.",
    invoke_without_command=True,
)
@click.pass_context
def arena(context: click.Context) -> None:
    """Leagues of models and bots: who plays best, and how sure is that?"""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
