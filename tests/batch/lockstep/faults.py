"""Faults planted into the generator, one for each kind of translation: the lockstep must find every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from duskfall.batch.words import (
    blocks,
    collect,
    dealing,
    deaths,
    effects,
    exprs,
    flow,
    overturns,
    react,
    settle,
    who,
)
from duskfall.batch.words.votes import ballot as votes
from duskfall.batch.words.votes import nominate, titles, weights
from duskfall.vocabulary import conditions as c
from duskfall.vocabulary import effects as e
from duskfall.vocabulary import seats as s
from duskfall.vocabulary import steps as st
from duskfall.vocabulary.cards import Deal, Group, Know, Pick, Title, Trigger, Weight
from duskfall.vocabulary.ruleset import Overturns, Ring

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, how it is planted, and a word that a ruleset must use to be touched by it."""

    name: str
    plant: Plant
    word: type
    rules: tuple[str, ...] = ()  # where it shows itself, if it does in few places

    def __str__(self) -> str:
        return self.name


def nothing(*args: Any, **more: Any) -> None:
    """Nothing is written."""


def entry(table: dict[Any, Any], key: Any, wrong: Any) -> Plant:
    """Another entry in a table of translations."""
    return lambda patch: patch.setitem(table, key, wrong)


def function(module: ModuleType, name: str, wrong: Any) -> Plant:
    """Another function in a module."""
    return lambda patch: patch.setattr(module, name, wrong)


def _everyone(m: Any, word: Any, here: Any) -> Any:
    return m.everyone


def _public(m: Any, word: Any, here: Any) -> Any:
    return "public"


def _one_more(right: Any) -> Any:
    return lambda m, expr, here: f"({right(m, expr, here)} + 1)"


def words() -> Iterator[Fault]:
    """Each word of the vocabulary, translated wrongly."""
    for kind in who.WHO:
        wrong = _public if kind is s.Everyone else _everyone
        yield Fault(f"who {kind.__name__}", entry(who.WHO, kind, wrong), kind)
    for kind in (c.Night, c.Day, c.Count, c.Clamp, c.IfElse, c.Rounded):
        yield Fault(f"number {kind.__name__}", entry(exprs.NUMBERS, kind, _one_more(exprs.NUMBERS[kind])), kind)
    for effect in effects.EFFECTS:
        if effect is not e.Block:  # a block is settled before all else
            yield Fault(f"effect {effect.__name__}", entry(effects.EFFECTS, effect, nothing), effect)  # type: ignore[arg-type]
    for step in (st.Collect, st.Settle, st.Dawn, st.Announce, st.Ballot, st.Banish, st.Reactions, st.PassOn, st.Elect,
                 st.Check, st.Discussion):  # fmt: skip
        yield Fault(f"step {step.__name__}", entry(flow.STEPS, step, nothing), step)
    yield Fault("tie LADDER", entry(votes.TIES, st.Tie.LADDER, votes._run_off), st.Ballot)
    yield Fault("tie RUNOFF", entry(votes.TIES, st.Tie.RUNOFF, votes._nobody), st.Ballot)
    yield Fault("tie LOT", entry(votes.TIES, st.Tie.LOT, votes._nobody), st.Ballot)
    yield Fault("at least", entry(exprs.COMPARE, c.Op.GE, ">"), c.Binary)
    yield Fault("more than", entry(exprs.COMPARE, c.Op.GT, ">="), c.Binary)
    yield Fault("equal", entry(exprs.COMPARE, c.Op.EQ, ">="), c.Binary)
    yield Fault("sum", entry(exprs.ARITHMETIC, c.Op.ADD, "-"), c.Binary)
    yield Fault("difference", entry(exprs.ARITHMETIC, c.Op.SUB, "+"), c.Binary)
    yield Fault("product", entry(exprs.ARITHMETIC, c.Op.MUL, "+"), c.Binary, ("numbers-product",))


def _never_spent(m: Any, slot: Any, ability: Any, seat: Any) -> list[str]:
    return []


def _no_bars(m: Any, pick: Any, here: Any, among: Any) -> Any:
    return f"({among} & public)"


def _asked_always(m: Any, slot: Any, seat: Any, among: Any) -> Any:
    return m.out.let("free", 1)


def _good_wins(m: Any, side: str, reason: str) -> None:
    m.out.line("side = 1; reason = 1; break")


def _unseen(m: Any, seat: Any) -> int:
    return 1


def nobody_goes(m: Any, *args: Any) -> None:
    """The vote is closed, and the flow goes on."""
    votes._close(m, 0)
    m.go(m.next_label)


def rules() -> Iterator[Fault]:
    """Each part of the machinery, left out or turned about."""
    unweighed: Any = lambda m, seat: weights.unit(m)  # noqa: E731
    nobody: Any = lambda m, among: "0"  # noqa: E731
    no_set: Any = lambda *args, **more: 0  # noqa: E731
    yield Fault("bars", function(collect, "allowed", _no_bars), Pick)
    yield Fault("uses", function(collect, "_spent", _never_spent), e.Lose)
    yield Fault("who is held may act", function(collect, "AWAKE", "alive"), e.Block)
    yield Fault("a role is named", function(collect, "_who_name_a_role", no_set), e.Show)
    yield Fault("teams", function(collect, "_act_together", nothing), Group)
    yield Fault("held off", function(collect, "_not_overturned", _asked_always), Pick, ("town-of-agents",))
    yield Fault("blocks", function(blocks, "block", nothing), e.Block)
    yield Fault("guards in rings", function(settle, "_break_rings", nothing), Ring, ("guards-0", "guards-2"))
    yield Fault("caution", function(settle, "_turn_away", nothing), Overturns)
    yield Fault("links pull", function(settle, "_propagate", nothing), e.Link)
    yield Fault("marks that are read", function(settle, "_end_what_was_read", nothing), e.ReadSide, ("oddities",))
    yield Fault("triggers", function(settle, "_fire", nothing), Trigger)
    yield Fault("later nights", function(react, "put_off", nothing), Trigger)
    yield Fault("what a role is proof against", function(overturns, "_by_role", no_set), Overturns)
    yield Fault("what is on the target", function(overturns, "_there", no_set), Overturns)
    yield Fault("what the dead are shown as", function(deaths, "shown_role", _unseen), st.Ballot)
    yield Fault("knowledge", function(dealing, "_knowledge", nothing), Know)
    yield Fault("deals", function(dealing, "_assign", nothing), Deal)
    yield Fault("rounds", function(flow, "_over", _good_wins), st.Check)
    yield Fault("weights", function(weights, "weight", unweighed), Weight)
    yield Fault("titles weigh", function(weights, "weight", unweighed), Title)
    yield Fault("the last nominee", function(votes, "last_nominated", nobody), st.Discussion)
    yield Fault("nominations", function(nominate, "_put_up", nothing), st.Discussion)
    yield Fault("the end of a ladder", function(votes, "_end_ladder", nobody_goes), st.Ballot)
    yield Fault("elections", function(titles, "_elected", nothing), st.Elect)
    yield Fault("a dying player's choice", function(react, "_take", nothing), st.Reactions)


FAULTS = (*words(), *rules())
