"""Pages as data (headings, lines, lists, tables, charts), rendered as Markdown, plain text or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import assert_never

from duskfall.tell.columns import columns, folded, padded, pieces

WIDTH = 100
GAP = "  "


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the page."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered or bulleted."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of names, each with the lines that describe it."""

    entries: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a header row and rows of cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A Mermaid diagram; only Markdown includes it."""

    code: str


Piece = Heading | Paragraph | Items | Entries | Grid | Chart


def markdown(blocks: Iterable[Piece]) -> str:
    """Render the page as Markdown."""
    return "\n\n".join("\n".join(_markdown(block)) for block in blocks) + "\n"


def _markdown(block: Piece) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {text}"
        case Paragraph(text):
            yield text
        case Items(items, numbered):
            for number, item in enumerate(items, 1):
                yield f"{number}. {item}" if numbered else f"- {item}"
        case Entries(entries):
            for name, lines in entries:
                yield f"- **{name}** {lines[0]}" if len(lines) == 1 else f"- **{name}**"
                yield from (f"  - {line}" for line in lines if len(lines) > 1)
        case Grid(head, rows):
            yield _row(head)
            yield _row(("---",) * len(head))
            yield from map(_row, rows)
        case Chart(code):
            yield f"```mermaid\n{code.rstrip()}\n```"
        case _:
            assert_never(block)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def plain(blocks: Iterable[Piece]) -> str:
    """Render the page for a terminal: without marks or charts, wrapped to `WIDTH` columns."""
    printed = [list(_plain(block)) for block in blocks if not isinstance(block, Chart)]
    return "\n\n".join("\n".join(lines) for lines in printed) + "\n"


def bare(text: str) -> str:
    """Return the text without its Markdown marks for code and bold."""
    return text.replace("`", "").replace("**", "")


def _plain(block: Heading | Paragraph | Items | Entries | Grid) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield bare(text).upper() if level < 3 else bare(text)
            if level < 3:
                yield ("=" if level == 1 else "-") * columns(bare(text))
        case Paragraph(text):
            yield from folded(bare(text), WIDTH)
        case Items(items, numbered):
            for number, item in enumerate(items, 1):
                mark = f"{number:>2}. " if numbered else "  - "
                yield from folded(bare(item), WIDTH, mark, " " * len(mark))
        case Entries(entries):
            yield from _entries(entries)
        case Grid(head, rows):
            yield from _aligned(head, rows)
        case _:
            assert_never(block)


def _entries(entries: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[str]:
    """Yield lines with the names in a left column and their descriptions in a right one."""
    left = max(columns(name) for name, _ in entries) + 2 * len(GAP)
    for name, lines in entries:
        for number, line in enumerate(lines):
            mark = padded(GAP + name if not number else "", left)
            yield from folded(bare(line), WIDTH, mark, " " * left)


def _aligned(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    """Yield the lines of a table in aligned columns; a long cell wraps within its column."""
    table = [tuple(map(bare, row)) for row in (head, *rows)]
    widths = _widths(table)
    for number, row in enumerate(table):
        cells = [folded(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            parts = (cell[at] if at < len(cell) else "" for cell in cells)
            yield GAP.join(padded(part, width) for part, width in zip(parts, widths, strict=True)).rstrip()
        if not number:
            yield GAP.join("-" * width for width in widths)


def _widths(table: list[tuple[str, ...]]) -> list[int]:
    """Return the width of each column: the widest ones shrink until the table fits, but no word is broken."""
    stacks = list(zip(*table, strict=True))
    wanted = [max(map(columns, stack)) for stack in stacks]
    least = [max(columns(piece.rstrip()) for cell in stack for piece in pieces(cell) or [""]) for stack in stacks]
    room = WIDTH - len(GAP) * (len(stacks) - 1)
    while sum(wanted) > room:
        wide = [at for at in range(len(wanted)) if wanted[at] > least[at]]
        if not wide:
            break
        wanted[max(wide, key=lambda at: wanted[at])] -= 1
    return wanted


# -- HTML --------------------------------------------------------------------------------------------

# Code, bold text and citations, in text that is already escaped.
_MARKS = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\[([^]\s]+)\]"), r'<span class="cite">\1</span>'),
)


def html(blocks: Iterable[Piece]) -> str:
    """Render the page as an HTML fragment, without charts."""
    return "\n".join(_html(block) for block in blocks if not isinstance(block, Chart)) + "\n"


def _html(block: Heading | Paragraph | Items | Entries | Grid) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{marked(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{marked(text)}</p>"
        case Items(items, numbered):
            return _list("ol" if numbered else "ul", items)
        case Entries(entries):
            rows = (f"<dt>{marked(name)}</dt>{_tagged('dd', lines)}" for name, lines in entries)
            return f"<dl>{''.join(rows)}</dl>"
        case Grid(head, rows):
            body = "".join(f"<tr>{_tagged('td', cells)}</tr>" for cells in rows)
            return f"<table><thead><tr>{_tagged('th', head)}</tr></thead><tbody>{body}</tbody></table>"
        case _:
            assert_never(block)


def _list(tag: str, items: Iterable[str]) -> str:
    return f"<{tag}>{_tagged('li', items)}</{tag}>"


def _tagged(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{marked(text)}</{tag}>" for text in texts)


def marked(text: str) -> str:
    """Return a line as HTML: escaped, with elements for code, bold text and citations."""
    markup = escape(text)
    for mark, element in _MARKS:
        markup = mark.sub(element, markup)
    return markup
