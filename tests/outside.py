"""Rulesets from outside in tests: the examples, and a registry that forgets them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duskfall.rules import registry

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
MINI, CULT = str(EXAMPLES / "mini_mafia.py"), str(EXAMPLES / "cult.py")


@contextmanager
def forgetting() -> Iterator[None]:
    """What is brought in here is gone afterwards."""
    kept = [(table, dict(table)) for table in (registry._brought, registry._by_place)]
    try:
        yield
    finally:
        for table, before in kept:
            table.clear()
            table.update(before)  # type: ignore[arg-type]
