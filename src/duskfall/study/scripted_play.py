"""How often each side wins among scripted players, by deck: a table of games that were played beforehand.

The table (tools/scripted_play.py writes it) has the decks of the books at the usual sizes. For other decks the log-odds
of a side against the many are a weighted sum over the cards, as in `study/leaning.py`, fitted to the same games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from duskfall.core.start.deck import surplus
from duskfall.study import leaning
from duskfall.vocabulary.ruleset import Ruleset


def win_rates(rules: Ruleset, cards: Sequence[str]) -> dict[str, float]:
    """Return the share of each side among games that were won; empty where the table says nothing about the deck.

    House rules count for nothing here: the games were played with the book's own.
    """
    found = _table().get(rules.id, {})
    if not found or not leaning.fits(rules, found["weights"]) or surplus(rules, cards):
        return {}
    if wins := found["decks"].get(deck_key(cards)):
        total = sum(wins.values()) + len(wins)
        return {side: (count + 1) / total for side, count in wins.items()}
    return leaning.weighed(rules, cards, found["weights"])


def was_played(rules: Ruleset, cards: Sequence[str]) -> bool:
    """Say whether the rates of this deck were counted, not read off the weights of its cards."""
    return rules.id in _table() and deck_key(cards) in _table()[rules.id]["decks"]


def deck_key(cards: Sequence[str]) -> str:
    """Return a deck as the table names it, in whatever order its cards are given."""
    return ", ".join(f"{role}*{count}" for role, count in sorted(Counter(cards).items()))


@cache
def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(
        resources.files("duskfall.study").joinpath("scripted_play.json").read_text(encoding="utf-8")
    )
    return found
