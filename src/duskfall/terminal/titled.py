"""Sections of lines with a title, printed below the summary of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text


def print_titled(console: Console, title: str, lines: Sequence[str], plain: bool) -> None:
    """Print lines under a title; long lines are wrapped, not cut."""
    if plain:
        print("\n".join(["", f"{title}:", *(f"  {line}" for line in lines)]), flush=True)
        return
    console.print(Group(Text(f"\n{title}", "bold"), *map(_folded, lines)))


def _folded(line: str) -> Padding:
    """Return a line that wraps with the same indentation instead of being cut."""
    text = line.lstrip()
    return Padding(Text(text, overflow="fold"), (0, 0, 0, 2 + len(line) - len(text)))
