"""Chunks of games played in turn by threads; Ctrl-C stops it, and nothing that was played is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import perf_counter

GLANCE = 0.02  # seconds after which a thread is looked at that says nothing

Counts = list[int]  # the rounds, then the wins of each side, the draw last
Chunk = tuple[int, int]  # the number of its first game, how many
Player = Callable[[int, int], Counts]  # plays a chunk
OnChunk = Callable[[int], None]  # told of how many games more are played


def cut(first: int, games: int, size: int, threads: int) -> Iterator[Chunk]:
    """The games cut into chunks; a short run into one for each thread."""
    size = max(1, min(size, -(-games // threads)))
    for begin in range(first, first + games, size):
        yield begin, min(size, first + games - begin)


class Work:
    """Chunks that are played in turn by several threads, until all are played or somebody stops it."""

    def __init__(self, players: Sequence[Player], chunks: Iterator[Chunk], sides: int) -> None:
        """Begin."""
        self.games, self.counts = 0, [0] * sides  # what is played, always of whole chunks
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
        """Until it is over; Ctrl-C stops it, and the chunks in work are played to their end."""
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
