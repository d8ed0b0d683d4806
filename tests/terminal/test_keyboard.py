"""The keyboard of a bench: no letter is a key, what is typed too soon waits, and nothing is left for the next."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from io import StringIO
from select import select

import pytest
from rich.console import Console

from duskfall.core.play.game import Game
from duskfall.players.person.terminal import TypedPrompt
from duskfall.rules import ruleset
from duskfall.terminal.bench.full_screen import ScreenFront
from duskfall.terminal.bench.keyboard import MARK, Waiting
from duskfall.terminal.stage.keys import RIGHT
from tests.patience import PATIENCE


class Keyboard:
    """Keys that were pressed."""

    present = True

    def __init__(self, keys: str) -> None:
        self.keys = list(keys)

    def get(self, seconds: float) -> str:
        return self.keys.pop(0) if self.keys else ""


def test_what_is_typed_too_soon_waits_and_no_letter_is_a_key() -> None:
    pace = Waiting(1.0, Keyboard("qq\x15quite+ - sore\x7f\x7f\x7fure\n"), lambda: 0.0)
    pace.rest(0, lambda: None)
    assert pace.footer == "> quite+ - sure "
    assert (pace.speed, pace.paused) == (1.0, False)
    assert pace.taken() == "quite+ - sure"
    assert pace.taken() == ""


def test_tab_pauses() -> None:
    pace = Waiting(0, Keyboard("a\t\t\tb\t"))
    pace.rest(0, lambda: None)
    assert not pace.paused
    assert pace.taken() == "ab"
    pace.press("\t")
    assert pace.paused
    assert "space go on" in pace.footer


def test_a_player_has_the_keys_of_a_watcher_until_something_is_typed() -> None:
    pace = Waiting(1.0, Keyboard("\n++ - "), lambda: 0.0)
    pace.rest(0, lambda: None)
    assert (pace.speed, pace.paused, pace.taken()) == (2.0, False, "")
    assert len(pace.footer) < 80
    assert not pace.press(" ")
    assert pace.paused
    for key in (".", RIGHT):
        assert pace.press(key)
    assert pace.paused
    pace.press("?")
    assert "a vote" in pace.footer
    pace.press("q")
    assert not pace.press(".")
    assert not pace.press("+")
    assert pace.footer == "> q.+"
    assert pace.speed == 2.0


def test_a_key_pressed_as_the_question_comes_pauses_nothing() -> None:
    pace = Waiting(1.0, Keyboard(" .+\t7 +"), lambda: 0.0)
    pace.catch()
    assert (pace.speed, pace.paused, pace.taken()) == (1.0, False, "7 +")


def test_what_was_typed_too_soon_is_offered_at_the_prompt_but_to_nobody_else() -> None:
    drafts: list[tuple[str, str]] = []
    console = Console(file=StringIO(), force_terminal=True, width=80, height=24)

    def read(mark: str, draft: str = "") -> str:
        drafts.append((mark, draft))
        return ""

    screen, game = ScreenFront(console, 0, read), Game.start(ruleset("ai-mafia"), 6, seed=4)
    screen.tell(game.view(1), game.view(1).facts, quick=True)
    screen.pace.early = "quite sure"
    screen.page(game.view(1), ["something"])
    screen.ask(game.view(1), TypedPrompt("Say?", (), ""))
    screen.pace.early = "my secret"
    screen.hand_over("Bob")
    screen.ask(game.view(1), TypedPrompt("Say?", (), ""))
    screen.close()
    assert [draft for mark, draft in drafts if mark == MARK] == ["quite sure", ""]


def typed_at(script: str, keys: list[bytes]) -> str:
    """What a terminal shows while these keys are typed at a script, a line at each of its prompts."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=theirs, stdout=theirs, stderr=theirs,
        env=os.environ | {"TERM": "dumb"}, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    out, lines = "", len(keys)
    try:
        while select([ours], [], [], PATIENCE)[0] and (chunk := os.read(ours, 4096)):
            out += chunk.decode()
            if out.count("> ") > lines - len(keys) and keys:
                os.write(ours, keys.pop(0))
    except OSError:
        pass  # the other side has closed
    os.close(ours)
    assert process.wait(PATIENCE) == 0
    return out


TABS = """
from duskfall.terminal.bench import keyboard
keyboard.get_ready()
keyboard.offer(lambda line: [each for each in ("rules Seer", "rules Witch") if each.startswith(line)])
print("first", keyboard.typed_line("> "))
print("second", keyboard.typed_line("> "))
"""


def test_tab_completes_a_line_in_its_place_and_the_next_line_no_more() -> None:
    out = typed_at(TABS, [b"ru\t\t\r", b"ru\t\r"])
    assert "first rules Witch" in out.splitlines()
    assert "second ru" in out.splitlines()


YANKS = """
from duskfall.terminal.bench import keyboard
keyboard.get_ready()
print("first", keyboard.typed_line("> "))
{}
print("second", keyboard.typed_line("> "))
"""


@pytest.mark.parametrize(("between", "second"), [("keyboard.forget()", "second x"), ("", "second swordfishx")])
def test_no_key_brings_back_what_was_typed_before_the_hand_over(between: str, second: str) -> None:
    out = typed_at(YANKS.format(between), [b"swordfish\x15\r", b"\x19x\r"])
    assert second in out.splitlines()
