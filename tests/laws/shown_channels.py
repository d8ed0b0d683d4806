"""Law 2's reach to the eye: the exact bytes and pauses that people are shown while a game runs, by every way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from io import StringIO
from itertools import count, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from rich.console import Console

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.record import dump
from duskfall.core.view import View
from duskfall.players.base import HUMAN, Player
from duskfall.players.find import Maker
from duskfall.players.person import terminal, typed
from duskfall.table import errands
from duskfall.table.eyes import Eyes
from duskfall.table.kept import journal
from duskfall.table.kept.resume import resume
from duskfall.table.run import Follower, play
from duskfall.table.seating import seat_players
from duskfall.tell.facts import questions as asking
from duskfall.terminal import session
from duskfall.terminal.bench.bench import Bench
from duskfall.terminal.bench.keyboard import MARK
from duskfall.terminal.plain import Printer
from duskfall.terminal.reel import Reel
from duskfall.terminal.replayer import Replay
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.watch import Watch

from .received import Side

Channel = Callable[[Side, Sequence[int], str], str]
"""All that some of these viewers get of a game, up to its end or the first fact of a kind."""

Asked = Callable[[Game, Ask], None]
PUBLIC, HUMANS_LINES = 0, 7


def follow(side: Side, until: str, listen: Follower, asked: Asked | None = None) -> None:
    """Play as a table does: the listener hears of everything before the next ask; not of the end, which shows all."""
    game, seen = side.table.start(), 0
    while asks := game.asks:
        fresh, seen = game.facts[seen:], len(game.facts)
        if any(type(fact).__name__ in (until, "Ended") for fact in fresh):
            return
        listen(game)
        ask = asks[-1 if side.last_first else 0]
        if asked:
            asked(game, ask)
        game.answer(ask.seat, ask.verb, side.answers(game, ask))


def unheard(game: Game) -> None:
    """Nobody listens."""


class Paper(StringIO):
    """What a terminal is sent, with marks for what is no byte."""

    def mark(self, what: object) -> None:
        self.write(f"«{what}»")

    def rest(self, pace: Pace, seconds: float, redraw: object, since: float | None = None) -> None:
        """Instead of a pause."""
        self.mark(f"{seconds:.4f}")

    def console(self, width: int = 80, height: int = 24) -> Console:
        return Console(
            file=self, force_terminal=True, color_system="standard", width=width, height=height,
            legacy_windows=False, markup=False, emoji=False, highlight=False,
        )  # fmt: skip

    def read(self, mark: str = "", draft: str = "") -> str:  # type: ignore[override]
        """Instead of a keyboard: Enter."""
        self.mark(f"typed behind {mark}{draft}")
        return ""


class Nobody:
    """A keyboard that nobody touches."""

    present = False

    def get(self, seconds: float) -> str:
        return ""


# -- the show ------------------------------------------------------------------------------------------------


def printed(side: Side, seats: Sequence[int], until: str) -> str:
    """`--plain --speed 1`, line by line as they come, and where the viewer is asked in between."""
    paper = Paper()
    for seat in (PUBLIC, *seats[:2]):
        printer = Printer(
            seat, 1, out=lambda line: print(line, file=paper), sleep=lambda s: paper.mark(f"{s:.4f}"),
            clock=lambda: 0.0,
        )  # fmt: skip
        follow(side, until, printer, lambda game, ask, seat=seat: paper.mark("asked") if ask.seat == seat else None)
    return paper.getvalue()


def awaited(side: Side, seats: Sequence[int], until: str) -> str:
    """Lines about waiting, where every answer is late; each reason holds a role, and is for the moderator alone."""
    paper, roles = Paper(), side.table.start().setup.roles
    for seat in (PUBLIC, *seats[:2]):
        minutes = count(0.0, 60.0)
        printer = Printer(
            seat, out=lambda line: print(line, file=paper), clock=lambda minutes=minutes: next(minutes),
            trouble=lambda seat: roles[seat - 1], tell=lambda line: print(line, file=paper),
        )  # fmt: skip

        def asked(game: Game, ask: Ask, printer: Printer = printer) -> None:
            for _ in range(3):
                printer.hear(ask, "")

        follow(side, until, printer, asked)
    return paper.getvalue()


def watched(side: Side, seats: Sequence[int], until: str) -> str:
    """The screen of `--as`, every picture of it, and how long each is left."""
    paper = Paper()
    with patch.object(Pace, "rest", lambda pace, *args: paper.rest(pace, *args)):
        watch = Watch(paper.console(66, 16), seats[0], Pace(1.0, Nobody()))
        follow(side, until, watch)
        watch.draw()
    return paper.getvalue()


KEYS = (" ", *".....", *"nnn", *"..,,", "p", *"gd1\n", "+", *"nn.", *"gn2\n", "n", "n", "p")


class Hands:
    """Keys pressed one after the other, then q."""

    present = True

    def __init__(self) -> None:
        self.keys = [*KEYS, "q"]

    def get(self, seconds: float) -> str:
        return self.keys.pop(0)


def replayed(side: Side, seats: Sequence[int], until: str) -> str:
    """`duskfall replay --as` of a game that is not over, to and fro."""
    facts: list[Fact] = []

    def listen(game: Game) -> None:
        facts[:] = game.facts

    follow(side, until, listen)
    paper = Paper()
    Replay(paper.console(66, 16), Reel(facts, seats[0]), 1.0, Hands(), lambda: 0.0).show()
    return paper.getvalue()


# -- a person ------------------------------------------------------------------------------------------------


def looked_up(side: Side, seats: Sequence[int], until: str) -> str:
    """At each question: what stands above it, what a person can look up, and what any name typed comes to."""
    got: dict[int, list[str]] = {seat: [] for seat in sorted(seats[:3])}

    def asked(game: Game, ask: Ask) -> None:
        if ask.seat in got:
            got[ask.seat] += answers_of_the_desk(ask, game.view(ask.seat))

    follow(side, until, unheard, asked)
    return dump(got)


def answers_of_the_desk(ask: Ask, view: View) -> Iterator[str]:
    """Everything that the terminal says to a person who is asked this."""
    yield repr(terminal.prompt(ask, view, asking.reason(ask)))
    for lines in (terminal.helped(ask, view), terminal.deal(view), terminal.log(view, True), terminal.votes(view)):
        yield from lines
    for name in (*view.names, "zzz", "99", "", f"@{view.names[0]} x", f"/nominate {view.names[1]}"):
        try:
            yield repr(terminal.read(ask, name, view))
        except typed.NotUnderstood as unclear:
            yield terminal.explained(ask, view, unclear)


class Scribe(Bench):
    """A bench on paper, at which everybody types what comes last; it may leave out all that is somebody's own."""

    def __init__(self, paper: Paper, plain: bool, seats: Sequence[int], private: bool) -> None:
        super().__init__(paper.console(), plain, 1.0, seats, self.type)
        self.paper, self.all, self.line = paper, private, ""
        self.since, self.handed = -1, list[int]()

    def type(self, mark: str, draft: str = "") -> str:
        self.paper.mark(f"typed behind {mark}{draft}")
        return self.line if mark == MARK else ""

    def ask(self, view: View, prompt: terminal.TypedPrompt) -> str:
        self.line = prompt.options[-1].key if prompt.options else ""
        return super().ask(view, prompt)

    def turn(self, view: View) -> None:
        """That the keyboard is handed over, and to whom, is in sight of all."""
        self.handed += [view.seat or PUBLIC] if view.seat != self.holder else []
        self.since = self.since if self.since >= 0 else self.paper.tell()
        super().turn(view)

    def _cover(self) -> None:
        if not self.all:
            self.paper.seek(self.since)
            self.paper.truncate()
            self.paper.mark(f"handed to {self.handed}")
        self.since, self.handed = -1, []
        super()._cover()


def several(plain: bool) -> Channel:
    """Two people at one bench: all that the two are shown."""

    def shown(side: Side, seats: Sequence[int], until: str) -> str:
        return at_one_desk(side, sorted(set(seats) - {PUBLIC})[:2], until, plain)

    return shown


def at_one_desk(side: Side, seats: Sequence[int], until: str, plain: bool, private: bool = True) -> str:
    """What is shown at a bench for these seats; without what is private, only what all of them see at any time."""
    paper = Paper()
    with patch.object(Pace, "rest", lambda pace, *args: paper.rest(pace, *args)):
        bench = Scribe(paper, plain, seats, private)
        people = {seat: bench.player(0) for seat in seats}

        def asked(game: Game, ask: Ask) -> None:
            if ask.seat in people:  # what counts is the side's answer
                people[ask.seat].answer(ask, game.view(ask.seat))

        follow(side, until, bench, asked)
        bench.close()
    return paper.getvalue()


# -- bots ----------------------------------------------------------------------------------------------------


def answered(kind: str) -> Channel:
    """What a bot of this kind, seated as a table seats it, would do and say in these seats."""

    def answers(side: Side, seats: Sequence[int], until: str) -> str:
        eyes, players = Eyes(), dict[int, Player]()
        got: dict[int, list[object]] = {seat: [] for seat in sorted(seats)}

        def asked(game: Game, ask: Ask) -> None:
            if ask.seat in got:
                players.update(players or seat_players(game, kind))
                got[ask.seat] += [ask.verb, players[ask.seat].answer(ask, eyes.of(ask.seat, game))]

        follow(side, until, unheard, asked)
        return dump(got)

    return answers


# -- the command ---------------------------------------------------------------------------------------------


class Acting:
    """Whoever answers as a side of a pair has it, in a game that a table runs."""

    blind = False

    def __init__(self, side: Side, game: Game) -> None:
        self.side, self.game = side, game

    def answer(self, ask: Ask, view: View) -> object:
        return self.side.answers(self.game, ask)


class Typing(Acting):
    """The same, of a person who sees and types it all."""

    def __init__(self, side: Side, game: Game, human: Player) -> None:
        super().__init__(side, game)
        self.human = human

    def answer(self, ask: Ask, view: View) -> object:
        self.human.answer(ask, view)
        return super().answer(ask, view)


def commanded(side: Side, seats: Sequence[int], until: str) -> str:
    """All that `duskfall play` and then `duskfall resume` write where a person stops early or the public looks on."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        game, seat = side.table.start(), seats[0]
        kinds = ["random"] * len(game.names)
        kinds[seat - 1 : seat] = [HUMAN] if seat else []
        with patch.object(journal, "sync", lambda descriptor: None):
            kept = journal.Journal(path, game, kinds)
            first = _session(side, game, kinds, kept, seat, HUMANS_LINES)
            again = resume(path)
            second = _session(side, again.game, again.kinds, again.journal, seat, 1)
        header = path.read_text(encoding="utf-8").partition(',"commitment"')[0]
    return f"{first}{again.report}{second}{header}".replace(folder, "")


def _session(side: Side, game: Game, kinds: object, kept: journal.Journal, seat: int, lines: int) -> str:
    out, left = StringIO(), iter(repeat("", lines))

    def seated(game: Game, kinds: object, makers: dict[str, Maker] | None = None) -> dict[int, Player]:
        players: dict[int, Player] = {n: Acting(side, game) for n in range(1, len(game.names) + 1)}
        if makers:
            players[seat] = Typing(side, game, makers[HUMAN](0))
        return players

    def read(mark: str, draft: str = "") -> str:
        """One line for each question that takes it, then the end of the input."""
        print(mark, end="")
        if next(left, None) is None:
            raise KeyboardInterrupt
        return "0"

    with (
        patch.object(session, "seat_players", seated),
        patch.object(session, "show_ending"),  # it tells everything
        patch("duskfall.terminal.bench.bench.Bench", partial(Bench, read=read)),
        redirect_stdout(out),
        redirect_stderr(out),
    ):
        try:
            session.run(game, kinds, kept, seat=seat, plain=True)  # type: ignore[arg-type]
        except SystemExit as status:
            print(status.code)
    return out.getvalue().partition("The game is over")[0]


# -- models --------------------------------------------------------------------------------------------------


class Writing:
    """An answer that comes letter by letter: each look finds one more."""

    def __init__(self, answer: object) -> None:
        self.answer, self.seen = answer, 0
        self.text = str(answer.get("text", "") if isinstance(answer, dict) else answer or "")

    @property
    def words(self) -> str:
        return self.text[: self.seen]

    def done(self) -> bool:
        self.seen += 1
        return self.seen > max(3, len(self.text))

    def result(self) -> object:
        return self.answer

    def cancel(self) -> None:
        pass


class Faraway(Acting):
    """Whoever answers as a side has it, from afar, and while others watch."""

    def begin(self, ask: Ask, view: View) -> Writing:
        return Writing(self.side.answers(self.game, ask))

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        pass


class Over(Exception):
    """As far as the games are compared."""


class Upto(Watch):
    """A watch that looks away at the first fact of a kind, or when the end shows all."""

    until = ""

    def __call__(self, game: Game) -> None:
        if any(type(fact).__name__ in (self.until, "Ended") for fact in game.facts[self.taken :]):
            raise Over
        super().__call__(game)


def overheard(side: Side, seats: Sequence[int], until: str) -> str:
    """The screen of `--as` where models play: whom the table waits for, and speeches while they are written."""
    paper, game, minutes = Paper(), side.table.start(), count(0.0, 60.0)
    players = {seat: Faraway(side, game) for seat in range(1, len(game.names) + 1)}
    with (
        patch.object(Pace, "rest", lambda pace, seconds, *args: paper.rest(pace, seconds, *args) if seconds else None),
        patch.object(errands, "TICK", 0),
        suppress(Over),
    ):
        watch = Upto(paper.console(66, 16), seats[0], Pace(1.0, Nobody(), lambda: next(minutes)))
        watch.until = until
        play(game, players, watch)
    watch.draw()
    return paper.getvalue()


CHANNELS: dict[str, Channel] = {
    "printed": printed,
    "awaited": awaited,
    "watched": watched,
    "replayed": replayed,
    "looked up": looked_up,
    "two people": several(True),
    "two people, screen": several(False),
    "scripted": answered("scripted"),
    "detective": answered("detective"),
    "random": answered("random"),
    "commanded": commanded,
    "overheard": overheard,
}
