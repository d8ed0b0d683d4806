"""Formatting of numbers for readers, by their unit."""

from __future__ import annotations

from typing import assert_never

from duskfall.arena.measures.measure import Unit

NARROW = "\u202f"  # a narrow space that does not break
MINUS = "−"


def shown(value: float | None, unit: Unit) -> str:
    """Format a value with its unit; None as a dash."""
    if value is None:
        return "–"
    match unit:
        case Unit.SHARE:
            return f"{percent(value)}{NARROW}%"
        case Unit.PART:
            return f"{MINUS if value < 0 else ''}{percent(abs(value))}{NARROW}%"
        case Unit.POINTS:
            return f"{signed(value)}{NARROW}points"
        case Unit.SCORE:
            return f"{value:.3f}"
        case Unit.BITS:
            return f"{value:.3f}{NARROW}bits"
        case Unit.NUMBER:
            return f"{value:.2f}".replace("-", MINUS)
        case Unit.TOKENS:
            return f"{value:,.0f}"
        case Unit.DOLLARS:
            return f"${value:,.2f}" if abs(value) >= 1 else f"${value:.2g}"
        case Unit.SECONDS:
            return f"{value:,.1f}{NARROW}s"
        case _:
            assert_never(unit)


def percent(share: float) -> str:
    """Format a share in percent, with a decimal if it's close to 0 or 100 %."""
    value = 100 * share
    near = min(value, 100 - value) if value <= 100 else value
    return f"{value:.0f}" if value in (0, 100) or near >= 9.95 else f"{value:.1f}"


def signed(share: float) -> str:
    """Format a difference of shares in percentage points."""
    return f"{MINUS if share < 0 else '+'}{percent(abs(share))}"


def between(low: float | None, high: float | None, unit: Unit) -> str:
    """Format an interval; None as a dash."""
    if low is None or high is None:
        return "–"
    if unit is Unit.SHARE:
        ends = percent(low), percent(high)
        if ends[0] == ends[1] and low != high:
            ends = f"{100 * low:.2f}", f"{100 * high:.2f}"
        return f"{'–'.join(ends)}{NARROW}%"
    if unit is Unit.POINTS:
        return f"{signed(low)} to {shown(high, unit)}"
    return f"{shown(low, unit)} to {shown(high, unit)}"


def sure(chance: float | None) -> str:
    """Format a probability of a conclusion; it never reaches 0 or 100 %, and None is a dash."""
    if chance is None:
        return "–"
    return (
        f"over 99{NARROW}%"
        if chance > 0.99
        else f"under 1{NARROW}%"
        if chance < 0.01
        else f"{100 * chance:.0f}{NARROW}%"
    )
