"""The lockstep of werewolf."""

from __future__ import annotations

from tests.batch.lockstep.of_book import OfBook


class TestBook(OfBook):
    rules = "werewolf"
