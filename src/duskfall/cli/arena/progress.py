"""Progress of a running league on standard error: two updated lines on a terminal, a line now and then in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING

import click

from duskfall.tell.text import plural, safe

if TYPE_CHECKING:
    from collections.abc import Callable

    from duskfall.arena.run.live import LiveNumbers
    from duskfall.arena.run.session import Watch
    from duskfall.arena.run.standing import Standing

BLINK, PATIENCE = 0.5, 10.0  # seconds between two updates: on a terminal, in a pipe
TOP = 8  # the most players whose live ratings are shown


@contextmanager
def progress(plain: bool) -> Iterator[Watch]:
    """Yield a function that must be called for every finished chunk; it shows the progress."""
    from duskfall.arena.run.live import LiveNumbers

    numbers = LiveNumbers()
    if plain or not sys.stderr.isatty():
        yield _now_and_then(PATIENCE, lambda *lines: click.echo("; ".join(lines), err=True), numbers)
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as screen:
        yield _now_and_then(BLINK, lambda *lines: screen.update(Text("\n".join(lines)), refresh=True), numbers)


def _now_and_then(every: float, show: Callable[..., None], numbers: LiveNumbers) -> Watch:
    last = monotonic()

    def watch(standing: Standing, number: int) -> None:
        nonlocal last
        if monotonic() - last >= every:
            last = monotonic()
            numbers.take(standing.folder, number)
            show(*lines(standing, numbers.best()))

    return watch


def lines(standing: Standing, live: dict[str, float]) -> list[str]:
    """Return the line of progress and, once two players have live ratings, a line of the best of them."""
    parts = [f"{standing.done:,} of {standing.games:,} games", f"{standing.rate:,.1f} a second"]
    if standing.league.has_models:
        parts.append(f"${standing.cost:,.2f}")
    parts.append(f"{standing.failed:,} failed")
    if standing.to_go is not None:
        parts.append(f"ends {_when(standing.to_go)}")
    best = [f"{safe(name)} {number:.0f}" for name, number in list(live.items())[:TOP]] if len(live) > 1 else []
    return [" · ".join(parts), *(["openskill: " + " · ".join(best)] if best else [])]


def _when(seconds: float) -> str:
    """Format the time of day in so many seconds, with the number of days if it isn't today."""
    now = datetime.now()
    then = now + timedelta(seconds=seconds)
    return f"{then:%H:%M}" + (
        "" if then.date() == now.date() else f" in {plural((then.date() - now.date()).days, 'day')}"
    )
