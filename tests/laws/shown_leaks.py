"""Planted leaks of the show: each lets a viewer see, or time, something that depends on what is hidden."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from duskfall.core import view
from duskfall.core.ask import Ask
from duskfall.core.facts import Dealt, Fact, Skipped
from duskfall.core.play.game import Game
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.detective import DetectivePlayer
from duskfall.players.person import terminal
from duskfall.table import seating
from duskfall.table.eyes import Eyes
from duskfall.table.kept import journal
from duskfall.terminal import plain, session, watch
from duskfall.terminal.bench.bench import Bench
from duskfall.terminal.plain import Printer
from duskfall.terminal.reel import Reel
from duskfall.terminal.replayer import Replay
from duskfall.terminal.stage import board
from duskfall.terminal.stage.stage import Stage
from duskfall.terminal.watch import Watch

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]
LEAKS: dict[str, tuple[str, str, Leak]] = {}


def plant(name: str, channel: str, pair: str) -> Callable[[Leak], Leak]:
    """A leak, the way out that shows it, and a pair of games in which it is seen."""

    def keep(leak: Leak) -> Leak:
        LEAKS[name] = channel, pair, leak
        return leak

    return keep


def after(patch: Patch, kind: type, method: str, more: Callable[..., Any]) -> None:
    """Something is done after every call of a method."""
    before = getattr(kind, method)

    def both(self: Any, *args: Any) -> Any:
        found = before(self, *args)
        more(self, *args)
        return found

    patch.setattr(kind, method, both)


# -- plain lines ---------------------------------------------------------------------------------------------


@plant("hidden facts are printed", "printed", "whether the mafia talks")
def _(patch: Patch) -> None:
    patch.setattr(plain, "visible", lambda fact, seat: True)


@plant("a pause for every fact", "printed", "whom the Cop reads")
def _(patch: Patch) -> None:
    after(patch, Printer, "__call__", lambda printer, game: printer.sleep(len(game.facts)))


@plant("passes are parted by what is hidden", "printed", "who wants to skip among those who pass")
def _(patch: Patch) -> None:
    patch.setattr(Printer, "_may_go_on", lambda printer, fact: isinstance(fact, Skipped))


@plant("the reason for waiting is told to everybody", "awaited", "two cards swapped, werewolf")
def _(patch: Patch) -> None:
    after(patch, Printer, "hear", lambda printer, ask, words: printer.tell(printer.trouble(ask.seat)))


@plant("everybody hears whom the table waits for at night", "awaited", "two cards swapped, werewolf")
def _(patch: Patch) -> None:
    after(patch, Printer, "hear", lambda printer, ask, words: printer.tell(str(printer.waited)))


# -- screens -------------------------------------------------------------------------------------------------


@plant("a beat for a hidden fact", "watched", "by whose hand a citizen dies")
def _(patch: Patch) -> None:
    take = Stage.take

    def slower(stage: Stage, fact: Fact) -> Any:
        yield from take(stage, fact)
        if not view.visible(fact, stage.view.seat):
            yield 0.1

    patch.setattr(Stage, "take", slower)


@plant("a picture for every answer", "watched", "by whose hand a citizen dies")
def _(patch: Patch) -> None:
    after(patch, Watch, "__call__", lambda watch, game: watch.draw())


@plant("the table shows the cards", "watched", "two cards swapped, werewolf")
def _(patch: Patch) -> None:
    roles: dict[int, str] = {}
    after(
        patch,
        Stage,
        "take",
        lambda stage, fact: roles.update({fact.seat: fact.role} if isinstance(fact, Dealt) else {}),
    )
    patch.setattr(board, "role_of", lambda view, seat: roles.get(seat, ""))


@plant("the header counts the facts", "watched", "by whose hand a citizen dies")
def _(patch: Patch) -> None:
    around = Watch._around
    patch.setattr(Watch, "_around", lambda watch: (around(watch)[0], str(watch.taken), ""))


@plant("the place is told by facts", "replayed", "by whose hand a citizen dies")
def _(patch: Patch) -> None:
    after(patch, Replay, "draw", lambda replay: replay.console.print(replay.reel.moment))


@plant("a step back shows everything", "replayed", "two cards swapped, werewolf")
def _(patch: Patch) -> None:
    def back(reel: Reel) -> None:
        reel.seat = None
        reel.to(reel.place - 1)

    patch.setattr(Reel, "back", back)


# -- people --------------------------------------------------------------------------------------------------


@plant("the log is the moderator's", "looked up", "whom the Cop reads")
def _(patch: Patch) -> None:
    games: list[Game] = []
    after(patch, Game, "view", lambda game, seat: games.append(game))
    patch.setattr(terminal, "log", lambda seen, everything: [str(len(games[-1].facts))])


@plant("a barred name tells the card", "looked up", "two cards swapped, ai-mafia")
def _(patch: Patch) -> None:
    games: list[Game] = []
    after(patch, Game, "view", lambda game, seat: games.append(game))
    patch.setattr(terminal, "explained", lambda ask, seen, unclear: f"{unclear} {games[-1].state.roles}")


@plant("the shared view is the moderator's", "two people", "two cards swapped, ai-mafia")
def _(patch: Patch) -> None:
    of = Eyes.of
    patch.setattr(Eyes, "of", lambda eyes, seat, game: of(eyes, seat or None, game))  # type: ignore[arg-type]
    after(patch, Bench, "__init__", lambda bench, *args: setattr(bench, "shown", view.View(None)))


@plant("a shared screen is drawn for every answer", "two people, screen", "by whose hand a citizen dies")
def _(patch: Patch) -> None:
    after(patch, Bench, "__call__", lambda bench, game: bench.face.cover(bench.shown))


# -- bots ----------------------------------------------------------------------------------------------------


def _game() -> Game:
    """The game that some caller holds."""
    frame = sys._getframe()
    while not isinstance(frame.f_locals.get("game"), Game):
        assert frame.f_back
        frame = frame.f_back
    found = frame.f_locals["game"]
    assert isinstance(found, Game)
    return found


@plant("a bot looks into the game", "scripted", "the Mayor's card swapped")
def _(patch: Patch) -> None:
    answer = ScriptedPlayer.answer

    def peeking(player: ScriptedPlayer, ask: Ask, seen: view.View) -> object:
        good = [seat for seat in ask.seats if _game().state.roles[seat] not in ("Mafia", "Bomb", "Werewolf", "Mayor")]
        return good[0] if good else answer(player, ask, seen)

    patch.setattr(ScriptedPlayer, "answer", peeking)


@plant("a detective looks into the game", "detective", "the Mayor's card swapped")
def _(patch: Patch) -> None:
    answer = DetectivePlayer.answer

    def peeking(player: DetectivePlayer, ask: Ask, seen: view.View) -> object:
        good = [seat for seat in ask.seats if _game().state.roles[seat] not in ("Mafia", "Bomb", "Werewolf", "Mayor")]
        return good[0] if good else answer(player, ask, seen)

    patch.setattr(DetectivePlayer, "answer", peeking)


@plant("a bot says how much has happened", "random", "a void team kill")
def _(patch: Patch) -> None:
    patch.setattr(RandomPlayer, "answer", lambda player, ask, seen: str(len(_game().log)))


@plant("a bot's seed depends on its neighbour's card", "random", "two cards swapped, ai-mafia")
def _(patch: Patch) -> None:
    below = seating.Draws.below
    patch.setattr(
        seating.Draws,
        "below",
        lambda draws, n, limit: below(draws, n, limit) + (len(_game().state.roles[-n]) if limit == 1 << 64 else 0),
    )


# -- models --------------------------------------------------------------------------------------------------


def _as_moderator(watch: Watch, ask: Ask, words: str) -> None:
    seat, watch.seat = watch.seat, None
    _hear(watch, ask, words)
    watch.seat = seat


_hear = Watch.hear


@plant("all see whom the table waits for", "overheard", "two cards swapped, werewolf")
def _(patch: Patch) -> None:
    patch.setattr(Watch, "hear", _as_moderator)


@plant("whispers are heard while they are written", "overheard", "what the mafia says")
def _(patch: Patch) -> None:
    patch.setattr(
        Watch, "hear", lambda self, ask, words: (_as_moderator if ask.verb == "chat" else _hear)(self, ask, words)
    )


@plant("who wants to skip is heard while it is written", "overheard", "who wants to skip among those who pass")
def _(patch: Patch) -> None:
    patch.setattr(watch, "audible", lambda words, counted: words)


# -- commands ------------------------------------------------------------------------------------------------


@plant("who stops is told how much is recorded", "commanded", "a void team kill")  # its viewer is a person
def _(patch: Patch) -> None:
    stop, heard = session._stop, [0]
    after(patch, journal.Journal, "__call__", lambda kept, game: heard.append(len(game.facts)))
    patch.setattr(session, "_stop", lambda why, *rest: stop(f"{why} {heard[-1]}", *rest))


@plant("the header says who is what", "commanded", "two cards swapped, ai-mafia")
def _(patch: Patch) -> None:
    opening = journal.opening

    def telling(rules: Any, setup: Any, *rest: Any) -> tuple[str, str]:
        head, secret = opening(rules, setup, *rest)
        return head.replace('"names":', f'"roles":"{setup.roles}","names":'), secret

    patch.setattr(journal, "opening", telling)


@plant("what was resumed is shown whole", "commanded", "whom the Consigliere reads")  # its viewer is a person
def _(patch: Patch) -> None:
    of = Eyes.of
    patch.setattr(Eyes, "of", lambda eyes, seat, game: of(eyes, None if game.log and not eyes.views else seat, game))
