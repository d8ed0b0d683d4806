"""The ledger: what the calls of a game took and how they failed, summed by seat and by model."""

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
THIN = 8  # characters; no tokenizer has tokens of so many on the average


class Key(NamedTuple):
    """Which ask of a game it is; no two asks of a game that is not undone have the same."""

    seat: int
    number: int
    verb: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call, as it is kept beside the record."""

    seat: int
    number: int
    verb: str
    call: int  # of this ask, counted from 1
    model: str  # as it was named
    outcome: str  # ok, or one of FAILURES
    why: str = ""
    seconds: float = 0.0
    first: float | None = None  # seconds until the first word, where words were listened for
    usage: Usage | None = None
    cost: float | None = None  # dollars; None: not known
    charged: float = 0.0  # dollars that a budget has to count: the cost, or the most that it can have been
    chars: int = 0  # of the prompt
    repeated: int = 0  # of these: the messages in front that an earlier prompt had, too
    silent: bool = False  # whether the ask ended here, without an answer
    request: str = ""  # the digest of what was asked, where the whole text is kept
    text: str = ""  # what the model wrote
    left_out: tuple[str, ...] = ()  # settings that the server does not take
    cut: bool = False  # whether the server seems to have read a part of the prompt only: its count stopped growing

    def as_data(self) -> dict[str, Any]:
        """For a line of the sidecar."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        tokens = self.usage._asdict() if self.usage else dict.fromkeys(Usage._fields)
        place = list(data).index("usage")
        names = [*list(data)[:place], *Usage._fields, *list(data)[place + 1 :]]
        return {name: {**data, **tokens}[name] for name in names}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Call:
        """From a line of the sidecar."""
        usage = None if data["prompt"] is None else Usage(*(int(data[name]) for name in Usage._fields))
        rest = {each.name: data[each.name] for each in fields(cls) if each.name not in ("usage", *LATER)}
        if not 0 <= rest["charged"] < inf:  # a budget that it were taken from would grow
            raise ValueError("a call cannot be charged so")
        left_out, cut = data.get("left_out", ()), data.get("cut", False)
        return cls(usage=usage, left_out=tuple(left_out), cut=bool(cut), **rest)


@dataclass(slots=True)
class Totals:
    """Sums over calls."""

    calls: int = 0
    prompt: int = 0  # tokens, as in Usage
    cached: int = 0
    stored: int = 0
    answer: int = 0
    reasoning: int = 0
    known: float = 0.0  # dollars, of the calls whose cost is known
    unknown: int = 0  # calls whose cost is not
    charged: float = 0.0
    seconds: float = 0.0
    silences: int = 0  # asks that ended without an answer
    chars: int = 0
    repeated: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    cut: int = 0  # prompts of which the server seems to have read a part only
    untold: int = 0  # answers of which the server told no numbers
    left_out: Counter[str] = field(default_factory=Counter)  # calls without a setting, which the server does not take
    cut_at: int = 0  # tokens of the longest prompt of which the server seems to have read a part only

    @property
    def cost(self) -> float | None:
        """Dollars; None if that of any call is unknown."""
        return None if self.unknown else self.known

    @property
    def share(self) -> float:
        """How much of the prompts had gone out before."""
        return self.repeated / self.chars if self.chars else 0.0

    def add(self, call: Call) -> None:
        """Count one more call."""
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
        """Add what another counted."""
        longest = max(self.cut_at, other.cut_at)
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        self.cut_at = longest

    def as_data(self) -> dict[str, Any]:
        """For JSON, with the cost, None if it is not known, and the share of the prompts that had gone out before."""
        data = {each.name: _rounded(getattr(self, each.name)) for each in fields(self)}
        return {
            **data,
            "failures": dict(sorted(self.failures.items())),
            "left_out": dict(sorted(self.left_out.items())),
            "cost": _rounded(self.cost),
            "share": round(self.share, 4),
        }


def _rounded(value: Any) -> Any:
    """Sums of fractions hang on their order in the last places, which mean nothing."""
    return round(value, 9) if isinstance(value, float) else value


class Ledger:
    """The sums of one game, or of many; many threads may use it."""

    def __init__(self, calls: Iterable[Call] = ()) -> None:
        self._totals: dict[tuple[int, str], Totals] = {}
        self._lock = Lock()
        for call in calls:
            self.add(call)

    def add(self, call: Call) -> None:
        """Count a call."""
        with self._lock:
            self._totals.setdefault((call.seat, call.model), Totals()).add(call)

    def merge(self, other: Ledger) -> None:
        """Add what another ledger counted."""
        for at, totals in other._parts():
            with self._lock:
                self._totals.setdefault(at, Totals()).merge(totals)

    def total(self) -> Totals:
        """Over everything."""
        return _sum(totals for _, totals in self._parts())

    def seats(self) -> dict[int, Totals]:
        """By seat."""
        parts = self._parts()
        return {seat: _sum(part for at, part in parts if at[0] == seat) for seat in sorted({at[0] for at, _ in parts})}

    def models(self) -> dict[str, Totals]:
        """By model, as it was named."""
        parts = self._parts()
        return {kind: _sum(part for at, part in parts if at[1] == kind) for kind in sorted({at[1] for at, _ in parts})}

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
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
