"""The search over decks and house rules: all of them if they are few, else from the best to their neighbors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from duskfall.arena.run.tally import Outcome
from duskfall.balance.aim import Aim
from duskfall.balance.decks import Counts, DeckSpace
from duskfall.balance.plays import Candidate, Play
from duskfall.core.start.deck import DeckError, dealt_sides
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value

Flags = tuple[tuple[str, Value], ...]
Node = tuple[Counts, int]  # a deck, and the index of its choice of house rules
KEPT = 24  # the number of candidates whose neighbors are screened next
FRESH = 0.25  # the share of a round that is random, so that the search doesn't stay where it began
A_ROUND = 400  # the number of candidates that are screened together


@dataclass(frozen=True, slots=True)
class Screened:
    """A candidate with its games, and their distance from the wanted shares."""

    candidate: Candidate
    found: Outcome
    far: float


@dataclass(frozen=True, slots=True)
class Search:
    """A search over the decks of a space and choices of house rules, toward wanted shares under one kind of play."""

    space: DeckSpace
    aim: Aim
    play: Play
    flags: tuple[Flags, ...] = ((),)
    most: int = 4000  # candidates screened at most
    games: int = 2000  # for each of them
    seed: int = 1

    def run(self, told: Callable[[int], None] | None = None) -> list[Screened]:
        """Return all screened candidates, the nearest first; among equals, those with fewer different roles.

        `told` is called with progress. If no deck has all the sides that should win, raise `DeckError`.
        """
        if self.space.size() * len(self.flags) <= self.most:
            nodes = [(deck, at) for at in range(len(self.flags)) for deck in self.space.all()]
            found = self._screen([node for node in nodes if self._fits(node)], told)
        else:
            found = self._climb(told)
        if not found:
            raise DeckError("no deck of {seats} cards has every side that is to win", seats=self.space.seats)
        return sorted(found.values(), key=ranked)

    def _climb(self, told: Callable[[int], None] | None) -> dict[Node, Screened]:
        draws, found = Random(self.seed), dict[Node, Screened]()
        usual = self.space.usual()
        batch = [(usual, at) for at in range(len(self.flags))] if usual else []
        batch = [node for node in batch if self._fits(node)]
        while len(found) < self.most:
            room = min(A_ROUND, self.most - len(found))
            batch = self._with_fresh(batch, room, found, draws)
            if not batch:
                break
            found |= self._screen(batch, told)
            best = sorted(found, key=lambda node: ranked(found[node]))[:KEPT]
            near = dict.fromkeys(other for node in best for other in self._near(node) if other not in found)
            batch = list(near)
            draws.shuffle(batch)
            batch = batch[: round(min(A_ROUND, self.most - len(found)) * (1 - FRESH))]
        return found

    def _with_fresh(self, batch: list[Node], room: int, found: dict[Node, Screened], draws: Random) -> list[Node]:
        """Fill up the batch with random candidates; a few tries for each."""
        nodes = dict.fromkeys(batch)
        for _ in range(4 * room):
            if len(nodes) >= room:
                break
            node = self.space.drawn(draws), draws.randrange(len(self.flags))
            if node not in found and self._fits(node):
                nodes[node] = None
        return list(nodes)

    def _near(self, node: Node) -> list[Node]:
        deck, at = node
        others = [(other, at) for other in self.space.near(deck)]
        return [near for near in (*others, *((deck, flag) for flag in range(len(self.flags)))) if self._fits(near)]

    def _fits(self, node: Node) -> bool:
        """Return whether a deck deals somebody of each side that should win."""
        dealt = dealt_sides(self.space.rules, self.space.cards(node[0]))
        return all(side in dealt for side in self.aim.needs())

    def candidate(self, node: Node) -> Candidate:
        """Return the candidate that a node stands for."""
        return Candidate(self.space.cards(node[0]), self.flags[node[1]])

    def _screen(self, nodes: Sequence[Node], told: Callable[[int], None] | None) -> dict[Node, Screened]:
        tables = [self.candidate(node) for node in nodes]
        counted = self.play.count(tables, self.games, self.seed, told)
        rows = zip(nodes, tables, counted, strict=True)
        return {node: Screened(table, found, self.aim.far(found)) for node, table, found in rows}


def ranked(found: Screened) -> tuple[float, int, tuple[str, ...]]:
    """Return the sort key: the distance to half a percent, then the number of different roles, then the cards."""
    return round(200 * found.far), found.candidate.kinds, found.candidate.cards


def variations(rules: Ruleset, held: Flags, names: Sequence[str]) -> tuple[Flags, ...]:
    """Return every choice of values for these house rules, on top of `held`; raise `DeckError` if one is no switch."""
    known = {flag.name: flag for flag in rules.flags}
    for name in names:
        if name not in known or not _values(known[name]):
            switches = ", ".join(each.name for each in rules.flags if _values(each))
            raise DeckError("{name} is no switch of {rules} (it has: {flags})",
                            name=repr(name), rules=rules.id, flags=switches)  # fmt: skip
    choices = product(*([(name, value) for value in _values(known[name])] for name in names))
    every = (dict(held) | dict(choice) for choice in choices)
    return tuple(tuple((name, value) for name, value in each.items() if value != known[name].default) for each in every)


def _values(flag: Flag) -> tuple[Value, ...]:
    return flag.values or ((True, False) if isinstance(flag.default, bool) else ())
