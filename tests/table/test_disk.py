"""A journal and its disk: one process at a time, and a disk that is full loses nothing."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest

from duskfall.table.kept import journal as journals
from duskfall.table.kept.journal import Busy
from duskfall.table.kept.resume import resume
from duskfall.table.run import play
from duskfall.table.seating import seat_players

from .cut import begin, ends, finish


@pytest.fixture(autouse=True)
def same_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same record every time, and no waiting for the disk."""
    monkeypatch.setattr(secrets, "token_hex", lambda count=16: "0" * 2 * count)
    monkeypatch.setattr(journals, "sync", lambda file: None)


def test_two_cannot_play_the_same_game(path: Path) -> None:
    _, journal = begin(path)
    text = path.read_bytes()
    with pytest.raises(Busy, match="another process plays this game"):
        resume(path)
    assert path.read_bytes() == text
    journal.close(over=False)
    found = resume(path)
    with pytest.raises(Busy):
        resume(path)
    found.journal.close(over=False)
    resume(path).journal.close(over=False)


def full_after(size: int) -> Callable[[FileIO, bytes], None]:
    """A disk with room for so many bytes."""
    put = journals.put

    def fail(file: FileIO, data: bytes) -> None:
        room = max(0, size - file.tell())
        put(file, data[:room])
        if room < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return fail


def test_a_full_disk_stops_the_game_and_loses_nothing(path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in range(ends(text)[10], len(text), 97):
        path.unlink()
        game, journal = begin(path)
        with monkeypatch.context() as patch:
            patch.setattr(journals, "put", full_after(size))
            with pytest.raises(OSError, match=r"No space left.*game\.jsonl"):
                play(game, seat_players(game), journal)
        journal.close(over=False)
        assert path.read_bytes() == text[:size]
        found = resume(path)
        finish(found.game, found.journal)
        assert path.read_bytes() == text


def test_once_there_is_room_again_the_same_journal_goes_on(
    path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.unlink()
    game, journal = begin(path)
    with monkeypatch.context() as patch:
        patch.setattr(journals, "put", full_after(len(text) * 3 // 4))
        with pytest.raises(OSError, match="No space left"):
            play(game, seat_players(game), journal)
    finish(game, journal)
    assert path.read_bytes() == text


def test_a_disk_that_is_full_at_the_start_keeps_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "put", full_after(100))
    with pytest.raises(OSError, match="No space left"):
        begin(path)
    assert not path.exists()
