"""What each line of a table's file does to the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

from duskfall.room.game.tasks import WAIT
from duskfall.room.kept import Line
from duskfall.room.made.wish import read_wish
from duskfall.room.people.chairs import Chairs, Seat
from duskfall.room.people.chat import Spoken

if TYPE_CHECKING:
    from duskfall.room.room import Room


class Played(TypedDict):
    """A game that is over: who won, no side if it was broken off, and who sat where."""

    number: int
    winner: str
    won: list[int]
    names: list[str]


def _made(room: Room, line: Line) -> None:
    room.code, room.creator = line["made"], line["creator"]
    room.wish = read_wish(line["wish"], (*room.fills, line["wish"]["fill"]))
    room.chairs = Chairs.of(room.wish.seats)


def _wish(room: Room, line: Line) -> None:
    room.wish = read_wish(line["wish"], (*room.fills, line["wish"]["fill"]))
    room.chairs.resize(room.wish.seats)


def _sat(room: Room, line: Line) -> None:
    seat = room.chairs[line["sat"]]
    seat.name, seat.secret, seat.away, seat.here = line["name"], line["secret"], 0, 0


def _rose(room: Room, line: Line) -> None:
    room.chairs.seats[line["rose"] - 1] = Seat(line["rose"])


def _renamed(room: Room, line: Line) -> None:
    room.chairs[line["renamed"]].name = line["name"]


def _renewed(room: Room, line: Line) -> None:
    seat = room.chairs[line["renewed"]]
    seat.secret, seat.here = line["secret"], 0


def _dealt(room: Room, line: Line) -> None:
    room.number, room.seed, room.state = line["dealt"], line["seed"], "playing"
    room.step, room.done, room.given, room.paused = -1, set(), {}, False
    room.handing, room.slept, room.tales = {}, {}, {}
    for seat, name, player in zip(room.chairs, line["names"], line["players"], strict=True):
        seat.name, seat.player, seat.away = name, player, 0


def _step(room: Room, line: Line) -> None:
    for seat in room.done:
        room.chairs[seat].away = 0
    room.step, room.done = line["step"], set()


def _answer(room: Room, line: Line) -> None:
    if line.get("sealed"):  # all see only when the step is over who was there
        room.done.add(line["answer"])
    else:
        room.chairs[line["answer"]].away = 0
    if line["verb"] != WAIT:
        room.given[line["answer"], line["number"], line["verb"]] = line["value"]


def _missed(room: Room, line: Line) -> None:
    room.chairs[line["missed"]].away += 1
    if "phase" in line:
        room.slept[line["missed"]] = line["phase"]


def _handed(room: Room, line: Line) -> None:
    room.handing[line["handed"]] = line["to"]


def _paused(room: Room, line: Line) -> None:
    now = room.now()
    if room.paused and not line["paused"]:
        room.stood += now - room.since
    room.paused, room.since = line["paused"], now


def _chat(room: Room, line: Line) -> None:
    room.chat.add(Spoken(line["seat"], line["name"], line["chat"], line["to"]))


def _over(room: Room, line: Line) -> None:
    room.state, room.paused = "over", False
    names = [seat.name for seat in room.chairs]
    room.games.append({"number": line["over"], "winner": line["winner"], "won": line["won"], "names": names})


def _again(room: Room, line: Line) -> None:
    room.state, room.playing, room.sights = "lobby", None, {}
    for seat in room.chairs:
        seat.player, seat.away = "", 0


TAKE: dict[str, Callable[[Room, Line], None]] = {
    "made": _made,
    "wish": _wish,
    "sat": _sat,
    "rose": _rose,
    "renamed": _renamed,
    "renewed": _renewed,
    "dealt": _dealt,
    "step": _step,
    "answer": _answer,
    "missed": _missed,
    "handed": _handed,
    "paused": _paused,
    "chat": _chat,
    "over": _over,
    "again": _again,
}
