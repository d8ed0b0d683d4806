"""The standings of a season: games, wins and points of each player over several sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from duskfall.host.evening.fields import Refusal
from duskfall.host.protocol.scoring import PLAIN, plain
from duskfall.host.protocol.standings import ranked
from duskfall.host.season.results import AS_SCORED, BOOK
from duskfall.rules.registry import known
from duskfall.tell.tongue import say, word
from duskfall.wire.calls import Params
from duskfall.wire.protocol import KeptSeasonStanding, SeasonProtocol
from duskfall.wire.season import (
    EveningResults,
    PlayerResult,
    SeasonColumn,
    SeasonScoring,
    SeasonStandings,
)

VERSION = 1


@dataclass(slots=True)
class PlayerSeason:
    """A player's totals over one season."""

    name: str
    points: float = 0
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)  # by team
    best: int = 0
    bonus: float = 0
    fouls: int = 0
    evenings: set[int] = field(default_factory=set)

    def add(self, player: PlayerResult, evening: int) -> None:
        """Add one game to the totals; `evening` is the number of its session."""
        self.games += 1
        self.points = plain(self.points + player["points"])
        if player["won"]:
            self.wins[player["team"]] = self.wins.get(player["team"], 0) + 1
        self.best += player["best"]
        self.bonus = plain(self.bonus + player["bonus"])
        self.fouls += player["fouls"]
        self.evenings.add(evening)

    @property
    def won(self) -> int:
        """The number of wins with any team."""
        return sum(self.wins.values())


def standings(evenings: Sequence[EveningResults], rules: str = "") -> list[KeptSeasonStanding]:
    """Return a line per player over the games of a ruleset (empty: of all), best first; ties share a place."""
    lines: dict[str, PlayerSeason] = {}
    teams: dict[str, None] = {}
    for number, evening in enumerate(evenings):
        for game in evening["games"]:
            if rules in ("", game["rules"]):
                teams |= dict.fromkeys(game["teams"])
                for player in game["players"]:
                    lines.setdefault(player["name"], PlayerSeason(player["name"])).add(player, number)
    return [_kept(line, place, teams) for place, line in ranked(lines.values())]


def _kept(line: PlayerSeason, place: int, teams: Iterable[str]) -> KeptSeasonStanding:
    return {
        "place": place,
        "name": line.name,
        "points": line.points,
        "games": line.games,
        "wins": line.won,
        "rate": round(100 * line.won / line.games),
        "average": plain(round(line.points / line.games, 2)),
        "as": {team: line.wins.get(team, 0) for team in teams},
        "best": line.best,
        "bonus": line.bonus,
        "fouls": line.fouls,
        "evenings": len(line.evenings),
    }


def kept_season(evenings: Sequence[EveningResults], rules: str = "") -> SeasonProtocol:
    """Return a season as data: its dates, standings and results; `rules` limits it to one ruleset."""
    chosen: list[EveningResults] = [
        {**each, "games": [game for game in each["games"] if rules in ("", game["rules"])]} for each in evenings
    ]
    dates = sorted(game["date"] for each in chosen for game in each["games"] if game["date"])
    return {
        "version": VERSION,
        "since": dates[0] if dates else "",
        "until": dates[-1] if dates else "",
        "standings": standings(chosen),
        "evenings": [each for each in chosen if each["games"]],
    }


def season(params: Params) -> SeasonStandings:
    """Answer the call {evenings, rules} with the standings over these results, as a sortable table."""
    evenings, rules = given(params)
    kept = kept_season(evenings, rules)
    columns, rows = table(kept["standings"])
    played = dict.fromkeys(game["rules"] for each in evenings for game in each["games"])
    return {
        "columns": columns,
        "rows": rows,
        "games": sum(len(each["games"]) for each in kept["evenings"]),
        "evenings": len(kept["evenings"]),
        "rulesets": [{"id": name, "title": _title(name)} for name in played],
        "scorings": _scorings(),
    }


def given(params: Params) -> tuple[list[EveningResults], str]:
    """Return the results and the ruleset id of a call; raise `Refusal` if they are no results."""
    evenings, rules = params.get("evenings"), params.get("rules") or ""
    if not isinstance(evenings, list) or not all(isinstance(each, Mapping) for each in evenings):
        raise Refusal(say("These are no results of evenings."))
    return evenings, str(rules)


def _title(name: str) -> str:
    found = known(name)
    return say(found.title) if found else name


def _scorings() -> list[SeasonScoring]:
    return [
        {"name": AS_SCORED, "label": say("Evening's own")},
        {"name": BOOK, "label": say("Game's own")},
        {"name": PLAIN, "label": say("A win: 1 point")},
    ]


def table(lines: Sequence[KeptSeasonStanding]) -> tuple[list[SeasonColumn], list[list[str | int | float]]]:
    """Return the columns and rows of standings, named in the current language."""
    teams = list(lines[0]["as"]) if lines else []
    columns: list[SeasonColumn] = [
        {"key": key, "label": label, "words": key == "name"}
        for key, label in (
            ("place", say("Place")), ("name", say("Player")), ("points", say("Points")), ("games", say("Games")),
            ("wins", say("Wins")), ("rate", say("Wins, %")), ("average", say("Points a game")),
            *((f"as {team}", say("Wins: {team}", team=word(team, "team"))) for team in teams),
            ("best", say("Best moves")), ("bonus", say("Bonus")), ("fouls", say("Fouls")),
            ("evenings", say("Evenings")),
        )
    ]  # fmt: skip
    rows: list[list[str | int | float]] = [
        [line["place"], line["name"], line["points"], line["games"], line["wins"], line["rate"], line["average"],
         *line["as"].values(), line["best"], line["bonus"], line["fouls"], line["evenings"]]
        for line in lines
    ]  # fmt: skip
    return columns, rows
