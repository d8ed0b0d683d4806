"""The printed cards of a static site say what the engine says of every seat's link."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.start.flags import read_flags
from duskfall.host import seat_card
from duskfall.host.seat_card import all_cards
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.tongue import LANGUAGES, speaking
from tests.laws.tables import Table, law, tables

PRINTED: dict[tuple[str, str], Any] = {}


def printed(book: str, language: str) -> Any:
    if (book, language) not in PRINTED:
        with speaking(language):
            PRINTED[book, language] = json.loads(json.dumps(all_cards(ruleset(book))))
    return PRINTED[book, language]


def looked_up(data: Mapping[str, Any], language: str) -> list[str]:
    """The card of a link as the page puts it together (page/src/card/seat.ts)."""
    table = printed(data["r"], language)
    mine = table["cards"][data["c"]]
    values = [data["f"].get(flag, usual) for flag, usual in mine["on"]]
    role, *acts = mine["lines"][",".join(each if isinstance(each, str) else json.dumps(each) for each in values)]
    known = [(table["known"][c] if c else table["dealt"][how]).replace("{name}", who) for who, c, how in data["k"]]
    return [role, *known, *acts]


@law(150)
@given(tables(), st.sampled_from(list(LANGUAGES)))
def test_a_link_reads_the_same_without_the_engine(table: Table, language: str) -> None:
    game = table.start()
    for seat in range(1, len(table.roles) + 1):
        data = seat_card.kept(game.view(seat))
        with speaking(language):
            assert looked_up(data, language) == seat_card.lines(data)


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_under_every_single_house_rule(book: str) -> None:
    rules = ruleset(book)
    for flag in rules.flags:
        for value in flag.values or ((False, True) if isinstance(flag.default, bool) else (flag.default + 1,)):  # type: ignore[operator]
            held = {name: each for name, each in read_flags(rules, {flag.name: value}).items() if name == flag.name}
            for role in rules.roles:
                data = {"r": book, "c": role.name, "k": [], "f": held}
                assert looked_up(data, "en") == seat_card.lines(data), (flag.name, value, role.name)


def test_a_card_hangs_on_few_house_rules() -> None:
    """All combinations are written out: that must not become many."""
    for book in BOOKS:
        assert all(len(each["lines"]) <= 32 for each in printed(book, "en")["cards"].values())
        assert len(json.dumps(printed(book, "ru"), ensure_ascii=False).encode()) < 40_000
