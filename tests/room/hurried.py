"""Tables at which a hidden step is over once all people have done what they were asked in it; as a program, a
`duskfall serve` of such tables.

So a test needs no clocks that are short, which somebody on a busy machine would miss, and waits for nothing. That a
hidden step lasts its length is proven by the tests of this room, whose clock is their own.
"""

from __future__ import annotations

from duskfall.cli import main
from duskfall.room.game.playing import Playing
from tests import disk, futures

advance = Playing.advance


def hurried(playing: Playing) -> float | None:
    """Play on, and leave hidden steps that nobody is waited for in."""
    while (when := advance(playing)) is not None and waits_for_nobody(playing):
        playing.showing.stage.ends = playing.now()
    return when


def waits_for_nobody(playing: Playing) -> bool:
    """Whether the table is in a hidden step that only its length keeps from ending."""
    stage = playing.showing.stage
    asked = any(playing.asked(seat) for seat in playing.people)
    return stage.closed and stage.ends > playing.now() and stage.tasked <= stage.done and not asked


if __name__ == "__main__":
    Playing.advance = hurried  # type: ignore[method-assign]
    futures.few()
    disk.unsynced()
    main()
