"""What `duskfall host` and `duskfall serve` share: the packages they need, their port, their ways of showing a page."""

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
    """End with one line if a package is missing that this server needs; `target` of make brings them all."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in packages):
        raise BadInput(
            f"the server needs a few packages more: pip install 'duskfall[web]' (in a checkout: make {target})"
        )


def opened(port: int | None, lan: bool, also: Sequence[str] = ()) -> Doors:
    """Open sockets at this port, or at the first free one."""
    from duskfall.web.serve import CannotServe, open_doors

    try:
        doors = open_doors(port or PORT, lan, exact=port is not None, also=also)
    except CannotServe as error:
        raise CannotGoOn(str(error)) from None
    if doors.port != (port or PORT):
        click.echo(f"Port {port or PORT} is taken, perhaps by another duskfall; this is {doors.port}.", err=True)
    return doors


def show(address: str) -> None:
    """Open a page in the browser, unless it would open over this terminal."""
    if sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        import webbrowser

        webbrowser.open(address)


def tell(lines: Sequence[str]) -> None:
    """Say it at once: Ctrl-C may come at any moment."""
    click.echo("\n".join(lines))
    sys.stdout.flush()
