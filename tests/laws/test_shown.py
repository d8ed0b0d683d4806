"""Laws 2, 3, 7 and 8 up to the eye: what people are shown, and when, does not depend on what they may not know."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

import duskfall
from duskfall.cli.common import BadInput
from duskfall.cli.play.viewer import viewer
from duskfall.cli.replay import replay
from duskfall.cli.why import why
from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.record import opening
from duskfall.core.view import View
from duskfall.players.base import HUMAN, Stopped
from duskfall.rules import ruleset
from duskfall.study.sight import audible, counted
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import kinds
from duskfall.terminal import session
from duskfall.terminal.bench.printed import PrintedFront
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.watch import Watch

from .pairs import AI_MAFIA, PAIRS, swap, two
from .received import Pair, Script, Side
from .shown_channels import CHANNELS, PUBLIC, Acting, Hands, Paper, at_one_desk
from .shown_leaks import LEAKS
from .tables import Table

ON_SCREEN = (
    "whom the Mistress visits",
    "who killed whom",
    "two cards swapped, werewolf",
    "by whose hand a citizen dies",
    "who dies at night, until it is announced",
)
SPOKEN = (
    "who wants to skip",
    "who wants to skip among those who pass",
    "what the mafia says",
    "whether the mafia talks",
    "what somebody thinks",
)
SCREENS = {
    "watched": 0,
    "replayed": 0,
    "two people, screen": 3,
    "overheard": 2,
}  # pictures take their time: from where on they are drawn


def pairs_for(channel: str) -> list[str]:
    if channel in SCREENS:
        return [*ON_SCREEN[SCREENS[channel] :], *(SPOKEN if channel == "overheard" else ())]
    if channel == "two people":  # they have the keyboard one after the other, as they are asked
        return [name for name, pair in ALL.items() if not pair.right.last_first]
    if channel == "commanded":  # it goes on to where the games may differ
        return [name for name, pair in ALL.items() if not pair.until]
    return list(ALL)


MORE = {
    "who wants to skip among those who pass": two(
        AI_MAFIA, {"say": {"Ann": "VOTE_SKIP_DISCUSSION", "*": "SKIP"}}, {"say": {"*": "SKIP"}}
    ).but("Ann"),
}
ALL = PAIRS | MORE


def viewers(name: str) -> list[int]:
    """All who may not know, another first for each pair."""
    seats, first = sorted(ALL[name].seats), list(ALL).index(name)
    return [*seats[first % len(seats) :], *seats[: first % len(seats)]]


def shown(channel: str, name: str) -> tuple[str, str]:
    pair, seats = ALL[name], viewers(name)
    left, right = (CHANNELS[channel](side, seats, pair.until) for side in (pair.left, pair.right))
    return left, right


@pytest.mark.parametrize(("channel", "name"), [(channel, name) for channel in CHANNELS for name in pairs_for(channel)])
def test_what_is_shown_does_not_depend_on_what_is_hidden(channel: str, name: str) -> None:
    left, right = shown(channel, name)
    assert left == right
    assert left


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    channel, pair, leak = LEAKS[name]
    assert pair in pairs_for(channel)  # where nothing is found without a leak
    leak(monkeypatch)
    left, right = shown(channel, pair)
    assert left != right, f"nobody notices that {name}"


def test_every_way_out_has_a_planted_leak() -> None:
    assert {channel for channel, _, _ in LEAKS.values()} == set(CHANNELS)


# -- a person at the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [(), (2,), (1, 3), (1, 2, 3)])
def test_whoever_plays_looks_through_no_other_eyes(people: Sequence[int]) -> None:
    names, seats = ("Ann", "Bob", "Cid"), [HUMAN if seat in people else "random" for seat in (1, 2, 3)]
    seen: set[int | None] = set()
    for wanted in (None, "public", "moderator", *names):
        with suppress(BadInput):
            seen.add(viewer(wanted, "--as", names, seats))
    assert seen == ({None, 0, 1, 2, 3} if not people else {0, *people} if len(people) == 1 else {0})


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """The journal of a game that has just begun, in which Gus is a person."""
    game = duskfall.start("werewolf", 7, seed=12)
    kept = Journal(tmp_path / "game.jsonl", game, ["scripted"] * 6 + [HUMAN])
    kept.close(over=False)
    return kept.path


def run(command: object, *words: object) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])  # type: ignore[arg-type]


def test_the_page_of_a_game_that_is_not_over_holds_nothing_under_seal(unfinished: Path, tmp_path: Path) -> None:
    assert run(replay, unfinished, "--html", tmp_path / "page.html", "--as", "Gus").exit_code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Gus is " in page
    assert 'id="sealed"' not in page


def test_no_key_changes_to_a_view_that_would_spoil_the_game(unfinished: Path) -> None:
    class Curious(Hands):
        def __init__(self) -> None:
            self.keys = [" ", *"v.v.v.v.v.v.v.v.v.", "q"]

        def __enter__(self) -> Curious:
            return self

        def __exit__(self, *error: object) -> None:
            pass

    with (
        patch("duskfall.terminal.replayer.Keys", Curious),
        patch("duskfall.terminal.stage.console.is_screen", lambda console: True),
    ):
        found = run(replay, unfinished)
    assert "Gus, " in found.output
    assert "the moderator's view" not in found.output
    assert not any(f"{name}, " in found.output for name in ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay"))


def test_why_does_not_spoil_a_game_that_is_not_over(unfinished: Path) -> None:
    assert run(why, unfinished).exit_code == 2


@pytest.mark.parametrize("name", ["Ann", "Bob", "Cid"])
@pytest.mark.parametrize("plain", [True, False], ids=["plain", "screen"])
def test_passing_the_keyboard_does_not_tell_who_acts_by_night(plain: bool, name: str) -> None:
    """Three share a keyboard; whether one of them or Gus is the Cop is not for the others to know."""
    roles = ("Villager", "Villager", "Villager", "Godfather", "Mafia", "Villager", "Cop", "Doctor")
    table = Table("ai-mafia", roles, {"maxRounds": 1})
    pair = swap(table, name, "Gus")
    left, right = (at_one_desk(side, (1, 2, 3), "TalkEnded", plain, private=False) for side in (pair.left, pair.right))
    assert left == right
    assert left.count("«handed to [1, 2, 3]»") == 1


def test_plain_lines_wait_until_the_keyboard_was_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    paper = Paper()
    monkeypatch.setattr(sys, "stdin", Terminal())
    PrintedFront(paper.console(), paper.read).hand_over("Bob")
    assert "typed behind" in paper.getvalue()


class Broken:
    """A player that breaks down when it is to act."""

    blind = False

    def __init__(self, seed: int) -> None:
        pass

    def answer(self, ask: Ask, view: View) -> object:
        raise ZeroDivisionError


@pytest.mark.parametrize("seat", [PUBLIC, 1])
def test_a_player_that_fails_gives_its_role_away_to_nobody(seat: int) -> None:
    said = []
    for table in (AI_MAFIA, AI_MAFIA.swapped(2, 6)):  # the Doctor and the Cop
        line, game = StringIO(), replace(table, talk=False).start()
        game.answer(4, "kill", None)
        with redirect_stderr(line), pytest.raises(SystemExit):
            session.run(game, ["random", f"{__name__}:Broken", *["random"] * 8], seat=seat, plain=True)
        said.append(line.getvalue())
    assert said[0] == said[1]


class Refusing(Broken):
    """A model whose server repeats what it was asked when it refuses."""

    def answer(self, ask: Ask, view: View) -> object:
        called = f"openai:{type(self).__name__}"
        raise Stopped(f"{called}: the server answered 500: what is this: {view.role}", who=called)


class Other(Refusing):
    """Another such model."""


@pytest.mark.parametrize("seat", [PUBLIC, 1, None])
def test_what_a_server_says_of_a_request_is_for_the_moderator_alone(seat: int | None) -> None:
    line, game = StringIO(), replace(AI_MAFIA, talk=False).start()
    game.answer(4, "kill", None)
    with redirect_stdout(StringIO()), redirect_stderr(line), pytest.raises(SystemExit) as left:
        session.run(game, ["random", f"{__name__}:Refusing", *["random"] * 8], seat=seat, plain=True)
    assert left.value.code == session.HELD_UP
    assert ("what is this: Doctor" in line.getvalue()) == (seat is None)
    assert ("openai:Refusing: the server answered 500" in line.getvalue()) == (seat is None)
    assert (": the server answered 500; with the seed" in line.getvalue()) == (seat is not None)


@pytest.mark.parametrize("seat", [PUBLIC, 1])
def test_a_model_that_stops_does_not_tell_who_was_asked_by_night(seat: int) -> None:
    found = set()
    for table in (AI_MAFIA, AI_MAFIA.swapped(2, 3)):  # the Doctor's card and the Bomb's
        line, game = StringIO(), replace(table, talk=False).start()
        game.answer(4, "kill", None)
        models = [f"{__name__}:Refusing", f"{__name__}:Other"]
        with redirect_stdout(StringIO()), redirect_stderr(line), pytest.raises(SystemExit):
            session.run(game, ["random", *models, *["random"] * 7], seat=seat, plain=True)
        found.add(line.getvalue())
    assert len(found) == 1


def test_by_day_all_may_know_which_model_stops() -> None:
    line, game = StringIO(), replace(AI_MAFIA, talk=True).start()
    while game.state.phase == "night":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, None)
    with redirect_stdout(StringIO()), redirect_stderr(line), pytest.raises(SystemExit):
        session.run(game, [f"{__name__}:Refusing", *["random"] * 9], seat=PUBLIC, plain=True)
    assert "duskfall: openai:Refusing: the server answered 500." in line.getvalue()


def test_a_persons_chair_does_not_tell_who_is_of_a_team() -> None:
    before: list[bool] = []
    for seed in range(60):
        game = duskfall.start("ai-mafia", 7, seed=seed)
        chair = kinds("mafia=scripted, human", game).index(HUMAN)
        before += [game.plan.roles[role].team == "mafia" for role in game.setup.roles[:chair]]
    assert before
    assert not all(before)


def test_the_header_of_a_record_does_not_tell_the_teams() -> None:
    heads = set()
    for seed in range(5):
        game = duskfall.start("ai-mafia", 7, seed=seed)
        line, _ = opening(game.plan.rules, game.setup, "00", kinds("mafia=random, scripted", game))
        heads.add(line.partition('"commitment"')[0])
    assert len(heads) == 1


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("I think", "I think"),
        ("VOTE_SK", ""),
        ("vote_skip_discussion", ""),
        ("VOTE_SKIP_DISCUSSION, all of you", "VOTE_SKIP_DISCUSSION, all of you"),
        ("Enough.\n  UNVOTE_SKIP_DISCUSSION \nSo it", "Enough.\nSo it"),
        ("Enough.\nV", "Enough."),
        ("SKIP", ""),
    ],
)
def test_words_that_are_counted_are_not_heard_while_they_are_written(written: str, heard: str) -> None:
    assert audible(written, counted(ruleset("ai-mafia"))) == heard


# -- time (law 8) --------------------------------------------------------------------------------------------

SMALL = Table("ai-mafia", ("Villager", "Doctor", "Cop", "Godfather", "Villager", "Villager"), {"maxRounds": 1})


class Clock:
    """Time that passes only when somebody waits or thinks; it is also a keyboard that nobody touches."""

    present = False

    def __init__(self) -> None:
        self.now = 0.0

    def get(self, seconds: float) -> str:
        self.now += seconds
        return ""


class Thinking(Acting):
    """Takes a moment to answer, some longer than others."""

    def __init__(self, side: Side, game: Game, clock: Clock, seconds: float, person: bool) -> None:
        super().__init__(side, game)
        self.clock, self.seconds, self.asked = clock, seconds, list[float]()
        self.slow = person

    def answer(self, ask: Ask, view: View) -> object:
        self.asked.append(round(self.clock.now, 3))
        self.clock.now += self.seconds
        return super().answer(ask, view)


class Later(NamedTuple):
    """An answer that comes while it is waited for."""

    reply: Callable[[], object]
    words: str = ""

    def done(self) -> bool:
        return True

    def result(self) -> object:
        return self.reply()

    def cancel(self) -> None:
        pass


class Far(Thinking):
    """The same of somebody who is asked from afar, as models are."""

    def begin(self, ask: Ask, view: View) -> Later:
        return Later(partial(self.answer, ask, view))

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        pass


def timed(
    side: Side, long: int = 0, person: int = 0, other: type[Thinking] = Thinking
) -> tuple[dict[int, Thinking], list[float]]:
    """When each seat is asked, and when each picture is drawn for the public; a seat may think long."""
    game, clock, drawn = side.table.start(), Clock(), list[float]()
    watch = Watch(Paper().console(40, 5), PUBLIC, Pace(1.0, clock, lambda: clock.now))
    watch.draw = lambda: drawn.append(round(clock.now, 3))  # type: ignore[method-assign]
    watch.redraw = lambda: None  # type: ignore[method-assign]
    seats = range(1, len(game.names) + 1)
    players = {
        seat: (Thinking if seat == person else other)(side, game, clock, 0.5 if seat == long else 0.05, seat == person)
        for seat in seats
    }
    play(game, players, watch)
    return players, drawn


def test_the_public_sees_each_picture_at_a_time_of_its_own() -> None:
    _, drawn = timed(Side(SMALL, Script()))
    assert drawn == sorted(drawn)
    assert len(set(drawn)) > 10


@pytest.mark.parametrize("other", [Thinking, Far])
def test_how_long_a_night_is_shown_does_not_tell_who_thinks(other: type[Thinking]) -> None:
    side = Side(SMALL, Script())
    assert timed(side, other=other)[1] == timed(side, long=SMALL.seat("Bob"), other=other)[1]


@pytest.mark.parametrize("other", [Thinking, Far])
def test_when_a_person_is_asked_does_not_tell_who_acts_before(other: type[Thinking]) -> None:
    """Whether Bob or Fay is the Doctor is not for Cid to know."""
    pair: Pair = swap(SMALL, "Bob", "Fay")
    cid = SMALL.seat("Cid")
    left, right = (timed(side, person=cid, other=other)[0][cid].asked for side in (pair.left, pair.right))
    assert left[0] == right[0]
