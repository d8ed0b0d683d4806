"""The `duskfall serve` command: a server of web tables for people, bots and models."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BRING, BadInput, CannotGoOn, bring_rules
from duskfall.cli.served import OVER_HTTP, need, opened, port_option, show, tell
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from duskfall.web.serve import Doors

NEEDS = ("starlette", "uvicorn", "segno", "websockets")
A_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
FILL = "Who else may fill empty chairs: a model, as in openai:MODEL, on the table's limit of costs. May be repeated."
COST = "The most that a table may spend on models, in dollars; whoever makes one may choose less. Default 1."
PROXY = "A proxy on this machine passes requests on: believe its X-Forwarded-For when counting who asks too much."
HOST = "An address to listen on, too (0.0.0.0: all); or a name by which pages may call this server. May be repeated."


@click.command(short_help="Tables for people in browsers, bots and models.")
@click.option("--host", "hosts", multiple=True, metavar="HOST", help=HOST)
@port_option
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where tables and their games are kept.")
@click.option("--open", "opening", is_flag=True, help="Open the browser.")
@click.option("--lan", is_flag=True, help="Let phones on the local network in; shows a QR code to scan.")
@click.option("--fill", "fills", multiple=True, metavar="PLAYER", help=FILL)
@click.option("--max-cost", type=click.FloatRange(0), default=1.0, metavar="USD", help=COST)
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
@click.option("--behind-proxy", is_flag=True, help=PROXY)
@click.option("--nights", is_flag=True, help="Only print how long a night lasts in each game, with several people.")
def serve(
    hosts: tuple[str, ...],
    port: int | None,
    data: Path | None,
    opening: bool,
    lan: bool,
    fills: tuple[str, ...],
    max_cost: float,
    rules: tuple[str, ...],
    behind_proxy: bool,
    nights: bool,
) -> None:
    """Play with friends and AIs in browsers: make a table, send its link round, play, watch, see it again.

    Everything is kept on disk at any time. Ctrl-C stops the server; the next one goes on where it was.
    """
    bring_rules(rules)
    if nights:
        _print_nights()
        return
    need(NEEDS, "serve")
    addresses = [each for each in hosts if _is_address(each)]
    names = [_name(each) for each in hosts if not _is_address(each)]
    settings = {
        "names": names, "fills": _fills(fills, max_cost), "most_cost": max_cost, "behind_proxy": behind_proxy
    }  # fmt: skip
    doors = opened(port, lan, addresses)
    _serve(doors._replace(lan=doors.lan or _far(addresses)), data, settings, opening)


def _print_nights() -> None:
    from duskfall.room.made.night import nights

    for rules, seats, seconds in nights():
        click.echo(f"{rules:<20} {seats:>2} seats {seconds:>5.0f} s")


def _is_address(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _name(host: str) -> str:
    """Return a host name in lower case, as browsers send it; raise `BadInput` if it can't be one."""
    if not A_NAME.fullmatch(host):
        raise BadInput(f"--host: {host!r} is neither an address nor a name, as in 192.168.1.7 or play.example.org")
    return host.lower()


def _far(addresses: list[str]) -> str:
    """Return the address under which other machines reach this one; empty if there is none."""
    from duskfall.web.serve import CannotServe, lan_address

    far = next((ip_address(each) for each in addresses if not ip_address(each).is_loopback), None)
    if far is None or not far.is_unspecified:
        return str(far or "")
    try:
        return lan_address()
    except CannotServe:
        return ""


def _fills(given: tuple[str, ...], max_cost: float) -> list[str]:
    """Return the kinds of player that may fill empty seats: the built-in ones and those given.

    Raise `BadInput` for an unknown kind, and for a model that no table could seat.
    """
    from duskfall.players.base import PlayerError
    from duskfall.players.find import find
    from duskfall.players.llm.accounts.budget import OPTION
    from duskfall.room.made.wish import FILLS
    from duskfall.table.models import Models, ModelTerms

    try:
        for kind in given:
            find(kind)
            with Models([kind], ModelTerms(max_cost)):
                pass  # checks its key, its package and its price without a call
    except PlayerError as error:
        why = str(error).removeprefix(f"{OPTION}: ")  # not an option here: every table has a cost limit
        raise BadInput(f"--fill: {why}") from None
    return list(dict.fromkeys((*FILLS, *given)))


def _serve(doors: Doors, data: Path | None, settings: dict[str, Any], opening: bool) -> None:
    from duskfall.web.serve import LOOPBACK
    from duskfall.web.site import NoPage
    from duskfall.web.tables.hub import Taken
    from duskfall.web.tables.serve import folder, serve

    here = f"http://{LOOPBACK}:{doors.port}/"

    def started() -> None:
        tell(_lines(here, f"http://{doors.lan}:{doors.port}/" if doors.lan else "", place))
        if opening:
            show(here)

    try:
        place = data or folder()
        serve(doors, place, started, **settings)
    except Taken:
        raise BadInput(f"{place}: another `duskfall serve` keeps its tables here; stop it, or try --data DIR") from None
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home directory
        why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise CannotGoOn(f"tables cannot be kept here: {why}; --data DIR names another folder") from None
    except NoPage as error:
        raise CannotGoOn(str(error)) from None
    except KeyboardInterrupt:
        click.echo("")


def _lines(here: str, lan: str, place: Path) -> list[str]:
    """Return the lines that the server prints when it is ready."""
    from duskfall.web.serve import drawn

    return [
        f"{drawn(lan)}\n\nOn a phone in this network:  {lan}\n{OVER_HTTP}\n"
        if lan
        else "Phones are let in with --lan.",
        f"On this machine:  {here}",
        f"Tables are kept in {place}. Ctrl-C stops the server; nothing is lost.",
    ]
