"""A server of tables on loopback, and MCP clients that sit there."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any

from mcp import Client
from mcp.types import TextContent
from websockets.asyncio.client import ClientConnection, connect

from duskfall.mcp.address import read_link
from duskfall.mcp.server import make_server
from tests.patience import PATIENCE

WISH = {"rules": "ai-mafia", "seats": 7, "fill": "scripted", "name": "Robin", "pace": "instant", "start": True}
WORDS = "I have thought about it."
QUESTION = re.compile(r"^Question (\d+): .*\n(?:(?!Question ).*\n)*?Use the tool (\w+)(?: with one of: (.*)\.)?", re.M)
ADDRESSEES = re.compile(r"^Name the player you ask with `to`: (.*)\.$", re.M)


async def call(address: str, what: str, /, **params: Any) -> Any:
    """A call about a table."""

    def ask() -> Any:
        line = HTTPConnection(address.removeprefix("http://"))
        line.request("POST", "/api/room", json.dumps({"name": what, "params": params}), {"Content-Type": "text/json"})
        return json.loads(line.getresponse().read())

    answer = await asyncio.to_thread(ask)
    assert "error" not in answer, answer
    return answer


def link(address: str, made: Any) -> str:
    """The secret link of a seat."""
    return f"{address}/#/table/{made['room']}/{made['secret']}"


@asynccontextmanager
async def seated(address: str, made: Any, language: str = "en") -> AsyncIterator[Client]:
    """An MCP client in the seat that was made, in this very process."""
    async with Client(make_server(read_link(link(address, made)), language)) as client:
        yield client


@asynccontextmanager
async def browser(address: str, hello: dict[str, Any]) -> AsyncIterator[ClientConnection]:
    """A bare socket, as a page has it."""
    async with connect(f"{address.replace('http', 'ws', 1)}/api/socket", compression=None) as socket:
        await socket.send(json.dumps(hello))
        yield socket


async def use(client: Client, tool: str, **arguments: Any) -> tuple[str, bool]:
    """What a tool says, and whether it is an error."""
    async with asyncio.timeout(PATIENCE):
        result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text, result.is_error


async def told(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that must be fine."""
    text, wrong = await use(client, tool, **arguments)
    assert not wrong, text
    return text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that must be wrong: one line."""
    text, wrong = await use(client, tool, **arguments)
    assert wrong, text
    assert "\n" not in text
    return text


async def question(client: Client) -> str:
    """All that is told until something is asked, however long that takes."""
    seen = ""
    async with asyncio.timeout(PATIENCE):
        while not QUESTION.search(seen):
            seen += await told(client, "wait", seconds=60, until_asked=True) + "\n"
    return seen


async def reply(client: Client, text: str, words: str = WORDS) -> str:
    """Answer whatever is asked, with the first option, or with a word; it may be too late for that. What was told.

    A word that must be for somebody is for the first other player who is offered.
    """
    replies = ""
    for asked in QUESTION.finditer(text):
        number, tool, options = asked.groups()
        if tool == "say":
            end = text.find("\nQuestion ", asked.end())
            addressees = ADDRESSEES.search(text, asked.end(), end if end >= 0 else len(text))
            others = [each for each in addressees[1].split(", ") if "(you)" not in each] if addressees else []
            replies += "\n" + (await use(client, "say", text=words, to=others[0] if others else ""))[0]
        else:
            replies += "\n" + (await use(client, "answer", choice=options.split(", ")[0], question=int(number)))[0]
    return replies


async def play(client: Client, words: str = WORDS) -> str:
    """Play to the end; all that was told."""
    seen = new = await told(client, "look")
    while "The game is over." not in seen:
        new = await reply(client, new, words) or "\n" + await told(client, "wait", seconds=30, until_asked=True)
        seen += new
    return seen
