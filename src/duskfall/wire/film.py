"""A recorded game as a film: what somebody saw of it, event by event, and what stands beside it."""

from typing import Literal, TypedDict

from duskfall.wire.seat import AnyTold, RoleCount, SeatChair

MarkKind = Literal["night", "day", "vote", "death", "end"]


class FilmViewer(TypedDict):
    """Somebody through whose eyes a game may be seen: a seat, `public` or `moderator`."""

    value: int | str
    label: str


class FilmEvent(TypedDict):
    """Something that was seen."""

    told: AnyTold
    chairs: list[SeatChair]  # those that look otherwise from here on
    thought: bool  # whether it is what somebody thought, and nobody heard


class FilmMark(TypedDict):
    """A place that one may want to go to, by the number of its event, from 0; the end comes after the last."""

    at: int
    kind: MarkKind
    text: str


class FilmVote(TypedDict):
    """Whom somebody voted for in a ballot."""

    seat: int
    whom: int  # 0: no seat, but a word
    label: str
    weight: str  # what it counts; empty: one


class FilmBallot(TypedDict):
    """A ballot that was opened."""

    at: int
    when: str
    text: str
    votes: list[FilmVote]


class FilmNight(TypedDict):
    """What was done in a night, drawn and explained: for whoever may see all."""

    at: int
    title: str
    svg: str
    lines: list[str]


class FilmCost(TypedDict):
    """What the model in a seat took: calls, tokens read and written, and dollars; null where that is not known."""

    seat: int
    model: str
    calls: int
    read: int
    written: int
    cost: float | None


class FilmFate(TypedDict):
    """What became of a player."""

    seat: int
    name: str
    role: str
    team: int  # by its place in the book, from 1; 0: not known
    side: str
    left: str
    won: bool


class FilmEnd(TypedDict):
    """Who won by which rule, and who was what."""

    winner: str
    line: str
    because: str
    also: list[str]
    chairs: list[SeatChair]
    fates: list[FilmFate]


class KnownMoment(TypedDict):
    """A moment of the curve, and how much more was known by then than at the one before."""

    at: int  # the event that shows it
    when: str
    bits: float


class FilmKnown(TypedDict):
    """What could be known from a seat, from phase to phase: drawn, moment by moment, and how that was found."""

    svg: str  # empty: it could not be counted
    moments: list[KnownMoment]
    most: list[int]  # the moments at which most was learnt, by their place in the list
    found: list[str]
    coming: bool  # it can soon be counted: ask again


Film = TypedDict(
    "Film",
    {
        "rules": str,
        "title": str,
        "as": int | str,
        "viewers": list[FilmViewer],
        "verified": bool,  # whether its answers were played again, and gave the same facts
        "deck": list[RoleCount],
        "chairs": list[SeatChair],
        "events": list[FilmEvent],
        "marks": list[FilmMark],
        "ballots": list[FilmBallot],
        "nights": list[FilmNight],
        "costs": list[FilmCost],
        "end": FilmEnd | None,
        "coach": bool,  # whether it was played with the coach on
        "countable": bool,  # whether what these eyes could know can be asked for
    },
)
