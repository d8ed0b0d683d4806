"""The event loop of the dispatcher, which can be closed at any moment."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future
from threading import Thread
from typing import Any


class Loop(asyncio.SelectorEventLoop):
    """An event loop that resolves host names in daemon threads.

    On a bad connection a lookup takes half a minute; with the default threads, an exit by Ctrl-C would wait for it.
    """

    async def getaddrinfo(self, host: Any, port: Any, **more: Any) -> Any:
        """Resolve a host name in a daemon thread; parameters and result are those of `socket.getaddrinfo`."""
        found: Future[Any] = Future()
        found.set_running_or_notify_cancel()  # so that a cancelled wait can't make `set_result` fail in the thread

        def look_up() -> None:
            try:
                found.set_result(socket.getaddrinfo(host, port, **more))
            except Exception as error:
                found.set_exception(error)

        Thread(target=look_up, daemon=True).start()
        return await asyncio.wrap_future(found)
