"""The standings of a session: games, wins and points of each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from duskfall.host.protocol.scoring import plain
from duskfall.tell.tongue import say, word
from duskfall.wire.protocol import KeptGame, KeptSeat, KeptStanding
from duskfall.wire.screens import StandingsTable


@dataclass(slots=True)
class PlayerEvening:
    """A player's totals over one session."""

    name: str
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)  # by team
    best: int = 0
    bonus: float = 0
    fouls: int = 0
    points: float = 0

    def add(self, seat: KeptSeat) -> None:
        """Add one game to the totals."""
        self.games += 1
        if seat["won"]:
            self.wins[seat["team"]] = self.wins.get(seat["team"], 0) + 1
        self.best += any(point["for"] == "best" for point in seat["score"])
        self.bonus = plain(self.bonus + seat["bonus"])
        self.fouls += seat["fouls"]
        self.points = plain(self.points + seat["points"])

    @property
    def won(self) -> int:
        """The number of wins with any team."""
        return sum(self.wins.values())


def standings_of(games: Iterable[KeptGame]) -> list[KeptStanding]:
    """Return a line per player over the finished games, best first; ties share a place."""
    lines: dict[str, PlayerEvening] = {}
    teams: dict[str, None] = {}
    for game in games:
        if game["result"] is not None:
            dealt = {seat["team"] for seat in game["seats"]}
            teams |= dict.fromkeys(team for team in game["teams"] if team in dealt)
            for seat in game["seats"]:
                lines.setdefault(seat["name"], PlayerEvening(seat["name"])).add(seat)
    return [_kept(line, place, list(teams)) for place, line in ranked(lines.values())]


class Ranked(Protocol):
    """A line of standings, with the fields that rank it."""

    name: str
    points: float

    @property
    def won(self) -> int: ...


L = TypeVar("L", bound=Ranked)


def ranked(lines: Iterable[L]) -> list[tuple[int, L]]:
    """Return the lines with their places, best first; ties share a place."""
    ordered = sorted(lines, key=lambda line: (-line.points, -line.won, line.name.casefold(), line.name))
    scores = [(line.points, line.won) for line in ordered]
    return [(1 + sum(score > scores[at] for score in scores), line) for at, line in enumerate(ordered)]


def _kept(line: PlayerEvening, place: int, teams: list[str]) -> KeptStanding:
    return {
        "place": place,
        "name": line.name,
        "games": line.games,
        "wins": line.won,
        "as": {team: line.wins.get(team, 0) for team in teams},
        "best": line.best,
        "bonus": line.bonus,
        "fouls": line.fouls,
        "points": line.points,
    }


def table(lines: Sequence[KeptStanding]) -> StandingsTable:
    """Return standings with their columns named in the current language."""
    teams = list(lines[0]["as"]) if lines else []
    columns = [
        say("Place"), say("Player"), say("Points"), say("Games"), say("Wins"),
        *(say("Wins: {team}", team=word(team, "team")) for team in teams),
        say("Best moves"), say("Bonus"), say("Fouls"),
    ]  # fmt: skip
    rows: list[list[str | int | float]] = [
        [line["place"], line["name"], line["points"], line["games"], line["wins"], *line["as"].values(),
         line["best"], line["bonus"], line["fouls"]]
        for line in lines
    ]  # fmt: skip
    return {"columns": columns, "rows": rows}
