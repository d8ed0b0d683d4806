"""kill -9 at every line of a record, and within every line: the game always goes on to the same end.

Nothing is lost and nothing is played twice: the record that another process finishes is, byte for byte, that of the
game that nobody disturbed.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from duskfall.core.chance import below
from duskfall.core.record import read
from duskfall.rules import BOOKS, ruleset
from duskfall.terminal.plain import plain_lines
from tests.patience import LONG
from tests.volume import VOLUME
from tests.warm import duskfall

ROOT = Path(__file__).parents[2]


def killing(how: str, book: str, seats: int, seed: int, talk: str, players: str) -> dict[str, int]:
    """Let games be killed; see killing.py."""
    command = [sys.executable, "-m", "tests.table.killing", how, book, str(seats), str(seed), talk, players]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=LONG)
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


KINDS = (  # seats, seed, with talk or without, who plays
    (6, 1, "talk", "random"),
    (7, 2, "quiet", "scripted"),
    (5, 1, "talk", "scripted*2, random*3"),
    (6, 2, "quiet", "tests.table.killing:Clumsy"),
)


@pytest.mark.parametrize(
    ("book", "seats", "seed", "talk", "players"),
    [
        (book, *KINDS[(place + half) % 4]) for place, book in enumerate(BOOKS) for half in range(min(VOLUME, 2))
    ],  # each book one way, and all ways among the books; with more volume each with talk and without
)
def test_killed_after_and_within_every_line_it_ends_the_same(
    book: str, seats: int, seed: int, talk: str, players: str
) -> None:
    found = killing("each", book, seats, seed, talk, players)
    assert found["lines"] > 20
    assert found["kills"] == 2 * found["lines"]


@pytest.mark.parametrize("book", ["city-mafia", "ai-mafia-classic", "town-of-agents"] if VOLUME > 1 else ["city-mafia"])
def test_killed_again_and_again_it_ends_the_same(book: str) -> None:
    found = killing("serial", book, 6, 4, "talk", "scripted")
    assert found["lines"] > 60
    assert found["kills"] > 1.9 * found["lines"]


@pytest.mark.parametrize("book", BOOKS if VOLUME > 1 else ["town-of-agents", "werewolf"])
def test_killed_among_the_acts_of_a_moderator_it_ends_the_same(book: str) -> None:
    found = killing("moderated", book, 6, 5, "quiet", "random")
    assert found["kills"] == 2 * found["lines"]


# -- the real commands, killed from outside ----------------------------------------------------------------------------


def killed_after(lines: int, *args: str) -> list[str]:
    """What a command printed until it was killed, about so many lines later."""
    ours, theirs = socket.socketpair()
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # few lines fit in: it cannot end before it is killed
    command = [sys.executable, "-m", "duskfall", *args, "--plain"]
    with theirs:
        process = subprocess.Popen(command, stdout=theirs, cwd=ROOT)
    with process, ours, ours.makefile(encoding="utf-8") as shown:
        printed = list(islice(shown, lines))
        process.send_signal(signal.SIGKILL)
        printed += shown
    assert process.returncode == -signal.SIGKILL
    return [line.removesuffix("\n") for line in printed if line.endswith("\n")]


def told(path: Path, seat: int | None) -> list[str]:
    """What the facts that are on disk tell."""
    text = path.read_bytes()
    record = read(text[: text.rindex(b"\n")].split(b"\n"))
    return list(plain_lines(record.facts, record.names, seat))


@pytest.mark.parametrize("book", ["town-of-agents", "werewolf"])
def test_the_commands_are_killed_from_outside(book: str, tmp_path: Path) -> None:
    table = ("--rules", book, "--seats", "8", "--seed", "6", "--players", "scripted*5, random*3")
    whole, path = tmp_path / "whole.jsonl", tmp_path / "game.jsonl"
    assert duskfall("play", *table, "--plain", "--record", whole).returncode == 0
    undisturbed = whole.read_bytes().split(b"\n")
    args: tuple[str, ...] = ("play", *table, "--record")
    for number in range(2):
        lines = 8 + 20 * number + below(6, book, number, 20)
        printed = killed_after(lines, *args, str(path), "--speed", "200")
        on_disk = told(path, None)
        assert printed == on_disk[: len(printed)]  # nothing was shown that is not on disk
        assert path.read_bytes().split(b"\n")[2:-1] == undisturbed[2:][: path.read_bytes().count(b"\n") - 2]
        assert path.stat().st_mode & 0o777 == 0o600
        args = ("resume",)
    done = duskfall("resume", path, "--plain")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().split(b"\n")[2:] == undisturbed[2:]
    assert read(path.read_bytes().splitlines()).verify(ruleset(book)) == ""
    assert done.stdout.splitlines()[: len(on_disk)] == on_disk
