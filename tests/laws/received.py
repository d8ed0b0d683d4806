"""Law 2's checker: what seats receive in two games that differ only in something hidden from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Fact
from duskfall.core.play.game import Game
from duskfall.core.record import dump, fact_line
from duskfall.core.view import visible

from .tables import Answerer, Table

PUBLIC = 0


class Script:
    """Answers written by hand: verb -> {name: answer, or a list of answers in turn}; whoever is left out is silent."""

    def __init__(self, **acts: dict[str, object]) -> None:
        self.acts = acts

    def __call__(self, game: Game, ask: Ask) -> object:
        of_verb = self.acts.get(ask.verb, {})
        value = of_verb.get(game.state.name(ask.seat), of_verb.get("*"))
        if isinstance(value, list):
            times = sum(1 for e in game.log if (e.seat, e.word) == (ask.seat, ask.verb))
            return value[times] if times < len(value) else None
        return value


@dataclass(frozen=True)
class Side:
    """One of two games that are compared: where it starts, who answers, and whose answer comes first."""

    table: Table
    answers: Answerer
    last_first: bool = False


@dataclass(frozen=True)
class Pair:
    """Two games that these seats may not be able to tell apart, up to the first fact of a kind."""

    left: Side
    right: Side
    seats: frozenset[int]
    until: str = ""
    upto: int = 100_000  # answers

    def but(self, *names: str) -> Pair:
        """The same for all seats but these."""
        return replace(self, seats=self.seats - {self.left.table.seat(name) for name in names})


def pair(left: Side, right: Side, until: str = "", upto: int = 100_000) -> Pair:
    """A pair for all seats and the public; `but` names those who may know."""
    return Pair(left, right, frozenset(range(len(left.table.roles) + 1)), until, upto)


def received(side: Side, seats: Iterable[int], until: str = "", upto: int = 100_000) -> dict[int, list[str]]:
    """Everything that reaches these seats, in order: the facts they see and every question, numbers included."""
    game = side.table.start()
    got: dict[int, list[str]] = {seat: [] for seat in seats}
    asked: set[Ask] = set()
    seen = 0
    while True:
        fresh, seen = game.facts[seen:], len(game.facts)
        for fact in fresh:
            if type(fact).__name__ == until:
                return got
            for seat in got:
                if visible(fact, seat):
                    got[seat].append(_line(fact))
        for ask in game.asks:
            if ask not in asked and ask.seat in got:
                got[ask.seat].append(dump({"ask": ask}))
        asked = set(game.asks)
        if not asked or not upto:
            return got
        upto -= 1
        ask = game.asks[-1 if side.last_first else 0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))


def _line(fact: Fact) -> str:
    """The bytes of a fact; of the end only what does not show everything."""
    return fact_line(fact._replace(roles=(), cowins=()) if isinstance(fact, Ended) else fact)


def difference(pair: Pair) -> str:
    """The first thing by which one of the seats could tell the two games apart; empty if there is none."""
    left = received(pair.left, pair.seats, pair.until, pair.upto)
    right = received(pair.right, pair.seats, pair.until, pair.upto)
    for seat in sorted(pair.seats):
        for number, (one, other) in enumerate(zip(left[seat], right[seat], strict=False), 1):
            if one != other:
                return f"seat {seat}, item {number}: {one} / {other}"
        if len(left[seat]) != len(right[seat]):
            more = max(left[seat], right[seat], key=len)
            return f"seat {seat} receives more in one game: {more[min(len(left[seat]), len(right[seat]))]}"
    return ""
