"""Reasons why a table can't be dealt yet, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.start.deck import DeckError
from duskfall.core.start.setup import RESERVED
from duskfall.host.evening.host_table import HostTable
from duskfall.tell import phrases
from duskfall.tell.tongue import say, word


def problems(table: HostTable) -> list[str]:
    """Return what must be fixed before the deal; empty if nothing."""
    return [*_names(table), *_deck(table)]


def _names(table: HostTable) -> Iterator[str]:
    names = table.names
    taken = RESERVED | {group.name for group in table.book.groups}
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield say("Two seats are called {name}.", name=name)
        if name in taken or not name.isprintable():
            yield say("{name} cannot be a name.", name=name)


def _deck(table: HostTable) -> Iterator[str]:
    low, high = table.book.decks.seats
    size = len(table.given)
    if table.deck is None:
        if not low <= size <= high:
            yield say(
                "The book has decks for {low} to {high} seats: change the seats or write a deck.", low=low, high=high
            )
        return
    try:
        cards = table.pack()
    except DeckError as error:
        yield say("The deck cannot be read: {reason}.", reason=phrases.problem(error))
        return
    if len(cards) != size:
        yield say("The deck has {cards} cards for {seats} seats.", cards=len(cards), seats=size)
    else:
        yield from wrong_sides(table, cards)


def wrong_sides(table: HostTable, cards: list[str]) -> Iterator[str]:
    """Yield a line if the cards have nobody to be found, and one if they have nobody of the common role's team."""
    team = {role.name: role.team for role in table.book.roles}
    dealt = {team[card] for card in cards}
    good = team[table.book.decks.rest]
    if not dealt & {team[name] for name in table.book.decks.evil}:
        yield say("The deck has nobody for the table to find.")
    if good not in dealt:
        yield say("The deck has nobody of team {team}.", team=word(good, "team"))
