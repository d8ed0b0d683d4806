"""The lockstep of ai-mafia."""

from __future__ import annotations

from tests.batch.lockstep.of_book import OfBook


class TestBook(OfBook):
    rules = "ai-mafia"
