"""What the table adds to the time that models take: games against a stub that answers every call after 50 ms.

    python bench/models.py              # part of `make bench`

A game alone: its wall clock against that of its rounds, if each took as long as the stub did and nothing else; a round
is all the questions that are open together, and 50 ms take the stub a little longer by its own clock. The same game
watched: a moderator's screen is drawn while speech comes in. Many games at once: how much of the time the connections
of the limit were in use, as the exchange counts it (from the moment a call gets a connection until its answer is read)
and as the stub does (from the moment a request is there until its answer is sent), while so many games were in play all
the time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from io import StringIO
from itertools import count

from rich.console import Console
from rows import ROOT, table

sys.path.append(str(ROOT))  # the stub and its tables are the tests' own

from duskfall.core.play.game import Game
from duskfall.players.base import Stopped
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calling.limits import Limits
from duskfall.rules import BOOKS
from duskfall.table.run import Follower
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.watch import Watch
from tests.llm import stub
from tests.llm.tables import Played, played

GAMES, CONNECTIONS = 20, 16
LIMITS = {"http": Limits(connections=CONNECTIONS)}
MOST_TIME, LEAST_USE = 1.15, 0.95  # what the project promises


def rounds(game: Game) -> int:
    """How often the table had to wait: the batches of questions that were open together, by the answers again."""
    again, log, found = Game(game.plan.rules, game.setup), iter(game.log), 0
    while asks := again.asks:
        found += 1
        for entry in (next(log) for _ in asks):
            again.answer(entry.seat, entry.word, entry.value)
    return found


@dataclass(frozen=True, slots=True)
class Games:
    """The games that are measured: where the stub answers, the rulesets, how many models, and days at most."""

    address: str
    books: Sequence[str]
    seats: int = 10
    days: int = 5

    def play(self, exchange: Exchange, rules: str, seed: int, watch: Follower | None = None) -> Played:
        """Play a game of models, with talk."""
        models = [f"{self.address}#stub"] * self.seats
        return played(exchange, rules, models, seed, {"maxRounds": self.days}, watch)


class NoKeys:
    """Nobody presses any."""

    present = False

    def get(self, seconds: float) -> str:
        return ""


def screen() -> Watch:
    """Somebody who watches a whole game without pauses, on a screen that nobody sees."""
    console = Console(file=StringIO(), force_terminal=True, width=100, height=40)
    return Watch(console, None, Pace(0, NoKeys(), time.monotonic))


def alone(exchange: Exchange, games: Games, rules: str) -> list[str]:
    """A row: one game, nothing else going on; and again, watched."""
    ratios = []
    for watch in (None, screen()):
        before, began = stub.account(games.address), time.perf_counter()
        over, line = games.play(exchange, rules, 1, watch)
        took, after = time.perf_counter() - began, stub.account(games.address)
        calls, waits = line.ledger.total().calls, rounds(over)
        each = (after["busy"] - before["busy"]) / (after["calls"] - before["calls"])
        ratios.append(f"{took / (waits * each):.3f}")
    return [rules, f"{calls}", f"{waits}", f"{1000 * each:.1f} ms", *ratios]


def alone_table(games: Games) -> str:
    """Each ruleset's game, after one that only warms everything up: packages, certificates, connections."""
    most = f"(at most {MOST_TIME})"
    head = [f"one game of {games.seats} models", "calls", "rounds", "the stub took", f"ratio {most}", f"watched {most}"]
    with closing(Exchange(limits=LIMITS)) as exchange:
        games.play(exchange, games.books[0], 1)
        return table(head, [alone(exchange, games, rules) for rules in games.books])


def crowd(games: Games, seconds: float) -> list[str]:
    """A row: so many games at once, each followed by the next, for some seconds after the first second."""
    seeds = count(1)

    def keep_playing() -> None:
        try:
            for seed in seeds:
                games.play(exchange, games.books[seed % len(games.books)], seed)
        except Stopped:  # the exchange was closed
            return

    with ThreadPoolExecutor(GAMES) as pool, closing(Exchange(limits=LIMITS)) as exchange:
        playing = [pool.submit(keep_playing) for _ in range(GAMES)]
        time.sleep(1)
        began, ours, theirs = time.perf_counter(), exchange.busy("http").used, stub.account(games.address)
        broken, _ = wait(playing, seconds)
        for each in broken:
            each.result()
        took = time.perf_counter() - began
        ours, now = exchange.busy("http").used - ours, stub.account(games.address)
    calls, busy = (now[word] - theirs[word] for word in ("calls", "busy"))
    shares = (f"{used / took / CONNECTIONS:.1%}" for used in (ours, busy))
    return [f"{GAMES} games, {CONNECTIONS} connections", f"{calls / took:.0f}", *shares]


def crowd_table(games: Games, seconds: float) -> str:
    """The many games."""
    head = ["many games at once", "calls/s", f"in use (at least {LEAST_USE:.0%})", "as the stub sees it"]
    return table(head, [crowd(games, seconds)])


def report(books: Sequence[str], seats: int, days: int, seconds: float) -> str:
    """Measure both tables."""
    with stub.served() as address:
        games = Games(address, books, seats, days)
        return f"{alone_table(games)}\n\n{crowd_table(games, seconds)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="measure what the table adds to the time that models take")
    parser.add_argument("--seconds", type=float, default=20, help="how long many games are watched (default 20)")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--seats", type=int, default=10, help="models at a table (default 10)")
    parser.add_argument("--days", type=int, default=5, help="days of a game, at most (default 5)")
    options = parser.parse_args()
    print(report(options.rules or list(BOOKS), options.seats, options.days, options.seconds))


if __name__ == "__main__":
    main()
