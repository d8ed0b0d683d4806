"""Writing a report to disk: index.html, report.md, report.json, and the replays of a few games."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from duskfall.arena.report.data import Notable, Report
from duskfall.arena.report.html import html
from duskfall.arena.report.markdown import markdown
from duskfall.arena.store.keep import record_lines
from duskfall.arena.store.query import StoreError
from duskfall.core.record import RecordError, read
from duskfall.replay.page import page
from duskfall.rules.outside import NoRuleset
from duskfall.rules.registry import known
from duskfall.table.kept.held import hold, unverifiable
from duskfall.table.story import story

PAGE, MARKDOWN, DATA, GAMES = "index.html", "report.md", "report.json", "games"
UNFIT = (LookupError, TypeError, ValueError, AttributeError)  # a record may have been written by hand
PUBLIC = 0  # the view that a replay opens with; the rest stays hidden until the reader asks for it


def write(report: Report, folder: Path, into: Path) -> Report:
    """Write a report on the league of `folder` into the folder `into`; return it with links to its replays."""
    (into / GAMES).mkdir(parents=True, exist_ok=True)
    pages = {number: _replay(folder, number) for number in dict.fromkeys(each.game for each in report.notable)}
    for number, text in pages.items():
        if text:
            _put(into / _page(number), text)
    report = report._replace(notable=tuple(_linked(each, pages[each.game]) for each in report.notable))
    _put(into / DATA, json.dumps(report.as_data(), ensure_ascii=False, indent=1) + "\n")
    _put(into / MARKDOWN, markdown(report))
    _put(into / PAGE, html(report))
    return report


def _page(number: int) -> str:
    return f"{GAMES}/{number}.html"


def _linked(each: Notable, text: str) -> Notable:
    return each._replace(page=_page(each.game) if text else "")


def _replay(folder: Path, number: int) -> str:
    """Return the replay page of a game; empty without a sound record.

    The page has no story if the rules have changed since the game was played.
    """
    try:
        record = read(record_lines(folder, number))
        rules = known(record.rules)
        game = None if rules is None or unverifiable(record, rules) else hold(record, hidden=False).game
        return page(record.facts, record.names, PUBLIC, story=story(game) if game and game.over else None)
    except (StoreError, RecordError, NoRuleset, *UNFIT):
        return ""


def _put(path: Path, text: str) -> None:
    """Write the whole file, or leave what is there."""
    beside = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
