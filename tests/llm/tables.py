"""Tables of models for tests, soak and bench: short games, and an ear on everything that goes over the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.record import lines, read
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.calls import Hear, Reply, Request, Wire
from duskfall.players.llm.model import Model, is_model, read_model
from duskfall.players.llm.player import ModelPlayer
from duskfall.players.llm.wires.find import wire
from duskfall.rules import ruleset
from duskfall.table.run import Follower, play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

SHORT: Mapping[str, Mapping[str, object]] = {
    "ai-mafia": {"maxRounds": 2, "discussion_open_floor": 3, "discussion_open_cap": 5, "discussion_rounds": 1},
    "ai-mafia-classic": {"maxRounds": 1},
    "city-mafia": {"maxRounds": 2, "nominations": True},
    "town-of-agents": {"maxRounds": 2, "roundsPerDiscussion": 1},
    "werewolf": {"maxRounds": 2},
}
"""House rules with which a game is over after some forty answers."""


class Played(NamedTuple):
    """A finished game, and the line over which its models were asked."""

    game: Game
    line: Line


def played(
    exchange: Exchange,
    rules: str,
    kinds: Sequence[str],
    seed: int,
    flags: Mapping[str, object] | None = None,
    follower: Follower | None = None,
) -> Played:
    """Play a game with a player of each kind, in the order of the seats; all its models share one line."""
    game = TableSheet(rules, len(kinds), flags=SHORT[rules] if flags is None else flags, seed=seed).start()
    line = exchange.line(f"{rules} {seed}")
    makers = {kind: partial(ModelPlayer, read_model(kind), line) for kind in kinds if is_model(kind)}
    return Played(play(game, seat_players(game, kinds, makers), follower), line)


def verified(game: Game) -> str:
    """What is wrong with the record of a game; empty if it holds."""
    return read(list(lines(game, "0" * 32))).verify(ruleset(game.plan.rules.id))


class Heard(NamedTuple):
    """A request that was answered."""

    request: Request
    reply: Reply


class Ear:
    """A wire that notes what goes over another."""

    def __init__(self, wire: Wire, heard: list[Heard]) -> None:
        self.wire, self.heard = wire, heard

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """Pass on, and note."""
        reply = await self.wire.send(request, hear)
        self.heard.append(Heard(request, reply))
        return reply

    async def close(self) -> None:
        """Close the other."""
        await self.wire.close()


def overheard(heard: list[Heard]) -> Callable[[Model], Wire]:
    """Wires for an exchange that is listened to."""
    return lambda model: Ear(wire(model), heard)
