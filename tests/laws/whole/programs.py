"""The way out to players in other processes: every byte that one of them is sent."""

from __future__ import annotations

import sys
from pathlib import Path

from .clock import FakeClock, modules
from .ways import play, resume, way
from .world import ACTING, Stage

KEEPING = """
import json, sys
with open(sys.argv[0] + ".got", "ab", buffering=0) as got:
    for line in sys.stdin.buffer:
        got.write(line)
        letter = json.loads(line)
        if "ask" in letter and "answered" not in letter:
            first = letter["ask"]["seats"] and not letter["ask"]["refused"]  # names the dead, too
            print(json.dumps({"number": letter["ask"]["number"], "answer": 1 if first else None}), flush=True)
"""


@way("programs")
def programs(stage: Stage, folder: Path) -> str:
    """Letters to the seat that is compared, plain lines, Ctrl-C, and the game gone on with."""
    modules()
    script, record, clock = folder / "bot.py", folder / "game.jsonl", FakeClock()
    script.write_text(KEEPING, encoding="utf-8")
    kind = f"exec:{sys.executable} {script}?seconds=600"
    players = ",".join(kind if name == stage.world.seat else ACTING for name in stage.world.names)
    shown = play(clock, stage, record, players, "--plain", "--as", stage.world.seat)
    shown += resume(clock, stage, record, "--plain", "--as", stage.world.seat, "--players", kind, "--players", ACTING)
    return "\n".join([*shown, script.with_name("bot.py.got").read_text(encoding="ascii")])
