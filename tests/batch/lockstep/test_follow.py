"""A log gives the kernel its game back, and one that does not fit is told of in words."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.batch.follow import NO_OPTION, Unplayable, dealt, follow, rows_in, seat_names
from duskfall.batch.names import Names, names_of
from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind, Row, rows_of
from duskfall.batch.table import Table
from duskfall.core.play.game import Game
from duskfall.core.play.vote import ALL
from duskfall.rules import BOOKS, ruleset
from duskfall.testing.tables import offered
from tests.batch.lockstep.rulesets.library import named
from tests.batch.lockstep.tables import random_table
from tests.batch.lockstep.told import difference, tell


def a_log(table: Table, seed: int) -> tuple[Names, list[Row]]:
    """The log of a game that the kernel has played with random answers."""
    names, random = names_of(table.plan), Random(seed)
    chairs = seat_names(table.seats)
    seats = dict(zip(chairs, random.sample(table.deck, table.seats), strict=True))
    cards = {card: random.sample(chairs, count) for card, count in table.cards}
    game = Game.start(table.plan.rules, seats, flags=table.flags, cards=cards, seed=seed, talk=False, tries=1)
    answers = []
    while asks := game.asks:
        for ask in asks:
            value = offered(ask, random.randrange(1 << 30))
            target, role = (value["target"], value["as"]) if isinstance(value, dict) else (value, "")
            number = target if isinstance(target, int) else EVERY_ONE_OF_THEM if target == ALL else 0
            number = NO_OPTION if value is None else number
            role_number = names.number("roles", role)
            answers.append(Row(Kind.ANSWER, 0, ask.seat, names.number("acts", ask.verb), number, role_number))
            game.answer(ask.seat, ask.verb, value)
    return names, [*rows_of(names, game.facts), *answers]


def again(table: Table, names: Names, rows: list[Row]) -> list[Row]:
    game = dealt(table, names, rows)
    follow(game, names, rows)
    return rows_of(names, game.facts)


@pytest.mark.parametrize("rules", [*BOOKS, "cult", "oddities", "grown-1", "grown-2"])
def test_the_kernel_plays_a_log_again(rules: str) -> None:
    for number in range(10):
        table = random_table(named(rules), number)
        names, rows = a_log(table, number)
        assert not difference(names, rows, again(table, names, rows))


CITY = "city-mafia"


def without(rows: list[Row], row: Row) -> list[Row]:
    return [each for each in rows if each is not row]


def test_a_question_without_an_answer_is_told() -> None:
    table = Table.make(ruleset(CITY))
    names, rows = a_log(table, 1)
    last = next(row for row in reversed(rows) if row.kind == Kind.ANSWER)
    with pytest.raises(Unplayable, match=r"(day|night) \d+: \w+ \(.+\) at \w+ is asked, and the log has no answer"):
        again(table, names, without(rows, last))


def test_an_answer_without_a_question_is_told() -> None:
    table = Table.make(ruleset(CITY))
    names, rows = a_log(table, 1)
    last = next(row for row in reversed(rows) if row.kind == Kind.ANSWER)
    with pytest.raises(Unplayable, match=r"\w+ answers to \w+ 1 times more than the kernel asks"):
        again(table, names, [*rows, last])


def test_an_answer_that_is_no_option_is_told() -> None:
    table = Table.make(ruleset(CITY))
    names, rows = a_log(table, 1)
    first = next(row for row in rows if row.kind == Kind.ANSWER)
    with pytest.raises(Unplayable, match=r"at \w+ may choose .+, and the log has 31"):
        again(table, names, [first._replace(c=31), *without(rows, first)])


def test_what_differs_is_told_in_words() -> None:
    table = Table.make(ruleset(CITY))
    names, rows = a_log(table, 1)
    out = next(row for row in rows if row.kind in (Kind.OUT, Kind.GONE))
    other = out._replace(a=out.a % table.seats + 1)
    told = difference(names, [other if row is out else row for row in rows], rows)
    assert "the simulator alone: " + tell(names, other) in told
    assert "the kernel alone:    " + tell(names, out) in told
    assert told.startswith(("day ", "night "))


def test_a_log_is_read_up_to_where_it_ends() -> None:
    assert rows_in([7, 1, -1, 1, 1, 0, 0, 9, 9]) == [Row(Kind.PHASE, -1, 1, 1)]
