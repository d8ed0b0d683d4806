"""The sight of a viewer: what it was shown up to one moment. Inference may read nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.core.facts import Began, Ended, Fact
from duskfall.core.view import View
from duskfall.rules.registry import find
from duskfall.vocabulary.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Sight:
    """The events that reached a viewer, in order."""

    rules: Ruleset
    seat: int  # the viewer; 0: the public
    facts: tuple[Fact, ...]  # the first is `Began`
    going: bool = True  # whether the game waits for a player at this moment, and so has not ended

    @property
    def began(self) -> Began:
        """The first event: the table as everyone was told of it."""
        found = self.facts[0]
        assert isinstance(found, Began)
        return found


def sight(view: View, *, going: bool = True, rules: Ruleset | None = None) -> Sight:
    """Return what the seat of this view was shown, up to the end of the game at most.

    The view may be of a seat or of the public, but not the moderator's.
    """
    assert view.seat is not None, "the moderator knows everything"
    facts: list[Fact] = []
    for fact in view.facts:
        if isinstance(fact, Ended):
            going = False
            break
        facts.append(fact)
    began = facts[0]
    assert isinstance(began, Began)
    return Sight(rules or find(began.rules), view.seat, tuple(facts), going)
