"""One growing conversation of a seat: all that it was told, asked and answered; what was sent once never changes.

It is a fold of the seat's asks, its view and its recorded answers, and of nothing else: told again after a resume, it
is the same, byte for byte. Beyond the model's budget of tokens old days are folded into a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from duskfall.core.ask import Ask
from duskfall.core.facts import Began, Fact, Undone
from duskfall.core.view import View
from duskfall.core.view import view as view_of
from duskfall.players.llm.answers.forms import Form, form, probe_form
from duskfall.players.llm.answers.reading import NOTES, THOUGHT
from duskfall.players.llm.calls import SYSTEM, USER, Message
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts.history import Book, fitted
from duskfall.players.llm.prompts.pages import WRITE_NOTES, aside, question, seat_page, system
from duskfall.players.llm.prompts.state import state
from duskfall.players.llm.prompts.summary import Note, estimate
from duskfall.players.llm.prompts.told import Clock, ToldBlock, told
from duskfall.players.llm.quote import labels, own

NO_ANSWER = '{"thought": "I gave no answer in time."}'


class Prompt(NamedTuple):
    """What goes out: all messages, how many of them in front come again with the next question, and the form."""

    messages: tuple[Message, ...]
    stable: int
    form: Form
    tail: int = 0  # so many messages at the end are for this question alone


class Page(NamedTuple):
    """A question that is open: its form, the conversation it belongs to as that was and as it is sent, the message."""

    ask: Ask
    form: Form
    base: Book
    book: Book
    text: str
    state: str
    clock: Clock
    upto: int


class Past(NamedTuple):
    """What the seat was asked, after how many facts, and what was recorded."""

    ask: Ask
    upto: int
    answer: object
    note: Note
    round: int

    def before(self, ask: Ask) -> bool:
        """Whether it was asked before this; a question that is put again has fewer tries."""
        return (self.ask.number, -self.ask.tries) < (ask.number, -ask.tries)


class Conversation:
    """What one model has been told, asked and heard to answer."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.heard: list[Fact] = []
        self.source: Sequence[Fact] = ()  # the list of facts that was heard last ...
        self.taken = 0  # ... and how far
        self.past: list[Past] = []
        self.book: Book | None = None
        self.pages: dict[tuple[int, str], Page] = {}  # by number and verb of the ask

    def ask(self, ask: Ask, view: View) -> Prompt:
        """All messages up to and with this question."""
        self._listen(view, ask)
        page = self.pages[ask.number, ask.verb] = self._page(ask, view)
        messages = (*page.book.messages, Message(USER, page.text))
        stable = len(messages) - (len(self.pages) > 1)  # of several at once one alone is continued
        return Prompt((*messages, Message(USER, page.state)), stable, page.form, tail=1)

    def answered(self, ask: Ask, view: View, answer: object) -> None:
        """The answer as it was recorded; None: the seat gave none."""
        self._listen(view, ask)
        page = self.pages.pop((ask.number, ask.verb), None)
        if page is None or page.ask != ask or page.base is not self.book or page.upto != len(self.heard):
            page = self._page(ask, view)
        text = NO_ANSWER if answer is None else own(page.form.write(answer))
        clock = page.clock._replace(spoke=True) if ask.speech and answer is not None else page.clock
        round_ = max(view.day, view.night)
        self.book = page.book.answered(page.text, text, round_, clock, page.upto)
        self.past.append(Past(ask, page.upto, answer, Note(str(clock), _noted(answer)), round_))

    def probe(self, view: View) -> Prompt:
        """Whom the seat would vote for now; it leaves no trace."""
        self._listen(view)
        book = self._book(view)
        blocks, _ = self._news(book, view)
        asked = probe_form(view)
        messages = (*book.messages, Message(USER, book.next(blocks, aside(asked, view))))
        return Prompt(messages, len(messages) - 1, asked)

    def _page(self, ask: Ask, view: View) -> Page:
        base = self._book(view)
        blocks, clock = self._news(base, view)
        wanted = form(ask, view, notes=self.model.notes and self._round_over(view))
        asked = question(ask, view, self._began, clock, wanted, self.model.prompt.write_notes or WRITE_NOTES)
        notes = [past.note for past in self.past]
        now = state(ask, view)
        book, text = fitted(base, blocks, asked, self.model.context - estimate(now), self.heard, notes, ask.seat)
        return Page(ask, wanted, base, book, text, now, clock, len(self.heard))

    def _round_over(self, view: View) -> bool:
        """Whether a night has passed, or come, since the seat was asked last."""
        return bool(self.past) and max(view.day, view.night) > self.past[-1].round

    def _book(self, view: View) -> Book:
        if self.book is None:
            page = seat_page(self.heard, view.seat or 0, self.model)
            self.book = Book((Message(SYSTEM, system(self._began, self.model.prompt)),), page)
        return self.book

    def _news(self, book: Book, view: View) -> tuple[list[ToldBlock], Clock]:
        seen = view_of(self.heard[: book.upto], view.seat)
        return told(self.heard[book.upto :], seen, labels(view.names), book.clock)

    @property
    def _began(self) -> Began:
        return next(fact for fact in self.heard if isinstance(fact, Began))

    def _listen(self, view: View, ask: Ask | None = None) -> None:
        """Hear what is new; what the moderator took back was never there."""
        if view.facts is not self.source:
            self._go_back(view, ask)
        self.heard += _standing(view.facts[self.taken :])
        self.source, self.taken = view.facts, len(view.facts)

    def _go_back(self, view: View, ask: Ask | None) -> None:
        """Another list of facts: after a resume the same ones, after an undo it goes another way from some point on."""
        heard = _standing(view.facts)
        same = _common(self.heard, heard)
        kept = [past for past in self.past if past.upto <= same]
        if ask and len(heard) < len(view.facts):  # answers were taken back, perhaps without a fact
            kept = [past for past in kept if past.before(ask)]
        lost = len(kept) < len(self.past)
        self.heard, self.source, self.taken = heard, view.facts, len(view.facts)
        if lost:
            self._retell(kept, view.seat)

    def _retell(self, kept: Sequence[Past], seat: int | None) -> None:
        """The conversation anew, of these questions and answers."""
        heard, source = self.heard, self.source
        self.heard, self.past, self.book, self.pages = [], [], None, {}
        seen = View(seat)
        for past in kept:
            for fact in heard[len(seen.facts) : past.upto]:
                seen.take(fact)
            self.answered(past.ask, seen, past.answer)
        self.heard, self.source, self.taken = heard, source, len(source)


def _common(one: Sequence[Fact], other: Sequence[Fact]) -> int:
    """How many facts two lists begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _standing(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if not isinstance(fact, Undone)]


def _noted(answer: object) -> str:
    """What the seat wrote for itself: its notes, or else its thought."""
    written = [answer.get(name) for name in (NOTES, THOUGHT)] if isinstance(answer, dict) else []
    return next((text for text in written if isinstance(text, str) and text), "")
