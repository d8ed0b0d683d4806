"""Shared by `duskfall host` and `duskfall serve`: required packages, the port, and opening the page."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import BadInput, CannotGoOn, Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.web.serve import Doors

PORT = 8420
OVER_HTTP = (
    "Over plain http the page works only while this server runs and is in reach: it does not start offline and\n"
    "cannot keep the phone's screen awake."
)
port_option = click.option("--port", type=Number(1, 65535), help=f"Default {PORT}, or the first free port after it.")


def need(packages: Sequence[str], target: str) -> None:
    """Raise `BadInput` if a package that the server needs is missing; `target`: the make target that installs it."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in packages):
        raise BadInput(
            f"the server needs a few packages more: pip install 'duskfall[web]' (in a checkout: make {target})"
        )


def opened(port: int | None, lan: bool, also: Sequence[str] = ()) -> Doors:
    """Open the server's sockets at `port`; without one, at the first free port from `PORT` on.

    `also`: more addresses to listen on. Raise `CannotGoOn` if that fails.
    """
    from duskfall.web.serve import CannotServe, open_doors

    try:
        doors = open_doors(port or PORT, lan, exact=port is not None, also=also)
    except CannotServe as error:
        raise CannotGoOn(str(error)) from None
    if doors.port != (port or PORT):
        click.echo(f"Port {port or PORT} is taken, perhaps by another duskfall; this is {doors.port}.", err=True)
    return doors


def show(address: str) -> None:
    """Open an address in the browser, unless that would be a text browser in this terminal."""
    if sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        import webbrowser

        webbrowser.open(address)


def tell(lines: Sequence[str]) -> None:
    """Print lines and flush them at once: Ctrl-C may come at any moment."""
    click.echo("\n".join(lines))
    sys.stdout.flush()
