"""A language model as a player: it keeps one growing conversation and sends each question to its provider."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.base import Pending
from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.casting import cast
from duskfall.players.llm.model import Model, read_model, ready
from duskfall.players.llm.prompts.conversation import Conversation

PROBE = "probe"


class ModelPlayer:
    """A language model as a player. Its memory derives only from its questions, its view and its recorded answers."""

    blind = False

    def __init__(self, model: Model, line: Line, seed: int) -> None:
        self.model = cast(model, seed)
        self.line = line
        self.conversation = Conversation(self.model)

    def begin(self, ask: Ask, view: View) -> Pending:
        """Send the question to the model and return its pending answer."""
        prompt = self.conversation.ask(ask, view)
        key = Key(ask.seat, ask.number, ask.verb)
        return self.line.ask(self.model, key, prompt, prompt.form, aloud=ask.speech)

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """Add a question and its recorded answer to the conversation."""
        self.conversation.answered(ask, view, answer)

    def answer(self, ask: Ask, view: View) -> object:
        """Wait for the model's answer and return it; None if none came in time."""
        found = self.begin(ask, view).result()
        self.recall(ask, view, found)
        return found

    def probe(self, number: int, view: View) -> Pending:
        """Ask privately for whom the model would vote now. The conversation does not keep the question."""
        key = Key(view.seat or 0, number, PROBE)
        prompt = self.conversation.probe(view)
        return self.line.ask(self.model, key, prompt, prompt.form)


@cache
def shared() -> Exchange:
    """Return the dispatcher shared by all players that `maker` makes."""
    return Exchange()


def maker(kind: str) -> Callable[[int], ModelPlayer]:
    """Return a function that makes a player of this model for a seed, each with its own client."""
    model = read_model(kind)

    def make(seed: int) -> ModelPlayer:
        ready(model)
        return ModelPlayer(model, shared().line(f"player {seed}"), seed)

    return make
