"""Who may call: requests that come from this very page, with the key of this server."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Collection
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from duskfall.table.kept.journal import private
from duskfall.web.evening_files import folder

HEADER = "X-Duskfall-Key"
A_KEY = re.compile(r"[A-Za-z0-9_-]{20,}")  # whatever else is in its file could be guessed, or breaks the address


def key(new: bool = False) -> str:
    """The key of this user's server: made once, so that a page that is open survives a restart; or a `new` one."""
    path = folder().with_name("host.key")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        found = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, ValueError):
        found = ""
    return found if not new and A_KEY.fullmatch(found) else _make(path)


def _make(path: Path) -> str:
    made = secrets.token_urlsafe(18)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with open(beside, "x", encoding="ascii", opener=private) as file:
        file.write(made + "\n")
    os.replace(beside, path)
    return made


def has_key(headers: Headers, wanted: str) -> bool:
    """Whether a request brings the key."""
    return compare_digest(headers.get(HEADER, "").encode(), wanted.encode())


def is_ours(headers: Headers, names: Collection[str] = ()) -> bool:
    """Whether a request was made to us by name, and from our own page.

    A page of another site whose name was made to point here ("DNS rebinding") calls us by that name: a name other than
    `localhost` and our `names` is refused, an address is no name. A request from another page says so in its Origin.
    """
    host, origin = headers.get("host", ""), headers.get("origin")
    try:
        return (_is_address(host) or _name(host) in names) and (origin is None or urlsplit(origin).netloc == host)
    except ValueError:  # an Origin that is no address at all
        return False


def own_sockets(headers: Headers) -> tuple[str, ...]:
    """The addresses of sockets at the very server that was asked, plain and behind a proxy with a certificate."""
    parts = urlsplit(f"//{headers.get('host', '')}")
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    place = f"{name}:{parts.port}" if parts.port else name
    return f"ws://{place}", f"wss://{place}"


def is_here(headers: Headers) -> bool:
    """Whether a request came to this very machine: only then a browser trusts a page over plain http."""
    name = _name(headers.get("host", ""))
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        name = _name(host)
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


def _name(host: str) -> str:
    parts = urlsplit(f"//{host}")
    return (parts.hostname or "") if parts.port is None or parts.port else ""  # a port that is none: ValueError
