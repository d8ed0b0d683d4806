"""While somebody watches, an answer is taken when it comes, not when the picture is next looked at."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Timer
from typing import cast

import pytest

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players import base
from duskfall.players.base import Pending
from duskfall.players.llm.calling.asking import Asking
from duskfall.players.llm.calling.line import Asked
from duskfall.table.errands import Errands
from duskfall.table.eyes import Eyes
from tests.patience import LONG


class Coming:
    """An answer that comes while it is waited for; or else at the third look."""

    words = ""

    def __init__(self) -> None:
        self.there, self.looks = False, 0

    def done(self) -> bool:
        self.looks += 1
        return self.there or self.looks > 3

    def wait(self, seconds: float) -> None:
        self.there = True

    def result(self) -> object:
        return None

    def cancel(self) -> None:
        pass


class Far:
    """A player who is asked from afar."""

    blind = False

    def answer(self, ask: Ask, view: View) -> object:
        raise NotImplementedError

    def begin(self, ask: Ask, view: View) -> Pending:
        return Coming()

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        pass


def test_an_answer_is_waited_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "sleep", lambda seconds: pytest.fail("time passes although the answer is there"))
    game, heard = duskfall.start("ai-mafia", 5, seed=1, talk=False), list[str]()
    ask = game.asks[0]
    with Errands({ask.seat: Far()}, lambda ask, words: heard.append(words)) as errands:
        errands.send(game.asks, Eyes(), game)
        errands.bring(ask, Eyes(), game)
    assert heard == []  # there was no time for a picture
    assert ask not in game.asks


def test_so_is_that_of_a_model() -> None:
    future: Future[object] = Future()
    asked = Asked(cast(Asking, None), future)
    Timer(0.01, future.set_result, ["an answer"]).start()
    asked.wait(10 * LONG)  # whoever sleeps that long fails
    assert asked.result() == "an answer"
