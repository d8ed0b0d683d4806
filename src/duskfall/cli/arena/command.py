"""The `duskfall arena` command group; each subcommand is imported only when it is used."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = ("run", "plan", "sql", "export", "game", "report", "compare")


class Arena(click.Group):
    """A command group whose subcommand NAME is the function NAME of the module `duskfall.cli.arena.NAME`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands in the order in which they are usually needed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand of this name, or None if there is none."""
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
