"""Games as chat messages: what each seat was told and asked, and what it answered."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.core.play.game import Game
from duskfall.core.record import Record
from duskfall.players.llm.calls import Message
from duskfall.players.llm.model import Model, read_model
from duskfall.players.llm.prompts.conversation import Conversation
from duskfall.replay.sent import AskedAgain, model_in, retold

PLAIN = "http://localhost#plain"  # other players are shown what a model with default settings would be told
Chat = list[dict[str, str]]


def chats(record: Record, game: Game, seats: Iterable[int]) -> dict[int, Chat]:
    """Return the conversations of these seats: every question as it was put, with the recorded answer.

    Summaries of long conversations and corrections sent after invalid answers aren't included. A seat that was never
    asked has no conversation.
    """
    told = {seat: Conversation(_model(record, game, seat)) for seat in seats}
    found: dict[int, Chat] = {}
    tails: dict[tuple[int, int, str], tuple[Message, ...]] = {}  # by open question: messages of it alone
    for each in retold(game, told):
        key = seat, _, _ = each.ask.seat, each.ask.number, each.ask.verb
        if isinstance(each, AskedAgain):
            messages = each.prompt.messages
            tails[key] = messages[len(messages) - each.prompt.tail :]
            found.setdefault(seat, _as_data(messages[:1]))
        elif book := told[seat].book:
            question, answer = book.turns[-1].messages
            found[seat] += _as_data((question, *tails[key], answer))
    return dict(sorted(found.items()))


def _model(record: Record, game: Game, seat: int) -> Model:
    return model_in(record, game, seat) or read_model(PLAIN)


def _as_data(messages: Iterable[Message]) -> Chat:
    return [{"role": message.role, "content": message.text} for message in messages]
