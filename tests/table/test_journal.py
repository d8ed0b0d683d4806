"""The journal: private while the game runs, whole after, and true also where steps were undone."""

from __future__ import annotations

import errno
import os
import stat
from io import FileIO
from pathlib import Path

import pytest

import duskfall
from duskfall.core.facts import Undone
from duskfall.core.play.game import Game
from duskfall.core.record import read
from duskfall.core.view import view
from duskfall.rules import ruleset
from duskfall.table.kept import journal as journals
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import seat_players


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_journal_is_private_while_the_game_runs_and_whole_after(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = duskfall.start("werewolf", 7, seed=4)
    journal = Journal(path, game)
    assert mode(path) == 0o600
    seen = []

    def listen(game: Game) -> None:
        journal(game)
        if len(game.log) % 10 == 0:
            now = read(path.read_text().splitlines())
            assert now.facts == game.facts  # each line is there before its consequence is used
            assert now.entries == game.log
            assert mode(path) == 0o600
            seen.append(len(now.facts))

    play(game, seat_players(game), listen)
    journal.close(over=True)
    assert seen
    mask = os.umask(0o022)
    os.umask(mask)
    assert mode(path) == 0o666 & ~mask
    found = read(path.read_text().splitlines())
    assert found.verify(ruleset("werewolf")) == ""
    assert found.facts == game.facts


def test_an_unfinished_journal_stays_private_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = duskfall.start("ai-mafia", 7, seed=4)
    journal = Journal(path, game)
    for _ in range(9):
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, ask.seats[0] if ask.seats else "hm")
        journal(game)
    journal.close(over=False)
    assert mode(path) == 0o600
    again = read(path.read_text().splitlines()).replay(ruleset("ai-mafia"))
    assert again.facts == game.facts
    assert again.asks == game.asks


def test_a_journal_with_undos_in_between_holds(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = duskfall.start("town-of-agents", 6, seed=9)
    journal, players = Journal(path, game), seat_players(game)
    for step in range(60):
        if not game.asks:
            break
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, view(game.facts, ask.seat)))
        journal(game)
        if step % 7 == 6:
            game.undo(step % 3 + 1)
            journal(game)
            assert isinstance(game.facts[-1], Undone)
            assert read(path.read_text().splitlines()).facts == game.facts
    play(game, players, journal)
    journal.close(over=True)
    found = read(path.read_text().splitlines())
    assert found.facts == game.facts
    assert found.entries == game.log
    assert found.verify(ruleset("town-of-agents")) == ""


def test_a_journal_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        Journal(path, duskfall.start())
    assert path.read_text() == "precious"


def test_the_header_says_who_plays(tmp_path: Path) -> None:
    game = duskfall.start("ai-mafia", 5, seed=1)
    kinds = ("scripted", "human", "random", "random", "openai:gpt")
    Journal(tmp_path / "with.jsonl", game, kinds).close(over=False)
    Journal(tmp_path / "without.jsonl", game).close(over=False)
    assert read((tmp_path / "with.jsonl").read_bytes().splitlines()).players == kinds
    assert read((tmp_path / "without.jsonl").read_bytes().splitlines()).players == ()


class Disk:
    """What was asked of the disk, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.put = journals.put
        monkeypatch.setattr(journals, "put", self.write)
        monkeypatch.setattr(journals, "sync", lambda file: self.done.append("sync"))

    def write(self, file: FileIO, data: bytes) -> None:
        self.done.append("write")
        self.put(file, data)


def test_each_batch_is_one_write_and_on_disk_before_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    game = duskfall.start("werewolf", 7, seed=4)
    journal = Journal(tmp_path / "game.jsonl", game)
    assert disk.done == ["write", "sync", "sync"]  # the opening, then its name in the folder

    def listen(game: Game) -> None:
        disk.done.clear()
        journal(game)
        assert disk.done == (["write", "sync"] if game.log else [])

    play(game, seat_players(game), listen)


def test_a_journal_that_hears_of_nothing_new_writes_nothing(tmp_path: Path) -> None:
    game = duskfall.start("ai-mafia", 5, seed=1)
    journal = Journal(tmp_path / "game.jsonl", game)
    before = journal.size
    journal(game)
    assert (tmp_path / "game.jsonl").stat().st_size == journal.size == before
    journal.close(over=False)
    journal.close(over=True)  # closed already


def test_a_system_without_locks_still_keeps_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(file: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", none)
    Journal(tmp_path / "game.jsonl", duskfall.start()).close(over=False)
    assert read((tmp_path / "game.jsonl").read_bytes().splitlines()).facts
