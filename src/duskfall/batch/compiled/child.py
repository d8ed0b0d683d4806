"""Compiles functions of a file that is kept, in a process of its own: see `ahead`. Ctrl-C is for its parent."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Thread

POLITE = 10  # games come first


def main(path: str, *forms: str) -> None:
    """Compile these functions, each as name=form; end before that if the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    from duskfall.batch.compiled.build import compile_file

    compile_file(Path(path), dict(form.split("=") for form in forms))


def _end_with_the_parent() -> None:
    """Nothing is ever written to its input, which is closed when the parent ends, however it does."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
    os._exit(0)
