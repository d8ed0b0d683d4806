"""Commands in messages, spelled so that the user can type them as shown."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

NAME = "duskfall"


def command(*words: object) -> str:
    """Return a command line of this program that can be typed here; the words are quoted."""
    return " ".join([program(), *(shlex.quote(str(word)) for word in words)])


def program() -> str:
    """Return the name of this program if it is on the PATH, else the path by which it was called."""
    called = sys.argv[0] if sys.argv else ""
    if os.path.splitext(os.path.basename(called))[0] != NAME:  # run as a module, or inside another program
        return NAME
    found = shutil.which(NAME)
    return NAME if found and os.path.realpath(found) == os.path.realpath(called) else shlex.quote(called)
