"""Who sits at a table of the laws, and how: quick and slow, silent, probing, watching; a page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from duskfall.core.facts import EVERYONE
from duskfall.room.deeds import DEEDS
from duskfall.room.room import Room
from duskfall.vocabulary.masks import bits

from ..received import Pair, Side, difference
from ..tables import play
from .evening import LAST, START, Decided, Evening, Manner, seated

LATE = 20  # seconds by which those who watch are behind
SLOWER = 3.0  # seconds that those who know think longer in one of the games, at what nobody sees
PROBES, SELDOM = 4.3, 13  # seconds between two tries to learn something; of how many one may change the table
KNOCKS = 2.9  # seconds between two calls of whoever is at the door
LATER = "watch later"  # a page
CHANGES = {"answer", "leave", "back", "language"}  # what somebody without powers may do to a table, and does


@dataclass(frozen=True)
class How:
    """Who is at the table, beside what the games are."""

    everybody: bool = False  # no bots
    probed: bool = True  # somebody tries what may tell more
    quiet: bool = False  # somebody never answers whose card is another in the other game
    gossip: bool = False  # the dead talk among themselves, of other things in the other game
    far: bool = False  # models fill the chairs
    busy: bool = False  # nobody is silent
    absent: bool = False  # somebody who knows misses whatever all see


USUAL = How()


def manner(pair: Pair, side: Side, how: How) -> Manner:
    """People and bots: of those who know the first is a person and the second a bot; somebody is silent."""
    seats = range(1, len(side.table.roles) + 1)
    know, others = [seat for seat in seats if seat not in pair.seats], sorted(pair.seats - {0})
    people = set(seats) if how.everybody else {*know[::2], *others[:2], *others[-2:]}
    slower = SLOWER if side is pair.right else 0.0
    return Manner(
        frozenset(people),
        {seat: 1 + seat / 7 for seat in seats},
        {seat: 1 + seat / 9 + (slower if seat in know else 0.0) for seat in seats},
        frozenset() if how.busy else frozenset(know[:1] if how.quiet else others[-1:]),
        delay=LATE,
        gossip=how.gossip * ("sinister" if side is pair.left else "dexterous twice"),
        far=how.far,
        absent=frozenset(know[:1] if how.absent else ()),
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
    """Somebody tries at fixed moments whatever may tell more than their own page should.

    What leaves the table as it is they try every time; what does not, in turn and now and then.
    """
    room, page = evening.room, evening.pages[name]

    def come_back() -> None:
        evening.go(name)
        evening.come(name, **page.hello)

    def look() -> None:
        for deed in {*DEEDS} - CHANGES:
            evening.do(name, deed, text="Who is there?", said={"text": "I am the Cop."})
        for call in (lambda: room.who({**page.hello, "watch": "moderator"})[0], *calls(room)):
            evening.asks(name, call)

    tries = (
        lambda: evening.do(name, "answer", verb="wait", number=3, value=1),
        lambda: evening.do(name, "leave"),
        lambda: evening.do(name, "answer", verb="kill", number=1, value=1),
        lambda: evening.do(name, "back"),
        come_back,
    )
    for number in count():
        moment = START + (number + 1) * PROBES
        if moment > LAST:
            return
        evening.at(moment, look)
        if number % SELDOM < len(tries):
            evening.at(moment, tries[number % SELDOM])


def calls(room: Room) -> list[Callable[[], object]]:
    """What anybody may ask by HTTP while a game is on."""
    return [room.found, lambda: room.join("Zoe"), lambda: room.record(1)]


def at_the_door(evening: Evening) -> None:
    """Somebody asks by HTTP again and again whether there is a chair, and is told among the frames of who watches."""

    def knock() -> None:
        for call in calls(evening.room):
            evening.asks(LATER, call)

    for number in range(1, int((LAST - START) / KNOCKS)):
        evening.at(START + number * KNOCKS, knock)


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


def told_early(pair: Pair, folder: Path, how: How) -> str:
    """Of two games that differ in what all see: the first frame that tells it to those who are late before its time."""
    both = ((pair.left, folder / "left"), (pair.right, folder / "right"))
    live, late = [], []
    for side, place in both:
        with seated(place / "table", side, manner(pair, side, how)) as evening:
            evening.come(LATER, watch="watch")
            evening.play(pair.until)
            live.append(evening.received(str(min(evening.manner.people))))
            late.append(evening.received(LATER))
    moment = next(min(one[0], other[0]) for one, other in zip(*live, strict=False) if one != other) + LATE
    one, other = ({LATER: [frame for frame in frames if frame[0] < moment]} for frames in late)
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
