"""The sending side of a socket: what waits, when it is too much, and signs of life."""

from __future__ import annotations

import asyncio
from typing import Any

from duskfall.web.crowd import Crowd
from duskfall.web.tables.limits import Limits
from duskfall.web.tables.page import POLICY, TOO_SLOW, Page
from tests.web.tables.client import in_loop


class Socket:
    """The end of a socket that is read only when it is told to be."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.code = 0
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.code = code


def opened(**limits: Any) -> tuple[Page, Socket, list[str]]:
    socket, aborted = Socket(), list[str]()
    return Page(socket, Limits(**limits), lambda: aborted.append("aborted")), socket, aborted  # type: ignore[arg-type]


@in_loop
async def test_frames_arrive_in_their_order_and_then_the_end() -> None:
    page, socket, aborted = opened()
    socket.reads.set()
    for text in ("a", "b", "c"):
        page.send(text)
    page.close(POLICY)
    page.send("too late")
    await page.write()
    assert (socket.sent, socket.code, aborted) == (["a", "b", "c"], POLICY, [])


@in_loop
async def test_so_many_frames_wait_and_no_more() -> None:
    page, socket, aborted = opened(queue=3)
    for text in "abc":
        page.send(text)
    assert not aborted
    page.send("d")
    assert aborted
    socket.reads.set()
    await page.write()
    assert (socket.sent, socket.code) == ([], TOO_SLOW)


@in_loop
async def test_one_long_frame_may_wait_and_no_second() -> None:
    page, _, aborted = opened(waiting=10)
    page.send("x" * 1000)
    assert not aborted
    page.send("y")
    assert aborted


@in_loop
async def test_who_hears_nothing_for_long_is_sent_a_sign_of_life() -> None:
    page, socket, _ = opened(beat=0.001)
    socket.reads.set()
    writing = asyncio.create_task(page.write())
    while len(socket.sent) < 3:
        await asyncio.sleep(0.001)
    page.close(POLICY)
    await writing
    assert {*socket.sent} == {"{}"}


def test_a_socket_whose_owner_is_gone_is_let_go_at_once() -> None:
    class Transport:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

    kind: Any = Crowd(lambda *_: None).socket()  # type: ignore[arg-type, return-value]
    socket = kind.__new__(kind)
    socket.transport = Transport()
    socket.keepalive_timeout()
    assert socket.transport.aborted
