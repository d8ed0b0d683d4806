"""A conversation as it is sent: its first messages, its turns, and the folding of old turns to save tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from duskfall.core.facts import Fact
from duskfall.core.view import view
from duskfall.players.llm.calls import ASSISTANT, USER, Message
from duskfall.players.llm.prompts.summary import Note, estimate, summary
from duskfall.players.llm.prompts.told import Clock, ToldBlock
from duskfall.players.llm.quote import labels

NOTED = '{"thought": "I keep this in mind."}'
LEFT_OUT = ToldBlock("(Some of what was said since then is left out.)")
LEAST = 50  # minimum tokens of a summary


class PastTurn(NamedTuple):
    """A past turn: the message with news and question, and the answer."""

    messages: tuple[Message, Message]
    round: int
    upto: int  # the number of events told by then
    tokens: int


class Book(NamedTuple):
    """The conversation so far, immutable."""

    head: tuple[Message, ...]  # the rules; after folding, also the seat's page with the summary
    page: str  # the seat's page
    turns: tuple[PastTurn, ...] = ()
    clock: Clock = Clock()
    upto: int = 0  # the number of events told so far

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages."""
        return (*self.head, *chain.from_iterable(turn.messages for turn in self.turns))

    @property
    def tokens(self) -> int:
        """The estimated number of tokens."""
        return sum(estimate(message.text) for message in self.head) + sum(turn.tokens for turn in self.turns)

    @property
    def opening(self) -> str:
        """The beginning of the next message: the seat's page for the first message, else empty."""
        return "" if self.turns or len(self.head) > 1 else f"{self.page}\n\n# What happens\n\n"

    def next(self, blocks: Sequence[ToldBlock], question: str) -> str:
        """Return the next message: the news, followed by the question."""
        lines = [block.text for block in blocks]
        return self.opening + "\n".join([*lines, "", question] if lines else [question])

    def answered(self, text: str, answer: str, round_: int, clock: Clock, upto: int) -> Book:
        """Return the conversation with one more turn."""
        messages = Message(USER, text), Message(ASSISTANT, answer)
        turn = PastTurn(messages, round_, upto, estimate(text) + estimate(answer))
        return self._replace(turns=(*self.turns, turn), clock=clock, upto=upto)


def fitted(
    book: Book,
    blocks: Sequence[ToldBlock],
    question: str,
    budget: int,
    facts: Sequence[Fact],
    notes: Sequence[Note],
    seat: int,
) -> tuple[Book, str]:
    """Return the conversation and its next message, shortened to a budget of tokens.

    If needed, old turns are folded until the whole takes about half the budget; if that is not enough, the oldest of
    the new speeches are dropped.
    """
    text = book.next(blocks, question)
    if book.tokens + estimate(text) <= budget:
        return book, text
    book = folded(book, budget, estimate(text), facts, notes, seat)
    room = budget - book.tokens - estimate(book.next((), question))
    return book, book.next(shortened(blocks, room), question)


def folded(book: Book, budget: int, more: int, facts: Sequence[Fact], notes: Sequence[Note], seat: int) -> Book:
    """Return the conversation with old turns replaced by a summary.

    Folds all turns before the last whole round, and as many later ones as needed to stay at about half the budget;
    `more` is the size of the next message in tokens.
    """
    turns = book.turns
    if not turns:
        return book
    base = estimate(book.head[0].text) + estimate(book.page)
    share = max(LEAST, min(budget // 4, (budget - base - more) // 2))
    cut = _cut(turns, budget // 2 - base - share - more)
    seen = view(facts[: turns[cut - 1].upto], seat)
    kept = notes[: len(notes) - (len(turns) - cut)]
    told = summary(seen.facts, kept, seen, labels(seen.names), share)
    head = (book.head[0], Message(USER, f"{book.page}\n\n{told}"), Message(ASSISTANT, NOTED))
    return book._replace(head=head, turns=turns[cut:])


def _cut(turns: Sequence[PastTurn], room: int) -> int:
    """Return how many turns to fold: those before the last whole round, and as many more as needed to fit."""
    whole = turns[-1].round - 1
    first = next(number for number, turn in enumerate(turns) if turn.round >= whole)
    for cut in range(max(first, 1), len(turns)):
        if sum(turn.tokens for turn in turns[cut:]) <= room:
            return cut
    return len(turns)


def shortened(blocks: Sequence[ToldBlock], room: int) -> Sequence[ToldBlock]:
    """Return the blocks without as many of the oldest speeches as needed to fit into `room` tokens."""
    sizes = [estimate(block.text) for block in blocks]
    over, dropped = sum(sizes) - room, set[int]()
    for number, block in enumerate(blocks):
        if over > 0 and block.speech:
            over -= sizes[number]
            dropped.add(number)
    kept = [block for number, block in enumerate(blocks) if number not in dropped]
    return [LEFT_OUT, *kept] if dropped else kept
