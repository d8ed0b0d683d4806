"""An MCP client in a seat of a real server: it looks, waits, speaks and answers, and sees what a browser sees."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextResourceContents
from websockets.asyncio.client import ClientConnection

from duskfall.testing.serving import serving
from tests.mcp.seats import WISH, WORDS, browser, call, play, question, refused, reply, seated, told
from tests.patience import PATIENCE

SLOW = dict.fromkeys(("speech", "choice", "secret", "word"), 300)  # seconds: no question is gone before it is answered


def test_a_whole_game_among_bots(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, seeds=lambda: 1) as address:
            made = await call(address, "new", wish=WISH)
            async with seated(address, made) as client:
                seen = await play(client)
                again = await told(client, "look")
        assert "You are Robin, in seat" in seen
        assert "Your card:" in again
        assert f"> {WORDS}" in seen
        assert "The game is over." in again
        assert "Since you last looked" not in again
        assert made["secret"] not in seen
        assert made["creator"] not in seen

    asyncio.run(run())


async def read(client: Any, what: str) -> str:
    """What a resource says."""
    (found,) = (await client.read_resource(f"duskfall://{what}")).contents
    assert isinstance(found, TextResourceContents)
    assert found.mime_type == "text/markdown"
    return found.text


def test_rules_and_card_can_be_read(tmp_path: Path) -> None:
    """The rules are those of this table: roles that are not dealt there are not told."""
    wish = WISH | {"flags": {"announceSaves": True}, "deck": "Godfather, Mafia, Cop, Doctor, Villager*3"}

    async def run() -> None:
        async with serving(tmp_path) as address:
            made = await call(address, "new", wish=wish | {"start": False})
            async with seated(address, made) as client:
                rules = await read(client, "rules")
                assert rules.startswith("## The rules")
                assert "Villager ×3, Cop, Doctor, Godfather and Mafia" in rules
                assert "saves are announced" in rules.rpartition("### House rules in force")[2]
                assert "Vigilante" not in rules
                assert "No cards" in await read(client, "card")
            async with seated(address, made, "ru") as client:
                rules = await read(client, "rules")
                assert rules.index("Житель × 3") < rules.index("# ИИ-мафия")
            dealt = await call(address, "new", wish=wish)
            async with seated(address, dealt) as client:
                assert "Villager ×3, Cop, Doctor, Godfather and Mafia" in await read(client, "rules")

    asyncio.run(run())


def test_before_the_deal_one_waits_and_chats(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as address:
            made = await call(address, "new", wish=WISH | {"start": False})
            async with seated(address, made) as client:
                assert "The game has not begun. At the table: Robin." in await told(client, "look")
                assert "Nothing new" in await told(client, "wait", seconds=0)
                assert "Robin, beside the game:\n> Hello, all." in await told(client, "say", text="Hello, all.")
                assert "give `text`" in await refused(client, "say", text=" ")
                assert "asked nothing" in await refused(client, "answer", choice="Bob")

    asyncio.run(run())


@pytest.mark.parametrize(("rules", "tool"), [("ai-mafia", "answer"), ("city-mafia", "say")])
def test_a_wrong_answer_is_one_line_and_can_be_mended(rules: str, tool: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, seeds=lambda: 4) as address:  # a Doctor there, a turn to speak here
            made = await call(address, "new", wish=WISH | {"rules": rules, "clocks": SLOW})
            async with seated(address, made) as client:
                asked = await question(client)
                assert f"Use the tool {tool}" in asked
                if tool == "answer":
                    assert "Answer with one of:" in await refused(client, "answer", choice="Nobody of that name")
                    assert "use `answer`" in await refused(client, "say", text="Hear me!")
                else:
                    assert "use `say`" in await refused(client, "answer", choice="Nobody of that name")
                assert "choice: Field required" in await refused(client, "answer")
                assert "Input should be" in await refused(client, "say", text="", claims=[{"kind": "lie"}])
                assert "Unknown tool" in await refused(client, "leave")
                await reply(client, asked)

    asyncio.run(run())


def test_a_secret_that_was_dealt_anew_opens_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as address:
            made = await call(address, "new", wish=WISH | {"start": False})
            creator = {"room": made["room"], "creator": made["creator"], "watch": "watch"}
            async with seated(address, made) as client, browser(address, creator) as socket:
                assert "Robin" in await told(client, "look")
                await socket.send(json.dumps({"do": "renew", "seat": made["seat"]}))
                async with asyncio.timeout(PATIENCE):
                    while not (new := json.loads(await socket.recv()).get("link")):
                        pass
                line = await refused(client, "wait", seconds=60)
                assert made["secret"] not in line
                with pytest.raises(MCPError, match=re.escape(line)):
                    await client.read_resource("duskfall://card")
            async with seated(address, made) as late:
                assert made["secret"] not in await refused(late, "look")
            async with seated(address, made | new) as client:
                assert "Robin" in await told(client, "look")

    asyncio.run(run())


def test_two_clients_in_one_seat_see_the_same_and_the_first_answer_counts(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, seeds=lambda: 4) as address:
            made = await call(address, "new", wish=WISH | {"clocks": SLOW})
            async with seated(address, made) as one, seated(address, made) as two:
                asked = await question(one)
                number = asked.partition("Question ")[2].partition(":")[0]
                assert f"Question {number}:" in await question(two)
                await reply(one, asked)
                await asyncio.gather(play(one), play(two))

    asyncio.run(run())


def test_whoever_looks_takes_the_seat_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, seeds=lambda: 4) as address:
            made = await call(address, "new", wish=WISH)
            hello = {"room": made["room"], "secret": made["secret"], "watch": "seat"}
            async with seated(address, made) as client, browser(address, hello) as page:
                await question(client)
                await page.send(json.dumps({"do": "leave"}))
                assert await played_by(page, made["seat"], "bot")
                assert "Somebody else plays your seat now." not in await told(client, "look")
                assert await played_by(page, made["seat"], "person")

    asyncio.run(run())


async def played_by(page: ClientConnection, seat: int, kind: str) -> bool:
    """Read on until all see who plays a seat."""
    async with asyncio.timeout(PATIENCE):
        async for frame in page:
            board = json.loads(frame).get("board")
            if board and board["chairs"][seat - 1]["kind"] == kind:
                return True
    return False
