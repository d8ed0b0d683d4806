"""What happened, as a closed union of facts; each names its audience when it is emitted.

An audience is a set of seats (bit k for seat k). The moderator sees every fact.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from duskfall.vocabulary.masks import bits

EVERYONE = -1
MODERATOR = 0


class Claim(NamedTuple):
    """A typed statement beside a speech; it moves nothing in the rules (G2)."""

    kind: str  # role, result, visit, accuse, defend
    seat: int  # of whom
    word: str = ""  # the role claimed, the result reported, or the name of whom this seat was seen to visit
    verb: str = ""  # by which act a result was got


CLAIMS = ("role", "result", "visit", "accuse", "defend")


class Began(NamedTuple):
    """A game begins at this table."""

    to: int
    rules: str
    names: tuple[str, ...]
    flags: tuple[tuple[str, bool | int | float | str], ...]
    talk: bool
    deck: tuple[tuple[str, int], ...]
    cards: tuple[tuple[str, int], ...] = ()  # beside the roles: how many of each kind; who holds one is not told


class Dealt(NamedTuple):
    """A seat holds this role."""

    to: int
    seat: int
    role: str
    team: str


class Knows(NamedTuple):
    """The audience learns a seat's role, or what it is to them."""

    to: int
    seat: int
    role: str
    how: str  # mate, cleaned, assigned, promoted ...


class CardDealt(NamedTuple):
    """A seat holds a card beside its role."""

    to: int
    seat: int
    card: str


class PhaseBegan(NamedTuple):
    """A night or a day begins."""

    to: int
    phase: str
    number: int


class Thought(NamedTuple):
    """What a seat thought when it answered, if it told; nobody at the table knows."""

    to: int
    seat: int
    verb: str
    text: str


class Said(NamedTuple):
    """A seat speaks."""

    to: int
    seat: int
    text: str
    part: str
    addressed: int = 0
    claims: tuple[Claim, ...] = ()


class Skipped(NamedTuple):
    """A seat passes its turn to speak."""

    to: int
    seat: int
    part: str


class SkipVoted(NamedTuple):
    """A seat wants the discussion to end, or no longer does."""

    to: int
    seat: int
    wants: bool


class Nominated(NamedTuple):
    """A speaker puts a player up for the vote."""

    to: int
    seat: int
    target: int


class TalkEnded(NamedTuple):
    """The day's discussion is over: silence, budget, skip-vote or rounds."""

    to: int
    how: str


class Chose(NamedTuple):
    """A seat made a choice; target 0 declines."""

    to: int
    seat: int
    verb: str
    target: int
    role: str = ""


class Silent(NamedTuple):
    """A seat that was asked gave no answer: the act is not made (G4)."""

    to: int
    seat: int
    verb: str


class Refused(NamedTuple):
    """An answer that the rules forbid; the seat was asked again (G3)."""

    to: int
    seat: int
    verb: str
    reason: str


class Void(NamedTuple):
    """An act that the rules forbid, recorded without effect (G3)."""

    to: int
    seat: int
    verb: str
    target: int
    reason: str
    team: str = ""


class Overturned(NamedTuple):
    """An effect was cancelled, and by what rule."""

    to: int
    what: str
    actor: int
    on: int
    by: str
    by_actor: int
    rule: str


class MarkSet(NamedTuple):
    """A seat bears a mark."""

    to: int
    seat: int
    mark: str


class Landed(NamedTuple):
    """An attack that nothing overturned."""

    to: int
    verb: str
    actor: int
    on: int
    rule: str


class Died(NamedTuple):
    """A seat is dead; the table is told when it is announced."""

    to: int
    seat: int
    role: str
    shown: str
    causes: tuple[str, ...]


class Told(NamedTuple):
    """The result of an act: a word, a role, or seats."""

    to: int
    seat: int
    verb: str
    target: int
    word: str = ""
    seats: tuple[int, ...] = ()


class Noticed(NamedTuple):
    """A notice word for its audience; `about` says of whom, where the rules tell."""

    to: int
    seat: int
    notice: str
    about: int = 0


class Announced(NamedTuple):
    """Who died in the night: seat and shown role."""

    to: int
    dead: tuple[tuple[int, str], ...]


class Voted(NamedTuple):
    """An opened ballot: each ballot (seat, target or blank) and the tally."""

    to: int
    verb: str
    ballots: tuple[tuple[int, int | str], ...]
    tally: tuple[tuple[int | str, float], ...]
    table: bool = False  # whether all the tied go, not one of them


class Tied(NamedTuple):
    """These share the most votes."""

    to: int
    seats: tuple[int, ...]


class LotDrawn(NamedTuple):
    """A lot decided between these, and fell on one of them."""

    to: int
    verb: str
    among: tuple[int, ...]
    seat: int


class Out(NamedTuple):
    """A seat leaves by the vote."""

    to: int
    seat: int
    shown: str


class NobodyOut(NamedTuple):
    """The vote sends nobody away."""

    to: int


class Spared(NamedTuple):
    """The vote would send a seat away, and something overturns that."""

    to: int
    seat: int
    by: str


class Shot(NamedTuple):
    """A dying player's choice, in public."""

    to: int
    seat: int
    verb: str
    target: int


class Fell(NamedTuple):
    """A player dies by day, other than by the vote."""

    to: int
    seat: int
    shown: str


class Candidates(NamedTuple):
    """Who stands for a title now."""

    to: int
    title: str
    seats: tuple[int, ...]


class TitleHeld(NamedTuple):
    """A title has a new holder; 0: nobody."""

    to: int
    title: str
    seat: int
    was: int = 0


class Became(NamedTuple):
    """A seat's role changed."""

    to: int
    seat: int
    role: str
    team: str


class Lost(NamedTuple):
    """A seat lost the right to an act."""

    to: int
    seat: int
    verb: str


class Shown(NamedTuple):
    """A living player's role is revealed to all."""

    to: int
    seat: int
    role: str


class CoWon(NamedTuple):
    """A seat has won beside whichever side wins."""

    to: int
    seat: int
    role: str


class Removed(NamedTuple):
    """The moderator removed a seat (G12)."""

    to: int
    seat: int
    cause: str


class HandedOver(NamedTuple):
    """The moderator gave a seat to another player (G12)."""

    to: int
    seat: int
    player: str


class FlagSwitched(NamedTuple):
    """A house rule changes from the next phase on (G12)."""

    to: int
    flag: str
    value: bool | int | float | str


class Paused(NamedTuple):
    """The moderator paused the game, or let it go on (G12)."""

    to: int
    on: bool


class Undone(NamedTuple):
    """The moderator took back so many answers (G12)."""

    to: int
    steps: int


class Ended(NamedTuple):
    """The game is over; everything is shown."""

    to: int
    winner: str
    reason: str
    cowins: tuple[tuple[int, str], ...]
    roles: tuple[str, ...]


Fact = (
    Began | Dealt | Knows | CardDealt | PhaseBegan | Thought | Said | Skipped | SkipVoted | Nominated | TalkEnded
    | Chose | Silent | Refused | Void | Overturned | MarkSet | Landed | Died | Told | Noticed | Announced | Voted | Tied
    | LotDrawn | Out | NobodyOut | Spared | Shot | Fell | Candidates | TitleHeld | Became | Lost | Shown | CoWon
    | Removed | HandedOver | FlagSwitched | Paused | Undone | Ended
)  # fmt: skip

KINDS: dict[str, type[Fact]] = {kind.__name__: kind for kind in Fact.__args__}


def as_data(fact: Fact) -> dict[str, Any]:
    """A fact as JSON holds it, in records and in letters to other programs: its kind, its audience, its fields."""
    fields = fact._asdict()
    to = fields.pop("to")
    if isinstance(fact, Said):
        fields["claims"] = [claim._asdict() for claim in fact.claims]
    audience = "all" if to == EVERYONE else "moderator" if to == MODERATOR else list(bits(to))
    return {"fact": type(fact).__name__, "to": audience, **fields}
