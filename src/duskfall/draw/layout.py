"""A small layered layout: boxes and arrows in columns, from left to right.

Cycles are cut where that costs the least; a box's column is the length of the longest path to it; within a column,
boxes are sorted by the barycenter of their neighbors. An arrow that passes a column has a bend there, so that it runs
through no box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Edge = tuple[str, str]
Node = tuple[str, int]  # a box's name and -1 (BOX), or a bend: its arrow's number as text, and its column
Link = tuple[Node, Node]
BOX = -1
SWEEPS = 24


@dataclass(frozen=True, slots=True)
class Ends:
    """Boxes that must stand in the first column, to which no edge may lead, or in the last column."""

    first: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()


NO_ENDS = Ends()


@dataclass(frozen=True, slots=True)
class Layers:
    """The column of each box, the columns from top to bottom, and the nodes that each arrow passes, left to right."""

    rank: dict[str, int]
    columns: list[list[Node]]
    chains: list[list[Node]]

    def links(self) -> list[Link]:
        """Return the pieces of all arrows, each from one column to the next."""
        return [link for chain in self.chains for link in pairwise(chain)]


def layers(names: Sequence[str], edges: Sequence[Edge], ends: Ends = NO_ENDS) -> Layers:
    """Arrange boxes in columns, so that the edges run to the right where they can."""
    rank = _ranks(names, edges, ends)
    chains = [_chain(number, edge, rank) for number, edge in enumerate(edges)]
    found = Layers(rank, _columns(names, rank, chains), chains)
    _order(found.columns, found.links())
    return found


def neighbours(node: Node, links: Sequence[Link], before: bool) -> list[Node]:
    """Return the nodes in the previous column, or in the next one, that a node is linked to."""
    return [one for one, two in links if two == node] if before else [two for one, two in links if one == node]


# -- columns -----------------------------------------------------------------------------------------


def _ranks(names: Sequence[str], edges: Sequence[Edge], ends: Ends) -> dict[str, int]:
    """Return the column of each box: the longest path to it; a box without incoming edges stands next to its target."""
    place = {name: number for number, name in enumerate(_line_up(names, edges))}
    forward = [tuple(sorted(edge, key=place.__getitem__)) for edge in edges if edge[0] != edge[1]]
    rank = dict.fromkeys(names, 0)
    for name in sorted(names, key=place.__getitem__):
        rank[name] = max((rank[one] + 1 for one, two in forward if two == name), default=0)
    end = max((rank[name] + (name not in ends.last) for name in names), default=0)
    rank |= dict.fromkeys(ends.last, end)
    led_to = {two for _, two in forward}
    for name in names:
        after = [rank[two] for one, two in forward if one == name]
        if after and name not in led_to and name not in ends.first:
            rank[name] = min(after) - 1
    return rank


def _line_up(names: Sequence[str], edges: Sequence[Edge]) -> list[str]:
    """Return all boxes in one line, with few edges running back (after Eades, Lin and Smyth)."""
    left: list[str] = []
    right: list[str] = []
    rest = list(names)
    while rest:
        live = [edge for edge in edges if edge[0] in rest and edge[1] in rest and edge[0] != edge[1]]
        gives, takes = {one for one, _ in live}, {two for _, two in live}
        if sinks := [name for name in rest if name not in gives]:
            right = sinks + right
            gone = set(sinks)
        elif sources := [name for name in rest if name not in takes]:
            left += sources
            gone = set(sources)
        else:
            best = max(rest, key=lambda name: sum((name == one) - (name == two) for one, two in live))
            left.append(best)
            gone = {best}
        rest = [name for name in rest if name not in gone]
    return left + right


def _chain(number: int, edge: Edge, rank: Mapping[str, int]) -> list[Node]:
    """Return an edge from left to right, with a bend in every column that it passes."""
    one, two = sorted(edge, key=rank.__getitem__)
    bends = [(f"{number}", column) for column in range(rank[one] + 1, rank[two])]
    return [(one, BOX), *bends, (two, BOX)]


def _columns(names: Sequence[str], rank: Mapping[str, int], chains: list[list[Node]]) -> list[list[Node]]:
    columns: list[list[Node]] = [[] for _ in range(max(rank.values(), default=0) + 1)]
    for name in names:
        columns[rank[name]].append((name, BOX))
    for chain in chains:
        for bend in chain[1:-1]:
            columns[bend[1]].append(bend)
    return columns


# -- the order in a column ---------------------------------------------------------------------------


def _order(columns: list[list[Node]], links: list[Link]) -> None:
    """Sort each column in place by its neighbors' positions, in sweeps; keep the order with the fewest crossings."""
    best, fewest = [list(column) for column in columns], _crossings(columns, links)
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        place: dict[Node, float] = {node: at for column in columns for at, node in enumerate(column)}
        for column in columns if forth else reversed(columns):
            wanted = {node: mean(neighbours(node, links, forth), place, place[node]) for node in column}
            column.sort(key=wanted.__getitem__)
            place |= {node: at for at, node in enumerate(column)}
        if (found := _crossings(columns, links)) < fewest:
            best, fewest = [list(column) for column in columns], found
    columns[:] = best


def mean(nodes: Sequence[Node], place: Mapping[Node, float], default: float) -> float:
    """Return the mean position of some nodes, or `default` if there are none."""
    return sum(place[node] for node in nodes) / len(nodes) if nodes else default


def _crossings(columns: list[list[Node]], links: list[Link]) -> int:
    at = {node: (number, row) for number, column in enumerate(columns) for row, node in enumerate(column)}
    spans = sorted((at[one][0], at[one][1], at[two][1]) for one, two in links)
    return sum(
        1
        for number, (column, start, end) in enumerate(spans)
        for other, begin, finish in spans[number + 1 :]
        if other == column and begin > start and finish < end
    )
