"""Whatever a host taps: the evening goes on, its log alone gives it back, and Back takes back exactly one action."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.evening.host_table import DEALS
from duskfall.rules import BOOKS
from duskfall.tell.tongue import LANGUAGES, speaking
from tests.host.monkey import Monkey

ASKED = ("do", "seat", "verb")


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_comes_to_its_end_and_its_log_gives_it_back(rules: str, deal: str) -> None:
    monkey = Monkey(7, rules, deal, seats=12)
    screens = monkey.game()
    places = {screen["place"] for screen in screens}
    assert {"table", "night", "ruling", "read", "ballot", "victory", "over"} <= places
    assert json.loads(json.dumps(screens)) == screens
    assert len({screen["key"] for screen in screens}) == len(screens), "clocks start anew at every cue"
    assert Evening(monkey.evening.log).screen() == monkey.evening.screen()


def stands(log: list[dict[str, Any]]) -> list[int]:
    """Which actions stand, by the law alone."""
    standing: list[int] = []
    ahead: list[int] = []
    rest: list[int] = []
    for place, action in enumerate(log):
        match action["do"]:
            case "back":
                ahead.append(standing.pop())
                continue
            case "forth":
                standing.append(ahead.pop())
                continue
            case "rest":
                standing += [rest.pop() for _ in range(action["steps"])]
                continue
        standing.append(place)
        way = ahead or rest
        if way and action == log[way[-1]]:
            way.pop()
        elif action["do"] != "pick":
            ahead, rest = [], []
        else:
            while way and [log[way[-1]].get(key) for key in ASKED] == [action[key] for key in ASKED]:
                way.pop()
            ahead, rest = [], way or rest
    return standing


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seed", range(2))
def test_wild_hosts_lose_nothing(rules: str, seed: int) -> None:
    monkey = Monkey(seed, rules, "links", seats=11, wild=True)
    monkey.game()
    log = monkey.evening.log
    assert Evening(log).screen() == monkey.evening.screen()
    assert len(monkey.evening.audit()) == len(log)
    assert monkey.evening.standing == stands(log)
    assert {"back", "forth"} <= {action["do"] for action in log}
    standing = [log[place] for place in monkey.evening.standing]
    assert Evening(standing).screen() | {"at": 0} == monkey.evening.screen() | {"at": 0}


@pytest.mark.parametrize("rules", BOOKS)
def test_back_takes_back_exactly_one_action_each_across_two_games(rules: str) -> None:
    monkey = Monkey(3, rules, "phone", seats=9)
    monkey.game()
    monkey.do(do="again")
    monkey.game()
    log = list(monkey.evening.log)
    random, evening = Random(rules), Evening(log)
    left = len(log)
    while left:
        steps = min(left, random.choice((1, 1, 1, 2, 30)))
        for _ in range(steps):
            assert not evening.do({"do": "back"})
        left -= steps
        if random.random() < 0.2 or not left:
            assert evening.screen() | {"at": 0, "forth": ""} == Evening(log[:left]).screen() | {"at": 0}
    assert evening.do({"do": "back"})
    for action in log:
        assert not evening.do(action)
    assert evening.screen() | {"at": 0} == monkey.evening.screen() | {"at": 0}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_does_not_hang_on_the_language_of_the_screen(language: str) -> None:
    monkey = Monkey(5, "town-of-agents", seats=12)
    with speaking(language):
        monkey.game()
    assert Evening(monkey.evening.log).games[0].game.facts == monkey.evening.games[0].game.facts
    with speaking(language):
        assert len(monkey.evening.audit()) == len(monkey.evening.log)
