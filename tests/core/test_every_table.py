"""Every ruleset at every size of table, with random house rules, is played to its end, and its record holds."""

from __future__ import annotations

import pytest

from duskfall.core.chance import Draws
from duskfall.core.play.game import Game
from duskfall.core.record import lines, read
from duskfall.players.find import BOTS
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value
from tests.volume import VOLUME

TABLES = [
    (rules, seats) for rules in BOOKS for low, high in [ruleset(rules).decks.seats] for seats in range(low, high + 1)
]


def setting(flag: Flag, draw: int) -> Value:
    """A value that the house rule may take: small numbers, so that games stay short."""
    if flag.values:
        return flag.values[draw % len(flag.values)]
    if isinstance(flag.default, bool):
        return draw % 2 == 1
    return flag.least + draw % 4 if isinstance(flag.default, int) else draw % 5 / 2


def house_rules(rules: Ruleset, seed: int) -> dict[str, Value]:
    draws = Draws(seed, rules.id)
    return {flag.name: setting(flag, draws.below(number, 1000)) for number, flag in enumerate(rules.flags)}


def played(rules: str, seats: int, kind: str, talk: bool) -> Game:
    flags = house_rules(ruleset(rules), seats * 4 + 2 * talk + (kind == "random"))
    sheet = TableSheet(rules, seats, flags=flags, players=kind, seed=seats, talk=talk)
    game = sheet.start()
    return play(game, seat_players(game, sheet.kinds(game)))


def test_all_sizes_are_played() -> None:
    assert {seats for _, seats in TABLES} == set(range(5, 21))
    assert len(TABLES) == 16 * len(BOOKS)


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_table(rules: str, seats: int, kind: str) -> None:
    quick = VOLUME > 1 and kind != "detective"  # a detective takes its time
    for talk in (True, False) if quick else ((seats + list(BOTS).index(kind)) % 2 == 0,):
        game = played(rules, seats, kind, talk)
        assert game.over is not None
        assert len(game.over.roles) == seats
        record = read(list(lines(game, "0" * 32)))
        assert record.verify(ruleset(rules)) == ""


def test_house_rules_of_every_kind_are_tried() -> None:
    for name in BOOKS:
        tried = [house_rules(ruleset(name), seed) for seed in range(40)]
        for flag in ruleset(name).flags:
            values = {rules[flag.name] for rules in tried}
            assert len(values) > 1
            assert values >= set(flag.values)
