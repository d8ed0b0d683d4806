"""The coach of a person who plays against bots: what can be known from their seat, out of their own view alone."""

from __future__ import annotations

from duskfall.core.view import View

UNKNOWN = "There is no rule book for this game, so nothing can be said of it."


def what_is_known(view: View) -> list[str]:
    """The chances of the living, what is certain, and how that was found."""
    from duskfall.detect.posterior import posterior  # it brings the rules as code: only who asks waits for that
    from duskfall.detect.sight import sight
    from duskfall.tell.detect.brief import brief, table
    from duskfall.tell.rules.role_card import book

    if book(view) is None:
        return [UNKNOWN]
    seen = sight(view)
    return table(brief(seen, posterior(seen)), living=True)
