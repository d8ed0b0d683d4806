"""Removal of a seat by the host while a game waits: code with a label of its own, from which the game goes back (G12).

The code that drives the game sets `leaver` and `resume_at`, goes to `LEAVING`, and takes the seat out of the open
question.
"""

from __future__ import annotations

from collections.abc import Callable

from duskfall.batch.making.maker import NOWHERE, Maker
from duskfall.batch.making.shown import removal_next
from duskfall.batch.making.write import Test, all_of
from duskfall.batch.rows import Kind
from duskfall.batch.words import react
from duskfall.batch.words.ask import KIND, Asks
from duskfall.batch.words.exprs import test
from duskfall.batch.words.votes.titles import inheritor
from duskfall.batch.words.who import removed
from duskfall.vocabulary.seats import Removed

LEAVING = 9999  # the label at which a seat is removed


def leaving(m: Maker, victory: Callable[[Maker], None]) -> None:
    """Write code for a public death without triggers and last words, after which victory is checked at once."""
    with m.at(LEAVING):
        m.tell_all(Kind.REMOVED, "leaver", "L[L[NEXT] + 3]" if m.worlds else 0)
        m.out.line("alive &= ~(1 << leaver)")
        m.out.line("public &= ~(1 << leaver)")
        if any(isinstance(word, Removed) for word in m.words):
            m.out.line(f"{removed(m)} |= 1 << leaver")
        react.forget(m, "leaver")
        for title in m.plan.rules.titles:
            holder = m.number("title", title.name)
            with m.out.block(f"if {holder} == leaver"):
                m.out.line(f"{holder} = {inheritor(m, title, 'leaver')}")
                m.tell_all(Kind.TITLE, m.names.number("titles", title.name), holder, "leaver")
        with m.out.when(all_of(_cancels(m), f"day {'>' if m.plan.rules.day_first else '=='} night")):
            m.out.line(f"{m.number('cancelled')} = 1")
        victory(m)
        m.out.line("pc = resume_at")
        m.out.line("resume_at = 0")
        m.out.line("break")


def _cancels(m: Maker) -> Test:
    return test(m, m.plan.rules.removal_cancels_vote, NOWHERE)


def cancelled(m: Maker) -> Test:
    """Return the condition that a removal has cancelled today's vote."""
    return f"({m.number('cancelled')} != 0)" if m.resumable and _cancels(m) is not False else False


def pause(m: Maker, when: str, then: int) -> None:
    """Write code that, in a world, stops where players talk if a removal was shown next: it may come here or later."""
    with m.out.block(f"if {m.helper(removal_next)}(L) != 0 and {when}"):
        m.out.line(f"resume_at = {m.this_label}")
        m.go(then)
        m.out.line(f"O[{KIND}] = {int(Asks.PAUSE)}")
        m.out.line(f"{m.number('act')} = {len(m.names.acts)}")
        m.out.line("break")
