"""How the program was called, so that a command in a message can be typed as it stands."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

NAME = "duskfall"


def command(*words: object) -> str:
    """A command of this program, as it can be typed here."""
    return " ".join([program(), *(shlex.quote(str(word)) for word in words)])


def program() -> str:
    """The name of the program where the shell finds it, else the path by which it was called."""
    called = sys.argv[0] if sys.argv else ""
    if os.path.splitext(os.path.basename(called))[0] != NAME:  # a module, or another's process
        return NAME
    found = shutil.which(NAME)
    return NAME if found and os.path.realpath(found) == os.path.realpath(called) else shlex.quote(called)
