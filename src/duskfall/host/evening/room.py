"""The state of a session: its table, the deal in progress, and its games. It depends only on the commands applied."""

from __future__ import annotations

from typing import assert_never

from duskfall.core.start.flags import hosted
from duskfall.host.desk.beginning import read_start
from duskfall.host.evening.deal import Dealing, begin
from duskfall.host.evening.fields import Action, Refusal
from duskfall.host.evening.host_table import ANY_TIME, HostTable
from duskfall.host.evening.live import AT_END, Live
from duskfall.host.evening.taking import TAKE
from duskfall.host.evening.walk import arrive
from duskfall.tell.tongue import say
from duskfall.wire.actions import GameAction, action_kind


class Room:
    """The state of a host session."""

    __slots__ = ("dealing", "games", "playing", "table")

    def __init__(self) -> None:
        self.table = HostTable()
        self.dealing: Dealing | None = None
        self.games: list[Live] = []
        self.playing = False  # whether the last game is on, or over and not left yet

    def copy(self) -> Room:
        """Return an independent copy; games that are over share the engine's game."""
        other = Room()
        other.table = self.table.copy()
        other.dealing = self.dealing.copy(other.table) if self.dealing else None
        other.games = [game.copy(other.table, over=game is not self.live) for game in self.games]
        other.playing = self.playing
        return other

    @property
    def live(self) -> Live | None:
        """The current game, which stays until the host leaves it after its end; None if there is none."""
        return self.games[-1] if self.playing else None

    def take(self, action: Action) -> None:
        """Apply a command. After a `Refusal` the state may be half changed, so it must be thrown away."""
        match action_kind(action.get("do")):
            case "set":
                self._set(action)
            case "deal":
                self._at_table()
                self.dealing = begin(self.table, action, len(self.games) + 1)
            case "start":
                self._at_table()
                self._start(action)
            case "again":
                self._again()
            case "role":
                self._role(action)
            case "next" if self.dealing:
                self._deal_on(self.dealing)
            case (
                "pick"
                | "others"
                | "counts"
                | "next"
                | "say"
                | "remove"
                | "foul"
                | "flag"
                | "hand"
                | "note"
                | "best"
                | "bonus"
            ) as kind:
                self._in_game(kind, action)
            case "back" | "forth" | "rest" | None:  # the session handles the first three
                raise Refusal(say("This version does not know the action {name}.", name=action.get("do")))
            case _ as never:
                assert_never(never)

    def _role(self, action: Action) -> None:
        if self.dealing is None:
            raise Refusal(say("No cards are entered now."))
        self.dealing.put(action)
        if action.get("on") is True:
            self._deal_on(self.dealing)

    def _deal_on(self, dealing: Dealing) -> None:
        if live := dealing.go_next():
            self._play(live)

    def _set(self, action: Action) -> None:
        if action.get("key") not in ANY_TIME:
            self._at_table()
        self.table.set(action)

    def _at_table(self) -> None:
        if self.dealing or self.playing:
            raise Refusal(say("This can be done only before the deal."))

    def _start(self, action: Action) -> None:
        rules, setup = read_start(action.get("setup"))
        if rules.id != self.table.rules:
            self.table.set({"key": "rules", "value": rules.id})
        self.table.given = list(setup.names)
        self._play(Live(len(self.games) + 1, rules, setup, self.table, str(action.get("at", ""))))

    def _play(self, live: Live) -> None:
        self.dealing, self.playing = None, True
        self.games.append(live)
        arrive(live)

    def _again(self) -> None:
        """Leave the finished game. The table, its players and its house rules stay as they are now."""
        live = self.live
        if live is None or live.place != AT_END:
            raise Refusal(say("The next game begins when this one is over."))
        live.table = self.table.copy()  # later settings don't affect this game
        usual = hosted(live.rules)
        now = live.game.state.flags | live.game.switched
        self.table.flags = {name: value for name, value in now.items() if value != usual[name]}
        people = zip(self.table.given, live.game.names, live.names, strict=True)
        self.table.given = [given if new == old else new for given, old, new in people]
        self.playing = False

    def _in_game(self, kind: GameAction, action: Action) -> None:
        if self.live is None:
            raise Refusal(say("No game is on."))
        TAKE[kind](self.live, action)
