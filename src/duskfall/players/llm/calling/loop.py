"""The loop of the exchange, which can be left at any moment."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future
from threading import Thread
from typing import Any


class Loop(asyncio.SelectorEventLoop):
    """Looks names up in threads that nobody waits for: on a bad line that takes half a minute, also after Ctrl-C."""

    async def getaddrinfo(self, host: Any, port: Any, **more: Any) -> Any:
        """The addresses of a name."""
        found: Future[Any] = Future()
        found.set_running_or_notify_cancel()  # so that who no longer waits does not disturb the thread

        def look_up() -> None:
            try:
                found.set_result(socket.getaddrinfo(host, port, **more))
            except Exception as error:
                found.set_exception(error)

        Thread(target=look_up, daemon=True).start()
        return await asyncio.wrap_future(found)
