"""The nights of a game as the moderator knows them: what overturned what, drawn and explained."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.facts import Announced
from duskfall.core.view import View
from duskfall.draw.night_picture import night_picture
from duskfall.film.reel import Reel
from duskfall.study.phases import Phase, phases
from duskfall.tell.facts.why import why_by_night
from duskfall.tell.names import hour
from duskfall.wire.film import FilmNight

MOST, MOST_DEEDS = 60, 80  # what is drawn: nights, and acts in one of them


def nights(view: View, reel: Reel) -> list[FilmNight]:
    """Of each night its picture, at the event by which all of it is settled; nothing for who may not see all."""
    if view.seat is not None:
        return []
    lines, found, begin = why_by_night(view.facts, view.names), list[FilmNight](), 0
    for phase in phases(view.facts):
        places, begin = reel.places[begin : begin + len(phase.facts)], begin + len(phase.facts)
        svg = _drawn(phase, view) if phase.night and len(found) < MOST else ""
        if svg:
            told = lines.get(phase.night, [])
            found.append({"at": _settled(phase, places), "title": hour(*phase.place), "svg": svg, "lines": told})
    return found


def _drawn(phase: Phase, view: View) -> str:
    if len(phase.deeds) > MOST_DEEDS:
        return ""
    return night_picture(phase.facts, view.names, phase.before.roles if phase.before else {})


def _settled(phase: Phase, places: Sequence[int]) -> int:
    """Where the dead are announced, or else where the phase ends."""
    announced = (at for fact, at in zip(phase.facts, places, strict=True) if isinstance(fact, Announced))
    return next(announced, places[-1])
