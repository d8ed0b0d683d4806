"""Consent for models, servers and code that a file uses: the user names them again or confirms them at a prompt.

None of them is called or run before that.
"""

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
    """Return all kinds of player in `given`: single kinds, or whole lines as in `play --players`."""
    named = set[str]()
    for line in given:
        parts = [line, *line.split(",")]
        parts += [TEAM.sub("", part, count=1) for part in parts]
        named |= {COUNT.sub("", part).strip() for part in parts} | {part.strip() for part in parts}
    return frozenset(named - {""})


def confirmed(place: Path, missing: Collection[str]) -> bool:
    """Ask whether these models may be called; return False if a prompt isn't possible or not sufficient.

    Code, servers of other players and models that would be sent a file can't be confirmed at a prompt: the user must
    name them. Raise `BadInput` if the answer is no.
    """
    from duskfall.players.addresses import addresses
    from duskfall.players.llm.casting import names_file
    from duskfall.players.llm.model import is_model

    if not (_is_terminal() and all(is_model(kind) and not names_file(kind) for kind in missing)):
        return False
    click.echo(f"{place}: to go on, these models are called:", err=True)
    for line in addresses(missing):
        click.echo(f"  {line}", err=True)
    if not click.confirm("Call them?", default=False, err=True):
        raise BadInput("nothing was called; the game can go on another time")
    return True


def _is_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())
