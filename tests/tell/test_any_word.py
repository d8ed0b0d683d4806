"""Every word of the vocabulary has English, and no role or ruleset is spelled out in the code."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import is_dataclass, replace
from pathlib import Path

import pytest

import duskfall.vocabulary as words
from duskfall.core.plan.compile import walk
from duskfall.rules import BOOKS, ruleset
from duskfall.tell import phrases
from duskfall.tell.rules import acts, conditions, seats
from duskfall.tell.rules.any_word import words as in_words
from duskfall.tell.text import listing
from duskfall.vocabulary import conditions as expr
from duskfall.vocabulary import effects, steps
from duskfall.vocabulary import seats as who
from duskfall.vocabulary.conditions import DAY, NIGHT, SEATS, Clamp, Const, Count, FlagIs, Rounded, Some
from duskfall.vocabulary.effects import Effect
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.seats import (
    ACTOR,
    EVERYONE,
    LIVING,
    SELF,
    TARGET,
    FirstOf,
    Holders,
    LastNight,
    Team,
    Victims,
    Visitors,
)
from duskfall.vocabulary.steps import Step

ROOT = Path(__file__).parents[2]
RULESETS = [ruleset(name) for name in BOOKS]
every_ruleset = pytest.mark.parametrize("book", RULESETS, ids=list(BOOKS))


def concrete(module: object, base: type) -> list[type]:
    """All kinds of a node that a module declares."""
    kinds = [kind for _, kind in inspect.getmembers(module, inspect.isclass)]
    return [kind for kind in kinds if issubclass(kind, base) and kind is not base]


@every_ruleset
def test_every_node_of_every_ruleset_has_words(book: Ruleset) -> None:
    for node in walk(book):
        if is_dataclass(node) and not isinstance(node, Ruleset):
            found = in_words(node)
            assert found.strip(), node
            assert "None" not in found, (node, found)
            assert "  " not in found, (node, found)


SAMPLES: dict[str, object] = {
    "who": LIVING, "by": SELF, "of": TARGET, "on": TARGET, "a": SELF, "b": Team("x"), "sets": (Team("x"),),
    "verbs": ("kill",), "roles": ("X",), "tier": effects.Tier.BASIC, "until": effects.Until.DAWN,
    "says": (effects.Says(EVERYONE, "X"),), "moment": effects.Moment.DAWN, "tells": effects.Moment.DAWN,
    "order": steps.Order.SEATS, "tally": steps.Tally.MOST, "tie": steps.Tie.LADDER,
    "when": Some(TARGET & SELF),
    "rounds": Const(2), "budget": Const(9), "nominates": FlagIs("x"), "nominees": FlagIs("x"),
    "ends": FlagIs("x"), "unstoppable": FlagIs("x"),
    "parts": (steps.Talk("t", steps.Order.SEATS),), "priority": 2, "skip_vote": steps.SkipVote("A", "B"),
}  # fmt: skip


def sample(kind: type, **more: object) -> object:
    """A node of this kind, with some value in each field."""
    known = SAMPLES | more
    values = {each: known.get(each, "word") for each in inspect.signature(kind).parameters}
    flags = {"about", "asks"} & set(values)
    return kind(**(values | dict.fromkeys(flags, True)))


@pytest.mark.parametrize("kind", [*concrete(who, who.Who), *concrete(effects, Effect), *concrete(steps, Step)])
def test_every_kind_of_node_has_words_also_where_no_ruleset_uses_it(kind: type) -> None:
    assert in_words(sample(kind)).strip()
    if issubclass(kind, who.Who):
        node = sample(kind)
        assert isinstance(node, who.Who)
        assert seats.fits(node)
        assert seats.counted(node)


@pytest.mark.parametrize("kind", concrete(expr, expr.Expr))
def test_every_kind_of_expression_has_words(kind: type) -> None:
    one = Const(1)
    node = sample(kind, of=one, a=one, b=one, low=one, high=one, then=one, other=one, const=1, flag="f", op=expr.Op.ADD)
    assert isinstance(node, expr.Expr)
    for said in (in_words(node), conditions.holds(node), conditions.number(node)):
        assert said.strip()


def test_a_node_without_words_is_an_error() -> None:
    class New(who.Who):
        pass

    for wordless in (New(), object()):
        with pytest.raises(TypeError, match="no words"):
            in_words(wordless)


MAFIA, TOWN = Team("mafia"), Team("town")


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Count(MAFIA) >= Count(TOWN), "at least as many of team mafia as of team town are alive"),
        (Count(MAFIA) >= Count(EVERYONE) - Count(MAFIA),
         "at least as many of team mafia are alive as all others together"),
        (Count(MAFIA).eq(0), "nobody of team mafia is alive"),
        (Count(Holders(("Don", "Spy"))).eq(0), "no Don or Spy is alive"),
        (Const(1) >= Count(TOWN), "at most 1 of team town is alive"),
        (Count(EVERYONE) > 1, "at least 2 players are alive"),
        ((NIGHT % 2).eq(0), "it is an even night"),
        (DAY > 1, "it is day 2 or later"),
        (FlagIs("f"), 'the house rule "f" is on'),
        (~FlagIs("f"), 'the house rule "f" is off'),
        (FlagIs("f").eq("tableVote"), 'the house rule "f" is "table vote"'),
        (FlagIs("maxRounds").eq("all"), 'the house rule "most rounds" is "all"'),
        (Count(EVERYONE) >= 1, "somebody is alive"),
        (Some(Holders(("Don",))) & Count(Holders(("Don",))).eq(0) | DAY.eq(3), "the last Don is dead or it is day 3"),
        (Some(SELF & LastNight("maniac_kill")), "the owner named themself for maniac kill the night before"),
        (Some(TARGET & TOWN) & ~Some(SELF & Victims(("poison",))),
         "the target is of team town, unless the owner dies by the poison tonight"),
        (FlagIs("f") & (DAY.eq(1) | DAY.eq(3)), 'the house rule "f" is on and (it is day 1 or it is day 3)'),
        (Clamp(Rounded(SEATS / 4), Const(1), Const(6)),
         "seats ÷ 4, rounded with halves up, kept between 1 and 6"),
        ((TARGET | Visitors(TARGET)) - SELF,
         "the target and all who visit them tonight, but not the owner"),
        (effects.Attack(), "kills the target (basic attack)"),
        (steps.Ballot("vote", steps.Tally.MOST, steps.Tie.NOBODY, steps.Order.SEATS, rule="R-1"),
         "Each of the living votes for a living player, all at once, and the ballots are shown; "
         "out is who has the most votes. [R-1] A player may also vote for nobody. On a tie nobody is out. [R-1]"),
    ],
)  # fmt: skip
def test_what_conditions_sets_and_effects_say(node: object, said: str) -> None:
    assert in_words(node) == said


def test_a_trigger_names_its_owner() -> None:
    attack = effects.Attack(effects.Tier.UNSTOPPABLE, on=ACTOR)
    bomb = words.Trigger("boom", words.Occasion.KILLED, (attack,), verbs=("kill",), rule="R-2")
    said = "the attacker is killed (unstoppable attack). [R-2]"
    assert acts.trigger(bomb, "the Mine") == f"When the kill of somebody kills the Mine, {said}"
    assert acts.trigger(bomb, seats.YOU) == f"When the kill of somebody kills you, {said}"


def test_a_trigger_of_the_whole_table_says_whom_it_is_for() -> None:
    heir = words.Trigger(
        "heir",
        words.Occasion.DUSK,
        (effects.Become("Don"), effects.Tell(SELF, "promoted", effects.Moment.AT_ONCE)),
        me=FirstOf((MAFIA,)),
        when=Count(TOWN).eq(0),
    )
    assert acts.trigger(heir) == (
        "At dusk, if nobody of team town is alive, the first living player of team mafia in seat order becomes Don; "
        'that player is told at once: "you have been promoted".'
    )


def test_what_comes_later_says_when() -> None:
    guilt = words.Trigger("slow_guilt", words.Occasion.DAWN, (effects.Attack(on=SELF),), nights=1)
    assert acts.trigger(guilt, seats.YOU).endswith('the next night ("slow guilt") you are killed (basic attack).')
    later = acts.trigger(replace(guilt, nights=2), seats.YOU)
    assert later.endswith('2 nights later ("slow guilt") you are killed (basic attack).')


@every_ruleset
def test_shared_words_have_phrases(book: Ruleset) -> None:
    assert set(book.notices) <= set(phrases.NOTICES)
    assert set(book.reasons) <= set(phrases.REASONS)


def test_no_role_or_ruleset_is_spelled_out_in_the_code() -> None:
    roles = {role.name for book in RULESETS for role in book.roles} | set(BOOKS)
    for path in (ROOT / "src/duskfall/tell").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                spelled = {role for role in roles if re.search(rf"(?<![\w-]){role}(?![\w-])", node.value)}
                assert not spelled, (path.name, node.value)


def test_lists() -> None:
    assert [listing("a"), listing("ab"), listing("abc", "or")] == ["a", "a and b", "a, b or c"]
