"""Who sits at a table of the laws, and how: quick and slow, silent, probing, watching; a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from duskfall.core.facts import EVERYONE
from duskfall.vocabulary.masks import bits

from ..received import Pair, Side, difference
from ..tables import play
from .evening import LAST, START, Decided, Evening, Manner, seated

LATE = 20  # seconds by which those who watch are behind
SLOWER = 3.0  # seconds that those who know think longer in one of the games, at what nobody sees
PROBES = 4.3  # seconds between two tries to learn something
KNOCKS = 2.9  # seconds between two calls of whoever is at the door
LATER = "watch later"  # a page


@dataclass(frozen=True)
class How:
    """Who is at the table, beside what the games are."""

    everybody: bool = False  # no bots
    probed: bool = True  # somebody tries what may tell more
    quiet: bool = False  # somebody never answers whose card is another in the other game
    gossip: bool = False  # the dead talk among themselves, of other things in the other game


USUAL = How()


def manner(pair: Pair, side: Side, how: How) -> Manner:
    """People and bots: of those who know the first is a person and the second a bot; somebody is silent."""
    seats = range(1, len(side.table.roles) + 1)
    know, others = [seat for seat in seats if seat not in pair.seats], sorted(pair.seats - {0})
    people = set(seats) if how.everybody else {*know[::2], *others[:2], *others[-2:]}
    slower = SLOWER if side is pair.right else 0.0
    return Manner(
        frozenset(people),
        {seat: 1 + seat / 7 for seat in people},
        {seat: 1 + seat / 9 + (slower if seat in know else 0.0) for seat in people},
        frozenset(know[:1] if how.quiet else others[-1:]),
        LATE,
        how.gossip * ("sinister" if side is pair.left else "dexterous twice"),
    )


def strangers(pair: Pair, people: frozenset[int]) -> frozenset[int]:
    """The people who share no secret with those who know: these may be fast or slow before their own team."""
    shared = set()
    know = [seat for seat in range(1, len(pair.left.table.roles) + 1) if seat not in pair.seats]
    for side in (pair.left, pair.right):
        for fact in play(side.table.start(), side.answers).facts:
            if fact.to != EVERYONE and any(fact.to >> seat & 1 for seat in know):
                shared |= set(bits(fact.to))
    return (pair.seats & people) - shared


def probing(evening: Evening, name: str) -> None:
    """Somebody tries at fixed moments whatever may tell more than their own page should."""
    room, page = evening.room, evening.pages[name]

    def come_back() -> None:
        evening.go(name)
        evening.come(name, **page.hello)

    tries = (
        lambda: evening.do(name, "answer", verb="wait", number=3, value=1),
        lambda: evening.do(name, "leave"),
        lambda: evening.do(name, "answer", verb="kill", number=1, value=1),
        lambda: evening.do(name, "back"),
        lambda: evening.do(name, "heard", said={"text": "I am the Cop."}),
        come_back,
        lambda: evening.do(name, "chat", text="Who is there?"),
        lambda: evening.do(name, "skip"),
        lambda: evening.do(name, "pause"),
        lambda: evening.asks(name, lambda: room.record(1)),
        lambda: evening.asks(name, room.found),
        lambda: evening.asks(name, lambda: room.join("Zoe")),
        lambda: evening.asks(name, lambda: evening.room.who({**page.hello, "watch": "moderator"})[0]),
    )
    for number in count():
        moment = START + (number + 1) * PROBES
        if moment > LAST:
            return
        evening.at(moment, tries[number % len(tries)])


def at_the_door(evening: Evening) -> None:
    """Somebody asks by HTTP again and again whether there is a chair, and is told among the frames of who watches."""
    for number in range(1, int((LAST - START) / KNOCKS)):
        evening.at(START + number * KNOCKS, lambda: evening.asks(LATER, evening.room.found))


def sides(pair: Pair, silent: frozenset[int]) -> tuple[Side, Side]:
    """Both games, as people and bots play them here."""
    left, right = (replace(side, answers=Decided(side.answers, silent)) for side in (pair.left, pair.right))
    return left, right


def told_apart(pair: Pair, folder: Path, how: How = USUAL) -> str:
    """The first frame by which somebody who may not know can tell the two games apart; empty if there is none."""
    people = manner(pair, pair.left, how)
    left, right = sides(pair, people.silent)
    assert not difference(replace(pair, left=left, right=right)), "the games themselves differ"
    who = strangers(replace(pair, left=left, right=right), people.people)
    both = ((pair.left, folder / "left"), (pair.right, folder / "right"))
    one, other = (_received(pair, side, who, place, how) for side, place in both)
    return next(_differences(one, other), "")


Received = dict[str, list[tuple[float, str]]]


def _received(pair: Pair, side: Side, who: frozenset[int], folder: Path, how: How) -> Received:
    with seated(folder / "table", side, manner(pair, side, how)) as evening:
        evening.come(LATER, watch="watch")
        at_the_door(evening)
        if how.probed and who:
            probing(evening, str(min(who)))
        evening.play(pair.until)
        assert evening.room.playing is not None
        dead = evening.room.playing.showing.public.dead if how.gossip else ()
        names = [LATER, "creator", *(str(seat) for seat in sorted(who) if seat not in dead)]
        return {name: evening.received(name) for name in names}


def _differences(left: Received, right: Received) -> Iterator[str]:
    for name, frames in left.items():
        for one, other in zip(frames, right[name], strict=False):
            if one != other:
                place = next((i for i, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
                part = slice(max(0, place - 120), place + 120)
                yield f"{name}: {one[0]:.3f} {one[1][part]!r} / {other[0]:.3f} {other[1][part]!r}"
        if len(frames) != len(right[name]):
            more = max(frames, right[name], key=len)[min(len(frames), len(right[name]))]
            yield f"{name} is sent more in one game: {more[0]:.3f} {more[1][:200]!r}"
