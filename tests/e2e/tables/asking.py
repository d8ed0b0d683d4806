"""What a server of tables is asked from outside of any page."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.e2e.tables.serving import TableServer
from tests.patience import PATIENCE

HOUSEHOLDS = count(1)


def ask(server: TableServer, name: str, /, **params: Any) -> Any:
    """The answer to one call of `/api/room`, each from another household: one may call only so often."""
    body = json.dumps({"name": name, "params": params, "language": "en"}).encode()
    headers = {"Content-Type": "application/json", "X-Forwarded-For": f"2001:db8:{next(HOUSEHOLDS):x}::1"}
    request = Request(f"http://127.0.0.1:{server.port}/api/room", body, headers)
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def door(server: TableServer) -> ClientConnection:
    """A socket of the server, from outside of any page."""
    here = f"127.0.0.1:{server.port}"
    return connect(f"ws://{here}/api/socket", origin=Origin(f"http://{here}"))


def begun(server: TableServer, **wish: Any) -> Any:
    """A table of bots that its creator has started, and only looks on."""
    made = ask(server, "new", wish=wish)
    with door(server) as socket:
        socket.send(json.dumps({"room": made["room"], "creator": made["creator"], "watch": "moderator"}))
        socket.recv(PATIENCE)
        socket.send(json.dumps({"do": "start"}))
        while json.loads(socket.recv(PATIENCE)).get("board", {}).get("state", "lobby") == "lobby":
            pass
    return made


def seated(server: TableServer, until: Callable[[list[Any]], bool], kind: str = "", **wish: Any) -> Any:
    """A table where one person sits among bots and is asked when what they have seen is such; cards are dealt anew for
    that if need be. `kind`: of the question, if only one of a kind will do."""
    while True:
        made = ask(server, "new", wish={"name": "Robin", "start": True, "fill": "scripted", "pace": "instant", **wish})
        with door(server) as socket:
            socket.send(json.dumps({"room": made["room"], "secret": made["secret"], "watch": "seat"}))
            if _played(socket, until, kind):
                return made


def finished(server: TableServer, **wish: Any) -> Any:
    """A table whose game one person has played to its end among bots."""
    made = ask(server, "new", wish={"name": "Robin", "start": True, "fill": "scripted", "pace": "instant", **wish})
    with door(server) as socket:
        socket.send(json.dumps({"room": made["room"], "secret": made["secret"], "watch": "seat"}))
        _played(socket, lambda events: False, "")
    return made


def _played(socket: ClientConnection, until: Callable[[list[Any]], bool], kind: str) -> bool:
    """Answer the first that is offered, until it is so, or the game is over."""
    events: list[Any] = []
    while True:
        news = json.loads(socket.recv(PATIENCE))
        if "events" in news:
            events[news.get("since", len(events)) :] = news["events"]
        now = news.get("now") or {"forms": [], "over": None}
        wanted = any(not kind or form["kind"] == kind for form in now["forms"])
        if now["over"] or (wanted and until(events)):
            return not now["over"]
        for form in now["forms"]:
            value = form["options"][0]["value"] if form["options"] else ""
            socket.send(json.dumps({"do": "answer", "verb": form["verb"], "number": form["number"], "value": value}))
