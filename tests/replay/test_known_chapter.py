"""`replay --html --curve`: a last chapter on what could be known, for eyes that have something to find out."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.cli import cli
from tests.film.test_known import finished, unfinished
from tests.film.written import written


def replayed(folder: Path, text: str, *more: str) -> tuple[int, str, str]:
    """The status, what was said, and the page."""
    record, page = folder / "game.jsonl", folder / "page.html"
    record.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["replay", str(record), "--html", str(page), *more])
    return done.exit_code, done.output, page.read_text(encoding="utf-8") if page.exists() else ""


def test_the_curve_is_the_last_chapter(tmp_path: Path) -> None:
    status, _, page = replayed(tmp_path, written(finished()), "--curve", "--as", "2")
    assert status == 0
    chapter = page.rpartition('<section class="chapter"')[2]
    assert "What could be known" in chapter
    assert "data-moment" in chapter
    assert "From the rules alone" in chapter


def test_without_the_option_nothing_is_counted_and_the_page_is_as_before(tmp_path: Path) -> None:
    assert "What could be known" not in replayed(tmp_path, written(finished()))[2]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--curve", "--as", "moderator"), "--curve: the moderator knows everything"),
        (("--curve",), "the game is not over, and its coach is off"),
    ],
)
def test_what_nobody_may_count_is_refused_in_one_line(more: tuple[str, ...], why: str, tmp_path: Path) -> None:
    text = written(finished()) if "--as" in more else unfinished("human", *["scripted"] * 4)
    status, said, page = replayed(tmp_path, text, *more)
    assert status == 2
    assert why in said
    assert not page


def test_the_curve_needs_a_page(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(written(finished()), encoding="utf-8")
    done = CliRunner().invoke(cli, ["replay", str(record), "--curve"])
    assert done.exit_code == 2
    assert "--curve: it is a chapter of a page" in done.output
