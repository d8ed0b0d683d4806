"""Bots and models at the table: bots answer at once, models are asked as soon as the game comes to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.players.base import HUMAN, Pending, Player, Remote, Stopped, is_remote
from duskfall.players.find import Maker, find, unnamed
from duskfall.players.llm.model import is_model
from duskfall.table.errands import remind
from duskfall.table.eyes import Eyes
from duskfall.table.guard import PlayerFailed, guarded
from duskfall.table.run import NOTHING
from duskfall.table.seating import player_seeds

BOT = "scripted"


class Fillers:
    """Who plays the seats that no person plays."""

    TICK = 0.05  # seconds between two looks whether a model has answered
    PATIENCE = 120.0  # seconds that a model is waited for in public, whatever the clocks say

    def __init__(
        self, game: Game, kinds: Sequence[str], now: Callable[[], float], makers: Mapping[str, Maker] | None = None,
        allowed: Collection[str] = (),
    ) -> None:  # fmt: skip
        """`makers` make the models; `allowed` are the programs and other code that this server has been told to use.

        The file of a table may name others: it may come from elsewhere, and never chooses what is run or called.
        """
        self.seeds, self.now, self.makers, self.allowed = player_seeds(game), now, makers or {}, allowed
        self.players: dict[int, Player] = {}
        self.remote: dict[int, Remote] = {}
        self.out: dict[Ask, Pending] = {}
        self.spoken: dict[Ask, float] = {}  # since when its words can be read
        self.problem = False  # whether a model cannot go on
        for seat, kind in enumerate(kinds, 1):
            self.seat(seat, kind)
        if self.remote and game.log:
            remind(game, self.players)

    def seat(self, seat: int, kind: str) -> None:
        """A player of this kind takes a seat; whoever sat there is asked no more."""
        for ask in [ask for ask in self.out if ask.seat == seat]:
            self.out.pop(ask).cancel()
        self.players.pop(seat, None)
        self.remote.pop(seat, None)
        if self.is_gone(kind):
            self.problem, kind = True, BOT
        if kind != HUMAN:
            maker = self.makers.get(kind) or find(kind)
            player = self.players[seat] = guarded(maker(self.seeds[seat]), kind, seat)
            if is_remote(player):
                self.remote[seat] = player

    def is_gone(self, kind: str) -> bool:
        """Tell whether a player is an unreachable model, or one that this server may not use."""
        return kind not in self.makers if is_model(kind) else bool(unnamed((kind,), self.allowed))

    # -- models --------------------------------------------------------------------------------------------

    def send(self, asks: Sequence[Ask], eyes: Eyes, game: Game) -> None:
        """Put the questions to models that are not out yet."""
        for ask in asks:
            if ask.seat in self.remote and ask not in self.out and not self.problem:
                try:
                    self.out[ask] = self.remote[ask.seat].begin(ask, eyes.of(ask.seat, game))
                except (PlayerFailed, Stopped):
                    self.problem = True

    def is_out(self, ask: Ask) -> bool:
        """Whether a question is on its way to a model."""
        return ask in self.out

    def is_there(self, ask: Ask) -> bool:
        """Whether its answer is there."""
        return self.out[ask].done()

    def words(self, ask: Ask) -> str:
        """Of a speech that is being written: the words so far."""
        words = self.out[ask].words if ask in self.out else ""
        if words:
            self.spoken.setdefault(ask, self.now())
        return words

    # -- answers -------------------------------------------------------------------------------------------

    def answer(self, ask: Ask, eyes: Eyes, game: Game) -> float:
        """Give the game the answer of a bot or a model, None for one who has none; for how long it has been read."""
        view = NOTHING if self.players[ask.seat].blind else eyes.of(ask.seat, game)
        pending, value = self.out.pop(ask, None), None
        try:
            if pending is None and ask.seat not in self.remote:
                value = self.players[ask.seat].answer(ask, view)
            elif pending and pending.done():
                value = pending.result()
            elif pending:
                pending.cancel()
        except (PlayerFailed, Stopped):  # what it says may be secret, or the server's own
            self.problem = True
        place = len(game.log)
        game.answer(ask.seat, ask.verb, value)
        if pending is not None and ask.seat in self.remote:
            self.remote[ask.seat].recall(ask, view, game.log[place].value)
        return self.now() - self.spoken.pop(ask) if ask in self.spoken else 0.0

    def leave(self) -> None:
        """The game is left: nobody is waited for."""
        for pending in self.out.values():
            pending.cancel()
        self.out.clear()
