"""Servers, disks and second processes that would break a run: each is one clear failure, and nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import gzip
import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.run.series import PLAN, Series, open_folder, play_series
from duskfall.players.base import PlayerError, Stopped
from duskfall.players.llm.accounts.sidecar import Sidecar
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calling.loop import Loop
from duskfall.players.llm.calling.tape import Tape
from duskfall.players.llm.calls import TRANSPORT, Failed, Reply, Usage
from duskfall.players.llm.lines import Lines, read_lines
from duskfall.table.kept.journal import calls_path
from duskfall.table.models import Models, ModelTerms
from duskfall.table.sheet import TableSheet
from tests.llm.fakes import GOOD, Desk, script
from tests.llm.loopback import response
from tests.llm.scripted import stream
from tests.llm.wiring import asked, failed, run, set_keys
from tests.patience import PATIENCE

ANSWER = {"choices": [{"message": {"content": GOOD}, "finish_reason": "stop"}]}
MODEL = "http://127.0.0.1:1/v1#m?price=1/2"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)


# -- what a server tells -----------------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", [-1, 0, 10**12, 10**400, 2.5, float("nan"), float("inf"), "12", True, None, [1]])
def test_tokens_that_cannot_be_are_not_known(tokens: object) -> None:
    async def test() -> None:
        told = {"prompt_tokens": tokens, "completion_tokens": tokens}
        (found,), _ = await asked("openai:m", response(200, "OK", ANSWER | {"usage": told}))
        assert found == Reply(GOOD)

    run(test())


def test_without_the_tokens_of_the_prompt_nothing_can_be_priced() -> None:
    async def test() -> None:
        told = {"prompt_tokens": 10**400, "completion_tokens": 5}
        (found,), _ = await asked("openai:m", response(200, "OK", ANSWER | {"usage": told}))
        assert found == Reply(GOOD)

    run(test())


@pytest.mark.parametrize("cost", [-1, 10**400, 1e300, float("nan"), float("inf"), "1", True, None, {}])
def test_a_price_that_cannot_be_is_not_taken(cost: object) -> None:
    async def test() -> None:
        told = {"prompt_tokens": 9, "completion_tokens": 5, "cost": cost}
        (found,), _ = await asked("openrouter:m", response(200, "OK", ANSWER | {"usage": told}))
        assert found == Reply(GOOD, Usage(9, 0, 0, 5))

    run(test())


def test_a_server_that_tells_of_far_too_many_tokens_does_not_hold_up_the_next_call() -> None:
    lie = Reply(GOOD, Usage(100_000_000, 0, 0, 100_000_000))
    with Desk(script([lie, lie]), limits={"openai": Limits(tokens=10_000)}) as desk:
        assert [desk.ask(number) for number in (1, 2)] == [{"target": "Ann"}] * 2
        first, second = desk.wire.at
        assert second - first < 120  # seconds of a clock that is not waited for


def test_a_compressed_response_is_not_unpacked() -> None:
    async def test() -> None:
        body = gzip.compress(b" " * 1_000_000)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        lost = await failed("openai:m", head.encode() + b"Content-Encoding: gzip\r\n\r\n" + body)
        assert (lost.kind, lost.why) == (TRANSPORT, "the answer could not be read (Compressed)")
        _, server = await asked("openai:m", stream())
        assert server.sent[0].headers["accept-encoding"] == "identity"

    run(test())


@pytest.mark.parametrize(("server", "said"), [("llama.cpp", "close"), ("other", "keep-alive")])
def test_connections_are_used_again_unless_the_server_hangs_up_after_each_answer(server: str, said: str) -> None:
    async def test() -> None:
        good = response(200, "OK", ANSWER, f"Server: {server}\r\n")
        _, scripted = await asked("openai:m", good, good, good)
        assert [sent.headers["connection"] for sent in scripted.sent] == ["close", said, said]

    run(test())


# -- the loop ----------------------------------------------------------------------------------------------


def test_nobody_waits_for_a_name_to_be_looked_up_that_is_no_longer_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, wanted, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(*_: object, **__: object) -> Any:
        begun.set()
        wanted.wait(PATIENCE)
        ended.set()

    async def test() -> None:
        looking = asyncio.ensure_future(asyncio.get_running_loop().getaddrinfo("far.invalid", 80))
        while not begun.is_set():
            await asyncio.sleep(0)
        looking.cancel()

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test())
    assert not ended.is_set()
    wanted.set()


def test_a_name_is_looked_up_or_not_found() -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        assert (await loop.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))[0][4] == ("127.0.0.1", 80)
        with pytest.raises(OSError, match=r"."):
            await loop.getaddrinfo("127.0.0.1", 80, flags=socket.AI_NUMERICHOST, family=socket.AF_INET6)

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test())


def test_a_loop_that_cannot_run_stops_the_game() -> None:
    def none() -> asyncio.AbstractEventLoop:
        raise OSError(errno.EMFILE, "Too many open files")

    with Desk(script([]), loop=none) as desk, pytest.raises(Stopped, match="Too many open files"):
        desk.ask()


# -- files -------------------------------------------------------------------------------------------------


def test_a_full_disk_leaves_no_torn_line_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, write = tmp_path / "lines", os.write

    def full(file: int, data: Any) -> int:
        if len(data) < 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data[: len(data) // 2])

    lines = Lines(path, 0)
    lines.write({"first": 1})
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            lines.write({"lost": 2})
    lines.write({"next": 3})
    lines.close()
    assert read_lines(path)[0] == [{"first": 1}, {"next": 3}]


def test_a_tape_is_recorded_by_one_process_and_played_by_many(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    tape = Tape(path)
    with pytest.raises(OSError, match="another process writes to this file"):
        Tape(path)
    tape.close(complete=True)
    assert Tape(path).complete
    assert Tape(path).complete


def test_what_another_process_has_written_since_is_not_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    path.write_bytes(b'{"tape":1}\n{"to')
    with pytest.raises(OSError, match="another process writes to this file"):
        Lines(path, 0, alone=True)
    assert path.read_bytes() == b'{"tape":1}\n{"to'
    Lines(path, 11, alone=True).close()
    assert path.read_bytes() == b'{"tape":1}\n'


def test_a_damaged_sidecar_is_one_clear_line_with_a_budget_too(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    calls_path(record).write_text("{}\nnonsense\n", encoding="utf-8")
    with pytest.raises(PlayerError, match="line 2: the file is damaged here"):
        Models([MODEL], ModelTerms(max_cost=1.0), [record])


def test_a_failed_call_of_the_tape_is_counted_once_though_the_game_was_stopped(tmp_path: Path) -> None:
    steps = [Failed(TRANSPORT, "the server answered 500"), GOOD]
    for left in (steps, steps[1:]):
        sidecar, tape = Sidecar(tmp_path / "calls"), Tape(tmp_path / "tape")
        with Desk(script(left), sidecar, tape=tape) as desk:
            desk.exchange.reach.came_through(desk.model)
            assert desk.ask() == {"target": "Ann"}
            assert desk.line.ledger.total().failures == {TRANSPORT: 1}
        sidecar.close(over=False)
        tape.close(complete=False)
        _forget_the_answer(tmp_path / "calls")
    assert [call.outcome for call in Sidecar(tmp_path / "calls").past] == [TRANSPORT]


def _forget_the_answer(path: Path) -> None:
    """As if the process had been killed before it was written."""
    first, *_ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first)


# -- a series ----------------------------------------------------------------------------------------------


def test_one_process_plays_a_series_at_a_time(tmp_path: Path) -> None:
    series = Series(TableSheet(players="random"), range(2))
    open_folder(tmp_path, series)
    with Models([], ModelTerms()) as models, (tmp_path / PLAN).open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(PlayerError, match="another process plays this series"):
            play_series(series, tmp_path, models)
        fcntl.flock(other, fcntl.LOCK_UN)
        assert play_series(series, tmp_path, models).outcome.games == 2


def test_a_folder_whose_plan_was_being_written_by_a_killed_process_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / f".{PLAN}").write_text("{", encoding="utf-8")
    open_folder(tmp_path, Series(TableSheet(players=MODEL), range(2)))
    assert [path.name for path in tmp_path.iterdir()] == [PLAN]
