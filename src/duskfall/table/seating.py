"""Who plays which seat, from a line such as `scripted*9, human` or `mafia=scripted, random`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from duskfall.core.chance import Draws, shuffled
from duskfall.core.play.game import Game
from duskfall.core.problem import meant
from duskfall.players.base import HUMAN, Player, PlayerError
from duskfall.players.find import Maker, find
from duskfall.players.llm.model import is_model
from duskfall.table.guard import blame, guarded
from duskfall.vocabulary.ruleset import Ruleset

FILLS_CHAIRS = "scripted"
MOST = 1000  # a number that no table reaches


class PlayersLine(NamedTuple):
    """A line of players as read: kinds that play whole teams, and kinds by chairs with their number, if it is named."""

    teams: Mapping[str, str]
    chairs: tuple[tuple[str, int | None], ...]

    @property
    def alone(self) -> bool:
        """Whether one kind of bot, without a number, takes every chair that is left."""
        return len(self.chairs) == 1 and self.chairs[0][1] is None and self.chairs[0][0] != HUMAN


@lru_cache(maxsize=64)
def _read(line: str, rules_id: str, teams: tuple[str, ...]) -> PlayersLine:
    by_team: dict[str, str] = {}
    chairs = []
    for part in line.split(","):
        team, equals, kind = (piece.strip() for piece in part.partition("="))
        if not equals or not team.isidentifier():  # the name of a model may hold one
            chairs.append(_chairs(part.strip()))
        elif team not in teams:
            raise PlayerError(f"unknown team {team!r} in {rules_id}{meant(team, teams)} (it has: {', '.join(teams)})")
        elif team in by_team or not kind:
            raise PlayerError(f"team {team} {'is given twice' if kind else 'needs a kind, as in ' + team + '=random'}")
        else:
            by_team[team] = kind
    return PlayersLine(by_team, tuple(chairs))


def _chairs(entry: str) -> tuple[str, int | None]:
    kind, star, number = (piece.strip() for piece in entry.rpartition("*"))
    if not star:
        kind, number = number, "1"
    if not kind or not (number.isascii() and number.isdigit() and int(number[:9]) > 0):
        raise PlayerError(f"{entry!r} is no player: write a kind, or KIND*NUMBER, as in {FILLS_CHAIRS}*9, {HUMAN}")
    return kind, min(int(number[:9]), MOST) if star else None


def read_line(line: str, rules: Ruleset) -> PlayersLine:
    """A line of players, checked as far as the ruleset goes: every kind can be found, every team exists."""
    for kind in {*all_kinds(line, rules)} - {HUMAN}:
        find(kind)
    return _read(line, rules.id, rules.teams)


def chairs(line: str, rules: Ruleset) -> int:
    """How many chairs the line names, if it numbers its bots (a person needs no number); else 0."""
    read = _read(line, rules.id, rules.teams)
    bots = [count for kind, count in read.chairs if kind != HUMAN]
    if not bots or None in bots or read.teams:
        return 0
    return sum(count or 1 for _, count in read.chairs)


def all_kinds(line: str, rules: Ruleset) -> tuple[str, ...]:
    """The kinds that the line names."""
    read = _read(line, rules.id, rules.teams)
    return tuple(dict.fromkeys((*read.teams.values(), *(kind for kind, _ in read.chairs))))


def models(line: str, rules: Ruleset) -> bool:
    """Whether a language model has a chair or a team in the line."""
    return any(map(is_model, all_kinds(line, rules)))


def kinds(line: str, game: Game) -> tuple[str, ...]:
    """The kind of player in each seat of a game that has just been dealt; bots take the chairs that are left.

    Where a team is named, the others draw their chairs: the order of the line would tell who is of that team.
    """
    rules = game.plan.rules
    read = _read(line, rules.id, rules.teams)
    teams = [game.plan.roles[role].team for role in game.setup.roles]
    free = sum(team not in read.teams for team in teams)
    named = [kind for kind, count in read.chairs for _ in range(free if read.alone else count or 1)]
    if len(named) > free:
        raise PlayerError(f"{len(named)} players for {free} chairs")
    rest = named + [FILLS_CHAIRS] * (free - len(named))
    chairs = iter(shuffled(game.setup.seed, "chairs", rest) if read.teams else rest)
    return tuple(read.teams.get(team) or next(chairs) for team in teams)


def _make(kind: str, maker: Maker, seed: int, seat: int) -> Player:
    try:
        return guarded(maker(seed), kind, seat)
    except PlayerError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"player {kind!r} cannot be made: {blame(error)}") from error


def try_out(kinds: Sequence[str]) -> None:
    """Make a player of each kind, so that one who cannot be made or reached is told before anything is played."""
    for kind in dict.fromkeys(kinds):
        made = None if kind == HUMAN else _make(kind, find(kind), 0, 0)
        if reach := getattr(getattr(made, "player", None), "reach", None):
            reach()


def player_seeds(game: Game) -> dict[int, int]:
    """The seed of the player in each seat."""
    draws = Draws(game.setup.seed, "player")
    return {seat: draws.below(seat, 1 << 64) for seat in range(1, len(game.state.names) + 1)}


def seat_players(
    game: Game,
    kinds: Sequence[str] | str = "random",
    makers: Mapping[str, Maker] | None = None,
    seeds: Mapping[int, int] | None = None,
) -> dict[int, Player]:
    """Return a player for every seat, each with a seed of its own that tells nothing of the game's.

    `makers` are kinds that only the caller can make, a person at this terminal for one. `seeds` replaces the seeds of
    the seats, which otherwise follow from the deal.
    """
    seats = range(1, len(game.state.names) + 1)
    if isinstance(kinds, str):
        kinds = [kinds] * len(seats)
    own, drawn = makers or {}, player_seeds(game) if seeds is None else seeds

    def player(seat: int, kind: str) -> Player:
        seed, maker = drawn[seat], own.get(kind) or find(kind)
        return maker(seed) if kind == HUMAN else _make(kind, maker, seed, seat)

    return {seat: player(seat, kind) for seat, kind in zip(seats, kinds, strict=True)}
