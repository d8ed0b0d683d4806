"""Role probabilities on the terminal: per seat a bar for each side and its roles, then what is certain and why.

Used by `duskfall detect` and for hints to players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from duskfall.core.view import view
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.tell.columns import folded
from duskfall.tell.detect.found import assumption, how, layer, missing, percent
from duskfall.tell.text import safe
from duskfall.tell.tongue import row, say, word
from duskfall.terminal.stage.board import DEAD, cell
from duskfall.terminal.stage.looks import PALETTE

FULL, EMPTY = "█", "·"
NAME, GAP, NUMBER, LONGEST, SHORTEST = 16, 2, 6, 16, 4  # widths: longest name, gap, percentage, bars at most, at least


def chance_lines(
    sight: Sight, found: Posterior, width: int, why: Sequence[str] = (), living: bool = False
) -> Iterator[Text]:
    """Yield the lines that show a posterior, at most `width` columns wide.

    `why`: the reasons for what is certain. `living`: a short form with one line for each living seat.
    """
    for line in (how(found), missing(found), layer(found), *([assumption()] if found.known else [])):
        yield from (Text(part, "dim") for part in folded(line, width))
    if found.known:
        yield Text()
        yield from Chances(sight, found, width).lines(living)
    if why:
        yield Text()
        yield Text(say("Certain, and why:"), "bold")
    for line in why:
        yield from (Text(part) for part in folded(line, width, "• ", "  "))


class Chances:
    """A table of probabilities: a row per seat, a column per side."""

    def __init__(self, sight: Sight, found: Posterior, width: int) -> None:
        self.found, self.width = found, width
        seen = view(sight.facts, sight.seat)
        self.names, self.living, self.seat = [safe(each) for each in seen.names], seen.living, sight.seat
        self.order = [role.name for role in sight.rules.roles]
        here = {side for each in found.sides for side in each}
        self.sides = {side: PALETTE[at % len(PALETTE)] for at, side in enumerate(sight.rules.teams) if side in here}
        self.teams = {role.name: role.team for role in sight.rules.roles}
        self.left = 6 + min(NAME, max(map(cell_len, self.names), default=0))  # with the number, the mark and a space
        each = (width - self.left) // max(1, len(self.sides)) - GAP - NUMBER
        self.bar = max(SHORTEST, min(LONGEST, each))

    def lines(self, living: bool = False) -> Iterator[Text]:
        """Yield the header, then for each seat its role if that is certain, else its bars and its roles.

        `living`: only the living seats, without the roles below the bars.
        """
        heads = [cell(Text(word(side, "team"), f"bold {look}"), self.cell) for side, look in self.sides.items()]
        yield _joined([cell(Text(), self.left), *heads])
        for seat, (roles, sides) in enumerate(zip(self.found.roles, self.found.sides, strict=True), 1):
            if living and seat not in self.living:
                continue
            name = cell(self._name(seat), self.left)
            if len(roles) == 1 and self.found.exact:
                yield self._settled(name, next(iter(roles)))
            else:
                yield _joined([name, *(self._bar(sides.get(side, 0.0), look) for side, look in self.sides.items())])
                yield from () if living else self._roles(roles)

    def _settled(self, name: Text, role: str) -> Text:
        """Return the row of a seat whose role is certain, with the role in the column of its side."""
        side = self.teams[role]
        before = " " * (self.cell * list(self.sides).index(side))
        return Text.assemble(name, before, (word(role, "role"), f"bold {self.sides[side]}"))

    @property
    def cell(self) -> int:
        """The width of a bar with its percentage, in columns."""
        return self.bar + NUMBER + GAP

    def _name(self, seat: int) -> Text:
        name = cell(Text(self.names[seat - 1]), min(cell_len(self.names[seat - 1]), self.left - 6))
        style = "bold" if seat == self.seat else "" if seat in self.living else "dim"
        return Text.assemble((f"{seat:>2} ", "dim"), (name.plain, style), "" if seat in self.living else f" {DEAD}")

    def _bar(self, chance: float, look: str) -> Text:
        full = round(self.bar * chance) or int(chance > 0)
        number = percent(chance) if chance else ""
        pad = " " * (NUMBER - cell_len(number))
        style = look if chance == 1 else ""
        bar = Text.assemble((FULL * full, look), (EMPTY * (self.bar - full), "dim"), pad, (number, style))
        return cell(bar, self.cell)

    def _roles(self, chances: Mapping[str, float]) -> Iterator[Text]:
        """Yield lines with the roles of a seat, the most likely first."""
        indent = " " * self.left
        ordered = sorted(chances, key=lambda role: (-chances[role], self.order.index(role)))
        told = [f"{word(role, 'role')} {percent(chances[role])}" for role in ordered]
        yield from (Text(indent + line) for line in _packed(told, self.width - self.left))


def _packed(items: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of at most `width` columns with all items; no item is split."""
    line: list[str] = []
    for item in items:
        if line and cell_len(row([*line, item, ""]).rstrip()) > width:
            yield row([*line, ""]).rstrip()
            line = []
        line.append(item)
    yield row(line)


def _joined(cells: Sequence[Text]) -> Text:
    found = Text.assemble(*cells)
    found.rstrip()
    return found
