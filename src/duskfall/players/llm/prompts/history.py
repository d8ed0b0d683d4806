"""A conversation as it is sent: what stands in front, the turns, and how old turns are folded to save tokens."""

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
LEAST = 50  # tokens of a summary, however small the budget


class PastTurn(NamedTuple):
    """What was told and asked, and the answer."""

    messages: tuple[Message, Message]
    round: int
    upto: int  # so many facts had been told then
    tokens: int


class Book(NamedTuple):
    """A conversation so far."""

    head: tuple[Message, ...]  # the rules; once turns were folded, also the seat's page with the summary
    page: str  # the seat's page
    turns: tuple[PastTurn, ...] = ()
    clock: Clock = Clock()
    upto: int = 0  # so many facts are told

    @property
    def messages(self) -> tuple[Message, ...]:
        """All of it."""
        return (*self.head, *chain.from_iterable(turn.messages for turn in self.turns))

    @property
    def tokens(self) -> int:
        """About how many tokens it takes."""
        return sum(estimate(message.text) for message in self.head) + sum(turn.tokens for turn in self.turns)

    @property
    def opening(self) -> str:
        """What the next message begins with: the seat's page, if it is the first."""
        return "" if self.turns or len(self.head) > 1 else f"{self.page}\n\n# What happens\n\n"

    def next(self, blocks: Sequence[ToldBlock], question: str) -> str:
        """The next message: what happened, and what is asked."""
        lines = [block.text for block in blocks]
        return self.opening + "\n".join([*lines, "", question] if lines else [question])

    def answered(self, text: str, answer: str, round_: int, clock: Clock, upto: int) -> Book:
        """With one more turn."""
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
    """The conversation and its next message within a budget of tokens: if need be with old turns folded to about a
    half of it, and if that is not enough without the oldest of the new speeches."""
    text = book.next(blocks, question)
    if book.tokens + estimate(text) <= budget:
        return book, text
    book = folded(book, budget, estimate(text), facts, notes, seat)
    room = budget - book.tokens - estimate(book.next((), question))
    return book, book.next(shortened(blocks, room), question)


def folded(book: Book, budget: int, more: int, facts: Sequence[Fact], notes: Sequence[Note], seat: int) -> Book:
    """With all turns before the last whole day in a summary, and so many of the others as the budget wants."""
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
    """How many turns to fold: at least those before the last whole day, and as many as it takes to fit."""
    whole = turns[-1].round - 1
    first = next(number for number, turn in enumerate(turns) if turn.round >= whole)
    for cut in range(max(first, 1), len(turns)):
        if sum(turn.tokens for turn in turns[cut:]) <= room:
            return cut
    return len(turns)


def shortened(blocks: Sequence[ToldBlock], room: int) -> Sequence[ToldBlock]:
    """The blocks without as many of the oldest speeches as it takes to fit."""
    sizes = [estimate(block.text) for block in blocks]
    over, dropped = sum(sizes) - room, set[int]()
    for number, block in enumerate(blocks):
        if over > 0 and block.speech:
            over -= sizes[number]
            dropped.add(number)
    kept = [block for number, block in enumerate(blocks) if number not in dropped]
    return [LEFT_OUT, *kept] if dropped else kept
