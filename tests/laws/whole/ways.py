"""Every way out of the program to a seat, a watcher or a browser, through the doors that users come in by."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from shutil import rmtree
from typing import Any
from unittest.mock import patch

import click

from duskfall.cli import cli
from duskfall.host import solo as solo_game
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.table.kept import journal
from duskfall.web.app import make_app
from duskfall.web.guard import HEADER
from duskfall.web.house import House

from . import world
from .clock import FakeClock, Written, stopped
from .world import ACTING, Acting, Stage, World, dealt, thinking

Way = Callable[[Stage, Path], str]
"""All that is received by this way in a game, with its moments."""

WAYS: dict[str, Way] = {}
SEED = "5"
SCREEN = {"TERM": "xterm-256color", "COLUMNS": "72", "LINES": "18"}


def way(name: str) -> Callable[[Way], Way]:
    """A way out, by what it is called."""

    def keep(found: Way) -> Way:
        WAYS[name] = found
        return found

    return keep


def received(name: str, of: World, side: str, folder: Path) -> str:
    """What comes out by a way; paths of this run aside."""
    place = folder / "game"  # by the same name for both
    rmtree(place, ignore_errors=True)
    place.mkdir()
    with dealt(of, side) as stage, patch.dict(os.environ, {**SCREEN, "XDG_STATE_HOME": str(place)}):
        return WAYS[name](stage, place).replace(str(place), "HERE")


# -- the command line ----------------------------------------------------------------------------------------


class Typing(StringIO):
    """What a person types: at each choice first the names of the dead, who cannot be named, then the given lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.named = set[tuple[int, int]]()

    def readline(self, *size: Any) -> str:
        """Return the next line."""
        of, game = world.stage.world, world.stage.game
        for ask in game.asks if game else ():
            dead = [seat for seat in range(1, len(of.names) + 1) if not game.state.public >> seat & 1]  # type: ignore[union-attr]
            for seat in dead if ask.seat == of.place and ask.seats else ():
                if (ask.number, seat) not in self.named:
                    self.named.add((ask.number, seat))
                    return f"{of.names[seat - 1]}\n"
        return super().readline(*size)


def typed(clock: FakeClock, *words: object, lines: Sequence[str] = (), tty: bool = False) -> list[str]:
    """All that a command writes, when, and with which status it ends; `lines` are typed into it.

    Whoever sleeps in it makes it later by this clock.
    """
    kept: list[str] = []
    world.stage.awaited = True
    with ExitStack() as stack:
        for name in ("stdout", "stderr"):
            stack.enter_context(patch.object(sys, name, Written(clock, name, tty, kept)))
        stack.enter_context(patch.object(sys, "stdin", Typing(lines)))
        stack.enter_context(patch.object(journal, "sync", lambda descriptor: None))
        stack.enter_context(patch.object(time, "sleep", clock.sleep))
        try:
            cli.main([str(word) for word in words], standalone_mode=False)
        except SystemExit as left:
            kept.append(f"status {left.code}")
        except click.ClickException as error:
            kept.append(f"status {error.exit_code}: {error.format_message()}")
    return kept


def play(clock: FakeClock, stage: Stage, record: Path, players: str, *more: object, **how: Any) -> list[str]:
    """`duskfall play` at this table."""
    of = stage.world
    table = ["--rules", of.rules, "--deck", ",".join(of.cards), "--names", ",".join(of.names), "--seed", SEED]
    flags = [word for flag in of.flags for word in ("--flags", flag)]
    return typed(clock, "play", *table, *flags, "--players", players, "--record", record, *more, **how)


def resume(clock: FakeClock, stage: Stage, record: Path, *more: object, **how: Any) -> list[str]:
    """`duskfall resume`, and Ctrl-C at the very next question of whoever pressed it before."""
    stage.stop = (*stage.world.stop[:2], 1)
    found = typed(clock, "resume", record, *more, **how)
    stage.stop = stage.world.stop
    return found


def opened(clock: FakeClock, record: Path, seat: str, *more: object) -> list[str]:
    """What the record of a game that is not over gives to somebody: shown, verified, as a page, its rights on disk."""
    page = record.with_suffix(".html")
    found = typed(clock, "replay", record, "--plain", *(("--as", seat) if seat else ()))
    found += typed(clock, "replay", record, "--html", page, "--no-reveal", *(("--as", seat) if seat else ()))
    if not seat:  # a person's, who still plays
        found += [*typed(clock, "replay", record, "--verify"), *typed(clock, "why", record)]
    header = record.read_text(encoding="utf-8").partition(',"commitment"')[0]
    return [*found, page.read_text(encoding="utf-8"), header, oct(stat.S_IMODE(record.stat().st_mode)), *more]


@way("plain")
def plain(stage: Stage, folder: Path) -> str:
    """`--plain --as SEAT` and `--as public`, Ctrl-C, the record, and `resume`, stopped again."""
    found = []
    with stopped() as clock:
        for seat, speed in ((stage.world.seat, 4), ("public", 0)):  # without pauses, in which something may be hidden
            record = folder / f"{seat}.jsonl"
            found += play(clock, stage, record, ACTING, "--plain", "--speed", speed, "--as", seat)
            found += opened(clock, record, seat)
            found += resume(clock, stage, record, "--plain", "--as", seat)
    return "\n".join(found)


@way("screen")
def screen(stage: Stage, folder: Path) -> str:
    """The screen of `--as SEAT`, every byte of it and when it is written; the replay's too."""
    with stopped() as clock:
        record = folder / "game.jsonl"
        found = play(clock, stage, record, ACTING, "--as", stage.world.seat, tty=True)
        found += typed(clock, "replay", record, "--as", stage.world.seat, tty=True)
    return "\n".join(found)


@way("person")
def person(stage: Stage, folder: Path) -> str:
    """A person among bots, who looks everything up at the first question; then the record as it is open to them."""
    looks = ["help", "role", "log", "votes", "rules", "rules night"]
    return _person(stage, folder, [*looks, *["0"] * 12], tty=False)


@way("person, screen")
def person_on_screen(stage: Stage, folder: Path) -> str:
    """The same on a screen."""
    return _person(stage, folder, ["log", "", *["0"] * 9], tty=True)


def _person(stage: Stage, folder: Path, lines: Sequence[str], tty: bool) -> str:
    of, record = stage.world, folder / "game.jsonl"
    players = ",".join("human" if name == of.seat else ACTING for name in of.names)
    with stopped() as clock:
        found = play(clock, stage, record, players, lines=lines, tty=tty)
        found += opened(clock, record, "")
        found += resume(clock, stage, record, lines=["0"] * 3)
    return "\n".join(found)


@way("failing")
def failing(stage: Stage, folder: Path) -> str:
    """A player breaks down at something that it does in secret; whoever looks on is told what they may know."""
    answer = Acting.answer

    def broken(player: Acting, ask: Any, view: Any) -> object:
        if view.names[ask.seat - 1] in stage.world.exchanged and view.phase == "night" and not ask.speech:
            raise ZeroDivisionError(f"as {view.role}")
        return answer(player, ask, view)

    with stopped() as clock, patch.object(Acting, "answer", broken):
        return "\n".join(play(clock, stage, folder / "game.jsonl", ACTING, "--plain", "--as", stage.world.seat))


# -- the page ------------------------------------------------------------------------------------------------

KEY = "a-key"


def called(app: Any, name: str, params: Mapping[str, Any], key: str = KEY) -> bytes:
    """One call over HTTP: the status, the headers and the body that go to a browser."""
    body = json.dumps({"name": name, "params": params}).encode()
    sent: list[bytes] = []
    world.stage.awaited = True
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (HEADER.lower().encode(), key.encode())]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/call", "raw_path": b"/api/call", "root_path": "", "query_string": b"", "headers": headers,
        "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 5),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(repr(message.get("status", "")).encode())
        sent.extend(b": ".join(each) for each in message.get("headers", ()))
        sent.append(message.get("body", b""))

    asyncio.run(app(scope, receive, send))
    return b"\n".join(sent)


def any_words(form: dict[str, Any]) -> object:
    """The answer to a question of a solo game: words, to whom they must be said, or nothing."""
    if form["kind"] != "speech":
        return None
    return {"text": "Hm.", "to": form["addresses"][0]["value"]} if form["addresses"] else "Hm."


def wrong_answers(form: dict[str, Any]) -> list[object]:
    """What somebody may try who wants to learn of the first of those whose cards are exchanged: to name them."""
    seat = world.stage.world.names.index(world.stage.world.exchanged[0]) + 1
    return [{"text": "Hm.", "to": seat}, {"text": "Hm.", "nominate": seat}] if form["kind"] == "speech" else [seat]


@way("solo")
def solo(stage: Stage, folder: Path) -> str:
    """A game of one person against bots in the page, screen after screen and when, in every language."""
    of, found, answers = stage.world, list[str](), list[dict[str, Any]]()
    app = make_app(KEY, House(), {})
    params = {
        "rules": of.rules, "name": "Robin", "seed": 5, "deck": ",".join(of.cards),
        "flags": {name: int(value) for name, value in (flag.split("=") for flag in of.flags)},
    }  # fmt: skip
    with (
        stopped() as clock,
        thinking(ScriptedPlayer),
        patch.object(solo_game, "below", lambda *given: of.place - 1),  # where the person sits
    ):
        stage.stop = ("", "", 0)
        for step in range(9):
            language = ("en", "ru", "zh")[step % 3]
            answer = called(app, "solo", {**params, "answers": answers, "language": language}).decode()
            found.append(f"{clock.now:.3f} {answer}")
            forms = json.loads(answer[answer.index("\n{") :])["forms"]
            assert forms, "the game is over, and all is shown"
            for value in wrong_answers(forms[0]):
                tried = [*answers, {"verb": forms[0]["verb"], "value": value}]
                answer = called(app, "solo", {**params, "answers": tried, "language": language}).decode()
                found.append(f"{clock.now:.3f} {answer}")
            answers.append({"verb": forms[0]["verb"], "value": any_words(forms[0])})
    return "\n".join(found)


@way("cards")
def cards(stage: Stage, folder: Path) -> str:
    """What a phone gets that opens the link of a seat, and what the table sees of the host's screen meanwhile."""
    of, app = stage.world, make_app(KEY, House(), {})
    settings = {"rules": of.rules, "names": list(of.names), "deal": "links", "deck": ",".join(of.cards)}
    actions: list[dict[str, Any]] = [{"do": "set", "key": key, "value": value} for key, value in settings.items()]
    actions.append({"do": "deal", "seed": 5})
    answer = called(app, "evening", {"id": "an-evening", "have": 0, "actions": actions}).decode()
    screen = json.loads(answer[answer.index("\n{") :])["screen"]
    [link] = [each for each in screen["links"] if each["name"] == of.seat]
    card = called(app, "seat", {"fragment": link["fragment"]}, key="").decode()
    return "\n".join([link["fragment"], card, *screen["say"], screen["title"]])
