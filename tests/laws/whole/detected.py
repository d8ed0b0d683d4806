"""Ways out of the detective: the hint at the terminal, what a page asks for, `duskfall detect`, and curves."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from duskfall.detect import posterior, waiting
from duskfall.detect.posterior import Budget
from duskfall.host import solo as solo_game
from duskfall.web.app import make_app
from duskfall.web.house import House

from ..online.evening import Manner, seated
from . import world
from .clock import modules, stopped
from .tabled import side_of
from .ways import KEY, any_words, called, play, resume, typed, way
from .world import ACTING, SECRET, Acting, Stage

LITTLE = Budget(steps=1_500, samples=8)  # the law is about what is told, not about how much is counted
FEW = 27  # effective samples by which something is known here: as many of them as usual
COUNTED: dict[str, OrderedDict[object, Any]] = {side: OrderedDict() for side in SECRET}
SAMPLED: dict[str, OrderedDict[object, Any]] = {side: OrderedDict() for side in SECRET}


@contextmanager
def in_short() -> Iterator[None]:
    """In here nobody counts for long, nothing is compiled, and what was counted in a game is kept for it alone."""
    with (
        patch.object(posterior, "KEPT", 100),
        patch.object(posterior, "_counted", COUNTED[world.stage.side]),
        patch.object(posterior, "_sampled", SAMPLED[world.stage.side]),
        patch.object(waiting, "COMPILED", LITTLE),
        patch.object(waiting, "PLAIN", LITTLE),
        patch.object(posterior, "Budget", lambda: LITTLE),
        patch.object(posterior, "compiled", lambda: False),
        patch.object(posterior, "FEWEST", FEW),
    ):
        yield


@way("coach")
def coach(stage: Stage, folder: Path) -> str:
    """A person among bots with the coach on, who asks for a hint by night and by day; and again after `resume`."""
    of, record = stage.world, folder / "game.jsonl"
    players = ",".join("human" if name == of.seat else ACTING for name in of.names)
    with stopped() as clock, in_short():
        found = play(clock, stage, record, players, "--coach", lines=["hint", *["0", "/hint"] * 2, *["0"] * 8])
        found += typed(clock, "replay", record, "--html", folder / "coach.html", "--curve", "--as", of.seat)
        found += typed(clock, "detect", record, "--as", of.seat)
        found += resume(clock, stage, record, "--players", ACTING, lines=["hint", *["0"] * 3])
    page = (folder / "coach.html").read_text(encoding="utf-8")
    return "\n".join([*found, page, record.read_text(encoding="utf-8").partition(',"commitment"')[0]])


@way("detect")
def detect(stage: Stage, folder: Path) -> str:
    """`duskfall detect` on a game that is not over, for a seat and for the public, in every language and as JSON."""
    record, found = folder / "game.jsonl", list[str]()
    with stopped() as clock, in_short():
        play(clock, stage, record, ACTING, "--plain", "--speed", 0, "--as", stage.world.seat)
        for seat in (stage.world.seat, "public"):
            for at, *more in (("night 1",), ("night 1", "--json"), ("day 1", "--language", "ru"), ("end", "--json")):
                found += typed(clock, "detect", record, "--as", seat, "--at", at, *more)
    return "\n".join(found)


@way("curve")
def curve(stage: Stage, folder: Path) -> str:
    """What could be known over time: in the page that `replay` writes, and as the page's film asks for it."""
    of, record, found = stage.world, folder / "game.jsonl", list[str]()
    with stopped() as clock, in_short():
        play(clock, stage, record, ACTING, "--plain", "--speed", 0, "--as", of.seat)
        for seat, eyes in ((of.seat, of.place), ("public", "public")):
            page = folder / f"{seat}.html"
            found += typed(clock, "replay", record, "--html", page, "--no-reveal", "--curve", "--as", seat)
            found.append(page.read_text(encoding="utf-8"))
            text = record.read_text(encoding="utf-8")
            found.append(called(make_app(KEY, House(), {}), "film_known", {"text": text, "as": eyes}).decode())
    return "\n".join(found)


@way("table, coach")
def table(stage: Stage, folder: Path) -> str:
    """One person among bots at a table on a server, who asks what can be known now and then; and who watches them."""
    modules()
    stage.stop = ("", "", 0)
    of = stage.world
    me, pace = str(of.place), {of.place: 2.0}
    manner = Manner(frozenset(pace), pace, pace, coach=True)
    with in_short(), seated(folder / "table", side_of(stage), manner) as evening:
        stage.awaited = True
        evening.come("watching", watch="watch")
        evening.come("in zh", "zh", **evening.pages[me].hello)
        for name, later in ((me, 1), ("in zh", 2), (me, 20), (me, 45), ("watching", 3)):
            evening.at(evening.time + later, partial(evening.do, name, "known"))
        evening.play()
        return "\n".join(f"{name} {frame}" for name in (me, "in zh", "watching") for frame in evening.received(name))


@way("solo, coach")
def solo(stage: Stage, folder: Path) -> str:
    """What the page of a solo game is told when its person asks what can be known, in every language."""
    of, found, answers = stage.world, list[str](), list[dict[str, Any]]()
    app = make_app(KEY, House(), {})
    params = {
        "rules": of.rules, "name": "Robin", "seed": 5, "deck": ",".join(of.cards), "coach": True,
        "flags": {name: int(value) for name, value in (flag.split("=") for flag in of.flags)},
    }  # fmt: skip
    with (
        in_short(),
        patch.object(solo_game, "ScriptedPlayer", Acting),
        patch.object(solo_game, "below", lambda *given: of.place - 1),  # where the person sits
    ):
        stage.stop = ("", "", 0)
        for step in range(6):
            now = {**params, "answers": answers, "language": ("en", "ru", "zh")[step % 3]}
            screen = called(app, "solo", now).decode()
            found.append(called(app, "solo_known", now).decode())
            form = json.loads(screen[screen.index("\n{") :])["forms"][0]
            answers.append({"verb": form["verb"], "value": any_words(form)})
    return "\n".join(found)
