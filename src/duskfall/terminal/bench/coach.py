"""The coach of a person who plays against bots: what can be known from their seat, out of their own view alone."""

from __future__ import annotations

from duskfall.core.view import View
from duskfall.tell.rules.role_card import book

NO_BOOK = "There is no rule book for this game, so nothing can be counted."


def what_is_known(view: View, width: int) -> list[str]:
    """The chances of the living, what is certain, and how that was found, in so many columns."""
    from duskfall.detect.posterior import posterior  # it brings the rules as code: only who asks waits for it
    from duskfall.detect.sight import sight
    from duskfall.detect.waiting import budget
    from duskfall.tell.detect.certain import certain
    from duskfall.terminal.chances import chance_lines

    if (rules := book(view)) is None:
        return [NO_BOOK]
    seen = sight(view, rules=rules)
    found = posterior(seen, budget=budget())
    return [line.plain for line in chance_lines(seen, found, width, certain(seen, found), living=True)]
