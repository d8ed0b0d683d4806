"""The ledger: tokens, costs and failures of a game's calls, summed by seat and by model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from math import inf
from threading import Lock
from typing import Any, NamedTuple

from duskfall.players.llm.calls import REFUSAL, TIMEOUT, TRANSPORT, Usage

OK = "ok"
LATER = ("left_out", "cut")  # fields that older files do not have
NOT_ANSWERED = (TRANSPORT, TIMEOUT, REFUSAL)
THIN = 8  # characters per token; no tokenizer averages so many, so more means a truncated prompt


class Key(NamedTuple):
    """The identity of a question within a game. Unique, unless moves were undone."""

    seat: int
    number: int
    verb: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call to a model, as it is saved next to the game record."""

    seat: int
    number: int
    verb: str
    call: int  # the number of the call for this question, from 1
    model: str  # the model's name as the user wrote it
    outcome: str  # ok, or one of `FAILURES`
    why: str = ""
    seconds: float = 0.0
    first: float | None = None  # seconds until the first word, if known
    usage: Usage | None = None
    cost: float | None = None  # dollars; None: unknown
    charged: float = 0.0  # dollars that count against a budget: the cost, or its maximum if unknown
    chars: int = 0  # characters of the prompt
    repeated: int = 0  # the part of `chars` in leading messages that an earlier prompt had too
    silent: bool = False  # whether the question ended with this call, without an answer
    request: str = ""  # the digest of the request, if the reply can be used again after an interruption
    text: str = ""  # the model's text
    left_out: tuple[str, ...] = ()  # settings that the server does not take
    cut: bool = False  # whether the server seems to have truncated the prompt: its token count stopped growing

    def as_data(self) -> dict[str, Any]:
        """Return the call as data for a line of the sidecar."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        tokens = self.usage._asdict() if self.usage else dict.fromkeys(Usage._fields)
        place = list(data).index("usage")
        names = [*list(data)[:place], *Usage._fields, *list(data)[place + 1 :]]
        return {name: {**data, **tokens}[name] for name in names}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Call:
        """Return the call in a line of the sidecar; raise KeyError, TypeError or ValueError if it is malformed."""
        usage = None if data["prompt"] is None else Usage(*(int(data[name]) for name in Usage._fields))
        rest = {each.name: data[each.name] for each in fields(cls) if each.name not in ("usage", *LATER)}
        if not 0 <= rest["charged"] < inf:  # a negative charge would increase a budget
            raise ValueError("a call cannot be charged so")
        left_out, cut = data.get("left_out", ()), data.get("cut", False)
        return cls(usage=usage, left_out=tuple(left_out), cut=bool(cut), **rest)


@dataclass(slots=True)
class Totals:
    """Sums over several calls."""

    calls: int = 0
    prompt: int = 0  # tokens, as in Usage
    cached: int = 0
    stored: int = 0
    answer: int = 0
    reasoning: int = 0
    known: float = 0.0  # dollars, over the calls with a known cost
    unknown: int = 0  # the number of calls with an unknown cost
    charged: float = 0.0
    seconds: float = 0.0
    silences: int = 0  # questions that ended without an answer
    chars: int = 0
    repeated: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    cut: int = 0  # prompts that the server seems to have truncated
    untold: int = 0  # answers for which the server reported no tokens
    left_out: Counter[str] = field(default_factory=Counter)  # calls by setting that the server does not take
    cut_at: int = 0  # tokens of the longest prompt that the server seems to have truncated

    @property
    def cost(self) -> float | None:
        """The cost in dollars; None if the cost of any call is unknown."""
        return None if self.unknown else self.known

    @property
    def share(self) -> float:
        """The share of the prompts' characters that were sent before, from 0 to 1."""
        return self.repeated / self.chars if self.chars else 0.0

    def add(self, call: Call) -> None:
        """Add a call to the sums."""
        took = call.usage or Usage()
        known, failed = call.cost is not None, call.outcome != OK
        cut = call.cut or 0 < took.prompt * THIN < call.chars
        untold = call.usage is None and call.outcome not in NOT_ANSWERED
        one = Totals(
            1, *took, call.cost or 0.0, not known, call.charged, call.seconds, call.silent, call.chars, call.repeated,
            Counter([call.outcome] if failed else ()), cut, untold, Counter(call.left_out), took.prompt if cut else 0,
        )  # fmt: skip
        self.merge(one)

    def merge(self, other: Totals) -> None:
        """Add other sums to these."""
        longest = max(self.cut_at, other.cut_at)
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        self.cut_at = longest

    def as_data(self) -> dict[str, Any]:
        """Return the sums as data for JSON, including `cost` and `share`."""
        data = {each.name: _rounded(getattr(self, each.name)) for each in fields(self)}
        return {
            **data,
            "failures": dict(sorted(self.failures.items())),
            "left_out": dict(sorted(self.left_out.items())),
            "cost": _rounded(self.cost),
            "share": round(self.share, 4),
        }


def _rounded(value: Any) -> Any:
    """Round floats, whose last digits depend on the order of summation."""
    return round(value, 9) if isinstance(value, float) else value


class Ledger:
    """The sums over the calls of one or more games, by seat and model; safe for use by several threads."""

    def __init__(self, calls: Iterable[Call] = ()) -> None:
        self._totals: dict[tuple[int, str], Totals] = {}
        self._lock = Lock()
        for call in calls:
            self.add(call)

    def add(self, call: Call) -> None:
        """Add a call."""
        with self._lock:
            self._totals.setdefault((call.seat, call.model), Totals()).add(call)

    def merge(self, other: Ledger) -> None:
        """Add the sums of another ledger."""
        for at, totals in other._parts():
            with self._lock:
                self._totals.setdefault(at, Totals()).merge(totals)

    def total(self) -> Totals:
        """Return the sums over all calls."""
        return _sum(totals for _, totals in self._parts())

    def seats(self) -> dict[int, Totals]:
        """Return the sums by seat."""
        parts = self._parts()
        return {seat: _sum(part for at, part in parts if at[0] == seat) for seat in sorted({at[0] for at, _ in parts})}

    def models(self) -> dict[str, Totals]:
        """Return the sums by the model's full name."""
        parts = self._parts()
        return {kind: _sum(part for at, part in parts if at[1] == kind) for kind in sorted({at[1] for at, _ in parts})}

    def as_data(self) -> dict[str, Any]:
        """Return all sums as data for JSON."""
        return {
            "total": self.total().as_data(),
            "seats": {str(seat): totals.as_data() for seat, totals in self.seats().items()},
            "models": {kind: totals.as_data() for kind, totals in self.models().items()},
        }

    def _parts(self) -> list[tuple[tuple[int, str], Totals]]:
        with self._lock:
            return [(at, _sum((totals,))) for at, totals in self._totals.items()]


def _sum(parts: Iterable[Totals]) -> Totals:
    total = Totals()
    for part in parts:
        total.merge(part)
    return total
