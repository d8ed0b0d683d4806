"""A session's score sheet as data: games, seats, nights, votes, fouls, results and points.

It is JSON-ready and contains no text in any language: roles, actions, reasons and rules have their names in the
ruleset. Only the fields `date`, `at`, `began` and `ended` contain times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duskfall.core.play.game import Game
from duskfall.core.start.flags import hosted
from duskfall.host.protocol.game_sheet import GameSheet
from duskfall.host.protocol.phase_rows import kept_phases
from duskfall.host.protocol.points import Point, hits, points, total
from duskfall.host.protocol.scoring import Scoring, ScoringError, plain, read_scoring
from duskfall.host.protocol.seat_history import Leave, cards, careers, left, players
from duskfall.host.protocol.standings import standings_of, table
from duskfall.study.winning import has_won
from duskfall.vocabulary.ruleset import DRAW
from duskfall.wire.protocol import (
    EveningProtocol,
    KeptCorrection,
    KeptGame,
    KeptHouse,
    KeptLeave,
    KeptPoint,
    KeptResult,
    KeptSeat,
)
from duskfall.wire.screens import StandingsTable

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening

VERSION = 1
DRAWN = "G6"  # the rule by which a game without a winner is a draw


def protocol(evening: Evening) -> EveningProtocol:
    """Return the score sheet of a session."""
    return protocol_of(sheets(evening), corrections(evening))


def standings(evening: Evening) -> StandingsTable:
    """Return the standings over a session's finished games, in the current language: {columns, rows}."""
    return table(protocol(evening)["standings"])


def sheets(evening: Evening) -> list[GameSheet]:
    """Return the games of a session, each with everything the host recorded."""
    return [live.sheet() for live in evening.games]


def corrections(evening: Evening) -> list[KeptCorrection]:
    """Return the commands that were undone and not redone, or replaced after an undo, with the times of correction."""
    log = evening.log
    ended = sorted((when, place) for place, when in (evening.taken_back | evening.replaced()).items())
    return [{"at": log[when].get("at", ""), "took": log[place]} for when, place in ended]


def protocol_of(played: Sequence[GameSheet], corrected: list[KeptCorrection] | None = None) -> EveningProtocol:
    """Return the score sheet of these games."""
    games = [_game(number, sheet) for number, sheet in enumerate(played, 1)]
    return {
        "version": VERSION,
        "date": next((sheet.began[:10] for sheet in played if sheet.began), ""),
        "games": games,
        "standings": standings_of(games),
        "corrections": corrected or [],
    }


def _game(number: int, sheet: GameSheet) -> KeptGame:
    game = sheet.game
    scoring, problems = _scoring(sheet)
    return {
        "game": number,
        "rules": game.plan.rules.id,
        "title": str(game.plan.rules.title),
        "teams": list(game.plan.rules.teams),
        "began": sheet.began,
        "ended": sheet.ended,
        "house": _house(game),
        "scoring": {"name": scoring.name, "problems": problems},
        "seats": _seats(sheet, scoring),
        "phases": kept_phases(sheet),
        "best": [
            {"seat": best.seat, "named": list(best.named), "hits": hits(game, best.named, scoring)}
            for best in sheet.best
        ],
        "notes": [{"text": note.text, "at": note.when.at} for note in sheet.notes if not note.when.phase],
        "result": _result(game),
    }


def _scoring(sheet: GameSheet) -> tuple[Scoring, list[str]]:
    """Return the scoring of a game with its problems; the ruleset's own scoring if the session's doesn't fit."""
    rules = sheet.game.plan.rules
    try:
        return read_scoring(sheet.scoring, rules), []
    except ScoringError as error:
        return read_scoring(None, rules), error.problems


def _house(game: Game) -> list[KeptHouse]:
    """Return the house rules that differ from their usual values at a hosted table."""
    usual = hosted(game.plan.rules)
    return [
        {"flag": flag.name, "value": game.setup.flags[flag.name], "book": usual[flag.name], "rule": flag.rule}
        for flag in game.plan.rules.flags
        if game.setup.flags[flag.name] != usual[flag.name]
    ]


def _seats(sheet: GameSheet, scoring: Scoring) -> list[KeptSeat]:
    game, end = sheet.game, sheet.game.over
    gone, held, beside, got = left(game), careers(game), cards(game), points(sheet, scoring)
    found: list[KeptSeat] = []
    for seat, player in enumerate(sheet.names or players(game), 1):
        role = held[seat][-1]
        team = game.plan.roles[role].team
        leave = gone.get(seat)
        found.append({
            "seat": seat,
            "name": player,
            "dealt": game.names[seat - 1],
            "role": role,
            "team": team,
            "was": held[seat][:-1],
            "cards": beside.get(seat, []),
            "left": _leave(leave) if leave else None,
            "won": has_won(end, seat, team) if end else None,
            "fouls": sum(foul.by for foul in sheet.fouls if foul.seat == seat),
            "bonus": plain(sum(point.points for point in got[seat] if point.what == "bonus")),
            "score": [_point(point) for point in got[seat]],
            "points": total(got[seat]),
        })  # fmt: skip
    return found


def _leave(leave: Leave) -> KeptLeave:
    return {"how": leave.how, "phase": leave.phase, "number": leave.number, "causes": list(leave.causes)}


def _point(point: Point) -> KeptPoint:
    return {"for": point.what, "points": point.points, "note": point.note}


def _result(game: Game) -> KeptResult | None:
    """Return who won, why and by which rule; None while the game goes on."""
    end = game.over
    if end is None:
        return None
    lines = [line for line in game.plan.rules.wins if (line.side, line.reason) == (end.winner, end.reason)]
    return {
        "winner": end.winner,
        "draw": end.winner == DRAW,
        "said": str(lines[0].sheet) if lines else "",
        "reason": end.reason,
        "rule": lines[0].rule if lines else DRAWN,
        "cowins": [{"seat": seat, "role": role} for seat, role in end.cowins],
    }
