"""Many games against the faulty server, several at once: none hangs, none breaks, every failure is in its class.

`python -m tests.llm.soak --games 200` plays them and prints what was met and what was counted; `make soak` calls it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import NamedTuple

from duskfall.core.facts import Silent
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calls import FAILURES
from duskfall.rules import BOOKS
from tests.llm.fakes import Hurried
from tests.llm.faults import FAULTS
from tests.llm.faulty import Faulty
from tests.llm.tables import Played, played, verified
from tests.patience import SCALE

AT_ONCE, SEATS = 20, 7
DEADLINE = 10  # seconds for an ask
QUIET, STEP = 0.1 * SCALE, 0.5  # so many real seconds without a word of the server are so many of an ask
PATIENCE = 300.0  # seconds for a game; one that takes more hangs
MODELS = ("one", "other")  # who sit in turn
ALOUD = {"say", "chat", "vote", "revote", "elect"}  # silence at these shows in the talk and on the ballot
ROOM = Limits(connections=AT_ONCE * SEATS)  # no call waits for another


class Soaked(NamedTuple):
    """The games, and the server that they were played against."""

    games: list[Played]
    server: Faulty

    def counted(self, model: str) -> Counter[str]:
        """The failures of a model that the ledgers counted, by class."""
        totals = (line.ledger.models().get(kind(self.server, model)) for _, line in self.games)
        return sum((total.failures for total in totals if total), Counter())

    def wrong(self) -> Iterator[str]:
        """Whatever is not as it has to be."""
        for model in MODELS:
            due, counted = self.server.failures(model), self.counted(model)
            if due != counted:
                yield f"model {model}: the server failed {dict(due)}, the ledgers say {dict(counted)}"
        for one in self.games:
            yield from (f"{one.game.plan.rules.id} {one.game.setup.seed}: {what}" for what in _wrong(one))


def _wrong(one: Played) -> Iterator[str]:
    """What is not as it has to be in one game."""
    game, silences = one.game, one.line.ledger.total().silences
    unanswered = Counter((entry.seat, entry.word) for entry in game.log if entry.value is None)
    silent = Counter((fact.seat, fact.verb) for fact in game.facts if isinstance(fact, Silent))
    if game.over is None:
        yield "it is not over"
    if verdict := verified(game):
        yield f"the record does not hold: {verdict}"
    if unanswered.total() != silences:
        yield f"{silences} asks ended without an answer, and the record has {unanswered.total()}"
    if (silent - unanswered) or {verb for _, verb in unanswered - silent} - ALOUD:
        yield f"silent by the record: {dict(silent)}; in truth: {dict(unanswered)}"


def kind(server: Faulty, model: str) -> str:
    """The name under which a model is seated."""
    return f"{server.address}#{model}?deadline={DEADLINE}"


def soak(games: int, first: int = 1) -> Soaked:
    """Play so many games of all rulesets in turn, many at once."""
    with Faulty() as server, ThreadPoolExecutor(AT_ONCE) as pool, closing(_exchange()) as exchange:
        kinds = [kind(server, MODELS[seat % len(MODELS)]) for seat in range(SEATS)]
        rules = list(BOOKS)
        asked = [
            pool.submit(played, exchange, rules[seed % len(rules)], kinds, seed) for seed in range(first, first + games)
        ]
        return Soaked([each.result(PATIENCE) for each in asked], server)


def _exchange() -> Exchange:
    return Exchange(limits={"http": ROOM}, loop=lambda: Hurried(QUIET, STEP))


def told(soaked: Soaked) -> Iterator[str]:
    """What was met, and what was counted."""
    met = Counter(served.fault for served in soaked.server.served)
    silences = sum(line.ledger.total().silences for _, line in soaked.games)
    yield f"{len(soaked.games)} games, {met.total()} calls, {silences} asks without an answer"
    yield f"  {'well':14}{'':14}{met['']:6}"
    yield from (f"  {fault:14}{FAULTS[fault].kind or 'no failure':14}{met[fault]:6}" for fault in FAULTS)
    counted = sum(map(soaked.counted, MODELS), Counter())
    yield "counted: " + ", ".join(f"{name} {counted[name]}" for name in FAILURES)


def main() -> int:
    """Soak, tell, and fail if anything is wrong."""
    parser = argparse.ArgumentParser(description="play games against a faulty server")
    parser.add_argument("--games", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default 1)")
    options = parser.parse_args()
    began = time.monotonic()
    soaked = soak(options.games, options.seed)
    print(*told(soaked), f"{time.monotonic() - began:.0f} s", sep="\n")
    wrong = list(soaked.wrong())
    print(*wrong or ["all as it has to be"], sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
