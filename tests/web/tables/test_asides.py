"""What takes a while is worked out beside the tables: nobody waits for it but who has asked."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from duskfall.room import coach
from tests.patience import PATIENCE
from tests.web.tables.client import QUICK, call, in_loop, page, serving

COACHED = {**QUICK, "seats": 6, "name": "Ann", "start": True, "coach": True}
NOTHING: dict[str, Any] = {"known": False, "seats": [], "certain": [], "found": []}


class Slow:
    """A count that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, seen: object) -> dict[str, Any]:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return NOTHING


@in_loop
async def test_a_table_and_the_others_go_on_while_a_hint_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(coach, "known", slow)
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish=COACHED)
        async with page(address, room=made["room"], secret=made["secret"]) as ann:
            await ann.until(lambda news: ann.now.get("forms"))
            await ann.do("known")
            try:
                await asyncio.to_thread(slow.begun.wait, PATIENCE)
                await ann.do("known")
                refused = await ann.until(lambda news: "refused" in news)
                assert refused["refused"] == "This is being worked out already."
                form, before = ann.now["forms"][0], len(ann.events)
                value = {"text": "Hm."} if form["kind"] == "speech" else form["options"][-1]["value"]
                await ann.do("answer", verb=form["verb"], number=form["number"], value=value)
                await ann.until(lambda news: len(ann.events) > before)
                assert (await call(address, "new", wish=COACHED))["room"] != made["room"]
            finally:
                slow.go_on.set()
            assert (await ann.until(lambda news: "known" in news))["known"] == NOTHING


@in_loop
async def test_a_count_that_fails_is_told_to_who_asked_and_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(seen: object) -> None:
        raise ZeroDivisionError("Ben is a wolf")

    monkeypatch.setattr(coach, "known", broken)
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish=COACHED)
        async with page(address, room=made["room"], secret=made["secret"]) as ann:
            await ann.until(lambda news: ann.now.get("forms"))
            await ann.do("known")
            assert (await ann.until(lambda news: "refused" in news))["refused"] == "This cannot be done now."
    assert "ZeroDivisionError" in caplog.text
    assert "wolf" not in caplog.text
