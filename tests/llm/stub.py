"""A model server that answers every call after a fixed time, in a process of its own: what is waited beyond it is ours.

It gives some valid answer to the schema of the call, one of a few by the seed of the call, so that nobody says the same
all the time, and streams it as a model does: words on the way, the end when the time is over. It keeps account of how
many calls were with it at once.
By hand: `python -m tests.llm.stub [SECONDS]` serves until the standard input ends.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.request import urlopen

from tests.llm.loopback import END, STREAM, requests, response, streamed
from tests.llm.schema import drawn
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
LATENCY, PARTS, ANSWERS = 0.05, 2, 64


class Stub:
    """The server; each call costs it as little as can be."""

    def __init__(self, latency: float) -> None:
        self.latency = latency
        self.answers: dict[str, tuple[bytes, ...]] = {}
        self.calls = self.open = 0
        self.busy = self.since = 0.0  # call-seconds so far, and up to when they are counted

    async def serve(self) -> None:
        """Print the address, then serve until the standard input ends."""
        server = await asyncio.start_server(self.connected, "127.0.0.1", 0, limit=1 << 24)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        server.close()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer what comes over one connection."""
        with suppress(asyncio.CancelledError):  # by the end
            async for body in requests(reader):
                if body:
                    await self.answer(body, writer)
                else:
                    writer.write(response(200, "OK", self.account()))
        writer.close()

    async def answer(self, body: bytes, writer: asyncio.StreamWriter) -> None:
        """Half of the answer after half of the time, and the rest when it is over."""
        began = asyncio.get_running_loop().time()
        self.count(1)
        for number, part in enumerate(self.parts(json.loads(body)), 1):
            due = began + self.latency * number / PARTS
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            writer.write(part)
        self.count(-1)

    def parts(self, call: dict[str, object]) -> tuple[bytes, ...]:
        """The stream of an answer of the asked form."""
        form = json.dumps(call["response_format"])
        which = f"{int(str(call.get('seed', 0))) % ANSWERS} {form}"
        if which not in self.answers:
            schema = json.loads(form)["json_schema"]["schema"]
            events = list(streamed(json.dumps(drawn(schema, Random(which)))))
            half = len(events) // PARTS
            self.answers[which] = (STREAM + b"".join(events[:half]), b"".join(events[half:]) + END)
        return self.answers[which]

    def count(self, change: int) -> None:
        """A call has come or gone."""
        now = asyncio.get_running_loop().time()
        self.busy, self.since = self.busy + self.open * (now - self.since), now
        self.open += change
        self.calls += change > 0

    def account(self) -> dict[str, float]:
        """What was asked so far: calls, and the seconds of all of them together."""
        self.count(0)
        return {"calls": self.calls, "busy": self.busy}


@contextmanager
def served(latency: float = LATENCY) -> Iterator[str]:
    """The address of a stub that lives as long as the block."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.llm.stub", str(latency)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert child.stdout is not None
        yield child.stdout.readline().strip()
    finally:
        child.communicate(timeout=PATIENCE)  # closes its standard input


def account(address: str) -> dict[str, float]:
    """What a stub was asked so far."""
    with urlopen(address, timeout=PATIENCE) as response:
        found: dict[str, float] = json.load(response)
    return found


if __name__ == "__main__":
    asyncio.run(Stub(float(sys.argv[1]) if len(sys.argv) > 1 else LATENCY).serve())
