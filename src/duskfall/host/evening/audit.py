"""The audit of a session: a line for each command, with its time and, if it was undone, the time of the undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, assert_never

from duskfall.core.ask import NO, YES
from duskfall.core.play.state import NIGHT
from duskfall.host.evening.room import Room
from duskfall.host.evening.stood import Stood, named, stood
from duskfall.tell.figures import format_number
from duskfall.tell.names import hour
from duskfall.tell.phrases import house_rule
from duskfall.tell.text import safe, shown
from duskfall.tell.tongue import later, row, say, word
from duskfall.wire.actions import Action, ActionKind, LogAction, action_kind

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening

BACK: Final = "back"
FORTH: Final = "forth"
REST: Final = "rest"
LOGGED: dict[LogAction, str] = {
    BACK: later("{time} {where}: taken back: {what}."),
    FORTH: later("{time} {where}: taken again: {what}."),
    REST: later("{time} {where}: steps taken again: {what}."),
}
JUMP = later("{time} {where}: steps taken back: {count}; the earliest: {what}.")
SETTINGS = {
    "rules": later("Set: the rules"), "names": later("Set: the names"), "deck": later("Set: the deck"),
    "deal": later("Set: how the cards are dealt"), "flags": later("Set: the house rules"),
    "cards": later("Set: cards beside the roles"), "timers": later("Set: the clocks"), "fouls": later("Set: fouls"),
    "scoring": later("Set: the scoring"), "callAll": later("Set: which roles are called"),
    "round": later("Set: the round of the table"), "club": later("Set: the rules of clubs"),
    "language": later("Set: the language"),
}  # fmt: skip
PLAIN: dict[ActionKind, str] = {
    "deal": later("The cards are dealt"), "start": later("A position is set up"), "again": later("The next game"),
}  # fmt: skip


def audit(evening: Evening, anew: Evening, jumps: Sequence[Sequence[int]] = ()) -> list[str]:
    """Return a line for each command of a session, also for those undone, by replaying it in the new session `anew`.

    Each of `jumps` lists consecutive undos by their places in the log; the line of the last one describes them all.
    """
    steps = {jump[-1]: len(jump) for jump in jumps if len(jump) > 1}
    log, lines, replaced = evening.log, list[str](), evening.replaced()
    for place, action in enumerate(log):
        slots = {"time": _time(action), "where": _where(anew.room), "what": _what(anew, action)}
        if place in steps:
            lines.append(say(JUMP, count=steps[place], **slots))
        elif action["do"] in LOGGED:
            lines.append(say(LOGGED[action["do"]], **slots))
        elif place in evening.taken_back:
            when = _time(log[evening.taken_back[place]])
            lines.append(say("{time} {where}: {what} (taken back at {later}).", later=when, **slots))
        elif place in replaced:
            when = _time(log[replaced[place]])
            lines.append(say("{time} {where}: {what} (changed at {later}).", later=when, **slots))
        else:
            lines.append(say("{time} {where}: {what}.", **slots))
        anew.do(action)
    return [safe(line) for line in lines]


def _what(evening: Evening, action: Action) -> str:
    """Describe a command; for an undo or redo, the command it applies to; for REST, the number of steps."""
    if action["do"] == FORTH:
        return describe(evening.log[evening.ahead[-1]], evening.room)
    if action["do"] == REST:
        return str(action["steps"])
    if action["do"] != BACK:
        return describe(action, evening.room)
    last = evening.standing[-1]
    return describe(evening.log[last], evening.room, evening.stood[last])


def _time(action: Action) -> str:
    """Return the time on the host's device when the command was given; a dash if unknown."""
    at = str(action.get("at", ""))
    return at[11:19] or at or "-"


def _where(room: Room) -> str:
    live = room.live
    if live is None:
        return say("Game {number}", number=len(room.games) + 1)
    phase, number = live.phase
    if not phase:
        return say("Game {number}", number=live.number)
    return say("Game {number}, {when}", number=live.number, when=hour(phase, number))


def describe(action: Action, room: Room, at: Stood | None = None) -> str:
    """Describe a command in a few words. `room` has the names; `at` is where the host was, by default as in `room`."""
    match action_kind(action["do"]):
        case "set":
            return say(SETTINGS.get(str(action.get("key")), SETTINGS["rules"]))
        case "next":
            return _next(room, at or stood(room))
        case ("deal" | "start" | "again") as kind:
            return say(PLAIN[kind])
        case (
            "pick"
            | "others"
            | "counts"
            | "say"
            | "role"
            | "foul"
            | "remove"
            | "flag"
            | "hand"
            | "note"
            | "best"
            | "bonus"
        ) as kind:
            return WORDS[kind](action, _Names(room))
        case "back" | "forth" | "rest" | None:
            return str(action["do"])
        case _ as never:
            assert_never(never)


def discreet(action: Action, room: Room, veiled: bool, at: Stood) -> str:
    """Describe a command for a screen that players may see, without hidden roles and without who acted in secret."""
    if action["do"] == "role":
        return say("A card that was entered")
    if action["do"] == "pick" and room.live and (veiled or room.live.phase[0] == NIGHT):
        return say("What was recorded: {verb}", verb=word(str(action.get("verb")), "verb"))
    return describe(action, room, at)


def _next(room: Room, at: Stood) -> str:
    """Describe the command Next by the position that it leaves."""
    what = named(at, room)
    return say("Next ({what})", what=what) if what else say("Next")


class _Names:
    """A formatter for values in commands that shows seats as names."""

    def __init__(self, room: Room) -> None:
        self.names = room.live.names if room.live else room.table.names

    def __call__(self, value: object) -> str:
        """Format a value: a seat by its name, a word in the current language, a missing value as a dash."""
        if type(value) is int and 1 <= value <= len(self.names):
            return self.names[value - 1]
        if isinstance(value, dict):
            parts = (value.get(key) for key in ("target", "as", "nominate", "to", "text"))
            return row(self(part) for part in parts if part is not None)
        if isinstance(value, list):
            return row(map(self, value))
        if isinstance(value, bool) or value in (*YES, *NO):
            return say("yes") if value is True or value in YES else say("no")
        if isinstance(value, int | float):
            return format_number(value)
        return word(value, "word")[:80] if isinstance(value, str) and value else "-"


def _pick(action: Action, of: _Names) -> str:
    verb = word(str(action.get("verb")), "verb")
    return say("{name}, {verb}: {value}", name=of(action.get("seat")), verb=verb, value=of(action.get("value")))


def _others(action: Action, of: _Names) -> str:
    verb = word(str(action.get("verb")), "verb")
    return say("All others, {verb}: {value}", verb=verb, value=of(action.get("value")))


def _counts(action: Action, of: _Names) -> str:
    counts = action.get("counts")
    votes = counts.items() if isinstance(counts, dict) else ()
    tally = row(
        say("{name}: {votes}", name=of(int(key) if key.isdigit() else key), votes=format_number(n)) for key, n in votes
    )
    return say("Votes counted: {tally}", tally=tally or "-")


def _speech(action: Action, of: _Names) -> str:
    return say("{name} speaks: {text}", name=of(action.get("seat")), text=of(action.get("value")))


def _role(action: Action, of: _Names) -> str:
    role = word(str(action["role"]), "role") if action.get("role") else "-"
    return say("{name} holds: {role}", name=of(action.get("seat")), role=role)


def _foul(action: Action, of: _Names) -> str:
    name = of(action.get("seat"))
    return (
        say("A foul taken back: {name}", name=name) if action.get("by", 1) == -1 else say("A foul: {name}", name=name)
    )


def _remove(action: Action, of: _Names) -> str:
    cause = word(str(action.get("cause", "left")), "cause")
    return say("Removed ({cause}): {name}", cause=cause, name=of(action.get("seat")))


def _flag(action: Action, of: _Names) -> str:
    value = word(shown(action["value"]), "flag")
    return say('House rule "{flag}": {value}', flag=house_rule(str(action.get("name"))), value=value)


def _hand(action: Action, of: _Names) -> str:
    return say("Seat {seat} is taken over by: {name}", seat=action.get("seat"), name=action.get("name"))


def _note(action: Action, of: _Names) -> str:
    return say("Note: {text}", text=action.get("text"))


def _best(action: Action, of: _Names) -> str:
    return say("Best move of {name}: {named}", name=of(action.get("seat")), named=of(action.get("named")))


def _bonus(action: Action, of: _Names) -> str:
    return say("Bonus for {name}: {points}", name=of(action.get("seat")), points=format_number(action["points"]))


WORDS: dict[ActionKind, Callable[[Action, _Names], str]] = {
    "pick": _pick, "others": _others, "counts": _counts, "say": _speech, "role": _role, "foul": _foul,
    "remove": _remove, "flag": _flag, "hand": _hand, "note": _note, "best": _best, "bonus": _bonus,
}  # fmt: skip
