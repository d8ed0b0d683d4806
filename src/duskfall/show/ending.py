"""The ending: who was what, who won and why, what turned the game, and the lie that lived longest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from duskfall.core import facts
from duskfall.core.facts import Fact
from duskfall.core.game import Game
from duskfall.core.view import view
from duskfall.core.words import DRAW
from duskfall.rules import BOOKS, ruleset
from duskfall.show.looks import colours, rules_of
from duskfall.table.story import HOW_COUNTED, Story, story
from duskfall.table.tally import has_won
from duskfall.tell.conditions import holds
from duskfall.tell.text import capital, cite, listing, safe, spaced

COLUMNS = ("", "name", "role", "team", "left", "")
WHO, POINTS, LIE = "Who was what", "Turning points", "The lie that lived longest"


class Fate(NamedTuple):
    """What became of one player."""

    seat: int
    name: str
    role: str
    team: str
    left: str  # how and when; empty for who lived
    won: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """The player as a row of a table."""
        left = self.left or "lives"
        return str(self.seat), safe(self.name), self.role, self.team, left, "won" if self.won else "lost"


def fates(told: Sequence[Fact]) -> list[Fate]:
    """What became of everyone, from all the facts of a finished game."""
    end, names = _end(told), view(told, None).names
    teams = {fact.seat: fact.team for fact in told if isinstance(fact, facts.Dealt | facts.Became)}
    left, found = dict(_departures(told)), []
    for seat, (name, role) in enumerate(zip(names, end.roles, strict=True), 1):
        team = teams.get(seat, "")
        found.append(Fate(seat, name, role, team, left.get(seat, ""), has_won(end, seat, team)))
    return found


def _departures(told: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    """How and when each player left, the last word on each last."""
    when = ""
    for fact in told:
        match fact:
            case facts.PhaseBegan():
                when = f"{fact.phase} {fact.number}"
            case facts.Died():
                yield fact.seat, f"{when}, by {listing(map(spaced, fact.causes))}" if fact.causes else when
            case facts.Out():
                yield fact.seat, f"{when}, voted out"
            case facts.Removed():
                yield fact.seat, f"{when}, removed ({spaced(fact.cause)})"
            case _:
                pass


def verdict(end: facts.Ended, rules: str) -> tuple[str, str]:
    """Who won, and what the rules say of it; the second is empty where the rules are not known."""
    won = "a draw" if end.winner == DRAW else f"victory for {end.winner}"
    because = ""
    if rules in BOOKS:
        lines = [win for win in ruleset(rules).wins if (win.side, win.reason) == (end.winner, end.reason)]
        because = next((f"{capital(holds(win.when))}.{cite(win.rule)}" for win in lines), "")
    return safe(f"The game is over: {won} ({spaced(end.reason)})."), because


def _end(told: Sequence[Fact]) -> facts.Ended:
    return next(fact for fact in reversed(told) if isinstance(fact, facts.Ended))


def _verdict(told: Sequence[Fact]) -> tuple[str, str]:
    return verdict(_end(told), rules_of(view(told, None)))


def show_ending(console: Console, told: Sequence[Fact], game: Game | None, plain: bool) -> None:
    """Tell how it ended; the game itself is needed for its story."""
    with console.status("Looking back …") if not plain else nullcontext():
        tale = story(game) if game else None
    if plain:
        for line in plain_ending(told, tale):
            print(line, flush=True)
    else:
        print_ending(console, told, tale)


def plain_ending(told: Sequence[Fact], tale: Story | None) -> list[str]:
    """The ending as lines for a pipe."""
    rows = [fate.cells for fate in fates(told)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(map(set_cell_size, row, widths)).rstrip() for row in rows]
    lines = ["", *filter(None, _verdict(told)), "", f"{WHO}:", *(f"  {line}" for line in table)]
    for title, texts, note in _sections(tale):
        lines += ["", f"{title}:", *(f"  {safe(text)}" for text in filter(None, (*texts, note)))]
    return lines


def print_ending(console: Console, told: Sequence[Fact], tale: Story | None) -> None:
    """The ending on the normal screen, where it stays; what matters most is last, where nothing scrolls it away."""
    mine = colours(view(told, None))
    table = Table(*COLUMNS, box=SIMPLE_HEAD, pad_edge=False)
    for fate in fates(told):
        colour = mine.get(fate.role, "")
        styles = ("dim", f"bold {colour}", colour, colour, "", "bold" if fate.won else "dim")
        table.add_row(*(Text(text, style) for text, style in zip(fate.cells, styles, strict=True)))
    parts: list[RenderableType] = []
    for title, texts, note in _sections(tale):
        told_so = [*(Text(safe(text)) for text in texts), *([Text(note, "dim")] if note else [])]
        parts += [Text(title, "bold"), Padding(Group(*told_so), (0, 0, 1, 2))]
    won, because = _verdict(told)
    console.print(Group(*parts, Text(WHO, "bold"), table, Text(won, "bold"), *([Text(because)] if because else [])))


def _sections(tale: Story | None) -> Iterator[tuple[str, list[str], str]]:
    """What else there is to tell: a title, sentences, and how they were found."""
    if tale and tale.turning_points:
        yield POINTS, [f"{number}. {text}" for number, text in enumerate(tale.turning_points, 1)], HOW_COUNTED
    if tale and tale.lie:
        yield LIE, [tale.lie], ""
