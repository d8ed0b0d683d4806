"""The rows of a finished or failed game in all tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duskfall.arena.league import League
from duskfall.arena.schedule import Fixture, deal
from duskfall.arena.store.rows_said import claims, speeches
from duskfall.arena.store.rows_seats import seats, seats_of_failed
from duskfall.arena.store.rows_taken import beliefs, decisions, votes
from duskfall.arena.store.witness import TakenAnswer, Witness, taken
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from duskfall.players.llm.accounts.ledger import Call
from duskfall.study.phases import phases

Row = tuple[object, ...]
Rows = dict[str, list[Row]]


def rows_of(
    fixture: Fixture, league: League, game: Game, kinds: Sequence[str], seconds: float, calls: Sequence[Call] = (),
    notes: Sequence[Mapping[str, Any]] = (), models: Mapping[str, Any] = {}, witness: Witness | None = None,
) -> Rows:  # fmt: skip
    """Return the rows of a finished game, by table. Raises ValueError if it isn't over.

    `notes` are the notes in its sidecar file, `models` the settings of its models by seat. With a witness that followed
    the game from its deal on, the game isn't replayed, which more than halves the time.
    """
    end = game.over
    if end is None:
        raise ValueError(f"game {fixture.number} is not over")
    number, all_phases, answers = fixture.number, phases(game.facts), _answers(game, witness)
    return {
        "games": [_game(fixture, game, seconds, end)],
        "seats": list(seats(fixture, game, kinds, models, end, all_phases)),
        "decisions": list(decisions(number, game, answers)),
        "votes": list(votes(number, game.plan.rules, all_phases)),
        "speeches": list(speeches(number, all_phases)),
        "claims": list(claims(number, game.plan.rules, game.facts)),
        "beliefs": list(beliefs(number, game, answers, notes)),
        "calls": [_call(fixture, call) for call in calls],
    } | (_known(fixture, league, game, answers) if league.detect else {})


def _known(fixture: Fixture, league: League, game: Game, answers: Sequence[TakenAnswer]) -> Rows:
    """Return the rows of what could be known.

    Imported only here: most leagues don't need this, and their workers start faster.
    """
    from duskfall.arena.store.known.rows import known_rows

    return known_rows(fixture.number, league.tables[fixture.table], game, answers)


def _answers(game: Game, witness: Witness | None) -> list[TakenAnswer]:
    return witness.taken if witness and witness.saw_all(game) else taken(game)


def failed_rows(
    fixture: Fixture, league: League, error: str, seconds: float, calls: Sequence[Call] = ()
) -> Rows:  # fmt: skip
    """Return the rows of a game that broke off: its line-up, why it failed, and its calls."""
    game = deal(league, fixture)
    kinds = [league.entrant(name).kind for name in fixture.lineup]
    return {
        "games": [_game(fixture, game, seconds, None, error)],
        "seats": list(seats_of_failed(fixture, game, kinds)),
    } | ({"calls": [_call(fixture, call) for call in calls]} if calls else {})


def _game(fixture: Fixture, game: Game, seconds: float, end: Ended | None, error: str | None = None) -> Row:
    return (
        fixture.number,
        fixture.block,
        fixture.rotation,
        fixture.table,
        game.plan.rules.id,
        len(game.names),
        fixture.seed,
        end.winner if end else None,
        end.reason if end else None,
        max(game.state.day, game.state.night) if end else None,
        len(game.log) if end else None,
        error,
        seconds,
    )


def _call(fixture: Fixture, call: Call) -> Row:
    usage = call.usage
    return (
        fixture.number,
        call.seat,
        fixture.lineup[call.seat - 1],
        call.number,
        call.verb,
        call.call,
        call.model,
        call.outcome,
        call.why or None,
        call.silent,
        usage.prompt if usage else None,
        usage.cached if usage else None,
        usage.answer if usage else None,
        usage.reasoning if usage else None,
        call.cost,
        call.seconds,
    )
