"""Predicted and observed wins in the report: in words, as a picture, and in all its forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duskfall.arena.rating.goodness import Goodness, PlayerWins, Wins
from duskfall.arena.report import charts
from duskfall.arena.report.data import FitOfRatings
from duskfall.arena.report.goodness import (
    BAD_FIT,
    GOOD_FIT,
    HEADS,
    TITLE,
    TOO_FEW,
    fit_of_ratings,
    fit_row,
    fit_sentences,
    predicted_and_observed,
)
from duskfall.arena.report.write import write
from tests.arena.report.played_league import league, played

GROUP, MISSED = Wins(0.4, 0.42, 0.3, 0.5, 90), Wins(0.4, 0.7, 0.6, 0.8, 90)


def fit(*wins: Wins, worth: float = 1.0) -> FitOfRatings:
    """Two groups of games, and a player at a table for each of these."""
    players = tuple(PlayerWins(f"p{n}", 0, "town", each) for n, each in enumerate(wins))
    return fit_of_ratings(Goodness((GROUP, GROUP), players, worth), {0: "werewolf"})


def test_words_count_what_fits() -> None:
    [said] = fit_sentences(fit(GROUP, GROUP))
    assert said.startswith("Predicted wins lie within the 95 % interval of the observed ones in 2 of 2 groups of games")
    assert said.endswith(f"and in 2 of 2 pairs of a player and a team. {GOOD_FIT}")
    [said] = fit_sentences(fit(MISSED, MISSED, MISSED))
    assert f"in 0 of 3 pairs of a player and a team. {BAD_FIT}" in said
    assert "0.30 of an independent game" in fit_sentences(fit(GROUP, worth=0.3))[1]
    assert fit_sentences(FitOfRatings((), is_good=True, worth=1.0)) == [TOO_FEW]


def test_rows_stand_under_their_heads() -> None:
    rows = [fit_row(row) for row in fit(MISSED).rows]
    assert all(len(row) == len(HEADS) for row in rows)
    assert rows[-1][:3] == ("p0", "werewolf", "town")


def test_the_picture_shows_every_comparison() -> None:
    found = fit(GROUP, MISSED)
    wide, narrow = charts.pictures(TITLE, predicted_and_observed, found).split('class="chart narrow"')
    for text in (wide, narrow):
        assert text.count('aria-roledescription="circle"') == len(found.rows)
        assert "NaN" not in text


def test_all_forms_of_a_report_tell_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from duskfall.arena.report.collect import report

    monkeypatch.setattr(charts, "pictures", lambda about, *_: f"<i>{about}</i>")
    folder = played(tmp_path / "club", league(blocks=8, books=("werewolf",), records=False))
    made = write(report(folder, random_games=0), folder, folder / "report")
    assert made.fit
    assert made.fit.rows
    [sentence, *_] = fit_sentences(made.fit)
    page, text = ((folder / "report" / name).read_text(encoding="utf-8") for name in ("index.html", "report.md"))
    assert f"## {TITLE}\n\n{sentence}" in text
    assert sentence in page
    assert f"<i>{TITLE}</i>" in page
    assert 'href="#fit"' in page
    data = json.loads((folder / "report" / "report.json").read_bytes())["fit"]
    assert len(data["rows"]) == len(made.fit.rows)
    assert data["good"] == made.fit.is_good
