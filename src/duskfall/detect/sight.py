"""What one viewer was shown up to one moment: all that the detective may read."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.core.facts import Began, Fact
from duskfall.core.view import View
from duskfall.rules.registry import book
from duskfall.vocabulary.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer was shown up to one moment."""

    rules: Ruleset
    seat: int  # the viewer; 0: the public
    facts: tuple[Fact, ...]
    going: bool = True  # the game waits for somebody at this moment, so it has not ended


def sight(view: View, *, going: bool = True, rules: Ruleset | None = None) -> Sight:
    """What a seat's view shows."""
    began = view.facts[0]
    assert isinstance(began, Began)
    return Sight(rules or book(began.rules), view.seat or 0, tuple(view.facts), going)
