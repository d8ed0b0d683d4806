"""Lines under a title, below the ending of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text


def print_titled(console: Console, title: str, lines: Sequence[str], plain: bool) -> None:
    """Print them; nothing of a long line is lost."""
    if plain:
        print("\n".join(["", f"{title}:", *(f"  {line}" for line in lines)]), flush=True)
        return
    console.print(Group(Text(f"\n{title}", "bold"), *map(_folded, lines)))


def _folded(line: str) -> Padding:
    """A line that is too long goes on under its beginning; nothing of it is lost."""
    text = line.lstrip()
    return Padding(Text(text, overflow="fold"), (0, 0, 0, 2 + len(line) - len(text)))
