"""Commands of a host besides answers: fouls, notes, best moves, bonuses, switched house rules, substitutions."""

from __future__ import annotations

from duskfall.core.facts import Announced, PhaseBegan
from duskfall.core.play.state import NIGHT
from duskfall.core.start.flags import read_flags
from duskfall.core.start.setup import RESERVED
from duskfall.host.evening.fields import Action, Refusal, number, seats, text, whole
from duskfall.host.evening.live import AT_END, AT_NIGHT, AT_RULING, AT_VICTORY, Live
from duskfall.host.evening.timely import in_time
from duskfall.host.protocol.game_sheet import Best, Bonus, Foul, HostNote
from duskfall.host.protocol.scoring import read_scoring
from duskfall.tell.tongue import say


def foul(live: Live, action: Action) -> bool:
    """Record a foul, or take one back. Return whether the seat must leave the game for it."""
    seat = whole(action, "seat", 1, len(live.game.names))
    by = action.get("by", 1)
    if by not in (1, -1) or isinstance(by, bool):
        raise Refusal(say("A foul is noted or taken back one at a time."))
    if live.place in (AT_VICTORY, AT_END) or seat not in live.seated():
        raise Refusal(say("{name} has left the game already.", name=live.names[seat - 1]))
    count = live.foul_count(seat) + by
    if count < 0:
        raise Refusal(say("{name} has no fouls.", name=live.names[seat - 1]))
    live.fouls.append(Foul(seat, by, live.when(str(action.get("at", "")))))
    silence, removal = live.table.fouls["silence"], live.table.fouls["removal"]
    if by > 0 and silence and count == silence:
        live.silenced.add(seat)
    elif by < 0 and count == silence - 1:
        live.silenced.discard(seat)
    return bool(by > 0 and removal and count >= removal)


def switch(live: Live, action: Action) -> None:
    """Change a house rule from the next phase on."""
    if live.result and live.place not in (AT_NIGHT, AT_RULING):
        raise Refusal(say("This game is over."))
    name = text(action, "name")
    try:
        read_flags(live.rules, {name: action.get("value")})
    except ValueError:
        raise Refusal(say("This house rule cannot be changed so: {name}.", name=name)) from None
    in_time(live, lambda game: game.switch(name, action.get("value")))


def hand(live: Live, action: Action) -> None:
    """Hand a seat over to another player."""
    seat = whole(action, "seat", 1, len(live.game.names))
    name = " ".join(text(action, "name", 40).split())
    others = [each for at, each in enumerate(live.names, 1) if at != seat]
    teams = [group.name for group in live.rules.groups]
    if not name or not name.isprintable() or name in {*RESERVED, *others, *teams}:
        raise Refusal(say("{name} cannot be a name here.", name=name))
    if live.result:
        raise Refusal(say("This game is over."))
    live.game.hand_over(seat, name)


def note(live: Live, action: Action) -> None:
    """Add a line to the notes of the score sheet."""
    words = text(action, "text")
    if not words:
        raise Refusal(say("There is nothing to note."))
    live.notes.append(HostNote(words, live.when(str(action.get("at", "")))))


def first_killed(live: Live) -> tuple[int, ...]:
    """Return the seats that may make the best move now: those in the first announced deaths, until the next night."""
    best = read_scoring(live.table.scoring, live.rules).best
    heard = live.game.facts[: live.until]
    if best is None or live.game.setup.start:
        return ()
    dead = [at for at, fact in enumerate(heard) if isinstance(fact, Announced) and fact.dead]
    if not dead or any(isinstance(f, PhaseBegan) and f.phase == NIGHT for f in heard[dead[0] :]):
        return ()
    first = heard[dead[0]]
    assert isinstance(first, Announced)
    return tuple(seat for seat, _ in first.dead)


def best(live: Live, action: Action) -> None:
    """Record the seats that the first killed player takes for enemies; an empty list takes the move back."""
    size = len(live.game.names)
    seat = whole(action, "seat", 1, size)
    if seat not in first_killed(live):
        raise Refusal(say("The best move belongs to who was killed first, on the day after."))
    rule = read_scoring(live.table.scoring, live.rules).best
    named = seats(action.get("named"), "named", size)
    if rule is None or len(named) > rule.most or seat in named:
        raise Refusal(say("The best move names at most {most} others.", most=rule.most if rule else 0))
    live.best = [each for each in live.best if each.seat != seat] + ([Best(seat, named)] if named else [])


def bonus(live: Live, action: Action) -> None:
    """Record points that the host gives to a seat, if the scoring allows them."""
    seat = whole(action, "seat", 1, len(live.game.names))
    points = number(action.get("points"), "points", -1000, 1000)
    if why := read_scoring(live.table.scoring, live.rules).why_no_bonus(points):
        raise Refusal(why)
    live.bonus.append(Bonus(seat, points, text(action, "why")))
