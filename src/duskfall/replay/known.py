"""What could be known from a seat, from phase to phase, as the last chapter of a page."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.view import View
from duskfall.detect.curve import Find, curve, most_learnt
from duskfall.draw.curve_picture import curve_picture
from duskfall.replay.pieces import marked, piece
from duskfall.tell.detect.over_time import found, learnt
from duskfall.tell.tongue import say
from duskfall.vocabulary.ruleset import Ruleset


def known_chapter(seen: View, names: Sequence[str], rules: Ruleset, find: Find) -> str:
    """The chapter, out of what the viewer was shown and nothing else."""
    points = curve(seen, rules, find)
    svg = curve_picture(points, names, seen.seat or 0)
    lines = [learnt(point) for point in most_learnt(points)]
    items = [piece("picture", f'<div class="sheet">{svg}</div>')] if svg else []
    items += [piece("line weighty", marked(line)) for line in lines]
    items += [piece("line slight", marked(line)) for line in found(points)]
    head = f"<h2>{marked(say('What could be known'))}</h2>"
    return f'<section class="chapter" data-phase="end">{head}<ol>{"".join(items)}</ol></section>\n'
