"""A language model in a seat: one growing conversation, a form for each answer, a line to where the model is."""

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
    """A model that plays; what it remembers is a fold of its asks, its view and its recorded answers."""

    blind = False

    def __init__(self, model: Model, line: Line, seed: int) -> None:
        self.model = cast(model, seed)
        self.line = line
        self.conversation = Conversation(self.model)

    def begin(self, ask: Ask, view: View) -> Pending:
        """Put the question; the answer is on its way."""
        prompt = self.conversation.ask(ask, view)
        key = Key(ask.seat, ask.number, ask.verb)
        return self.line.ask(self.model, key, prompt, prompt.form, aloud=ask.speech)

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """The question and the answer, as it was recorded, become part of the conversation."""
        self.conversation.answered(ask, view, answer)

    def answer(self, ask: Ask, view: View) -> object:
        """The model's answer, waited for; None if none came in time."""
        found = self.begin(ask, view).result()
        self.recall(ask, view, found)
        return found

    def probe(self, number: int, view: View) -> Pending:
        """Ask for whom it would vote now; nobody is told, and it does not remember."""
        key = Key(view.seat or 0, number, PROBE)
        prompt = self.conversation.probe(view)
        return self.line.ask(self.model, key, prompt, prompt.form)


@cache
def shared() -> Exchange:
    """The exchange of all players that were made by name alone."""
    return Exchange()


def maker(kind: str) -> Callable[[int], ModelPlayer]:
    """What makes players of this model, each with a line of its own."""
    model = read_model(kind)

    def make(seed: int) -> ModelPlayer:
        ready(model)
        return ModelPlayer(model, shared().line(f"player {seed}"), seed)

    return make
