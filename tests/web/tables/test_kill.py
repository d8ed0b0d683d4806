"""A server that is killed in the middle of a night: every table goes on, and its game ends as if nothing had been."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.room.sitting import reply
from tests.web.tables.client import QUICK, Page, call, in_loop, page
from tests.web.tables.processes import SEEDED, Server, started
from tests.web.test_web_command import free_port

WISH = {**QUICK, "rules": "ai-mafia", "name": "Ann", "start": True}


@in_loop
async def test_killed_at_night_and_the_record_is_the_same(tmp_path: Path) -> None:
    """Once before an answer, once right after it was sent: whether it has arrived or not."""
    whole = await Evening(tmp_path / "whole", []).played()
    killed = Evening(tmp_path / "killed", ["before", "after", "before"])
    assert await killed.played() == whole
    assert not killed.kills


class Evening:
    """A game of one person, on a server that dies now and then."""

    def __init__(self, data: Path, kills: list[str]) -> None:
        self.data, self.kills = data, kills
        self.port, self.made, self.had = str(free_port()), dict[str, Any](), list[Any]()
        self.hello: dict[str, Any] = {}

    async def played(self) -> str:
        """The record of the game."""
        while True:
            with started(self.data, "--port", self.port, module=SEEDED) as server:
                if not self.made:
                    self.made = await call(server.address, "new", wish=WISH)
                    self.hello = {name: self.made[name] for name in ("room", "secret")}
                if await self._until_killed(server):
                    continue
                found = await call(server.address, "record", room=self.made["room"], game=1)
                return str(found["text"])

    async def _until_killed(self, server: Server) -> bool:
        async with page(server.address, **self.hello) as ann:
            ann.game, ann.events = self.hello.get("game", 0), self.had
            try:
                while not await _is_over(ann):
                    await self._answer(server, ann)
            except ConnectionClosed:
                self.hello, self.had = ann.have(), ann.events
                return True
            return False

    async def _answer(self, server: Server, ann: Page) -> None:
        """Answer what is asked: the same to the same question, in every run."""
        form, kill = ann.now["forms"][0], self.kills.pop(0) if self.kills and ann.now["dim"] else ""
        if kill == "before":
            server.kill()
        value = reply(form, Random(f"{form['number']} {form['verb']}"))
        await ann.do("answer", verb=form["verb"], number=form["number"], value=value)
        if kill == "after":
            server.kill()
        await ann.until(lambda _: form not in ann.now["forms"])


async def _is_over(ann: Page) -> bool:
    """Look until the page is asked something, or its game is over."""
    while not (ann.now.get("forms") or ann.now.get("over")):
        await ann.look()
    return bool(ann.now["over"])
