"""Nobody waits for the disk in a test: what the system holds survives its processes, and no test cuts the power."""

from __future__ import annotations

import os


def unsynced() -> None:
    """From now on this process leaves it to the system when its files come to the disk."""
    setattr(os, "fdatasync", lambda descriptor: None)  # noqa: B010
