"""A model server on loopback that fails on purpose.

Which fault a call meets is drawn from the messages of the request and from how often they came before, so that a game
meets the same faults again, and a repeated call may succeed. Each call is written down with the failure class as which
it has to be counted. By hand: `python -m tests.llm.faulty [SHARE]` serves until Ctrl-C and tells every call.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterable
from random import Random
from threading import Thread
from types import TracebackType
from typing import NamedTuple

from tests.llm.faults import FAULTS, Call
from tests.llm.loopback import requests
from tests.llm.schema import drawn

SHARE = 0.3
MOST = 1 << 24  # bytes of a request


class Served(NamedTuple):
    """What was done to a call of a model, and the failure class that it has to be counted as; empty: it is none."""

    model: str
    fault: str
    kind: str


class Faulty:
    """The server, on a thread of its own as long as the block lasts."""

    def __init__(self, share: float = SHARE, faults: Iterable[str] = FAULTS) -> None:
        self.share, self.faults = share, list(faults)
        self.served: list[Served] = []
        self.seen: Counter[str] = Counter()
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.address = ""

    def __enter__(self) -> Faulty:
        self.thread.start()
        opening = asyncio.start_server(self.connected, "127.0.0.1", 0, limit=MOST)
        server = asyncio.run_coroutine_threadsafe(opening, self.loop).result()
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def end(self) -> None:
        """Let go of every connection."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve what comes over one connection."""
        async for body in requests(reader):
            await self.serve(body, reader, writer)
            if writer.is_closing():
                return
        writer.close()

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a call well, or with a drawn fault; it is written down before anybody can see what became of it."""
        asked = json.loads(body)
        said = json.dumps([asked["model"], asked["messages"]])
        chance = Random(f"{said}{self.seen[said]}")
        self.seen[said] += 1
        call = Call(writer, reader, drawn(asked["response_format"]["json_schema"]["schema"], chance))
        fits = [name for name in self.faults if FAULTS[name].needs in ("", *call.answer)]
        fault = chance.choice(fits) if chance.random() < self.share else ""
        self.served.append(Served(asked["model"], fault, FAULTS[fault].kind if fault else ""))
        try:
            await (FAULTS[fault].act(call) if fault else call.say(call.text))
        except ConnectionError:  # whoever asked has given up
            writer.close()

    def failures(self, model: str) -> Counter[str]:
        """How many calls of a model have to be counted as failures, by class."""
        return Counter(served.kind for served in self.served if served.kind and served.model == model)


def main() -> None:
    """Serve, and tell every call."""
    with Faulty(float(sys.argv[1]) if len(sys.argv) > 1 else SHARE) as server:
        print(f"{server.address}#faulty", flush=True)
        told = 0
        try:
            while True:
                server.thread.join(0.2)
                for served in server.served[told:]:
                    print(served.model, served.fault or "good", served.kind, flush=True)
                    told += 1
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
