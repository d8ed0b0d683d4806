"""Events of a game (`Fact`), one class for each kind. Each event names its audience.

An audience is a set of seats as a bit mask: bit k stands for seat k. The moderator sees every event.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from duskfall.vocabulary.masks import bits

EVERYONE = -1
MODERATOR = 0


class Claim(NamedTuple):
    """A typed claim attached to a speech; it has no effect in the rules (G2)."""

    kind: str  # role, result, visit, accuse, defend
    seat: int  # seat that the claim is about
    word: str = ""  # role claimed, result reported, or name of the player whom this seat visited
    verb: str = ""  # action that gave the result


CLAIMS = ("role", "result", "visit", "accuse", "defend")


class Began(NamedTuple):
    """A game has begun at a table."""

    to: int
    rules: str
    names: tuple[str, ...]
    flags: tuple[tuple[str, bool | int | float | str], ...]
    talk: bool
    deck: tuple[tuple[str, int], ...]
    cards: tuple[tuple[str, int], ...] = ()  # in addition to roles: how many of each kind; the holders stay secret


class Dealt(NamedTuple):
    """A seat was dealt this role."""

    to: int
    seat: int
    role: str
    team: str


class Knows(NamedTuple):
    """The audience learns a seat's role, or how the seat relates to them (`how`)."""

    to: int
    seat: int
    role: str
    how: str  # mate, changed, taught, or the name of a deal


class CardDealt(NamedTuple):
    """A seat was dealt a card in addition to its role."""

    to: int
    seat: int
    card: str


class PhaseBegan(NamedTuple):
    """A night or a day has begun."""

    to: int
    phase: str
    number: int


class Thought(NamedTuple):
    """A private thought that a seat gave with an answer; nobody at the table sees it."""

    to: int
    seat: int
    verb: str
    text: str


class Said(NamedTuple):
    """A seat has spoken."""

    to: int
    seat: int
    text: str
    part: str
    addressed: int = 0
    claims: tuple[Claim, ...] = ()


class Skipped(NamedTuple):
    """A seat has passed its turn to speak."""

    to: int
    seat: int
    part: str


class SkipVoted(NamedTuple):
    """A seat has voted to end the discussion, or withdrawn that vote."""

    to: int
    seat: int
    wants: bool


class Nominated(NamedTuple):
    """A speaker has nominated a player for the vote."""

    to: int
    seat: int
    target: int


class TalkEnded(NamedTuple):
    """The day's discussion is over: by silence, budget, skip vote or rounds."""

    to: int
    how: str


class Chose(NamedTuple):
    """A seat has made a choice; target 0 means that it declined."""

    to: int
    seat: int
    verb: str
    target: int
    role: str = ""


class Silent(NamedTuple):
    """A seat gave no answer to a question; its action is not made (G4)."""

    to: int
    seat: int
    verb: str


class Refused(NamedTuple):
    """An answer that was not accepted, and the reason; the seat may be asked again (G3)."""

    to: int
    seat: int
    verb: str
    reason: str


class Void(NamedTuple):
    """An action forbidden by the rules, recorded without effect (G3)."""

    to: int
    seat: int
    verb: str
    target: int
    reason: str
    team: str = ""


class Overturned(NamedTuple):
    """A cancelled effect, and the rule that cancelled it."""

    to: int
    what: str
    actor: int
    on: int
    by: str
    by_actor: int
    rule: str


class MarkSet(NamedTuple):
    """A seat has received a mark."""

    to: int
    seat: int
    mark: str


class Landed(NamedTuple):
    """An attack has landed: nothing overturned it."""

    to: int
    verb: str
    actor: int
    on: int
    rule: str


class Died(NamedTuple):
    """A seat has died. Only the moderator sees this event; the table sees `Announced` or `Fell`."""

    to: int
    seat: int
    role: str
    shown: str
    causes: tuple[str, ...]


class Told(NamedTuple):
    """A result for a seat: a word, a role, or seats."""

    to: int
    seat: int
    verb: str
    target: int
    word: str = ""
    seats: tuple[int, ...] = ()


class Noticed(NamedTuple):
    """A notice for its audience; `about` is the seat that the notice names, 0 if it names none."""

    to: int
    seat: int
    notice: str
    about: int = 0


class Announced(NamedTuple):
    """The announcement of the night's deaths: each seat and the role that is shown."""

    to: int
    dead: tuple[tuple[int, str], ...]


class Voted(NamedTuple):
    """The result of a vote: each ballot (seat, target or blank) and the tally."""

    to: int
    verb: str
    ballots: tuple[tuple[int, int | str], ...]
    tally: tuple[tuple[int | str, float], ...]
    table: bool = False  # whether the vote was on sending out all the tied


class Tied(NamedTuple):
    """The seats that share the most votes."""

    to: int
    seats: tuple[int, ...]


class LotDrawn(NamedTuple):
    """A tie-break draw: the seats it was between, and the seat it fell on."""

    to: int
    verb: str
    among: tuple[int, ...]
    seat: int


class Out(NamedTuple):
    """A seat was voted out."""

    to: int
    seat: int
    shown: str


class NobodyOut(NamedTuple):
    """The vote has sent nobody out."""

    to: int


class Spared(NamedTuple):
    """A seat was voted out, and something overturned that."""

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
    """A player has died by day, other than by the vote."""

    to: int
    seat: int
    shown: str


class Candidates(NamedTuple):
    """The current candidates for a title."""

    to: int
    title: str
    seats: tuple[int, ...]


class TitleHeld(NamedTuple):
    """A title has a new holder; 0 means nobody."""

    to: int
    title: str
    seat: int
    was: int = 0


class Became(NamedTuple):
    """A seat's role has changed."""

    to: int
    seat: int
    role: str
    team: str


class Lost(NamedTuple):
    """A seat has lost the right to an action."""

    to: int
    seat: int
    verb: str


class Shown(NamedTuple):
    """A living player's role was revealed to everyone."""

    to: int
    seat: int
    role: str


class CoWon(NamedTuple):
    """A seat has a personal win, whichever side wins."""

    to: int
    seat: int
    role: str


class Removed(NamedTuple):
    """The moderator has removed a seat (G12)."""

    to: int
    seat: int
    cause: str


class HandedOver(NamedTuple):
    """The moderator has given a seat to another player (G12)."""

    to: int
    seat: int
    player: str


class FlagSwitched(NamedTuple):
    """A house rule changes from the next phase on (G12)."""

    to: int
    flag: str
    value: bool | int | float | str


class Paused(NamedTuple):
    """The moderator has paused or resumed the game (G12)."""

    to: int
    on: bool


class Undone(NamedTuple):
    """The moderator has taken back the last `steps` answers and commands (G12)."""

    to: int
    steps: int


class Ended(NamedTuple):
    """The game is over; all roles are revealed."""

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
    """Convert an event to JSON data, for records and for programs of players: its kind, its audience, its fields."""
    fields = fact._asdict()
    to = fields.pop("to")
    if isinstance(fact, Said):
        fields["claims"] = [claim._asdict() for claim in fact.claims]
    audience = "all" if to == EVERYONE else "moderator" if to == MODERATOR else list(bits(to))
    return {"fact": type(fact).__name__, "to": audience, **fields}
