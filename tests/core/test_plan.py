"""A ruleset that contradicts itself is refused when its plan is made, with one clear line."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from duskfall.core.plan import declared
from duskfall.core.plan.compile import RulesetError, compile_plan
from duskfall.core.plan.graph import Graph
from duskfall.core.start.setup import MOST_SEATS
from duskfall.rules import ruleset
from duskfall.vocabulary.cards import Ability, Role
from duskfall.vocabulary.conditions import Const, Count, FlagIs
from duskfall.vocabulary.effects import Become, Guard, Lose, Tier
from duskfall.vocabulary.ruleset import ROLE, At, Flag, Overturns, Ruleset, Wins, parts_of, walk
from duskfall.vocabulary.seats import Holders, Team
from duskfall.vocabulary.steps import Collect, Settle, Step

AI, CITY, TOWN, WOLF = map(ruleset, ("ai-mafia", "city-mafia", "town-of-agents", "werewolf"))


def overturning(rules: Ruleset, *edges: Overturns) -> Ruleset:
    return replace(rules, overturns=(*rules.overturns, *edges))


def with_role(rules: Ruleset, name: str, **change: Any) -> Ruleset:
    roles = tuple(replace(role, **change) if role.name == name else role for role in rules.roles)
    return replace(rules, roles=roles)


def with_step(rules: Ruleset, old: type[Step], new: Step) -> Ruleset:
    at = next(k for k, step in enumerate(rules.night) if isinstance(step, old))
    return replace(rules, night=(*rules.night[:at], new, *rules.night[at + 1 :]))


def without(rules: Ruleset, kind: type[Collect] | type[Settle], verb: str) -> Ruleset:
    """The ruleset whose steps of this kind do not name this act."""

    def less(step: Step) -> Step:
        return replace(step, verbs=tuple(v for v in step.verbs if v != verb)) if isinstance(step, kind) else step

    return replace(rules, night=tuple(map(less, rules.night)), day=tuple(map(less, rules.day)))


def first_trigger(rules: Ruleset, effect: Any) -> Ruleset:
    trigger = replace(rules.triggers[0], does=(effect,))
    return replace(rules, triggers=(trigger, *rules.triggers[1:]))


WEAK = with_role(AI, "Doctor", abilities=(Ability("protect", (Guard(Tier.NONE),), rule="AM§Doctor"),))
BAD: dict[str, tuple[Ruleset, str]] = {
    "undeclared ring": (replace(AI, rings=()), "undeclared ring of overturns among"),
    "undeclared ring of guards": (
        replace(WOLF, rings=()),
        "undeclared ring of overturns among (guard, antidote|antidote, guard)",
    ),
    "a ring of three": (
        overturning(CITY, Overturns("maniac_kill", ("heal",), rule="CM-8")),
        "undeclared ring of overturns among",
    ),
    "unknown overturner": (
        overturning(AI, Overturns("portect", ("kill",), rule="AM-5")),
        r"overturns \(AM-5\): unknown name 'portect'",
    ),
    "unknown overturned": (
        overturning(AI, Overturns("protect", ("kil",), rule="AM-5")),
        r"overturns \(AM-5\): unknown name 'kil'",
    ),
    "guard too weak": (WEAK, "protect over kill can never fire: the guard is too weak"),
    "settled before": (
        overturning(TOWN, Overturns("rampage", ("consult",), rule="TA-8")),
        "rampage over consult can never fire: consult is settled before rampage",
    ),
    "duplicate": (
        overturning(AI, Overturns("protect", ("shoot",), rule="AM-5")),
        "protect over shoot can never fire: an earlier edge says the same",
    ),
    "no role is proof": (
        overturning(AI, Overturns(ROLE, ("kill",), rule="AM-5")),
        "role over kill can never fire: no role is proof against it",
    ),
    "no blocker": (
        overturning(AI, Overturns("frame", ("kill",), At.ACTOR, rule="AM-4")),
        "frame over kill can never fire: frame blocks nobody",
    ),
    "gone by day": (
        overturning(AI, Overturns("frame", ("vote_out",), rule="AM-18")),
        "frame over vote_out can never fire: frame is gone by day",
    ),
    "unknown role in Become": (
        first_trigger(TOWN, Become("Mafioso")),
        "unknown role 'Mafioso' in Become",
    ),
    "unknown act in Lose": (first_trigger(TOWN, Lose("executed")), "unknown act 'executed' in Lose"),
    "unknown flag": (
        replace(WOLF, shows_role=FlagIs("revealOnDeath")),
        "unknown flag 'revealOnDeath' in FlagIs",
    ),
    "unknown act in Collect": (
        with_step(AI, Collect, Collect(("kill", "protekt"), rule="AM-2")),
        "unknown act 'protekt' in Collect",
    ),
    "unknown act in Settle": (
        with_step(AI, Settle, Settle(("kill", "protekt"), rule="AM-2")),
        "unknown act 'protekt' in Settle",
    ),
    "an act that nobody is asked for": (without(WOLF, Collect, "guard"), "act 'guard' is in no Collect step"),
    "an act that is never settled": (without(WOLF, Settle, "guard"), "act 'guard' is in no Settle step"),
    "an act of the day that nobody is asked for": (
        without(TOWN, Collect, "reveal"),
        "act 'reveal' is in no Collect step",
    ),
    "unknown team of a role": (
        replace(AI, roles=(*AI.roles, Role("Spy", "spies", rule="AM§Town"))),
        "unknown team 'spies' in Role",
    ),
    "unknown side": (
        replace(AI, wins=(*AI.wins, Wins("spies", Count(Team("town")).eq(1), "mafia-parity", rule="AM-13"))),
        "unknown side 'spies' in Wins",
    ),
    "unknown team in a count": (
        replace(AI, wins=(Wins("town", Count(Team("mafa")).eq(0), "no-mafia-left", rule="AM-13"),)),
        "unknown team 'mafa'",
    ),
    "unknown role in a set": (
        replace(AI, wins=(Wins("town", Count(Holders(("Copp",))).eq(0), "no-mafia-left", rule="AM-13"),)),
        "unknown role 'Copp'",
    ),
    "unknown role in a deck": (
        replace(AI, decks=replace(AI.decks, rest="Vilager")),
        "unknown role 'Vilager'",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_ruleset_that_contradicts_itself_is_refused(what: str) -> None:
    rules, line = BAD[what]
    with pytest.raises(RulesetError, match=line) as refused:
        compile_plan(rules)
    assert str(refused.value).startswith(f"{rules.id}: ")
    assert "\n" not in str(refused.value)


def test_a_block_that_comes_too_late_is_refused() -> None:
    """An act settled at an earlier step cannot be stopped any more."""
    steps = tuple(step for step in TOWN.night if not isinstance(step, Settle) or step.verbs != ("jail",))
    late = replace(TOWN, night=(*steps, Settle(("jail",), rule="TA-4")))
    with pytest.raises(RulesetError, match="jail over execute can never fire: execute comes first"):
        compile_plan(late)


def test_a_vote_out_may_be_overturned_by_a_card_or_a_lasting_mark() -> None:
    over_vote = {edge.by for edge in CITY.overturns if "vote_out" in edge.what}
    assert over_vote == {"vote_immunity", "immunity"}
    compile_plan(CITY)


def test_the_same_ruleset_gives_the_same_plan() -> None:
    assert compile_plan(AI) is compile_plan(AI)
    assert compile_plan(replace(AI)).hash == compile_plan(AI).hash


@pytest.mark.parametrize("rules", [AI, CITY, TOWN, WOLF], ids=lambda rules: rules.id)
def test_a_walk_meets_every_part_in_the_order_in_which_it_is_written(rules: Ruleset) -> None:
    def written(node: Any) -> list[Any]:
        names = [each.name for each in fields(node)] if is_dataclass(node) else []
        parts = node if isinstance(node, tuple) else [getattr(node, name) for name in names]
        assert parts_of(node) == tuple(names)
        return [node, *(each for part in parts for each in written(part))]

    assert [*map(id, walk(rules))] == [*map(id, written(rules))]


@pytest.mark.parametrize("wrong", [-1, -0.5, "many"])
def test_quiet_rounds_are_a_number_of_rounds_or_none(wrong: Any) -> None:
    assert refusals(replace(WOLF, quiet_rounds=Const(wrong))) == [
        f"quiet_rounds comes to {wrong!r}, and is a number of rounds, or 0"
    ]
    for right in (0, 1, 0.5):
        assert refusals(replace(WOLF, quiet_rounds=Const(right))) == []


@pytest.mark.parametrize("wrong", [0, -1, 0.5, "many"])
def test_a_game_has_at_least_one_round(wrong: Any) -> None:
    assert refusals(replace(WOLF, max_rounds=Const(wrong))) == [
        f"max_rounds comes to {wrong!r}, and a game has at least one round"
    ]
    assert refusals(replace(WOLF, max_rounds=Const(1))) == []


@pytest.mark.parametrize("wrong", [(0, 8), (-1, 8), (9, 8), (5, MOST_SEATS + 1)])
def test_a_table_has_from_one_seat_to_the_most(wrong: tuple[int, int]) -> None:
    low, high = wrong
    assert list(declared._decks(replace(WOLF, decks=replace(WOLF.decks, seats=wrong)))) == [
        f"decks for {low} to {high} seats cannot be: a table has 1 to {MOST_SEATS}"
    ]
    widest = list(declared._decks(replace(WOLF, decks=replace(WOLF.decks, seats=(5, MOST_SEATS)))))
    assert not any("cannot be" in line for line in widest)
    for fits in ((1, 3), (8, 8)):
        found = list(declared._decks(replace(WOLF, decks=replace(WOLF.decks, seats=fits))))
        assert not any("cannot be" in line for line in found)


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_a_deck_has_a_card_for_each_seat(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(WOLF, decks=replace(WOLF.decks, seats=(5, 7)))
    assert list(declared._decks(rules)) == []
    monkeypatch.setattr(declared, "make_deck", lambda rules, count: ["Seer"] * (count - (count == seats)))
    assert list(declared._decks(rules)) == [f"the deck for {seats} seats has {seats - 1} cards: look at its share"]


def test_a_house_rule_between_words_has_its_words() -> None:
    told = "flag 'tone': a switch between words needs its values"
    assert refusals(replace(WOLF, flags=(*WOLF.flags, Flag("tone", "loud")))) == [told]
    assert refusals(replace(WOLF, flags=(*WOLF.flags, Flag("tone", "loud", ("loud", "low"))))) == []


def test_an_act_or_a_trigger_has_no_negative_number() -> None:
    graph = Graph(WOLF)
    ability = next(iter(graph.abilities))
    role, trigger = next(iter(Graph(TOWN).triggers.values()))
    for wrong in (-1, -2):
        less = SimpleNamespace(abilities=[replace(ability, uses=wrong)], triggers={})
        assert list(declared._numbers(WOLF, less)) == [  # type: ignore[arg-type]
            f"act {ability.verb!r}: it cannot be used {wrong} times"
        ]
        late = SimpleNamespace(abilities=[], triggers={"t": (role, replace(trigger, nights=wrong))})
        assert list(declared._numbers(WOLF, late)) == [  # type: ignore[arg-type]
            f"trigger 't': it cannot come {wrong} nights later"
        ]


def refusals(rules: Ruleset) -> list[str]:
    return list(declared._numbers(rules, Graph(rules)))
