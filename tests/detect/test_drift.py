"""The mean weight over all draws of the sampler is the exact count: no draw is left to chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import prod
from typing import Any

import pytest

from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.count import Count
from duskfall.detect.evidence import Evidence, evidence
from duskfall.detect.sampled import _Drift
from duskfall.detect.sight import sight
from duskfall.detect.worlds.source import AT
from duskfall.rules import ruleset

ACT, MISSED = AT["ACT"], AT["MISSED"]
DECK = {"Ann": "Godfather", "Bob": "Doctor", "Cid": "Villager", "Dee": "Villager", "Eli": "Villager"}


class AllDraws:
    """A replacement for `below` that goes through all sequences of draws."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.chances: list[list[float]] = []
        self.at = 0

    def below(self, T: object, limit: int) -> int:
        """Return the next draw of the current sequence."""
        if self.at == len(self.path):
            self.path.append(0)
            self.chances.append(chances_of(limit))
        self.at += 1
        return self.path[self.at - 1]

    @property
    def chance(self) -> float:
        """Return the probability of the current sequence."""
        return prod(chances[pick] for pick, chances in zip(self.path, self.chances, strict=True))

    def next(self) -> bool:
        """Go on to the next sequence; return False after the last one."""
        self.at = 0
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self.chances[-1]):
                return True
            self.path.pop()
            self.chances.pop()
        return False


def chances_of(limit: int) -> list[float]:
    """Return the probability of each result of a draw. Of a draw from 8 or 16, only whether it is 0 matters."""
    if limit in (8, 16):
        return [1 / limit, 1 - 1 / limit]
    return [1.0] if limit == 1 << 30 else [1 / limit] * limit


def mean_weights(seen: Evidence, missing: int, patch: pytest.MonkeyPatch) -> list[float]:
    """Return the weights by seat and role that the sampler finds on average, over all deals and all draws."""
    worlds, draws, steps = _Drift(seen, None, "plain", 1, missing), AllDraws(), Counter[str]()
    code = worlds.built.drift.__globals__
    step = code["step"]

    def counted(*arrays: Any) -> int:
        steps["step"] += 1
        return int(step(*arrays))

    patch.setitem(code, "step", counted)
    patch.setitem(code, "below", draws.below)
    deck = worlds.deck()
    assert deck
    for deal in sorted(set(permutations(deck))):
        if all(not own or seen.names.roles[role] == own for own, role in zip(seen.cards, deal, strict=True)):
            worlds.E = [0, *deal]
            more = True
            while more:
                if weight := weight_of_world(worlds, code):
                    code["arrive"](worlds.W, worlds.R, worlds.T, weight * draws.chance)
                more = draws.next()
    if not seen.talk:  # a removal while players talk takes two steps and counts as one
        assert worlds.steps == steps["step"]
    return [*worlds.R]


def weight_of_world(worlds: _Drift, code: dict[str, Any]) -> float:
    """Play one world until all is shown; return its weight, 0 if it can't be."""
    D, W, K, L, A = worlds.D, worlds.W, worlds.K, worlds.L, worlds.A
    Q, T, E, B, M = worlds.Q, worlds.T, worlds.E, worlds.B, worlds.M
    weight: float = code["draw_world"](D, W, K, L, A, worlds.O, Q, T, E, B, M)
    for _dusk in range(2):
        if weight > 0 and T[ACT] != 0:
            act, missed = T[ACT], T[MISSED]
            T[ACT] = T[MISSED] = -1  # what another world may have left there
            weight *= code["wander"](W, K, L, A, worlds.O, Q, T, act, missed)
    assert weight == 0 or (T[ACT] == 0 and T[MISSED] >= 0)
    return weight


def exact_weights(seen: Evidence, missing: int) -> list[float]:
    """Return the weights by seat and role of the exact count."""
    count = Count(seen, "plain", missing=missing, limit=1_000_000)
    assert count.run()
    return [*count.R]


def start(*, talk: bool = False, cid: str = "Villager") -> Game:
    """Return a new game of a Godfather, a Doctor, Cid and two Villagers."""
    return Game.start(ruleset("ai-mafia-classic"), {**DECK, "Cid": cid}, talk=talk)


def remove(game: Game, *seats: int) -> Game:
    """Remove these seats from this game now."""
    for seat in seats:
        game.remove(seat, "left")
    return game


def answer(game: Game, *answers: tuple[int, str, int]) -> Game:
    """Give these answers, each by a seat to a question."""
    for each in answers:
        game.answer(*each)
    return game


def remove_doctor(*first: tuple[int, str, int]) -> Game:
    """Return a game whose Doctor is removed in the first night, after these answers."""
    return remove(answer(start(), *first), 2)


def end_night(game: Game) -> Game:
    """Let the Godfather and the Doctor name Cid tonight."""
    while game.state.phase == "night":
        game.answer(game.asks[0].seat, game.asks[0].verb, 3)
    return game


def day(*, talk: bool = False) -> Game:
    """Return a game in its first day: Cid was saved."""
    return end_night(start(talk=talk))


def end_day(game: Game) -> Game:
    """Let each player vote for the last seat on offer, until the next night."""
    while game.state.phase == "day":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, None if ask.speech else ask.seats[-1])
    return game


GAMES: dict[str, Callable[[], tuple[Game, int]]] = {  # and the seat of the viewer, 0 for the public
    "just removed": lambda: (remove_doctor(), 0),
    "just removed, as the Godfather": lambda: (remove_doctor((1, "kill", 3)), 1),
    "just removed, unanswered": lambda: (remove_doctor(), 2),
    "just removed, answered": lambda: (remove_doctor((2, "protect", 3)), 2),
    "nobody dies": lambda: (end_night(remove_doctor((1, "kill", 2))), 0),
    "nobody dies, as the Doctor": lambda: (end_night(remove_doctor((1, "kill", 2))), 2),
    "nobody dies, as the Doctor who answered": lambda: (end_night(remove_doctor((2, "protect", 3))), 2),
    "nobody dies, as the Godfather": lambda: (end_night(remove_doctor((1, "kill", 2))), 1),
    "somebody dies": lambda: (end_night(remove_doctor()), 0),
    "two Doctors, as the Godfather": lambda: (end_night(answer(start(cid="Doctor"), (1, "kill", 5))), 1),
    "nobody is removed": lambda: (day(), 0),
    "two removed": lambda: (remove(remove_doctor(), 3), 0),
    "removed by day": lambda: (remove(day(), 2), 0),
    "two removed by day": lambda: (remove(day(), 2, 3), 0),
    "removed by night and by day": lambda: (remove(end_night(remove_doctor((1, "kill", 2))), 3), 0),
    "removed in the talk": lambda: (remove(day(talk=True), 2), 0),
    "two removed in the talk": lambda: (remove(day(talk=True), 2, 3), 0),
    "removed before the vote": lambda: (end_day(remove(day(talk=True), 2)), 0),
    "the next night": lambda: (end_day(end_night(remove_doctor((1, "kill", 2)))), 0),
    "the night after a removal by day": lambda: (end_day(remove(day(), 2)), 0),
    "two removed, and the game is over": lambda: (remove(remove_doctor(), 1), 0),
    "removed, and the game is over": lambda: (remove(start(), 1), 0),
    "removed by day, and the game is over": lambda: (remove(day(), 1), 0),
}


@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_the_mean_over_all_draws_is_the_count(name: str, missing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, viewer = GAMES[name]()
    seen = evidence(sight(view(game.facts, viewer)))
    assert mean_weights(seen, missing, monkeypatch) == pytest.approx(exact_weights(seen, missing))
