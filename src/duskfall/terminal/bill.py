"""The bill: what the models at a table took, and how often they failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from duskfall.core.play.game import Game
from duskfall.players.llm.accounts.ledger import Ledger, Totals
from duskfall.players.llm.model import short
from duskfall.table.probe import swings
from duskfall.tell.text import plural, safe
from duskfall.terminal.swings import told_swings
from duskfall.terminal.titled import print_titled

if TYPE_CHECKING:
    from duskfall.table.models import Sitting

Row = tuple[str, ...]  # a label and the numbers; a label alone has a line to itself, however long it is
TITLE, MOVED, ALL = "What the models took", "What moved the votes", "all"
HEAD = ("calls", "tokens in", "cached", "out", "cost", "a call", "failed")
LEAST, SPARE, STEP = 1_000, 0.85, 100  # of the tokens of a prompt that a server does read: what to set
UNKNOWN, NONE = "unknown", "–"


def show_bill(console: Console, sitting: Sitting, game: Game, kinds: Sequence[str], plain: bool) -> None:
    """Print the bill of one game, and what moved the votes if that was asked for."""
    print_titled(console, TITLE, game_bill(sitting.ledger, game.names, kinds), plain)
    moved = told_swings(swings(sitting.leanings, game.facts), game)
    if moved:
        print_titled(console, MOVED, moved, plain)


def show_series_bill(console: Console, ledger: Ledger, plain: bool) -> None:
    """Print the bill of many games."""
    print_titled(console, TITLE, series_bill(ledger), plain)


def game_bill(ledger: Ledger, names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Seat by seat, under the model that plays there."""
    seats = ledger.seats()
    width = len(str(max(seats, default=0)))
    label = {seat: f"  {seat:>{width}}  {safe(names[seat - 1])}" for seat in seats}
    return _bill(ledger, {
        kind: {label[seat]: totals for seat, totals in seats.items() if kinds[seat - 1] == kind}
        for kind in ledger.models()
    })  # fmt: skip


def series_bill(ledger: Ledger) -> list[str]:
    """Model by model."""
    return _bill(ledger, {kind: {"": totals} for kind, totals in ledger.models().items()})


def cells(totals: Totals) -> Row:
    """The sums as they are read."""
    cached = f"{totals.cached / totals.prompt:.0%}" if totals.prompt else NONE
    pace = f"{totals.seconds / totals.calls:.1f} s" if totals.calls else NONE
    failed = str(totals.failures.total() or NONE)
    told_in, told_out = (tokens(each, totals.untold) for each in (totals.prompt, totals.answer))
    return str(totals.calls), told_in, cached, told_out, money(totals), pace, failed


def tokens(count: int, untold: int) -> str:
    """So many; where the server told no numbers of some answers, at least so many."""
    return f"{count:,}" if not untold else f"≥ {count:,}" if count else UNKNOWN


def money(totals: Totals) -> str:
    """What it cost; where that of some calls is not known, at least so much."""
    known = f"${totals.known:.4f}"
    if not totals.unknown:
        return known
    return f"≥ {known}" if totals.known else UNKNOWN


def remarks(totals: Totals) -> list[str]:
    """What else is worth knowing."""
    found = [f"{totals.share:.1%} of all prompt text repeats the beginning of an earlier prompt."]
    if totals.known and totals.unknown:
        found.append(f"What {plural(totals.unknown, 'call')} cost is not known.")
    if totals.silences:
        found.append(f"{plural(totals.silences, 'question')} got no answer; nothing was chosen instead.")
    if totals.cut:
        cut = f"Of {plural(totals.cut, 'prompt')} the server seems to have read a part only"
        fold = f"?context={max(LEAST, int(totals.cut_at * SPARE) // STEP * STEP)}"
        found.append(f"{cut}, {totals.cut_at:,} tokens at most: let it take a longer context, or fold earlier: {fold}")
    return found


def _bill(ledger: Ledger, models: Mapping[str, Mapping[str, Totals]]) -> list[str]:
    total = ledger.total()
    return [*_aligned([("", *HEAD), *_rows(ledger, models)]), *remarks(total)]


def _rows(ledger: Ledger, models: Mapping[str, Mapping[str, Totals]]) -> Iterator[Row]:
    by_model = ledger.models()
    for kind, parts in models.items():
        yield (safe(short(kind)),)
        for label, totals in parts.items():
            yield label, *cells(totals)
        if failures := by_model[kind].failures:
            yield (f"  failed: {', '.join(f'{failure} {count}' for failure, count in sorted(failures.items()))}",)
        if untaken := by_model[kind].left_out:
            yield (f"  not taken by the server, and left out: {', '.join(sorted(untaken))}",)
    if sum(map(len, models.values())) > 1:
        yield ALL, *cells(ledger.total())


def _aligned(rows: Sequence[Row]) -> list[str]:
    """Rows as lines of text: labels begin, numbers end under each other."""
    widths = [max(map(cell_len, column)) for column in zip(*(row for row in rows if len(row) > 1), strict=True)]
    return ["  ".join(_fitted(row, widths)) if len(row) > 1 else row[0] for row in rows]


def _fitted(row: Row, widths: Sequence[int]) -> Iterator[str]:
    yield set_cell_size(row[0], widths[0])
    for text, width in zip(row[1:], widths[1:], strict=True):
        yield " " * (width - cell_len(text)) + text
