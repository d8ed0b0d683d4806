"""The coach at a table of one person among bots: what can be known from their seat, and nobody else's business."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.sight import Sight, sight
from duskfall.detect.waiting import get_ready
from duskfall.players.base import HUMAN
from duskfall.room.refused import Refused
from duskfall.seat.known import known
from duskfall.tell.tongue import say
from duskfall.wire.room import RoomNews

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.room.made.wish import Wish
    from duskfall.room.room import Room

PUBLIC = 0
Aside = Callable[[], RoomNews]
"""A reply that takes a while: it is worked out beside the table, out of what it was given, and holds up nobody."""


def wanted(wish: Wish, kinds: Sequence[str]) -> bool:
    """Whether a game that is dealt to these players has the coach: other people would not have it."""
    return wish.coach and list(kinds).count(HUMAN) == 1


def is_on(room: Room) -> bool:
    """Whether the only person at the table may ask."""
    playing = room.playing
    return room.state == "playing" and playing is not None and playing.journal.coach and len(playing.people) == 1


def begin(game: Game) -> None:
    """A game with the coach on begins: what hints need is made ready beside it, out of what all are told."""
    get_ready(sight(view(game.facts[:1], PUBLIC), rules=game.plan.rules))


def ask(room: Room, seat: int) -> Aside:
    """What can be known from a seat now, to be worked out; raises Refused."""
    playing = room.playing
    if playing is None or not is_on(room) or seat not in playing.people:
        raise Refused(say("The coach is off at this table."))
    view = room.view(seat)
    if not view.names:
        raise Refused(say("This cannot be done now."))
    # While something is still being shown the game may have gone further: only who is asked has seen all.
    seen = sight(view, going=bool(playing.asked(seat)), rules=playing.game.plan.rules)
    return lambda: _found(seen)


def _found(seen: Sight) -> RoomNews:
    return {"known": known(seen)}
