"""`duskfall replay`: the same game again, forward and back, for any eyes; verified, and readable without its rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import duskfall
from duskfall.cli.common import BadInput
from duskfall.cli.replay import replay
from duskfall.cli.why import why
from duskfall.core.facts import PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.record import KERNEL, lines
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal.plain import plain_lines
from duskfall.terminal.reel import Reel
from duskfall.terminal.replayer import FOOTER, MORE, Replay
from duskfall.terminal.stage.keys import END, HOME, LEFT, RIGHT


@pytest.fixture(scope="module")
def game() -> Game:
    game = duskfall.start("werewolf", 7, seed=12)
    return play(game, seat_players(game, "random"))


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines(game, "ab" * 16)) + "\n", encoding="utf-8")
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(replay, [str(word) for word in words])


def broken(found: Result) -> str:
    """The one line of a user's mistake."""
    assert isinstance(found.exception, SystemExit | BadInput)
    assert found.exit_code == 2
    return found.output


# -- in a pipe ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "seat"), [("moderator", None), ("public", 0), ("Cid", 3)])
def test_a_pipe_gets_the_transcript_of_the_view_and_the_ending(game: Game, record: Path, who: str, seat: int) -> None:
    found = run(record, "--as", who)
    assert found.exit_code == 0
    told = list(plain_lines(game.facts, game.names, seat))
    assert found.output.splitlines()[: len(told)] == told
    assert "Who was what:" in found.output


def test_it_can_begin_later(record: Path) -> None:
    found = run(record, "--from", "D1")
    assert found.output.splitlines()[1] == "— Day 1 —"
    assert "n1, d1" in broken(run(record, "--from", "d77"))


def test_an_unknown_viewer_is_told_who_there_is(record: Path) -> None:
    assert "there are: Ann, Bob" in broken(run(record, "--as", "Zoe"))


def test_an_unfinished_game_says_so(game: Game, record: Path) -> None:
    whole = record.read_text().splitlines()
    facts = [n for n, line in enumerate(whole) if line.startswith('{"fact":"Announced"')]
    record.write_text("\n".join(whole[: facts[0]]) + "\n")
    found = run(record)
    assert found.exit_code == 0
    assert found.output.endswith(f"and the game is not over. Go on with: duskfall resume {record}\n")


def test_an_unfinished_game_is_not_spoilt_for_who_plays_it(tmp_path: Path) -> None:
    game = duskfall.start("werewolf", 7, seed=12)
    journal = Journal(tmp_path / "game.jsonl", game, ["scripted"] * 6 + ["human"])
    journal.close(over=False)
    assert "(private) Gus is " in run(journal.path).output
    assert "(to " not in run(journal.path).output
    assert "spoil" in broken(run(journal.path, "--as", "moderator"))
    done = run(journal.path, "--verify")
    assert (done.exit_code, done.output) == (0, "verified: the seed is the committed one; the game is not over\n")


def test_a_record_of_a_book_that_is_gone_stays_viewable(record: Path) -> None:
    record.write_text(record.read_text().replace('"rules":"werewolf"', '"rules":"wolves of 1986"'))
    found = run(record)
    assert found.exit_code == 0
    assert "A game of wolves of 1986 begins" in found.output
    assert "The game is over: " in found.output
    assert "Turning points" not in found.output


def test_facts_that_fit_no_table_are_one_line(record: Path) -> None:
    text = record.read_text().replace('"rules":"werewolf"', '"rules":"wolves of 1986"')  # it cannot be played again
    record.write_text(text + '{"fact":"Out","to":"all","seat":55,"shown":"Seer"}\n')
    assert "do not fit" in broken(run(record))


def test_without_a_record_it_is_the_last_game_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert "duskfall play" in broken(run())


# -- verified ----------------------------------------------------------------------------------------------


def test_a_true_record_is_verified(game: Game, record: Path) -> None:
    found = run(record, "--verify")
    counts = f"{len(game.log)} answers, {len(game.facts)} facts"
    assert (found.exit_code, found.output) == (0, f"verified: {counts}, the seed is the committed one\n")


def test_the_first_difference_is_told(record: Path) -> None:
    whole = record.read_text().splitlines()
    number = next(n for n, line in enumerate(whole) if line.startswith('{"fact":"Ended"'))
    fact = json.loads(whole[number])
    whole[number] = json.dumps(fact | {"reason": "magic"})
    record.write_text("\n".join(whole))
    found = run(record, "--verify")
    assert found.exit_code == 1
    assert "fact " in found.output
    assert '"magic"' in found.output


@pytest.mark.parametrize(
    "change", [('"reason":"', '"reason":"magic '), ('"seed":12', '"seed":13'), ('"answer":[3', '"answer":[2')]
)
def test_a_changed_record_is_refused_before_its_first_line(
    record: Path, tmp_path: Path, change: tuple[str, str]
) -> None:
    assert record.read_text() != record.read_text().replace(*change, 1)
    record.write_text(record.read_text().replace(*change, 1))
    page = tmp_path / "page.html"
    for command, *words in (
        (replay, record),
        (replay, record, "--from", "d1"),
        (replay, record, "--html", page),
        (why, record),
    ):
        found = CliRunner().invoke(command, [str(word) for word in words])
        assert found.exit_code == 1
        assert found.output.startswith(f"Error: {record}: this record was changed: ")
        assert found.output.count("\n") == 1
    assert not page.exists()


def test_a_record_that_was_only_killed_is_verified(game: Game, tmp_path: Path) -> None:
    again = duskfall.start("werewolf", 7, seed=12)
    journal = Journal(tmp_path / "game.jsonl", again, ["random"] * 7)
    play(again, seat_players(again, "random"), journal)
    journal.close(over=True)
    whole = journal.path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    answers = [n for n, line in enumerate(whole.splitlines()) if line.startswith(b'{"answer"')]
    for cut in (ends[answers[9]], ends[answers[-1]], ends[-2] + 5, ends[40] + 5, ends[1]):
        journal.path.write_bytes(whole[:cut])
        found = run(journal.path, "--verify")
        assert found.exit_code == 0, found.output
        assert "the seed is the committed one; the game is not over" in found.output
    journal.path.write_bytes(whole[: ends[answers[-1]]])
    assert " not written yet)" in run(journal.path, "--verify").output
    lines = whole.splitlines(keepends=True)
    for missing in (answers[8] + 1, len(lines) - 2):  # a fact in the middle of the record, or of what is over
        journal.path.write_bytes(b"".join(lines[:missing] + lines[missing + 1 :]))
        assert run(journal.path, "--verify").exit_code == 1


def test_a_difference_does_not_spoil_the_game_for_who_plays_it(tmp_path: Path) -> None:
    game = duskfall.start("werewolf", 7, seed=12)
    journal = Journal(tmp_path / "game.jsonl", game, ["scripted"] * 6 + ["human"])
    journal.close(over=False)
    text = journal.path.read_text()
    journal.path.write_text(text.replace('"role":"Seer"', '"role":"Witch"', 1))
    found = run(journal.path, "--verify")
    assert found.exit_code == 1
    assert found.output.endswith("jsonl: the answers do not give the recorded facts\n")


@pytest.mark.parametrize(
    ("options", "said", "sealed"),
    [
        ((), "as the public saw it; Reveal shows the rest.", True),
        (("--no-reveal",), "as the public saw it.", False),
        (("--as", "3"), "as Cid saw it; Reveal shows the rest.", True),
        (("--as", "moderator"), "as the moderator saw it.", False),
    ],
)
def test_a_page_says_what_it_shows(
    record: Path, tmp_path: Path, options: tuple[str, ...], said: str, sealed: bool
) -> None:
    page = tmp_path / "page.html"
    assert run(record, "--html", page, *options).output == f"Written to {page}: {said}\n"
    assert ('id="sealed"' in page.read_text(encoding="utf-8")) == sealed


def test_another_seed_is_found_out(record: Path) -> None:
    record.write_text(record.read_text().replace('"seed":12', '"seed":13'))
    found = run(record, "--verify")
    assert found.exit_code == 1
    assert "commitment" in found.output


# -- at a terminal -----------------------------------------------------------------------------------------


class Hands:
    """Keys pressed one after the other, then q."""

    present = True

    def __init__(self, *keys: str) -> None:
        self.keys = [*keys, "q"]

    def get(self, seconds: float) -> str:
        return self.keys.pop(0)


def viewed(game: Game, *keys: str, seat: int | None = None) -> Replay:
    console = Console(file=open("/dev/null", "w"), width=80, height=24)  # noqa: SIM115
    viewer = Replay(console, Reel(game.facts, seat), 1, Hands(" ", *keys), lambda: 0.0)
    viewer.show()
    console.file.close()
    return viewer


def test_forward_and_back_show_the_same(game: Game) -> None:
    reel = viewed(game, *[RIGHT] * 20, *[LEFT] * 8, ".", ",").reel
    assert reel.place == 13
    again = Reel(game.facts, None)
    again.to(13)
    assert [line.plain for line in again.stage.lines] == [line.plain for line in reel.stage.lines]
    assert viewed(game, LEFT, LEFT).reel.place == 1


def test_from_phase_to_phase(game: Game) -> None:
    begun = [f"{fact.phase[0]}{fact.number}" for fact in game.facts if isinstance(fact, PhaseBegan)]
    reel = viewed(game, "n", "n").reel
    assert reel.place == reel.phases[begun[1]]
    assert viewed(game, "n", "n", ".", "p").reel.place == reel.phases[begun[1]]
    assert viewed(game, "n", "n", "p").reel.place == reel.phases[begun[0]]
    last = viewed(game, *"n" * 99).reel
    assert last.at_end
    assert last.stage.view.over


def test_go_to_a_phase(game: Game) -> None:
    reel = viewed(game, "g", "d", "1", "\n").reel
    assert reel.place == reel.phases["d1"]
    lost = viewed(game, "g", "x", "9", "\n")
    assert lost.reel.place == 1
    assert lost.trouble.startswith("there is no x9: one of n1 d1")
    assert viewed(game, "g", "x", "9", "\n", "n").trouble == ""
    assert viewed(game, "g", "d", "q", "\n", "n").reel.place == reel.phases["n1"]


def test_to_the_end_and_to_the_start(game: Game) -> None:
    assert viewed(game, END).reel.at_end
    assert viewed(game, END, HOME).reel.place == 1


def test_help_stands_in_the_footer_until_it_is_asked_for_again(game: Game) -> None:
    assert viewed(game, "?")._footer() == MORE
    assert viewed(game, "?", "?")._footer() == FOOTER
    assert len(MORE) < 80 > len(FOOTER)


def test_the_view_changes_and_the_moment_stays(game: Game) -> None:
    start = viewed(game, "n", *[RIGHT] * 6).reel
    seats = len(game.names)
    around = viewed(game, "n", *[RIGHT] * 6, *["v"] * (seats + 2)).reel
    assert (around.seat, around.place, around.moment) == (None, start.place, start.moment)
    mine = viewed(game, "n", *[RIGHT] * 6, "v", "v").reel
    assert mine.seat == 1
    assert all(fact.to >> 1 & 1 for fact in mine.stage.view.facts)


def test_without_keys_it_runs_to_the_end(game: Game) -> None:
    class Nobody:
        present = False

        def get(self, seconds: float) -> str:
            return ""

    console = Console(file=open("/dev/null", "w"), width=80, height=24)  # noqa: SIM115
    viewer = Replay(console, Reel(game.facts, 0), 0, Nobody())
    viewer.show()
    console.file.close()
    assert viewer.reel.at_end


def test_a_record_of_other_rules_of_the_kernel_is_shown_with_one_line_why_it_cannot_be_verified(record: Path) -> None:
    record.write_text(record.read_text().replace(f'"kernel":{KERNEL},', '"kernel":7,', 1))
    found = run(record)
    assert found.exit_code == 0
    assert "Who was what:" in found.output
    why = f"it was played by version 7 of the kernel's rules, and this is version {KERNEL}"
    assert f"This record cannot be verified, and is shown from its facts: {why}.\n" in found.output
    done = run(record, "--verify")
    assert (done.exit_code, done.output) == (1, f"duskfall: {record}: {why}\n")
