"""The results of one session for a season: its finished games, and what each player got.

A session is replayed once into its results. A page may store them: a season is made of results alone.
"""

from __future__ import annotations

from duskfall.host.evening.evening import Evening, EveningError
from duskfall.host.protocol.data import protocol_of, sheets
from duskfall.tell.host.aloud import own_names
from duskfall.tell.tongue import say
from duskfall.wire.calls import Params
from duskfall.wire.protocol import KeptGame, KeptSeat
from duskfall.wire.season import EveningResults, GameResults, PlayerResult

AS_SCORED, BOOK = "", "book"  # scorings of a season: each session's own, or each ruleset's own


def results(params: Params) -> EveningResults:
    """Answer the call {actions, scoring}: the finished games of a session, by its own scoring or the given one."""
    actions = params.get("actions")
    if not isinstance(actions, list):
        raise EveningError(say("This is not an evening."))
    played, scoring = sheets(Evening(actions)), params.get("scoring") or AS_SCORED
    if scoring != AS_SCORED:
        played = [sheet._replace(scoring=None if scoring == BOOK else scoring) for sheet in played]
    kept = protocol_of(played)
    problems = dict.fromkeys(line for game in kept["games"] for line in game["scoring"]["problems"])
    games = [_game(game, kept["date"]) for game in kept["games"] if game["result"]]
    return {"date": kept["date"], "games": games, "problems": list(problems)}


def _game(game: KeptGame, date: str) -> GameResults:
    dealt = {seat["team"] for seat in game["seats"]}
    return {
        "date": game["began"][:10] or date,
        "rules": game["rules"],
        "teams": [team for team in game["teams"] if team in dealt],
        "winner": game["result"]["winner"] if game["result"] else "",
        "players": [_player(seat) for seat in game["seats"] if not _unnamed(seat)],
    }


def _player(seat: KeptSeat) -> PlayerResult:
    return {
        "name": seat["name"],
        "role": seat["role"],
        "team": seat["team"],
        "won": bool(seat["won"]),
        "points": seat["points"],
        "best": any(point["for"] == "best" for point in seat["score"]),
        "bonus": seat["bonus"],
        "fouls": seat["fouls"],
    }


def _unnamed(seat: KeptSeat) -> bool:
    """Return whether the seat has a default name, which stands for another player in every session."""
    return seat["name"] in own_names(seat["seat"])
