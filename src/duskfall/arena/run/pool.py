"""Distribution of work over this machine's threads or processes. All runs of many games use it, except those on Ray."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from duskfall.table.guard import PlayerFailed

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Result = TypeVar("Result")
Pipe: TypeAlias = "Connection[Any, Any]"
SPAWN = get_context("spawn")  # the same on every system; a child inherits no state of its parent
SAFE_PATH = "PYTHONSAFEPATH"  # read by Python; the modules of a player are found by the path that a child is sent
BLINK = 0.5  # seconds between two checks for Ctrl-C


def cores() -> int:
    """Return how many processes this machine can run at once for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_jobs(wanted: int, tasks: int) -> int:
    """Return how many processes to use; 0 wanted means one per core. More than a few per core don't help."""
    return min(wanted or cores(), 4 * cores(), tasks)


# -- threads -------------------------------------------------------------------------------------------------


def over_threads(
    work: Callable[[Task], Result], tasks: Iterable[Task], at_once: int, stop: Callable[[], None]
) -> Generator[Result, None, None]:
    """Yield the result of each task as it's finished, with `at_once` tasks running in threads.

    If the caller leaves early or a task fails, `stop` is called to end the running tasks.
    """
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait  # not needed for bots

    left, out = iter(tasks), set[Future[Result]]()
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="game")
    try:
        while out := out | {pool.submit(work, task) for task in islice(left, at_once - len(out))}:
            done, out = wait(out, BLINK, FIRST_COMPLETED)
            for each in done:
                yield each.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        stop()
        raise
    finally:
        pool.shutdown(wait=True)


# -- processes -----------------------------------------------------------------------------------------------


def over_processes(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Generator[Result, None, None]:
    """Yield the result of each task as it's finished; `work` and the tasks are sent to this many processes.

    A task that fails raises its error here. Leaving early ends the processes at once.
    """
    left = iter(tasks)
    with _workers(work, jobs) as pipes:
        busy = {pipe for pipe in pipes for task in islice(left, 1) if _hand_out(pipe, task)}
        while busy:
            ready = connection.wait(list(busy))
            for pipe in [pipe for pipe in busy if pipe in ready]:
                yield _result(pipe)
                if not any(_hand_out(pipe, task) for task in islice(left, 1)):
                    busy.remove(pipe)


def _hand_out(pipe: Pipe, task: object) -> bool:
    with _listening():
        pipe.send(task)
    return True


def _result(pipe: Pipe) -> Any:
    with _listening():
        failed, found = pipe.recv()
    if failed:
        raise found
    return found


@contextmanager
def _listening() -> Iterator[None]:
    """Raise PlayerFailed if the process at the other end of a pipe is gone."""
    try:
        yield
    except (EOFError, OSError):
        raise PlayerFailed("a process was ended from outside, or by one of its players") from None


@contextmanager
def _workers(work: Callable[[Task], Result], jobs: int) -> Iterator[list[Pipe]]:
    """Yield a pipe to each of this many processes; all of them are killed on exit."""
    pairs = [SPAWN.Pipe() for _ in range(jobs)]
    workers = [SPAWN.Process(target=_work, args=(theirs,), daemon=True) for _, theirs in pairs]
    try:
        with _deaf(), _safe_path():
            for worker in workers:
                worker.start()
        for _, theirs in pairs:
            theirs.close()
        for ours, _ in pairs:  # not as an argument: start() would hang if a child died before it had read it all
            _hand_out(ours, work)
        yield [ours for ours, _ in pairs]
    finally:
        started = [worker for worker in workers if worker.pid is not None]
        for worker in started:
            worker.kill()
        for worker in started:
            worker.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: this process handles it, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Start processes that import nothing from the current directory: a `multiprocessing.py` there would be run."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before


def _work(pipe: Pipe) -> None:
    """Do one task after another until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = pipe.recv()
        while True:
            pipe.send(_attempt(work, pipe.recv()))
    except (EOFError, OSError):  # the parent is gone
        return


def _end_with_parent() -> None:
    """Exit with the parent: a player may never answer, and a killed parent can't end this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _attempt(work: Callable[[Task], Result], task: Task) -> tuple[bool, object]:
    """Do a task. Return whether it failed, and its result or an error that can be pickled."""
    try:
        return False, work(task)
    except OSError as error:
        return True, OSError(error.errno, error.strerror or str(error), error.filename)
    except (ValueError, PlayerFailed) as error:  # their messages are for users
        return True, type(error)(str(error))
    except BaseException as error:  # this process ignores Ctrl-C: a player raised it
        return True, PlayerFailed(f"a player raised {type(error).__name__}")
