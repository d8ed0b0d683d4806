"""Work shared out over processes or threads: the one place where many games are spread."""

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
SPAWN = get_context("spawn")  # the same on every system, and a child holds nothing of its parent's
BLINK = 0.5  # seconds between two looks whether Ctrl-C was pressed


def cores() -> int:
    """How many processes this machine runs at once for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_jobs(wanted: int, tasks: int) -> int:
    """How many processes to use; 0 is one for each core, and more than a few for each help nobody."""
    return min(wanted or cores(), 4 * cores(), tasks)


# -- threads -------------------------------------------------------------------------------------------------


def over_threads(
    work: Callable[[Task], Result], tasks: Iterable[Task], at_once: int, stop: Callable[[], None]
) -> Generator[Result, None, None]:
    """What each task came to, as they are finished; whoever leaves early calls `stop`, so that none is waited for."""
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait  # games of bots do not need it

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
    """What each task came to, as they are finished; `work` and the tasks are sent to so many processes."""
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
    """At the other end of a pipe there must be somebody."""
    try:
        yield
    except (EOFError, OSError):
        raise PlayerFailed("a process was ended from outside, or by one of its players") from None


@contextmanager
def _workers(work: Callable[[Task], Result], jobs: int) -> Iterator[list[Pipe]]:
    """A pipe to each of so many processes, which are ended at once when the block is left, however that happens."""
    pairs = [SPAWN.Pipe() for _ in range(jobs)]
    workers = [SPAWN.Process(target=_work, args=(theirs,), daemon=True) for _, theirs in pairs]
    try:
        with _deaf():
            for worker in workers:
                worker.start()
        for _, theirs in pairs:
            theirs.close()
        for ours, _ in pairs:  # not with the start: that waits for ever for one who dies before it has read so much
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
    """Processes that are started meanwhile do not hear Ctrl-C: this one does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Pipe) -> None:
    """Do one task after another until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = pipe.recv()
        while True:
            pipe.send(_attempt(work, pipe.recv()))
    except (EOFError, OSError):  # whoever asked is gone
        return


def _end_with_parent() -> None:
    """A player may never answer, and whoever would end this process may be killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _attempt(work: Callable[[Task], Result], task: Task) -> tuple[bool, object]:
    """Whether it failed, and the result, or the mistake as it can be sent."""
    try:
        return False, work(task)
    except OSError as error:
        return True, OSError(error.errno, error.strerror or str(error), error.filename)
    except (ValueError, PlayerFailed) as error:  # their texts are lines for users
        return True, type(error)(str(error))
    except BaseException as error:  # this process does not hear Ctrl-C: a player has raised it
        return True, PlayerFailed(f"a player raised {type(error).__name__}")
