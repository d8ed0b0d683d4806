"""A host session: a log of commands that only grows, and the state that the commands in force lead to.

`back` undoes the last command in force, and `forth` redoes what was undone last. Any other command ends the chance to
redo, unless it repeats the very command that is next. If that command is a pick, it counts as a correction: `rest`
reapplies a given number of the commands that had followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from duskfall.core.log import clean
from duskfall.host.evening.audit import BACK, FORTH, REST, audit
from duskfall.host.evening.fields import Refusal, one_line
from duskfall.host.evening.host_table import HostTable
from duskfall.host.evening.live import Live
from duskfall.host.evening.room import Room
from duskfall.host.evening.stood import Stood, stood
from duskfall.host.screens.host_screen import screen
from duskfall.host.screens.same import ANSWERS, answered
from duskfall.tell.tongue import say
from duskfall.wire.actions import Action, KeptAction
from duskfall.wire.screens import HostScreen

BEGINS = ("deal", "start")  # the commands that begin a game
EVERY = 24  # commands in force between two snapshots of the state, which speed up undo


class EveningError(ValueError):
    """An invalid list of commands; the message is one line."""


class Evening:
    """All commands ever given in a host session, and the state that they have led to."""

    def __init__(self, log: Iterable[Action] = ()) -> None:
        self.log: list[KeptAction] = []
        self.standing: list[int] = []  # the commands in force, by place in the log
        self.taken_back: dict[int, int] = {}  # the undone commands, each with the place of its undo
        self.ahead: list[int] = []  # the undone commands that can be redone, the next one last
        self.rest: list[int] = []  # the commands after a correction that can be reapplied, the next one last
        self.stood: dict[int, Stood] = {}  # the host's position at each command, by place in the log
        self.past = Room()  # the state in which the next command of `rest` was given
        self.room = Room()
        self._rooms: dict[int, Room] = {0: Room()}  # snapshots, by the number of commands in force
        for number, action in enumerate(log, 1):
            if refused := self.do(action):
                raise EveningError(say("Action {number} of this evening: {reason}", number=number, reason=refused))

    @property
    def table(self) -> HostTable:
        """The table with its current settings."""
        return self.room.table

    @property
    def games(self) -> list[Live]:
        """The games so far; a running game is the last."""
        return self.room.games

    def do(self, action: Action) -> str:
        """Apply a command. Return an empty string, or why it's refused; then nothing has changed."""
        kept = cleaned(action)
        if kept is None:
            return say("This is not an action.")
        if kept["do"] == BACK:
            return self._back(kept)
        if kept["do"] == FORTH:
            return self._forth(kept)
        if kept["do"] == REST:
            return self._rest(kept)
        before = self.room.copy() if self.ahead else self.past
        here = stood(self.room)
        if refused := self._take(kept):
            return refused
        self.stood[len(self.log)] = here
        self._stand(len(self.log), kept)
        self._part(kept, before)
        return ""

    def _back(self, action: KeptAction) -> str:
        if not self.standing:
            return say("There is nothing to take back.")
        self.room = self._room(len(self.standing) - 1)
        place = self.standing.pop()
        self._rooms = {count: room for count, room in self._rooms.items() if count <= len(self.standing)}
        self.taken_back[place] = len(self.log)
        self.ahead.append(place)
        self.log.append(action)
        return ""

    def _forth(self, action: KeptAction) -> str:
        if not self.ahead:
            return say("There is nothing to take again.")
        if refused := self._take(self.log[self.ahead[-1]]):
            return refused
        place = self.ahead.pop()
        del self.taken_back[place]
        self._stand(place, action)
        return ""

    def _rest(self, action: KeptAction) -> str:
        steps = action.get("steps")
        if type(steps) is not int or not 0 < steps <= len(self.rest) or self.ahead:
            return say("There is nothing to take again.")
        room, past, rooms, standing = self.room.copy(), self.past.copy(), dict(self._rooms), list(self.standing)
        for place in reversed(self.rest[-steps:]):
            try:
                room.take(self.log[place])
            except Refusal as refusal:
                return one_line(str(refusal))
            past.take(self.log[place])
            standing.append(place)
            if len(standing) % EVERY == 0:
                rooms[len(standing)] = room.copy()
        for place in self.rest[-steps:]:
            del self.taken_back[place]
        self.room, self.past, self._rooms, self.standing = room, past, rooms, standing
        del self.rest[-steps:]
        self.log.append(action)
        return ""

    def _part(self, action: KeptAction, before: Room) -> None:
        """Update the commands that can be redone or reapplied, after a command was applied.

        If it repeats the next one of them, the others stay. After any other pick, they become those that can be
        reapplied; after any other command, they are dropped.
        """
        way, past = (self.ahead, before) if self.ahead else (self.rest, self.past)
        if way and _timeless(action) == _timeless(self.log[way[-1]]):
            past.take(self.log[way.pop()])
        elif action["do"] not in ANSWERS:
            self.ahead, self.rest = [], []
        else:
            while way and _asked(action) == _asked(self.log[way[-1]]):  # these would undo the correction
                past.take(self.log[way.pop()])
            if way:
                self.rest, self.past = way, past
            self.ahead = []

    def _take(self, action: KeptAction) -> str:
        """Apply a command to the state. Return an empty string, or why it's refused; then the state is as before."""
        try:
            self.room.take(action)
        except Refusal as refusal:
            self.room = self._room(len(self.standing))
            return one_line(str(refusal))
        except Exception:
            self.room = self._room(len(self.standing))
            raise
        return ""

    def _stand(self, place: int, action: KeptAction) -> None:
        """Put the command at `place` in force, and append `action` to the log: that command, or its redo."""
        self.standing.append(place)
        self.log.append(action)
        if len(self.standing) % EVERY == 0:
            self._rooms[len(self.standing)] = self.room.copy()

    def _room(self, count: int) -> Room:
        """Return the state after the first `count` commands in force."""
        nearest = max(kept for kept in self._rooms if kept <= count)
        room = self._rooms[nearest].copy()
        for place in self.standing[nearest:count]:
            room.take(self.log[place])
        return room

    def screen(self) -> HostScreen:
        """Return what the host sees, in the current language."""
        return screen(self)

    def audit(self, jumps: Sequence[Sequence[int]] = ()) -> list[str]:
        """Return a line for each command; the line of a jump's last undo describes the whole jump."""
        return audit(self, Evening(), jumps)

    def jumps_back(self) -> list[list[int]]:
        """Return the undos that were not redone, by their places in the log; consecutive ones form one jump."""
        jumps: list[list[int]] = []
        for place in sorted(self.taken_back.values()):
            if jumps and jumps[-1][-1] == place - 1:
                jumps[-1].append(place)
            else:
                jumps.append([place])
        return jumps

    def steps_back(self) -> list[int]:
        """Return for each command how many steps back undo it; 0 if it isn't in force."""
        return self._steps(self.standing)

    def steps_forth(self) -> list[int]:
        """Return for each command how many steps forth redo it; 0 if it's in force, or can't be redone."""
        return self._steps(self.ahead)

    def replaced(self) -> dict[int, int]:
        """Return the picks that were changed later, each with the place of the pick that replaced it.

        A pick is changed if the host had gone on to another screen, came back, and answered the same question
        differently.
        """
        found, latest = {}, dict[tuple[object, ...], int]()
        for place in self.standing:
            action = self.log[place]
            for asked in answered(action):
                before = latest.get(asked)
                if before is not None and self._left(before, place) and self._differs(before, action):
                    found[before] = place
                latest[asked] = place
            if _goes_on(action):
                latest = {}
        return found

    def best_before(self, seat: int) -> list[int]:
        """Return the seats that a seat's last best move in this game named, if that move was undone for good.

        Empty if there is none, or if it's in force or can be redone.
        """
        begun = max((place for place in self.standing if self.log[place]["do"] in BEGINS), default=-1)
        for place in range(len(self.log) - 1, begun, -1):
            action = self.log[place]
            if action["do"] == "best" and action.get("seat") == seat:
                gone = place in self.taken_back and place not in self.ahead
                return list(action.get("named") or ()) if gone else []
        return []

    def _differs(self, before: int, action: KeptAction) -> bool:
        """Return whether an answer differs from that of an earlier command."""
        return self.log[before].get("value") != action.get("value")

    def _left(self, since: int, until: int) -> bool:
        """Return whether the host left a screen between two commands."""
        return any(map(_goes_on, self.log[since:until]))

    def _steps(self, places: list[int]) -> list[int]:
        steps = [0] * len(self.log)
        for left, place in enumerate(reversed(places), 1):
            steps[place] = left
        return steps


def _timeless(action: KeptAction) -> KeptAction:
    return {key: value for key, value in action.items() if key != "at"}


def _asked(action: KeptAction) -> tuple[object, ...]:
    """Return the kind of a command and what it answers."""
    return (action["do"], *answered(action))


def _goes_on(action: KeptAction) -> bool:
    """Return whether a command takes the host to the next screen."""
    return action["do"] == "next" or action.get("on") is True


def cleaned(action: object) -> KeptAction | None:
    """Return a command as the log keeps it, reduced to what JSON can hold; None if it isn't a command."""
    if not isinstance(action, Mapping) or not isinstance(action.get("do"), str):
        return None
    found = clean(dict(action), depth=8)
    return found if isinstance(found, dict) else None
