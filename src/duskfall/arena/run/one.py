"""One game of a league played by bots, and the part of it that is stored."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from duskfall.arena.league import League
from duskfall.arena.schedule import Fixture, deal
from duskfall.arena.store.rows import Rows, failed_rows, rows_of
from duskfall.arena.store.witness import Witness
from duskfall.core.chance import draw
from duskfall.core.play.game import Game
from duskfall.core.record import entry_line, fact_line, opening
from duskfall.players.foreign.calls import calls_of
from duskfall.players.llm.model import is_model
from duskfall.rules.registry import origin
from duskfall.table.guard import PlayerFailed
from duskfall.table.run import play
from duskfall.table.seating import player_seeds, seat_players

OWN_DRAWS = 2  # first schedule version in which a bot's draws depend on the entrant


class Played(NamedTuple):
    """The stored part of a game: its rows, and its record unless that has its own file."""

    game: int
    rows: Rows
    record: str = ""


def play_bots(league: League, fixture: Fixture) -> Played:
    """Play a game of bots; if a player fails, the game counts as failed, and its rows say why."""
    begun, game, kinds = perf_counter(), deal(league, fixture), lineup_kinds(league, fixture)
    witness = Witness()
    try:
        players = seat_players(game, kinds, seeds=entrant_seeds(league, fixture, game))
        play(game, players, witness)
    except PlayerFailed as error:
        return Played(fixture.number, failed_rows(fixture, league, str(error), perf_counter() - begun))
    rows = rows_of(fixture, league, game, kinds, perf_counter() - begun, calls_of(players), witness=witness)
    return Played(fixture.number, rows, _record(game, kinds) if league.records else "")


def entrant_seeds(league: League, fixture: Fixture, game: Game) -> dict[int, int]:
    """Return the seed of the player in each seat of a league's game that has just been dealt.

    A seed depends on the deal, the seat, the entrant and the rotation, so that the games of a block are independent
    given their deal. If it depended on deal and seat alone, two entrants of the same kind that change places would play
    the same game again. A model keeps the seed of its seat, which only draws its persona: each persona affects all
    players equally.
    """
    seeds = player_seeds(game)
    if league.schedule < OWN_DRAWS:
        return seeds
    kinds = lineup_kinds(league, fixture)
    return {
        seat: seeds[seat] if is_model(kind) else draw(seeds[seat], f"entrant {name}", fixture.rotation)
        for seat, (name, kind) in enumerate(zip(fixture.lineup, kinds, strict=True), 1)
    }


def lineup_kinds(league: League, fixture: Fixture) -> tuple[str, ...]:
    """Return the kind of player in each seat."""
    kinds = {each.name: each.kind for each in league.entrants}
    return tuple(kinds[name] for name in fixture.lineup)


def _record(game: Game, kinds: tuple[str, ...]) -> str:
    """Return the record of a finished game; its nonce follows from the seed, so that equal games have equal records."""
    rules = game.plan.rules
    nonce = f"{draw(game.setup.seed, 'nonce', 0):016x}{draw(game.setup.seed, 'nonce', 1):016x}"
    head = opening(rules, game.setup, nonce, kinds, origin(rules))
    return "".join(f"{line}\n" for line in (*head, *map(entry_line, game.log), *map(fact_line, game.facts)))
