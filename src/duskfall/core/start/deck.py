"""Decks: the ruleset's own deck for a table of any size, or a deck written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from duskfall.core.play.state import State
from duskfall.core.problem import Problem, closest
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Scene

USUAL = 10


class DeckError(Problem):
    """A deck, seating or other part of a setup that cannot be used."""


def make_deck(rules: Ruleset, seats: int) -> list[str]:
    """Return the ruleset's own deck for this many seats; raise `DeckError` if it has none."""
    low, high = rules.decks.seats
    if not low <= seats <= high:
        text = "{rules} has decks for {low} to {high} seats, not for {seats}: give a deck of your own"
        raise DeckError(text, rules=rules.id, low=low, high=high, seats=seats)
    decks = rules.decks
    count = int(decks.share.number(_empty_table(seats)))
    evil = [*decks.evil[:count], *[decks.more] * (count - len(decks.evil))]
    good = [quota.role for quota in decks.good if quota.seats <= seats]
    good = good[: seats - count]
    return [*evil, *good, *[decks.rest] * (seats - count - len(good))]


@lru_cache(maxsize=64)
def _empty_table(seats: int) -> Scene:
    """Return a scene with this many seats and no roles dealt; decks depend on nothing else."""
    return Scene(State(("",) * seats, [], {}, talk=False))


def usual_size(rules: Ruleset) -> int:
    """Return the default number of seats: ten, or the nearest number for which the ruleset has a deck."""
    low, high = rules.decks.seats
    return min(max(USUAL, low), high)


@lru_cache(maxsize=256)
def composition(roles: tuple[str, ...], cards: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Count the cards of each role, in the order of `roles`; roles without a card are left out."""
    return tuple((role, cards.count(role)) for role in roles if role in cards)


def read_deck(rules: Ruleset, deck: str | Iterable[str], seats: int | None = None) -> list[str]:
    """Parse and check a deck, such as "Godfather, Mafia, Villager*8"; raise `DeckError` if it cannot be dealt."""
    roles = read_cards(rules, deck)
    if seats is not None and len(roles) != seats:
        raise DeckError("the deck has {cards} cards for {seats} seats", cards=len(roles), seats=seats)
    check_sides(rules, roles)
    return roles


def read_cards(rules: Ruleset, deck: str | Iterable[str]) -> list[str]:
    """Parse a deck into role names. Unlike `read_deck`, don't check their number or which sides they cover."""
    roles: list[str] = []
    for part, name, count in _parts(deck):
        if not name:
            text = "the deck has an empty entry: write roles separated by commas, as in {example}"
            raise DeckError(text, example=_example(rules))
        if not count:
            text = "deck: {part} is not a role and a number from 1 to 99, as in {example}"
            raise DeckError(text, part=repr(part), example=_example(rules))
        roles += [_role(rules, name)] * count
    return roles


def read_beside(rules: Ruleset, cards: str | Iterable[str]) -> dict[str, int]:
    """Parse cards that are dealt in addition to roles, such as "immunity*2"; return how many of each kind."""
    known = [card.name for card in rules.cards]
    found: dict[str, int] = {}
    for part, name, count in _parts(cards):
        if not known:
            raise DeckError("{rules} deals no cards beside the roles", rules=rules.id)
        if not count:
            text = "cards: {part} is not a card and a number from 1 to 99, as in {example}"
            raise DeckError(text, part=repr(part), example=f"{known[0]}*2")
        if name not in known:
            text = "unknown card {card} in {rules} (it has: {cards})"
            if near := closest(name, known):
                text = "unknown card {card} in {rules}, did you mean {near}? (it has: {cards})"
            raise DeckError(text, card=repr(name), rules=rules.id, near=repr(near), cards=", ".join(known))
        found[name] = found.get(name, 0) + count
    return found


def _parts(written: str | Iterable[str]) -> Iterator[tuple[str, str, int]]:
    """Yield each entry with its name and its count; the count is 0 if it is not a number from 1 to 99."""
    for part in written.split(",") if isinstance(written, str) else written:
        name, star, times = (piece.strip() for piece in part.partition("*"))
        number = int(times) if times.isascii() and times.isdigit() and len(times) < 3 else 0
        yield part.strip(), name, number if star else 1


def _example(rules: Ruleset) -> str:
    return f"{rules.decks.evil[0]}, {rules.decks.rest}*3"


def _role(rules: Ruleset, name: str) -> str:
    for role in rules.roles:
        if role.name.lower() == name.lower():
            return role.name
    known = [role.name for role in rules.roles]
    text = "unknown role {role} in {rules} (it has: {roles})"
    if near := closest(name, known):
        text = "unknown role {role} in {rules}, did you mean {near}? (it has: {roles})"
    raise DeckError(text, role=repr(name), rules=rules.id, near=repr(near), roles=", ".join(known))


class Surplus(NamedTuple):
    """A unique role that is dealt more than once."""

    role: str
    cards: int
    rule: str


def surplus(rules: Ruleset, cards: Iterable[str]) -> list[Surplus]:
    """Return the unique roles that these cards have more than once. Such a deck can still be dealt."""
    dealt = Counter(cards)
    return [Surplus(r.name, dealt[r.name], r.unique.rule) for r in rules.roles if r.unique and dealt[r.name] > 1]


def check_sides(rules: Ruleset, roles: list[str]) -> None:
    """Raise `DeckError` if a deck has no evil card or no good card."""
    team = {role.name: role.team for role in rules.roles}
    evil = {team[name] for name in rules.decks.evil}
    good = team[rules.decks.rest]
    dealt = {team[name] for name in roles}
    if not dealt & evil:
        raise DeckError("the deck has nobody of {team}", team=" or ".join(sorted(evil)))
    if good not in dealt:
        raise DeckError("the deck has nobody of {team}", team=good)


def dealt_sides(rules: Ruleset, deck: Iterable[str]) -> list[str]:
    """Return the sides that can win with a deck. A side that is not the name of a team always counts."""
    cards = set(deck)
    teams = {role.team for role in rules.roles if role.name in cards}
    return [side for side in rules.sides if side in teams or side not in rules.teams]
