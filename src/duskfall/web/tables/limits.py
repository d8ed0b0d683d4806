"""How much one address, one connection, and all of them together may do."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import Scope

REMEMBERED = 10_000  # addresses
HOME = 64  # bits of an IPv6 address that tell one household from another


class Rate(NamedTuple):
    """So many at once, and one more every so many seconds."""

    burst: int
    every: float


class Limits(NamedTuple):
    """The limits of a server. A class of thirty behind one address must be able to play."""

    making: Rate = Rate(20, 30)  # tables
    joining: Rate = Rate(60, 2)  # seats
    guessing: Rate = Rate(20, 10)  # codes that are none
    calling: Rate = Rate(120, 0.5)  # any other call
    filming: Rate = Rate(20, 3)  # finished games that are shown again
    frames: Rate = Rate(60, 0.1)  # that one connection sends
    hello: float = 5  # seconds until a socket has said who it is
    beat: float = 15  # seconds after which a silent socket is sent a sign of life
    queue: int = 64  # frames that wait for a slow reader
    waiting: int = 256 * 1024  # characters in them, but for a single frame
    alike: int = 4  # sockets with one secret; an older one gives way
    tables: int = 1000  # that are open at once
    behind_proxy: bool = False  # whether a proxy on this machine says in X-Forwarded-For for whom it asks


class Allowance:
    """What is left of a rate."""

    __slots__ = ("_at", "_left", "_now", "_rate")

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate, self._now, self._left, self._at = rate, now, float(rate.burst), now()

    def left(self) -> float:
        """How many may be taken now."""
        at = self._now()
        self._left = min(float(self._rate.burst), self._left + (at - self._at) / self._rate.every)
        self._at = at
        return self._left

    def take(self) -> bool:
        """Take one, if there is one."""
        fine = self.left() >= 1
        self._left -= fine
        return fine


class PerAddress:
    """An allowance for every address; the one that was not seen for the longest time is forgotten."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate, self._now = rate, now
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, address: str) -> Allowance:
        """The allowance of an address."""
        found = self._known.setdefault(address, Allowance(self._rate, self._now))
        self._known.move_to_end(address)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found


def address_of(scope: Scope, behind_proxy: bool) -> str:
    """Return where a request comes from, as a household: one network of IPv6 counts as one.

    Only `behind_proxy` is X-Forwarded-For believed, and only from this machine: anybody can send that header. The last
    address is the one that the proxy added; some proxies add it as another header of the same name.
    """
    peer = str((scope.get("client") or ("", 0))[0])
    try:
        found = ip_address(peer)
        if behind_proxy and found.is_loopback and (told := Headers(scope=scope).getlist("x-forwarded-for")):
            found = ip_address(told[-1].rpartition(",")[2].strip())
    except ValueError:
        return peer
    return str(int(found) >> (128 - HOME)) if isinstance(found, IPv6Address) else str(found)
