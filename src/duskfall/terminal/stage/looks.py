"""Styled lines for events: one line per event, with names in the color of their team if the view knows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rich.style import Style
from rich.text import Text

from duskfall.core import facts
from duskfall.core.facts import EVERYONE, Fact
from duskfall.core.play.talk import LAST_WORDS
from duskfall.core.view import View
from duskfall.study.sight import role_of, teams, weight
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.said import claimed, passes
from duskfall.tell.names import name
from duskfall.tell.text import listing, safe
from duskfall.vocabulary.masks import bits

PALETTE = ("green", "red", "cyan", "magenta", "yellow")  # readable on dark and light backgrounds
PRIVATE = "◦ "
STYLES = {"weighty": "bold", "slight": "dim", "plain": ""}


# -- colors ------------------------------------------------------------------------------------------------


def colours(view: View) -> dict[str, str]:
    """Return the color of each role; roles of a team share one."""
    found = teams(view)
    order = list(dict.fromkeys(found.values()))
    return {role: PALETTE[order.index(team) % len(PALETTE)] for role, team in found.items()}


def colour_of(view: View, seat: int) -> str:
    """Return the color of a seat's team, or an empty string if the view doesn't know it."""
    return colours(view).get(role_of(view, seat), "")


# -- lines -------------------------------------------------------------------------------------------------


def look(fact: Fact, view: View) -> Text:
    """Return the line of an event; a private event is marked."""
    mark = "" if fact.to == EVERYONE else PRIVATE
    if isinstance(fact, facts.Said):
        return Text.assemble((mark, "dim"), said(fact, view))
    return Text.assemble((mark, "dim"), words(sentence(fact, view.names), view, STYLES[weight(fact)]))


def passing(run: Sequence[facts.Skipped], view: View) -> Text:
    """Return one line for several passes in a row."""
    mark = "" if run[0].to == EVERYONE else PRIVATE
    return Text.assemble((mark, "dim"), words(passes((fact.seat for fact in run), view.names), view, "dim"))


def words(text: str, view: View, style: str = "") -> Text:
    """Return a sentence that is safe to print, with the players' names in their colors."""
    line = Text(safe(text), style)
    if view.names:
        mine = colours(view)
        for match in _names(view.names).finditer(line.plain):
            seat = list(map(safe, view.names)).index(match.group()) + 1
            line.stylize(Style(color=mine.get(role_of(view, seat)), bold=True), *match.span())
    return line


@lru_cache(maxsize=8)
def _names(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for any of the names as a whole word; longer names match first, as they may contain others."""
    known = sorted((re.escape(safe(each)) for each in names if safe(each)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(known) or '(?!)'})(?!\w)")


def said(fact: facts.Said, view: View) -> Text:
    """Return the lines of a speech: speaker, addressee, the words unchanged, and below them its structured claims."""
    line = Text.assemble(player(view, fact.seat))
    line.append(f" asks {safe(name(fact.addressed, view.names))}" if fact.addressed else "", "dim")
    line.append(f" ({LAST_WORDS})" if fact.part == LAST_WORDS else "", "dim")
    others = [seat for seat in bits(fact.to) if seat not in (fact.seat, view.seat)] if fact.to > 0 else []
    if view.seat is None and others:
        line.append(f" to {safe(listing(name(seat, view.names) for seat in others if seat <= len(view.names)))}", "dim")
    line.append(": ", "dim")
    line.append(safe(fact.text))
    if fact.claims:
        line.append(
            f"\n[{'; '.join(safe(claimed(claim, fact.seat, view.names)) for claim in fact.claims)}]", "dim italic"
        )
    return line


def murmured(seat: int, text: str, view: View) -> Text:
    """Return the line of a player who is being asked: the speech so far, or the name of the action."""
    words = [(": ", "dim"), (safe(text), "italic")] if text else []
    return Text.assemble(player(view, seat), *words, (" …", "dim"))


def player(view: View, seat: int) -> Text:
    """Return the name of a player in the color of the team, if the view knows it."""
    return Text(safe(name(seat, view.names)), Style(color=colour_of(view, seat) or None, bold=True))
