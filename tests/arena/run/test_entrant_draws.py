"""A bot's draws in a league depend on the entrant: two of a kind who change places play another game."""

from __future__ import annotations

from duskfall.arena.league import MODES, Entrant, League
from duskfall.arena.run.one import entrant_seeds, play_bots
from duskfall.arena.schedule import Schedule, deal
from duskfall.table.seating import player_seeds
from tests.arena.run.leagues import league

TWINS = tuple(Entrant(name, "random") for name in ("one", "two", "three"))


def distinct(wanted: League) -> list[int]:
    """Return how many different games each block has."""
    blocks: dict[int, set[str]] = {}
    for fixture in Schedule(wanted):
        record = play_bots(wanted, fixture).record
        blocks.setdefault(fixture.block, set()).add(record.partition("\n")[2])  # the first line says who sat where
    return [len(games) for games in blocks.values()]


def test_identical_bots_who_change_places_play_another_game() -> None:
    for mode in MODES:
        wanted = league(blocks=6, entrants=TWINS, mode=mode)
        size = len(Schedule(wanted)) // 6
        assert distinct(wanted) == [size] * 6


def test_a_league_that_was_begun_before_goes_on_drawing_by_seat() -> None:
    assert distinct(league(blocks=6, entrants=TWINS, schedule=1)) == [1] * 6


def test_seeds_follow_from_deal_seat_entrant_and_rotation() -> None:
    wanted = league(blocks=3, entrants=TWINS)
    found = [entrant_seeds(wanted, fixture, deal(wanted, fixture)) for fixture in Schedule(wanted)]
    again = [entrant_seeds(wanted, fixture, deal(wanted, fixture)) for fixture in Schedule(wanted)]
    assert found == again
    assert len({seed for seeds in found for seed in seeds.values()}) == sum(map(len, found))


def test_a_model_keeps_the_seed_of_its_seat_so_that_a_persona_falls_on_all_alike() -> None:
    wanted = league(blocks=2, entrants=(Entrant("m", "http://localhost:1/v1#m"), Entrant("b", "random")))
    for fixture in Schedule(wanted):
        game = deal(wanted, fixture)
        seeds, by_seat = entrant_seeds(wanted, fixture, game), player_seeds(game)
        assert {name for seat, name in enumerate(fixture.lineup, 1) if seeds[seat] == by_seat[seat]} == {"m"}
