"""The link of a seat: where its server is, which table it is, and the secret that opens the seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

NONE = "-"  # stands in a creator's link for the secret of a seat that is not there
LIKE = "http://127.0.0.1:8420/#/table/ROOM/SECRET"


class BadLink(ValueError):
    """Why a link opens no seat, and what to do; never with the link itself, which may hold a secret."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a seat is; the secret is never printed with it."""

    page: str
    room: str
    secret: str = field(repr=False)

    @property
    def socket(self) -> str:
        """The address of the socket beside the page."""
        return f"ws{self.page.removeprefix('http')}api/socket"

    @property
    def origin(self) -> str:
        """The server, as a browser would name it."""
        parts = urlsplit(self.page)
        return f"{parts.scheme}://{parts.netloc}"


def read_link(link: str) -> Address:
    """The seat behind a link; what a creator's link has after it is left alone."""
    try:
        parts = urlsplit(link.strip())
        _ = parts.port  # of a number that is none it complains here
    except ValueError:
        raise BadLink(f"that is no address; a seat's link looks like {LIKE}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadLink(f"a seat's link begins with http:// or https://, like {LIKE}")
    if parts.username or parts.password or parts.query:
        raise BadLink(f"a seat's link has no name, password or query in it: it looks like {LIKE}")
    way, _, rest = parts.fragment.removeprefix("/").partition("/")
    room, _, secret = rest.partition("/")
    secret = secret.split("/")[0]
    if way != "table" or not room or secret in ("", NONE):
        raise BadLink(f"the link holds no seat: at the table, copy the link of your own seat; it looks like {LIKE}")
    return Address(f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/", room, secret)
