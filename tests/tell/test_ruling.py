"""Rulings: who lives or dies, by which rule, in the book's own words, and a picture that fits a phone."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from duskfall.cases.case import Case, read_case
from duskfall.cases.check import find_files
from duskfall.cases.script import play
from duskfall.core.facts import Died, Fact, Landed, PhaseBegan
from duskfall.core.plan.compile import compile_plan
from duskfall.draw.ruling_picture import picture
from duskfall.rules import BOOKS, ruleset
from duskfall.study.citations import citations, cited
from duskfall.tell.ruling.explain import explain
from duskfall.tell.ruling.matter import Matter, matter
from tests.case_files import cases_of
from tests.rules.declared import RULE_IDS

ROOT = Path(__file__).parents[2]
FILES = find_files([ROOT / "cases"])
TABLE = {"Ann": "Mistress", "Bob": "Citizen", "Cid": "Don", "Dee": "Doctor", "Eli": "Citizen", "Max": "Maniac"}
SVG = "{http://www.w3.org/2000/svg}"


def ruling(case: Matter) -> dict[str, Any]:
    """The ruling with its picture, as the page gets them."""
    told = explain(case)
    return {"title": told.title, "lines": [line._asdict() for line in told.lines], "svg": picture(case)}


def ruled(acts: dict[str, Any], phase: str = "night", **more: Any) -> dict[str, Any]:
    raw = {"name": "x", "rules": "city-mafia", "seats": TABLE, "play": [{phase: acts}]} | more
    case = read_case(raw)
    game, phases = play(case)
    began = game.facts[next(each.begin for each in phases if each.item)]
    assert isinstance(began, PhaseBegan)
    return ruling(matter(game.facts, game.names, case.rules, (began.phase, began.number)))


def lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(line["text"], line["rule"]) for line in found["lines"]]


# -- sentences ---------------------------------------------------------------------------------------


def test_a_heal_that_overturns_two_kills_is_told_with_both_rules_and_their_words() -> None:
    found = ruled({"kill": {"mafia": "Bob"}, "maniac_kill": {"Max": "Bob"}, "heal": {"Dee": "Bob"}})
    assert found["title"] == "Night 1"
    assert sorted(lines(found)) == [
        ("Bob lives: Dee's heal overturned Max's maniac kill.", "CM§E2"),
        ("Bob lives: Dee's heal overturned the kill by the mafia.", "CM§E1"),
    ]
    cites = {line["rule"]: line["cite"] for line in found["lines"]}
    assert cites["CM§E1"] == "Doctor heal → Mafia kill … heal target = victim … always"


def test_what_did_not_help_is_told_with_the_house_rule() -> None:
    acts = {"kill": {"mafia": "Ann"}, "visit": {"Ann": "Bob"}, "heal": {"Dee": "Bob"}}
    found = lines(ruled(acts, immune=["Bob"]))
    assert found == [
        ("Ann dies: the kill by the mafia.", "CM§Mafia"),
        ("Bob dies: Ann's drag.", "CM§Mistress"),
        (
            "Bob's immunity card does not stop Ann's drag of Bob: the house rule \"immunity against the drag\" is off.",
            "CM§E6",
        ),
        ("Dee's heal does not stop Ann's drag of Bob: the house rule \"heal against the drag\" is off.", "CM§E7"),
    ]
    savable = lines(ruled(acts, flags={"loverDragSavable": True}))
    assert ("Bob lives: Dee's heal overturned Ann's drag.", "CM§E7") in savable
    assert not any("does not stop" in text for text, _ in savable)


def test_a_forbidden_act_cites_the_rule_of_the_act_or_that_of_all_books() -> None:
    start = {"night": 2, "last": {"heal": {"Dee": "Eli"}}, "dead": ["Bob"]}
    found = lines(ruled({"heal": {"Dee": "Eli"}, "visit": {"Ann": "Bob"}}, start=start))
    assert ("Dee's heal of Eli is void: the same player as the night before.", "CM§Doctor") in found
    assert ("Ann's visit of Bob is void: the player named is dead.", "G3") in found
    assert ("Nobody was attacked.", "") in found


def test_a_vote_that_is_overturned_and_one_that_is_not() -> None:
    votes = {"vote": {"Cid": "Bob", "Dee": "Bob", "Eli": "Cid"}}
    start = {"day": 2, "vote_immune": ["Bob"]}
    found = lines(ruled(votes, "day", start=start))
    assert found == [
        ("Vote: Bob 2 (Cid, Dee), Cid 1 (Eli).", "CM-2"),
        ("Bob stays: Bob's vote immunity overturned the vote.", "CM§E8"),
    ]
    plain = lines(ruled(votes, "day", start={"day": 2}, immune=["Bob"]))
    assert plain[2] == (
        'Bob\'s immunity card does not stop the vote against Bob: the house rule "immunity at the vote" is off.',
        "CM§Q4r",
    )
    assert plain[1] == ("Bob is voted out.", "CM-2")


def test_victory_is_told_by_the_line_of_the_book() -> None:
    found = lines(ruled({"maniac_kill": {"Max": "Cid"}}, start={"night": 3, "dead": ["Ann", "Bob", "Dee"]}))
    assert found[-1] == ("The game is over: victory for maniac (maniac last).", "CM§L4.maniac")


def test_without_a_place_the_last_phase_is_ruled_on() -> None:
    case = cases_of(ROOT / "cases/city-mafia/examples.yaml")[0]
    game, _ = play(case)
    begun = [fact for fact in game.facts if isinstance(fact, PhaseBegan)]
    last = ruling(matter(game.facts, game.names, case.rules))
    assert last == ruling(matter(game.facts, game.names, case.rules, (begun[-1].phase, begun[-1].number)))
    assert ruling(matter([], (), case.rules)) == {"title": "", "lines": [], "svg": ""}


def _phases(path: Path) -> Iterator[tuple[Case, tuple[str, ...], list[Fact], tuple[str, int]]]:
    for case in cases_of(path):
        game, phases = play(case)
        for phase in phases:
            began = game.facts[phase.begin]
            assert isinstance(began, PhaseBegan)
            yield case, game.names, game.facts, (began.phase, began.number)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_fate_of_every_case_is_explained_and_cited(path: Path) -> None:
    for case, names, facts, place in _phases(path):
        found = matter(facts, names, case.rules, place)
        told = explain(found)
        where = (case.name, place)
        for line in told.lines:
            assert line.text.endswith("."), where
            assert not line.rule or line.cite, (where, line)
        texts = [line.text for line in told.lines]
        attacks = set(compile_plan(case.rules).graph.deadly())
        dead = {fact.seat for fact in found.phase.of(Died)}
        for seat in dead:
            assert any(text.startswith(f"{names[seat - 1]} dies: ") for text in texts), where
        for fact in found.phase.overturns:
            assert any(line.rule == fact.rule for line in told.lines), (where, fact)
            if fact.what in attacks and fact.on not in dead:
                assert any(text.startswith(f"{names[fact.on - 1]} lives: ") for text in texts), where
        _check_picture(picture(found), [fact.rule for fact in (*found.phase.overturns, *found.phase.of(Landed))], where)


# -- the picture -------------------------------------------------------------------------------------


def _check_picture(svg: str, rules: list[str], where: object) -> None:
    if not svg:
        assert not rules, where
        return
    root = ET.fromstring(svg)
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    assert width <= 360, where
    for box in root.iter(f"{SVG}rect"):
        x, y = float(box.attrib["x"]), float(box.attrib["y"])
        assert 0 <= x <= width - float(box.attrib["width"]), where
        assert 0 <= y <= height - float(box.attrib["height"]), where
    texts = list(root.iter(f"{SVG}text"))
    assert all(text.attrib["fill"] == "currentColor" for text in texts), where
    assert all(float(text.attrib["font-size"]) >= 11 for text in texts), where
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "g", "rect", "text", "path", "polygon",
    }, where  # fmt: skip
    shown = " ".join(text.text or "" for text in texts)
    for rule in rules:
        assert rule in shown, (where, rule)


def test_the_picture_has_an_arrow_for_each_overturn() -> None:
    acts = {"kill": {"mafia": "Bob"}, "maniac_kill": {"Max": "Bob"}, "heal": {"Dee": "Bob"}}
    svg = ruled(acts)["svg"]
    assert svg.count('stroke-width="2.2"') == 2
    assert ruled({"kill": {"mafia": "Bob"}})["svg"].count('stroke-width="2.2"') == 0
    assert ">lives<" in svg
    assert ">† dies<" in ruled({"kill": {"mafia": "Bob"}})["svg"]


def test_the_picture_is_drawn_whatever_people_are_called() -> None:
    names = {"<script>&\"'": "Don", "]]>": "Doctor", "𝕏" * 40: "Citizen", "Любовь Ивановна-Долгорукова": "Mistress"}
    _, two, three, four = names
    found = ruled({"kill": {"mafia": four}, "heal": {two: three}, "visit": {four: three}}, seats=names)
    _check_picture(found["svg"], ["CM§Mafia", "CM§Mistress"], "names")
    assert "<script" not in found["svg"]
    assert found["lines"][0]["text"].startswith("Любовь Ивановна-Долгорукова dies: ")


# -- what is cited -----------------------------------------------------------------------------------


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("citations", ROOT / "tools/citations.py")
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_what_is_cited_is_packed_anew_whenever_the_documents_change() -> None:
    tool = _tool()
    assert tool.PACKED.read_text("utf-8") == tool.packed(), "run `make docs`"
    assert set(citations()) == RULE_IDS


def test_every_quote_stands_in_its_book() -> None:
    tool = _tool()
    books = {"AM": "ai-mafia", "AC": "ai-mafia-classic", "CM": "city-mafia", "TA": "town-of-agents", "WW": "werewolf"}
    texts = {key: tool.plain((ROOT / f"docs/rulebooks/{name}.md").read_text("utf-8")) for key, name in books.items()}
    for rule, quote in citations().items():
        if "§" in rule:
            for part in quote.split(tool.LEFT_OUT):
                assert part in texts[rule[:2]], rule


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_of_a_ruleset_can_be_cited(book: str) -> None:
    plan = compile_plan(ruleset(book))
    rules = set(re.findall(r"rule='([^']+)'", repr(plan.rules)))
    assert rules
    assert [rule for rule in rules if not cited(rule)] == []
