"""The desk: what people at one terminal are shown is theirs to see, and fits the screen."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duskfall.core.ask import Ask
from duskfall.core.game import Game
from duskfall.core.view import View
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import ruleset
from duskfall.show.desk import Desk
from duskfall.show.typing import MARK
from duskfall.table.run import Eyes, play
from duskfall.tell import asking

from .laws.pairs import PAIRS
from .laws.received import Side


def desk(plain: bool, seats: Sequence[int], lines: Iterator[str]) -> tuple[Desk, StringIO]:
    """A desk that writes on paper and is typed at by nobody."""
    paper = StringIO()
    console = Console(
        file=paper, force_terminal=not plain, color_system=None, width=80, height=24, legacy_windows=False
    )

    def read(mark: str, draft: str = "") -> str:
        paper.write(f"{mark}«READ»")
        return next(lines) if mark == MARK else ""  # Enter, where there is only something to read

    return Desk(console, plain, 0, seats, read), paper


class Shadow:
    """Shows everything to a person at the desk, who answers; what counts is another's answer."""

    def __init__(self, at: Desk) -> None:
        self.human, self.lines = at.player(0), list[str]()

    def look(self, ask: Ask, view: View) -> None:
        options = asking.options(ask, view.names)
        role = f" as {ask.roles[0]}" if ask.roles else ""
        if not options:
            self.lines += ["/role", "/log all", "/votes", ""] if ask.speech else ["help", ""]
        else:
            self.lines += ["zzz", "99", "log", "help", options[-1].key + ("" if ask.words else role)]
        self.human.answer(ask, view)
        self.lines.clear()


def shown(side: Side, seat: int, plain: bool, until: str) -> str:
    """All that a person in this seat is shown, up to the end or the first fact of a kind."""
    game, shadows = side.table.start(), list[Shadow]()

    def typing() -> Iterator[str]:
        while True:
            yield shadows[0].lines.pop(0)

    at, paper = desk(plain, [seat], typing())
    shadows.append(Shadow(at))
    seen, asks = 0, game.asks
    while asks:
        fresh, seen = game.facts[seen:], len(game.facts)
        if any(type(fact).__name__ in (until, "Ended") for fact in fresh):
            break
        at(game)
        ask = asks[-1 if side.last_first else 0]
        if ask.seat == seat:
            shadows[0].look(ask, game.view(seat))
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        asks = game.asks
    at.close()
    return paper.getvalue()


ON_SCREEN = (
    "two cards swapped, werewolf",
    "the Mayor's card swapped",
    "two cards swapped, city-mafia",
    "what the mafia says",
)


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_shown_does_not_depend_on_what_is_hidden(name: str) -> None:
    pair = PAIRS[name]
    seats = sorted(pair.seats - {0})
    cases = [(seat, True) for seat in {seats[0], seats[len(seats) // 2], seats[-1]}]
    asked = bool(pair.until)
    for seat, plain in cases + ([(seats[-1], False)] if name in ON_SCREEN else []):
        left, right = (shown(side, seat, plain, pair.until) for side in (pair.left, pair.right))
        assert left == right
        asked |= "«READ»" in left
    assert asked


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyes, "of", lambda self, seat, game: game.view(None))
    pair = PAIRS["what the mafia says"]
    left, right = (shown(side, 1, True, pair.until) for side in (pair.left, pair.right))
    assert left != right


# -- two people at one desk --------------------------------------------------------------------------------

SECRET = "swordfish"
CAST = {"Ann": "Godfather", "Bob": "Villager", "Cid": "Mafia", "Dee": "Cop", "Eli": "Villager", "Fay": "Villager"}
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Watched:
    """A person at a desk, whose turns are marked on the paper."""

    blind = False

    def __init__(self, at: Desk, paper: StringIO, asked: list[Ask]) -> None:
        self.human, self.paper, self.asked = at.player(0), paper, asked

    def answer(self, ask: Ask, view: View) -> object:
        self.asked.append(ask)
        self.paper.write(f"«TURN {ask.seat}»")
        value = self.human.answer(ask, view)
        self.paper.write("«DONE»")
        return value


def two_people(plain: bool) -> str:
    """What two people at one desk are shown until the second night: Ann, who has secrets, and Bob."""
    game = Game.start(ruleset("ai-mafia"), CAST, seed=4, flags={"maxRounds": 2})
    asked: list[Ask] = []

    def typing() -> Iterator[str]:
        while True:
            ask = asked[-1]
            yield SECRET if ask.verb == "chat" else "" if ask.speech else asking.options(ask, game.names)[-1].key

    at, paper = desk(plain, [1, 2], typing())
    people = {seat: Watched(at, paper, asked) for seat in (1, 2)}
    play(game, {seat: RandomPlayer(seat) for seat in range(3, len(game.names) + 1)} | people, at)
    at.close()
    return paper.getvalue().partition("Night 2")[0]


PRIVATE = (SECRET, "Ann is Godfather", "Cid is Mafia", "chooses: kill", "Ann, Godfather of")


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "screen"])
def test_only_whose_turn_it_is_sees_their_secrets(plain: bool) -> None:
    before, *turns = two_people(plain).split("«TURN ")
    own = [turn for turn in turns if turn.startswith("1»")]
    assert all(any(secret in turn for turn in own) for secret in (PRIVATE[:-1] if plain else PRIVATE))
    for part in [before, *(turn for turn in turns if turn.startswith("2»"))]:
        assert not any(secret in part for secret in PRIVATE)
    for turn in own:
        assert not any(secret in turn.partition("«DONE»")[2] for secret in PRIVATE)


def test_the_hand_over_wipes_the_screen_and_says_one_thing() -> None:
    text = two_people(plain=False)
    wiped = text.split("\x1b[H\x1b[2J\x1b[3J")[1:]
    assert len(wiped) > 3
    for part in wiped:
        said = " ".join(ANSI.sub("", part.partition("«READ»")[0]).split())
        assert said in (
            "Pass the keyboard to Ann. Ann: press Enter.",
            "Pass the keyboard to Bob. Bob: press Enter.",
        )
    names = [re.search(r"keyboard to (\w+)", part)[1] for part in wiped]  # type: ignore[index]
    assert {"Ann", "Bob"} == set(names)


def test_plain_lines_are_parted_at_the_hand_over() -> None:
    text = two_people(plain=True)
    assert f"{'─' * 60}\nPass the keyboard to Bob. Bob: press Enter.\n" in text
    assert "\x1b" not in text


def test_one_person_is_never_asked_to_hand_over() -> None:
    for plain in (True, False):
        text = shown(PAIRS["what the mafia says"].left, 4, plain, "")
        assert "Pass the keyboard" not in text
        assert "\x1b[3J" not in text


def test_a_screen_is_never_taller_than_the_terminal() -> None:
    text = shown(PAIRS["two cards swapped, werewolf"].left, 6, False, "")
    pictures = text.split("\x1b[H")[1:]
    assert len(pictures) > 20
    assert all(picture.partition("«READ»")[0].count("\n") <= 23 for picture in pictures)
    assert all("Fay, Witch of village" in picture.splitlines()[0] for picture in pictures[3:])


def test_one_person_knows_their_card_from_the_deal_on() -> None:
    at, paper = desk(True, [1], iter([]))
    at(Game.start(ruleset("ai-mafia"), CAST, seed=4))
    assert "(private) Cid is Mafia (one of your own)." in paper.getvalue()
    assert "You are Godfather, of team mafia." in paper.getvalue()


def test_a_desk_that_is_not_told_its_seats_learns_them() -> None:
    """Before the first turn only the public's view is in sight."""
    game = Game.start(ruleset("ai-mafia"), CAST, seed=4)
    at, paper = desk(True, (), iter(["hello"]))
    human = at.player(0)
    at(game)
    assert "Godfather, of team" not in paper.getvalue()
    human.answer(game.asks[0], game.view(1))
    assert "Ann is Godfather, of team mafia." in paper.getvalue()
    assert "Pass the keyboard" not in paper.getvalue()


def test_any_bytes_in_a_pipe_and_its_end_is_a_leave(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    table = ["--rules", "ai-mafia", "--seats", "6", "--players", "human*6", "--seed", "1"]
    command = [sys.executable, "-m", "duskfall", "play", *table, "--record", str(record)]
    typed = b"\xff\xfe\n\x00\x1b[2J\nzzz\n@\n" + b"x" * 70_000 + b"\n/help\n"
    done = subprocess.run(command, input=typed, capture_output=True, timeout=60, check=False)
    assert done.returncode == 130
    assert f"duskfall resume {record}" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert "\x1b" not in done.stdout.decode()
    assert "Pass the keyboard to" in done.stdout.decode()
