"""One question after another: what was counted before changes no answer, nor does who else asks meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES, Setup
from duskfall.core.view import view
from duskfall.detect import posterior as asked
from duskfall.detect.posterior import MOST_MISSING, Budget, Reading, posterior
from duskfall.detect.sampled import Sampled
from duskfall.detect.sight import Sight, sight
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules.registry import find
from duskfall.vocabulary import LIVING, Deal, Team

LIAR = Reading("liar", alone=((3, {"Mafia": 0.01, "Godfather": 0.01}),))


def seen(seed: int, seat: int = 1) -> Sight:
    """What a seat of a small table was shown until the second day."""
    rules = find("ai-mafia-classic")
    game = Game(rules, Setup.make(rules, 6, seed=seed, talk=False))
    players = [RandomPlayer(10 * seed + number) for number in range(7)]
    while game.asks and game.state.day < 2:
        for ask in list(game.asks):
            game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, view((), ask.seat)))
    return sight(view(game.facts, seat))


def test_sides_are_the_sums_of_their_roles() -> None:
    roles = ({"Villager": 0.25, "Cop": 0.25, "Mafia": 0.5}, {"Villager": 0.3, "Cop": 0.69})
    assert asked.sides(asked.evidence(seen(2)), roles) == ({"town": 0.5, "mafia": 0.5}, {"town": 1.0})


def test_a_reading_leaves_nothing_behind() -> None:
    before = posterior(seen(2))
    read = posterior(seen(2), reading=LIAR)
    assert read.roles != before.roles
    assert posterior(seen(2)) == before
    assert posterior(seen(2), reading=LIAR) == read


@pytest.mark.parametrize("steps", [500, 50_000, 200_000])
def test_what_was_compiled_before_changes_no_answer(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    found = []
    for ready in (False, True):
        monkeypatch.setattr(asked, "compiled", lambda: True)
        monkeypatch.setattr(asked, "is_compiled", lambda table, ready=ready: ready)
        wanted = list(asked._targets(asked.evidence(seen(2)), Budget(steps=steps), "auto"))
        found.append(wanted[-1][1])
        assert wanted
    assert found == [steps, steps]


def test_compiled_it_answers_as_it_does_plainly() -> None:
    for seat in (0, 1, 4):
        assert posterior(seen(2, seat), target="cpu") == posterior(seen(2, seat), target="plain")


def test_many_who_ask_at_once_get_what_they_would_get_alone() -> None:
    sights = [seen(seed, seat) for seed in (1, 2, 3) for seat in (0, 1, 4)] * 2
    alone = [posterior(each) for each in sights]
    asked._counted.clear()
    asked._sampled.clear()
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(posterior, sights)) == alone


def test_what_was_sampled_is_not_sampled_again_but_for_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, sampled, budget = [], asked.sampled, Budget(steps=0, samples=30)
    monkeypatch.setattr(asked, "sampled", lambda *args, **named: drawn.append(args[1]) or sampled(*args, **named))
    asked._sampled.clear()
    first = posterior(seen(2), budget=budget, target="plain")
    assert posterior(seen(2), budget=budget, target="plain") == first
    assert posterior(seen(2), budget=budget, target="plain", reading=LIAR) != first
    assert posterior(seen(2, 4), budget=budget, target="plain") != first
    assert drawn == [None, LIAR, None]


@pytest.mark.parametrize("needed", range(5))
def test_samples_have_as_few_answers_missing_as_there_must_be(needed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fake(*args: object, missing: int, **named: object) -> Sampled:
        tried.append(missing)
        fits = missing >= needed
        return Sampled(500.0 * fits, 0.0, ({"Villager": 1.0},) if fits else (), 10)

    monkeypatch.setattr(asked, "sampled", fake)
    found, missing, steps = asked._samples(asked.evidence(seen(2)), Budget(steps=0, samples=30), None, "plain")
    assert tried == list(range(min(needed, MOST_MISSING) + 1))
    assert (missing, steps) == (min(needed, MOST_MISSING), 10 * len(tried))
    assert bool(found.roles) == (needed <= MOST_MISSING)


@pytest.mark.parametrize(
    ("target", "here", "used"), [("auto", True, "cpu"), ("auto", False, "plain"), ("plain", True, "plain")]
)
def test_samples_are_drawn_by_compiled_code_where_it_can_be(
    target: str, here: bool, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fake(evidence: object, reading: object, where: str, **named: object) -> Sampled:
        tried.append(where)
        return Sampled(500.0, 0.0, ({"Villager": 1.0},), 10)

    monkeypatch.setattr(asked, "sampled", fake)
    monkeypatch.setattr(asked, "compiled", lambda: here)
    asked._samples(asked.evidence(seen(2)), Budget(steps=0, samples=30), None, target)
    assert tried == [used]


def test_the_ways_to_assign_targets_are_within_the_budget() -> None:
    rules = replace(find("werewolf"), id="everybody-hunts", deals=(Deal("prey", LIVING, Team("village")),))
    seats = dict.fromkeys(NAMES[:10], "Villager") | {NAMES[10]: "Werewolf"}  # few deals, each in many ways
    game = Game.start(find(rules), seats, seed=1, talk=False)
    found = posterior(sight(view(game.facts, 1)), budget=Budget(steps=2_000, samples=0), target="plain")
    assert (found.known, found.reason) == (False, "too many worlds to count")
    assert found.steps <= 2_100
