"""How facts look on a screen: one styled line a fact, names in the colour of their team where the view knows it."""

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

PALETTE = ("green", "red", "cyan", "magenta", "yellow")  # readable on dark and on light
PRIVATE = "◦ "
STYLES = {"weighty": "bold", "slight": "dim", "plain": ""}


# -- who is of which colour --------------------------------------------------------------------------------


def colours(view: View) -> dict[str, str]:
    """Role -> colour, a colour a team."""
    found = teams(view)
    order = list(dict.fromkeys(found.values()))
    return {role: PALETTE[order.index(team) % len(PALETTE)] for role, team in found.items()}


def colour_of(view: View, seat: int) -> str:
    """The colour of a seat's team where the view knows it; else nothing."""
    return colours(view).get(role_of(view, seat), "")


# -- lines -------------------------------------------------------------------------------------------------


def look(fact: Fact, view: View) -> Text:
    """The line of a fact; what is not for all is marked."""
    mark = "" if fact.to == EVERYONE else PRIVATE
    if isinstance(fact, facts.Said):
        return Text.assemble((mark, "dim"), said(fact, view))
    return Text.assemble((mark, "dim"), words(sentence(fact, view.names), view, STYLES[weight(fact)]))


def passing(run: Sequence[facts.Skipped], view: View) -> Text:
    """Those who pass one after another, on one line."""
    mark = "" if run[0].to == EVERYONE else PRIVATE
    return Text.assemble((mark, "dim"), words(passes((fact.seat for fact in run), view.names), view, "dim"))


def words(text: str, view: View, style: str = "") -> Text:
    """A generated sentence, safe to print, with the names in their colours."""
    line = Text(safe(text), style)
    if view.names:
        mine = colours(view)
        for match in _names(view.names).finditer(line.plain):
            seat = list(map(safe, view.names)).index(match.group()) + 1
            line.stylize(Style(color=mine.get(role_of(view, seat)), bold=True), *match.span())
    return line


@lru_cache(maxsize=8)
def _names(names: Sequence[str]) -> re.Pattern[str]:
    """Any of the names, as a whole word; the longest first, so that none hides in another."""
    known = sorted((re.escape(safe(each)) for each in names if safe(each)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(known) or '(?!)'})(?!\w)")


def said(fact: facts.Said, view: View) -> Text:
    """Speech: who, to whom, the words as they are, and the typed claims as an aside."""
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
    """Words that somebody is still speaking, or what they are about."""
    words = [(": ", "dim"), (safe(text), "italic")] if text else []
    return Text.assemble(player(view, seat), *words, (" …", "dim"))


def player(view: View, seat: int) -> Text:
    """A player's name."""
    return Text(safe(name(seat, view.names)), Style(color=colour_of(view, seat) or None, bold=True))
