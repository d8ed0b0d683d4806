"""`duskfall serve` with games that are dealt alike in every run: `python -m tests.web.tables.launch --port ...`."""

from __future__ import annotations

import sys
from itertools import count
from types import SimpleNamespace

from duskfall.cli import main
from duskfall.room.room import Room
from duskfall.table.kept import journal
from tests.disk import unsynced

if __name__ == "__main__":
    unsynced()
    journal.secrets = SimpleNamespace(token_hex=lambda size: "00" * size)  # type: ignore[assignment]
    seeds = count(20).__next__  # the first table deals a person a part in the night
    for make in (Room.new, Room.open):
        make.__func__.__kwdefaults__["seeds"] = seeds  # type: ignore[attr-defined]
    sys.argv = ["duskfall", "serve", *sys.argv[1:]]
    main()
