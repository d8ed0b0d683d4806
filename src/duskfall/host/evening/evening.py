"""An evening: a list of actions that only grows, and what the standing ones lead to.

`back` takes back the last one that stands, `forth` takes again what was last taken back; whatever else is done closes
that way. Where that is a pick, a correction, `rest` takes again so many steps of what had followed.
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

BEGINS = ("deal", "start")  # the actions by which a game begins
EVERY = 24  # standing actions between two rooms that are kept for going back


class EveningError(ValueError):
    """A list of actions that is none of an evening: one line."""


class Evening:
    """All actions ever taken, and the room as it is now."""

    def __init__(self, log: Iterable[Action] = ()) -> None:
        self.log: list[KeptAction] = []
        self.standing: list[int] = []  # places in the log of the actions that were not taken back
        self.taken_back: dict[int, int] = {}  # of those that do not stand: by which action each was taken back
        self.ahead: list[int] = []  # which of them can be taken again, the next one last
        self.rest: list[int] = []  # what followed before a correction, the next one last
        self.stood: dict[int, Stood] = {}  # where the host stood when each was taken
        self.past = Room()  # where the next one of it was taken
        self.room = Room()
        self._rooms: dict[int, Room] = {0: Room()}  # by how many actions stand
        for number, action in enumerate(log, 1):
            if refused := self.do(action):
                raise EveningError(say("Action {number} of this evening: {reason}", number=number, reason=refused))

    @property
    def table(self) -> HostTable:
        """The table as it is set."""
        return self.room.table

    @property
    def games(self) -> list[Live]:
        """The games so far, the one that is on last."""
        return self.room.games

    def do(self, action: Action) -> str:
        """Take an action; why not, if it is refused: then nothing has changed."""
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
        """What lies ahead after an action: the same, if it came next anyway; after a pick, what had followed."""
        way, past = (self.ahead, before) if self.ahead else (self.rest, self.past)
        if way and _timeless(action) == _timeless(self.log[way[-1]]):
            past.take(self.log[way.pop()])
        elif action["do"] not in ANSWERS:
            self.ahead, self.rest = [], []
        else:
            while way and _asked(action) == _asked(self.log[way[-1]]):  # it would undo the correction
                past.take(self.log[way.pop()])
            if way:
                self.rest, self.past = way, past
            self.ahead = []

    def _take(self, action: KeptAction) -> str:
        """Let it take effect; why not, if it is refused: then the room is as before."""
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
        """The action at this place has taken effect, by one that is kept."""
        self.standing.append(place)
        self.log.append(action)
        if len(self.standing) % EVERY == 0:
            self._rooms[len(self.standing)] = self.room.copy()

    def _room(self, count: int) -> Room:
        """The room after the first so many standing actions."""
        nearest = max(kept for kept in self._rooms if kept <= count)
        room = self._rooms[nearest].copy()
        for place in self.standing[nearest:count]:
            room.take(self.log[place])
        return room

    def screen(self) -> HostScreen:
        """What the host sees, in the language now spoken."""
        return screen(self)

    def audit(self, jumps: Sequence[Sequence[int]] = ()) -> list[str]:
        """Return a line for each action; the line of a jump's last Back tells of the whole jump."""
        return audit(self, Evening(), jumps)

    def jumps_back(self) -> list[list[int]]:
        """Return the Backs that were not taken again, by their places in the log; those in a row are one jump."""
        jumps: list[list[int]] = []
        for place in sorted(self.taken_back.values()):
            if jumps and jumps[-1][-1] == place - 1:
                jumps[-1].append(place)
            else:
                jumps.append([place])
        return jumps

    def steps_back(self) -> list[int]:
        """For each action, how many steps back take it back; 0 for one that does not stand."""
        return self._steps(self.standing)

    def steps_forth(self) -> list[int]:
        """For each action, how many steps forth take it again; 0 for one that stands, or is gone for good."""
        return self._steps(self.ahead)

    def replaced(self) -> dict[int, int]:
        """Of picks that the host had gone on from, came back to and changed: by which pick each was replaced."""
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
        """Return whom a seat named as its best move in this game before a Back took that back; empty if it stands."""
        begun = max((place for place in self.standing if self.log[place]["do"] in BEGINS), default=-1)
        for place in range(len(self.log) - 1, begun, -1):
            action = self.log[place]
            if action["do"] == "best" and action.get("seat") == seat:
                gone = place in self.taken_back and place not in self.ahead
                return list(action.get("named") or ()) if gone else []
        return []

    def _differs(self, before: int, action: KeptAction) -> bool:
        """Whether an answer is another than that of an action before."""
        return self.log[before].get("value") != action.get("value")

    def _left(self, since: int, until: int) -> bool:
        """Whether the host had gone on from a screen on which both of these were taken."""
        return any(map(_goes_on, self.log[since:until]))

    def _steps(self, places: list[int]) -> list[int]:
        steps = [0] * len(self.log)
        for left, place in enumerate(reversed(places), 1):
            steps[place] = left
        return steps


def _timeless(action: KeptAction) -> KeptAction:
    return {key: value for key, value in action.items() if key != "at"}


def _asked(action: KeptAction) -> tuple[object, ...]:
    """What an answer answers."""
    return (action["do"], *answered(action))


def _goes_on(action: KeptAction) -> bool:
    """Whether the host has gone on by it to another screen."""
    return action["do"] == "next" or action.get("on") is True


def cleaned(action: object) -> KeptAction | None:
    """The action as it is kept: as JSON can hold it; nothing if it is none."""
    if not isinstance(action, Mapping) or not isinstance(action.get("do"), str):
        return None
    found = clean(dict(action), depth=8)
    return found if isinstance(found, dict) else None
