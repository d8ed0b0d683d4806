"""The table outside of its game, as a page shows it: chairs, house rules, scores, and what the creator may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.start.deck import composition, make_deck, read_deck
from duskfall.room import coach
from duskfall.room.made.fills import fill_label
from duskfall.room.made.night import night_length
from duskfall.room.people.chairs import Seat
from duskfall.tell.phrases import house_rule
from duskfall.tell.text import capital, safe, shown
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.scene import Value
from duskfall.wire.room import Chair, RoomBoard, RoomFound

if TYPE_CHECKING:
    from duskfall.room.room import Room


def board(room: Room, behind: bool) -> RoomBoard:
    """The board as everybody sees it; `behind`: for those who have not seen the end of the game yet."""
    wish, state = room.wish, "playing" if behind and room.state == "over" else room.state
    games = room.games[: room.number - 1] if behind else room.games
    return {
        "room": room.id,
        "code": room.code,
        "state": state,
        "rules": wish.rules,
        "title": say(wish.book.title),
        "seats": wish.seats,
        "chairs": [_chair(seat, wish.label_bots or state == "over", state == "lobby") for seat in room.chairs],
        "fill": fill_label(wish.fill),
        "clocks": wish.clocks.wire(),
        "night": round(night_length(wish)),
        "flags": [flag_line(name, value) for name, value in wish.flags.items()],
        "deck": deck_lines(room),
        "watchers": room.watchers,
        "delay": wish.delay,
        "paused": room.paused,
        "problem": say(room.playing.problem) if room.playing and room.playing.problem else "",
        "creator": False,
        "mine": 0,
        "scores": room.scores(len(games)),
        "games": [
            {"number": game["number"], "winner": word(game["winner"], "side") if game["winner"] else ""}
            for game in games
        ],
        "pace": wish.pace,
        "label_bots": wish.label_bots,
        "coach": coach.is_on(room),
    }


def found(room: Room) -> RoomFound:
    """What whoever is at the door may know: no more than those at the table do of which seats bots play."""
    told = room.wish.label_bots or room.state != "playing"
    return {
        "room": room.id,
        "code": room.code,
        "title": say(room.wish.book.title),
        "state": room.state,
        "players": [safe(seat.name) for seat in room.chairs if seat.person or not told],
        "free": len(room.chairs.free) if told else 0,
    }


def _chair(seat: Seat, labelled: bool, lobby: bool) -> Chair:
    kind = seat.kind
    told = labelled or kind == "open" or seat.person
    return {
        "seat": seat.number,
        "name": "" if lobby and not seat.person else safe(seat.name),
        "kind": kind if told else "person",
        "player": fill_label(seat.player) if told and kind in ("bot", "model") else "",
        "here": bool(seat.here) or not told,
        "away": seat.away,
    }


def flag_line(name: str, value: Value) -> str:
    """A house rule that is not as the book has it."""
    return say("{rule}: {value}", rule=capital(house_rule(name)), value=word(shown(value), "flag"))


def deck_lines(room: Room) -> list[str]:
    """The cards that are dealt."""
    rules, wish = room.wish.book, room.wish
    cards = tuple(read_deck(rules, wish.deck) if wish.deck else make_deck(rules, wish.seats))
    counts = composition(tuple(role.name for role in rules.roles), cards)
    return [f"{word(role, 'role')} × {count}" if count > 1 else word(role, "role") for role, count in counts]
