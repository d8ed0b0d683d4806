"""The one door: evenings in step with a page that may have lost or doubled its messages; bad calls get one line."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from duskfall.core.record import read
from duskfall.host.service import ELSEWHERE, Service
from duskfall.rules import ruleset
from duskfall.tell.tongue import LANGUAGES
from tests.host.monkey import Monkey

NAMES = {"do": "set", "key": "names", "value": ["Ann", "Bob", "Cid", "Dee", "Eli", "Fay"]}
LINKS = {"do": "set", "key": "deal", "value": "links"}
DEAL = {"do": "deal", "seed": 5}


def sent(service: Service, have: int, *actions: Any, **rest: Any) -> Any:
    return service.call("evening", {"id": "e", "have": have, "actions": list(actions), **rest})


def test_actions_are_taken_and_the_screen_comes_back() -> None:
    service = Service()
    assert sent(service, 0)["screen"]["place"] == "table"
    answer = sent(service, 0, NAMES, LINKS, DEAL)
    assert (answer["at"], answer["screen"]["place"]) == (3, "links")
    assert answer["screen"]["at"] == 3


def test_a_service_that_has_fewer_actions_says_from_where_to_send() -> None:
    service = Service()
    sent(service, 0, NAMES)
    assert sent(service, 5, DEAL) == {"at": 1}


def test_what_is_sent_twice_is_taken_once() -> None:
    service = Service()
    sent(service, 0, NAMES, LINKS)
    answer = sent(service, 0, NAMES, LINKS, DEAL)
    assert (answer["at"], answer["screen"]["place"]) == (3, "links")
    assert "missing" not in sent(service, 1, LINKS, DEAL)
    assert service.evenings["e"].log == [NAMES, LINKS, DEAL]


def test_who_is_behind_gets_what_is_missing_and_nothing_is_taken() -> None:
    service = Service()
    sent(service, 0, NAMES, LINKS, DEAL)
    answer = sent(service, 1, {"do": "next"})
    assert (answer["at"], answer["missing"]) == (3, [LINKS, DEAL])
    assert answer["screen"]["place"] == "links"
    assert sent(service, 0)["missing"] == [NAMES, LINKS, DEAL]
    assert len(service.evenings["e"].log) == 3


def test_a_refused_action_stops_there() -> None:
    service = Service()
    answer = sent(service, 0, NAMES, {"do": "next"}, LINKS)
    assert (answer["at"], bool(answer["refused"])) == (1, True)
    assert "refused" not in sent(service, 1, LINKS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_is_in_the_language_that_was_asked_for(language: str) -> None:
    service = Service()
    assert sent(service, 0, NAMES, language=language)["screen"]["language"] == language
    sent(service, 1, {"do": "set", "key": "language", "value": language})
    assert sent(service, 2)["screen"]["language"] == language, "the table's own, if none is asked for"


def test_links_open_to_the_card_of_their_seat_in_any_language() -> None:
    service = Service()
    links = sent(service, 0, NAMES, LINKS, DEAL)["screen"]["links"]
    roles = service.evenings["e"].room.dealing.live.game.setup.roles  # type: ignore[union-attr]
    for link, role in zip(links, roles, strict=True):
        found = service.call("seat", {"fragment": link["fragment"], "language": "en"})
        assert found["name"] == link["name"]
        assert role in found["card"][0]
        assert service.call("seat", {"fragment": link["fragment"], "language": "zh"})["card"] != []
    mafia = [link for link, role in zip(links, roles, strict=True) if role in ("Don", "Mafia")]
    assert "You know" in " ".join(service.call("seat", {"fragment": mafia[0]["fragment"]})["card"])


@pytest.mark.parametrize("fragment", ["", "x", None, 7, "e30", "W10", "bnVsbA", "A" * 9000, "eyJyIjoiY2hlc3MifQ"])
def test_a_damaged_link_is_told_in_one_line(fragment: object) -> None:
    assert list(Service().call("seat", {"fragment": fragment})) == ["error"]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("dance", {}), ("evening", {}), ("evening", {"id": 3}), ("evening", {"id": "e", "have": -1}),
        ("evening", {"id": "e", "have": "all"}), ("evening", {"id": "e", "actions": "next"}), ("audit", {}),
        ("audit", {"actions": [{"do": "juggle"}]}), ("audit", {"actions": [7]}), ("record", {"actions": [], "game": 1}),
        ("record", {"actions": [NAMES], "game": "first"}), ("rules", {"id": "chess"}), ("film", {"text": "{}"}),
        ("film_story", {"text": "{}"}),
        ("protocol", {"actions": [7]}),
    ],
)  # fmt: skip
def test_a_bad_call_is_answered_with_one_line(name: str, params: dict[str, Any]) -> None:
    answer = Service().call(name, params)
    assert list(answer) == ["error"]
    assert answer["error"]
    assert "\n" not in answer["error"]


def test_every_call_that_is_answered_elsewhere_is_there() -> None:
    for place in ELSEWHERE.values():
        module, function = place.split(":")
        assert callable(getattr(import_module(module), function)), place


@pytest.mark.parametrize("rules", ["city-mafia", "town-of-agents"])
def test_a_finished_evening_gives_its_record_protocol_and_audit(rules: str) -> None:
    monkey = Monkey(1, rules, "links", wild=True)
    monkey.game()
    actions, service = monkey.evening.log, Service()
    game = monkey.evening.games[0].game
    record = read(service.call("record", {"actions": actions, "game": 1})["text"].splitlines())
    assert record.facts == game.facts
    assert record.replay(ruleset(record.rules)).facts == game.facts
    assert len(service.call("audit", {"actions": actions})["lines"]) == len(actions)
    for form in ("json", "csv", "html"):
        assert service.call("protocol", {"actions": actions, "form": form})["text"]


def test_text_in_and_text_out() -> None:
    service = Service()
    text = json.dumps({"name": "evening", "params": {"id": "e", "have": 0, "actions": [NAMES]}})
    assert json.loads(service.call_json(text))["at"] == 1
