"""The host's position at a command: what Next goes on from, and what Back returns to."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.host.evening.live import Live
from duskfall.host.evening.room import Room
from duskfall.tell.host.aloud import labelled
from duskfall.tell.host.cues import Cue, label
from duskfall.tell.tongue import later, say

PLACES = {
    "read": later("what was read out"), "ruling": later("the ruling"), "call": later("what was called"),
    "vote": later("the vote"), "ask": later("the question"), "victory": later("the result"),
    "cards": later("the cards"),
}  # fmt: skip


class Stood(NamedTuple):
    """A position of the host in a session, without text in any language."""

    place: str
    seat: int = 0  # the seat that spoke there, or looked at its card
    cue: Cue | None = None


def stood(room: Room) -> Stood:
    """Return the host's current position."""
    if room.live:
        return _in_game(room.live)
    dealing = room.dealing
    if dealing and dealing.table.deal == "phone":
        return Stood("card", dealing.turn + 1)
    return Stood("cards", cue=dealing.cue if dealing else None)


def _in_game(live: Live) -> Stood:
    if live.place == "night":
        return Stood("night", cue=live.script[live.cue] if live.cue < len(live.script) else None)
    ask = next(iter(live.asks_here()), None) if live.place == "ask" else None
    if ask and ask.speech:
        return Stood("speech", ask.seat)
    return Stood("vote" if ask and ask.verb in live.game.plan.votes else live.place)


def named(at: Stood, room: Room) -> str:
    """Describe a position, revealing no more than the table has heard; empty for one without a name."""
    if at.seat:
        return labelled(at.seat, room.live.names if room.live else room.table.names)
    return (label(at.cue) if at.cue else "") or (say(PLACES[at.place]) if at.place in PLACES else "")
