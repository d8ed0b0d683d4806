"""DuckDB, which comes with the extra `duskfall[arena]`; it's imported only when it's needed."""

from __future__ import annotations

from typing import Any


class MissingExtra(ImportError):
    """A package that the arena needs but that isn't installed; the message is one line."""


def duckdb() -> Any:
    """Import and return the package. Raises MissingExtra."""
    try:
        import duckdb as found
    except ImportError:
        raise MissingExtra(
            'the arena needs duckdb: pip install "duskfall[arena]" (in a checkout: make arena)'
        ) from None
    return found
