"""Games of a table: dealt, gone on with after a restart, and put down when they are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from duskfall.core.play.game import Game
from duskfall.players.base import HUMAN
from duskfall.players.find import unnamed
from duskfall.room import coach
from duskfall.room.game.fillers import Fillers
from duskfall.room.game.guests import Guests
from duskfall.room.game.playing import Playing
from duskfall.room.people.names import bot_names, free_name
from duskfall.room.refused import Refused
from duskfall.table.kept.journal import Journal
from duskfall.table.kept.resume import NotBegun, UnnamedPlayersError, resume
from duskfall.tell.tongue import say

if TYPE_CHECKING:
    from duskfall.room.room import Room


def start(room: Room) -> None:
    """Deal: bots or models take the chairs that are free; raises Refused where a model cannot be reached."""
    taken, free = [seat.name for seat in room.chairs.people], [room.chairs[each] for each in room.chairs.free]
    kinds = [HUMAN if seat.person else room.wish.filler for seat in room.chairs]
    if unnamed(kinds, room.fills):  # wished for when the server was started with others
        raise Refused(say("The models of this table cannot be reached now: choose bots, or try again."))
    guests = Guests.invite(kinds, _most_cost(room), past(room), room.wires)
    seed = room.seeds()
    names = iter(bot_names([*taken, *(seat.name for seat in free if seat.name)], len(free), room.seeds()))
    named = {seat.number: _kept_name(seat.name, taken, next(names)) for seat in free}
    room.write(
        {
            "dealt": room.number + 1,
            "seed": seed,
            "names": [named.get(seat.number, seat.name) for seat in room.chairs],
            "players": kinds,
        }
    )
    room.guests = guests
    deal(room)


def _kept_name(name: str, taken: Sequence[str], other: str) -> str:
    """The name that a bot had before, unless somebody has one like it now."""
    try:
        return free_name(name, taken) if name else other
    except Refused:
        return other


def past(room: Room) -> list[Any]:
    """The records of this table's games: what their models have cost counts."""
    paths = (room.kept.game(number) for number in range(1, room.number + 1))
    return [path for path in paths if path.exists()]


def deal(room: Room) -> None:
    """The game that the last line has dealt, with a file of its own."""
    wish, names = room.wish, [seat.name for seat in room.chairs]
    game = Game.start(wish.book, names, deck=wish.deck or None, flags=wish.flags, seed=room.seed, talk=wish.talk)
    path, kinds = room.kept.game(room.number), [seat.player for seat in room.chairs]
    path.unlink(missing_ok=True)  # of a deal that was cut off before it was kept
    models = room.guests.in_effect(game, kinds) if room.guests else {}
    _play(room, game, Journal(path, game, kinds, models, coach.wanted(wish, kinds)), kinds, models)


def _play(room: Room, game: Game, journal: Journal, kinds: Sequence[str], models: Mapping[str, Any]) -> Playing:
    makers = room.guests.sit(game, room.kept.game(room.number), models) if room.guests else {}
    fillers = Fillers(game, kinds, room.moment, makers, room.fills)
    room.playing = Playing(room.number, game, journal, room.wish, room.chairs, fillers, room.moment, room.kept.write)
    room.sights = {}
    if journal.coach and not game.over:
        coach.begin(game)
    return room.playing


def go_on(room: Room) -> None:
    """The game of the last line goes on from its own file."""
    path = room.kept.game(room.number)
    try:
        try:
            game, kinds, journal, _ = resume(path, room.fills)
        except UnnamedPlayersError as error:  # nobody plays yet: bots will take the places of those
            game, kinds, journal, _ = resume(path, (*room.fills, *error.missing))
    except (NotBegun, FileNotFoundError):
        _invite(room, [seat.player for seat in room.chairs], {})
        deal(room)
        return
    for seat, kind in zip(room.chairs, kinds, strict=True):
        seat.player = kind
    if room.state == "playing" and not game.over:
        _invite(room, kinds, journal.models)
    playing = _play(room, game, journal, kinds, journal.models)
    playing.given, playing.slept = room.given, room.slept
    playing.handing = {seat: kind for seat, kind in room.handing.items() if room.chairs[seat].player != kind}
    playing.go_on(room.step, room.done)
    if room.state == "over":
        leave(room)


def _invite(room: Room, kinds: Sequence[str], models: Mapping[str, Any]) -> None:
    """The models of a game that goes on; where they cannot be reached any more, bots play for them.

    The file of a table says which models played; only those that this server may use are called.
    """
    called = [HUMAN if unnamed((kind,), room.fills) else kind for kind in kinds]
    try:
        room.guests = Guests.invite(called, _most_cost(room), past(room), room.wires, models)
    except Refused:
        room.guests = None


def _most_cost(room: Room) -> float:
    """Return what the models of a table may cost: as wished for, but never more than this server allows."""
    return min(room.wish.max_cost, room.most_cost)


def leave(room: Room) -> None:
    """Nobody is waited for any more, and the game's file is left to others."""
    if room.playing:
        room.playing.fillers.leave()
        room.playing.journal.close(bool(room.playing.game.over))
    if room.guests:
        room.guests.leave(bool(room.playing and room.playing.game.over))
        room.guests = None


def finish(room: Room) -> None:
    """The game is over, or is broken off: its file may be read now, and who has won is put down."""
    assert room.playing is not None
    end, roles = room.playing.game.over, room.playing.game.plan.roles
    won = {seat for seat, role in enumerate(end.roles, 1) if roles[role].team == end.winner} if end else set()
    won |= {seat for seat, _ in end.cowins} if end else set()
    room.write({"over": room.number, "winner": end.winner if end else "", "won": sorted(won)})
    leave(room)
