"""The models of a run: one exchange for all its games, and for each game a line, with its calls beside the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType

from duskfall.core.play.game import Game
from duskfall.players.base import Player, PlayerError, Stopped
from duskfall.players.find import Maker
from duskfall.players.llm.accounts.budget import Budget
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.accounts.sidecar import Sidecar, read_calls
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calling.tape import Tape
from duskfall.players.llm.lines import LinesError
from duskfall.players.llm.model import Model, is_model, read_model, ready
from duskfall.players.llm.player import ModelPlayer
from duskfall.table.kept.journal import calls_path
from duskfall.table.probe import Leaning, Probed, Prober, leanings
from duskfall.table.run import Follower

SEED = "seed "  # and its number: how a game is called on a tape


@dataclass(frozen=True, slots=True)
class ModelTerms:
    """On what terms models play."""

    max_cost: float | None = None  # dollars for the whole run
    limits: Mapping[str, Limits] = field(default_factory=dict)  # by provider
    tape: Path | None = None
    probe: bool = False  # whether models are asked after every speech for whom they would vote


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

    def close(self, over: bool) -> None:
        """The game is left; once it is over, its calls may be read by others."""
        if self.line.sidecar:
            self.line.sidecar.close(over)


class Models:
    """What the models of a run share; the tape is complete when the block is left without an error."""

    def __init__(self, kinds: Sequence[str], terms: ModelTerms, past: Sequence[Path] = ()) -> None:
        """`past` are the records of games that go on: what they have cost counts."""
        self.models = {kind: read_model(kind) for kind in kinds if is_model(kind)}
        self.tape = _tape(terms.tape)
        self.budget = None if terms.max_cost is None else Budget(terms.max_cost, sum(map(_spent, past)))
        for model in self.models.values():
            self._check(model)
        self.probes = terms.probe
        self.exchange = Exchange(limits=terms.limits, budget=self.budget, tape=self.tape)

    def _check(self, model: Model) -> None:
        if self.tape is None or not self.tape.complete:
            ready(model)
        if self.budget:
            self.budget.check(model)

    def __enter__(self) -> Models:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.exchange.close()
        if self.tape:
            self.tape.close(complete=kind is None)

    def sit(self, game: Game, record: Path | None) -> Sitting:
        """The models of one game, whose calls are kept beside its record."""
        line = self.exchange.line(f"{SEED}{game.setup.seed}", _sidecar(record))
        makers = {kind: partial(ModelPlayer, model, line) for kind, model in self.models.items()}
        return Sitting(makers, line, self.probes)


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
