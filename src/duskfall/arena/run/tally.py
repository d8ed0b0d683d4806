"""Win counts of a series of games, by side, by role and by player, with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from duskfall.core.play.game import Game
from duskfall.players.llm.accounts.ledger import Call
from duskfall.study.winning import has_won, wilson
from duskfall.vocabulary.ruleset import DRAW


@dataclass(slots=True)
class WinCount:
    """The wins of the seats of one role or one kind of player."""

    games: int = 0
    seats: int = 0
    wins: int = 0

    @property
    def rate(self) -> float:
        """The wins per seat."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate. It counts games, because the seats of one game win or lose together."""
        return wilson(self.rate, self.games)

    def merge(self, other: WinCount) -> None:
        """Add the counts of another part of the series."""
        self.games += other.games
        self.seats += other.seats
        self.wins += other.wins


@dataclass(slots=True)
class Outcome:
    """The counts of a series of games. Parts of a series, merged in any order, give the same whole."""

    games: int = 0
    rounds: int = 0
    decisions: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    roles: dict[str, WinCount] = field(default_factory=dict)
    players: dict[str, WinCount] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)  # questions to external players, by kind
    failures: dict[str, Counter[str]] = field(default_factory=dict)  # those of them without an answer, by class

    def count(self, game: Game, kinds: Sequence[str]) -> None:
        """Count a finished game that was played by these kinds of players."""
        end = game.over
        assert end is not None
        self.games += 1
        self.rounds += max(game.state.day, game.state.night)
        self.decisions += len(game.log)
        self.wins[end.winner] += 1
        self.reasons[end.reason] += 1
        teams = [game.plan.roles[role].team for role in end.roles]  # counted under the dealt roles
        won = [has_won(end, seat, team) for seat, team in enumerate(teams, 1)]
        _add(self.roles, game.setup.roles, won)
        _add(self.players, kinds, won)

    def count_calls(self, calls: Iterable[Call]) -> None:
        """Count the questions to external players, and those without an answer."""
        for call in calls:
            self.asked[call.model] += 1
            if call.silent:
                self.failures.setdefault(call.model, Counter())[call.outcome] += 1

    def merge(self, other: Outcome) -> None:
        """Add the counts of another part of the series."""
        self.games += other.games
        self.rounds += other.rounds
        self.decisions += other.decisions
        self.wins += other.wins
        self.reasons += other.reasons
        self.asked += other.asked
        for kind, failures in other.failures.items():
            self.failures.setdefault(kind, Counter()).update(failures)
        for mine, theirs in ((self.roles, other.roles), (self.players, other.players)):
            for name, tally in theirs.items():
                mine.setdefault(name, WinCount()).merge(tally)

    def interval(self, side: str) -> tuple[float, float]:
        """Return the 95 % interval of a side's share of the games."""
        return wilson(self.wins[side] / self.games if self.games else 0.0, self.games)

    def sides(self, sides: Iterable[str]) -> dict[str, int]:
        """Return the wins of these sides, then the draws, in this order."""
        return {side: self.wins[side] for side in (*sides, DRAW)}


def _add(tallies: dict[str, WinCount], names: Sequence[str], won: Sequence[bool]) -> None:
    """Count the seats of one game under these names, one per seat."""
    for name in dict.fromkeys(names):
        if name not in tallies:
            tallies[name] = WinCount()
        tallies[name].games += 1
    for name, did in zip(names, won, strict=True):
        tally = tallies[name]
        tally.seats += 1
        tally.wins += did
