"""Leagues of a few blocks: nothing is printed that only the prior decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.arena.rating.rate import FEWEST_BLOCKS
from duskfall.arena.report.words import FEW
from duskfall.cli import cli


def reported(folder: Path, blocks: int) -> tuple[str, dict[str, object]]:
    """Play a short league; return what the terminal prints and what the report gives as JSON."""
    file = folder / "short.yaml"
    file.write_text(
        f"{{rules: ai-mafia-classic, seats: 5, players: {{a: random, b: random}}, blocks: {blocks}, seed: 1}}", "utf-8"
    )
    played = CliRunner().invoke(cli, ["arena", "run", str(file), "--jobs", "1"])
    assert played.exit_code == 0, played.output
    for args in ([], ["--json"]):
        report = CliRunner().invoke(cli, ["arena", "report", str(folder / "short"), *args])
        assert report.exit_code == 0, report.output
    return played.stdout, json.loads(report.stdout)


@pytest.mark.parametrize("blocks", [1, FEWEST_BLOCKS - 1, FEWEST_BLOCKS])
def test_ratings_need_blocks(tmp_path: Path, blocks: int) -> None:
    printed, report = reported(tmp_path, blocks)
    enough = blocks >= FEWEST_BLOCKS
    page = (tmp_path / "short/report/index.html").read_text("utf-8")
    assert ("Ratings of the players with their intervals" in page) is enough
    assert (FEW in printed) is not enough
    assert "– (–)" not in printed
    for row in (*report["leaders"], *report["ratings"]):  # type: ignore[misc]
        assert all((row[key] is not None) is enough for key in ("rating", "low", "high"))
    assert bool(report["better"]) is enough
    assert sum(row["better"] is not None for row in report["leaders"]) == enough  # type: ignore[attr-defined]
