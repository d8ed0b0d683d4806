"""Who voted for whom, ballot by ballot."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core.facts import Voted
from duskfall.core.view import View
from duskfall.film.reel import Reel
from duskfall.seat.items import heading
from duskfall.study.weights import weights
from duskfall.tell.text import capital, safe, shown
from duskfall.tell.tongue import word
from duskfall.wire.film import FilmBallot, FilmVote

MOST = 200  # ballots of a game that are shown side by side


def ballots(view: View, reel: Reel) -> list[FilmBallot]:
    """The ballots that a view has seen opened; what each counts is as it was at that moment."""
    seen, found = View(view.seat), list[FilmBallot]()
    for fact, at in zip(view.facts, reel.places, strict=True):
        if isinstance(fact, Voted) and len(found) < MOST:
            counts = weights(fact, seen)
            votes = [_vote(seat, target, counts, view) for seat, target in fact.ballots]
            text = capital(word(fact.verb, "verb"))
            found.append({"at": at, "when": heading(seen), "text": text, "votes": votes})
        seen.take(fact)
    return found


def _vote(seat: int, target: int | str, counts: Mapping[int, float], view: View) -> FilmVote:
    whom = target if isinstance(target, int) else 0
    label = word(target, "word") if isinstance(target, str) else safe(view.names[whom - 1]) if whom else ""
    return {"seat": seat, "whom": whom, "label": label, "weight": shown(counts[seat]) if seat in counts else ""}
