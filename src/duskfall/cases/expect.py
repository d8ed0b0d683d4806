"""What a case expects, compared with what came: read from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from duskfall.cases.known import found_known
from duskfall.cases.terms import NO_ROLE, TITLE, VOTE_IMMUNITY
from duskfall.cases.written import Acts
from duskfall.core.ask import Ask
from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Became,
    CoWon,
    Dealt,
    Died,
    Ended,
    Fact,
    Fell,
    Knows,
    MarkSet,
    Noticed,
    Out,
    Overturned,
    Said,
    Shown,
    TalkEnded,
    TitleHeld,
    Told,
    Void,
    Voted,
)
from duskfall.vocabulary.ruleset import Ruleset

F = TypeVar("F")
Learned = str | list[str] | None  # a word, players or notices, or nothing


@dataclass(slots=True)
class JudgedPhase:
    """A phase to be judged: its own facts, all facts up to its end, what was asked, and the words of the case."""

    rules: Ruleset
    names: tuple[str, ...]
    facts: list[Fact]
    so_far: list[Fact]
    by_then: list[Fact]  # when the game next waits for somebody after it; or before the end is told
    asked: list[Ask]
    ballots: frozenset[str]
    written: dict[str, Acts]
    start_dead: tuple[int, ...]

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat - 1]

    def seat(self, name: str) -> int:
        """The seat of a name."""
        return self.names.index(name) + 1

    def of(self, kind: type[F]) -> list[F]:
        """The facts of this kind in the phase."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def ever(self, kind: type[F]) -> list[F]:
        """The facts of this kind so far."""
        return [fact for fact in self.so_far if isinstance(fact, kind)]


def _with_roles(found: dict[str, str], expected: object) -> dict[str, str] | list[str]:
    """Names, or names with the shown role, as the case has it."""
    return found if isinstance(expected, dict) else sorted(found)


def dead(played: JudgedPhase, expected: object) -> dict[str, str] | list[str]:
    """Who died in this phase other than by the vote."""
    return _with_roles({played.name(fact.seat): fact.shown for fact in played.of(Died)}, expected)


def out(played: JudgedPhase, expected: object) -> dict[str, str] | list[str] | str | None:
    """Who was voted out."""
    found = {played.name(fact.seat): fact.shown for fact in played.of(Out)}
    if isinstance(expected, list | dict):
        return _with_roles(found, expected)
    return next(iter(found), None) if len(found) < 2 else sorted(found)


def told(played: JudgedPhase, expected: dict[str, dict[str, Learned]]) -> dict[str, dict[str, Learned]]:
    """What each listed player alone learned."""
    return {
        name: {key: _learned(played, played.seat(name), key, value) for key, value in wanted.items()}
        for name, wanted in expected.items()
    }


def _learned(played: JudgedPhase, seat: int, key: str, value: Learned) -> Learned:
    """The notices of a player, or the answer that an act brought."""
    if key == "notice":
        notices = [f.notice for f in played.of(Noticed) if f.to != EVERYONE and f.to >> seat & 1]
        return _same(notices, value) if isinstance(value, list) else notices
    results = [fact for fact in played.of(Told) if fact.seat == seat and fact.verb == key]
    if not results:
        return None
    last = results[-1]
    names = [played.name(each) for each in last.seats]
    if last.word:
        return last.word
    if isinstance(value, list):
        return _same(names, value)
    if len(names) < 2 and not last.target:
        return names[0] if names else None  # who was shown before a choice
    return names


def _same(found: list[str], expected: list[str]) -> list[str]:
    """What was expected if it is the same but for its order, else what was found."""
    return expected if Counter(found) == Counter(expected) else found


def void(played: JudgedPhase, expected: object) -> list[str]:
    """Whose written acts were void; a team's kill stands under the team's name."""
    found = set()
    for fact in played.of(Void):
        name = played.name(fact.seat)
        found.add(fact.team if fact.team and name not in played.written.get(fact.verb, {}) else name)
    return sorted(found)


def alive(played: JudgedPhase, expected: object) -> list[str]:
    """The living."""
    gone = {fact.seat for fact in played.so_far if isinstance(fact, Died | Out)} | set(played.start_dead)
    return sorted(name for name in played.names if played.seat(name) not in gone)


def tally(played: JudgedPhase, expected: object) -> dict[str, float]:
    """The last elimination ballot."""
    votes = [f for f in played.of(Voted) if f.verb in played.ballots and not f.table]
    if not votes:
        return {}
    return {(played.name(who) if isinstance(who, int) else who): count for who, count in votes[-1].tally}


def vote_immune(played: JudgedPhase, expected: object) -> list[str]:
    """Who is vote-immune on the coming day."""
    return sorted({played.name(fact.seat) for fact in played.of(MarkSet) if fact.mark == VOTE_IMMUNITY})


def sheriff(played: JudgedPhase, expected: object) -> str | None:
    """Who holds the badge."""
    held = [fact.seat for fact in played.ever(TitleHeld) if fact.title == TITLE]
    return played.name(held[-1]) if held and held[-1] else None


def said(played: JudgedPhase, expected: object) -> list[list[str]]:
    """The public messages."""
    return [[played.name(fact.seat), fact.text] for fact in played.of(Said) if fact.to == EVERYONE]


def ended(played: JudgedPhase, expected: object) -> str | None:
    """How discussion ended."""
    ends = played.of(TalkEnded)
    return ends[-1].how if ends else None


def overturned(played: JudgedPhase, expected: list[dict[str, str]]) -> list[dict[str, str]]:
    """The expected overturns, if all are among those recorded; else all that were recorded."""
    found = [{"what": f.what, "on": played.name(f.on), "by": f.by} for f in played.of(Overturned)]
    return expected if all(any(want.items() <= each.items() for each in found) for want in expected) else found


def asked(played: JudgedPhase, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    """What these players were asked, speech left out."""
    found = {}
    for name, wanted in expected.items():
        found[name] = _same([a.verb for a in played.asked if a.seat == played.seat(name) and not a.speech], wanted)
    return found


def options(played: JudgedPhase, expected: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str] | None]]:
    """Whom these asks offered."""
    found: dict[str, dict[str, list[str] | None]] = {}
    for name, wanted in expected.items():
        found[name] = {}
        for verb, players in wanted.items():
            asks = [ask for ask in played.asked if ask.seat == played.seat(name) and ask.verb == verb]
            found[name][verb] = _same([played.name(seat) for seat in asks[-1].seats], players) if asks else None
    return found


def sees(played: JudgedPhase, expected: Iterable[str]) -> dict[str, dict[str, str]]:
    """Roles that these players know of others, besides what the public was shown."""
    public = _public(played)
    found: dict[str, dict[str, str]] = {}
    for name in expected:
        seat = played.seat(name)
        known = {fact.seat: fact.role or fact.how for fact in played.ever(Knows) if fact.to >> seat & 1}
        found[name] = {played.name(who): role for who, role in known.items() if role != public.get(who)}
    return found


def _public(played: JudgedPhase) -> dict[int, str]:
    """The roles that the public was shown, true or forged."""
    shown: dict[int, str] = {}
    for fact in played.so_far:
        if isinstance(fact, Announced):
            shown |= dict(fact.dead)
        elif isinstance(fact, Out | Fell):
            shown[fact.seat] = fact.shown
        elif isinstance(fact, Shown):
            shown[fact.seat] = fact.role
    return {seat: role for seat, role in shown.items() if role not in NO_ROLE}


def winner(played: JudgedPhase, expected: object) -> str | None:
    """Who has won."""
    ends = played.ever(Ended)
    return ends[0].winner if ends else None


def reason(played: JudgedPhase, expected: object) -> str | None:
    """Why the game is over."""
    ends = played.ever(Ended)
    return ends[0].reason if ends else None


def cowins(played: JudgedPhase, expected: object) -> dict[str, str]:
    """Who has won beside the sides."""
    return {played.name(fact.seat): fact.role for fact in played.ever(CoWon)}


def roles(played: JudgedPhase, expected: Iterable[str]) -> dict[str, str]:
    """True roles now."""
    held: dict[int, str] = {}
    for fact in played.so_far:
        if isinstance(fact, Dealt | Became):
            held[fact.seat] = fact.role
    return {name: held[played.seat(name)] for name in expected}


def detect(played: JudgedPhase, expected: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What these viewers can know when the game next waits for somebody, or at its end."""
    going = not played.ever(Ended) and bool(played.by_then)
    return found_known(played.rules, played.names, played.by_then, going, expected)


READERS: dict[str, Callable[[JudgedPhase, Any], object]] = {
    reader.__name__: reader
    for reader in (
        dead, out, told, void, alive, tally, vote_immune, sheriff, said, ended, overturned, asked, options,
        sees, winner, reason, cowins, roles, detect,
    )
}  # fmt: skip


def differences(played: JudgedPhase, expect: dict[str, Any]) -> Iterable[tuple[str, object, object]]:
    """Each key that came out otherwise: key, expected, came."""
    for key, expected in expect.items():
        came = READERS[key](played, expected)
        if came != expected:
            yield key, expected, came
