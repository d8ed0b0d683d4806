"""What a case expects, compared with what came: read from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

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

F = TypeVar("F")


@dataclass(slots=True)
class Played:
    """A phase to be judged: its own facts, all facts up to its end, what was asked, and the words of the case."""

    names: tuple[str, ...]
    facts: list[Fact]
    so_far: list[Fact]
    asked: list[Ask]
    ballots: frozenset[str]
    mark: str
    title: str
    written: dict[str, Any]
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


def _with_roles(found: dict[str, str], expected: Any) -> Any:
    """Names, or names with the shown role, as the case has it."""
    return found if isinstance(expected, dict) else sorted(found)


def dead(played: Played, expected: Any) -> Any:
    """Who died in this phase other than by the vote."""
    return _with_roles({played.name(fact.seat): fact.shown for fact in played.of(Died)}, expected)


def out(played: Played, expected: Any) -> Any:
    """Who was voted out."""
    found = {played.name(fact.seat): fact.shown for fact in played.of(Out)}
    if isinstance(expected, list | dict):
        return _with_roles(found, expected)
    return next(iter(found), None) if len(found) < 2 else sorted(found)


def told(played: Played, expected: dict[str, Any]) -> Any:
    """What each listed player alone learned."""
    return {name: _told_one(played, played.seat(name), wanted) for name, wanted in expected.items()}


def _told_one(played: Played, seat: int, wanted: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in (wanted or {}).items():
        if key == "notice":
            notices = [f.notice for f in played.of(Noticed) if f.to != EVERYONE and f.to >> seat & 1]
            found[key] = notices if Counter(notices) != Counter(value or []) else value
        else:
            found[key] = _result(played, seat, key, value)
    return found


def _result(played: Played, seat: int, verb: str, value: Any) -> Any:
    results = [fact for fact in played.of(Told) if fact.seat == seat and fact.verb == verb]
    if not results:
        return None
    last = results[-1]
    if last.word:
        return last.word
    names = [played.name(each) for each in last.seats]
    if not isinstance(value, list) and len(names) < 2 and not last.target:
        return names[0] if names else None  # who was shown before a choice
    return names


def void(played: Played, expected: Any) -> Any:
    """Whose written acts were void; a team's kill stands under the team's name."""
    found = set()
    for fact in played.of(Void):
        acts = played.written.get(fact.verb)
        name = played.name(fact.seat)
        by_name = isinstance(acts, dict) and name in map(str, acts)
        found.add(fact.team if fact.team and not by_name else name)
    return sorted(found)


def alive(played: Played, expected: Any) -> Any:
    """The living."""
    gone = {fact.seat for fact in played.so_far if isinstance(fact, Died | Out)} | set(played.start_dead)
    return sorted(name for name in played.names if played.seat(name) not in gone)


def tally(played: Played, expected: Any) -> Any:
    """The last elimination ballot."""
    votes = [f for f in played.of(Voted) if f.verb in played.ballots and "all" not in dict(f.tally)]
    if not votes:
        return {}
    return {(played.name(who) if isinstance(who, int) else who): count for who, count in votes[-1].tally}


def vote_immune(played: Played, expected: Any) -> Any:
    """Who is vote-immune on the coming day."""
    return sorted({played.name(fact.seat) for fact in played.of(MarkSet) if fact.mark == played.mark})


def sheriff(played: Played, expected: Any) -> Any:
    """Who holds the badge."""
    held = [fact.seat for fact in played.ever(TitleHeld) if fact.title == played.title]
    return played.name(held[-1]) if held and held[-1] else None


def said(played: Played, expected: Any) -> Any:
    """The public messages."""
    return [[played.name(fact.seat), fact.text] for fact in played.of(Said) if fact.to == EVERYONE]


def ended(played: Played, expected: Any) -> Any:
    """How discussion ended."""
    ends = played.of(TalkEnded)
    return ends[-1].how if ends else None


def overturned(played: Played, expected: list[dict[str, Any]]) -> Any:
    """The expected overturns, if all are among those recorded; else all that were recorded."""
    found = [{"what": f.what, "on": played.name(f.on), "by": f.by} for f in played.of(Overturned)]
    return expected if all(any(want.items() <= each.items() for each in found) for want in expected) else found


def asked(played: Played, expected: dict[str, Any]) -> Any:
    """What these players were asked, speech left out."""
    found = {}
    for name, wanted in expected.items():
        verbs = [ask.verb for ask in played.asked if ask.seat == played.seat(name) and not ask.speech]
        found[name] = wanted if Counter(verbs) == Counter(wanted or []) else verbs
    return found


def options(played: Played, expected: dict[str, Any]) -> Any:
    """Whom these asks offered."""
    found: dict[str, Any] = {}
    for name, wanted in expected.items():
        found[name] = {}
        for verb, players in wanted.items():
            asks = [ask for ask in played.asked if ask.seat == played.seat(name) and ask.verb == verb]
            offered = [played.name(seat) for seat in asks[-1].seats] if asks else None
            same = offered is not None and sorted(offered) == sorted(map(str, players or []))
            found[name][verb] = players if same else offered
    return found


def sees(played: Played, expected: dict[str, Any]) -> Any:
    """Roles that these players know of others, besides what the public was shown."""
    public = {fact.seat for fact in played.so_far if isinstance(fact, Out | Shown)}
    for fact in played.ever(Announced):
        public |= {seat for seat, shown in fact.dead if shown not in ("hidden", "unknown")}
    found = {}
    for name in expected:
        seat = played.seat(name)
        known = [fact for fact in played.ever(Knows) if fact.to >> seat & 1 and fact.seat not in public]
        found[name] = {played.name(fact.seat): fact.role or fact.how for fact in known}
    return found


def winner(played: Played, expected: Any) -> Any:
    """Who has won."""
    ends = played.ever(Ended)
    return ends[0].winner if ends else None


def reason(played: Played, expected: Any) -> Any:
    """Why the game is over."""
    ends = played.ever(Ended)
    return ends[0].reason if ends else None


def cowins(played: Played, expected: Any) -> Any:
    """Who has won beside the sides."""
    return {played.name(fact.seat): fact.role for fact in played.ever(CoWon)}


def roles(played: Played, expected: dict[str, Any]) -> Any:
    """True roles now."""
    held: dict[int, str] = {}
    for fact in played.so_far:
        if isinstance(fact, Dealt | Became):
            held[fact.seat] = fact.role
    return {name: held[played.seat(name)] for name in expected}


READERS: dict[str, Callable[[Played, Any], Any]] = {
    reader.__name__: reader
    for reader in (
        dead, out, told, void, alive, tally, vote_immune, sheriff, said, ended, overturned, asked, options,
        sees, winner, reason, cowins, roles,
    )
}  # fmt: skip
UNORDERED = ("dead", "out", "void", "alive", "vote_immune")


def differences(played: Played, expect: dict[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    """Each key that came out otherwise: key, expected, came."""
    for key, expected in expect.items():
        wanted = expected
        if expected is None and key in ("told", "asked", "options", "sees", "roles", "overturned"):
            continue
        if key in UNORDERED and isinstance(expected, list):
            wanted = sorted(map(str, expected))
        elif key in ("void", "alive", "vote_immune", "dead") and expected is None:
            wanted = []
        elif key in ("tally", "cowins") and expected is None:
            wanted = {}
        elif key == "said":
            wanted = [[str(who), str(text)] for who, text in expected or []]
        elif key == "dead" and expected == {}:
            wanted = {}
        came = READERS[key](played, expected)
        if came != wanted:
            yield key, expected, came
