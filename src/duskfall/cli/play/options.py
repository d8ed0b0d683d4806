"""The options that describe a table, shared by `play` and the other commands that need one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from duskfall.cli.shell import complete

Command = TypeVar("Command", bound=Callable[..., Any])
KEYS = ("rules", "seats", "deck", "cards", "flags")

OPTIONS = (
    click.option(
        "--rules",
        shell_complete=complete.rules,
        help="The ruleset to play: an id (`duskfall rules` lists them), module:NAME, or book.py.",
    ),
    click.option("--seats", type=int, metavar="N", help="How many sit at the table, with the book's deck (10)."),
    click.option("--deck", shell_complete=complete.deck, help="The roles to deal, by commas; ROLE*N for several."),
    click.option(
        "--cards",
        shell_complete=complete.cards,
        help="Cards to deal beside the roles, where the book has such: CARD*N.",
    ),
    click.option(
        "--flags", multiple=True, metavar="NAME=VALUE", shell_complete=complete.flags,
        help="A house rule; repeat, or separate by commas.",
    ),
)  # fmt: skip


def table_options(command: Command) -> Command:
    """Decorate a command with the table options."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
