"""Whole games told to conversations: scripted players give the answers, as a model would write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.chance import pick
from duskfall.core.facts import Claim
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts.conversation import Conversation, Prompt
from duskfall.players.llm.providers import Provider
from duskfall.table.eyes import Eyes

THOUGHTS = (
    "Two of them defend each other a little too eagerly; I keep an eye on both and on who follows them in the vote.",
    "Nothing here contradicts what I know. I go with the table for now, and see who changes sides at the last moment.",
    "If that claim were true there would have been a death less. Either it is a lie, or somebody was very lucky.",
)
Answer = Callable[[Ask, View], object]


def model(**settings: Any) -> Model:
    """A model that is never reached."""
    return Model("test:model", Provider("test", "", ""), "model", "", **settings)


class Writer:
    """A scripted player whose answers have the form that a model's have."""

    def __init__(self, seed: int) -> None:
        self.seed, self.player = seed, ScriptedPlayer(seed)

    def __call__(self, ask: Ask, view: View) -> object:
        said = self.player.answer(ask, view)
        answer: dict[str, Any] = dict(said) if isinstance(said, dict) else {"text" if ask.speech else "target": said}
        claims = [each._asdict() if isinstance(each, Claim) else each for each in answer.pop("claims", ())]
        return (
            answer
            | ({"claims": claims} if ask.speech else {})
            | {"thought": pick(self.seed, "t", ask.number, THOUGHTS)}
        )


class Driven:
    """A game whose seats are all told to conversations; every prompt is kept."""

    def __init__(self, game: Game, models: Mapping[int, Model] | None = None, answers: Answer | None = None) -> None:
        seats = range(1, len(game.names) + 1)
        self.game, self.eyes = game, Eyes()
        self.conversations = {seat: Conversation((models or {}).get(seat) or model()) for seat in seats}
        self.writers = {seat: answers or Writer(seat) for seat in seats}
        self.prompts: dict[int, list[Prompt]] = {seat: [] for seat in seats}
        self.order: list[tuple[int, Prompt]] = []

    def play(self, most: int = 100_000) -> Driven:
        """To the end, or so many answers."""
        while self.game.asks and most > 0:
            round_ = self.game.asks
            for ask in round_:
                self._put(ask)
            for ask in round_:
                most -= 1
                self._answer(ask)
        return self

    def _put(self, ask: Ask) -> None:
        prompt = self.conversations[ask.seat].ask(ask, self.eyes.of(ask.seat, self.game))
        self.prompts[ask.seat].append(prompt)
        self.order.append((ask.seat, prompt))

    def _answer(self, ask: Ask) -> None:
        view = self.eyes.of(ask.seat, self.game)
        found = self.writers[ask.seat](ask, view)
        self.game.answer(ask.seat, ask.verb, found)
        self.conversations[ask.seat].answered(ask, view, self.game.log[-1].value)


def driven(book: str, seats: int = 10, seed: int = 1, **settings: Any) -> Driven:
    """A whole game of this book."""
    game = duskfall.start(book, seats, seed=seed)
    return Driven(game, {seat: model(**settings) for seat in range(1, seats + 1)}).play()
