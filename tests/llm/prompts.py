"""Golden prompts: all that one seat of a whole game is sent, one file a ruleset; `python -m tests.llm.prompts --write`.

They show in a diff what a change does to the words that models are given.
"""

from __future__ import annotations

import sys
from pathlib import Path

from duskfall.rules import BOOKS
from tests.kept import keep

from .driving import driven

FOLDER = Path(__file__).parent / "prompts"
SEATS = 8


def text(book: str) -> str:
    """The last prompt of the seat that is asked most, message by message."""
    told = driven(book, SEATS, persona="dry", language="en")
    prompts = max(told.prompts.values(), key=len)
    return "\n\n".join(f"=== {message.role} ===\n{message.text}" for message in prompts[-1].messages) + "\n"


def main(arguments: list[str]) -> int:
    """Write all files anew, or say which are stale."""
    return keep(FOLDER, {f"{book}.txt": text(book) for book in BOOKS}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
