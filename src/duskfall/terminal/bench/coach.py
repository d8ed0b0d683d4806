"""The coach of a person who plays against bots: what can be known from their seat, out of their own view alone."""

from __future__ import annotations

from duskfall.core.view import View
from duskfall.tell.columns import folded
from duskfall.tell.rules.role_card import book

NO_BOOK = "There is no rule book for this game, so nothing can be counted."
ASK_AGAIN = "Ask again then."


def what_is_known(view: View, width: int) -> list[str]:
    """The chances of the living, what is certain, and how that was found, in so many columns."""
    from duskfall.detect.sight import sight  # it brings the rules as code: only who asks waits for it
    from duskfall.detect.waiting import means
    from duskfall.tell.detect.certain import certain
    from duskfall.tell.detect.found import GETTING_READY
    from duskfall.terminal.chances import chance_lines

    if (rules := book(view)) is None:
        return [NO_BOOK]
    seen = sight(view, rules=rules)
    have = means(seen)
    found = have(seen)
    if have.coming and not found.known:
        return folded(f"{GETTING_READY} {ASK_AGAIN}", width)
    return [line.plain for line in chance_lines(seen, found, width, certain(seen, found, have), living=True)]


def get_ready(view: View) -> None:
    """Begin beside the game with what a hint at this table will need."""
    from duskfall.detect.sight import sight
    from duskfall.detect.waiting import get_ready

    if (rules := book(view)) is not None:
        get_ready(sight(view, rules=rules))
