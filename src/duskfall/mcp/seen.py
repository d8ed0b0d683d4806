"""All that a seat has been sent, put together frame by frame, and how much of it whoever plays has been told."""

from __future__ import annotations

from dataclasses import dataclass, field

from duskfall.wire.forms import SeatForm
from duskfall.wire.room import ChatLine, RoomBoard, RoomClock, RoomHello, RoomNews
from duskfall.wire.seat import AnyTold, SeatState


@dataclass(frozen=True, slots=True)
class Fresh:
    """What has not been told yet."""

    events: list[AnyTold]
    chat: list[ChatLine]

    def __bool__(self) -> bool:
        return bool(self.events or self.chat)


@dataclass(slots=True)
class Seen:
    """The table as this seat has it."""

    game: int = 0
    events: list[AnyTold] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    now: SeatState | None = None
    board: RoomBoard | None = None
    clock: RoomClock | None = None
    clock_came: float = 0.0
    gone: str = ""
    rules: str = ""  # of this table, once they were asked for
    told_events: int = 0
    told_chat: int = 0
    told_end: int = 0  # the last game whose end was told

    def take(self, news: RoomNews, when: float) -> None:
        """Put a frame to what is there; an event that comes again was told otherwise and is new."""
        if news.get("game", self.game) != self.game:
            self.game, self.now, self.told_events = news["game"], None, 0
            self.events.clear()
        if "events" in news:
            since = news.get("since", len(self.events))
            self.events[since:] = news["events"]
            self.told_events = min(self.told_events, since)
        if "chat" in news:
            since = news.get("chat_since", len(self.chat))
            self.chat[since:] = news["chat"]
            self.told_chat = min(self.told_chat, since)
        if "clock" in news:
            self.clock, self.clock_came = news["clock"], when
        self.now, self.board = news.get("now", self.now), news.get("board", self.board)
        self.gone, self.rules = news.get("gone", self.gone), news.get("rules", self.rules)

    def have(self) -> RoomHello:
        """What a server need not send again."""
        return {"game": self.game, "have": len(self.events), "chat": len(self.chat)}

    @property
    def fresh(self) -> Fresh:
        """What has not been told yet."""
        return Fresh(self.events[self.told_events :], self.chat[self.told_chat :])

    def told(self) -> None:
        """All that is here has been told."""
        self.told_events, self.told_chat = len(self.events), len(self.chat)
        self.told_end = self.game if self.over else self.told_end

    @property
    def ended(self) -> bool:
        """Whether the game is over and that has not been told yet."""
        return self.over and self.told_end != self.game

    @property
    def forms(self) -> list[SeatForm]:
        """What this seat is asked now."""
        return self.now["forms"] if self.now and not self.over else []

    @property
    def over(self) -> bool:
        """Whether a game has been played to its end."""
        return bool(self.now and self.now["over"])

    @property
    def stood_in(self) -> bool:
        """Whether somebody else answers for this seat, since its person was away."""
        board = self.board
        if board is None or board["state"] != "playing" or not board["mine"]:
            return False
        return board["chairs"][board["mine"] - 1]["kind"] in ("bot", "model")

    @property
    def may_chat(self) -> bool:
        """Whether lines beside the game are heard: between games, and among the dead."""
        return not self.now or self.over or not self.now["you"]["alive"]

    def left(self, when: float) -> int | None:
        """Seconds that are left for what is open; None where no clock runs."""
        return max(0, round(self.clock["left"] - (when - self.clock_came))) if self.clock else None
