"""What a page may do to its table, each with who may do it and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duskfall.core.facts import EVERYONE
from duskfall.players.base import HUMAN
from duskfall.room import coach
from duskfall.room.coach import Aside
from duskfall.room.game.answers import heard
from duskfall.room.game.playing import RETURNS
from duskfall.room.made.wish import read_wish
from duskfall.room.people.chat import clean_line
from duskfall.room.people.names import free_name
from duskfall.room.people.secret import hashed
from duskfall.room.refused import Refused
from duskfall.room.sent.briefing import table_briefing
from duskfall.tell.tongue import later, say
from duskfall.wire.room import RoomNews, RoomState

if TYPE_CHECKING:
    from duskfall.room.room import Room

Frame = Mapping[str, Any]
Run = Callable[["Room", int, Frame], RoomNews | Aside | None]
ANY: tuple[RoomState, ...] = ("lobby", "playing", "over")
NOT_NOW = later("This cannot be done now.")
NO_GAME = later("No game is on.")
A_GAME = later("A game is on.")


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done, in which states of the table, and by whom."""

    run: Run
    states: tuple[RoomState, ...] = ANY
    creator: bool = False  # whether it needs the creator's powers
    seated: bool = False  # whether it needs a seat
    host: bool = False  # whether a creator without a seat may do it all the same
    otherwise: str = NOT_NOW


# -- in a seat -----------------------------------------------------------------------------------------------


def _answer(room: Room, seat: int, frame: Frame) -> None:
    """An answer to an older question is none, and nobody is to blame."""
    assert room.playing is not None
    if room.paused:
        raise Refused(say("The table is paused."))
    room.playing.answer(seat, frame.get("verb"), frame.get("number"), frame.get("value"), room.view(seat))


def _heard(room: Room, seat: int, frame: Frame) -> RoomNews | None:
    assert room.playing is not None
    said, ask = frame.get("said"), next((ask for ask in room.playing.asked(seat) if ask.speech), None)
    return {"heard": heard(ask, said, room.view(seat)) if ask and isinstance(said, Mapping) else ""}


def _known(room: Room, seat: int, frame: Frame) -> Aside:
    return coach.ask(room, seat)


def _rules(room: Room, seat: int, frame: Frame) -> RoomNews:
    return {"rules": table_briefing(room)}


def _skip(room: Room, seat: int, frame: Frame) -> None:
    assert room.playing is not None
    if room.paused or not room.playing.skip():
        raise Refused(say("Others read this, too."))


def _back(room: Room, seat: int, frame: Frame) -> None:
    assert room.playing is not None
    if room.playing.came_back(seat) >= RETURNS:
        raise Refused(say("You have come back too often: ask who made this table."))
    room.playing.hand(seat, HUMAN)


def _rename(room: Room, seat: int, frame: Frame) -> None:
    others = [each.name for each in room.chairs.people if each.number != seat]
    room.write({"renamed": seat, "name": free_name(frame.get("name"), others, room.words())})


def _leave(room: Room, seat: int, frame: Frame) -> None:
    _away(room, seat)


def _away(room: Room, seat: int) -> None:
    """Nobody sits there any more: in the lobby the chair is free, in a game a bot plays on."""
    if room.state == "playing" and room.playing:
        room.playing.hand(seat, room.wish.bot)
    else:
        room.write({"rose": seat})


def _chat(room: Room, seat: int, frame: Frame) -> None:
    to = EVERYONE
    if room.state == "playing" and room.playing:
        dead = room.playing.showing.public.dead
        if seat not in dead:
            raise Refused(say("During a game only the dead talk here."))
        to = sum(1 << each for each in dead)
    name = room.chairs[seat].name if seat else ""
    room.write({"chat": clean_line(frame.get("text")), "seat": seat, "name": name, "to": to})


def _language(room: Room, seat: int, frame: Frame) -> None:
    """The server tells the feed."""


# -- with the creator's powers ---------------------------------------------------------------------------------


def _start(room: Room, seat: int, frame: Frame) -> None:
    room.start()


def _pause(room: Room, seat: int, frame: Frame) -> None:
    if not room.paused:
        room.write({"paused": True})


def _go(room: Room, seat: int, frame: Frame) -> None:
    if room.paused:
        room.write({"paused": False})


def _chosen(room: Room, frame: Frame) -> int:
    """The seat that is named; raises Refused."""
    seat = frame.get("seat")
    if type(seat) is not int or not 1 <= seat <= len(room.chairs):
        raise Refused(say("There is no such seat."))
    return seat


def _person(room: Room, frame: Frame) -> int:
    seat = _chosen(room, frame)
    if not room.chairs[seat].person:
        raise Refused(say("Nobody sits there."))
    return seat


def _kick(room: Room, seat: int, frame: Frame) -> None:
    """The seat's secret opens nothing any more."""
    whom = _person(room, frame)
    _away(room, whom)
    if room.state == "playing":
        room.write({"renewed": whom, "secret": ""})


def _hand(room: Room, seat: int, frame: Frame) -> RoomNews | None:
    assert room.playing is not None
    whom, to = _chosen(room, frame), frame.get("to")
    if to not in ("bot", "person"):
        raise Refused(say("A seat is handed to a bot or to a person."))
    if to == "bot":
        room.playing.hand(whom, room.wish.bot)
        return None
    news = None if room.chairs[whom].person else _renewed(room, whom)
    room.playing.hand(whom, HUMAN)
    return news


def _renew(room: Room, seat: int, frame: Frame) -> RoomNews | None:
    return _renewed(room, _person(room, frame))


def _renewed(room: Room, seat: int) -> RoomNews:
    """A new secret for a seat; who had the old one is sent away."""
    secret = room.tokens()
    room.write({"renewed": seat, "secret": hashed(secret)})
    return {"link": {"seat": seat, "secret": secret}}


def _end(room: Room, seat: int, frame: Frame) -> None:
    room.finish()


def _rematch(room: Room, seat: int, frame: Frame) -> None:
    room.write({"again": room.number})
    if room.wish.start:
        room.start()


def _wish(room: Room, seat: int, frame: Frame) -> None:
    wish = read_wish(frame.get("wish"), room.fills, room.wish, room.most_cost)
    if wish.seats < len(room.chairs.people):
        raise Refused(say("More people sit here than that table has seats."))
    room.write({"wish": {**wish.data(), "name": room.wish.name}})


PLAYING: tuple[RoomState, ...] = ("playing",)
LOBBY: tuple[RoomState, ...] = ("lobby",)
DEEDS: dict[str, Deed] = {
    "answer": Deed(_answer, PLAYING, seated=True, otherwise=NO_GAME),
    "heard": Deed(_heard, PLAYING, seated=True, otherwise=NO_GAME),
    "known": Deed(_known, PLAYING, seated=True, otherwise=NO_GAME),
    "rules": Deed(_rules),
    "chat": Deed(_chat, seated=True, host=True),
    "language": Deed(_language),
    "skip": Deed(_skip, PLAYING, seated=True, otherwise=NO_GAME),
    "back": Deed(_back, PLAYING, seated=True, otherwise=NO_GAME),
    "rename": Deed(_rename, LOBBY, seated=True, otherwise=A_GAME),
    "leave": Deed(_leave, seated=True),
    "start": Deed(_start, LOBBY, creator=True, otherwise=A_GAME),
    "pause": Deed(_pause, PLAYING, creator=True, otherwise=NO_GAME),
    "go": Deed(_go, PLAYING, creator=True, otherwise=NO_GAME),
    "kick": Deed(_kick, creator=True),
    "hand": Deed(_hand, PLAYING, creator=True, otherwise=NO_GAME),
    "end": Deed(_end, PLAYING, creator=True, otherwise=NO_GAME),
    "rematch": Deed(_rematch, ("over",), creator=True, otherwise=NOT_NOW),
    "renew": Deed(_renew, creator=True),
    "wish": Deed(_wish, LOBBY, creator=True, otherwise=A_GAME),
}
