"""A recorded game as somebody saw it: what the page's player shows."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.view import view
from duskfall.film.costs import costs
from duskfall.film.ending import ending
from duskfall.film.known import countable
from duskfall.film.marks import marks
from duskfall.film.nights import nights
from duskfall.film.opened import Opened, eyes, in_one_line, opened, viewer
from duskfall.film.reel import reel
from duskfall.film.votes import ballots
from duskfall.rules.registry import known
from duskfall.seat.screen import deck
from duskfall.table.viewers import own_seats
from duskfall.tell.text import safe
from duskfall.tell.tongue import say
from duskfall.wire.calls import Params
from duskfall.wire.film import Film


def film(params: Params) -> Film:
    """The film of a record as `as` saw it, and who else may be looked through: {text, as, calls?}.

    Whoever still plays sees no more than their own seat does. A record that is damaged is told in one line.
    """
    with in_one_line():
        found = opened(params.get("text"))
        shown = _film(found, viewer(params.get("as"), found.viewers))
    seats = own_seats(viewer(shown["as"], found.viewers), len(found.record.names))
    return {**shown, "costs": costs(params.get("calls"), seats)}


def _film(found: Opened, seat: int | None) -> Film:
    """Out of what this seat saw; only the end is told from everything."""
    record, seen = found.record, view(found.record.facts, seat)
    book, shots = known(record.rules), reel(seen)
    return {
        "rules": record.rules,
        "title": say(book.title) if book else safe(record.rules),
        "as": eyes(seat),
        "viewers": [{"value": eyes(each), "label": _label(each, record.names)} for each in found.viewers],
        "verified": found.game is not None,
        "deck": deck(seen.facts),
        "chairs": shots.chairs,
        "events": shots.events,
        "marks": marks(seen, shots),
        "ballots": ballots(seen, shots),
        "nights": nights(seen, shots),
        "costs": [],
        "end": ending(record.facts, shots) if seen.over else None,
        "coach": record.coach,
        "countable": countable(found, seat),
    }


def _label(seat: int | None, names: Sequence[str]) -> str:
    if seat is None:
        return say("The moderator")
    return safe(names[seat - 1]) if seat else say("The table")
