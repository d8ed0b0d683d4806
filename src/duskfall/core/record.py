"""The game record: JSON lines. Answers give back the game; facts alone give back what everyone saw."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from duskfall.core.chance import commitment, shuffled
from duskfall.core.facts import EVERYONE, KINDS, MODERATOR, Claim, Ended, Fact, as_data
from duskfall.core.log import Entry
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.core.start.flags import given_flags
from duskfall.core.start.setup import Setup, Start
from duskfall.vocabulary.masks import bits, only
from duskfall.vocabulary.ruleset import Ruleset

FORMAT = 1
KERNEL = 4  # the version of the rules that the kernel itself plays by; a changed rule raises it
MOST_TRIES = 99


class RecordError(ValueError):
    """A record that cannot be read, or that does not hold."""


# -- writing -----------------------------------------------------------------------------------------------


def dump(value: object) -> str:
    """One line of a record."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def opening(
    rules: Ruleset, setup: Setup, nonce: str, players: Sequence[str] = (), origin: Mapping[str, object] | None = None,
    models: Mapping[str, object] | None = None, coach: bool = False,
) -> tuple[str, str]:  # fmt: skip
    """The first two lines: what all may know from the start, and what is published at the end.

    `players` is the kind of player in each seat, for a game that is played at a table; where kinds were given to teams,
    they would tell who is who. `origin` says what brought the ruleset, `models` how models are set, by seat.
    `coach`: who plays may ask what can be known from their seat.
    """
    header: dict[str, object] = {
        "format": FORMAT,
        "kernel": KERNEL,
        "rules": rules.id,
        "plan": compile_plan(rules).hash,
        "names": setup.names,
        "deck": setup.deck,
        "flags": setup.flags,
        "talk": setup.talk,
        "tries": setup.tries,
    }
    header |= ({"ruleset": origin} if origin else {}) | ({"coach": True} if coach else {})
    secret = {
        "seed": setup.seed,
        "nonce": nonce,
        "start": asdict(setup.start) if setup.start else None,
        "roles": None if setup.deck is not None else setup.roles,
        "cards": [[card, list(bits(holders))] for card, holders in setup.cards],
        "assign": setup.assign,
        "players": list(players) or None,
    } | ({"models": models} if models else {})
    return dump({"game": header | {"commitment": commitment(dump(secret))}}), dump({"secret": secret})


def entry_line(entry: Entry) -> str:
    """An answer or a moderator's act."""
    if entry.kind == "answer":
        return dump({"answer": [entry.seat, entry.word, entry.value]})
    return dump({"act": entry})


def fact_line(fact: Fact) -> str:
    """A fact, with its audience."""
    return dump(as_data(fact))


def keep_line(count: int) -> str:
    """After an undo: so many of the facts above still hold."""
    return dump({"keep": count})


def lines(game: Game, nonce: str, origin: Mapping[str, object] | None = None) -> Iterator[str]:
    """The whole record of a game that was played in memory: all answers, then all facts that hold."""
    yield from opening(game.plan.rules, game.setup, nonce, origin=origin)
    yield from map(entry_line, game.log)
    yield from map(fact_line, game.facts)


# -- reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Record:
    """A record as read: the game's ruleset id, what it started from, what came in, what followed."""

    rules: str
    plan: str
    commitment: str
    header: Mapping[str, Any]
    secret: Mapping[str, Any] | None = None
    entries: list[Entry] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    undo: int | None = None  # the entry that took facts back, while no line says yet which ones still hold

    @property
    def players(self) -> tuple[str, ...]:
        """The kind of player in each seat at the start; none if the game had no table."""
        return tuple((self.secret or {}).get("players") or ())

    @property
    def models(self) -> Mapping[str, Any]:
        """With which settings the models play, by seat; older records do not say."""
        found = (self.secret or {}).get("models")
        return found if isinstance(found, dict) else {}

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(self.header["names"])

    @property
    def coach(self) -> bool:
        """Whether it was played with the coach on."""
        return self.header.get("coach") is True

    def setup(self, rules: Ruleset) -> Setup:
        """What the game started from; needs the published secret."""
        head, secret = self.header, self.secret
        if secret is None:
            raise RecordError("the seed is not published yet: the game is not over")
        deck = tuple(head["deck"]) if head["deck"] is not None else None
        roles = secret["roles"] if deck is None else shuffled(secret["seed"], "deal", deck)
        return Setup(
            names=self.names,
            roles=tuple(roles),
            flags=given_flags(rules, head["flags"]),
            seed=secret["seed"],
            talk=head["talk"],
            tries=head["tries"],
            cards=tuple((card, only(holders)) for card, holders in secret["cards"]),
            assign=None if secret["assign"] is None else tuple(tuple(each) for each in secret["assign"]),
            start=_start(secret["start"]),
            deck=deck,
        )

    def replay(self, rules: Ruleset) -> Game:
        """The game again, from its answers."""
        if changed := self.changed(rules):
            raise RecordError(changed)
        return self._again(rules)

    def _again(self, rules: Ruleset) -> Game:
        try:
            return Game.replay(rules, self.setup(rules), self.entries)
        except RecordError:
            raise
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError) as error:
            raise RecordError(f"the record does not hold a game of {self.rules}: {error}") from None

    def changed(self, rules: Ruleset) -> str:
        """Why the game cannot be played again under today's rules; empty if it can.

        Of a game by an older kernel: it can if it is over and comes out alike, for then nothing in it has changed.
        """
        known = self.plan in (compile_plan(rules).hash, *rules.plays_as)
        if self.kernel != KERNEL and not (known and self.kernel < KERNEL and self._comes_out_alike(rules)):
            return f"it was played by version {self.kernel} of the kernel's rules, and this is version {KERNEL}"
        return "" if known else f"the rules of {self.rules} have changed since this game was recorded"

    def _comes_out_alike(self, rules: Ruleset) -> bool:
        over = any(isinstance(fact, Ended) for fact in self.facts)
        try:
            return over and not difference(self.facts, self._again(rules).facts)
        except RecordError:
            return False

    @property
    def kernel(self) -> int:
        """By which version of the kernel's rules it was played; the first did not name itself."""
        version: int = self.header.get("kernel", 1)
        return version

    def verify(self, rules: Ruleset) -> str:
        """Empty if the seed is the committed one and the answers give the same facts; else the first difference."""
        if self.secret is None:
            return "the seed is not published yet"
        if not self.committed:
            return "the seed does not match the commitment of the header"
        return difference(self.facts, self.replay(rules).facts)

    @property
    def committed(self) -> bool:
        """Whether the secret is the one that the header promised."""
        return self.secret is not None and commitment(dump(self.secret)) == self.commitment


def difference(recorded: Sequence[Fact], replayed: Sequence[Fact]) -> str:
    """Empty if the recorded facts are the replayed ones; else the first difference."""
    for number, (old, new) in enumerate(zip(recorded, replayed, strict=False), 1):
        if fact_line(old) != fact_line(new):
            return f"fact {number}: recorded {fact_line(old)}, replayed {fact_line(new)}"
    if len(recorded) != len(replayed):
        return f"{len(recorded)} facts are recorded, {len(replayed)} replayed"
    return ""


def _start(value: Mapping[str, Any] | None) -> Start | None:
    if value is None:
        return None
    return Start(**{key: _tuples(item) for key, item in value.items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def read(text: Iterable[str | bytes]) -> Record:
    """A record from its lines, of text or of UTF-8; one clear error that names the line."""
    record: Record | None = None
    for number, line in enumerate(text, 1):
        try:
            value = json.loads(line)
            if record is None:
                record = _header(value["game"])
            else:
                _take(record, value)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            reason = str(error) if isinstance(error, RecordError) else "not a line of a duskfall record"
            raise RecordError(f"line {number}: {reason}") from None
    if record is None:
        raise RecordError("line 1: the record is empty")
    return record


def _header(head: Mapping[str, Any]) -> Record:
    if head["format"] != FORMAT:
        raise RecordError(f"format {head['format']!r} is not the format {FORMAT} that this version reads")
    for key in ("names", "deck", "flags", "talk", "tries"):
        head[key]
    names = head["names"]
    if not isinstance(head["rules"], str):
        raise RecordError("the name of the ruleset is damaged")
    if not _strings(names):
        raise RecordError("the names of the seats are damaged")
    if type(head.get("kernel", 1)) is not int:
        raise RecordError("the version of the kernel's rules is damaged")
    if type(head["tries"]) is not int or not 0 < head["tries"] <= MOST_TRIES:
        raise RecordError("the number of tries is damaged")
    return Record(head["rules"], head["plan"], head["commitment"], head)


def _strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _take(record: Record, value: Mapping[str, Any]) -> None:
    if "fact" in value:
        record.facts.append(read_fact(value, len(record.names)))
        record.undo = None
    elif "answer" in value:
        seat, verb, answer = value["answer"]
        record.entries.append(_entry("answer", seat, verb, answer))
    elif "act" in value:
        record.entries.append(_entry(*value["act"]))
        if record.undo is None and record.entries[-1].kind == "undo":
            record.undo = len(record.entries) - 1
    elif "keep" in value:
        if record.undo is None:
            raise RecordError("facts are taken back where nothing was undone")
        if type(value["keep"]) is not int or not 0 <= value["keep"] <= len(record.facts):
            raise RecordError(f"{value['keep']!r} facts cannot be kept of {len(record.facts)}")
        del record.facts[value["keep"] :]
        record.undo = None
    elif "secret" in value:
        record.secret = value["secret"]
        players = value["secret"].get("players")
        if players is not None and not (_strings(players) and len(players) == len(record.names)):
            raise RecordError("the players of the seats are damaged")
    else:
        raise RecordError(f"unknown line: {', '.join(value)}")


def _entry(kind: object, seat: object, word: object, value: object) -> Entry:
    if not isinstance(kind, str) or type(seat) is not int or not isinstance(word, str):
        raise RecordError("a damaged answer or act")
    return Entry(kind, seat, word, value)


def read_fact(value: Mapping[str, Any], seats: int) -> Fact:
    """A fact from its line, at a table of so many seats."""
    kind = KINDS.get(value["fact"])
    if kind is None:
        raise RecordError(f"unknown fact {value['fact']!r}")
    fields = {key: _tuples(item) for key, item in value.items() if key not in ("fact", "to")}
    if "claims" in fields:
        fields["claims"] = tuple(Claim(**claim) for claim in fields["claims"])
    to = value["to"]
    if to not in ("all", "moderator") and not all(type(seat) is int and 0 < seat <= seats for seat in to):
        raise RecordError(f"no such audience {to!r}")
    audience = EVERYONE if to == "all" else MODERATOR if to == "moderator" else only(to)
    return kind(audience, **fields)
