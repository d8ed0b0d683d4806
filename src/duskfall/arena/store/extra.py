"""DuckDB, which comes with the extra `duskfall[arena]`; it is imported when it is needed."""

from __future__ import annotations

from typing import Any


class MissingExtra(ImportError):
    """A package that the arena needs is not installed: one clear line."""


def duckdb() -> Any:
    """The package."""
    try:
        import duckdb as found
    except ImportError:
        raise MissingExtra(
            'the arena needs duckdb: pip install "duskfall[arena]" (in a checkout: make arena)'
        ) from None
    return found
