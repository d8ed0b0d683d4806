"""The ways out where language models play: what each of them is sent, and what is seen of them meanwhile."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from duskfall.players.llm import personas
from duskfall.table.hours import TICK, Hours
from tests.laws.test_requests import Recording
from tests.llm.loopback import END, STREAM, streamed
from tests.replay.unpacked import unpacked

from . import world
from .clock import REAL, FakeClock, modules
from .ways import opened, play, resume, way
from .world import ACTING, SECRET, Stage

YOU = re.compile(r"You are (\w+)")
UNHEARD = {*" ".join(SECRET.values()).split(), "thought", "choice", "suspicion"}  # of what a model writes
SLOWLY = 0.3  # seconds
KIND = "{address}#model?persona=any&deadline=60"


class Players(Recording):
    """A server whose models do what the world that is on has everybody do, in the voice that they are given.

    Thoughts come first, as they are asked. The seat that is compared first names somebody who is not an option.
    """

    slow, voice, wrong = 0, "", False

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer, bit by bit."""
        asked = json.loads(body)
        fields = asked["response_format"]["json_schema"]["schema"]["properties"]
        self.voice = _voice(asked)
        own = (found := YOU.search(body.decode())) is not None and found[1] == world.stage.world.seat
        self.wrong = own and "was not taken" not in asked["messages"][-1]["content"]
        text = json.dumps({name: self.written(name, field, fields, own) for name, field in fields.items()})
        parts = list(streamed(text, prompt=len(body) // 4))
        writer.write(STREAM + b"".join(parts[:2]))
        await writer.drain()
        if "speech" in fields and self.slow:  # so slowly that whoever looks on sees it written
            self.slow -= 1
            await asyncio.sleep(SLOWLY)
        writer.write(b"".join(parts[2:]) + END)
        await writer.drain()

    def written(self, name: str, field: dict[str, Any], fields: dict[str, Any], own: bool) -> object:
        """What a model writes into a field; whoever is compared knows their own thoughts."""
        by_day = "suspicion" in fields
        if name == "thought":
            return "Hm." if own else f"How {world.stage.secret}."
        if name == "speech":
            return f"I wonder{self.voice}." if by_day else f"They are {world.stage.secret}."
        if field["type"] == "array":
            return []
        options = field["enum"]
        first, exchanged = world.stage.world.names[0], world.stage.world.exchanged[0]
        if self.wrong and exchanged not in options:
            return exchanged
        if by_day and first in options and "yes" not in options:
            return first
        wanted = ("nobody", "no", "skip", *world.stage.world.victims)
        return next((word for word in wanted if word in options), options[0])


def _voice(asked: dict[str, Any]) -> str:
    """What a model is told of its manner, and how it is set: the others hear that."""
    text = json.dumps(asked["messages"], ensure_ascii=False)
    persona = [name for name in personas.known() if personas.words(name).split("\n")[0][:40] in text]
    return f" {persona} {sorted((key, asked[key]) for key in asked if key in ('model', 'temperature', 'top_p'))}"


@cache
def server() -> Players:
    """One for all games, so that its address tells nothing."""
    made = Players()
    made.__enter__()
    return made


@contextmanager
def asked(stage: Stage) -> Iterator[list[str]]:
    """In here, what is sent for the seat that is compared, in the end."""
    found: list[str] = []
    begun = len(server().sent)
    yield found
    sent = [each.decode() for each in server().sent[begun:]]
    found += [each for each in sent if YOU.search(each) and YOU.search(each)[1] == stage.world.seat]  # type: ignore[index]


def seated(stage: Stage) -> str:
    """Models in all seats but that of whoever presses Ctrl-C."""
    kind, stops = KIND.format(address=server().address), stage.world.stop[0]
    return ",".join(ACTING if name == stops else kind for name in stage.world.names)


@way("models")
def models(stage: Stage, folder: Path) -> str:
    """Requests, plain lines, Ctrl-C, the record, and the game gone on with; the server takes no time.

    The page of the seat holds what its model was sent.
    """
    modules()
    record, seat, clock = folder / "game.jsonl", stage.world.seat, FakeClock()
    with asked(stage) as found:
        shown = play(clock, stage, record, seated(stage), "--plain", "--as", seat)
        shown += opened(clock, record, seat)
        shown.append(unpacked(record.with_suffix(".html").read_text(encoding="utf-8"), "sent"))
        shown += resume(clock, stage, record, "--plain", "--as", seat)
    return "\n".join([*shown, *found]).replace(server().address, "SERVER")


class RealClock(FakeClock):
    """A clock by which nothing is stamped: a screen is drawn while somebody writes, as often as it comes to it."""

    def sleep(self, seconds: float) -> None:
        """Wait."""
        REAL[0](seconds)


@way("models, streamed")
def streaming(stage: Stage, folder: Path) -> str:
    """Words that the screen has ever shown while models write; how many pictures there are hangs on the machine."""
    modules()
    server().slow = 4
    pictures = play(
        RealClock(), stage, folder / "game.jsonl", seated(stage), "--as", stage.world.seat, "--speed", "0", tty=True
    )
    words = {word for picture in pictures for word in re.findall(r"[A-Za-z]{4,}", picture)}
    return " ".join(sorted(words & UNHEARD | {word for word in words if word in stage.world.cards}))


class Patient(FakeClock):
    """A clock that stands while an answer is on its way, and runs to the end of a step at once."""

    def sleep(self, seconds: float) -> None:
        """Wait for the server; or it is later."""
        if seconds <= TICK:
            REAL[0](seconds / 4)
        else:
            self.now += seconds


@way("person among models")
def among(stage: Stage, folder: Path) -> str:
    """A person at a table of models: what they see, and when, under the clocks of the table."""
    modules()
    of, clock = stage.world, Patient()
    kind = KIND.format(address=server().address)
    seats = {of.seat: "human", of.stop[0]: ACTING}
    players = ",".join(seats.get(name, kind) for name in of.names)
    with patch.dict(Hours.__init__.__kwdefaults__, {"clock": clock.time, "sleep": clock.sleep}):
        shown = play(clock, stage, folder / "game.jsonl", players, lines=["0"] * 40)
        shown += opened(clock, folder / "game.jsonl", "")
    return "\n".join(shown).replace(server().address, "SERVER")
