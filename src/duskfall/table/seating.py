"""Who plays which seat, from a line such as `scripted*9, human` or `mafia=scripted, random`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duskfall.core.chance import Draws
from duskfall.core.game import Game
from duskfall.players.base import Player
from duskfall.players.find import HUMAN, Maker, PlayerError, find

FILLS_CHAIRS = "scripted"


def kinds(line: str, game: Game) -> tuple[str, ...]:
    """The kind of player in each seat of a game that has just been dealt."""
    teams = [game.plan.roles[role].team for role in game.setup.roles]
    by_team, by_seat = _read(line, set(game.plan.rules.teams))
    alone = len(by_seat) == 1 and by_seat[0][1] is None and by_seat[0][0] != HUMAN
    chairs = [kind for kind, count in by_seat for _ in range(len(teams) if alone else 1 if count is None else count)]
    free = [team not in by_team for team in teams]
    if alone:
        del chairs[sum(free) :]
    if len(chairs) > sum(free):
        raise PlayerError(f"{len(chairs)} players for {sum(free)} chairs")
    empty = iter(chairs + [FILLS_CHAIRS] * (sum(free) - len(chairs)))
    return tuple(next(empty) if is_free else by_team[team] for team, is_free in zip(teams, free, strict=True))


def _read(line: str, teams: set[str]) -> tuple[dict[str, str], list[tuple[str, int | None]]]:
    """Kinds given to whole teams, and kinds by chairs with their number, if one is named."""
    by_team: dict[str, str] = {}
    by_seat: list[tuple[str, int | None]] = []
    for part in line.split(","):
        entry = part.strip()
        team, equals, kind = entry.partition("=")
        if equals and team.strip() in teams:
            by_team[team.strip()] = kind.strip()
            continue
        kind, star, number = entry.rpartition("*")
        kind, count = (kind.strip(), number.strip()) if star else (entry, None)
        if not kind or (count is not None and not (count.isascii() and count.isdigit() and int(count) > 0)):
            raise PlayerError(f"{entry!r} is no player: write a kind, or KIND*NUMBER, as in scripted*9, human")
        by_seat.append((kind, None if count is None else min(int(count), 1000)))
    return by_team, by_seat


def seat_players(
    game: Game, kinds: Sequence[str] | str = "random", makers: Mapping[str, Maker] | None = None
) -> dict[int, Player]:
    """A player for every seat, each with a seed of its own that tells nothing of the game's.

    `makers` are kinds that only the caller can make, a person at this terminal for one.
    """
    seats = range(1, len(game.state.names) + 1)
    if isinstance(kinds, str):
        kinds = [kinds] * len(seats)
    draws, own = Draws(game.setup.seed, "player"), makers or {}
    return {
        seat: (own.get(kind) or find(kind))(draws.below(seat, 1 << 64)) for seat, kind in zip(seats, kinds, strict=True)
    }
