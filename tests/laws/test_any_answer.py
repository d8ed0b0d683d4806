"""Law 6: every answer whatever leads to a legal state and one recorded reason."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.ask import Ask
from duskfall.core.facts import Claim, Refused, Void
from duskfall.core.play.game import Game
from duskfall.core.record import lines, read

from .legal import check_legal
from .tables import Answers, Table, law, seeds, tables


class Colour(IntEnum):
    RED = 1


class Sly:
    """An object that is hard to look at."""

    def __str__(self) -> str:
        raise RuntimeError("do not look at me")

    __repr__ = __str__


class Named(str):
    __slots__ = ()


def deep(levels: int) -> list[Any]:
    return [deep(levels - 1)] if levels else []


ODD: tuple[Any, ...] = (
    float("nan"), float("inf"), -float("inf"), -0.0, 10**400, -(2**63), 2**53, b"Ann", b"\xff\x00", {1, 2}, Ellipsis,
    object(), Sly(), Decimal("1"), 1j, Colour.RED, Named("Ann"), Claim("role", 1), len, range(3), Exception("x"),
    "Аnn", "Ann\u200b", "ＡＮＮ", "ann", "Ann\n", "\ud800", "\x00", "\u2028", "x" * 100_000, "nobody\n", "ſkip", "1",
    deep(50), [[]] * 500, {"target": {"target": 1}}, {"target": None}, {"target": [1]}, {1: 2}, {None: None},
    {"text": 5}, {"text": "hi", "to": [], "nominate": {}}, {"text": "a\ud800b", "claims": "all"}, {"\ud800": 1},
    {"text": "x", "claims": [{"kind": [], "seat": 1}, {"kind": "role", "seat": 1, "word": 3}, None]},
    {"text": "x", "claims": [{"kind": "role", "seat": "Ann", "word": "\udfff" * 200, "verb": "y" * 99}]},
)  # fmt: skip

json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["target", "as", "text", "to", "nominate", "claims"]), inner, max_size=3)
    ),
    max_leaves=6,
)
anything = json_like | st.sampled_from(ODD)


def check_record(game: Game, table: Table, reasons: list[str]) -> None:
    """The record of the game survives the bytes of a file, and holds one reason for each answer not taken."""
    record = read("\n".join(lines(game, "0" * 32)).encode().decode().split("\n"))
    assert record.verify(table.rules) == ""
    kept = [fact.reason for fact in game.facts if isinstance(fact, Refused | Void)]
    assert sorted(kept) == sorted(reasons)


@law(120)
@given(tables(), st.lists(anything, min_size=1, max_size=40), seeds)
def test_any_answer_leads_on(table: Table, values: list[Any], seed: int) -> None:
    game, answers, reasons = table.start(), Answers(seed, wild=0), []
    for turn in range(10**6):
        if not game.asks:
            break
        ask = game.asks[turn % len(game.asks)]
        value = values[turn % len(values)] if turn < 150 else answers(game, ask)
        reason = game.answer(ask.seat, ask.verb, value)
        reasons += [reason] if reason else []
        check_legal(game)
    assert game.state.over
    check_record(game, table, reasons)


@law(60)
@given(tables(), st.lists(st.tuples(st.integers(-5, 20), st.text(max_size=5), anything), max_size=12), seeds)
def test_nobody_answers_what_was_not_asked(table: Table, stray: list[Any], seed: int) -> None:
    """Answers of seats that do not exist, to questions that were never asked."""
    game, answers, reasons = table.start(), Answers(seed, wild=0), []
    while game.asks:
        ask = game.asks[0]
        if stray:
            seat, verb, value = stray.pop()
            if (seat, verb) not in {(a.seat, a.verb) for a in game.asks}:
                reasons.append(game.answer(seat, verb, value))
                assert reasons[-1] == "not-asked"
                assert ask in game.asks
        reason = game.answer(ask.seat, ask.verb, answers(game, ask))
        reasons += [reason] if reason else []
    check_record(game, table, reasons)


SMALL = {  # a table of each kind of question: a speech, yes or no, a ballot
    "say": Table("ai-mafia", ("Villager", "Mafia", *["Villager"] * 3), {"maxRounds": 1}, talk=True),
    "stand": Table("werewolf", ("Villager", "Werewolf", "Villager", "Seer", "Villager"), {"maxRounds": 1}),
    "vote": Table("city-mafia", ("Citizen", "Don", *["Citizen"] * 3), {"maxRounds": 1}),
}


@pytest.mark.parametrize("verb", SMALL)
@pytest.mark.parametrize("number", range(len(ODD)), ids=lambda number: type(ODD[number]).__name__)
def test_an_odd_answer_is_taken_calmly(number: int, verb: str) -> None:
    game, reasons = SMALL[verb].start(), []
    while game.asks:
        ask = game.asks[0]
        reason = game.answer(ask.seat, ask.verb, ODD[number] if ask.verb == verb else None)
        reasons += [reason] if reason else []
    assert game.state.over
    check_record(game, SMALL[verb], reasons)


@pytest.mark.parametrize("value", [Ask, {Sly(): 1}, {"text": Sly()}], ids=["a class", "a sly key", "a sly text"])
def test_not_even_a_class_or_a_sly_key_stops_the_game(value: Any) -> None:
    table = SMALL["stand"]
    game, reasons = table.start(), []
    while game.asks:
        ask = game.asks[0]
        reason = game.answer(ask.seat, ask.verb, value)
        reasons += [reason] if reason else []
    check_record(game, table, reasons)


@pytest.mark.parametrize("verb", ["\ud800", "x" * 100_000], ids=["half a character", "huge"])
def test_a_verb_that_nobody_asked_is_kept_within_bounds(verb: str) -> None:
    table = SMALL["stand"]
    game = table.start()
    reason = game.answer(1, verb, None)
    text = "\n".join(lines(game, "0" * 32))
    check_record(game, table, [reason])
    assert len(text) < 20_000
