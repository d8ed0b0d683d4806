"""The rulings desk: any position of any book, what happened, the ruling; and all of it as a case file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.cases.case import Case, CaseItem, read_case
from duskfall.cases.check import failures, find_files
from duskfall.cases.script import play
from duskfall.cases.terms import CaseError
from duskfall.cases.yaml12 import load
from duskfall.host.desk import rule as desk
from duskfall.host.desk.case_text import case_text, flow
from duskfall.host.desk.desk_case import case_of, params_of, raw_case
from duskfall.host.service import Service
from duskfall.rules import BOOKS, ruleset
from duskfall.wire.desk import DeskRuling
from tests.host.driving import spoken_cases
from tests.host.fitting import misfits

ROOT = Path(__file__).parents[2]
FILES = find_files([ROOT / "cases"])
SEATS = [
    {"name": name, "role": role}
    for name, role in (("Ann", "Mistress"), ("Bob", "Citizen"), ("Cid", "Don"), ("Dee", "Doctor"), ("Eli", "Citizen"))
]
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


def night(*acts: tuple[str, int | str, Any], **more: Any) -> dict[str, Any]:
    rows = [{"verb": verb, "seat": seat, "value": value} for verb, seat, value in acts]
    start = {"phase": "night", "number": 2}
    return {"rules": "city-mafia", "seats": SEATS, "start": start, "play": [{"phase": "night", "acts": rows}]} | more


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _written(item: CaseItem) -> tuple[Any, ...]:
    return item.phase, {verb: acts for verb, acts in item.written.items() if acts}, item.expect, item.counts


def _read(text: str) -> Case:
    (raw,) = load(text)
    return read_case(raw)


# -- case files --------------------------------------------------------------------------------------


@each_file
def test_a_case_set_at_the_desk_and_written_out_is_the_same_case(path: Path) -> None:
    for case in spoken_cases(path):
        back = _read(case_text(raw_case(through_json(params_of(case)))))
        assert (back.name, back.rules, back.setup) == (case.name, case.rules, case.setup)
        assert list(map(_written, back.items)) == list(map(_written, case.items)), case.name


@each_file
def test_a_saved_case_holds_and_its_facts_are_the_same(path: Path) -> None:
    for case in spoken_cases(path)[::3]:
        saved = _read(desk.case(through_json(params_of(case)))["text"])
        assert failures(saved) == [], case.name
        assert play(saved)[0].facts == play(case)[0].facts


@each_file
def test_the_desk_rules_as_the_case_expects(path: Path) -> None:
    for case in spoken_cases(path):
        found = through_json(desk.rule_on(params_of(case)))
        assert not misfits(found, DeskRuling, case.name)
        for item, ruled in zip(case.items, found["phases"], strict=False):
            expect = item.expect or {}
            assert ruled["phase"] == item.phase
            if "dead" in expect:
                assert sorted(each["name"] for each in ruled["dead"]) == sorted(expect["dead"]), case.name
        last = [item.expect or {} for item in case.items][len(found["phases"]) - 1] if found["phases"] else {}
        if last.get("winner"):
            assert found["over"]["winner"] == last["winner"]
            assert found["over"]["cite"]


WORDS = st.text(max_size=20) | st.sampled_from(
    ["null", "true", "NO", "~", "1e3", "0x1", "- a", "a: b", "a #b", "<<", ""]
)
VALUES = st.recursive(
    WORDS | st.integers(-99, 99) | st.booleans() | st.none() | st.sampled_from([1.5, 0.25]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(WORDS, inside, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert load(flow(value)) == value


# -- rulings -----------------------------------------------------------------------------------------


def test_a_night_is_ruled_on_with_all_that_the_host_needs() -> None:
    start = {"phase": "night", "number": 2, "last": [{"verb": "heal", "seat": 4, "target": 5}]}
    acts = [("kill", "mafia", 1), ("visit", 1, 2), ("heal", 4, 5), ("heal", "Bob", 5), ("seek", 3, 4)]
    (ruled,) = desk.rule_on(night(*acts, start=start))["phases"]
    assert ruled["title"] == "Night 2"
    assert [(each["name"], each["role"]) for each in ruled["dead"]] == [("Ann", "Mistress"), ("Bob", "Citizen")]
    assert ruled["unused"] == ["#2 Bob was not asked: heal."]
    assert [each["text"] for each in ruled["told"]] == ["#3 Cid learns of #4 Dee (seek): NOT SHERIFF."]
    assert any("Ann" in line and "Bob" in line for line in ruled["aloud"])
    assert ruled["svg"].startswith("<svg")
    assert all(line["cite"] for line in ruled["lines"])
    forms = {form["verb"]: form for form in ruled["forms"]}
    assert list(forms) == ["kill", "seek", "heal", "visit"]
    assert (forms["kill"]["seat"], forms["kill"]["value"]) == (3, 1)
    assert forms["heal"]["barred"]
    assert {option["value"]: bool(option["barred"]) for option in forms["heal"]["options"]}[5]
    assert not {option["value"]: bool(option["barred"]) for option in forms["heal"]["options"]}[4]


def test_what_is_not_answered_does_not_happen_and_stays_open() -> None:
    (ruled,) = desk.rule_on(night())["phases"]
    assert ruled["dead"] == []
    assert [form["value"] for form in ruled["forms"]] == [None] * 4


def test_a_night_and_the_vote_after_it() -> None:
    acts = [{"verb": "vote", "seat": seat, "value": 2} for seat in (3, 4, 5)]
    found = night(("visit", 1, 2))
    found["play"].append({"phase": "day", "acts": acts})
    ruled = desk.rule_on(found)["phases"]
    assert [each["title"] for each in ruled] == ["Night 2", "Day 3"]
    assert ruled[1]["out"] == []
    assert ruled[1]["lines"][-1]["rule"] == "CM§E8"


def day(acts: list[dict[str, Any]], *counts: tuple[str, int, dict[str, float]], **more: Any) -> dict[str, Any]:
    rows = [{"verb": verb, "round": place, "votes": votes} for verb, place, votes in counts]
    play = [{"phase": "day", "acts": acts, "counts": rows}]
    return night(start={"phase": "day", "number": 2}, play=play, **more)


def test_a_vote_is_closed_by_counts_and_saved_with_them() -> None:
    by_names = [{"verb": "vote", "seat": 1, "value": 2}, {"verb": "vote", "seat": 2, "value": 1}]
    params = day(
        by_names, ("revote", 0, {"1": 2, "2": 2}), ("revote", 1, {"all": 3}), flags={"tieEndsWith": "tableVote"}
    )
    (ruled,) = desk.rule_on(params)["phases"]
    assert [each["name"] for each in ruled["out"]] == ["Ann", "Bob"]
    assert (ruled["unused"], ruled["miscounted"]) == ([], [])
    assert {(form["verb"], form["round"]) for form in ruled["forms"]} == {("vote", 0), ("revote", 0), ("revote", 1)}
    assert desk.position(params)["params"]["play"][0]["counts"] == params["play"][0]["counts"]
    saved = _read(desk.case(params)["text"])
    assert saved.items[0].counts == {"revote": [{"Ann": 2, "Bob": 2}, {"all": 3}]}
    assert failures(saved) == []
    assert play(saved)[0].facts == play(case_of(params))[0].facts


def test_counts_that_cannot_be_are_told_and_not_saved() -> None:
    for votes, why in (({"1": 6}, "vote: more votes are counted than can be cast."),
                       ({"5": 1}, "This is not up for the vote: Eli.")):  # fmt: skip
        params = day([], ("vote", 0, votes))
        params["start"]["dead"] = [5]
        (ruled,) = desk.rule_on(params)["phases"]
        assert (ruled["miscounted"], ruled["out"]) == ([why], [])
        assert Service().call("case", params) == {"error": why}
    (ruled,) = desk.rule_on(day([], ("vote", 0, {"1": 3}), ("revote", 0, {"1": 3})))["phases"]
    assert ruled["unused"] == ["There was no such vote to count: revote."]


@pytest.mark.parametrize(
    "row",
    [
        {"verb": "kill", "votes": {}},
        {"verb": "vote", "votes": {"9": 1}},
        {"verb": "vote", "votes": {"1": -1}},
        {"verb": "vote", "votes": {"1": True}},
        {"verb": "vote", "votes": {"1": float("inf")}},
        {"verb": "vote", "votes": {"1": 10**400}},
        {"verb": "vote", "votes": {"nobody": 10**400, "skip": 0.5}},
        {"verb": "vote", "votes": {"1": 1, "Ann": 1}},
        {"verb": "vote", "votes": {"1": 1, "01": 1}},
        {"verb": "vote", "votes": {"Zed": 1}},
        {"verb": "vote", "votes": []},
        {"verb": "vote", "round": 10**9, "votes": {}},
        {"verb": "vote", "round": -1, "votes": {}},
        {"verb": "vote", "round": "x", "votes": {}},
        {},
    ],
)
def test_counts_that_make_no_sense_are_refused(row: dict[str, Any]) -> None:
    with pytest.raises(CaseError):
        desk.rule_on(day([]) | {"play": [{"phase": "day", "acts": [], "counts": [row]}]})


def test_a_vote_again_has_its_round_and_a_list_of_answers() -> None:
    votes = [{"verb": "vote", "seat": 1, "value": 2}, {"verb": "vote", "seat": 2, "value": 1}]
    again = [{"verb": "revote", "seat": 3, "value": [None, 2]}]
    params = night(start={"phase": "day", "number": 2}, play=[{"phase": "day", "acts": [*votes, *again]}])
    params["seats"] = [*SEATS, {"name": "Fay", "role": "Citizen"}]
    params["play"][0]["acts"] += [{"verb": "vote", "seat": 4, "value": 5}, {"verb": "revote", "seat": 1, "value": 2},
                                  {"verb": "revote", "seat": 2, "value": 1}]  # fmt: skip
    (ruled,) = desk.rule_on(params)["phases"]
    mine = [(form["round"], form["value"]) for form in ruled["forms"] if (form["seat"], form["verb"]) == (3, "revote")]
    assert mine == [(0, None), (1, 2)]
    assert [each["name"] for each in ruled["out"]] == ["Bob"]


def test_a_mark_that_was_set_before() -> None:
    start = {"phase": "day", "number": 2, "marks": [{"mark": "vote_immunity", "seat": 2}]}
    votes = [{"verb": "vote", "seat": 3, "value": 2}]
    params = night(start=start, play=[{"phase": "day", "acts": votes}])
    (ruled,) = desk.rule_on(params)["phases"]
    assert ruled["out"] == []
    text = desk.case(params)["text"]
    assert "start: {day: 2, vote_immune: [Bob]}" in text
    assert failures(_read(text)) == []


# -- the form ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BOOKS)
def test_the_form_is_made_from_the_ruleset_and_its_position_is_one(rules: str) -> None:
    form = through_json(desk.position({"rules": rules}))
    book = ruleset(rules)
    assert [each["value"] for each in form["roles"]] == [role.name for role in book.roles]
    assert [each["name"] for each in form["flags"]] == [flag.name for flag in book.flags]
    assert desk.position(form["params"]) == form
    assert desk.rule_on(form["params"])["phases"]
    assert failures(_read(desk.case(form["params"])["text"])) == []


def test_the_form_asks_for_what_matters_at_this_table() -> None:
    seats = [{"name": "Jay", "role": "Jailor"}, {"name": "Vig", "role": "Vigilante"}, {"name": "May", "role": "Mayor"}]
    start = {"phase": "night", "number": 3, "used": [{"verb": "shoot", "seat": 2, "count": 2}],
             "marks": [{"mark": "revealed", "seat": 3}]}  # fmt: skip
    form = desk.position({"rules": "town-of-agents", "seats": seats, "start": start})
    assert {(row["name"], row["seat"]): (row["count"], row["most"]) for row in form["used"]} == {
        ("execute", 1): (0, 3), ("shoot", 2): (2, 3), ("reveal", 3): (0, 1),
    }  # fmt: skip
    assert [(row["name"], row["seat"]) for row in form["last"]] == [("jail", 1)]
    assert {held["name"]: held["seats"] for held in form["marks"]} == {"revealed": [3], "framed": [], "doused": []}
    assert [held["name"] for held in desk.position(night())["marks"]] == []
    by_day = night(start={"phase": "day", "number": 2}, play=[])
    assert [held["name"] for held in desk.position(by_day)["marks"]] == ["vote_immunity"]
    exe = [{"name": "Exe", "role": "Executioner"}, {"name": "Cid", "role": "Cop"}, {"name": "God", "role": "Godfather"}]
    given_to = desk.position(
        {"rules": "ai-mafia", "seats": exe, "assign": [{"deal": "target", "seat": 1, "target": 2}]}
    )
    assert [(row["seat"], row["target"]) for row in given_to["deals"]] == [(1, 2)]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"rules": "chess"}, "unknown ruleset"),
        ({"seats": [{"name": "Ann", "role": "King"}]}, "unknown role"),
        ({"seats": [{"name": "Ann", "role": "Don"}] * 2}, "two seats"),
        ({"seats": [{"name": "Ann"}]}, "not a position"),
        ({"seats": 7}, "not a position"),
        ({"cards": [{"card": "trump", "seat": 1}]}, "unknown card"),
        ({"start": {"phase": "noon"}}, "noon"),
        ({"start": {"phase": "night", "dead": [99]}}, "no seat 99"),
        ({"start": {"phase": "night", "marks": [{"mark": "framed", "seat": 1}]}}, "framed"),
        ({"start": {"phase": "night", "titles": [{"title": "sheriff", "seat": 1}]}}, "no such title"),
        ({"play": [{"phase": "night", "acts": [{"verb": "fly", "seat": 1, "value": 2}]}]}, "unknown verb"),
        ({"flags": {"maxRounds": -1}}, "maxRounds"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(wrong: dict[str, Any], why: str) -> None:
    for call in (desk.position, desk.rule_on, desk.case):
        with pytest.raises(CaseError, match=why) as found:
            call(night() | wrong)
        assert "\n" not in str(found.value)
    assert why in Service().call("ruling", night() | wrong)["error"]


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_the_service_rules_in_any_language(language: str) -> None:
    service = Service()
    found = service.call("ruling", night(("kill", "mafia", 2), ("heal", 4, 2)) | {"language": language})
    assert found["phases"][0]["lines"][0]["rule"] == "CM§E1"
    assert "Bob" in found["phases"][0]["lines"][0]["text"]
    assert service.call("case", night() | {"language": language})["text"].startswith("- name: ")


def test_a_name_with_half_a_character_can_be_sent_back() -> None:
    for call in ("position", "ruling", "case"):
        json.dumps(Service().call(call, {"name": "A \ud800 night"}), ensure_ascii=False).encode()


def test_a_table_against_the_book_is_ruled_on_with_a_warning() -> None:
    assert desk.rule_on(night(("kill", "mafia", 2)))["warnings"] == []
    two = [{"name": each["name"], "role": "Don" if each["role"] == "Doctor" else each["role"]} for each in SEATS]
    ruling = desk.rule_on(night(("kill", "mafia", 2), seats=two))
    assert ruling["warnings"] == ["The book has one Don in a deck, and this one has 2 (CM-4)."]
    assert ruling["phases"]
