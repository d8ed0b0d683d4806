"""The `duskfall table` command: create a table on a running server without a browser, and print its links."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import click

from duskfall.cli.common import BadInput, CannotGoOn
from duskfall.cli.served import PORT, need
from duskfall.cli.shell import complete

NEEDS = ("websockets",)
SERVER = f"http://127.0.0.1:{PORT}"
PATIENCE = 15.0  # seconds to wait for an answer of the server
NOT_HERE = (405, 501)  # what servers answer that take no calls at this address
MOST = 1 << 22  # the most bytes that are read of an answer


@click.command(short_help="Make a table on a server that runs, and print its links.")
@click.option("--server", default=SERVER, metavar="ADDRESS", help=f"Where `duskfall serve` runs ({SERVER}).")
@click.option("--rules", shell_complete=complete.rules, help="The ruleset: an id that the server knows.")
@click.option("--seats", type=int, metavar="N", help="How many sit at the table, with the book's deck.")
@click.option("--deck", shell_complete=complete.deck, help="The roles to deal, by commas; ROLE*N for several.")
@click.option("--flags", multiple=True, metavar="NAME=VALUE", shell_complete=complete.flags, help="A house rule.")
@click.option("--fill", metavar="PLAYER", help="Who takes the empty chairs, as the server allows it (scripted).")
@click.option("--join", metavar="NAMES", help='Who sits there, by commas: each gets a seat\'s link. "Ann, Claude"')
@click.option("--start", is_flag=True, help="Deal at once.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def table(
    server: str,
    rules: str | None,
    seats: int | None,
    deck: str | None,
    flags: tuple[str, ...],
    fill: str | None,
    join: str | None,
    start: bool,
    as_json: bool,
) -> None:
    """Make a table and print its links: the creator's, one to join by, and one for each seat that is taken.

    A seat's link is secret: it opens that seat in a browser, and for `duskfall mcp`. The creator's has all powers.
    """
    from duskfall.cli.play.sheet import read_flag_options

    need(NEEDS, "serve")
    page = _page(server)
    house = read_flag_options(flags) or None
    names = [name.strip() for name in (join or "").split(",") if name.strip()]
    if start and not names:
        raise BadInput("--start: nobody sits there yet; --join NAMES says who")
    wish = {"rules": rules, "seats": seats, "deck": deck, "flags": house, "fill": fill}
    made = _call(page, "new", wish={name: value for name, value in wish.items() if value is not None})
    seats_taken: dict[str, str] = {}
    try:
        for name in names:
            seat = _call(page, "join", room=made["room"], name=name)
            seats_taken[name] = f"{page}#/table/{made['room']}/{seat['secret']}"
        if start:
            _start(page, made)
    finally:  # the table exists, even if a name is refused or the game is not dealt
        _show_links(page, made, seats_taken, as_json)


def _show_links(page: str, made: Mapping[str, Any], seat_links: Mapping[str, str], as_json: bool) -> None:
    links = {
        "creator": f"{page}#/table/{made['room']}/-/{made['creator']}",
        "join": f"{page}#/join/{made['code']}",
    }
    if as_json:
        click.echo(
            json.dumps(
                {**links, "seats": dict(seat_links), "code": made["code"], "room": made["room"]}, ensure_ascii=False
            )
        )
        return
    click.echo(f"Creator (all powers; keep it to yourself):  {links['creator']}")
    click.echo(f"To join, or by the code {made['code']}:  {links['join']}")
    for name, link in seat_links.items():
        click.echo(f"{name}'s seat (secret):  {link}")


def _page(server: str) -> str:
    """Return the address of the server's page; raise `BadInput` if `server` is not an address."""
    try:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        _ = parts.port  # raises ValueError if the port is not a valid number
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise BadInput(f"--server: {server!r} is no address of a server, as {SERVER}")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def _call(page: str, what: str, **params: Any) -> dict[str, Any]:
    """Call the server's table API and return the answer.

    Raise `BadInput` with the server's message if it refuses, and `CannotGoOn` if there is no such server.
    """
    from urllib.error import HTTPError, URLError
    from urllib.request import ProxyHandler, Request, build_opener

    from duskfall.players.llm.model import is_local

    body = json.dumps({"name": what, "params": params}).encode()
    request = Request(f"{page}api/room", body, {"Content-Type": "application/json"})
    direct = [ProxyHandler({})] if is_local(page) else []  # a proxy would read the links
    try:
        with build_opener(*direct).open(request, timeout=PATIENCE) as response:
            found = json.loads(response.read(MOST))
    except HTTPError as error:
        body = error.read(MOST)
        raise BadInput(_refusal(b"" if error.code in NOT_HERE else body, error.code)) from None
    except (URLError, TimeoutError, ConnectionError):
        raise CannotGoOn(f"there is no server at {page}: start one with: duskfall serve") from None
    except ValueError:
        raise CannotGoOn(f"what runs at {page} is no server of tables") from None
    if not isinstance(found, dict):
        raise CannotGoOn(f"what runs at {page} is no server of tables")
    return found


def _refusal(body: bytes, status: int) -> str:
    """Return the server's message from the answer to a call that it refused."""
    try:
        said = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return f"the server answered {status}: is it `duskfall serve`?"
    return str(said.get("message", said) if isinstance(said, dict) else said)


def _start(page: str, made: dict[str, Any]) -> None:
    """Start the game as the table's creator and wait until it is dealt."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    from duskfall.players.llm.model import is_local

    address = f"ws{page.removeprefix('http')}api/socket"
    parts = urlsplit(page)
    origin: Any = f"{parts.scheme}://{parts.netloc}"
    try:
        with connect(
            address, origin=origin, open_timeout=PATIENCE, max_size=MOST, compression=None,
            proxy=None if is_local(page) else True,
        ) as socket:  # fmt: skip
            socket.send(json.dumps({"room": made["room"], "creator": made["creator"], "watch": "watch"}))
            socket.send(json.dumps({"do": "start"}))
            while True:
                news = json.loads(socket.recv(PATIENCE))
                if refused := news.get("refused") or news.get("gone"):
                    raise BadInput(f"--start: {refused}")
                if news.get("board", {}).get("state") in ("playing", "over"):
                    return
    except (OSError, WebSocketException, TimeoutError):
        raise CannotGoOn("the table was made, but the server did not deal: open the creator's link") from None
