"""What one page is sent: whatever it has not been sent yet, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from duskfall.room.people.who import Who
from duskfall.room.sent.sight import Clock, Sight
from duskfall.tell.tongue import say, speaking
from duskfall.wire.room import RoomNews

if TYPE_CHECKING:
    from duskfall.room.room import Room

ALWAYS = -1  # what a page has that has nothing


class Feed:
    """One for each connection; what it costs follows what is new."""

    def __init__(self, room: Room, who: Who, language: str) -> None:
        self.room, self.who, self.language = room, who, language
        self.game = ALWAYS  # the number of the game whose events were sent
        self.events, self.changed = 0, 0
        self.heard, self.read = 0, 0  # lines of chat: all that were looked at, and those that this page has
        self.sent: dict[str, object] = {}  # the last of everything that is sent whole
        self.first, self.gone = True, False

    def speak(self, language: str) -> None:
        """The page wants another language: everything is told anew."""
        self.language, self.game, self.sent = language, ALWAYS, {}

    def news(self, game: int = 0, have: int = 0, chat: int = 0) -> RoomNews | None:
        """What this page has not been sent; `game`, `have` and `chat`: what it says that it has, when it comes."""
        if self.gone:
            return None
        news: RoomNews = {}
        with speaking(self.language):
            if not self.room.still(self.who):
                self.gone = True
                return {"gone": say("This link no longer opens the seat.")}
            if self.first:
                self._begin(game, have, chat)
            sight = self.room.sight(self.who)
            self._board(news, sight)
            if sight:
                self._play(news, sight)
            elif self.game != self.room.number:
                self.game = news["game"] = self.room.number
            self._chat(news)
        return news or None

    def _begin(self, game: int, have: int, chat: int) -> None:
        """A page comes back: it has what it was sent before, and the last event may have changed since."""
        self.first = False
        if game and game == self.room.number:
            self.game, self.events = game, max(0, have - 1)
        self.read = max(0, chat)

    def _seat(self) -> int | None:
        return None if self.who.watching == "moderator" else self.room.seat_of(self.who)

    def _board(self, news: RoomNews, sight: Sight | None) -> None:
        behind = sight is not None and self.room.behind(sight)
        key = self.room.board_key(behind)
        if self.sent.get("board") != key:
            self.sent["board"] = key
            news["board"] = self.room.board(self.who, behind)

    def _play(self, news: RoomNews, sight: Sight) -> None:
        told = sight.look()
        if self.game != self.room.number:
            self.game, self.events = self.room.number, 0
            news["game"], news["since"], news["events"] = self.game, 0, []
        last = told.items[self.events - 1] if 0 < self.events <= len(told.items) else None
        if last is not None and last is not self.sent.get("last"):
            self.events -= 1  # the page has it as it was before
        if self.events < len(told.items):
            news["game"], news["since"], news["events"] = self.game, self.events, told.items[self.events :]
            self.events, self.sent["last"] = len(told.items), told.items[-1]
        if sight.view.names:
            self._changed(news, "now", sight.state())
        self._clock(news, sight.clock())
        if self._is_new("live", sight.live(), ""):
            news["live"] = sight.live()
        story = self.room.story() if sight.view.over else None
        if story and self._is_new("story", self.game, None):
            news["story"] = story

    def _changed(self, news: RoomNews, name: str, found: object) -> None:
        """Send something whole if it is not what was sent last."""
        if self.sent.get(name) is not found:
            self.sent[name] = found
            cast("dict[str, object]", news)[name] = found

    def _is_new(self, name: str, found: object, usual: object) -> bool:
        before, self.sent[name] = self.sent.get(name, usual), found
        return before != found

    def _clock(self, news: RoomNews, clock: Clock | None) -> None:
        if self._is_new("clock", (clock, self.room.paused) if clock else None, None):
            left = clock[0] - self.room.moment() if clock else 0.0
            news["clock"] = {"left": round(max(0.0, left), 3), "of": clock[1]} if clock else None

    def _chat(self, news: RoomNews) -> None:
        if self.heard == self.room.chat.said:
            return
        before, lines = self.room.chat.read(self._seat(), self.heard)
        self.heard = self.room.chat.said
        new = lines[max(0, self.read - before) :]
        if new:
            news["chat_since"], news["chat"] = before + len(lines) - len(new), new
        self.read = before + len(lines)
