"""What could be known in a recorded game, from phase to phase, through the eyes that were chosen."""

from __future__ import annotations

from duskfall.core.view import view
from duskfall.detect.curve import Point, curve, most_learnt
from duskfall.detect.sight import sight
from duskfall.detect.waiting import Purse, means
from duskfall.draw.curve_picture import curve_picture
from duskfall.film.opened import Opened, in_one_line, opened, viewer
from duskfall.film.reel import reel
from duskfall.table.viewers import playing
from duskfall.tell.detect.found import GETTING_READY
from duskfall.tell.detect.over_time import found as found_by
from duskfall.tell.detect.over_time import when
from duskfall.tell.tongue import say
from duskfall.wire.calls import Params
from duskfall.wire.film import FilmKnown


def countable(found: Opened, seat: int | None) -> bool:
    """Whether what these eyes could know may be counted: not for who sees all, nor for who plays without the coach."""
    return seat is not None and found.game is not None and (found.record.coach or not playing(found.record))


def film_known(params: Params) -> FilmKnown:
    """The curve of a record through the eyes of `as`: {text, as}. It takes a while, hence a call of its own."""
    with in_one_line():
        found = opened(params.get("text"))
        seat = viewer(params.get("as"), found.viewers)
    if seat is None or found.game is None or not countable(found, seat):
        raise ValueError(say("What could be known cannot be counted here."))
    seen = view(found.record.facts, seat)
    rules = found.game.plan.rules
    have = means(sight(seen, rules=rules))
    if have.coming:
        return {"svg": "", "moments": [], "most": [], "found": [say(GETTING_READY)], "coming": True}
    points = curve(seen, rules, Purse(have))
    places, most = reel(seen).places, most_learnt(points)
    return {
        "svg": curve_picture(points, found.record.names, seat),
        "moments": [
            {"at": places[point.facts - 1] if point.facts else 0, "when": when(point.place), "bits": _bits(point)}
            for point in points
        ],
        "most": [points.index(point) for point in most],
        "found": found_by(points),
        "coming": False,
    }


def _bits(point: Point) -> float:
    return round(point.learnt, 1) + 0.0
