"""Whether a deck is lopsided: by the weights of its cards; where they have none, by games played at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from duskfall.core.play.game import Game
from duskfall.core.start.deck import make_deck
from duskfall.rules.registry import book
from duskfall.study.leaning import known
from duskfall.table.odds import chances, futures
from duskfall.tell import leaning
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

GAMES = 60  # played at random
FAR = 0.25  # a chance that differs by so much from the book's is told
SURE = 0.97  # as good as won
Held = tuple[tuple[str, Value], ...]


def lopsided(rules: Ruleset, cards: Sequence[str], flags: Mapping[str, Value]) -> list[str]:
    """A line for the side that would win nearly always."""
    return leaning.lopsided(rules, cards) if known(rules) else by_random_play(rules, cards, flags)


def by_random_play(rules: Ruleset, cards: Sequence[str], flags: Mapping[str, Value]) -> list[str]:
    """A line for the side that gains the most, where a deck is far from the book's."""
    held = tuple(sorted(flags.items()))
    usual = _chances(rules.id, tuple(sorted(make_deck(rules, len(cards)))), held)
    found = _chances(rules.id, tuple(sorted(cards)), held)
    side = max(found, key=lambda side: found[side] - usual[side])
    if found[side] - usual[side] < FAR and not found[side] >= SURE > usual[side]:
        return []
    text = "This deck favours {side}: of games played at random they win {now} %, and {usual} % with the book's deck."
    return [say(text, side=word(side, "side"), now=_percent(found[side]), usual=_percent(usual[side]))]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}"


@lru_cache(maxsize=512)
def _chances(rules_id: str, cards: tuple[str, ...], flags: Held) -> dict[str, float]:
    game = Game.start(book(rules_id), len(cards), deck=cards, flags=dict(flags), talk=False)
    return chances(game, futures([game], 0, GAMES)[0])
