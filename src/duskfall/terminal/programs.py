"""The report on external players that failed: how often, in which way, and the last reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from duskfall.players.base import Player
from duskfall.players.foreign.calls import calls_of, failures, told
from duskfall.tell.text import safe
from duskfall.terminal.titled import print_titled

TITLE = "Programs that failed"


def show_failures(console: Console, players: Mapping[int, Player], names: Sequence[str], plain: bool) -> None:
    """Print a line for each seat whose external program failed; nothing if none did. For use after the game."""
    if lines := list(told_failures(players, names)):
        print_titled(console, TITLE, lines, plain)


def told_failures(players: Mapping[int, Player], names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each seat whose external program failed."""
    calls = calls_of(players)
    for seat in sorted({call.seat for call in calls if call.silent}):
        asked = [call for call in calls if call.seat == seat]
        last = next(call for call in reversed(asked) if call.silent)
        who = f"{seat} {names[seat - 1]}, {last.model}"
        yield safe(f"{who}: {told(len(asked), failures(asked))} ({last.why})")
