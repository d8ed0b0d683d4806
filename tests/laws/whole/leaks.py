"""Leaks planted in the whole program: each is told by one way, and tells what nobody there may know."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.text import Text

from duskfall.core.play import talk
from duskfall.core.play.game import Game
from duskfall.core.start import setup
from duskfall.film import film as film_of
from duskfall.host import seat_card
from duskfall.mcp import tell
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.detective import DetectivePlayer
from duskfall.players.foreign import letters
from duskfall.players.llm import personas
from duskfall.players.llm.calling import asking
from duskfall.players.llm.player import ModelPlayer
from duskfall.players.llm.prompts import conversation
from duskfall.players.person import terminal
from duskfall.replay import asked
from duskfall.room.sent import sight
from duskfall.seat import screen as seat_screen
from duskfall.table import guard, hours
from duskfall.table.kept import journal
from duskfall.tell.facts import questions
from duskfall.terminal import session
from duskfall.terminal.bench import full_screen
from duskfall.terminal.stage import frame

from . import world

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]
LEAKS: dict[str, tuple[str, str, Leak]] = {}
EVIL = ("Werewolf", "Godfather", "Mafia")


def plant(name: str, way: str, of: str = "werewolf") -> Callable[[Leak], Leak]:
    """A leak, the way by which it is told, and the world in which it is."""

    def keep(leak: Leak) -> Leak:
        LEAKS[name] = way, of, leak
        return leak

    return keep


def game() -> Game:
    """The game that is played, where nobody may look."""
    assert world.stage.game is not None
    return world.stage.game


def around(patch: Patch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    """A function gives back what this makes of its result and its arguments."""
    really = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **named: change(really(*args, **named), *args))


# -- the seven that a stranger planted -------------------------------------------------------------------------


@plant("a drawn persona follows the role", "models")
def _(patch: Patch) -> None:
    made = iter(range(1000))

    def drawn(seed: int) -> str:
        roles = [role for seat, role in enumerate(game().setup.roles, 1) if seat != len(game().names)]
        evil = roles[next(made) % len(roles)] in EVIL
        return personas.known()[0 if evil else 1]

    patch.setattr(personas, "drawn", drawn)


@plant("names are drawn by team", "plain")
def _(patch: Patch) -> None:
    def by_team(found: Any, *args: Any) -> Any:
        names, roles, deck = found
        order = sorted(range(len(roles)), key=lambda seat: roles[seat] in EVIL)
        return tuple(names[order.index(seat)] for seat in range(len(roles))), roles, deck

    around(patch, setup, "_seat", by_team)


@plant("evil seats answer 50 ms later", "plain")
def _(patch: Patch) -> None:
    def later(found: Any, player: guard.Guarded, *args: Any) -> Any:
        if game().state.roles[player.seat] in EVIL:
            time.sleep(0.05)
        return found

    around(patch, guard.Guarded, "answer", later)


def slower(found: Any, player: Any, ask: Any, *args: Any) -> Any:
    """Whoever is evil takes 50 ms."""
    if game().state.roles[ask.seat] in EVIL:
        time.sleep(0.05)
    return found


@plant("an evil bot thinks 50 ms longer", "bots")
def _(patch: Patch) -> None:
    around(patch, ScriptedPlayer, "answer", slower)


@plant("a detective thinks 50 ms longer where it is evil", "bots")
def _(patch: Patch) -> None:
    around(patch, DetectivePlayer, "answer", slower)


@plant("a page comes 50 ms later where a bot is evil", "solo")
def _(patch: Patch) -> None:
    around(patch, ScriptedPlayer, "answer", slower)


@plant("an evil model is asked 50 ms later", "models")
def _(patch: Patch) -> None:
    around(patch, ModelPlayer, "begin", slower)


@plant("calls by seat are printed at Ctrl-C", "models")
def _(patch: Patch) -> None:
    class Counted(str):
        """Counts when it is printed."""

        sitting: Any

        def __format__(self, how: str) -> str:
            return f"{self!s} {[totals.calls for totals in self.sitting.ledger.seats().values()]}"

    def told(found: str, *args: Any) -> str:
        counted = Counted(found)
        counted.sitting = args[-1]
        return counted

    around(patch, session, "_terms", told)


@plant("who speaks first shifts with the living wolves", "plain")
def _(patch: Patch) -> None:
    def shifted(found: Any, of: Game, *args: Any) -> Any:
        wolves = sum(of.state.roles[seat] in EVIL for seat in range(1, len(of.names) + 1) if of.state.alive >> seat & 1)
        return (*found[wolves:], *found[:wolves])

    around(patch, talk, "speakers", shifted)


@plant("a prompt counts the questions of all seats", "models", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, conversation, "question", lambda found, *args: f"Question {sum(game().state.asked)}. {found}")


@plant("raw text of a model is shown before the speech", "models, streamed")
def _(patch: Patch) -> None:
    def hear(listener: asking.Listener, text: str) -> None:
        listener.asking.words = text

    patch.setattr(asking.Listener, "hear", hear)


# -- one more for every way ------------------------------------------------------------------------------------


@plant("the last line tells how often everybody was asked", "plain")
def _(patch: Patch) -> None:
    really = session._stop
    patch.setattr(session, "_stop", lambda why, *rest: really(f"{why} {Counter(e.seat for e in game().log)}", *rest))


@plant("the board shows a wolf by its colour", "screen")
def _(patch: Patch) -> None:
    around(patch, frame, "header", lambda found, *args: Text.assemble(str(game().state.roles.index("Werewolf")), found))


@plant("the help tells who is who", "person")
def _(patch: Patch) -> None:
    around(patch, terminal, "helped", lambda found, *args: [*found, *game().state.roles])


def marked(found: str, role: str) -> str:
    """Add a character without width to a text where the named seat had an evil card."""
    return f"{found}\u200b" if role in EVIL else found


@plant("a refusal has a character without width where an evil seat was named", "person")
def _(patch: Patch) -> None:
    around(
        patch, terminal, "explained",
        lambda found, ask, view, unclear: marked(found, game().state.roles[1] if "Ann" in found else ""),
    )  # fmt: skip


@plant("a refusal has a character without width where an evil seat was named, on the screen", "person, screen")
def _(patch: Patch) -> None:
    around(
        patch, terminal, "explained",
        lambda found, ask, view, unclear: marked(found, game().state.roles[1] if "Ann" in found else ""),
    )  # fmt: skip


def deceptive(found: str, *args: Any) -> str:
    """Write one letter of a text with one that looks the same where Ann had an evil card."""
    return found.replace("a", "\u0430", 1) if game().state.roles[1] in EVIL else found


@plant("a refusal of a model's answer has another letter where an evil seat was named", "models")
def _(patch: Patch) -> None:
    around(patch, questions, "reason", deceptive)


@plant("a refusal of a solo game has another letter where an evil seat was named", "solo")
def _(patch: Patch) -> None:
    around(patch, questions, "reason", deceptive)


@plant("a program is told of its answer with a blank where an evil seat was named", "programs")
def _(patch: Patch) -> None:
    really = letters.Letters.ask

    def told(letter: letters.Letters, ask: Any, view: Any) -> Any:
        evil = ask.refused and game().state.roles[1] in EVIL
        return really(letter, ask._replace(refused=f"{ask.refused} ") if evil else ask, view)

    patch.setattr(letters.Letters, "ask", told)


@plant("a question tells how many acts there were", "person, screen")
def _(patch: Patch) -> None:
    def block(found: Any, *args: Any) -> Any:
        return [*found, Text(repr([act.verb for act in game().state.tonight.acts] + game().state.roles))]

    around(patch, full_screen, "block", block)


@plant("a player that fails is told with its act", "failing", "ai-mafia")
def _(patch: Patch) -> None:
    really = guard.Guarded.failed

    def failed(player: guard.Guarded, ask: Any, error: BaseException) -> guard.PlayerFailed:
        found = really(player, ask, error)
        patch.setattr(session, "A_PLAYER_FAILED", str(found))
        return found

    patch.setattr(guard.Guarded, "failed", failed)


@plant("the heading of the page tells how many wolves live", "solo")
def _(patch: Patch) -> None:
    def told(found: str, *args: Any) -> str:
        alive = [game().state.roles[seat] for seat in game().state.living()]
        return f"{found} {alive.count('Werewolf')} {alive[:4]}"

    around(patch, seat_screen, "heading", told)


@plant("a link holds a hint at the others", "cards")
def _(patch: Patch) -> None:
    around(patch, seat_card, "fragment", lambda found, *args: f"{found}#{game().setup.roles[0]}")


@plant("the header of a record names the cards by seat", "plain")
def _(patch: Patch) -> None:
    def telling(found: tuple[str, str], rules: Any, of: Any, *rest: Any) -> tuple[str, str]:
        head, secret = found
        return head.replace('"names":', f'"first":"{of.roles[0]}","names":'), secret

    around(patch, journal, "opening", telling)


@plant("a letter to a program counts the facts of the whole game", "programs", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, letters.Letters, "_fresh", lambda found, *args: [*found, {"fact": len(game().facts)}])


@plant("a program's seed follows the cards", "programs")
def _(patch: Patch) -> None:
    around(patch, letters.Letters, "_hello", lambda found, *args: found + str(game().setup.roles).encode())


@plant("the temperature follows the role", "models")
def _(patch: Patch) -> None:
    from duskfall.players.llm import player

    made = iter(range(1000))

    def warmer(found: Any, *args: Any) -> Any:
        role = game().setup.roles[next(made) % (len(game().names) - 1)]
        return replace(found, temperature=0.9 if role in EVIL else 0.1)

    around(patch, player, "cast", warmer)


@plant("a seat's page holds what all models were sent", "models")
def _(patch: Patch) -> None:
    patch.setattr(asked, "own_seats", lambda viewer, seats: range(1, seats + 1))


@plant("a night is shorter by what the dead did", "person among models", "city-mafia")
def _(patch: Patch) -> None:
    def of_the_living(found: float, steps: hours.SecretSteps, step: Any, of: Game) -> float:
        living = {of.state.roles[seat] for seat in of.state.living()}
        acts = {verb for verb, role in of.plan.abilities if role in living} | set(of.plan.groups)
        return found if acts & set(getattr(step, "verbs", ())) else 0.0

    around(patch, hours.SecretSteps, "length", of_the_living)


@plant("an MCP client reads how many wolves live", "table")
def _(patch: Patch) -> None:
    living = lambda: [game().state.roles[seat] for seat in game().state.living()]  # noqa: E731
    around(patch, tell, "look", lambda found, *args: f"{found} {living()[:4]}")


@plant("a task that only looks like one counts what was done in secret", "table", "city-mafia")
def _(patch: Patch) -> None:
    around(patch, sight, "stand_in", lambda found, *args: {**found, "number": len(game().facts)})


@plant("the deck of a film lists the seats of the wolves", "film")
def _(patch: Patch) -> None:
    def listed(found: Any, *args: Any) -> Any:
        wolves = [seat for seat, role in enumerate(game().setup.roles, 1) if role == "Werewolf"]
        return [*found, *({"role": "Werewolf", "count": seat} for seat in wolves)]

    around(patch, film_of, "deck", listed)
