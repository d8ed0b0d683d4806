"""Where one may want to go in a film: nights, days, ballots, deaths, the end."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import Announced, Ended, Fell, Out, PhaseBegan, Removed, Voted
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.film.reel import Reel
from duskfall.tell.tongue import say
from duskfall.wire.film import FilmMark, MarkKind


def marks(view: View, reel: Reel) -> list[FilmMark]:
    """All of them, in order."""
    return list(_marks(view, reel))


def _marks(view: View, reel: Reel) -> Iterator[FilmMark]:
    for fact, at in zip(view.facts, reel.places, strict=True):
        match fact:
            case PhaseBegan():
                yield _mark(at, "night" if fact.phase == NIGHT else "day", reel)
            case Voted():
                yield _mark(at, "vote", reel)
            case Announced():
                yield from (_mark(at + number, "death", reel) for number in range(1, len(fact.dead) + 1))
            case Out() | Fell() | Removed():
                yield _mark(at, "death", reel)
            case Ended():
                yield {"at": len(reel.events), "kind": "end", "text": say("The end")}
            case _:
                pass


def _mark(at: int, kind: MarkKind, reel: Reel) -> FilmMark:
    return {"at": at, "kind": kind, "text": reel.events[at]["told"]["text"]}
