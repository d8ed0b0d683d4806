"""The host is let in and answered at once, whoever else is connected."""

from __future__ import annotations

import asyncio
import resource
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from duskfall.web.serve import open_doors
from tests.web.test_web_command import free_port, serving

FEW_FILES = 256  # as some systems have it by default


@pytest.fixture
def few_files() -> Iterator[None]:
    """A process that is started now may open few files; what this one has open stays open."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such limit")
@pytest.mark.parametrize("sent", [b"", b"POST /api/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"])
def test_300_idle_connections_without_the_key_keep_nobody_out(sent: bytes, few_files: None) -> None:
    with serving("--port", str(free_port())) as server, ExitStack() as crowd:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        port = int(server.address.rsplit(":", 1)[1].strip("/"))
        assert server.call("evenings") == {"evenings": []}
        for _ in range(300):
            each = crowd.enter_context(socket.create_connection(("127.0.0.1", port)))
            each.sendall(sent)
        assert server.call("evenings") == {"evenings": []}


def test_a_small_answer_is_sent_at_once() -> None:
    async def nodelay() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        doors = open_doors(free_port(), lan=False, exact=True)
        async with await asyncio.start_server(met, sock=doors.sockets[0]):
            _, writer = await asyncio.open_connection("127.0.0.1", doors.port)
            try:
                return await found
            finally:
                writer.close()

    assert asyncio.run(nodelay())
