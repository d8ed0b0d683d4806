"""What the host declares is what it sends, and what the page is built with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from duskfall.cases.check import find_files
from duskfall.host.desk.desk_case import params_of
from duskfall.host.evening.audit import WORDS
from duskfall.host.evening.evening import Evening
from duskfall.host.evening.host_table import DEALS
from duskfall.host.evening.live import Standing
from duskfall.host.evening.taking import TAKE
from duskfall.host.protocol.data import protocol
from duskfall.host.protocol.phase_rows import ALSO
from duskfall.host.screens.before_game import DEALT
from duskfall.host.screens.forms import forms
from duskfall.host.screens.host_screen import SHOW
from duskfall.host.seat_card import all_cards, kept
from duskfall.host.service import ELSEWHERE, OWN, Service
from duskfall.rules import BOOKS, ruleset
from duskfall.wire.actions import GameAction
from duskfall.wire.calls import Answers
from duskfall.wire.cards import AllCards, CardWords, LinkHeld
from duskfall.wire.desk import DeskCase, StartSetup
from duskfall.wire.forms import FormKind, QuestionForm
from duskfall.wire.phases import AlsoKind
from duskfall.wire.protocol import EveningProtocol
from duskfall.wire.screens import HostScreen
from duskfall.wire.table import DealKind
from tests.host.driving import spoken_cases, steps
from tests.host.fitting import misfits
from tests.host.monkey import Monkey
from tests.host.test_solo import params
from tools.wire import PLACE, typescript

FILES = find_files([Path(__file__).parents[2] / "cases"])
ANSWERS = get_type_hints(Answers)


def asked(call: str, **given: Any) -> Any:
    """The answer to a call, which is what it is declared to be."""
    answer = Service().call(call, given)
    assert not misfits(answer, ANSWERS[call], call)
    return answer


def test_the_page_has_the_types_that_the_host_declares() -> None:
    assert PLACE.read_text(encoding="utf-8") == typescript(), "run make wire"


def test_every_call_has_its_answer_declared() -> None:
    assert set(ANSWERS) == {"evening", *OWN, *ELSEWHERE}


def test_every_place_of_a_game_and_every_way_to_deal_has_its_screen() -> None:
    assert set(SHOW) == set(get_args(Standing))
    assert set(DEALT) == set(get_args(DealKind))


def test_every_kind_of_action_in_a_game_is_taken_and_told() -> None:
    assert set(TAKE) == set(get_args(GameAction))
    assert set(WORDS) == set(get_args(GameAction)) - {"next"} | {"role"}


@pytest.mark.parametrize(
    ("value", "hint", "wrong"),
    [
        ({"kind": "vote"}, QuestionForm, ".kind: 'vote' is none of"),
        ({"seat": True}, QuestionForm, ".seat: True is not"),
        ({"options": [{"values": 1}]}, QuestionForm, ".options[0].value: missing"),
        ({"new": 1}, QuestionForm, ".new: unknown to QuestionForm"),
        ({}, HostScreen, ".place: missing"),
        ([1, 2, 3], get_type_hints(Answers)["rulesets"], "[0]: 1 is not GameBook"),
        ({"on": [["flag", True]], "lines": {}}, CardWords, ".on[0]: ['flag', True] is not"),
    ],
)
def test_what_is_not_as_declared_is_found(value: object, hint: Any, wrong: str) -> None:
    assert any(wrong in line for line in misfits(value, hint)), misfits(value, hint)


@pytest.mark.parametrize(("rules", "deal"), list(zip(BOOKS, (*DEALS, DEALS[0]), strict=True)))
def test_an_evening_is_answered_as_declared(rules: str, deal: str) -> None:
    monkey = Monkey(7, rules, deal, seats=12)
    screens = monkey.game()
    assert {"table", "night", "ruling", "read", "ballot", "victory", "over"} <= {each["place"] for each in screens}
    log = monkey.evening.log
    assert asked("evening", id="e", have=0, actions=log)["screen"]["place"] == "over"
    assert asked("evening", id="e", have=1, actions=[])["at"] == 0
    assert not misfits(protocol(monkey.evening), EveningProtocol)
    asked("audit", actions=log)
    asked("rest", actions=log)
    asked("protocol", actions=log, form="html")
    record = asked("record", actions=log)["text"]
    assert asked("film", text=record, **{"as": "moderator"})["end"]
    assert asked("film_story", text=record)["points"]


def test_cases_show_every_kind_of_form_and_of_what_else_a_protocol_tells() -> None:
    kinds, also = set(), set()
    for case in (case for path in FILES for case in spoken_cases(path)[::5]):
        evening = Evening()
        for _ in steps(case, evening):
            kinds |= {form["kind"] for form in forms(evening.games[-1])}
        kept_of = protocol(evening)
        assert not misfits(kept_of, EveningProtocol, case.name)
        also |= {each["what"] for game in kept_of["games"] for phase in game["phases"] for each in phase["also"]}
    assert kinds == set(get_args(FormKind))
    assert set(ALSO.values()) == set(get_args(AlsoKind))
    assert also >= set(get_args(AlsoKind)) - {"handed", "switched", "removed"}  # what a host does


@pytest.mark.parametrize("path", FILES[::6], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_desk_answers_as_declared(path: Path) -> None:
    case = spoken_cases(path)[0]
    given: Any = params_of(case)
    assert not misfits(given, DeskCase)
    found = asked("position", **given)["params"]
    assert not misfits(asked("ruling", **found)["setup"], StartSetup)
    asked("case", **found)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_solo_game_is_as_declared(rules: str) -> None:
    given = params(rules)
    answers: list[Any] = []
    while not (screen := asked("solo", **{**given, "answers": answers}))["over"]:
        form = screen["forms"][0]
        answers.append({"verb": form["verb"], "value": None})
    asked("solo_heard", **{**given, "answers": [], "said": {"text": "I trust Bob."}})
    asked("solo_story", **{**given, "answers": answers})


@pytest.mark.parametrize("rules", BOOKS)
def test_pages_cards_and_scorings_are_as_declared(rules: str) -> None:
    asked("rules", id=rules)
    assert asked("rulesets")
    form = asked("scoring", rules=rules)
    assert asked("scoring", rules=rules, name="Ours", values={"win/*": 2, "foul": "-0.5"}, scoring=form["scoring"])
    assert not misfits(all_cards(ruleset(rules)), AllCards)
    evening = Evening([{"do": "set", "key": "rules", "value": rules}, {"do": "deal", "seed": 1}])
    held = kept(evening.room.dealing.live.game.view(1))  # type: ignore[union-attr]
    assert not misfits(json.loads(json.dumps(held)), LinkHeld)
    evening.do({"do": "next"})
    while evening.room.dealing:
        evening.do({"do": "next"})
    assert asked("seat", fragment=evening.screen()["seats"][0]["link"])["card"]
