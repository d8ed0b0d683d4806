"""Our ends of the way to a foreign player: a program that is started here, or a connection to a server."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter, SubprocessTransport
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from contextlib import suppress
from math import ceil
from pathlib import Path

from duskfall.players.base import PlayerError
from duskfall.players.foreign.kinds import EXEC, TCP, Foreign
from duskfall.players.foreign.letters import LINE
from duskfall.tell.text import safe

USUAL = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "TERM", "XDG_RUNTIME_DIR", "DOCKER_HOST")
"""Variables that every program gets, with those of the locale; keys of models are not among them."""
LAUNCH = Path(__file__).with_name("launch.py")
GRACE = 1.0  # seconds in which a program may end by itself, once its game is over
TAIL = 2_000  # bytes of what it wrote to its standard error
SIGNALS = {each.value: each.name for each in signal.Signals}
SHOWN = 200  # characters of the last line of that


class Ends:
    """Where letters go in and answers come out."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def why(self) -> str:
        """Why nothing more comes."""
        return "it closed the connection"

    async def close(self, mercy: bool) -> None:
        """Nothing more is said here."""
        self.writer.close()
        with suppress(OSError):
            async with asyncio.timeout(GRACE):
                await self.writer.wait_closed()


class Program(Ends):
    """The ends of a program that was started here, which ends with them."""

    def __init__(self, transport: SubprocessTransport, protocol: SubprocessStreamProtocol) -> None:
        self.transport = transport
        self.process = Process(transport, protocol, asyncio.get_running_loop())
        assert self.process.stdout
        assert self.process.stdin
        super().__init__(self.process.stdout, self.process.stdin)
        self.said = b""  # to its standard error, the last of it
        self.running = asyncio.gather(self.process.wait(), self._listen())

    async def why(self) -> str:
        """How it ended, and what it said last."""
        await self._wait()
        lines = self.said.decode("utf-8", "replace").strip().splitlines()
        last = f": {safe(lines[-1].strip()[:SHOWN])}" if lines else ""
        return f"{_status(self.process.returncode)}{last}"

    async def close(self, mercy: bool) -> None:
        """End it, and whatever it has started; with mercy it may first end by itself."""
        if self.transport.is_closing():
            return
        self.writer.close()
        if mercy:
            await self._wait()
        with suppress(ProcessLookupError, PermissionError):  # all gone; of another user, and ends at the end of input
            os.killpg(self.process.pid, signal.SIGKILL)
        await self._wait()
        self.transport.close()

    async def _wait(self) -> None:
        """Until it has ended and all is read that it said, but not long."""
        await asyncio.wait((self.running,), timeout=GRACE)

    async def _listen(self) -> None:
        assert self.process.stderr
        while more := await self.process.stderr.read(TAIL):
            self.said = (self.said + more)[-TAIL:]


def _status(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    if code < 0:
        return f"it was ended by {SIGNALS.get(-code, f'signal {-code}')}"
    return f"it ended with status {code}"


async def open_ends(foreign: Foreign) -> Ends:
    """Start the program, or connect; raises OSError."""
    if foreign.way == EXEC:
        return await _start(foreign)
    if foreign.way == TCP:
        host, port = foreign.place
        return Ends(*await asyncio.open_connection(host, int(port), limit=LINE))
    return Ends(*await asyncio.open_unix_connection(foreign.place[0], limit=LINE))


async def _start(foreign: Foreign) -> Program:
    """In a session of its own: Ctrl-C is for us, and who ends it ends all that it has started."""
    limits = map(str, (os.getpid(), foreign.memory, ceil(foreign.game)))
    loop = asyncio.get_running_loop()
    return Program(*await loop.subprocess_exec(
        lambda: SubprocessStreamProtocol(LINE, loop),
        sys.executable, "-I", "-S", str(LAUNCH), *limits, *foreign.place,
        stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True, env=_environment(foreign),
    ))  # fmt: skip


def _environment(foreign: Foreign) -> dict[str, str]:
    wanted = {*USUAL, *foreign.env}
    return {name: value for name, value in os.environ.items() if name in wanted or name.startswith("LC_")}


def reach(foreign: Foreign) -> None:
    """Whether anybody is there; raises PlayerError, a line that says what is wrong."""
    if foreign.way == EXEC:
        return
    try:
        if foreign.way == TCP:
            host, port = foreign.place
            socket.create_connection((host, int(port)), GRACE).close()
        else:
            with socket.socket(socket.AF_UNIX) as found:
                found.connect(foreign.place[0])
    except OSError as error:
        raise PlayerError(f"{foreign.kind}: nobody answers there: {error.strerror or error}") from None
