"""Numbers and dates as the readers of each language write them."""

from __future__ import annotations

from fractions import Fraction

from duskfall.tell.tongue import spoken

DECIMAL_MARKS = {"ru": ","}
# English readers differ about the order of day and month; the ISO form is read alike by all.
DATES = {"ru": "{day:02}.{month:02}.{year}", "zh": "{year}年{month}月{day}日"}


def format_number(value: int | float | Fraction) -> str:
    """Return a number with the decimal mark of the current language."""
    return f"{float(value):g}".replace(".", DECIMAL_MARKS.get(spoken(), "."))


def format_date(day: str) -> str:
    """Return a date, given as 2026-11-18, in the form of the current language; other text is returned unchanged."""
    pattern = DATES.get(spoken())
    parts = day.split("-")
    if pattern is None or len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return day
    year, month, date = map(int, parts)
    return pattern.format(year=year, month=month, day=date)
