"""What one viewer was shown up to one moment: all that the detective may read."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.core.facts import Began, Ended, Fact
from duskfall.core.view import View
from duskfall.rules.registry import find
from duskfall.vocabulary.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Sight:
    """The facts that reached a viewer, in order."""

    rules: Ruleset
    seat: int  # the viewer; 0: the public
    facts: tuple[Fact, ...]  # the first is `Began`
    going: bool = True  # the game waits for somebody at this moment, so it has not ended

    @property
    def began(self) -> Began:
        """The table as everybody was told of it."""
        found = self.facts[0]
        assert isinstance(found, Began)
        return found


def sight(view: View, *, going: bool = True, rules: Ruleset | None = None) -> Sight:
    """What the seat of this view was shown, up to the end of the game at most."""
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
