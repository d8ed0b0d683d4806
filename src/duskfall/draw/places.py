"""The positions of the boxes in a layered layout, and the points that its arrows pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from duskfall.draw.layout import BOX, NO_ENDS, SWEEPS, Edge, Ends, Layers, Node, layers, mean, neighbours

Point = tuple[float, float]
Size = tuple[float, float]
GAP, MORE, MOST = 60.0, 5.0, 84.0  # between columns: at least, more per arrow, and more for all arrows at most
ROW, BEND = 14.0, 12.0  # between boxes, and around a bend
PORT, BUNDLE = 9.0, 3.0  # between arrows at a box; if nearer than BUNDLE, they share one point


@dataclass(frozen=True, slots=True)
class Layout:
    """The center of each box, the points of each arrow, and the total size."""

    centres: dict[str, Point]
    routes: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def layout(sizes: Mapping[str, Size], edges: Sequence[Edge], ends: Ends = NO_ENDS) -> Layout:
    """Place boxes of these sizes, with arrows along the edges."""
    found = layers(list(sizes), edges, ends)
    sheet = Placed(sizes, found, _rows(found, sizes), _spans(found, sizes))
    routes = [sheet.route(number, edge[0]) for number, edge in enumerate(edges)]
    return Layout({name: sheet.centre(name) for name in sizes}, tuple(routes), sheet.spans[-1][1], sheet.height())


# -- rows --------------------------------------------------------------------------------------------


def _rows(found: Layers, sizes: Mapping[str, Size]) -> dict[Node, float]:
    """Return the y position of each node: near its neighbors, in order, without overlap; the topmost edge is at 0."""
    links, rows = found.links(), dict.fromkeys((node for column in found.columns for node in column), 0.0)
    for sweep in range(SWEEPS):
        for column in found.columns if sweep % 2 == 0 else reversed(found.columns):
            near = [neighbours(node, links, True) + neighbours(node, links, False) for node in column]
            wanted = [mean(nodes, rows, rows[node]) for node, nodes in zip(column, near, strict=True)]
            rows |= zip(column, _apart(wanted, [_tall(node, sizes) for node in column]), strict=True)
    top = min((row - _tall(node, sizes) / 2 for node, row in rows.items()), default=0.0)
    return {node: row - top for node, row in rows.items()}


def _tall(node: Node, sizes: Mapping[str, Size]) -> float:
    return sizes[node[0]][1] + ROW if node[1] == BOX else BEND


def _apart(wanted: list[float], tall: list[float]) -> list[float]:
    """Return the positions nearest to the wanted ones (least squares, pooled violators), in order, without overlap."""
    offsets = list(accumulate(((one + two) / 2 for one, two in pairwise(tall)), initial=0.0))
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=False):
        total, count = want - offset, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            more, others = pools.pop()
            total, count = total + more, count + others
        pools.append((total, count))
    flat = [total / count for total, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(flat, offsets, strict=False)]


# -- columns -----------------------------------------------------------------------------------------


def _spans(found: Layers, sizes: Mapping[str, Size]) -> list[tuple[float, float]]:
    """Return the left and right edge of each column; more arrows need a wider gap."""
    spans, left = [], 0.0
    for number, column in enumerate(found.columns):
        width = max((sizes[name][0] for name, bend in column if bend == BOX), default=0.0)
        spans.append((left, left + width))
        passing = sum(found.rank[chain[0][0]] <= number < found.rank[chain[-1][0]] for chain in found.chains)
        left += width + GAP + min(MORE * passing, MOST)
    return spans


# -- points ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """Boxes and bends with their positions."""

    sizes: Mapping[str, Size]
    found: Layers
    rows: dict[Node, float]
    spans: list[tuple[float, float]]

    def height(self) -> float:
        """Return the height from the top to the bottom of the lowest node."""
        return max((row + _tall(node, self.sizes) / 2 for node, row in self.rows.items()), default=0.0)

    def centre(self, name: str) -> Point:
        """Return the center of a box."""
        left, right = self.spans[self.found.rank[name]]
        return (left + right) / 2, self.rows[name, BOX]

    def route(self, number: int, start: str) -> tuple[Point, ...]:
        """Return an arrow's points: out of a box, straight through each column, curving between columns, into a box."""
        chain = self.found.chains[number]
        one, two = chain[0][0], chain[-1][0]
        out, into = self._port(one, number, right=True), self._port(two, number, right=False)
        points = [(self._side(one, right=True), out), (self.spans[self.found.rank[one]][1], out)]
        for bend in chain[1:-1]:
            left, right = self.spans[bend[1]]
            points += [(left, self.rows[bend]), (right, self.rows[bend])]
        points += [(self.spans[self.found.rank[two]][0], into), (self._side(two, right=False), into)]
        return tuple(points if one == start else reversed(points))

    def _side(self, name: str, right: bool) -> float:
        return self.centre(name)[0] + self.sizes[name][0] / (2 if right else -2)

    def _port(self, name: str, number: int, right: bool) -> float:
        """Return the y position at which an arrow meets a side of a box; arrows are sorted by where they go."""
        end, near = (0, 1) if right else (-1, -2)
        meeting = [at for at, chain in enumerate(self.found.chains) if chain[end][0] == name]
        meeting.sort(key=lambda at: (self.rows[self.found.chains[at][near]], at))
        step = min(PORT, (self.sizes[name][1] - 8) / len(meeting))
        step = step if step > BUNDLE else 0.0
        return self.rows[name, BOX] + (meeting.index(number) - (len(meeting) - 1) / 2) * step
