"""Baselines against simulation: who knows nothing, or plays at random, scores what the baseline says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Reading
from tests.arena.measures.small_tables import first_phase, game, seats, tables, votes

GAMES, SIDES = 150, "ggggggee"


def simulated(chance: Random) -> dict[str, list[Any]]:
    """Games of eight in which all vote evenly for anybody else, and then one in the night and one by day are gone."""
    rows: dict[str, list[Any]] = {"games": [], "seats": [], "votes": [], "beliefs": [], "decisions": []}
    for number in range(GAMES):
        living = list(range(1, 9))
        gone: dict[str, tuple[str, int, str]] = {}
        for day in (1, 2):
            victim = chance.choice(living)
            living.remove(victim)
            gone[f"s{victim}"] = ("night", day, "kill")
            for seat in living:
                evil = sum(SIDES[each - 1] == "e" for each in living if each != seat)
                rows["beliefs"] += [
                    {"game": number, "number": day, "phase": "day", "day": day, "seat": seat, "about": about}
                    | {"suspicion": evil / (len(living) - 1), "leaning": False, "evil": SIDES[about - 1] == "e"}
                    for about in living
                    if about != seat
                ]
            out = chance.choice(living)
            ballots = {seat: chance.choice([each for each in living if each != seat]) for seat in living}
            rows["votes"] += votes(number, day, ballots, out)
            living.remove(out)
            gone[f"s{out}"] = ("day", day, "vote")
        rows["games"].append(game(number, block=number))
        rows["seats"] += seats(number, "A" * 8, SIDES, won=chance.choice(("good", "evil")), **gone)
        rows["decisions"].append(first_phase(number, "night"))
    return rows


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Reading]:
    """By measure and group."""
    made = tables(**simulated(Random(7)))
    return {(each.id, row.group): row for each in MEASURES for row in each.read(made) if not row.rules}


@pytest.mark.parametrize(
    ("measure", "group"),
    [
        ("wins", ""), ("wins", "good"), ("survival", "evil"), ("first-day", "good"), ("first-day", "evil"),
        ("vote-accuracy", ""), ("self-sabotage", "evil: for a mate"),
    ],
)  # fmt: skip
def test_who_knows_nothing_scores_the_baseline(found: dict[tuple[str, str], Reading], measure: str, group: str) -> None:
    row = found[measure, group]
    assert row.nothing is not None
    assert row.low is not None
    assert row.high is not None
    assert row.low <= row.nothing <= row.high
    assert row.high - row.low < 0.25  # or the test could not fail


@pytest.mark.parametrize("measure", ["brier", "log-score"])
def test_the_forecast_of_the_baseline_scores_exactly_what_it_says(
    found: dict[tuple[str, str], Reading], measure: str
) -> None:
    row = found[measure, ""]
    assert row.value == row.nothing
    assert row.n > 1000


def test_the_forecast_of_the_baseline_is_well_calibrated(found: dict[tuple[str, str], Reading]) -> None:
    curve = [row for (measure, _), row in found.items() if measure == "reliability" and row.n > 300]
    assert len(curve) >= 2
    assert all(abs(float(row.group) - row.value) < 0.1 for row in curve)
