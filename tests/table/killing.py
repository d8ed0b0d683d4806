"""Games whose process is killed, by SIGKILL, at a byte of their record; other processes go on with them.

Runs as a process of its own, small and without threads, so that a child is forked in a millisecond:
`python -m tests.table.killing each|serial|moderated BOOK SEATS SEED talk|quiet PLAYERS`. It prints how many were
killed; the first game that ends differently is an error.
"""

from __future__ import annotations

import gc
import json
import os
import secrets
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from io import FileIO
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.play.game import Game
from duskfall.core.record import read
from duskfall.core.view import View
from duskfall.table.eyes import Eyes
from duskfall.table.kept import journal as journals
from duskfall.table.kept import resume as resuming
from duskfall.table.kept.journal import Journal
from duskfall.table.kept.resume import NotBegun, resume
from duskfall.table.run import play
from duskfall.table.seating import kinds, seat_players
from duskfall.table.viewers import players_now

Work = Callable[[Path], None]
OURS = ("tests.table.killing:Clumsy",)  # the code that these games may name


class Table(NamedTuple):
    """What is played."""

    book: str
    seats: int
    seed: int
    talk: bool
    players: str


# -- what a child does -----------------------------------------------------------------------------------------


def begin(table: Table, path: Path, go: Callable[[Game, tuple[str, ...], Journal], None]) -> None:
    """Play a new game to its end."""
    game = duskfall.start(table.book, table.seats, seed=table.seed, talk=table.talk)
    seated = kinds(table.players, game)
    go(game, seated, Journal(path, game, seated))


def go_on(path: Path, go: Callable[[Game, tuple[str, ...], Journal], None]) -> None:
    """Play the game of a record to its end."""
    game, seated, journal, _ = resume(path, OURS)
    first = read(path.read_bytes().splitlines()).players  # an undo may give a seat back that was handed over
    assert seated == players_now(first, game.facts)
    go(game, first, journal)


def quietly(game: Game, seated: tuple[str, ...], journal: Journal) -> None:
    """Nobody interferes."""
    play(game, seat_players(game, seated), journal)
    journal.close(over=game.state.over)


def moderated(game: Game, seated: tuple[str, ...], journal: Journal) -> None:
    """A moderator steps in at certain moments, and another player may take a seat."""
    eyes = Eyes()
    journal(game)
    while game.asks or game.paused:
        if act := ACTS.get(len(game.log)):
            act(game)
        else:
            ask = game.asks[0]
            players = seat_players(game, players_now(seated, game.facts))
            game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, eyes.of(ask.seat, game)))
        journal(game)
    journal.close(over=True)


def _switch(game: Game) -> None:
    flag = game.plan.rules.flags[0]
    game.switch(flag.name, game.setup.flags[flag.name])


ACTS: dict[int, Callable[[Game], None]] = {  # by the length of the log
    3: lambda game: game.hand_over(2, *OURS),
    5: lambda game: game.undo(1),
    8: _switch,
    10: lambda game: game.hand_over(1, *OURS),
    11: lambda game: game.pause(),
    12: lambda game: game.pause(False),
    16: lambda game: game.undo(6),
    21: lambda game: game.undo(1),
    22: lambda game: game.undo(4),
    25: lambda game: game.remove(game.state.living()[0], "fouls"),
    29: lambda game: game.undo(2),
}


class Clumsy:
    """Often names nobody who sits here, and thinks again when it is refused."""

    blind = True

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, ask: Ask, view: View) -> object:
        drawn = below(self.seed, f"clumsy {ask.tries}", ask.number, 3)
        if ask.speech or drawn == 0:
            return "猫 " * drawn + f"\N{WOLF FACE} {ask.number}"
        return ask.seats[0] if ask.seats else None


# -- killing -------------------------------------------------------------------------------------------------------


def child(work: Work, path: Path, doom: int | None = None) -> int:
    """Let a child work, and die when its file has grown to so many bytes; the signal that ended it, or 0."""
    pid = os.fork()
    if pid == 0:
        _work(work, path, doom)
    status = os.waitpid(pid, 0)[1]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit(f"a child failed at byte {doom}")
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _work(work: Work, path: Path, doom: int | None) -> None:
    try:
        if doom is not None:
            journals.put = resuming.put = doomed(doom)
        work(path)
        os._exit(0)
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(1)


whole = journals.put


def doomed(doom: int) -> Callable[[FileIO, bytes], None]:
    """Writes, but no further than this byte of the file."""

    def put(file: FileIO, data: bytes) -> None:
        rest = doom - file.tell()
        whole(file, data[:rest])
        if rest <= len(data):
            os.kill(os.getpid(), signal.SIGKILL)

    return put


class Killer:
    """Kills the players of one game, wherever it is told to."""

    def __init__(self, start: Work, on: Work, folder: Path) -> None:
        self.start, self.on, self.folder, self.kills = start, on, folder, 0
        path = folder / "undisturbed.jsonl"
        child(start, path)
        self.record = path.read_bytes()
        lines = self.record.splitlines(keepends=True)
        self.ends = [0, *accumulate(map(len, lines))]
        assert lines[-1].startswith(b'{"fact":"Ended"')

    def kill(self, work: Work, path: Path, doom: int) -> None:
        """Let somebody play up to this byte."""
        assert child(work, path, doom) == signal.SIGKILL, f"nobody died at byte {doom}"
        assert path.read_bytes() == self.record[:doom], f"the record differs at the kill at byte {doom}"
        assert path.stat().st_mode & 0o777 == 0o600
        self.kills += 1

    def check(self, doom: int) -> None:
        """Killed at this byte, the game goes on to the same end; this process goes on with it."""
        path = self.folder / f"{doom}.jsonl"
        self.kill(self.start, path, doom)
        if doom < self.ends[2] - 1:  # the opening, but for its line feed
            not_begun(path)
        else:
            self.on(path)
            assert path.read_bytes() == self.record, f"the record differs after a kill at byte {doom}"
        path.unlink()

    def torn(self) -> Iterator[int]:
        """A byte drawn within each line."""
        for number in range(len(self.ends) - 1):
            first, end = self.ends[number : number + 2]
            yield first + 1 + below(end, "tear", number, end - first - 1)

    def serial(self) -> None:
        """One game, killed after each single line, and within each."""
        path = self.folder / "serial.jsonl"
        places = sorted([*self.ends[3:], *(doom for doom in self.torn() if doom > self.ends[2])])
        self.kill(self.start, path, self.ends[2])
        for doom in places:
            self.kill(self.on, path, doom)
        child(self.on, path)
        assert path.read_bytes() == self.record, "the record differs after many kills"
        path.unlink()


def not_begun(path: Path) -> None:
    """The game of this file had not begun, and the file is left as it is."""
    before = path.read_bytes()
    try:
        resume(path)
    except NotBegun:
        assert path.read_bytes() == before
    else:
        raise AssertionError("a game that had not begun")


def main(how: str, table: Table) -> None:
    """Kill, and say how often."""
    secrets.token_hex = lambda count=None: "0" * 32  # type: ignore[assignment]
    journals.sync = lambda file: None  # what the system holds survives its processes
    game = duskfall.start(table.book, table.seats, seed=table.seed)
    play(game, seat_players(game, kinds(table.players, game)))  # so that a child finds everything loaded
    gc.freeze()
    go = moderated if how == "moderated" else quietly
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(lambda path: begin(table, path, go), lambda path: go_on(path, go), Path(folder))
        if how == "serial":
            killer.serial()
        else:
            for doom in sorted([*killer.ends[1:], *killer.torn()]):
                killer.check(doom)
    print(json.dumps({"lines": len(killer.ends) - 1, "kills": killer.kills}))


if __name__ == "__main__":
    how, book, seats, seed, talk, players = sys.argv[1:]
    main(how, Table(book, int(seats), int(seed), talk == "talk", players))
