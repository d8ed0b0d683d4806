"""The rules page by topic, for lookups in the middle of a game: its headings, and its lines about a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from duskfall.tell.paper import Chart, Entries, Grid, Heading, Items, Paragraph, Piece, bare
from duskfall.tell.rules import setting, steps
from duskfall.tell.rules.sections import sections
from duskfall.tell.text import sentence
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.steps import SkipVote

Section = tuple[str, list[str]]


def short(rules: Ruleset) -> list[str]:
    """Return the rules in a few lines: the win conditions, and the topics that can be looked up."""
    wins = [bare(setting.win(replace(each, rule=""))) for each in rules.wins]
    listed = ", ".join(topics(rules))
    return [sentence(rules.title), *wins, sentence(f"look up a topic, a role or any word: {listed}")]


def topics(rules: Ruleset) -> list[str]:
    """Return the headings of the rules page."""
    return [title for title, _ in _sections(rules)]


def ending_early(rules: Ruleset | None) -> str:
    """Return how the talk of a day may be ended early; empty if it can't be."""
    found = next((node for node in walk(rules.day) if isinstance(node, SkipVote)), None) if rules else None
    return bare(sentence(f"the talk of a day: {steps.skip(found)}")) if found else ""


def look_up(rules: Ruleset, word: str) -> list[str]:
    """Return the sections whose heading contains the word; if there are none, all lines that contain it."""
    wanted, found = word.casefold(), list(_sections(rules))
    whole = [section for section in found if wanted in section[0].casefold()]
    some = [(title, [line for line in lines if wanted in line.casefold()]) for title, lines in found]
    return [line for title, lines in whole or some if lines for line in (title.upper(), *lines, "")][:-1]


def _sections(rules: Ruleset) -> Iterator[Section]:
    """Yield each section of the page with its lines, except the title of the page."""
    title, lines = "", list[str]()
    for block in sections(rules):
        if isinstance(block, Heading) and block.level < 3:
            if title and title != rules.title:
                yield title, lines
            title, lines = block.text, []
        else:
            lines += map(bare, _lines(block))
    yield title, lines


def _lines(block: Piece) -> Iterator[str]:
    match block:
        case Items(items):
            yield from (f"· {item}" for item in items)
        case Entries(entries):
            yield from (f"· {name}: {line}" for name, lines in entries for line in lines)
        case Grid(head, rows):
            for row in rows:
                yield f"· {'; '.join(f'{title}: {cell}' for title, cell in zip(head, row, strict=True) if cell)}"
        case Heading(text) | Paragraph(text):
            yield text
        case Chart():
            return
