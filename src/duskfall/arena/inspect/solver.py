"""The solver: it plays a sample's game in a separate thread, so that inspect's event loop is never blocked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from anyio import CapacityLimiter, to_thread
from anyio.from_thread import BlockingPortal
from anyio.lowlevel import checkpoint_if_cancelled
from inspect_ai.log import transcript
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from duskfall.arena.inspect.bridge import Bridge
from duskfall.arena.inspect.kept import CALLS, RECORD, SECONDS
from duskfall.arena.inspect.leagues import league_at
from duskfall.arena.league import League
from duskfall.arena.run.one import entrant_seeds, lineup_kinds
from duskfall.arena.run.recorded import play_recorded
from duskfall.arena.schedule import Fixture, Schedule, deal
from duskfall.core.play.game import Game
from duskfall.players.llm.calling.preflight import Waiting
from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model
from duskfall.players.llm.providers import INSPECT
from duskfall.table.kept.journal import calls_path
from duskfall.table.models import Models, ModelTerms
from duskfall.tell.facts.lines import transcript as told

WHO = "duskfall"


class GamePlayed(NamedTuple):
    """The stored parts of a game: its record, its calls, its duration and its transcript."""

    record: str
    calls: str
    seconds: float
    told: str


@solver
def game_solver(league: str) -> Solver:
    """Return a solver that plays the game of a sample; `league` is the file or the folder of a league."""
    found = league_at(league)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        fixture = Schedule(found)[state.metadata["game"]]
        played = await _played(found, fixture)
        for key, value in ((RECORD, played.record), (CALLS, played.calls), (SECONDS, played.seconds)):
            state.store.set(key, value)
        transcript().info(f"```\n{played.told}\n```", source=WHO)
        state.output = ModelOutput.from_content(WHO, played.told.splitlines()[-1])
        state.completed = True
        return state

    return solve


async def _played(league: League, fixture: Fixture) -> GamePlayed:
    """Play the game. What inspect itself raised in it, such as a limit, is raised here."""
    failed: Exception | None = None
    async with BlockingPortal() as portal:  # an exception raised within it would come out as a group
        bridge = Bridge(portal)
        try:
            played = await to_thread.run_sync(_play, league, fixture, bridge, limiter=CapacityLimiter(1))
        except Exception as error:
            failed = bridge.error or error
    if failed:
        await checkpoint_if_cancelled()  # if it's cancelled, that is why it failed
        raise failed
    return played


class InspectModels(Models):
    """The models of one sample; inspect's need no API key of ours, and aren't contacted before the deal."""

    def __init__(self, kinds: Sequence[str], terms: ModelTerms, wires: Callable[[Model], Wire]) -> None:
        super().__init__(kinds, terms, wires=wires)

    def _check(self, model: Model) -> None:
        if model.provider.protocol != INSPECT:
            super()._check(model)

    def preflight(self, waiting: Waiting | None = None) -> None:
        """Do nothing: inspect itself reports models that it can't reach."""


def _play(league: League, fixture: Fixture, bridge: Bridge) -> GamePlayed:
    """Play the game with its journal and calls in a temporary folder, and return their contents."""

    def dealt() -> tuple[Game, Sequence[str]]:
        return deal(league, fixture), lineup_kinds(league, fixture)

    begun = perf_counter()
    with (
        TemporaryDirectory() as place,
        InspectModels(league.kinds, ModelTerms(probe=league.probe), bridge.wire) as models,
    ):
        path = Path(place) / "game.jsonl"
        seeds = partial(entrant_seeds, league, fixture)
        game, *_ = play_recorded(dealt, league.kinds, path, models, f"game {fixture.number}", seeds)
        record, calls = path.read_text("utf-8"), calls_path(path).read_text("utf-8")
    return GamePlayed(record, calls, perf_counter() - begun, "\n".join(told(game.facts, game.names)))
