"""Small programs that play, for tests: what they do at a question, around the few lines that all of them share."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Began, Dealt
from duskfall.core.view import View, view
from duskfall.players.foreign.player import ForeignPlayer, maker

AROUND = """
import json, os, subprocess, sys, time
def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def reply(ask, answer):
    write(json.dumps({"number": ask["number"], "answer": answer}) + chr(10))
got = open(sys.argv[0] + ".got", "a")
for line in sys.stdin:
    got.write(line)
    got.flush()
    letter = json.loads(line)
    ask = letter.get("ask")
    if ask and "answered" not in letter:
"""
NAMES = ("Ann", "Bob", "Cid")
FACTS = (
    Began(EVERYONE, "werewolf", NAMES, (), True, (("Werewolf", 1), ("Villager", 2))),
    Dealt(1 << 2, 2, "Villager", "village"),
)


def written(folder: Path, does: str, settings: str = "", name: str = "bot.py") -> str:
    """The kind of a program that does this at each question."""
    body = "\n".join(f"        {line}" for line in does.strip().splitlines())
    (folder / name).write_text(AROUND + body + "\n", encoding="utf-8")
    return command(folder / name, settings)


def got(folder: Path, name: str = "bot.py") -> list[dict[str, Any]]:
    """All the lines that such a program was sent."""
    file = folder / f"{name}.got"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def command(script: Path, settings: str = "") -> str:
    """The kind of a player that this script is."""
    words = " ".join(quote(str(word), safe="/") for word in (sys.executable, script))
    return f"exec:{words}" + (f"?{settings}" if settings else "")


def made(kind: str, seed: int = 7) -> ForeignPlayer:
    """A player of this kind."""
    return maker(kind)(seed)


def seen(seat: int = 2) -> View:
    """What a seat has seen at the first question."""
    return view(FACTS, seat)


def asked(number: int = 1, **more: object) -> Ask:
    """A question to seat 2."""
    return Ask(number, 2, "vote", seats=(1, 3), words=("nobody",), **more)  # type: ignore[arg-type]


def outcomes(player: ForeignPlayer, questions: int = 1) -> list[tuple[str, str]]:
    """How so many questions came out, and why; then the table is left."""
    for number in range(1, questions + 1):
        player.answer(asked(number), seen())
    player.leave(seen())
    return [(call.outcome, call.why) for call in player.foreign_calls]
