"""What the tests of models share: one llama.cpp server for all tests of a process, started by the first that asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.llm import llama


@pytest.fixture(scope="session")
def tiny() -> Iterator[str]:
    """The name under which the tiny model is seated."""
    with llama.served() as address:
        yield f"{address}#tiny"
