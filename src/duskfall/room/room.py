"""One table: who sits there, its games one after another, and what people do to it; no socket, no sleep, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, nextafter
from pathlib import Path
from typing import Any

from duskfall.core.chance import pick
from duskfall.core.view import View
from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.find import wire
from duskfall.room import dealing
from duskfall.room.coach import Aside
from duskfall.room.deeds import DEEDS
from duskfall.room.game.guests import Guests
from duskfall.room.game.playing import Playing
from duskfall.room.game.tale import tales
from duskfall.room.kept import Kept, Line
from duskfall.room.lines import TAKE, Played
from duskfall.room.made.wish import DEAREST, FILLS, Wish, read_wish
from duskfall.room.people.chairs import Chairs
from duskfall.room.people.chat import Chat
from duskfall.room.people.names import free_name
from duskfall.room.people.secret import hashed, new_code, new_secret, new_seed, opens
from duskfall.room.people.who import Who
from duskfall.room.refused import Refused
from duskfall.room.sent import board as boards
from duskfall.room.sent.feed import Feed
from duskfall.room.sent.sight import Sight
from duskfall.table.kept.journal import calls_path
from duskfall.tell.tongue import say, spoken
from duskfall.wire.room import (
    RoomBoard,
    RoomFound,
    RoomHello,
    RoomJoined,
    RoomMade,
    RoomNews,
    RoomState,
    RoomStory,
    Score,
)

UNSEEN = ("chat",)  # what the board does not show: not everybody may know of it
Now = Callable[[], float]
Wires = Callable[[Model], Wire]


class Room:
    """A table; it is told what is done and what time it is, and tells each page what is new."""

    def __init__(
        self, kept: Kept, now: Now, tokens: Callable[[], str], seeds: Callable[[], int], fills: Sequence[str],
        wires: Wires = wire, most_cost: float = DEAREST,
    ) -> None:  # fmt: skip
        self.id, self.code, self.creator = kept.folder.name, "", ""  # of the creator's secret, the hash
        self.kept, self.now, self.tokens, self.seeds, self.fills = kept, now, tokens, seeds, tuple(fills)
        self.wires, self.most_cost = wires, most_cost  # the ways to models, and what they may cost
        self.wish = Wish("", 0)
        self.chairs, self.chat, self.games = Chairs(), Chat(), list[Played]()
        self.state: RoomState = "lobby"
        self.number = 0  # of the game that is played, or was played last
        self.playing: Playing | None = None
        self.paused, self.stood, self.since = False, 0.0, 0.0  # how long the table stood still, and since when
        self.watchers = 0
        self.changes = self.turned = 0  # of the table itself: all, and those that the board shows
        self.step, self.done = -1, set[int]()  # as kept: the last hidden step, and who has done something in it
        self.slept: dict[int, int] = {}  # as kept: by seat, the phase whose hidden steps it has missed
        self.handing: dict[int, str] = {}  # as kept: who was last to play a seat
        self.given: dict[tuple[int, int, str], Any] = {}  # as kept: what was answered and may not be in the game yet
        self.seed, self.tales = 0, dict[str, RoomStory]()
        self.guests: Guests | None = None
        self.sights: dict[tuple[int, int | None, bool], Sight] = {}

    # -- making and opening --------------------------------------------------------------------------------

    @classmethod
    def new(
        cls, folder: Path, wish: Mapping[str, Any], *, now: Now, code: str = "",
        tokens: Callable[[], str] = new_secret, seeds: Callable[[], int] = new_seed, fills: Sequence[str] = FILLS,
        wires: Wires = wire, most_cost: float = DEAREST,
    ) -> tuple[Room, RoomMade]:  # fmt: skip
        """A new table in a folder of its own, which gives it its id; raises Refused."""
        found = read_wish(wish, fills, most_cost=most_cost)
        if found.start and not found.name:
            raise Refused(say("Write your name first."))
        if found.name:
            free_name(found.name, (), _words(found))
        room, creator = cls(Kept.new(folder), now, tokens, seeds, fills, wires, most_cost), tokens()
        room.write({"made": code or new_code(), "creator": hashed(creator), "wish": found.data()})
        secret, seat = "", 0
        if found.name:
            seat, secret = room.sit(found.name)
        if found.start:
            room.start()
        return room, {"room": room.id, "code": room.code, "creator": creator, "seat": seat, "secret": secret}

    @classmethod
    def open(
        cls, folder: Path, *, now: Now, tokens: Callable[[], str] = new_secret, seeds: Callable[[], int] = new_seed,
        fills: Sequence[str] = FILLS, wires: Wires = wire, most_cost: float = DEAREST,
    ) -> Room:  # fmt: skip
        """The table of a folder goes on where it was; the clock of what is open starts anew."""
        kept, lines = Kept.open(folder)
        room = cls(kept, now, tokens, seeds, fills, wires, most_cost)
        try:
            for line in lines:
                room.take(line)
            if room.state != "lobby":
                dealing.go_on(room)
        except BaseException:  # damaged, or no disk: whoever tries again must not find it held
            kept.close()
            raise
        room.since = now()
        return room

    def write(self, line: Line) -> None:
        """Something was done: it is kept, and takes effect."""
        self.kept.write(line)
        self.take(line)

    def take(self, line: Line) -> None:
        """Let a line take effect."""
        kind = next(iter(line))
        TAKE[kind](self, line)
        self.changes += 1
        self.turned += kind not in UNSEEN

    def changed(self) -> None:
        """The board is another now."""
        self.changes += 1
        self.turned += 1

    def close(self) -> None:
        """The process ends; the table goes on with the next."""
        dealing.leave(self)
        self.kept.close()

    # -- people ----------------------------------------------------------------------------------------------

    def found(self) -> RoomFound:
        """What whoever is at the door may know."""
        return boards.found(self)

    def join(self, name: object) -> RoomJoined:
        """A person takes a free chair; raises Refused."""
        if self.state != "lobby":
            raise Refused(say("A game is on: wait for the next one."))
        if not self.chairs.free:
            raise Refused(say("All chairs are taken."))
        seat, secret = self.sit(free_name(name, [each.name for each in self.chairs.people], _words(self.wish)))
        return {"room": self.id, "seat": seat, "secret": secret}

    def sit(self, name: str) -> tuple[int, str]:
        """Somebody takes a chair that is drawn; its number and its secret."""
        secret, seat = self.tokens(), pick(self.seeds(), "chair", 0, self.chairs.free)
        self.write({"sat": seat, "name": name, "secret": hashed(secret)})
        return seat, secret

    def who(self, hello: RoomHello) -> Who:
        """Whoever comes with these secrets; raises Refused."""
        secret, creator = hello.get("secret"), hello.get("creator")
        seat = self.chairs.opened_by(secret) if secret else None
        made = opens(creator, self.creator)
        if creator and not made:
            raise Refused(say("This is not the creator's link."))
        if secret and seat is None and not made:
            raise Refused(say("This link no longer opens the seat."))
        if seat:
            return Who(seat.number, made, "seat", seat.secret)
        if hello.get("watch") == "moderator":
            if not made or self.wish.name:
                raise Refused(say("Only a creator without a seat may see everything."))
            return Who(0, made, "moderator")
        if hello.get("watch") == "watch" or made:
            return Who(0, made, "watch")
        raise Refused(say("This link no longer opens the seat."))

    def seat_of(self, who: Who) -> int:
        """The seat of a page; 0: none."""
        return next((seat.number for seat in self.chairs if who.key and seat.secret == who.key), 0)

    def view(self, seat: int) -> View:
        """What a seat has been shown of the game."""
        found = self.sight(Who(seat, False, "seat", self.chairs[seat].secret))
        assert found is not None
        found.look()
        return found.view

    def words(self) -> list[str]:
        """Words of the rules, which are no names."""
        return _words(self.wish)

    def still(self, who: Who) -> bool:
        """Whether a page may still be here."""
        return not who.key or bool(self.seat_of(who))

    def arrived(self, who: Who) -> None:
        """A page has come."""
        self._presence(who, 1)

    def left(self, who: Who) -> None:
        """A page has gone."""
        self._presence(who, -1)

    def _presence(self, who: Who, change: int) -> None:
        if seat := self.seat_of(who):
            self.chairs[seat].here = max(0, self.chairs[seat].here + change)
        elif not who.key:
            self.watchers = max(0, self.watchers + change)
        self.changed()

    def do(self, who: Who, frame: Mapping[str, Any]) -> RoomNews | Aside | None:
        """What a page does; the reply for it alone, or what it takes to find it. Raises Refused."""
        deed = frame.get("do")
        found = DEEDS.get(deed) if isinstance(deed, str) else None
        if found is None:
            raise Refused(say("This table does not know what to do with that."))
        if not self.still(who):
            raise Refused(say("This link no longer opens the seat."))
        if found.creator and not who.creator:
            raise Refused(say("Only who made this table may do that."))
        seat = self.seat_of(who)
        if found.seated and not seat and not (found.host and who.creator):
            raise Refused(say("You have no seat at this table."))
        if self.state not in found.states:
            raise Refused(say(found.otherwise))
        return found.run(self, seat, frame)

    # -- games -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Deal: bots or models take the chairs that are free; raises Refused."""
        dealing.start(self)

    def moment(self) -> float:
        """The time by this table's clock, which stands still while it is paused."""
        return (self.since if self.paused else self.now()) - self.stood

    def advance(self) -> float | None:
        """Play on as far as is due; when to come again by `now`, None: not before somebody does something."""
        if self.state == "playing" and not self.playing:  # dealt when the disk was full
            dealing.deal(self)
        if not self.playing or self.paused:
            return None
        when = None
        if self.state == "over":
            self._look_back()
        elif self.state == "playing":
            when = self.playing.advance()
            if self.playing.over:
                self.finish()
                when = self.moment()  # the end is told first, then its story
        behind = [at for sight in self.sights.values() if (at := sight.next) is not None]
        first = min((at for at in (when, *behind) if at is not None), default=None)
        return None if first is None else self._by_now(first)

    def _by_now(self, moment: float) -> float:
        """A moment of this table by `now`, not a hair too early."""
        found = moment + self.stood
        while found - self.stood < moment:
            found = nextafter(found, inf)
        return found

    def _look_back(self) -> None:
        """Find the story of a game that is over, once somebody is there to read it."""
        if self.playing and self.playing.game.over and not self.tales and self.is_watched:
            self.tales = tales(self.playing.game)
            self.changes += 1

    @property
    def is_watched(self) -> bool:
        """Whether anybody is there."""
        return bool(self.watchers) or any(seat.here for seat in self.chairs)

    def finish(self) -> None:
        """The game is over, or is broken off."""
        dealing.finish(self)

    # -- what pages are sent -------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with whatever there may be news of."""
        behind = sum(sight.due for sight in self.sights.values() if sight.delay)
        return self.changes + (self.playing.version if self.playing else 0) + behind

    def feed(self, who: Who, language: str) -> Feed:
        """What one page is sent."""
        return Feed(self, who, language)

    def sight(self, who: Who) -> Sight | None:
        """What a page may see of the game; None in the lobby."""
        if self.playing is None or self.state == "lobby":
            return None
        seat = None if who.watching == "moderator" else self.seat_of(who)
        late = who.watching == "watch" and not seat and bool(self.wish.delay)
        key = (self.number, seat, late)
        if key not in self.sights:
            self.sights[key] = Sight(self.playing, seat, self.wish.delay if late else 0.0)
        return self.sights[key]

    def behind(self, sight: Sight) -> bool:
        """Whether those who watch have not seen the end yet."""
        return bool(sight.delay) and self.state == "over" and sight.next is not None

    def board_key(self, behind: bool) -> object:
        """What the board is made of; it is another when this is."""
        return self.turned, self.playing.seated if self.playing else 0, behind

    def board(self, who: Who, behind: bool) -> RoomBoard:
        """The board for a page."""
        found = boards.board(self, behind)
        found["mine"], found["creator"] = self.seat_of(who), who.creator
        if who.creator:
            found["wish"] = self.wish.wire(self.fills)
        return found

    def scores(self, games: int) -> list[Score]:
        """What everybody has won in so many games, the most wins first."""
        table: dict[str, Score] = {}
        for game in self.games[:games]:
            for seat, name in enumerate(game["names"], 1):
                score = table.setdefault(name, {"name": name, "games": 0, "wins": 0})
                score["games"] += 1
                score["wins"] += seat in game["won"]
        return sorted(table.values(), key=lambda score: -score["wins"])

    def story(self) -> RoomStory | None:
        """What turned the game that is over, in the language that is spoken; it is there a moment after the end."""
        return self.tales.get(spoken())

    def record(self, game: object, secret: object = "", creator: object = "") -> dict[str, str]:
        """The record of a finished game; the calls of its models for those of the table. Raises Refused."""
        known = [each["number"] for each in self.games if each["winner"]]
        if type(game) is not int or game not in known:
            raise Refused(say("There is no such game, or it is not over yet."))
        path = self.kept.game(game)
        ours = self.chairs.opened_by(secret) or opens(creator, self.creator)
        calls = calls_path(path)
        return {
            "text": path.read_text(encoding="utf-8"),
            "calls": calls.read_text(encoding="utf-8") if ours and calls.exists() else "",
        }


def _words(wish: Wish) -> list[str]:
    """Words of the rules, which are no names."""
    return [group.name for group in wish.book.groups]
