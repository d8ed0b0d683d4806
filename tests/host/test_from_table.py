"""A night goes from the live table to the rulings desk, and is ruled on there as it was at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duskfall.cases.check import find_files
from duskfall.core.facts import PhaseBegan
from duskfall.host.desk.from_table import dispute
from duskfall.host.desk.rule import position, rule_on
from duskfall.host.evening.evening import Evening
from duskfall.host.evening.fields import Refusal
from duskfall.study.phases import phases
from duskfall.tell.ruling.explain import explain
from duskfall.tell.ruling.matter import Matter
from tests.case_files import cases_of
from tests.host.driving import play
from tests.host.hosting import ANN, ELI, FAY, GUS, city

FILES = find_files([Path(__file__).parents[2] / "cases"])


def taken(evening: Evening) -> dict[str, Any]:
    return dict(dispute({"actions": evening.log}))


def test_a_city_night_with_its_picks_is_at_the_desk() -> None:
    host = city()
    host.night(kill=GUS, heal=GUS, visit=ANN)
    found = taken(host.evening)
    assert (found["start"]["phase"], found["start"]["number"], found["name"]) == ("night", 1, "Game 1, Night 1")
    rows = {(act["verb"], act["seat"]): act["value"] for act in found["play"][0]["acts"]}
    assert rows == {("kill", ANN): GUS, ("heal", ELI): GUS, ("visit", FAY): ANN}
    ruled = rule_on(found)["phases"][0]
    assert ruled["lines"][0]["text"] == "#7 Gus lives: #5 Eli's heal overturned the kill by the mafia."


def test_what_is_tapped_and_not_yet_taken_goes_along() -> None:
    host = city()
    host.until("night", "kill")
    host.pick("kill", GUS)
    assert taken(host.evening)["play"] == [
        {"phase": "night", "acts": [{"verb": "kill", "seat": ANN, "value": GUS}], "counts": []}
    ]


def test_the_second_night_remembers_whom_acts_named_before() -> None:
    host = city()
    host.night(kill=GUS, heal=ELI)
    host.night(heal=ELI)
    found = taken(host.evening)
    assert found["start"]["dead"] == [GUS]
    assert {"verb": "heal", "seat": ELI, "target": ELI} in found["start"]["last"]
    lines = [line["text"] for line in rule_on(found)["phases"][0]["lines"]]
    assert "#5 Eli's heal of self is void: the same player as the night before." in lines


def test_on_the_first_day_there_is_that_day() -> None:
    found = taken(city().evening)
    assert [(each["phase"], each["acts"]) for each in found["play"]] == [("day", [])]
    assert rule_on(found)["phases"][0]["title"] == "Day 1"


def test_before_the_deal_there_is_nothing_to_rule_on() -> None:
    with pytest.raises(Refusal, match="no game"):
        dispute({"actions": []})


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_cases_that_were_hosted_are_ruled_on_as_at_the_table(path: Path) -> None:
    for case in cases_of(path)[::5]:  # each is hosted, and ruled on twice
        evening = play(case)
        live = evening.games[-1]
        found = taken(evening)
        assert position(found)["params"]["rules"] == case.rules.id
        ruled = rule_on(found)["phases"]
        hosted = {each.place: Matter(live.game.plan, live.game.names, each) for each in phases(live.game.facts)}
        last = [fact for fact in live.game.facts if isinstance(fact, PhaseBegan)]
        over = last[:-1] if not live.result else last
        for phase in ruled:
            place = phase["phase"], phase["number"]
            if any((fact.phase, fact.number) == place for fact in over):
                texts = [line.text for line in explain(hosted[place]).lines]
                assert [_bare(line["text"], live.game.names) for line in phase["lines"]] == texts, case.name


def _bare(text: str, names: tuple[str, ...]) -> str:
    for seat, name in enumerate(names, 1):
        text = text.replace(f"#{seat} {name}", name)
    return text
