"""The schedule: a block is one deal, in which every player meets every seat and role; shares are equal over blocks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from math import comb

import pytest

from duskfall.arena.league import MIXED, SIDES, Entrant, League
from duskfall.arena.schedule import Fixture, Schedule, deal
from duskfall.core.start.deck import dealt_sides
from duskfall.rules import BOOKS
from duskfall.table.sheet import TableSheet


def league(players: int, *tables: TableSheet, blocks: int = 2, mode: str = MIXED) -> League:
    entrants = tuple(Entrant(name, "random") for name in "ABCDEFGHIJKLMNO"[:players])
    return League(entrants, tables or (TableSheet("ai-mafia", 7),), blocks, mode=mode)


def blocks(games: Iterable[Fixture]) -> dict[int, list[Fixture]]:
    found = defaultdict(list)
    for fixture in games:
        found[fixture.block].append(fixture)
    return found


def test_the_games_of_a_block_share_their_deal_and_no_two_blocks_do() -> None:
    wanted = league(3, TableSheet("ai-mafia", 7), TableSheet("werewolf", 9), blocks=4)
    by_block = blocks(Schedule(wanted))
    assert [len(games) for games in by_block.values()] == [7, 9] * 4
    deals = []
    for games in by_block.values():
        dealt = {deal(wanted, fixture).setup for fixture in games}
        assert len(dealt) == 1
        deals += dealt
    assert len({setup.seed for setup in deals}) == 8


@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_in_a_block_everybody_at_the_table_meets_every_seat_and_role(players: int) -> None:
    wanted = league(players, blocks=3)
    for games in blocks(Schedule(wanted)).values():
        roles = deal(wanted, games[0]).setup.roles
        met = defaultdict[str, Counter[tuple[int, str]]](Counter)
        for fixture in games:
            for seat, name in enumerate(fixture.lineup):
                met[name][seat, roles[seat]] += 1
        shares = Counter(games[0].lineup)
        assert max(shares.values()) - min(shares.values()) <= 1
        for name, count in shares.items():
            assert met[name] == dict.fromkeys(enumerate(roles), count)


@pytest.mark.parametrize(("players", "turns"), [(2, 2), (3, 3), (5, 5), (10, 10)])
def test_over_the_blocks_all_have_equal_shares(players: int, turns: int) -> None:
    seats = Counter(name for fixture in Schedule(league(players, blocks=turns)) for name in fixture.lineup)
    assert set(seats.values()) == {7 * 7 * turns // players}


def test_who_sits_beside_whom_is_drawn() -> None:
    rows = {games[0].lineup for games in blocks(Schedule(league(3, blocks=10))).values()}
    assert len(rows) > 5


def test_one_player_alone_plays_each_deal_once() -> None:
    assert [fixture.lineup for fixture in Schedule(league(1, blocks=3))] == [("A",) * 7] * 3


@pytest.mark.parametrize("rules", BOOKS)
def test_side_against_side_each_plays_each_side_of_each_deal(rules: str) -> None:
    wanted = league(3, TableSheet(rules, 10), blocks=6, mode=SIDES)
    met = defaultdict[tuple[int, str, str], set[str]](set)  # in this deal against that one: the sides it had
    for fixture in Schedule(wanted):
        game = deal(wanted, fixture)
        teams = [game.plan.roles[role].team for role in game.setup.roles]
        one, other = sorted(set(fixture.lineup))
        for name, rest in ((one, other), (other, one)):
            own = {team for team, each in zip(teams, fixture.lineup, strict=True) if each == name}
            assert not own & {team for team, each in zip(teams, fixture.lineup, strict=True) if each == rest}
            met[fixture.seed, name, rest] |= own
    assert len({seed for seed, _, _ in met}) == 6  # every block has its own deal
    assert len(met) == 2 * 6
    sides = {*map(frozenset, met.values())}
    assert len(sides) == 1
    assert len(next(iter(sides))) in (2, 3)


def pairs_met(wanted: League) -> list[tuple[int, frozenset[str]]]:
    """The table and the players of each block, in the order in which blocks are played."""
    found = []
    for games in blocks(Schedule(wanted)).values():
        (players,) = {frozenset(fixture.lineup) for fixture in games}
        found.append((games[0].table, players))
    return found


@pytest.mark.parametrize("tables", [1, 2, 3, 5])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_whenever_it_stops_side_against_side_has_seated_everybody_equally_often(players: int, tables: int) -> None:
    pairs = comb(players, 2)
    sheets = [TableSheet("ai-mafia-classic", 5 + n, talk=False) for n in range(tables)]
    wanted = league(players, *sheets, blocks=2 * pairs, mode=SIDES)
    seated = Counter({each.name: 0 for each in wanted.entrants})
    met = defaultdict[int, Counter[frozenset[str]]](Counter)
    for number, (table, pair) in enumerate(pairs_met(wanted), 1):
        seated.update(pair)
        met[table][pair] += 1
        assert max(seated.values()) - min(seated.values()) <= 1, number
        if number == pairs * tables:  # one round robin at each table
            assert all(set(here.values()) == {1} and len(here) == pairs for here in met.values())
    assert all(set(here.values()) == {2} for here in met.values())


def test_every_block_of_side_against_side_has_its_own_deal() -> None:
    wanted = league(5, blocks=12, mode=SIDES)
    assert len({games[0].seed for games in blocks(Schedule(wanted)).values()}) == 12


def test_a_league_with_the_first_version_of_the_schedule_keeps_it() -> None:
    wanted = replace(league(3, blocks=6, mode=SIDES), schedule=1)
    found = [(games[0].seed, frozenset(games[0].lineup)) for games in blocks(Schedule(wanted)).values()]
    assert [seed for seed, _ in found] == [66106710307005] * 3 + [81680832928054] * 3
    assert [pair for _, pair in found] == [frozenset("AB"), frozenset("AC"), frozenset("BC")] * 2
    for same in (league(3, blocks=6), league(2, blocks=6, mode=SIDES)):
        assert list(Schedule(same)) == list(Schedule(replace(same, schedule=1)))


@pytest.mark.parametrize(
    ("sheet", "games"),
    [
        (TableSheet("werewolf", 10), 2),
        (TableSheet("city-mafia", 10), 6),
        (TableSheet("ai-mafia", deck=("Mafia", "Villager*4", "Jester")), 4),  # who has no side goes with the rest
    ],
)
def test_in_a_block_each_of_the_two_has_each_side_alone(sheet: TableSheet, games: int) -> None:
    wanted = league(2, sheet, blocks=3, mode=SIDES)
    for block in blocks(Schedule(wanted)).values():
        game = deal(wanted, block[0])
        teams = [game.plan.roles[role].team for role in game.setup.roles]
        alone = set()
        for fixture in block:
            for name in "AB":
                own = {team for team, each in zip(teams, fixture.lineup, strict=True) if each == name}
                alone |= {(name, team) for team in own if len(own) == 1}
        assert len(block) == games
        assert {(name, side) for name in "AB" for side in dealt_sides(sheet.ruleset, game.setup.roles)} <= alone


def test_more_blocks_only_add_games() -> None:
    few, many = (list(Schedule(league(3, blocks=count))) for count in (2, 5))
    assert many[: len(few)] == few


def test_names_at_the_table_do_not_tell_who_plays() -> None:
    wanted = league(2, blocks=6)
    names = [deal(wanted, games[0]).names for games in blocks(Schedule(wanted)).values()]
    assert len(set(names)) == 6
    assert not {"A", "B"} & {name for row in names for name in row}
