"""One question after another: what was counted before changes no answer, nor does who else asks meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from duskfall.batch.compiled.build import Target
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES, Setup
from duskfall.core.view import view
from duskfall.detect import posterior as asked
from duskfall.detect.count import Count
from duskfall.detect.evidence import Evidence, evidence
from duskfall.detect.posterior import MOST_MISSING, Budget, Reading, posterior
from duskfall.detect.sampled import FEWEST, Sampled, sampled
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
    assert asked.sides(evidence(seen(2)), roles) == ({"town": 0.5, "mafia": 0.5}, {"town": 1.0})


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
        wanted = list(asked._targets(evidence(seen(2)), Budget(steps=steps), "auto"))
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
    drawn, budget = [], Budget(steps=0, samples=30)

    def counted(seen: Evidence, reading: Reading | None, target: Target, **named: int) -> Sampled:
        drawn.append(reading)
        return sampled(seen, reading, target, **named)

    monkeypatch.setattr(asked, "sampled", counted)
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
    found, missing, steps = asked._samples(evidence(seen(2)), Budget(steps=0, samples=30), None, "plain")
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

    def fake(seen: object, reading: object, where: str, **named: object) -> Sampled:
        tried.append(where)
        return Sampled(500.0, 0.0, ({"Villager": 1.0},), 10)

    monkeypatch.setattr(asked, "sampled", fake)
    monkeypatch.setattr(asked, "compiled", lambda: here)
    asked._samples(evidence(seen(2)), Budget(steps=0, samples=30), None, target)
    assert tried == [used]


def test_the_ways_to_assign_targets_are_within_the_budget() -> None:
    rules = replace(find("werewolf"), id="everybody-hunts", deals=(Deal("prey", LIVING, Team("village")),))
    seats = dict.fromkeys(NAMES[:10], "Villager") | {NAMES[10]: "Werewolf"}  # few deals, each in many ways
    game = Game.start(find(rules), seats, seed=1, talk=False)
    found = posterior(sight(view(game.facts, 1)), budget=Budget(steps=2_000, samples=0), target="plain")
    assert (found.known, found.reason) == (False, "too many worlds to count")
    assert found.steps <= 2_100


class FakeCount:
    """Counts worlds as told: with each number of missing answers, its steps, whether it ends and what fits."""

    def __init__(self, *found: tuple[int, bool, int]) -> None:
        self.found = found
        self.limits: list[tuple[int, int]] = []
        self.rested = 0

    def __call__(self, seen: object, target: str, *, missing: int, limit: int) -> FakeCount:
        self.limits.append((missing, limit))
        self.steps, self.done, self.fitting = self.found[missing]
        return self

    def run(self) -> bool:
        return self.done

    def rest(self) -> None:
        self.rested += 1


@pytest.mark.parametrize(
    ("found", "limits", "spent"),
    [
        ([(30, True, 7)], [100], 30),
        ([(30, True, 0), (20, True, 1)], [100, 70], 50),
        ([(30, True, 0), (20, True, 0), (10, True, 0), (5, True, 2)], [100, 70, 50, 40], 65),
        ([(30, True, 0), (20, True, 0), (10, True, 0), (5, True, 0)], [100, 70, 50, 40], 65),
        ([(101, False, 3)], [100], 101),
        ([(30, True, 0), (71, False, 3)], [100, 70], 101),
    ],
)
def test_each_count_gets_the_steps_that_are_left(
    found: list[tuple[int, bool, int]], limits: list[int], spent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeCount(*found)
    monkeypatch.setattr(asked, "Count", fake)
    ended = found[-1][1]
    assert asked._count(evidence(seen(2)), "plain", 100) == (fake if ended else None, spent)
    assert fake.limits == list(enumerate(limits))
    assert fake.rested == int(ended)


SMALL, LARGE = asked.LITTLE, asked.LITTLE + 1


@pytest.mark.parametrize(
    ("many", "steps", "target", "here", "ready", "wanted"),
    [
        (501, 500, "auto", True, True, []),
        (501, 500, "plain", True, True, []),
        (500, 500, "auto", True, True, [("cpu", 500)]),
        (500, 500, "auto", True, False, [("plain", 500)]),
        (500, 500, "auto", False, True, [("plain", 500)]),
        (1, LARGE, "auto", False, False, [("plain", LARGE)]),
        (1, LARGE, "plain", True, True, [("plain", LARGE)]),
        (1, SMALL, "cpu", True, False, [("cpu", SMALL)]),
        (1, SMALL, "auto", True, False, [("plain", SMALL)]),
        (1, LARGE, "auto", True, False, [("plain", SMALL), ("cpu", LARGE)]),
        (1, LARGE, "auto", True, True, [("cpu", LARGE)]),
        (SMALL, LARGE, "auto", True, False, [("plain", SMALL), ("cpu", LARGE)]),
        (LARGE, LARGE, "auto", True, False, [("cpu", LARGE)]),
    ],
)
def test_what_is_small_is_counted_before_anything_is_compiled(
    many: int, steps: int, target: str, here: bool, ready: bool, wanted: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(asked, "deals", lambda seen: many)
    monkeypatch.setattr(asked, "compiled", lambda: here)
    monkeypatch.setattr(asked, "is_compiled", lambda table: ready)
    assert list(asked._targets(evidence(seen(2)), Budget(steps=steps), target)) == wanted


@pytest.mark.parametrize("reading", [None, LIAR])
@pytest.mark.parametrize(("effective", "known"), [(FEWEST - 0.5, False), (FEWEST, True)])
def test_a_sampled_answer_costs_what_was_counted_and_sampled(
    reading: Reading | None, effective: float, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    roles = ({"Villager": 0.25, "Mafia": 0.75},)
    drawn = Sampled(effective, 0.125, roles, 10)
    monkeypatch.setattr(asked, "sampled", lambda *args, **named: drawn)
    asked._sampled.clear()
    budget = Budget(steps=0, samples=30)
    try:
        for _ in range(2):  # the second answer is cached, and costs the same
            found = asked._by_sampling(evidence(seen(2)), budget, reading, "plain", "layer", 7)
            assert (found.layer, found.known, found.exact, found.steps) == ("layer", known, False, 17)
            if known:
                assert (found.worlds, found.missing, found.error, found.roles) == (FEWEST, 0, 0.125, roles)
                assert (found.reason, found.sides) == ("", ({"town": 0.25, "mafia": 0.75},))
            else:
                assert (found.worlds, found.missing, found.error, found.roles, found.sides) == (0, 0, 0.0, (), ())
                assert found.reason.endswith(f"only {FEWEST - 1} effective samples")
                assert found.figures == {"samples": FEWEST - 1}
    finally:
        asked._sampled.clear()


def test_without_samples_the_answer_costs_what_was_counted() -> None:
    found = asked._by_sampling(evidence(seen(2)), Budget(steps=0, samples=0), None, "plain", "layer", 7)
    assert (found.layer, found.known, found.exact, found.steps) == ("layer", False, False, 7)
    assert found.reason == "too many worlds to count"


COUNTED = Count.__new__(Count)


@pytest.mark.parametrize(
    ("counts", "answer"),
    [
        ([], (None, 0)),
        ([(None, 20)], (None, 20)),
        ([(None, 20), (None, 30)], (None, 30)),
        ([(None, 20), (COUNTED, 5), (None, 30)], (COUNTED, 5)),
    ],
)
def test_an_answer_tells_the_steps_of_its_last_count(
    counts: list[tuple[Count | None, int]], answer: tuple[Count | None, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the plain count is given up, the cost is that of the compiled one: the same on every machine."""
    found = iter(counts)
    monkeypatch.setattr(asked, "_targets", lambda *args: [("plain", 20)] * len(counts))
    monkeypatch.setattr(asked, "_count", lambda *args: next(found))
    assert asked._exact(evidence(seen(2)), Budget(), "auto") == answer
