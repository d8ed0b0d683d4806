"""The lockstep of town-of-agents."""

from __future__ import annotations

from tests.batch.lockstep.of_book import OfBook


class TestBook(OfBook):
    rules = "town-of-agents"
