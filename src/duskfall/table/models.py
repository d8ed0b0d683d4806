"""The models of a run: one exchange for all its games, and for each game a line, with its calls beside the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from duskfall.core.play.game import Game
from duskfall.players.base import Player, PlayerError, Stopped
from duskfall.players.find import Maker
from duskfall.players.llm.accounts.budget import Budget
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.accounts.prices import price_of
from duskfall.players.llm.accounts.sidecar import Sidecar, read_calls
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calling.preflight import Found, Waiting, preflight
from duskfall.players.llm.calling.rehearsal import Rehearsal, rehearse
from duskfall.players.llm.calling.tape import Tape
from duskfall.players.llm.calls import Wire
from duskfall.players.llm.casting import cast, in_effect, recorded
from duskfall.players.llm.lines import LinesError
from duskfall.players.llm.model import Model, is_model, ready
from duskfall.players.llm.player import ModelPlayer
from duskfall.players.llm.prompts.conversation import Prompt
from duskfall.players.llm.settings import ModelError
from duskfall.players.llm.wires.find import wire
from duskfall.table.kept.journal import calls_path
from duskfall.table.probe import Leaning, Probed, Prober, leanings
from duskfall.table.run import Follower
from duskfall.table.seating import player_seeds

SEED = "seed "  # and its number: how a game is called on a tape


@dataclass(frozen=True, slots=True)
class ModelTerms:
    """On what terms models play."""

    max_cost: float | None = None  # dollars for the whole run
    limits: Mapping[str, Limits] = field(default_factory=dict)  # by provider
    tape: Path | None = None
    probe: bool = False  # whether models are asked after every speech for whom they would vote
    strict: bool = False  # whether a setting that a server does not take stops the game


class Unreached(Exception):
    """Models that cannot be played with, a line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


class Sitting:
    """One game's models: who makes them, what they took, and how they leaned."""

    def __init__(self, makers: Mapping[str, Maker], line: Line, probes: bool) -> None:
        self.makers, self.line, self.probes = makers, line, probes
        self.leanings = leanings(line.sidecar.notes) if line.sidecar else []

    @property
    def ledger(self) -> Ledger:
        """What the calls of this game took."""
        return self.line.ledger

    def probing(self, players: Mapping[int, Player], listener: Follower) -> Follower:
        """The listener; where models are probed, they are asked aside after it has heard."""
        if not self.probes:
            return listener
        bare = {seat: getattr(player, "player", player) for seat, player in players.items()}  # as they were made
        aside = {seat: player for seat, player in bare.items() if isinstance(player, Probed)}
        return Prober(aside, listener, self._keep, self.leanings)

    def _keep(self, found: Leaning) -> None:
        self.leanings.append(found)
        try:
            if self.line.sidecar:
                self.line.sidecar.note(found.as_data())
        except OSError as error:
            raise Stopped(f"{error.filename}: {error.strerror}") from None

    def trouble(self, seat: int) -> str:
        """Return why the table still waits for a seat: the failure of its last call, or an empty string."""
        return next((why for key, why in list(self.line.trouble.items()) if key.seat == seat), "")

    def close(self, over: bool) -> None:
        """The game is left; once it is over, its calls may be read by others."""
        if self.line.sidecar:
            self.line.sidecar.close(over)


class Models:
    """What the models of a run share; the tape is complete when the block is left without an error."""

    def __init__(
        self, kinds: Sequence[str], terms: ModelTerms, past: Sequence[Path] = (), *,
        seats: Mapping[str, Any] | None = None, wires: Callable[[Model], Wire] = wire,
    ) -> None:  # fmt: skip
        """`past` are the records of games that go on: what they have cost counts; `seats` is what the record of the
        only such game has of its models; `wires` makes the ways to them."""
        self.models = {kind: recorded(kind, _found(kinds, kind, seats or {})) for kind in kinds if is_model(kind)}
        self.tape = _tape(terms.tape)
        self.budget = None if terms.max_cost is None else Budget(terms.max_cost, sum(map(_spent, past)))
        if wrong := dict.fromkeys(filter(None, map(self._wrong, self.models.values()))):
            raise ModelError("; ".join(wrong))
        self.probes = terms.probe
        self.waiting: Waiting | None = None  # the default callback of `preflight`
        self._reached: dict[str, Found] | None = None  # what became of the preflight, by model
        self._lock = Lock()
        self.exchange = Exchange(
            limits=terms.limits, budget=self.budget, tape=self.tape, strict=terms.strict, wires=wires
        )

    @property
    def live(self) -> bool:
        """Whether calls go out, and are paid for: a finished tape answers by itself."""
        return self.tape is None or not self.tape.complete

    @property
    def unpriced(self) -> list[str]:
        """Models of providers that want money, without a price that anybody knows."""
        return [kind for kind, model in self.models.items() if model.provider.prices and price_of(model) is None]

    def _wrong(self, model: Model) -> str:
        """What a model lacks, a key for one; empty if nothing."""
        try:
            self._check(model)
        except ModelError as error:
            return str(error)
        return ""

    def _check(self, model: Model) -> None:
        if self.live:
            ready(model)
        if self.budget:
            self.budget.check(model)

    def __enter__(self) -> Models:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.exchange.close()
        if self.tape:
            self.tape.close(complete=kind is None)

    def preflight(self, waiting: Waiting | None = None) -> None:
        """Reach all of them, once, before the first deal, for whichever thread comes first; raises Unreached."""
        with self._lock:
            if self._reached is None:
                self._reached = preflight(self.exchange, self.models.values(), waiting or self.waiting)
        if wrong := [each.wrong for each in self._reached.values() if each.wrong]:
            raise Unreached(wrong)

    def rehearse(self, prompts: Mapping[str, Prompt], waiting: Waiting | None = None) -> dict[str, Rehearsal]:
        """Put a question of a sample game to models, by their names, and return what it took."""
        return rehearse(self.exchange, {self.models[kind]: prompt for kind, prompt in prompts.items()}, waiting)

    def in_effect(self, game: Game, kinds: Sequence[str]) -> dict[str, Any]:
        """With which persona and settings the models of a new game play, by seat; for its record."""
        seeds = player_seeds(game)
        return {
            str(seat): in_effect(cast(self.models[kind], seeds[seat]), self._left_out(kind))
            for seat, kind in enumerate(kinds, 1)
            if kind in self.models
        }

    def _left_out(self, kind: str) -> tuple[str, ...]:
        return self._reached[kind].left_out if self._reached else ()

    def sit(self, game: Game, record: Path | None, seats: Mapping[str, Any] | None = None, label: str = "") -> Sitting:
        """The models of one game, whose calls are kept beside its record; `seats` is what the record has of them.

        `label` is what the game is called, where others have the same seed.
        """
        line = self.exchange.line(label or f"{SEED}{game.setup.seed}", _sidecar(record))
        seeds = player_seeds(game)
        cast_as = {seeds[int(seat)]: found for seat, found in (seats or {}).items() if isinstance(found, dict)}

        def make(kind: str, seed: int) -> ModelPlayer:
            model = recorded(kind, cast_as[seed]) if seed in cast_as else self.models[kind]
            return ModelPlayer(model, line, seed)

        return Sitting({kind: partial(make, kind) for kind in self.models}, line, self.probes)


def _found(kinds: Sequence[str], kind: str, seats: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a record has of the first seat with this kind."""
    found = seats.get(str(kinds.index(kind) + 1))
    return found if isinstance(found, dict) else {}


def seed_on_tape(path: Path) -> int | None:
    """The seed of the first game on a tape; None if there is no such tape, or nothing on it."""
    tape = _tape(path) if path.exists() else None
    if tape is None:
        return None
    tape.close(complete=False)
    return min((int(label.removeprefix(SEED)) for label in tape.labels if label.startswith(SEED)), default=None)


def _tape(path: Path | None) -> Tape | None:
    try:
        return Tape(path) if path else None
    except LinesError as error:
        raise PlayerError(f"--tape: {error}") from None
    except OSError as error:
        raise PlayerError(f"--tape: {path}: {error.strerror}") from None


def _sidecar(record: Path | None) -> Sidecar | None:
    try:
        return Sidecar(calls_path(record)) if record else None
    except LinesError as error:
        raise PlayerError(str(error)) from None
    except OSError as error:
        raise PlayerError(f"{calls_path(record) if record else ''}: {error.strerror}") from None


def _spent(record: Path) -> float:
    """What the calls of a game have cost so far, at most."""
    return Ledger(read_calls(calls_path(record))).total().charged
