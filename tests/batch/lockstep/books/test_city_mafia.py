"""The lockstep of city-mafia."""

from __future__ import annotations

from tests.batch.lockstep.of_book import OfBook


class TestBook(OfBook):
    rules = "city-mafia"
