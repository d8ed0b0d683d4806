"""What is counted for somebody who waits, while what it needs is being compiled and after."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from duskfall.batch.compiled import ahead
from duskfall.batch.compiled.ahead import State
from duskfall.batch.program import Program
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect import posterior as engine
from duskfall.detect import waiting
from duskfall.detect.posterior import Budget
from duskfall.detect.sight import Sight, sight
from duskfall.rules.registry import find
from duskfall.seat.known import known
from duskfall.terminal.bench.coach import get_ready, what_is_known


class FakeAhead:
    """Is as far as it is told; keeps what was asked for."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.wanted: list[str] = []

    def want(self, program: Program, forms: Mapping[str, str]) -> State:
        self.wanted.append(program.text)
        return self.state


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> FakeAhead:
    found = FakeAhead(State.COMING)
    monkeypatch.setattr(ahead, "AHEAD", found)
    monkeypatch.setattr(ahead, "can_compile", lambda: True)
    monkeypatch.setattr(engine, "compiled", never)  # whoever asks that has numba imported
    return found


def never() -> bool:
    raise AssertionError("nothing is compiled in this process")


def dealt(seats: int = 6, seed: int = 1) -> Game:
    return Game.start(find("werewolf"), [f"P{seat}" for seat in range(1, seats + 1)], seed=seed)


def seen(seat: int = 1, seats: int = 6, seed: int = 1) -> Sight:
    return sight(view(dealt(seats, seed).facts, seat))


def test_meanwhile_what_is_little_is_counted_plainly(line: FakeAhead) -> None:
    found = known(seen())
    assert found["known"]
    assert not found["coming"]
    assert found["found"][0].startswith("Exact:")


def test_meanwhile_more_is_said_to_be_on_its_way_and_nothing_is_sampled(
    line: FakeAhead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PLAIN", Budget(steps=1, samples=400))
    found = known(seen())
    assert not found["known"]
    assert found["coming"]
    assert found["found"][0].startswith("Not known yet: getting ready")
    told = " ".join(what_is_known(view(dealt().facts, 1), width=40))
    assert told.startswith("Not known yet: getting ready")
    assert told.endswith("Ask again then.")


def test_where_it_never_comes_the_plain_budget_is_all_there_is(line: FakeAhead) -> None:
    line.state = State.NEVER
    assert waiting.means(seen()) == waiting.Means(waiting.PLAIN, "plain")


def test_once_it_is_there_more_is_counted(line: FakeAhead) -> None:
    line.state = State.READY
    assert waiting.means(seen()) == waiting.Means(waiting.COMPILED, "auto")


def test_what_is_compiled_depends_on_what_all_were_told_alone(line: FakeAhead) -> None:
    for seed in (1, 2, 3):
        for seat in (0, 1, 5):
            waiting.get_ready(seen(seat, seed=seed))
        get_ready(view(dealt(seed=seed).facts, 2))
    assert len(line.wanted) == 12
    assert len(set(line.wanted)) == 1
    waiting.get_ready(seen(seats=7))
    assert len(set(line.wanted)) == 2


def test_without_a_compiler_nothing_is_made_ready(line: FakeAhead, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "can_compile", lambda: False)
    waiting.get_ready(seen())
    assert not line.wanted
