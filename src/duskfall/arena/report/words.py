"""Sentences that a report says in HTML and in Markdown alike."""

from __future__ import annotations

from typing import Final

from duskfall.arena.report.data import Report
from duskfall.tell.text import plural

READING: Final = (
    "Ratings are points on Elo's scale: 1500 is the mean of the league, and 400 points more are ten to one. They come from "
    "a Bradley–Terry model of teams, by player and side, with the advantage of each side in each ruleset taken out; "
    "intervals hold 95 % of the fits to resampled blocks. “Better than next” is how often a player was above the next one "
    "in these fits.",
    "A block is one deal, played once per rotation of the players. Its games are alike, so it counts as one draw wherever "
    "an interval of 95 % is given. Where intervals of two players overlap widely, the league is too short to tell them "
    "apart.",
    "“No answer” are questions that a player left unanswered, so that the game went on without it; “failed calls” are "
    "tries to reach a model that came to nothing; “broken games” came to no end and count for nothing else.",
)
NOT_MEASURED: Final = "Not measured, for this league has no such data: {}."


def lead(report: Report) -> str:
    """What this league was, in a sentence or two."""
    games = plural(report.played, "game")
    of = f" of {report.planned:,} planned" if report.played < report.planned else ""
    failed = f"; {report.failed} broke off" if report.failed else ""
    seating = "seat by seat" if report.mode == "mixed" else "side against side"
    tables = "; ".join(report.tables)
    return f"{len(report.leaders)} players, {games}{of}{failed}, {seating}. Tables: {tables}. Seed {report.seed}."


def name_of(group: str) -> str:
    """A group of a measure; none is all of them."""
    return group or "all"
