"""The child process that compiles functions of a cached source file: see `ahead`.

It ignores Ctrl-C, which is meant for its parent.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Thread

POLITE = 10  # niceness: games have priority


def main(path: str, *forms: str) -> None:
    """Compile these functions, each given as name=form. Exits early if the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    from duskfall.batch.compiled.build import compile_file

    compile_file(Path(path), dict(form.split("=") for form in forms))


def _end_with_the_parent() -> None:
    """Exit when standard input closes. The parent never writes to it, and however the parent ends, it closes."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
    os._exit(0)
