"""The way out of a table on a server: every frame of a seat and of those who watch, and what an MCP client reads."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.mcp import tell
from duskfall.mcp.seen import Seen
from duskfall.tell.tongue import speaking

from ..online.evening import Evening, Manner, Page, seated
from ..received import Side
from ..tables import Table
from .clock import modules
from .ways import way
from .world import Stage


class Staged:
    """Everybody does as the world has it."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.asked = stage, Counter[tuple[int, str]]()
        self.numbers: dict[tuple[int, str, int], int] = {}

    def __call__(self, game: Game, ask: Ask) -> object:
        key = (ask.seat, ask.verb, ask.number)
        if key not in self.numbers:
            self.asked[ask.seat, ask.verb] += 1
            self.numbers[key] = self.asked[ask.seat, ask.verb]
        return self.stage.answer(ask.seat, ask, self.numbers[key])


def side_of(stage: Stage) -> Side:
    """The game of this stage."""
    of = stage.world
    flags = {name: int(value) for name, value in (flag.split("=") for flag in of.flags)}
    return Side(Table(of.rules, tuple(of.roles(stage.side)), flags, seed=5, talk=True), Staged(stage))


def read(page: Page) -> list[str]:
    """What an MCP client tells its player of these frames, each time something comes."""
    seen, told = Seen(), []
    with speaking(page.feed.language):
        for at, frame in page.frames:
            seen.take(json.loads(frame), at)
            told += [tell.news(seen, at), tell.look(seen, at)]
            seen.told()
    return told


@way("table")
def table(stage: Stage, folder: Path) -> str:
    """Two people among bots: the seat that is compared, and one whose card is another in the other game."""
    modules()
    stage.stop = ("", "", 0)
    of = stage.world
    other = of.names.index(of.exchanged[0]) + 1
    pace = {of.place: 2.0, other: 3.0}
    manner = Manner(frozenset(pace), pace, pace, delay=5)
    with seated(folder / "table", side_of(stage), manner) as evening:
        stage.awaited = True
        me = evening.pages[str(of.place)]
        for language in ("ru", "zh"):
            evening.come(f"in {language}", language, **me.hello)
        evening.come("watching", watch="watch")
        evening.at(evening.time + 40, lambda: evening.do(str(of.place), "heard", said={"text": "I am a Villager."}))
        evening.play()
        return "\n".join(_received(evening, str(of.place), other))


def _received(evening: Evening, seat: str, other: int) -> list[str]:
    found = []
    for name, page in evening.pages.items():
        if name not in ("creator", str(other)):
            found += [f"{name} {at:.3f} {frame}" for at, frame in evening.received(name)]
            found += read(page) if name == seat else []
    return found
