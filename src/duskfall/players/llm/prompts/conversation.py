"""The conversation of a seat with its model: everything that the seat was told, asked, and answered.

Messages never change once sent. The conversation derives only from the seat's questions, its view and its recorded
answers, so after a resume it is rebuilt byte for byte. Beyond the model's token budget, old days are summarized.
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
    """The messages of a request and the form of its answer."""

    messages: tuple[Message, ...]
    stable: int  # the number of leading messages that the next question repeats
    form: Form
    tail: int = 0  # the number of messages at the end that are for this question only


class Page(NamedTuple):
    """An open question with everything that was sent for it."""

    ask: Ask
    form: Form
    base: Book  # the conversation before the question
    book: Book  # the same conversation as sent, perhaps with old turns folded
    text: str  # the message with the news and the question
    state: str  # the message with the state line
    clock: Clock
    upto: int  # the number of events heard when it was asked


class Past(NamedTuple):
    """An earlier question with its recorded answer."""

    ask: Ask
    upto: int  # the number of events heard when it was asked
    answer: object
    note: Note
    round: int

    def before(self, ask: Ask) -> bool:
        """Return whether this question was asked before `ask`. A question that is asked again has fewer tries left."""
        return (self.ask.number, -self.ask.tries) < (ask.number, -ask.tries)


class Conversation:
    """The conversation of one seat with its model; it can go back after an undo."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.heard: list[Fact] = []
        self.source: Sequence[Fact] = ()  # the view's list of events that was read last ...
        self.taken = 0  # ... and the number of events read from it
        self.past: list[Past] = []
        self.book: Book | None = None
        self.pages: dict[tuple[int, str], Page] = {}  # by number and verb of the question

    def ask(self, ask: Ask, view: View) -> Prompt:
        """Return the prompt for a question, with the conversation so far; the question stays open until `answered`."""
        self._listen(view, ask)
        page = self.pages[ask.number, ask.verb] = self._page(ask, view)
        messages = (*page.book.messages, Message(USER, page.text))
        stable = len(messages) - (len(self.pages) > 1)  # only one of several open questions is continued
        return Prompt((*messages, Message(USER, page.state)), stable, page.form, tail=1)

    def answered(self, ask: Ask, view: View, answer: object) -> None:
        """Add a question and its recorded answer to the conversation; None means that the seat gave no answer."""
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
        """Return the prompt for the seat's current vote intention; the conversation does not keep it."""
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
        """Return whether a new round, of a day and a night, has begun since the seat was last asked."""
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
        """Take in the view's new events; a different list of events means a resume or an undo."""
        if view.facts is not self.source:
            self._go_back(view, ask)
        self.heard += _standing(view.facts[self.taken :])
        self.source, self.taken = view.facts, len(view.facts)

    def _go_back(self, view: View, ask: Ask | None) -> None:
        """Switch to another list of events: the same events after a resume, a common beginning after an undo.

        Questions and answers that were undone are dropped from the conversation.
        """
        heard = _standing(view.facts)
        same = _common(self.heard, heard)
        kept = [past for past in self.past if past.upto <= same]
        if ask and len(heard) < len(view.facts):  # answers were taken back, perhaps without an event
            kept = [past for past in kept if past.before(ask)]
        lost = len(kept) < len(self.past)
        self.heard, self.source, self.taken = heard, view.facts, len(view.facts)
        if lost:
            self._retell(kept, view.seat)

    def _retell(self, kept: Sequence[Past], seat: int | None) -> None:
        """Rebuild the conversation from these questions and answers."""
        heard, source = self.heard, self.source
        self.heard, self.past, self.book, self.pages = [], [], None, {}
        seen = View(seat)
        for past in kept:
            for fact in heard[len(seen.facts) : past.upto]:
                seen.take(fact)
            self.answered(past.ask, seen, past.answer)
        self.heard, self.source, self.taken = heard, source, len(source)


def _common(one: Sequence[Fact], other: Sequence[Fact]) -> int:
    """Return the length of the common beginning of two lists of events."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _standing(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if not isinstance(fact, Undone)]


def _noted(answer: object) -> str:
    """Return the private text in an answer: its notes, or else its thought."""
    written = [answer.get(name) for name in (NOTES, THOUGHT)] if isinstance(answer, dict) else []
    return next((text for text in written if isinstance(text, str) and text), "")
