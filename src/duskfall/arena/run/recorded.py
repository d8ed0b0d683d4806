"""One game with models, on disk as it goes: begun, or gone on with where it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.record import RecordError
from duskfall.players.base import Player, PlayerError
from duskfall.players.foreign.calls import calls_of
from duskfall.table.errands import remind
from duskfall.table.kept.journal import Journal
from duskfall.table.kept.resume import NotBegun, resume
from duskfall.table.models import Models, Sitting
from duskfall.table.run import play
from duskfall.table.seating import seat_players

Dealt = Callable[[], tuple[Game, Sequence[str]]]
"""Deals the game, and says which kind of player sits where."""
Seeds = Callable[[Game], Mapping[int, int]]
"""Returns the seed of the player in each seat of a game."""


class Recorded(NamedTuple):
    """A game that is over: who played it, with which settings, and its models."""

    game: Game
    kinds: tuple[str, ...]
    seats: Mapping[str, Any]
    sitting: Sitting


def play_recorded(
    dealt: Dealt, brought: Collection[str], path: Path, models: Models, label: str, seeds: Seeds | None = None
) -> Recorded:
    """Play a game, or go on with it, unless it is over already.

    `label` is what its line of calls is known by; `seeds` gives the seeds of the players, where they do not follow from
    the deal alone.
    """
    game, kinds, journal = _begin(dealt, brought, path, models)
    try:
        sitting = models.sit(game, journal.path, journal.models, label)
        players: Mapping[int, Player] = {}
        try:
            if not game.over:
                players = seat_players(game, kinds, sitting.makers, seeds(game) if seeds else None)
                remind(game, players)
                play(game, players, sitting.probing(players, journal))
        finally:
            for call in calls_of(players):
                sitting.line.put_down(call)
            sitting.close(game.state.over)
    finally:
        journal.close(game.state.over)
    return Recorded(game, kinds, journal.models, sitting)


def _begin(dealt: Dealt, brought: Collection[str], path: Path, models: Models) -> tuple[Game, tuple[str, ...], Journal]:
    """A new game, or one that goes on; its journal has what each seat's model plays with."""
    try:
        found = resume(path, brought)
        if not found.game.over:
            models.preflight()
        return found.game, found.kinds, found.journal
    except FileNotFoundError:
        pass
    except NotBegun:
        path.unlink()
    except RecordError as error:
        raise PlayerError(f"{path}: {error}") from None
    models.preflight()
    game, kinds = dealt()
    return game, tuple(kinds), Journal(path, game, kinds, models.in_effect(game, kinds))
