"""Models, servers and code that a file uses: named again by the user, or confirmed at a prompt, before any runs."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

import click

from duskfall.cli.common import BadInput

TEAM = re.compile(r"\s*[A-Za-z_]\w*\s*=")
COUNT = re.compile(r"\s*\*\s*\d+\s*$")


def read_named(given: Iterable[str]) -> frozenset[str]:
    """Return every kind of player that the user has typed: one by one, or in a line as `play --players` takes it."""
    named = set[str]()
    for line in given:
        parts = [line, *line.split(",")]
        parts += [TEAM.sub("", part, count=1) for part in parts]
        named |= {COUNT.sub("", part).strip() for part in parts} | {part.strip() for part in parts}
    return frozenset(named - {""})


def confirmed(place: Path, missing: Collection[str]) -> bool:
    """Ask whether these models may be called; False where that cannot be asked or is not enough.

    Code and servers of other players are never a matter of a prompt: they have to be named.
    """
    from duskfall.players.addresses import addresses
    from duskfall.players.llm.model import is_model

    if not (_is_terminal() and all(map(is_model, missing))):
        return False
    click.echo(f"{place}: to go on, these models are called:", err=True)
    for line in addresses(missing):
        click.echo(f"  {line}", err=True)
    if not click.confirm("Call them?", default=False, err=True):
        raise BadInput("nothing was called; the game can go on another time")
    return True


def _is_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())
