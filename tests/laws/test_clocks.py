"""Clocks, sleeps and waits are where the lists say, and nowhere in the rules, the games and the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from .whole import clocks
from .whole import imports as imports_module
from .whole.clocks import CLOCKS, WITHOUT, clock_uses
from .whole.imports import IMPORTS, imports


def test_the_list_holds_exactly_the_uses_of_clocks() -> None:
    found = set(clock_uses())
    new, gone = sorted(found - set(CLOCKS)), sorted(set(CLOCKS) - found)
    assert not new, f"add to tests/laws/whole/clocks.py, with the reason why it tells nothing hidden: {new}"
    assert not gone, f"remove from tests/laws/whole/clocks.py: {gone}"


def test_rules_games_and_tables_have_no_clock() -> None:
    uses = [use for use in CLOCKS if ": number " not in use]
    assert not [use for use in uses if use.startswith(tuple(f"{package}." for package in WITHOUT))]


def test_the_list_holds_exactly_what_is_imported_from_outside() -> None:
    assert imports() == IMPORTS, "see tests/laws/whole/imports.py"


@pytest.mark.parametrize("line", [
    "import ctypes", "import uuid", "from trio import sleep", "import time", "from logging import info",
    "import rich.text", "import http.client as client", "def late(): import smtplib",
])  # fmt: skip
def test_a_new_import_is_seen(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "new.py").write_text(f"import json\nfrom duskfall.core import ask\n{line}\n")
    monkeypatch.setattr(imports_module, "SOURCE", tmp_path)
    assert list(imports().values()) == ["core"]
    assert next(iter(imports())) not in {name for name, packages in IMPORTS.items() if "core" in packages.split()}


@pytest.mark.parametrize("line", [
    "time.sleep(0.04)",
    "doze(0.04)",
    "from time import perf_counter as now; end = now()",
    "threading.Event().wait(0.04)",
    "select.select([], [], [], 0.04)",
    "asyncio.run(asyncio.sleep(0.04))",
    "queue.get(timeout=0.04)",
    "thread.join(timeout=0.04)",
    "datetime.now()",
    "socket.settimeout(0.04)",
    "loop.call_later(0.04, tell)",
    "os.times()",
    "__import__('time').sleep(0.04)",
    "import_module('time').sleep(0.04)",
    "concurrent.futures.wait(futures, 0.04)",
    "lock.acquire(True, 0.04)",
    "hashlib.pbkdf2_hmac('sha256', b'', b'', 100_000)",
    "getattr(time, 'sleep')(0.04)",
    "vars(time)['sleep'](0.04)",
    "future.result(0.04)",
    "thread.join(0.04)",
    "inbox.get(True, 0.04)",
    "connection.poll(0.04)",
    "loop.time()",
    "os.path.getmtime('a')",
    "from time import *",
])  # fmt: skip
def test_a_new_use_of_a_clock_is_seen(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = (
        "import asyncio, os, select, threading, time\nfrom datetime import datetime\nfrom time import sleep as doze\n"
    )
    (tmp_path / "new.py").write_text(f"{head}def evil(): {line}\ndef good(clock=None): return clock()\n")
    monkeypatch.setattr(clocks, "SOURCE", tmp_path)
    assert {use.partition(":")[0] for use in clock_uses()} == {"new.evil"}


@pytest.mark.parametrize("loop", ["for _ in range(400_000): pass", "while later(): continue", "while later(): ..."])
def test_a_loop_that_does_nothing_is_seen(loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new.py").write_text(f"def evil():\n  {loop}\ndef good():\n  for each in some: do(each)\n")
    monkeypatch.setattr(clocks, "SOURCE", tmp_path)
    assert [use.partition("(")[0] for use in clock_uses()] == ["new.evil: idle loop"]


@pytest.mark.parametrize("work", [
    "for _ in range(400_000): each = 1", "sum(range(10 ** 6))", "[n for n in range(1 << 20)]", "3 ** 400_000",
    "bytes(1000 * 1000)",
])  # fmt: skip
def test_a_large_number_is_seen_where_seats_are_asked(
    work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "new.py").write_text(f"def evil():\n  {work}\ndef good(): return 1 << 12\n")
    monkeypatch.setattr(clocks, "SOURCE", tmp_path)
    assert [use.partition(" ")[0] for use in clock_uses()] == ["core.new.evil:"]


@pytest.mark.parametrize(
    "function", ["time.sleep", "asyncio.sleep", "self.sleep", "loop.call_later", "asyncio.timeout"]
)
def test_a_delay_is_listed_with_its_length(function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "SOURCE", tmp_path)
    for length in ("due", "due + 0.04"):
        (tmp_path / "new.py").write_text(f"def waits(): {function}({length})\n")
        assert clock_uses() == [f"new.waits: {function}({length})"]


def test_a_clock_as_a_default_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new.py").write_text("import time\ndef evil(wait=time.sleep): wait(0.04)\n")
    monkeypatch.setattr(clocks, "SOURCE", tmp_path)
    assert clock_uses() == ["new.evil: time.sleep"]
