"""Sentences and table rows that the report in HTML and the one in Markdown share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from duskfall.arena.measures.measure import Unit
from duskfall.arena.rating.rate import FEWEST_BLOCKS
from duskfall.arena.report.data import Leader, Measured, MeasuredLine, Report, SideWins
from duskfall.arena.report.numbers import between, shown, sure
from duskfall.tell.text import plural

RATINGS: Final = (
    "Ratings are points on Elo's scale: 1500 is the mean of the league, and 400 points more are ten to one. They come "
    "from a Bradley–Terry model of teams, by player and side, with the advantage of each side in each ruleset taken "
    "out, and are pulled towards the mean as far as the games leave them open; the intervals of 95 % are not. “Better "
    "than next” is how sure it is that a player is better than the next one: of two equal ones, it is above 97.5 % in "
    "2.5 % of all leagues. Who sat on a side in fewer than four blocks has no rating there."
)
READING: Final = (
    "“Seats won” is out of all seats of a player in games that came to an end; a seat has won with its side, or by "
    "itself.",
    "A block is one deal, played once per rotation of the players. Its games are alike, so it counts as one draw "
    "wherever an interval of 95 % is given. Where intervals of two players overlap widely, the league is too short "
    "to tell them apart.",
    "“No answer” are questions that a player left unanswered, so that the game went on without it; “failed calls” are "
    "tries to reach a model that came to nothing; “broken games” came to no end and count for nothing else.",
)
BOARD: Final = (
    "player", "rating", "95 %", "better than next", "seats won", "95 %", "of seats", "in games", "broken games",
    "no answer", "failed calls",
)  # fmt: skip
SIDES: Final = ("rules", "seats", "side", "games won", "95 %", "won", "of games")
ALONE: Final = (
    "One player sat in every seat, so there is nobody to rate it against: told instead is the balance between the "
    "sides, how often each of them won."
)
FEW: Final = f"–: no rating, as a player has sat on a side in fewer than {FEWEST_BLOCKS} blocks."
NOT_MEASURED: Final = "Not measured, for this league has no such data: {}."
MOMENTS: Final = (
    "What could be known was asked at {}, by the layer “{}”, in the view of whoever chose there: {} counted exactly, "
    "{} sampled, {} not known. What is not known is left out; where something must be proven, so is what was sampled."
)


def lead(report: Report) -> str:
    """Return a summary of the league in a sentence or two."""
    games = "1 game" if report.played == 1 else f"{report.played:,} games"
    of = f" of {report.planned:,} planned" if report.played < report.planned else ""
    failed = f"; {report.failed} broke off" if report.failed else ""
    seating = "seat by seat" if report.mode == "mixed" else "side against side"
    if report.sides:
        seating = "one player in every seat"
    players = plural(len(report.leaders), "player")
    return f"{players}, {games}{of}{failed}, {seating}. {_tables(report)} Seed {report.seed}."


def _tables(report: Report) -> str:
    """Return a sentence with the rulesets and sizes of the tables; tables of equal size are named together."""
    sizes = {seats for _, seats in report.tables}
    if len(sizes) == 1:
        return f"{plural(sizes.pop(), 'seat')} at {', '.join(rules for rules, _ in report.tables)}."
    return f"{', '.join(f'{rules} with {seats} seats' for rules, seats in report.tables)}."


def notes(report: Report) -> Iterator[str]:
    """Yield the notes that a reader of the report needs."""
    yield from () if report.sides else (RATINGS,)
    yield from READING
    if report.random_games:
        played = plural(report.random_games, "game")
        yield f"Random play was read off {played} at each table, played by bots that answer at random."
    for layer, exact, sampled, unknown in report.moments:
        counts = (f"{count:,}" for count in (exact, sampled, unknown))
        yield MOMENTS.format(plural(exact + sampled + unknown, "moment"), layer, *counts)
    if missing := [each.measure.title for each in report.measures if not each.lines]:
        yield NOT_MEASURED.format(", ".join(missing))


def name_of(group: str) -> str:
    """Return the name of a measure's group; the empty group is "all"."""
    return group or "all"


def rank(group: str) -> tuple[int, str]:
    """Return the sort key of a group: first the empty one for all, then good, evil and the rest."""
    known = ("", "good", "evil")
    return (known.index(group) if group in known else len(known)), group


def board_row(each: Leader) -> Sequence[str]:
    """Return a row of the leaderboard with the columns BOARD."""
    return (
        each.player,
        *points(each.rating, each.low, each.high),
        sure(each.better),
        shown(each.won / each.seats if each.seats else None, Unit.SHARE),
        between(each.win_low, each.win_high, Unit.SHARE),
        f"{each.seats:,}",
        f"{each.games:,}",
        f"{each.failed:,}",
        shown(each.silent, Unit.SHARE),
        shown(each.failures, Unit.SHARE),
    )


def points(rating: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """Format a rating and its interval; None as dashes."""
    if rating is None or low is None or high is None:
        return "–", "–"
    return f"{rating:.0f}", f"{low:.0f}–{high:.0f}"


def side_row(each: SideWins) -> Sequence[str]:
    """Return a row of the balance between sides with the columns SIDES."""
    return (
        each.rules, str(each.seats), each.side, shown(each.won / each.games, Unit.SHARE),
        between(each.low, each.high, Unit.SHARE), f"{each.won:,}", f"{each.games:,}",
    )  # fmt: skip


def numbers(measured: Measured, lines: Sequence[MeasuredLine]) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the column heads and the rows of a table of readings."""
    unit, everything = measured.measure.unit, measured.measure.everything
    best = () if everything is None else (shown(everything, unit),)
    heads = (
        "player",
        measured.measure.groups or "group",
        "rules",
        "value",
        "95 %",
        "out of",
        "knowing nothing",
        *("knowing all" for _ in best),
        "random play",
    )
    rows: list[Sequence[str]] = [
        (
            line.player, name_of(line.group), line.rules or "all", shown(line.value, unit),
            between(line.low, line.high, unit), f"{line.n:,}", shown(line.nothing, unit), *best,
            shown(line.random, unit),
        )
        for line in lines
    ]  # fmt: skip
    return heads, rows
