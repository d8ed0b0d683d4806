"""A player that waits as long as it is held, and says who it is."""

HELD = """
import os, time
from pathlib import Path
from duskfall.players.bots.random import RandomPlayer

class Held(RandomPlayer):
    def answer(self, ask, view):
        hold = Path(os.environ["HOLD"])
        if hold.exists():
            (hold / str(os.getpid())).write_text(str(os.getppid()))
        while hold.exists():
            time.sleep(0.05)
        return super().answer(ask, view)
"""
