"""Town of Agents with ties broken by a draw, as a ruleset of its own for the leak tests."""

from __future__ import annotations

from dataclasses import replace

from duskfall.rules import ruleset
from duskfall.vocabulary import Ballot, Tally, Text, Tie

TOWN = ruleset("town-of-agents")
LOTS = replace(
    TOWN,
    id="town-by-lot",
    title=Text("Town by lot"),
    day=tuple(replace(step, tally=Tally.MOST, tie=Tie.LOT) if isinstance(step, Ballot) else step for step in TOWN.day),
)
