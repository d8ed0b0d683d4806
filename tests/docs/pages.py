"""Pages as scripts: blocks of code are files, or parts of them, and commands are run, in the page's order."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LEFT_OUT = "…"


class Block(NamedTuple):
    """A fenced block: its language, what is done with it (file, append, excerpt), to which file, and what it holds."""

    language: str
    deed: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page."""
    found = re.findall(r"^```(\w+)(?: (\w+) (\S+))?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [Block(*each) for each in found]


def follow(page: str, folder: Path, env: dict[str, str]) -> int:
    """Do what a page says, in a folder; how many commands were run."""
    count = 0
    for block in blocks(page):
        if block.language == "console":
            for command, said in commands(block.text):
                check(command, said, run(command, folder, env))
                count += 1
        elif block.language == "diff":
            patch(block.text, folder)
        else:
            write(block, folder)
    return count


def patch(text: str, folder: Path) -> None:
    """A change of a file, found by its context: a page need not know the numbers of lines."""
    line = ["git", "apply", "--recount", "--unidiff-zero", "-"]
    done = subprocess.run(line, cwd=folder, input=text, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr


def write(block: Block, folder: Path) -> None:
    """A file is written, or added to; the lines of an excerpt must stand in it."""
    place = folder / block.file
    if block.deed == "excerpt":
        assert all(line in place.read_text("utf-8") for line in block.text.splitlines()), block
        return
    assert block.deed in ("file", "append"), block
    before = place.read_text("utf-8") if block.deed == "append" else ""
    place.write_text(before + block.text, "utf-8")


def commands(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it prints."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(lines[0], lines[1:]) for lines in (part.rstrip("\n").split("\n") for part in parts)]


def run(command: str, folder: Path, env: dict[str, str]) -> str:
    """What a command prints, errors among it, in order."""
    name, *args = shlex.split(command)
    if name == "cp":
        shutil.copy(ROOT / args[0], folder / args[1])
        return ""
    assert name in ("duskfall", "python"), command
    line = [sys.executable, *(["-m", "duskfall"] if name == "duskfall" else []), *args]
    done = subprocess.run(
        line, cwd=folder, env=os.environ | env, stdout=-1, stderr=subprocess.STDOUT, timeout=240, encoding="utf-8"
    )
    return done.stdout


def check(command: str, said: list[str], printed: str) -> None:
    """What the page shows is printed, in this order; `…` stands for what is left out, in a line or of lines."""
    told = "".join(LEFT_OUT if line == LEFT_OUT else f"{line}\n" for line in said)
    pattern = ".*".join(map(re.escape, told.split(LEFT_OUT)))
    assert re.fullmatch(pattern, printed, re.DOTALL), (command, told, printed)
