"""What tests share: which are slow, how patient all are, a shelf for games without a file name, a short record."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from duskfall.batch.compiled import ahead
from duskfall.table import scripted_rates, story
from tests import disk, futures
from tests.outside import forgetting
from tests.patience import LONG, SCALE
from tests.table.cut import whole

HERE = Path(__file__).parent
SHELVES = count(1)
# Begun before all others, those that take longest first, so that no worker is left with one of them at the end. All in
# a browser come together: between two of them a worker keeps its browser.
FIRST = (
    "batch/lockstep/test_lockstep.py", "batch/lockstep/", "e2e/tables/test_table.py", "e2e/test_evening.py",
    "e2e/tables/", "e2e/", "test_readme.py", "arena/run/test_run.py", "arena/run/test_ray.py", "mcp/", "laws/",
    "arena/",
)  # fmt: skip
SLOW = (  # whole rooms, and files of which each takes four seconds of a processor or more
    "batch/lockstep/", "e2e/", "laws/", "test_readme.py",
    "arena/test_inspect.py", "arena/test_plan.py", "arena/report/test_compare.py", "arena/report/test_report.py",
    "arena/rating/test_rating_study.py", "arena/run/test_many.py", "arena/run/test_ray.py", "arena/run/test_run.py",
    "arena/run/test_run_models.py", "batch/test_build.py", "batch/test_run.py",
    "batch/truth/test_kernel.py", "batch/truth/test_truth.py", "bench/",
    "cli/test_cli.py", "cli/test_cli_hard.py", "cli/test_cli_rule.py", "cli/test_resume_command.py",
    "cli/test_simulate.py",
    "core/test_exhaustive.py", "core/test_truth.py", "detect/",
    "docs/test_add_a_role.py", "docs/test_write_a_ruleset.py",
    "envs/test_encoder.py", "envs/test_vector.py", "film/test_film.py",
    "host/test_cards.py", "host/test_cases_through_host.py", "host/test_desk.py", "host/test_followed.py",
    "host/test_hostile.py", "host/test_monkey.py", "host/test_pages.py", "host/test_solo.py",
    "llm/test_llm_commands.py", "llm/test_llm_conversation.py", "llm/test_llm_faults.py", "llm/test_llm_heard.py",
    "llm/test_llm_hostile.py", "llm/test_llm_llama.py", "llm/test_llm_prompts.py", "llm/test_llm_reading.py",
    "mcp/test_comes_back.py", "mcp/test_plays.py", "mcp/test_stdio.py",
    "players/test_scripted.py", "replay/test_page.py", "security/",
    "table/test_kill.py", "table/test_story.py", "table/test_story_points.py",
    "terminal/test_desk.py", "terminal/test_session.py",
    "web/test_web_command.py", "web/test_web_site.py", "web/test_web_wheel.py",
    "web/tables/test_garbage.py", "web/tables/test_kill.py", "web/tables/test_serve_command.py",
    "words/test_shown.py",
)  # fmt: skip

# How long an example takes is no matter.
settings.register_profile("duskfall", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("duskfall")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Whoever is more patient with every wait is so with whole tests; Ctrl-C is heard, also by what is started here.

    A shell without job control lets what it starts in the background, and all that this starts, ignore Ctrl-C.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    futures.few()
    disk.unsynced()
    os.environ.setdefault("DUSKFALL_BATCH_CACHE", str(HERE.parent / "build" / "batch"))  # what tests compile
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads wait for each other by spinning
    os.environ.setdefault("PYTEST_TIMEOUT", str(float(config.getini("timeout")) * SCALE))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: no collection of garbage looks through it, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        atexit.register(gc.unfreeze)  # duckdb would say that something of it is left
        gc.enable()
        gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take long are marked, and may; they come first."""
    items.sort(key=_place)
    for item in items:
        if _file(item).startswith(SLOW):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(LONG))


def pytest_collection_finish() -> None:
    """From here on no bytecode is kept: a module that a test changes within a second would be found as it was."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def _place(item: pytest.Item) -> int:
    """Where a test stands in the order of all."""
    order, file = (*FIRST, *SLOW), _file(item)
    return next((place for place, each in enumerate(order) if file.startswith(each)), len(order))


def _file(item: pytest.Item) -> str:
    return item.path.relative_to(HERE).as_posix()


@pytest.fixture(autouse=True)
def a_shelf_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves a game in the home of whoever runs it; the folder is made by the first that does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / f"shelf{next(SHELVES)}"))


@pytest.fixture
def all_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances are counted as for people who play."""
    monkeypatch.setattr(story, "odds", futures.COUNTED)
    monkeypatch.setattr(scripted_rates, "WORK", futures.WORK)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the record of a game goes."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def text(path: Path) -> bytes:
    """The record of a short game."""
    return whole(path)


@pytest.fixture(autouse=True, scope="module")
def _rulesets_from_outside_are_forgotten() -> Iterator[None]:
    """What a file of tests brings to the registry is not there for the next one in the same process."""
    with forgetting():
        yield


@pytest.fixture(autouse=True)
def _nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler is started beside a test: what a hint says does not depend on how long it takes."""
    monkeypatch.setattr(ahead, "can_compile", lambda: False)
