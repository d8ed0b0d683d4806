"""Chunks of games played by several threads. Ctrl-C stops the run without losing what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import perf_counter

GLANCE = 0.02  # seconds without a report after which the threads are checked

Counts = list[int]  # the rounds, then the wins of each side, then the draws
Chunk = tuple[int, int]  # the number of the first game, how many games
Player = Callable[[int, int], Counts]  # plays games: the first, how many
OnChunk = Callable[[int], None]  # is called with the number of games just played


def cut(first: int, games: int, size: int, threads: int) -> Iterator[Chunk]:
    """Yield the games in chunks of at most `size`; a short run is divided among the threads."""
    size = max(1, min(size, -(-games // threads)))
    for begin in range(first, first + games, size):
        yield begin, min(size, first + games - begin)


class Work:
    """A run of chunks on several threads, until all are played or the run is stopped."""

    def __init__(self, players: Sequence[Player], chunks: Iterator[Chunk], sides: int) -> None:
        """Start the threads."""
        self.games, self.counts = 0, [0] * sides  # of the chunks that are complete
        self.began = self.ended = perf_counter()
        self._chunks, self._turn, self._stop = chunks, Lock(), Event()
        self._told: SimpleQueue[int] = SimpleQueue()
        self._failed: list[BaseException] = []
        self._threads = [Thread(target=self._play, args=(player,), daemon=True) for player in players]
        for thread in self._threads:
            thread.start()

    def _play(self, player: Player) -> None:
        try:
            while (chunk := self._next()) is not None:
                self._count(chunk[1], player(*chunk))
        except BaseException as error:
            self._stop.set()
            self._failed.append(error)

    def _next(self) -> Chunk | None:
        with self._turn:
            return None if self._stop.is_set() else next(self._chunks, None)

    def _count(self, games: int, counts: Counts) -> None:
        with self._turn:
            self.games += games
            self.counts = [one + other for one, other in zip(self.counts, counts, strict=True)]
            self.ended = perf_counter()
        self._told.put(games)

    def wait(self, on_chunk: OnChunk) -> None:
        """Wait until the run is over and report progress to `on_chunk`.

        Ctrl-C stops the run after the chunks in progress. Raises the error of a thread that failed.
        """
        while True:
            try:
                while any(thread.is_alive() for thread in self._threads) or not self._told.empty():
                    with suppress(Empty):
                        on_chunk(self._told.get(timeout=GLANCE))
                break
            except KeyboardInterrupt:
                self._stop.set()
        for error in self._failed:
            raise error
