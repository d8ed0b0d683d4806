"""One game with models that is recorded on disk while it's played: begun, or continued where it was stopped."""

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
"""A function that deals the game and returns it with the kind of player in each seat."""
Seeds = Callable[[Game], Mapping[int, int]]
"""A function that returns the seed of the player in each seat of a game."""


class Recorded(NamedTuple):
    """A finished game with the kinds of its players, the settings of its models by seat, and its models."""

    game: Game
    kinds: tuple[str, ...]
    seats: Mapping[str, Any]
    sitting: Sitting


def play_recorded(
    dealt: Dealt, brought: Collection[str], path: Path, models: Models, label: str, seeds: Seeds | None = None
) -> Recorded:
    """Play a game or continue it, unless it's over already.

    `brought` are the models, servers and code that the caller has named: a record that uses others isn't resumed.
    `label` identifies the game's calls to models. `seeds` gives the seeds of the players if they don't follow from the
    deal alone.
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
    """Return a new or resumed game, its kinds, and its journal, which knows the settings of each seat's model."""
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
