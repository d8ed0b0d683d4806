"""Runs before a foreign program, and becomes it: with limits, and so that it ends when the table is killed.

It is a process of its own because limits cannot be set safely between fork and exec where there are threads.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

FILES = 256  # that may be open at once
MEBI = 1 << 20
PR_SET_PDEATHSIG = 1
NOT_STARTED = 127  # the status that shells give it


def main(parent: int, memory: int, seconds: int, command: list[str]) -> None:
    """Become the command, with so many MiB and so many seconds of a processor."""
    # Memory that can be written: engines such as Node's reserve far more addresses than they use.
    _limit(resource.RLIMIT_DATA, memory * MEBI)
    _limit(resource.RLIMIT_CPU, seconds, 1)
    _limit(resource.RLIMIT_NOFILE, FILES)
    _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # killed before that was set
        sys.exit(NOT_STARTED)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def _limit(what: int, most: int, more: int = 0) -> None:
    """No more than that, or than what is allowed already; at `more` above it there is no mercy."""
    _, hard = resource.getrlimit(what)
    bound = (most, most + more) if hard == resource.RLIM_INFINITY else (min(most, hard), min(most + more, hard))
    resource.setrlimit(what, bound)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
