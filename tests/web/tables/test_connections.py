"""How many connections of each kind a server takes: never so many that no file is left for the tables themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from duskfall.web.tables import frames, serve
from duskfall.web.tables.limits import Limits

UNLIMITED = -1


@pytest.mark.parametrize(
    ("files", "strangers", "watchers", "seated"),
    [(24, 4, 3, 8), (256, 51, 32, 85), (1024, 100, 128, 341), (65_536, 100, 300, 2000)],
)
def test_connections_by_the_number_of_files(files: int, strangers: int, watchers: int, seated: int) -> None:
    assert serve._most(files) == {"strangers": strangers, "watchers": watchers, "seated": seated}


def test_a_third_of_the_files_stays_for_the_tables() -> None:
    for files in range(0, 5000, 7):
        most = serve._most(files)
        assert all(type(number) is int for number in most.values()), files
        assert sum(most.values()) <= files * 2 / 3, files


def test_frames_are_short_and_sent_as_long_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compressed frames would have a length that tells what they have in common with earlier ones."""
    for name in ("Hub", "make_app"):
        monkeypatch.setattr(serve, name, lambda *args, **named: SimpleNamespace(socket=lambda: "websockets"))
    monkeypatch.setattr(serve, "server", lambda crowd, started, **settings: settings)
    monkeypatch.setattr(serve, "_more_files", lambda: 1024)
    settings: Any = serve.tables(tmp_path, lambda: None)
    assert settings["ws_max_size"] == frames.LARGEST
    assert settings["ws_per_message_deflate"] is False
    assert settings["log_level"] == "critical"
    assert 0 < settings["ws_ping_timeout"] <= settings["ws_ping_interval"] <= 20


def test_a_server_has_the_limits_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Limits] = []
    monkeypatch.setattr(serve, "Hub", lambda data, limits: given.append(limits))
    monkeypatch.setattr(serve, "make_app", lambda *args, **named: SimpleNamespace(socket=lambda: "websockets"))
    monkeypatch.setattr(serve, "server", lambda crowd, started, **settings: settings)
    serve.tables(tmp_path, lambda: None)
    serve.tables(tmp_path, lambda: None, limits=Limits(beat=3.0), behind_proxy=True)
    assert given == [Limits(behind_proxy=False), Limits(beat=3.0, behind_proxy=True)]


def test_windows_has_no_limit_to_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert serve._more_files() == 512


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "refused", "found", "asked"),
    [
        (1024, 4096, False, 4096, [(4096, 4096)]),  # as many as there may be
        (1024, UNLIMITED, False, serve.FILES, [(serve.FILES, UNLIMITED)]),
        (1024, 10 * serve.FILES, False, serve.FILES, [(serve.FILES, 10 * serve.FILES)]),
        (serve.FILES, UNLIMITED, False, serve.FILES, []),  # enough already
        (UNLIMITED, UNLIMITED, False, serve.FILES, []),
        (256, 4096, True, 256, [(4096, 4096)]),  # the system says no
    ],
)
def test_more_files_are_asked_for(
    soft: int, hard: int, refused: bool, found: int, asked: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def setrlimit(which: int, limits: tuple[int, int]) -> None:
        calls.append(limits)
        if refused:
            raise OSError

    fake = SimpleNamespace(
        RLIMIT_NOFILE=7, RLIM_INFINITY=UNLIMITED, getrlimit=lambda which: (soft, hard), setrlimit=setrlimit
    )
    monkeypatch.setitem(sys.modules, "resource", fake)
    assert serve._more_files() == found
    assert calls == asked
