"""The summary printed after a game: roles, winners and reasons, turning points, and the longest-lived lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from duskfall.core.facts import Ended, Fact
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.replay.fates import LIE, POINTS, WHO, Fate, fates, the_end, verdict
from duskfall.study.sight import rules_of
from duskfall.table.story import Story, story
from duskfall.tell.text import safe
from duskfall.tell.tongue import say, word
from duskfall.terminal.stage.looks import colours
from duskfall.vocabulary.ruleset import DRAW

COLUMNS = ("", "name", "role", "team", "left", "")


def _verdict(told: Sequence[Fact]) -> tuple[str, str]:
    return verdict(the_end(told), rules_of(view(told, None)))


def show_ending(
    console: Console, told: Sequence[Fact], game: Game | None, plain: bool, people: Sequence[int] = ()
) -> None:
    """Print the summary of a finished game, starting with the results of the human players in `people`.

    `game`: the replayed game, needed for turning points and the lie; None leaves them out.
    """
    with console.status("Looking back …") if not plain else nullcontext():
        tale = story(game) if game else None
    if plain:
        for line in plain_ending(told, tale, people):
            print(line, flush=True)
    else:
        print_ending(console, told, tale, people)


def results(told: Sequence[Fact], people: Sequence[int]) -> list[str]:
    """Return a sentence for each of these seats: whether it won, with its side or alone, lost, or drew."""
    end, alone = the_end(told), len(people) == 1
    return [_result(end, fate, alone) for fate in fates(told) if fate.seat in people]


def _result(end: Ended, fate: Fate, alone: bool) -> str:
    name = safe(fate.name)
    by_itself = next((role for seat, role in end.cowins if seat == fate.seat), "")
    if fate.won and (fate.team == end.winner or not by_itself):
        return say("You won.") if alone else say("{name} won.", name=name)
    if fate.won:
        role = word(by_itself, "role")
        return (
            say("You won by yourself, as {role}.", role=role)
            if alone
            else say("{name} won alone, as {role}.", name=name, role=role)
        )
    if end.winner == DRAW:
        return say("A draw: you neither won nor lost.") if alone else say("A draw for {name}.", name=name)
    return say("You lost.") if alone else say("{name} lost.", name=name)


def plain_ending(told: Sequence[Fact], tale: Story | None, people: Sequence[int] = ()) -> list[str]:
    """Return the summary as plain lines."""
    rows = [fate.cells for fate in fates(told)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(map(set_cell_size, row, widths)).rstrip() for row in rows]
    lines = ["", *results(told, people), *filter(None, _verdict(told)), "", f"{WHO}:", *(f"  {line}" for line in table)]
    for title, texts, note in _sections(tale):
        lines += ["", f"{title}:", *(f"  {safe(text)}" for text in filter(None, (*texts, note)))]
    return lines


def print_ending(console: Console, told: Sequence[Fact], tale: Story | None, people: Sequence[int] = ()) -> None:
    """Print the summary on the normal screen, where it stays; the most important part is last, so it stays in sight."""
    hues = colours(view(told, None))
    table = Table(*COLUMNS, box=SIMPLE_HEAD, pad_edge=False)
    for fate in fates(told):
        colour = hues.get(fate.role, "")
        styles = ("dim", f"bold {colour}", colour, colour, "", "bold" if fate.won else "dim")
        table.add_row(*(Text(text, style) for text, style in zip(fate.cells, styles, strict=True)))
    mine = results(told, people)
    parts: list[RenderableType] = [Padding(Text("\n".join(mine), "bold"), (0, 0, 1, 0))] if mine else []
    for title, texts, note in _sections(tale):
        told_so = [*(Text(safe(text)) for text in texts), *([Text(note, "dim")] if note else [])]
        parts += [Text(title, "bold"), Padding(Group(*told_so), (0, 0, 1, 2))]
    won, because = _verdict(told)
    last = Text(" ".join((*mine, won)), "bold")  # repeated, as the beginning may have scrolled away
    console.print(Group(*parts, Text(WHO, "bold"), table, last, *([Text(because)] if because else [])))


def _sections(tale: Story | None) -> Iterator[tuple[str, list[str], str]]:
    """Yield the further sections: a title, its sentences, and a note on how they were found."""
    if tale and tale.turning_points:
        yield POINTS, [f"{number}. {text}" for number, text in enumerate(tale.turning_points, 1)], tale.counted
    if tale and tale.lie:
        yield LIE, [tale.lie], ""
