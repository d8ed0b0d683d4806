"""Two games that differ only in something hidden: the same table, cards exchanged, other words in private."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from duskfall.core import chance, record
from duskfall.core.ask import NOBODY, Ask
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES
from duskfall.core.view import View

SECRET = {"left": "sinister", "right": "dexterous"}  # words that stand in what is thought or said in private alone


@dataclass(frozen=True)
class World:
    """A table, its cards by seat, two whose cards are exchanged, and what everybody does; who may not know of it."""

    rules: str
    cards: tuple[str, ...]
    exchanged: tuple[str, str]
    seat: str  # whose place is compared; nothing of what is hidden reaches it
    does: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # verb: {name: answers in turn}
    victims: tuple[str, ...] = ()  # of those who may not decline to kill
    stop: tuple[str, str, int] = ("", "", 0)  # whoever presses Ctrl-C, at which question, and at which of them
    flags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return NAMES[: len(self.cards)]

    @property
    def place(self) -> int:
        """The seat that is compared."""
        return self.names.index(self.seat) + 1

    def roles(self, side: str) -> list[str]:
        """The cards by seat in one of the two games."""
        roles = list(self.cards)
        if side == "right":
            one, other = map(self.names.index, self.exchanged)
            roles[one], roles[other] = roles[other], roles[one]
        return roles


TALK = {"*": ["I wonder.", "Hm.", "SKIP"]}
WORLDS = {
    # A wolf is sent away in one game and a villager in the other: from then on fewer wolves live.
    "werewolf": World(
        "werewolf",
        ("Villager", "Seer", "Villager", "Werewolf", "Werewolf", "Villager", "Guard", "Villager"),
        ("Ann", "Dee"),
        "Fay",
        {"vote": {"*": ["Ann", NOBODY]}, "stand": {"Gus": "yes"}, "elect": {"*": "Gus"}, "say": TALK},
        ("Cid", "Bob"),
        ("Hal", "vote", 2),
    ),
    # The Sheriff is sent away in one game, a citizen in the other: from then on one more or less is asked by night.
    "city-mafia": World(
        "city-mafia",
        ("Citizen", "Sheriff", "Citizen", "Don", "Mafia", "Citizen", "Doctor", "Citizen"),
        ("Ann", "Bob"),
        "Fay",
        {"vote": {"*": ["Ann", NOBODY]}, "check": {"*": "Eli"}, "heal": {"*": ["Cid", "Gus"]}, "say": TALK},
        ("Cid",),
        ("Hal", "vote", 2),
    ),
    # The Cop and the Doctor; what they find and whom they heal is theirs to know.
    "ai-mafia": World(
        "ai-mafia",
        ("Villager", "Cop", "Doctor", "Godfather", "Mafia", "Villager", "Villager", "Villager"),
        ("Bob", "Cid"),
        "Fay",
        {"vote": {"*": "skip"}, "investigate": {"*": "Dee"}, "protect": {"*": "Ann"}, "say": TALK},
        ("Ann", "Gus"),
        ("Hal", "vote", 2),
        ("discussion_open_cap=2", "discussion_open_floor=1"),
    ),
}  # fmt: skip


class Stage:
    """Which of the two games is played now, and how far."""

    def __init__(self, world: World, side: str) -> None:
        self.world, self.side = world, side
        self.stop = world.stop  # when somebody presses Ctrl-C
        self.awaited = True  # whether the next game is the one that is played
        self.game: Game | None = None  # for planted leaks, which look where nobody may

    @property
    def secret(self) -> str:
        """A word that is nobody's to know in this game."""
        return SECRET[self.side]

    def answer(self, seat: int, ask: Ask, times: int) -> object:
        """What a seat does, by how often it was asked for it; thoughts and private talk differ between the games."""
        name = self.world.names[seat - 1]
        if (name, ask.verb, times) == self.stop:
            raise KeyboardInterrupt
        acts = self.world.does.get(ask.verb, {})
        value: Any = acts.get(name, acts.get("*"))
        value = value[min(times, len(value)) - 1] if isinstance(value, list) else value
        value = self.world.names.index(value) + 1 if value in self.world.names else value  # whatever they are called
        if ask.speech:
            text = value if ask.verb == "say" else f"They are {self.secret}."
            return {"text": text or "SKIP", "thought": f"How {self.secret}."}
        return None if value is None else {"target": value, "thought": f"How {self.secret}."}


stage: Stage  # the one that is on


class Acting:
    """A player of a kind that anybody can name on the command line."""

    blind = False

    def __init__(self, seed: int, language: str = "en") -> None:
        self.asked: Counter[str] = Counter()

    def answer(self, ask: Ask, view: View) -> object:
        """As the world has it."""
        self.asked[ask.verb] += ask.tries == stage_tries(ask)
        return stage.answer(ask.seat, ask, self.asked[ask.verb])


def stage_tries(ask: Ask) -> int:
    """What is asked again is not counted anew."""
    return 1 if ask.speech else ask.tries if not ask.refused else -1


@contextmanager
def thinking(bot: Any) -> Iterator[None]:
    """In here bots of this class think for themselves, in their own time, and then do as the world has it.

    What they would do hangs on their cards by right, and would make another game of it.
    """
    really, beside = bot.answer, defaultdict[Any, Acting](lambda: Acting(0))

    def answer(player: Any, ask: Any, view: Any) -> object:
        really(player, ask, view)
        return beside[player].answer(ask, view)

    with patch.object(bot, "answer", answer):
        yield


ACTING = f"{__name__}:Acting"


@contextmanager
def dealt(world: World, side: str) -> Iterator[Stage]:
    """In here every deck is dealt as this game has it, whatever the seed."""
    global stage
    stage = Stage(world, side)
    really, begin = chance.shuffled, Game.begin

    def shuffled(seed: int, purpose: str, items: Any) -> list[Any]:
        return list(world.roles(side)) if purpose == "deal" else really(seed, purpose, items)

    def begun(game: Game) -> None:
        if stage.awaited:  # the others of a command are played again beside it
            stage.game, stage.awaited = game, False
        begin(game)

    with ExitStack() as stack:
        stack.enter_context(patch.object(chance, "shuffled", shuffled))
        stack.enter_context(patch.object(record, "shuffled", shuffled))
        stack.enter_context(patch.object(Game, "begin", begun))
        yield stage
