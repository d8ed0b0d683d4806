"""The rulings desk says why something did not happen, and what is not so yet: each with the rule that says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from duskfall.cases.check import find_files
from duskfall.core.plan.compile import compile_plan
from duskfall.host.desk.desk_case import params_of
from duskfall.host.desk.rule import rule_on
from duskfall.rules import BOOKS, ruleset
from duskfall.study.citations import cited
from duskfall.tell.ruling.not_set_off import conditional
from duskfall.tell.ruling.only_if import cast_of, needed, parts
from duskfall.tell.tongue import speaking
from duskfall.vocabulary.cards import Occasion, Role
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.effects import Tell
from duskfall.vocabulary.ruleset import DRAW, Ruleset
from duskfall.wire.desk import DeskRuled
from tests.case_files import cases_of
from tools import words

ROOT = Path(__file__).parents[2]
WOLVES = {"Ann": "Werewolf", "Bob": "Witch", "Cid": "Guard", "Dee": "Hunter", "Eli": "Villager", "Fay": "Villager"}
CITY = {"Ann": "Mistress", "Bob": "Citizen", "Cid": "Don", "Dee": "Doctor", "Eli": "Citizen", "Max": "Maniac"}
AGENTS = {"Jay": "Jailor", "Vig": "Vigilante", "God": "Godfather", "Wol": "Werewolf", "Fra": "Framer", "Cit": "Citizen"}
BOMBS = {"Ann": "Bomb", "Bob": "Godfather", "Cid": "Villager", "Dee": "Jester", "Eli": "Villager"}


def desk(rules: str, seats: dict[str, str], phase: str, acts: list[tuple[str, str, Any]], **more: Any) -> DeskRuled:
    rows = [{"verb": verb, "seat": who, "value": value} for verb, who, value in acts]
    params = {"rules": rules, "seats": seats, "play": [{"phase": phase, "acts": rows}], **more}
    return rule_on(params)["phases"][0]


def why_not(found: DeskRuled) -> list[tuple[str, str]]:
    return [(line["text"], line["rule"]) for line in found["whyNot"]]


def not_yet(found: DeskRuled) -> list[tuple[str, str]]:
    return [(line["text"], line["rule"]) for line in found["notYet"]]


# -- what the issue names --------------------------------------------------------------------------------


def test_guard_and_antidote_on_one_player_cite_their_own_ruling() -> None:
    acts = [("kill", "werewolves", 5), ("antidote", "Bob", 5), ("guard", "Cid", 5)]
    found = desk("werewolf", WOLVES, "night", acts)
    both = "#2 Bob's antidote and #3 Cid's guard do not cancel each other on #5 Eli."
    assert why_not(found) == [(f'{both} The house rule "double save kills" is off.', "WW-5")]
    assert found["whyNot"][0]["cite"] == cited("WW-5")
    killing = desk("werewolf", WOLVES, "night", acts, flags={"doubleSaveKills": True})
    assert why_not(killing) == []
    assert [each["name"] for each in killing["dead"]] == ["Eli"]


def test_a_poisoned_hunter_cites_why_there_is_no_shot() -> None:
    found = desk("werewolf", WOLVES, "night", [("kill", "werewolves", 4), ("poison", "Bob", 4)])
    assert why_not(found) == [("#4 Dee: shoot does not happen. Not if the Hunter dies by the poison tonight.", "WW-7")]
    bitten = desk("werewolf", WOLVES, "night", [("kill", "werewolves", 4)])
    assert why_not(bitten) == []


def test_a_victory_that_is_not_reached_says_its_count() -> None:
    found = desk("city-mafia", CITY, "night", [("kill", "mafia", 2)])
    texts = dict(not_yet(found))
    parity = "Only if at least as many of team mafia are alive as all others together. Alive: mafia 1, all players 5."
    assert texts[f"No victory for mafia yet (mafia parity). {parity}"] == "CM§L4.mafia"
    assert all(line["cite"] for line in found["notYet"])


def test_a_count_that_is_reached_where_nobody_checks_it_is_not_yet_a_victory() -> None:
    table = {"Ann": "Werewolf", "Bob": "Witch", "Cid": "Villager", "Dee": "Villager"}
    found = desk("werewolf", table, "night", [("poison", "Bob", 1)])
    assert not_yet(found)[0] == ("No victory for village yet (no wolves left). It is not checked in this phase.", "G5")


def test_a_victory_for_which_nobody_is_at_the_table_is_not_told_of() -> None:
    table = {"Ann": "Don", "Bob": "Citizen", "Cid": "Citizen", "Dee": "Doctor"}
    found = not_yet(desk("city-mafia", table, "night", []))
    assert [rule for _, rule in found] == ["CM§L4.red", "CM§L4.mafia"]


def test_when_the_game_is_over_nothing_is_not_yet() -> None:
    found = desk("city-mafia", {"Ann": "Don", "Bob": "Citizen", "Cid": "Maniac"}, "night", [("kill", "mafia", 2)])
    assert not_yet(found) == []


# -- their relatives -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "text", "rule"),
    [
        (  # a mark for want of a survivor
            lambda: desk("city-mafia", CITY, "night", [("visit", "Ann", 2), ("maniac_kill", "Max", 2)]),
            "#1 Ann's visit of #2 Bob does not bring this: vote immunity. Only if the target survives the night.",
            "CM§Mistress",
        ),
        (  # a link for want of a house rule
            lambda: desk("city-mafia", CITY, "night", [("visit", "Ann", 2), ("kill", "mafia", 1)],
                         flags={"loverDeathDrag": False}),
            "#1 Ann's visit of #2 Bob does not bring this: drag. The house rule \"drag by the Mistress\" is off.",
            "CM§Mistress",
        ),
        (  # another way out than a trigger waits for
            lambda: desk("ai-mafia", BOMBS, "day", [("vote", who, 1) for who in ("Bob", "Cid", "Dee")]),
            "#1 Ann: retaliate does not happen. It does not follow from this: vote out.",
            "AM§Bomb",
        ),
        (  # a team that has to kill, and does not answer
            lambda: desk("city-mafia", CITY, "night", []),
            "The kill by the mafia is not made: there was no answer.",
            "G4",
        ),
        (  # an act that is not asked for tonight
            lambda: desk("town-of-agents", AGENTS, "night", []),
            "#4 Wol is not asked: rampage. Only if it is an even night.",
            "TA§Werewolf",
        ),
        (  # a prisoner
            lambda: desk("town-of-agents", AGENTS, "night", [("jail", "Jay", 2)]),
            "#2 Vig is not asked: shoot. Held back by #1 Jay's jail.",
            "TA-5",
        ),
        (  # who was killed at once
            lambda: desk("town-of-agents", AGENTS, "night", [("kill", "mafia", 2)]),
            "#2 Vig is not asked: shoot. Dead by then.",
            "TA§Immediate",
        ),
        (  # guilt for want of a victim of one's own
            lambda: desk("town-of-agents", AGENTS, "night", [("shoot", "Vig", 5)]),
            "#2 Vig: guilt does not happen. Only if the target is of team town.",
            "TA§Vigilante",
        ),
        (  # a defense that is too weak
            lambda: desk("town-of-agents", AGENTS, "night", [("jail", "Jay", 3), ("execute", "Jay", "yes")]),
            "#3 God's own role does not stop #1 Jay's execute.",
            "TA§Attack",
        ),
        (  # votes that are too few
            lambda: desk("town-of-agents", AGENTS, "day", [("vote", "Jay", 3), ("vote", "Vig", 3)],
                         start={"phase": "day", "number": 2}),
            "It takes 4 votes; the most are 2.",
            "TA-3",
        ),
        (  # a day without a vote
            lambda: desk("town-of-agents", AGENTS, "day", []),
            "There is no vote today. Only if it is day 2 or later.",
            "TA-3",
        ),
    ],
)  # fmt: skip
def test_whatever_does_not_happen_by_a_rule_is_answered_with_it(found: Any, text: str, rule: str) -> None:
    assert (text, rule) in why_not(found())


@pytest.mark.parametrize("language", words.OTHERS)
def test_the_books_are_quoted_in_the_language_of_the_ruling(language: str) -> None:
    with speaking(language):
        found = desk("werewolf", WOLVES, "night", [("kill", "werewolves", 4), ("poison", "Bob", 4)])
    translated = words.known(language)
    for line in (*found["lines"], *found["whyNot"], *found["notYet"]):
        assert line["cite"] == translated["", cited(line["rule"])]


# -- laws ------------------------------------------------------------------------------------------------


@cache
def answers() -> list[tuple[str, str, str]]:
    """All that the desk says of all cases: the ruleset, the text, the rule."""
    found = []
    for file in find_files([ROOT / "cases"]):
        for case in cases_of(file):
            for phase in rule_on(params_of(case))["phases"]:
                lines = [*phase["whyNot"], *phase["notYet"]]
                found += [(case.rules.id, line["text"], line["rule"]) for line in lines]
    return found


def test_every_answer_has_a_rule_with_words() -> None:
    assert answers()
    assert [(rules, text) for rules, text, rule in answers() if not cited(rule)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_condition_of_a_book_is_told_by_a_case_in_which_it_does_not_hold(book: str) -> None:
    told = " ".join(dict.fromkeys(text for rules, text, _ in answers() if rules == book))
    untold = {needed([part], cast_of(role)) for role, expr in conditions(ruleset(book)) for part in parts(expr)}
    assert [each for each in untold if each not in told and each != NOBODY_LEFT] == []


NOBODY_LEFT = "Only if somebody is alive."  # else the game is over, and nothing is not yet


def conditions(rules: Ruleset) -> Iterator[tuple[Role | None, Expr]]:
    """The conditions of triggers that do more than tell, of acts and their effects, of rings and victories."""
    for role, trigger in compile_plan(rules).triggers.values():
        notice = all(isinstance(each, Tell) for each in trigger.does)
        if trigger.on not in (Occasion.DUSK, Occasion.DAWN) and not notice:
            yield role, trigger.when
    for role in rules.roles:
        for act in role.abilities:
            yield role, act.when
            yield from ((role, when) for _, when in conditional(act))
    yield from ((None, each.fails) for each in compile_plan(rules).guard_rings)
    yield from ((None, each.when) for each in rules.wins if each.side != DRAW)
