"""Whatever comes in: one line that can be read, no damage, and a log that alone gives the evening back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.evening.fields import LONGEST_LINE
from duskfall.host.service import Service
from duskfall.rules import BOOKS
from tests.host.monkey import Monkey

KINDS = {
    "set": ("key", "value"), "deal": ("seed",), "start": ("setup",), "again": (), "role": ("seat", "role"), "next": (),
    "pick": ("seat", "verb", "value"), "counts": ("verb", "counts"), "say": ("seat", "value"), "back": (),
    "forth": (), "rest": ("steps",),
    "remove": ("seat", "cause"), "foul": ("seat", "by"), "flag": ("name", "value"), "hand": ("seat", "name"),
    "note": ("text",), "best": ("seat", "named"), "bonus": ("seat", "points", "why"), "dance": ("seat",),
}  # fmt: skip
KEYS = ("rules", "names", "deck", "deal", "flags", "cards", "timers", "fouls", "scoring", "callAll", "language", "x")
WORDS = (
    "", "x", "../..", "a\x00b", "\ud800", "<script>", "=1+1", "\u202eabc", "А", "y" * 5000, "²", "nobody", "Don",
    "{seat}", "%s", "\r\n", "1", "-1", "yes", "left", "city-mafia", "vote",
)  # fmt: skip
LEFT = {"at": 0, "forth": "", "rest": 0}  # of a screen: what came before, and what could be taken again
NUMBERS = (0, 1, -1, 2, 10, 11, 61, 2**53, 2**70, 10**400, 0.5, 1e308, float("nan"), float("inf"))


def junk(random: Random, depth: int = 0) -> Any:
    """A value of any shape."""
    kind = random.randrange(10 if depth < 4 else 6)
    if kind < 1:
        return random.choice((None, True, False))
    if kind < 3:
        return random.choice(NUMBERS)
    if kind < 6:
        return random.choice(WORDS)
    if kind < 8:
        return [junk(random, depth + 1) for _ in range(random.choice((0, 1, 3, 100) if not depth else (0, 1, 3)))]
    return {random.choice((*WORDS, "seat", "target", "rules", "seats")): junk(random, depth + 1) for _ in range(3)}


def plausible(random: Random, field: str, screen: dict[str, Any]) -> Any:
    """What a page would send there, at the right or at the wrong moment."""
    forms, seats = screen["forms"], len(screen["seats"])
    match field:
        case "key":
            return random.choice(KEYS)
        case "seat":
            return random.choice(forms)["seat"] if forms and random.random() < 0.7 else random.randint(1, seats)
        case "verb":
            return random.choice(forms)["verb"] if forms else "vote"
        case "steps":
            return random.randint(1, 4)
        case "counts":
            return {str(random.randint(1, seats)): random.randint(0, 9)}
        case "named":
            return [random.randint(1, seats) for _ in range(random.randrange(4))]
        case "name":
            return random.choice(screen["flags"])["name"]
        case "value":
            return random.choice((random.randint(1, seats), True, {"nominate": random.randint(1, seats)}, "no"))
    return random.choice((1, 0.25, -1, *WORDS))


def action(random: Random, screen: dict[str, Any]) -> Any:
    """Anything that calls itself an action, and some that do not."""
    if random.random() < 0.03:
        return junk(random)
    kind = random.choice(list(KINDS))
    found = {"do": kind, "at": junk(random)} if random.random() < 0.2 else {"do": kind}
    for field in KINDS[kind]:
        if random.random() < 0.9:
            found[field] = plausible(random, field, screen) if random.random() < 0.7 else junk(random)
    return found


def abused(monkey: Monkey, random: Random, times: int) -> None:
    """Actions of all kinds; what is refused leaves no trace."""
    evening = monkey.evening
    for _ in range(times):
        before, count = evening.screen(), len(evening.log)
        tried = action(random, before)
        refused = evening.do(tried)
        after = evening.screen()
        json.dumps([after, evening.log], ensure_ascii=False, allow_nan=False).encode()
        if refused:
            assert (len(evening.log), after) == (count, before), tried
            assert "\n" not in refused, tried
            assert len(refused) <= LONGEST_LINE, tried


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("steps", [0, 12, 45, 110])
def test_any_action_at_any_moment(rules: str, steps: int) -> None:
    random = Random(f"{rules} {steps}")
    monkey = Monkey(steps, rules, random.choice(("phone", "night", "links")), seats=9)
    for _ in range(steps):
        monkey.step()
    abused(monkey, random, 40)
    evening = monkey.evening
    shown = evening.screen()
    assert Evening(json.loads(json.dumps(evening.log))).screen() == shown
    taken = [evening.log[place] for place in evening.standing[-20:]]
    for _ in taken:
        assert not evening.do({"do": "back"})
    for _ in taken:
        assert not evening.do({"do": "forth"})
    assert evening.screen() | {"at": 0} == shown | {"at": 0}
    for _ in taken:
        assert not evening.do({"do": "back"})
    for each in taken:
        assert not evening.do(each)
    assert evening.screen() | LEFT == shown | LEFT
    service = Service()
    assert len(service.call("audit", {"actions": evening.log})["lines"]) == len(evening.log)
    for form in ("json", "csv", "html"):
        assert service.call("protocol", {"actions": evening.log, "form": form})["text"]


SEATS = {"Ann": "Don", "Bob": "Citizen", "Cid": "Doctor"}
AGENTS = {"Ann": "Godfather", "Bob": "Executioner", "Cid": "Doctor"}


@pytest.mark.parametrize(
    "setup",
    [
        None, [], {"rules": []}, {"rules": {}}, {"rules": "chess"}, {"rules": "city-mafia"},
        {"rules": "city-mafia", "seats": {}}, {"rules": "city-mafia", "seats": SEATS, "seed": "x"},
        {"rules": "city-mafia", "seats": SEATS, "cards": {"immunity": [4]}},
        {"rules": "city-mafia", "seats": SEATS, "cards": {"immunity": [10**9]}},
        {"rules": "city-mafia", "seats": SEATS, "cards": {"immunity": [-1]}},
        {"rules": "city-mafia", "seats": SEATS, "cards": {"immunity": ["Zed"]}},
        {"rules": "city-mafia", "seats": SEATS, "start": {"phase": "noon", "number": 1}},
        {"rules": "city-mafia", "seats": SEATS, "start": {"dance": 1}},
        {"rules": "town-of-agents", "seats": AGENTS, "assign": [["target", 2, 99]]},
        {"rules": "town-of-agents", "seats": AGENTS, "assign": [["fate", 2, 1]]},
        {"rules": "town-of-agents", "seats": AGENTS, "assign": [[["target"], 2, 1]]},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(setup: Any) -> None:
    evening = Evening()
    refused = evening.do({"do": "start", "setup": setup})
    assert refused
    assert "\n" not in refused
    assert evening.log == []


@pytest.mark.parametrize("key", ["rules", "language", "deal"])
@pytest.mark.parametrize("value", [[], {}, [[]], None, 7])
def test_a_setting_of_another_shape_is_refused_by_name(key: str, value: Any) -> None:
    assert "There" in Evening().do({"do": "set", "key": key, "value": value})


def test_what_was_cut_when_it_was_kept_is_still_the_same_action() -> None:
    """A page sends its own words again when an answer was lost; nobody else has been here."""
    service = Service()
    names = {"do": "set", "key": "names", "value": ["A\ud800", *"BCDEFGH"], "at": "y" * 9000}
    deal = {"do": "deal", "seed": 1}
    sent = {"id": "e", "have": 0, "actions": [names]}
    assert service.call("evening", sent)["at"] == 1
    again = service.call("evening", sent | {"actions": [names, deal]})
    assert (again["at"], "missing" in again) == (2, False)


@pytest.mark.parametrize("name", ["\ud800", "x" * 9000, "a\nb", "<b>"])
def test_a_call_of_any_name_is_answered_with_one_line_that_can_be_sent(name: str) -> None:
    said = json.dumps(Service().call(name, {}), ensure_ascii=False).encode()
    assert len(said) <= LONGEST_LINE + 20
    assert b"\\n" not in said
