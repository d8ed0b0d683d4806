"""The host's screen as data. Every stage of a session fills in the same structure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from duskfall.host.evening.audit import discreet
from duskfall.host.evening.deal import Dealing
from duskfall.host.evening.host_table import HostTable
from duskfall.host.evening.live import AT_ASK, AT_CALL, AT_END, AT_NIGHT, AT_READ, AT_RULING, AT_VICTORY, Live, Standing
from duskfall.host.evening.notes import first_killed
from duskfall.host.evening.room import Room
from duskfall.host.evening.taking import is_open
from duskfall.host.protocol.data import standings
from duskfall.host.protocol.scoring import CUSTOM, choices, own_scoring, read_scoring
from duskfall.host.screens import before_game
from duskfall.host.screens import day as screen_day
from duskfall.host.screens import night as screen_night
from duskfall.host.screens.chairs import chairs, empty_chairs
from duskfall.host.screens.parts import house_rule
from duskfall.host.screens.same import fits
from duskfall.rules.registry import known
from duskfall.tell.names import hour
from duskfall.tell.tongue import say, spoken
from duskfall.wire.screens import EveningSettings, HostScreen, HouseRule, MoveAsked, MoveMade

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening

SHOW: dict[Standing, Callable[[Live], HostScreen]] = {
    AT_NIGHT: screen_night.night,
    AT_RULING: screen_night.explained,
    AT_READ: screen_day.reading,
    AT_CALL: screen_day.asking,
    AT_ASK: screen_day.asking,
    AT_VICTORY: screen_day.victory,
    AT_END: screen_day.over,
}


def screen(evening: Evening) -> HostScreen:
    """Return the screen of a session, in the current language."""
    room = evening.room
    here = shown(room)
    return here | {
        "at": len(evening.log),
        "language": spoken(),
        "flags": _flags(room),
        "settings": _settings(room.table),
        "back": _back(evening, here),
        "forth": _forth(evening, here),
        "rest": _rest(evening, here),
        "best": _with_taken_back(evening, here["best"]),
        "standings": standings(evening) if room.live and room.live.place == AT_END else None,
    }


def shown(room: Room) -> HostScreen:
    """Return the screen of a state, without the parts that `screen` adds, such as settings and undo."""
    place = _game(room.live) if room.live else _dealing(room.dealing) if room.dealing else _table(room)
    return place | {"games": len(room.games)}


def _table(room: Room) -> HostScreen:
    number = len(room.games) + 1
    return before_game.table(room.table) | {
        "key": f"{number}:table",
        "title": say("The table"),
        "crumb": crumb(number, room.table),
        "seats": empty_chairs(room.table.names),
    }


def _dealing(found: Dealing) -> HostScreen:
    shown = before_game.dealing(found)
    hidden = shown["place"] in ("peek", "links")  # the phone may be in a player's hand
    return shown | {
        "key": f"{found.number}:{shown['place']}:{found.turn}",
        "title": say("The cards"),
        "crumb": crumb(found.number, found.table),
        "seats": empty_chairs(found.table.names, {} if hidden else found.held() if found.live else found.roles),
    }


def _game(live: Live) -> HostScreen:
    shown = SHOW[live.place](live)
    phase, number = live.phase
    return shown | {
        "key": _key(live, shown["place"]),
        "title": hour(phase, number) if phase else "",
        "crumb": crumb(live.number, live.table),
        "seats": chairs(live),
        "best": _best(live),
    }


def _key(live: Live, place: str) -> str:
    """Return a key that changes with every cue, and stays the same during an open discussion."""
    phase, number = live.phase
    cue = f"{live.number}:{phase}{number}:{place}"
    asks = live.asks_here() if live.place == AT_ASK else ()
    if not asks:
        return f"{cue}:{live.read}:{live.cue}"
    ask = asks[0]
    return f"{cue}:{ask.part}" if is_open(live.rules, ask.part) else f"{cue}:{ask.verb}:{ask.seat}:{ask.number}"


def crumb(number: int, table: HostTable) -> str:
    """Return a heading with the number of the game and its ruleset."""
    return say("Game {number} · {rules}", number=number, rules=say(table.book.title))


def _back(evening: Evening, now: HostScreen) -> str:
    """Describe what an undo would take back; empty if nothing."""
    if not evening.standing:
        return ""
    return _discreet(evening, evening.standing[-1], now)


def _forth(evening: Evening, now: HostScreen) -> str:
    """Describe what a redo would apply again; empty if nothing."""
    return _discreet(evening, evening.ahead[-1], now) if evening.ahead else ""


def _discreet(evening: Evening, place: int, now: HostScreen) -> str:
    return discreet(evening.log[place], evening.room, now["veiled"], evening.stood[place])


def _rest(evening: Evening, now: HostScreen) -> int:
    """Return how many commands that followed a correction can be reapplied.

    0 if they can't be reapplied from this screen, or if they are nothing but Next.
    """
    rest = [evening.log[place] for place in evening.rest]
    if evening.ahead or all(action["do"] == "next" for action in rest):
        return 0
    return len(rest) if fits(rest[-1], shown(evening.past), now) else 0


def _settings(table: HostTable) -> EveningSettings:
    scoring = table.scoring if isinstance(table.scoring, str) else CUSTOM
    names = choices(table.book) + ([CUSTOM] if scoring == CUSTOM else [])
    return {
        "rules": table.rules,
        "timers": dict(table.timers),
        "fouls": {"silence": table.fouls["silence"], "removal": table.fouls["removal"]},
        "scoring": scoring or own_scoring(table.book),
        "own": None if isinstance(table.scoring, str) else table.scoring,
        "scorings": [{"name": name, "label": _scoring(name, table)} for name in names],
        "language": table.language,
    }


def _scoring(name: str, table: HostTable) -> str:
    """Return the name of a scoring for the page: its ruleset's title, or the name that the host gave it."""
    if not isinstance(table.scoring, str) and name == CUSTOM:
        return str(table.scoring.get("name", "")) or say("Our own")
    found = known(name)
    return say(found.title) if found else say("Plain: a win is 1 point")


def _flags(room: Room) -> list[HouseRule]:
    """Return the house rules, and how they change with the next phase."""
    live, table = room.live, room.table
    now = live.game.state.flags if live else table.house
    pending = live.game.switched if live else {}
    return [house_rule(flag, now[flag.name], pending.get(flag.name)) for flag in table.book.flags]


def _best(live: Live) -> MoveAsked | None:
    """Return who may make the best move now, beginning with the first who has not made it; None if nobody may."""
    movers = first_killed(live)
    if not movers:
        return None
    made = {each.seat: each.named for each in live.best}
    seat = next((each for each in movers if each not in made), movers[0])
    rule = read_scoring(live.table.scoring, live.rules).best
    return {
        "seat": seat,
        "name": live.names[seat - 1],
        "most": rule.most if rule else 0,
        "named": list(made.get(seat, ())),
        "before": [],
        "moves": [
            {"seat": each, "name": live.names[each - 1], "named": list(made.get(each, ())), "before": []}
            for each in movers
        ],
    }


def _with_taken_back(evening: Evening, best: MoveAsked | None) -> MoveAsked | None:
    """Add best moves that were lost by an undo, so that the host need not ask for them again."""
    if best is None:
        return None
    moves: list[MoveMade] = [
        {**move, "before": [] if move["named"] else evening.best_before(move["seat"])} for move in best["moves"]
    ]
    return {**best, "before": next(each["before"] for each in moves if each["seat"] == best["seat"]), "moves": moves}
