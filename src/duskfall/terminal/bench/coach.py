"""Hints for a person who plays against bots: the role probabilities, computed from nothing but their own view."""

from __future__ import annotations

from duskfall.core.view import View
from duskfall.detect import LAYERS, RULES
from duskfall.players.person.typed import quoted
from duskfall.tell.columns import folded
from duskfall.tell.rules.role_card import book

NO_BOOK = "There is no rule book for this game, so nothing can be counted."
ASK_AGAIN = "Ask again then."
NO_LAYER = "There is no layer {layer} for a hint. There are: {layers}."


def what_is_known(view: View, layer: str = RULES, *, width: int) -> list[str]:
    """Return the role probabilities of the living, what is certain, and how it was found, in lines of `width` columns.

    `layer`: the evidence that is used; for an unknown layer, return a line with the known ones.
    """
    if layer not in LAYERS:
        return [NO_LAYER.format(layer=quoted(layer), layers=" ".join(f"/hint {each}" for each in LAYERS))]
    from duskfall.detect.reading import claims
    from duskfall.detect.sight import sight  # a slow import: only a person who asks for a hint waits for it
    from duskfall.detect.waiting import means
    from duskfall.tell.detect.certain import certain
    from duskfall.tell.detect.found import GETTING_READY
    from duskfall.terminal.chances import chance_lines

    if (rules := book(view)) is None:
        return [NO_BOOK]
    seen = sight(view, rules=rules)
    have = means(seen)
    by_rules = have(seen)
    if have.coming and not by_rules.known:
        return folded(f"{GETTING_READY} {ASK_AGAIN}", width)
    found = by_rules if layer == RULES else have(seen, claims(seen))
    return [line.plain for line in chance_lines(seen, found, width, certain(seen, by_rules, have), living=True)]


def get_ready(view: View) -> None:
    """Start compiling in the background what a hint at this table will need."""
    from duskfall.detect.sight import sight
    from duskfall.detect.waiting import get_ready

    if (rules := book(view)) is not None:
        get_ready(sight(view, rules=rules))
