"""The report on language models after a game or a series: calls, tokens, cost, time, failures."""

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

Row = tuple[str, ...]  # a label and numbers; a label alone gets its own line, which may be long
TITLE, MOVED, ALL = "What the models took", "What moved the votes", "all"
HEAD = ("calls", "tokens in", "cached", "out", "cost", "a call", "failed")
LEAST, SPARE, STEP = 1_000, 0.85, 100  # for advice on the context: minimum, share of the tokens read, rounding step
UNKNOWN, NONE = "unknown", "–"


def show_bill(console: Console, sitting: Sitting, game: Game, kinds: Sequence[str], plain: bool) -> None:
    """Print the costs of one game and, if votes were probed, the speeches that changed them."""
    print_titled(console, TITLE, game_bill(sitting.ledger, game.names, kinds), plain)
    moved = told_swings(swings(sitting.leanings, game.facts), game)
    if moved:
        print_titled(console, MOVED, moved, plain)


def show_series_bill(console: Console, ledger: Ledger, plain: bool) -> None:
    """Print the costs of a series of games."""
    print_titled(console, TITLE, series_bill(ledger), plain)


def game_bill(ledger: Ledger, names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Return the lines of a game's costs: a row per seat, grouped by model."""
    seats = ledger.seats()
    width = len(str(max(seats, default=0)))
    label = {seat: f"  {seat:>{width}}  {safe(names[seat - 1])}" for seat in seats}
    return _bill(ledger, {
        kind: {label[seat]: totals for seat, totals in seats.items() if kinds[seat - 1] == kind}
        for kind in ledger.models()
    })  # fmt: skip


def series_bill(ledger: Ledger) -> list[str]:
    """Return the lines of a series' costs: a row per model."""
    return _bill(ledger, {kind: {"": totals} for kind, totals in ledger.models().items()})


def cells(totals: Totals) -> Row:
    """Return the formatted numbers of a row, in the columns of `HEAD`."""
    cached = f"{totals.cached / totals.prompt:.0%}" if totals.prompt else NONE
    pace = f"{totals.seconds / totals.calls:.1f} s" if totals.calls else NONE
    failed = str(totals.failures.total() or NONE)
    told_in, told_out = (tokens(each, totals.untold) for each in (totals.prompt, totals.answer))
    return str(totals.calls), told_in, cached, told_out, money(totals), pace, failed


def tokens(count: int, untold: int) -> str:
    """Format a number of tokens; as a lower bound if the server gave none for some answers (`untold`)."""
    return f"{count:,}" if not untold else f"≥ {count:,}" if count else UNKNOWN


def money(totals: Totals) -> str:
    """Format a cost; as a lower bound if the cost of some calls isn't known."""
    known = f"${totals.known:.4f}"
    if not totals.unknown:
        return known
    return f"≥ {known}" if totals.known else UNKNOWN


def remarks(totals: Totals) -> list[str]:
    """Return remarks on the totals: repeated prompt text, unknown costs, missing answers, truncated prompts."""
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
    """Format rows as lines, with labels left-aligned and numbers right-aligned."""
    widths = [max(map(cell_len, column)) for column in zip(*(row for row in rows if len(row) > 1), strict=True)]
    return ["  ".join(_fitted(row, widths)) if len(row) > 1 else row[0] for row in rows]


def _fitted(row: Row, widths: Sequence[int]) -> Iterator[str]:
    yield set_cell_size(row[0], widths[0])
    for text, width in zip(row[1:], widths[1:], strict=True):
        yield " " * (width - cell_len(text)) + text
