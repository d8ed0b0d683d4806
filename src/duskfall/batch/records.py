"""A simulated game as an ordinary record, for `duskfall replay` and `duskfall why`."""

from __future__ import annotations

from duskfall.batch.compiled.build import build
from duskfall.batch.follow import dealt, follow, rows_in
from duskfall.batch.names import names_of
from duskfall.batch.policies import Policy
from duskfall.batch.program import source
from duskfall.batch.table import Table
from duskfall.core.record import lines
from duskfall.rules.registry import origin


def record(table: Table, policy: Policy, seed: int, game: int) -> str:
    """Return the text of a simulated game's record, with its roles, cards, assigned targets and tie-break draws."""
    built = build(source(table, policy, told=True), "plain", "play")
    state, constants, log = built.arrays(table)
    built.play(seed, game, state, constants, log)
    names, rows = names_of(table.plan), rows_in(log)
    kept = dealt(table, names, rows, seed)
    follow(kept, names, rows)
    return "".join(line + "\n" for line in lines(kept, f"{seed}:{game}", origin(table.plan.rules)))
