"""The way out of a table of our own bots: when everything is written, which tells how long each of them thought."""

from __future__ import annotations

from pathlib import Path

from duskfall.players.find import BOTS, find

from .clock import stopped
from .detected import in_short
from .ways import play, resume, way
from .world import Stage, thinking


@way("bots")
def bots(stage: Stage, folder: Path) -> str:
    """`--plain --as SEAT` with bots of each kind in all seats, Ctrl-C, and `resume`, stopped again."""
    found = []
    with stopped() as clock, in_short():
        for kind in BOTS:
            record = folder / f"{kind}.jsonl"
            with thinking(find(kind)):
                found += play(clock, stage, record, kind, "--plain", "--speed", 0, "--as", stage.world.seat)
                found += resume(clock, stage, record, "--plain", "--as", stage.world.seat)
    return "\n".join(found)
