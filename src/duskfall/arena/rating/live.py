"""Preliminary numbers for players while games still come in (openskill); ratings are computed once all are there.

A team is as strong as the mean of its seats, as in the ratings: a player with two of three seats counts for two thirds
of it. Besides its players, each team has an intercept that learns how often such a team wins, so that no player seems
strong because of its side. A player has one strength, whatever its side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from duskfall.arena.rating.scale import MEAN, POINTS

SPREAD: Final = 1.0  # prior standard deviation of a strength, in logits
Key = tuple[str, ...]  # a player alone, or a team followed by all teams of its game


class Live:
    """The strengths of all players so far."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        # This beta puts the difference of two known strengths on the logit scale; without tau, strengths don't drift.
        self._model: Any = PlackettLuce(mu=0.0, sigma=SPREAD, beta=sqrt(0.5), tau=0.0)
        self._known: dict[Key, Any] = {}

    def take(self, winner: str, seats: Sequence[tuple[str, str]]) -> None:
        """Update the strengths with a completed game.

        `winner` is the team that won, or no team; `seats` are the player and the team of each seat that plays for a
        team.
        """
        teams = sorted({team for _, team in seats})
        if len(teams) < 2:
            return
        parts = [self._parts(team, teams, seats) for team in teams]
        ranks = [0.0 if winner == team or winner not in teams else 1.0 for team in teams]
        scaled = [[self._scaled(key, part) for key, part in team.items()] for team in parts]
        rated = self._model.rate(scaled, ranks=ranks)
        for team, before, after in zip(parts, scaled, rated, strict=True):
            for (key, part), old, new in zip(team.items(), before, after, strict=True):
                known = self._known[key]  # a player in two teams is updated by both
                known.mu += (new.mu - old.mu) / part
                known.sigma *= new.sigma / old.sigma

    def numbers(self) -> dict[str, float]:
        """Return the number of each player, on the scale of the ratings."""
        players = {key[0]: known.mu for key, known in self._known.items() if len(key) == 1}
        mean = sum(players.values()) / max(len(players), 1)
        return {player: MEAN + POINTS * (strength - mean) for player, strength in sorted(players.items())}

    def _parts(self, team: str, teams: Sequence[str], seats: Sequence[tuple[str, str]]) -> dict[Key, float]:
        """Return the weights of a team's players and of its intercept."""
        counts = Counter(player for player, other in seats if other == team)
        parts: dict[Key, float] = {(player,): count / counts.total() for player, count in counts.items()}
        return {**parts, (team, *teams): 1.0}

    def _scaled(self, key: Key, part: float) -> Any:
        """Return a strength multiplied by its weight."""
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._model.rating()
        return self._model.rating(mu=known.mu * part, sigma=known.sigma * part)
