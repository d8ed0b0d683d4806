"""The bench: what people at one terminal are shown is theirs to see, and fits the screen."""

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
from duskfall.core.facts import EVERYONE, Announced, Fact, PhaseBegan, Said, Skipped
from duskfall.core.play.game import Game
from duskfall.core.view import View, visible
from duskfall.players.base import Player
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.person.terminal import TypedPrompt
from duskfall.rules import ruleset
from duskfall.table.eyes import Eyes
from duskfall.table.run import play
from duskfall.tell.facts import questions as asking
from duskfall.terminal.bench.bench import Bench
from duskfall.terminal.bench.full_screen import IDLE, WIPE
from duskfall.terminal.bench.keyboard import MARK
from duskfall.terminal.bench.printed import PrintedFront
from tests.laws.pairs import PAIRS
from tests.laws.received import Side
from tests.patience import PATIENCE


def bench(plain: bool, seats: Sequence[int], lines: Iterator[str]) -> tuple[Bench, StringIO]:
    """A bench that writes on paper and is typed at by nobody."""
    paper = StringIO()
    console = Console(
        file=paper, force_terminal=not plain, color_system=None, width=80, height=24, legacy_windows=False
    )

    def read(mark: str, draft: str = "") -> str:
        paper.write(f"{mark}«READ»")
        return next(lines) if mark == MARK else ""  # Enter, where there is only something to read

    return Bench(console, plain, 0, seats, read), paper


class Shadow:
    """Shows everything to a person at the bench, who answers; what counts is another's answer."""

    def __init__(self, at: Bench) -> None:
        self.human, self.lines = at.player(0), list[str]()

    def look(self, ask: Ask, view: View) -> None:
        options = asking.options(ask, view.names)
        role = f" as {ask.roles[0]}" if ask.roles else ""
        if not options:
            self.lines += ["/role", "/log all", "/votes", "", ""] if ask.speech else ["help", "", ""]
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

    at, paper = bench(plain, [seat], typing())
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


# -- two people at one bench --------------------------------------------------------------------------------

SECRET = "swordfish"
CAST = {"Ann": "Godfather", "Bob": "Villager", "Cid": "Mafia", "Dee": "Cop", "Eli": "Villager", "Fay": "Villager"}
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Marked(Bench):
    """A bench of which the paper says whose turn it is, and when all look again."""

    def __init__(self, paper: StringIO, plain: bool, seats: Sequence[int] = (1, 2)) -> None:
        console = Console(file=paper, force_terminal=not plain, color_system=None, width=80, height=24)
        super().__init__(console, plain, 0, seats, self.type)
        self.paper, self.line = paper, ""

    def type(self, mark: str, draft: str = "") -> str:
        self.paper.write(f"{mark}«READ»")
        return self.line if mark == MARK else ""

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        last = prompt.options[-1].key if prompt.options else ""
        self.line = SECRET if prompt.question.startswith("Private talk") else last
        return super().ask(view, prompt)

    def turn(self, view: View) -> None:
        self.paper.write(f"«TURN {view.seat}»")
        super().turn(view)

    def _show(self, news: Sequence[Fact], quick: bool) -> None:
        for fact in news:
            if isinstance(fact, PhaseBegan | Announced):
                self.paper.write(f"«{fact.phase} {fact.number}»" if isinstance(fact, PhaseBegan) else "«dawn»")
        super()._show(news, quick)

    def _cover(self) -> None:
        self.paper.write("«DONE»")
        super()._cover()


def at_one_desk(cast: dict[str, str], plain: bool = True, book: str = "ai-mafia", seats: Sequence[int] = (1, 2)) -> str:
    """All that people at one bench are shown of a game of two rounds, with what is theirs alone."""
    game, paper = Game.start(ruleset(book), cast, seed=4, flags={"maxRounds": 2}), StringIO()
    at = Marked(paper, plain, seats)
    players: dict[int, Player] = {seat: RandomPlayer(seat) for seat in range(1, len(game.names) + 1)}
    play(game, players | {seat: at.player(0) for seat in seats}, at)
    at.close()
    assert not any(human.kept for human in at.people.values())
    return paper.getvalue()


def two_people(plain: bool) -> str:
    """What two people at one bench are shown until the second night: Ann, who has secrets, and Bob."""
    return at_one_desk(CAST, plain).partition("Night 2")[0]


def turns(text: str) -> list[str]:
    """Who had the keyboard between two looks of all; empty where it is one of them who speaks or votes."""
    return ["".join(re.findall(r"«TURN (\d+)»", part)) for part in text.split("«DONE»")]


def nights(text: str) -> list[list[str]]:
    """The rounds of each night."""
    return [turns(night.partition("«dawn»")[0])[:-1] for night in text.split("«night ")[1:]]


PRIVATE = (SECRET, "Ann is Godfather", "Cid is Mafia", "chooses: kill", "Ann, Godfather of")


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "screen"])
def test_only_whose_turn_it_is_sees_their_secrets(plain: bool) -> None:
    before, *parts = two_people(plain).split("«TURN ")
    own = [turn for turn in parts if turn.startswith("1»")]
    assert all(any(secret in turn for turn in own) for secret in (PRIVATE[:-1] if plain else PRIVATE))
    for part in [before, *(turn for turn in parts if turn.startswith("2»"))]:
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


NOBODY_ACTS = CAST | {"Ann": "Villager", "Eli": "Godfather"}
ALL_NIGHT = {"Ann": "Villager", "Bob": "Doctor", "Cid": "Mafia", "Dee": "Cop", "Eli": "Godfather", "Fay": "Villager"}


@pytest.mark.parametrize("cast", [NOBODY_ACTS, ALL_NIGHT], ids=["nobody acts", "Bob acts"])
def test_everybody_has_the_keyboard_once_a_night(cast: dict[str, str]) -> None:
    text = at_one_desk(cast)
    assert nights(text)[0] == ["12"]
    assert all(set(rounds) <= {"12"} for rounds in nights(text))
    assert text.count(IDLE) >= 1 + (cast is NOBODY_ACTS)


def test_a_round_for_everything_that_is_asked_in_secret() -> None:
    """Ann, of the mafia, talks with her own and chooses; Bob has the keyboard as often."""
    first = nights(at_one_desk(CAST))[0]
    assert len(first) > 1
    assert set(first) == {"12"}
    town = {"Ann": "Citizen", "Bob": "Mayor", "Cid": "Mafia", "Dee": "Citizen", "Eli": "Citizen", "Fay": "Doctor"}
    day = at_one_desk(town, book="town-of-agents").partition("«day 1»")[2].partition("Vote:")[0]
    assert "Reveal: yes or no?" in day
    assert "12" in turns(day)


def test_without_a_round_that_nobody_needs_the_keyboard_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "_owes_a_round", lambda bench: False)
    assert nights(at_one_desk(NOBODY_ACTS))[0] != nights(at_one_desk(ALL_NIGHT))[0]


def test_who_is_idle_sees_nothing_of_the_dawn() -> None:
    for plain in (True, False):
        night = at_one_desk(NOBODY_ACTS, plain).partition("«TURN 1»")[2].partition("«DONE»")[0]
        assert IDLE in night
        assert "Night 1" in night
        assert "Day 1" not in night
        assert "The night is over" not in night


class Typist(StringIO):
    """A terminal at which nobody types."""

    def isatty(self) -> bool:
        return True


def test_plain_lines_at_a_terminal_are_taken_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typist())
    first, *handed = two_people(plain=True).split("Pass the keyboard to")
    assert first.endswith(f"{'─' * 60}\n")
    assert len(handed) > 3
    assert all(part.partition("\n")[2].startswith("«READ»") for part in handed)
    for part in "".join(handed).split("«DONE»")[1:]:
        assert part.startswith("\n" * 24)


def test_a_real_screen_is_wiped_and_a_paper_terminal_scrolled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typist())
    monkeypatch.setenv("TERM", "xterm")
    paper = Typist()
    PrintedFront(Console(file=paper, height=24), lambda mark, draft="": "").hand_over("Bob")
    assert paper.getvalue().startswith(WIPE)


def test_a_part_of_the_talk_is_printed_once_and_again_when_the_screen_was_wiped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", Typist())
    paper, seen = Typist(), View(0)
    front = PrintedFront(Console(file=paper, height=24), lambda mark, draft="": "")
    deal = Game.start(ruleset("ai-mafia"), CAST, seed=4).facts
    turns = [Said(EVERYONE, 1, "Well.", "open"), Skipped(EVERYONE, 2, "open"), Said(EVERYONE, 3, "So.", "open")]
    for fact in (*deal, PhaseBegan(EVERYONE, "day", 1), *turns):
        seen.take(fact)
        front.tell(seen, [fact] if visible(fact, 0) else [], quick=False)
    day = "— Day 1 —\nOpen: the word goes round until all pass.\nAnn: Well.\nBob passes.\nCid: So.\n"
    assert paper.getvalue().endswith(day)
    front.cover(seen)
    assert paper.getvalue().count(day) == 2


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
    at, paper = bench(True, [1], iter([]))
    at(Game.start(ruleset("ai-mafia"), CAST, seed=4))
    assert "(private) Cid is Mafia (one of your own)." in paper.getvalue()
    assert "You are Godfather, of team mafia." in paper.getvalue()


def test_any_bytes_in_a_pipe_and_its_end_is_a_leave(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    table = ["--rules", "ai-mafia", "--seats", "6", "--players", "human*6", "--seed", "1"]
    command = [sys.executable, "-m", "duskfall", "play", *table, "--record", str(record)]
    typed = b"\xff\xfe\n\x00\x1b[2J\nzzz\n@\n" + b"x" * 70_000 + b"\n/help\n"
    done = subprocess.run(command, input=typed, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 130
    assert f"duskfall resume {record}" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert "\x1b" not in done.stdout.decode()
    assert "Pass the keyboard to" in done.stdout.decode()
