"""The request loop for one question: calls the model until it answers, the time is up, or retrying is pointless."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.ledger import OK, Call, Key
from duskfall.players.llm.accounts.prefixes import chars
from duskfall.players.llm.answers.heard import Ear
from duskfall.players.llm.answers.repairs import ECHO
from duskfall.players.llm.calling.patience import AGAIN, Patience
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calling.tape import KEPT, LIVE, TAPED, Taken, TapePlace
from duskfall.players.llm.calls import ASSISTANT, ILLEGAL, SCHEMA, USER, Failed, Message, Request
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model
from duskfall.players.llm.providers import INSPECT, STRICT
from duskfall.players.llm.quote import PLAIN, own

if TYPE_CHECKING:
    from duskfall.players.llm.answers.forms import Form
    from duskfall.players.llm.calling.line import Line
    from duskfall.players.llm.prompts.conversation import Prompt

BAD = 2_000  # characters of a bad answer that the model is shown again
REPEATED = "said before, twice: counted as a pass"
NOTHING = "(no answer)"  # in place of an empty turn, which providers refuse


class CallOut(NamedTuple):
    """A request and its fingerprints."""

    request: Request
    printed: Print


class Found(NamedTuple):
    """The outcome of reading a reply: the answer, OK or a kind of failure, and the reason."""

    answer: object
    outcome: str
    why: str = ""

    @property
    def good(self) -> bool:
        """Return whether there is an answer. An illegal one counts: the game refuses it with a reason."""
        return self.outcome in (OK, ILLEGAL)


class Asking:
    """A question to a model in progress, on the event loop of the dispatcher."""

    def __init__(
        self, line: Line, model: Model, key: Key, prompt: Prompt, form: Form, repeated: int, aloud: bool
    ) -> None:
        self.line, self.model, self.key, self.form = line, model, key, form
        self.messages, self.stable, self.repeated = tuple(prompt.messages), prompt.stable, repeated
        self.kept = len(self.messages) - prompt.tail  # leading messages that stay in the conversation; 0: all
        self.patience = Patience(model.deadline, Random(f"{line.label}/{key}"))
        self.aloud, self.words = aloud, ""
        self.through = line.exchange.reach.through(model)  # the model's successful calls before this question
        self.cut = False  # whether the server seems to have truncated the last prompt
        self.answer: object = None
        self.passed: object = None  # after a repeated speech: the same answer with an empty speech, as a fallback

    async def run(self) -> object:
        """Return the answer, or None if there is none; raise `Stopped` if the game can't go on."""
        try:
            with self.line.exchange.waits.question(self.model.kind):
                while (pause := await self._round()) is not None:
                    await asyncio.sleep(pause)
        except OSError as error:  # from the sidecar or the cassette
            raise Stopped(f"{error.filename}: {error.strerror}") from None
        finally:
            self.line.trouble.pop(self.key, None)
        return self.answer

    async def _round(self) -> float | None:
        """Make one call; return the seconds to wait before the next, or None if there is no next."""
        out, place = self._out(), self._place()
        taken = await self._call(place, out)
        self.patience.spend(taken.seconds)
        self.line.exchange.waits.record_call(self.model.kind, taken.why if taken.failed else "")
        found = read(self.form, taken, self.model)
        if found.outcome == OK and self.form.echoes(found.answer):
            if self.passed is None:
                return self._anew(place, out, taken, found)
            found = Found(self.passed, OK, REPEATED)
        done = found.good or taken.final
        pause = None if done else self.patience.pause(found.outcome, taken.wait, taken.later)
        silent = not done and pause is None and self.passed is None
        stops = f"{self.model.called}: {taken.why}" if taken.final else self._given_up(taken, found, silent)
        if not self._known(place, taken):
            self._put_down(place, out, taken, found, silent=silent and not stops, kept=not (taken.failed or stops))
        if stops:
            self.line.exchange.forget(place)
            raise Stopped(stops, who=self.model.called)
        self.answer = found.answer if found.good else self.passed
        if taken.failed:
            self.line.trouble[self.key] = taken.why
        if pause is not None and found.outcome not in AGAIN:
            self._repair(found.outcome, taken.text)
        return pause if taken.source == LIVE or pause is None else 0.0

    def _anew(self, place: TapePlace, out: CallOut, taken: Taken, found: Found) -> float:
        """Ask once for a new speech in place of a repeated one; if nothing better comes, the seat passes."""
        self.passed = self.form.to_pass(found.answer)
        if taken.source == LIVE:
            self.line.exchange.reach.came_through(self.model)
        if not self._known(place, taken):
            self._put_down(place, out, taken, found, silent=False, kept=True)
        self._say_again(corrected(self.messages, self.form, ECHO, answer=found.answer))
        return 0.0

    # -- the call ------------------------------------------------------------------------------------------

    def _out(self) -> CallOut:
        provider = self.model.provider
        schema = self.form.schema(strict=provider.schemas == STRICT, bounds=provider.bounds)
        request = Request(self.model, self.messages, schema, stable=self.stable, strict=self.line.exchange.strict)
        printed = Print(request)
        # The seed depends on the request alone, plus the number of calls: a retry should not fail in the same way.
        return CallOut(replace(request, seed=int(printed.whole[:7], 16) + self.patience.calls), printed)

    def _place(self) -> TapePlace:
        self.line.calls[self.key] += 1
        return TapePlace(self.line.label, *self.key, self.line.calls[self.key])

    async def _call(self, place: TapePlace, out: CallOut) -> Taken:
        """Return the outcome of a call: from the sidecar of an interrupted game, from the cassette, or else live."""
        self.words, hear, self.cut = "", Listener(self).hear if self.aloud else None, False
        prefixes = self.line.prefixes[self.model.kind]
        kept = self.line.sidecar.kept(out.printed.whole) if self.line.sidecar else None
        if kept is not None:
            taken = Taken(kept.text, left_out=kept.left_out, source=KEPT)
        else:
            size = prefixes.size(self.messages).beside(compact(out.request.schema))
            taken = await self.line.exchange.call(place, *out, size, self.patience.limit, hear)
        if hear and taken.source != LIVE:
            hear(taken.text)
        if taken.usage and taken.usage.prompt:
            self.cut = prefixes.counted(self.messages, taken.usage.prompt, self.kept, self.key.verb)
        return taken

    def _known(self, place: TapePlace, taken: Taken) -> bool:
        """Return whether the call was already written to the sidecar before the game was interrupted."""
        return taken.source == KEPT or (taken.source == TAPED and place[1:] in self.line.before)

    def _given_up(self, taken: Taken, found: Found, silent: bool) -> str:
        """Return why the model is given up, which stops the game; empty if it is not given up."""
        reach = self.line.exchange.reach
        if taken.source != LIVE:
            return ""
        if not taken.failed:
            reach.came_through(self.model)
        if found.outcome == OK and found.why != REPEATED:  # a repeated speech is neither useful nor useless
            reach.of_use(self.model)
        if not (silent or found.outcome == ILLEGAL):
            return ""
        busy_since = self.through if self.patience.only_busy else None
        return reach.given_up(self.model, found.outcome, self.patience.told(found.why), taken.later, busy_since)

    def _put_down(
        self, place: TapePlace, out: CallOut, taken: Taken, found: Found, *, silent: bool, kept: bool
    ) -> None:
        self.line.put_down(
            Call(
                *self.key, place.call, self.model.kind, found.outcome, found.why, taken.seconds, taken.first,
                taken.usage, taken.cost, taken.charged, chars(self.messages), self.repeated, silent,
                out.printed.whole if kept else "", taken.text, taken.left_out, self.cut,
            )
        )  # fmt: skip

    def _repair(self, failure: str, text: str) -> None:
        """Add the model's bad answer and a correction to the messages of the next call."""
        self._say_again(corrected(self.messages, self.form, failure, text=text))

    def _say_again(self, messages: tuple[Message, ...]) -> None:
        self.repeated, self.kept, self.messages = chars(self.messages), 0, messages


def corrected(
    messages: tuple[Message, ...], form: Form, why: str, *, text: str = "", answer: object = None
) -> tuple[Message, ...]:
    """Return the messages followed by the model's reply, given as `text` or as its `answer`, and by a correction.

    `why` is a failure kind or `ECHO`.
    """
    said = text[:BAD].strip().translate(PLAIN) or NOTHING if answer is None else own(form.write(answer))
    return (*messages, Message(ASSISTANT, said), Message(USER, form.repair(why)))


def read(form: Form, taken: Taken, model: Model) -> Found:
    """Return the answer in the outcome of a call, or its failure."""
    if taken.failed:
        return Found(None, taken.failed, taken.why)
    try:
        answer = form.read(taken.text, prose=not _schema_taken(model, taken))
    except Failed as failed:
        return Found(None, failed.kind, failed.why)
    return Found(answer, OK if form.legal(answer) else ILLEGAL)


def _schema_taken(model: Model, taken: Taken) -> bool:
    """Return whether the server took the schema. For inspect_ai's models that is unknown, so it counts as no."""
    provider = model.provider
    return provider.schemas == STRICT and provider.protocol != INSPECT and SCHEMA not in taken.left_out


class Listener:
    """A listener that extracts the speech, and nothing else, from an answer while it arrives."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.ear, self.text = asking, Ear(), ""

    def hear(self, text: str) -> None:
        """Take the whole text so far; a text that does not continue the last one starts over."""
        if not text.startswith(self.text):
            self.ear, self.text = Ear(), ""
        self.asking.words = self.ear.hear(text[len(self.text) :])
        self.text = text
