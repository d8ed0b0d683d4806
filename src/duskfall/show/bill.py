"""The bill: what the models at a table took, seat by seat, and how often they failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from duskfall.core.game import Game
from duskfall.players.llm.ledger import Totals
from duskfall.show.swings import told_swings
from duskfall.table.probe import swings
from duskfall.tell.text import plural, safe

if TYPE_CHECKING:
    from duskfall.table.models import Sitting

Row = tuple[str, ...]
TITLE, MOVED, ALL = "What the models took", "What moved the votes", "all"
HEAD = ("calls", "tokens in", "cached", "out", "cost", "a call", "failed")
UNKNOWN = "unknown"


def show_bill(console: Console, sitting: Sitting, game: Game, kinds: Sequence[str], plain: bool) -> None:
    """Print the bill of one game, and what moved the votes if that was asked for."""
    seats = sitting.ledger.seats()
    names = {seat: (str(seat), safe(game.names[seat - 1]), safe(kinds[seat - 1])) for seat in seats}
    rows = [("", "name", "model", *HEAD), *((*names[seat], *cells(totals)) for seat, totals in seats.items())]
    total = sitting.ledger.total()
    rows.append(("", "", ALL, *cells(total)))
    _print(console, TITLE, [*aligned(rows, left=3), *remarks(total)], plain)
    moved = told_swings(swings(sitting.leanings, game.facts), game)
    if moved:
        _print(console, MOVED, moved, plain)


def model_rows(models: Mapping[str, Totals], total: Totals) -> list[Row]:
    """The bill of many games, model by model."""
    rows = [("model", *HEAD), *((safe(kind), *cells(totals)) for kind, totals in models.items())]
    return [*rows, (ALL, *cells(total))] if len(models) > 1 else rows


def cells(totals: Totals) -> Row:
    """The sums as they are read."""
    cached = f"{totals.cached / totals.prompt:.0%}" if totals.prompt else "–"
    pace = f"{totals.seconds / totals.calls:.1f} s" if totals.calls else "–"
    failed = ", ".join(f"{kind} {count}" for kind, count in sorted(totals.failures.items())) or "–"
    return str(totals.calls), f"{totals.prompt:,}", cached, f"{totals.answer:,}", money(totals), pace, failed


def money(totals: Totals) -> str:
    """What it cost; where that of some calls is not known, at least so much."""
    if not totals.unknown:
        return f"${totals.known:.4f}"
    return f"${totals.known:.4f} + {UNKNOWN}" if totals.known else UNKNOWN


def remarks(totals: Totals) -> list[str]:
    """What else is worth knowing."""
    found = [f"{totals.share:.1%} of the prompts had gone out before, as the beginning of another."]
    if totals.silences:
        found.append(f"{plural(totals.silences, 'question')} got no answer in time: the act was not made.")
    return found


def aligned(rows: Sequence[Row], left: int) -> list[str]:
    """Rows as lines of text; the first columns and the last begin, the others end, under each other."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cell(row, number, widths, left) for number in range(len(row))).rstrip() for row in rows]


def _cell(row: Row, number: int, widths: Sequence[int], left: int) -> str:
    text, width = row[number], widths[number]
    begins = number < left or number == len(row) - 1
    return set_cell_size(text, width) if begins else " " * (width - cell_len(text)) + text


def _print(console: Console, title: str, lines: Sequence[str], plain: bool) -> None:
    if plain:
        print("\n".join(["", f"{title}:", *(f"  {line}" for line in lines)]), flush=True)
        return
    body = Group(*(Text(line, no_wrap=True, overflow="ellipsis") for line in lines))
    console.print(Group(Text(f"\n{title}", "bold"), Padding(body, (0, 0, 0, 2))))
