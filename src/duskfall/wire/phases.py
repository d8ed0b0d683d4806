"""A night or a day in the protocol: what was done, said and voted, what came of it, what else happened."""

from typing import Literal, TypedDict

from duskfall.wire.common import Value


class KeptOverturn(TypedDict):
    """By whose what an act was overturned, with the rule."""

    by: str
    seat: int
    rule: str


KeptAct = TypedDict(
    "KeptAct",
    {
        "verb": str, "seat": int, "role": str, "team": str, "with": list[int], "target": int, "as": str, "void": str,
        "told": str | list[int] | None, "overturned": list[KeptOverturn], "landed": str,
    },
)  # fmt: skip


class KeptNothing(KeptAct):
    """Somebody who was asked did nothing; `silent`: without a word."""

    silent: bool


class KeptShown(TypedDict):
    """What somebody was shown before they chose."""

    verb: str
    seat: int
    seats: list[int]
    word: str


class KeptDeath(TypedDict):
    """Who died, of what, and which role was shown."""

    seat: int
    causes: list[str]
    shown: str


class KeptFoul(TypedDict):
    """A foul, or one taken back."""

    seat: int
    by: int
    at: str


class KeptNote(TypedDict):
    """A line that the host wrote down."""

    text: str
    at: str


class KeptNomination(TypedDict):
    """Who put up whom."""

    seat: int
    target: int


class KeptSpeech(TypedDict):
    """What was noted of a speech."""

    seat: int
    part: str
    text: str


class KeptLastWords(TypedDict):
    """What was noted of last words."""

    seat: int
    text: str


KeptVote = TypedDict("KeptVote", {"for": int | str, "count": float, "by": list[int]})


class KeptVoid(TypedDict):
    """A ballot that does not count, and why."""

    seat: int
    target: int
    reason: str


class KeptBallot(TypedDict):
    """The votes for each, by voter where names are known."""

    verb: str
    election: bool
    table: bool
    named: bool
    votes: list[KeptVote]
    void: list[KeptVoid]
    tied: list[int | str]


KeptSpared = TypedDict("KeptSpared", {"seat": int, "by": str, "from": int, "rule": str})


class AlsoBecame(TypedDict):
    """A seat has another role."""

    what: Literal["became"]
    seat: int
    role: str
    team: str


class AlsoCandidates(TypedDict):
    """Who stands for a title."""

    what: Literal["candidates"]
    title: str
    seats: list[int]


class AlsoRole(TypedDict):
    """A seat has won beside the sides, or its role is revealed."""

    what: Literal["cowon", "revealed"]
    seat: int
    role: str


class AlsoSwitched(TypedDict):
    """A house rule changes."""

    what: Literal["switched"]
    flag: str
    value: Value


class AlsoHanded(TypedDict):
    """Another player takes a seat."""

    what: Literal["handed"]
    seat: int
    player: str


class AlsoLost(TypedDict):
    """A seat loses an act."""

    what: Literal["lost"]
    seat: int
    verb: str


class AlsoMark(TypedDict):
    """A seat bears a mark."""

    what: Literal["mark"]
    seat: int
    mark: str


class AlsoNotice(TypedDict):
    """A seat is told something."""

    what: Literal["notice"]
    seat: int
    notice: str
    about: int


class AlsoRemoved(TypedDict):
    """A seat is removed."""

    what: Literal["removed"]
    seat: int
    cause: str


class AlsoShot(TypedDict):
    """A seat takes another with it."""

    what: Literal["shot"]
    seat: int
    verb: str
    target: int


class AlsoTitle(TypedDict):
    """A title has a new holder; 0: nobody."""

    what: Literal["title"]
    title: str
    seat: int
    was: int


KeptAlso = (
    AlsoBecame | AlsoCandidates | AlsoRole | AlsoSwitched | AlsoHanded | AlsoLost | AlsoMark | AlsoNotice | AlsoRemoved
    | AlsoShot | AlsoTitle
)  # fmt: skip
AlsoKind = Literal[
    "became", "candidates", "cowon", "revealed", "switched", "handed", "lost", "mark", "notice", "removed", "shot",
    "title",
]  # fmt: skip


class KeptTalk(TypedDict):
    """Who spoke first, who nominated whom, what was noted of speeches and last words."""

    first: int
    order: list[int]
    nominations: list[KeptNomination]
    said: list[KeptSpeech]
    last: list[KeptLastWords]


class KeptVoting(TypedDict):
    """Each ballot, and who left or stayed and why."""

    ballots: list[KeptBallot]
    out: list[int]
    spared: list[KeptSpared]
    nobody: bool


class KeptDone(TypedDict):
    """What was done, by night or by day."""

    acts: list[KeptAct | KeptNothing]
    shown: list[KeptShown]


class KeptAfter(TypedDict):
    """What came of it, and what the host noted."""

    deaths: list[KeptDeath]
    also: list[KeptAlso]
    fouls: list[KeptFoul]
    notes: list[KeptNote]


class KeptNight(KeptDone, KeptAfter):
    """A night."""

    phase: Literal["night"]
    number: int


class KeptDay(KeptTalk, KeptDone, KeptVoting, KeptAfter):
    """A day."""

    phase: Literal["day"]
    number: int


KeptPhase = KeptNight | KeptDay
