"""Game records as JSON lines. The answers reproduce the game; the events alone show what everyone saw."""

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
KERNEL = 4  # version of the rules in the engine itself; raised when one of them changes
MOST_TRIES = 99


class RecordError(ValueError):
    """A record that cannot be read, replayed or verified."""


# -- writing -----------------------------------------------------------------------------------------------


def dump(value: object) -> str:
    """Format a value as one line of a record, without the newline."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def opening(
    rules: Ruleset, setup: Setup, nonce: str, players: Sequence[str] = (), origin: Mapping[str, object] | None = None,
    models: Mapping[str, object] | None = None, coach: bool = False,
) -> tuple[str, str]:  # fmt: skip
    """Return the first two lines of a record: the public header, and the secret that is published at the end.

    `players` is the kind of player in each seat of a game played at a table; it is secret because kinds that were given
    to teams would reveal roles. `origin` says where the ruleset came from, `models` the settings of models by seat.
    `coach`: players may ask what can be known from their seat.
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
    """Return the record line of an answer or a moderator command."""
    if entry.kind == "answer":
        return dump({"answer": [entry.seat, entry.word, entry.value]})
    return dump({"act": entry})


def fact_line(fact: Fact) -> str:
    """Return the record line of an event, with its audience."""
    return dump(as_data(fact))


def keep_line(count: int) -> str:
    """Return the line written after an undo: how many of the events above still hold."""
    return dump({"keep": count})


def lines(game: Game, nonce: str, origin: Mapping[str, object] | None = None) -> Iterator[str]:
    """Yield the whole record of a game that was played in memory: all answers, then all events that hold."""
    yield from opening(game.plan.rules, game.setup, nonce, origin=origin)
    yield from map(entry_line, game.log)
    yield from map(fact_line, game.facts)


# -- reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Record:
    """A parsed record: the ruleset's id, the setup, the answers and commands, the events."""

    rules: str
    plan: str
    commitment: str
    header: Mapping[str, Any]
    secret: Mapping[str, Any] | None = None
    entries: list[Entry] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    undo: int | None = None  # index of an undo entry until a line says how many events still hold

    @property
    def players(self) -> tuple[str, ...]:
        """The kind of player in each seat at the start; empty if not recorded or not published yet."""
        return tuple((self.secret or {}).get("players") or ())

    @property
    def models(self) -> Mapping[str, Any]:
        """The settings of the models, by seat; empty in older records and before the secret is published."""
        found = (self.secret or {}).get("models")
        return found if isinstance(found, dict) else {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return tuple(self.header["names"])

    @property
    def coach(self) -> bool:
        """Return whether the game was played with the coach (hints for players)."""
        return self.header.get("coach") is True

    def setup(self, rules: Ruleset) -> Setup:
        """Return the setup of the game; raise `RecordError` if the secret is not published yet."""
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
        """Replay the game from its answers; raise `RecordError` if that is not possible under today's rules."""
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
        """Return why the game cannot be replayed under today's rules; empty if it can.

        A game from an older engine can be replayed if it is over and gives the same events: then no change affects it.
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
        """The version of the engine's own rules that the game was played by; 1 in records that don't name it."""
        version: int = self.header.get("kernel", 1)
        return version

    def verify(self, rules: Ruleset) -> str:
        """Return the first problem, or an empty string if the record is verified.

        The seed must match the commitment, and the answers must give the recorded events. Raise `RecordError` if the
        game cannot be replayed.
        """
        if self.secret is None:
            return "the seed is not published yet"
        if not self.committed:
            return "the seed does not match the commitment of the header"
        return difference(self.facts, self.replay(rules).facts)

    @property
    def committed(self) -> bool:
        """Return whether the secret is the one that the header committed to."""
        return self.secret is not None and commitment(dump(self.secret)) == self.commitment


def difference(recorded: Sequence[Fact], replayed: Sequence[Fact]) -> str:
    """Return the first difference between recorded and replayed events; empty if there is none."""
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
    """Parse a record from its lines (text or UTF-8 bytes); raise `RecordError` with the number of the bad line."""
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
    """Parse an event from its JSON data, at a table with this many seats; raise `RecordError` for an unknown kind."""
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
