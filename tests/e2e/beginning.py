"""The beginning of an evening, played without a browser and kept by the server: a host at the page goes on with it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.e2e.hosting import FIVE, Host
from tests.e2e.phone import Phone
from tests.e2e.serving import Server
from tests.host.hosting import Host as Played

SEED = 7


def seated(names: Sequence[str] = FIVE, **settings: object) -> Played:
    """A table at which these sit, typed in one by one after what else is set."""
    played = Played()
    for key, value in settings.items():
        played.do("set", key=key, value=value)
    for seat in range(1, len(names) + 1):
        played.do("set", key="names", value=[*names[:seat], *[""] * (len(names) - seat)])
    return played


def dealt(how: str, names: Sequence[str] = FIVE, roles: Sequence[str] = (), **settings: object) -> Played:
    """A table where the cards are dealt; when real ones are entered, the game begins."""
    played = seated(names, **settings, deal=how)
    played.do("deal", seed=SEED)
    for seat, role in enumerate(roles, 1):
        played.do("role", seat=seat, role=role)
    if roles:
        played.do("next")
    return played


def mafia_wins(names: Sequence[str] = FIVE, **settings: object) -> Played:
    """A game that is over after one day: two of the mafia against two others."""
    played = dealt("cards", names, ("Don", "Mafia", "Sheriff", "Citizen", "Citizen"), **settings)
    played.until("ballot")
    played.vote("vote", **{names[voter]: 3 for voter in (0, 1, 3)})
    played.until("over")
    return played


def go_on(phone: Phone, server: Server, played: Played, address: str = "") -> Host:
    """A host who goes on with it, over plain http or at this address of the server."""
    host = Host(phone)
    host.names = list(played.evening.table.names)
    actions = played.evening.log
    host.open(address or server.lan, server.keep(actions), len(actions))
    return host


def table(phone: Phone, server: Server, names: Sequence[str] = FIVE) -> Host:
    """A new evening with these seats."""
    return go_on(phone, server, seated(names))
