"""The project's case files, each read once in a process: to parse them all takes seconds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from duskfall.cases.load import Case, read_file


@cache
def cases_of(path: Path) -> tuple[Case, ...]:
    """The cases of a file that no test changes."""
    return tuple(read_file(path))
