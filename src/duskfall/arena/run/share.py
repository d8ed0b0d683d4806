"""Shares of what models may use, for games played in separate processes that don't communicate.

Each of the games that run at once gets an equal part of every provider's limits. Dollars can't be divided in advance:
the process that starts the games counts what finished games cost, and tells each new game how much is left.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from duskfall.arena.folder import GAMES, game_path, read_league
from duskfall.arena.league import League
from duskfall.arena.run.with_models import terms_of
from duskfall.players.llm.accounts.budget import OPTION, Spent
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.players.llm.calling.limits import Limits, read_limits
from duskfall.players.llm.model import is_model, read_model
from duskfall.table.kept.journal import calls_path
from duskfall.table.models import Models


class Share(NamedTuple):
    """The limits and the dollars that one game may use."""

    among: int  # number of games at once
    dollars: float | None  # dollars left; None: no limit


def games_at_once(league: League, most: int) -> int:
    """Return how many games can run at once, at most `most`, so that each of them gets a part of every limit."""
    return min(most, *(number for each in limits_of(league).values() for number in _numbers(each) if number))


def shared_models(folder: Path, share: Share) -> Models:
    """Return the models of this process, which its games use one after the other."""
    models = _models(folder, share.among)
    if models.budget and share.dollars is not None:
        models.budget.most = models.budget.spent + share.dollars
    return models


@lru_cache(maxsize=1)
def _models(folder: Path, among: int) -> Models:
    league = read_league(folder)
    return Models(league.kinds, replace(terms_of(league), limits=divided(limits_of(league), among)))


def divided(limits: dict[str, Limits], among: int) -> dict[str, Limits]:
    """Return each provider's limits for one of this many games."""
    return {
        name: Limits(*(max(1, number // among) if number else 0 for number in _numbers(each)))
        for name, each in limits.items()
    }


def limits_of(league: League) -> dict[str, Limits]:
    """Return the limits of all providers of a league's models.

    Connections are limited even if the league sets no limit: then the provider's default applies.
    """
    said = read_limits(league.limits)
    found = {}
    for provider in {model.provider for model in map(read_model, filter(is_model, league.kinds))}:
        limits = said.get(provider.name, Limits())
        found[provider.name] = replace(limits, connections=limits.connections or provider.connections)
    return found


def _numbers(limits: Limits) -> tuple[int, int, int]:
    return limits.requests, limits.tokens, limits.connections


class Purse:
    """The dollars that a league's games have cost so far, including unfinished games."""

    def __init__(self, folder: Path, league: League) -> None:
        self.folder, self.most = folder, league.budget.dollars
        self.spent: dict[int, float] = {}
        for journal in (folder / GAMES).glob("*[0-9].jsonl") if self.most is not None else ():
            self.count(int(journal.stem))

    def count(self, game: int) -> None:
        """Count the cost of a game, finished or not, from its file of calls."""
        self.spent[game] = sum(call.charged for call in read_calls(calls_path(game_path(self.folder, game))))

    def left(self) -> float | None:
        """Return the dollars left; None means no limit. Raises Spent if there are none."""
        if self.most is None:
            return None
        spent = sum(self.spent.values())
        if spent >= self.most:
            raise Spent(f"{OPTION} ${self.most:.2f} is spent (${spent:.4f} so far)")
        return self.most - spent
