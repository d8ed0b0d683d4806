"""The golden playthroughs are current, and every ruleset has at least two."""

from __future__ import annotations

from collections import Counter

import pytest

from duskfall.rules import BOOKS
from tests import transcripts
from tests.goldens import FOLDER, PLAYS, Play, text

STALE = "stale: look at what changed, and if it is meant, run `make goldens`"


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.path.stem)
def test_the_playthrough_is_current(play: Play) -> None:
    assert play.path.exists(), STALE
    assert play.path.read_text(encoding="utf-8") == text(play), STALE


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.path.stem)
def test_the_playthrough_can_be_reviewed(play: Play) -> None:
    lines = text(play).splitlines()
    assert 60 < len(lines) < 400
    assert max(map(len, lines)) < 300
    assert sum(line.startswith("== ") for line in lines) >= 3


def test_every_ruleset_has_two_one_of_them_with_talk() -> None:
    count = Counter(play.book for play in PLAYS)
    assert {book for book in BOOKS if count[book] < 2} == set()
    assert {play.book for play in PLAYS if play.talk} == set(BOOKS)
    assert len({play.path for play in PLAYS}) == len(PLAYS)


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {play.path for play in PLAYS}
    assert {path.stem for path in transcripts.FOLDER.iterdir()} == set(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_the_transcript_is_current(book: str) -> None:
    assert (transcripts.FOLDER / f"{book}.txt").read_text(encoding="utf-8") == transcripts.text(book), STALE
