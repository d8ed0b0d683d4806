"""A shown game: the journal first, a clean way out, the ending; at a pipe and at a real terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, PhaseBegan, Said
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.core.record import read
from duskfall.core.start.setup import NAMES
from duskfall.core.view import View
from duskfall.players.base import HUMAN
from duskfall.replay.fates import fates
from duskfall.rules import BOOKS, ruleset
from duskfall.table.guard import PlayerFailed
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.terminal import session
from duskfall.terminal.called import command, program
from duskfall.terminal.ending import plain_ending, print_ending
from duskfall.terminal.plain import Printer, plain_lines
from tests.outside import MINI, forgetting
from tests.patience import PATIENCE


class Broken:
    """A player that gives up after a few answers."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.left = 2

    def answer(self, ask: Ask, view: View) -> object:
        """Nothing, then an error."""
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("no more\nideas")
        return None


class Leaver(Broken):
    """A player at whose table somebody presses Ctrl-C."""

    def answer(self, ask: Ask, view: View) -> object:
        """Nothing; nobody waits for it."""
        raise KeyboardInterrupt


def start(tmp_path: Path, rules: str = "ai-mafia") -> tuple[Game, Journal]:
    game = duskfall.start(rules, 7, seed=4, talk=False)
    return game, Journal(tmp_path / "game.jsonl", game)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_in_a_pipe_ends_with_its_ending(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, journal = start(tmp_path, rules)
    session.run(game, ["random"] * 7, journal, seat=0)
    out = capsys.readouterr().out
    assert out.startswith(f"A game of {rules} begins")
    assert "\n\n— Night 1 —\n" in out
    assert "(to " not in out
    assert "(moderator)" not in out
    assert "The game is over: " in out
    assert "Who was what:" in out
    assert "\x1b" not in out
    assert read((tmp_path / "game.jsonl").read_text().splitlines()).verify(ruleset(rules)) == ""


def test_each_line_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    game, journal = start(tmp_path)
    seen = []

    def look(game: Game) -> None:
        seen.append(read((tmp_path / "game.jsonl").read_text().splitlines()).facts == game.facts)

    play(game, seat_players(game), session.First(journal, look))
    assert len(seen) > 5
    assert all(seen)


def test_a_player_that_fails_is_named_and_the_game_can_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, journal = start(tmp_path)
    with pytest.raises(SystemExit) as status:
        session.run(game, ["random"] * 6 + [f"{__name__}:Broken"], journal)
    assert status.value.code == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    for part in ("seat 7", ":Broken", "ZeroDivisionError: no more ideas", Path(__file__).name, "duskfall resume"):
        assert part in error
    again = read((tmp_path / "game.jsonl").read_text().splitlines()).replay(ruleset("ai-mafia"))
    assert again.facts == game.facts
    assert journal.file.closed


@pytest.mark.parametrize(("seat", "kind"), [(0, "random"), (2, "random"), (None, HUMAN)])
def test_a_player_that_fails_is_named_to_the_moderator_alone(
    seat: int | None, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def join(*args: object) -> None:
        raise PlayerFailed("player 'x' in seat 3 failed at 'kill'")

    monkeypatch.setattr(session, "_join", join)  # where a person plays
    game, journal = start(tmp_path)
    with pytest.raises(SystemExit) as status:
        session.run(game, [*[kind] * 6, f"{__name__}:Broken"], journal, seat=seat, plain=True)
    assert status.value.code == 1
    assert capsys.readouterr().err == (
        "duskfall: a player failed; with the seed of this game, --as moderator tells which. "
        f"Go on with: duskfall resume {journal.path} --players {__name__}:Broken\n"
    )


def test_whoever_interrupts_is_told_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, journal = start(tmp_path)
    with pytest.raises(SystemExit) as status:
        session.run(game, [f"{__name__}:Leaver"] * 7, journal)
    assert status.value.code == 130
    again = f"duskfall resume {tmp_path / 'game.jsonl'} --players {__name__}:Leaver"
    assert capsys.readouterr().err == f"Stopped. Go on with: {again}\n"
    assert journal.file.closed


def test_the_code_that_a_game_needs_is_named_where_it_is_told_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with forgetting():
        game = duskfall.start(MINI, 4, seed=1)
        journal = Journal(tmp_path / "game.jsonl", game, [f"{__name__}:Leaver"] * 4)
        with pytest.raises(SystemExit):
            session.run(game, [f"{__name__}:Leaver"] * 4, journal)
    assert f"duskfall resume {journal.path} --rules {MINI} --players {__name__}:Leaver\n" in capsys.readouterr().err


def test_a_disk_that_is_full_stops_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, journal = start(tmp_path)

    def full(game: Game) -> None:
        raise OSError(28, "No space left on device")

    journal.__class__ = type("Full", (Journal,), {"__call__": lambda self, game: full(game)})
    with pytest.raises(SystemExit) as status:
        session.run(game, ["random"] * 7, journal)
    assert status.value.code == 1
    assert "No space left on device" in capsys.readouterr().err


def test_a_printer_pauses_only_when_asked_to_and_tells_of_an_undo() -> None:
    game = duskfall.start("ai-mafia", 5, seed=1)
    lines: list[str] = []
    pauses: list[float] = []
    printer = Printer(0, 2, out=lines.append, sleep=pauses.append, clock=lambda: 7.0)
    printer(game)
    assert len(lines) - 1 == len(pauses) > 1  # the last pause is before what comes next
    assert all(pauses)
    ask = game.asks[0]
    game.answer(ask.seat, ask.verb, None)
    game.undo()
    printer(game)
    assert lines[-1] == "The moderator takes back 1 of the last answers."


def test_a_printer_tells_whom_the_table_waits_for_and_why() -> None:
    """A server that was busy in the middle of a game left the terminal without a line for a minute."""
    game = duskfall.start("ai-mafia", 5, seed=1)
    ask = next(ask for ask in game.asks if ask.verb != SAY)
    who = game.names[ask.seat - 1]

    def told(seat: int | None, asked: Ask, why: str = "", *, early: bool = False) -> list[str]:
        now, lines = [100.0], list[str]()
        printer = Printer(
            seat, out=lambda line: None, clock=lambda: now[0], tell=lines.append,
            trouble=lambda seat: why if early or now[0] > 103 else "",
        )  # fmt: skip
        printer(game)
        for second in range(25):
            now[0] = 100.0 + second
            printer.hear(asked, "")
        return lines

    assert told(None, ask) == [f"Waiting for {who} for {seconds} s." for seconds in (10, 20)]
    assert told(None, ask, "busy") == [f"Waiting for {who} for {seconds} s (busy)." for seconds in (4, 14, 24)]
    assert told(0, ask, "busy") == []  # only the moderator knows who acts
    assert told(None, ask, "busy", early=True)[0] == f"Waiting for {who} for 1 s (busy)."
    aloud = ask._replace(verb=SAY, speech=True)
    assert told(0, aloud, "busy") == [f"Waiting for {who} for {seconds} s." for seconds in (10, 20)]


def test_a_printer_announces_each_part_and_round_of_the_talk_once() -> None:
    game = duskfall.start("town-of-agents", 5, seed=1, flags={"roundsPerDiscussion": 2})
    lines: list[str] = []
    printer = Printer(0, out=lines.append)
    while game.state.day < 2:
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, "SKIP" if ask.speech else None)
            printer(game)
    day = lines[lines.index("— Day 1 —") :]
    first, second = day.index("Speech: round 1 of 2."), day.index("Speech: round 2 of 2.")
    assert [line for line in day if line.startswith("Speech: ")] == [day[first], day[second]]
    assert second == first + 2  # between them, all who pass on one line
    assert day[first + 1] == day[second + 1]


def test_a_replay_from_the_middle_of_a_talk_announces_what_begins_later() -> None:
    deal = duskfall.start("town-of-agents", 5, flags={"roundsPerDiscussion": 2}).facts
    turns = [Said(EVERYONE, seat, "Well.", "speech") for seat in (1, 2, 1, 2)]
    facts = [*deal, PhaseBegan(EVERYONE, "day", 1), *turns]
    told = list(plain_lines(facts, NAMES[:5], 0, since=len(facts) - 3))
    assert told == ["Bob: Well.", "Speech: round 2 of 2.", "Ann: Well.", "Bob: Well."]


def test_a_printer_counts_a_pause_from_when_the_line_was_printed() -> None:
    game, now, pauses = duskfall.start("ai-mafia", 5, seed=1), [0.0], list[float]()
    printer = Printer(0, 1, out=lambda line: None, sleep=pauses.append, clock=lambda: now[0])
    printer(game)
    due = printer.next
    pauses.clear()
    now[0] = 0.1  # a night that took no longer
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, None)
    printer(game)
    assert pauses[0] == pytest.approx(due - 0.1)


@pytest.mark.parametrize("called", ["", "folder/bin/duskfall", "/usr/lib/x/__main__.py", "/usr/bin/pytest"])
def test_commands_in_messages_can_be_typed_as_they_stand(
    called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == (called if called.endswith("duskfall") else "duskfall")
    there = tmp_path / "duskfall"
    there.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(there)])
    assert command("resume", "a game.jsonl") == "duskfall resume 'a game.jsonl'"
    monkeypatch.setenv("PATH", "")
    assert program() == str(there)


def test_fates_tell_who_left_how_and_who_won() -> None:
    roles = {"Ann": "Godfather", "Bob": "Jester", "Cid": "Cop", "Dee": "Villager", "Eli": "Villager"}
    game = duskfall.start("ai-mafia", roles, talk=False)
    game.answer("Ann", "kill", "Cid")
    game.answer("Cid", "investigate", "Dee")
    for name in ("Ann", "Bob", "Dee", "Eli"):
        game.answer(name, "vote", "Bob" if name != "Bob" else "Dee")
    game.answer("Ann", "kill", "Dee")
    assert game.over
    found = {fate.name: fate for fate in fates(game.facts)}
    assert found["Cid"].left == "night 1, by kill"
    assert found["Bob"].left == "day 1, voted out"
    assert (found["Bob"].won, found["Ann"].won, found["Dee"].won) == (True, True, False)
    lines = plain_ending(game.facts, None)
    assert lines[1] == "The game is over: victory for mafia (mafia parity)."
    assert "  2  Bob  Jester     neutral  day 1, voted out  won" in lines


def test_the_ending_begins_with_what_it_is_for_the_people_who_played() -> None:
    roles = {"Ann": "Godfather", "Bob": "Jester", "Cid": "Cop", "Dee": "Villager", "Eli": "Villager"}
    game = duskfall.start("ai-mafia", roles, talk=False)
    for who, act, whom in (("Ann", "kill", "Cid"), ("Cid", "investigate", "Dee")):
        game.answer(who, act, whom)
    for name in ("Ann", "Bob", "Dee", "Eli"):
        game.answer(name, "vote", "Bob" if name != "Bob" else "Dee")
    game.answer("Ann", "kill", "Dee")
    told = {seat: plain_ending(game.facts, None, [seat])[1] for seat in (1, 2, 4)}
    assert told == {1: "You won.", 2: "You won by yourself, as Jester.", 4: "You lost."}
    assert plain_ending(game.facts, None, [1, 2, 4])[1:4] == ["Ann won.", "Bob won alone, as Jester.", "Dee lost."]
    screen = StringIO()
    print_ending(Console(file=screen, width=80), game.facts, None, [4])
    lines = [line.rstrip() for line in screen.getvalue().splitlines() if line.strip()]
    assert lines[0] == "You lost."
    assert "You lost. The game is over: victory for mafia (mafia parity)." in lines[-2:]


def test_a_draw_is_neither_won_nor_lost() -> None:
    game = duskfall.start("ai-mafia", 5, seed=1, talk=False, flags={"maxRounds": 1})
    while game.asks:
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    assert game.over
    assert game.over.winner == "draw"
    assert plain_ending(game.facts, None, [2])[1] == "A draw: you neither won nor lost."
    assert plain_ending(game.facts, None, [1, 2])[1] == f"A draw for {game.names[0]}."


# -- at a real terminal ------------------------------------------------------------------------------------


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, tmp_path: Path, *command: str) -> None:
        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (24, 80))
        self.before = termios.tcgetattr(self.theirs)
        state = {"XDG_STATE_HOME": str(tmp_path), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "duskfall", *command], stdin=self.theirs, stdout=self.theirs, stderr=self.theirs,
            env=os.environ | state, start_new_session=True,
        )  # fmt: skip
        self.out = ""

    def until(self, text: str) -> None:
        """Read until this was shown, or the end."""
        end = time.monotonic() + PATIENCE
        while text not in self.out and (self.process.poll() is None or self._more(0)):
            assert time.monotonic() < end, f"never {text!r} in {self.out!r}"
            if self._more(0.2):
                self.out += os.read(self.ours, 65536).decode("utf-8", "replace")

    def _more(self, seconds: float) -> bool:
        return bool(select.select([self.ours], [], [], seconds)[0])

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        """The exit status, once all output is read."""
        self.until("\0")
        status = self.process.wait(PATIENCE)
        assert termios.tcgetattr(self.theirs) == self.before
        os.close(self.ours)
        os.close(self.theirs)
        return status


OPEN, CLOSE, CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"


def test_a_game_at_a_terminal_ends_with_the_ending_on_the_normal_screen(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--speed", "0", "--seed", "3", "--seats", "6", "--no-talk")
    assert terminal.end() == 0
    before, after = terminal.out.split(CLOSE)
    assert OPEN in before
    assert CURSOR in terminal.out
    lines = [line for line in after.splitlines() if line.strip()]
    told = {name: n for n, line in enumerate(lines) for name in ("Turning", "The game is over", "Seed") if name in line}
    assert list(told) == ["Turning", "The game is over", "Seed"]
    assert len(lines) - told["The game is over"] <= 4


def test_a_resumed_game_is_not_staged_again(tmp_path: Path) -> None:
    game = duskfall.start("ai-mafia", 7, seed=4, talk=False)
    journal = Journal(tmp_path / "game.jsonl", game, ["random"] * 7)
    journal.close(over=False)
    terminal = Terminal(tmp_path, "resume", str(journal.path), "--speed", "0.01")
    terminal.until("Night 1")
    terminal.press("q")
    assert terminal.end() == 130


@pytest.mark.parametrize("way", ["q", "\x03", "kill"])
def test_however_it_is_left_the_terminal_is_as_it_was(way: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--speed", "1", "--seed", "3")
    terminal.until("space pause")
    terminal.press(" ")
    terminal.until("paused")
    if way == "kill":
        terminal.process.terminate()
    elif way == "q":
        terminal.press("q")
    else:
        terminal.process.send_signal(2)
    assert terminal.end() == 130
    _, after = terminal.out.split(CLOSE)
    assert "Stopped. Go on with: duskfall resume" in after
