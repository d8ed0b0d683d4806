"""The packages that a report needs besides DuckDB; the extra `duskfall[arena]` installs all of them."""

from __future__ import annotations

from importlib.util import find_spec

from duskfall.arena.store.extra import MissingExtra

READS = ("duckdb", "numpy")
DRAWS = ("altair", "vl_convert")


def need(*packages: str) -> None:
    """Raise MissingExtra if one of these packages isn't installed."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(f'the report needs {package}: pip install "duskfall[arena]" (in a checkout: make arena)')
