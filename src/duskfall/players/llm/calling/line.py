"""A game's client for its models, which records every call in the ledger and the sidecar."""

from __future__ import annotations

from collections import Counter, defaultdict
from concurrent.futures import CancelledError, Future, wait
from typing import TYPE_CHECKING

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.ledger import Call, Key, Ledger
from duskfall.players.llm.accounts.prefixes import Prefixes
from duskfall.players.llm.accounts.sidecar import Sidecar
from duskfall.players.llm.calling.asking import Asking
from duskfall.players.llm.model import Model

if TYPE_CHECKING:
    from duskfall.players.llm.answers.forms import Form
    from duskfall.players.llm.calling.exchange import Exchange
    from duskfall.players.llm.prompts.conversation import Prompt

BLINK = 0.5  # seconds of one wait; on some systems Ctrl-C is only noticed between two waits


class Asked:
    """A model's pending answer."""

    def __init__(self, asking: Asking, future: Future[object]) -> None:
        self._asking, self._future = asking, future

    @property
    def words(self) -> str:
        """The text of a speech so far. It may still be discarded."""
        return self._asking.words

    def done(self) -> bool:
        """Return whether the answer has arrived, or the call has ended without one."""
        return self._future.done()

    def wait(self, seconds: float) -> None:
        """Wait for the answer, at most `seconds`."""
        wait((self._future,), seconds)

    def result(self) -> object:
        """Wait for the answer and return it, None if none came in time; raise `Stopped` if the game can't go on."""
        while not wait((self._future,), BLINK).done:
            pass
        try:
            return self._future.result()
        except CancelledError:
            raise Stopped("the answer was no longer waited for") from None

    def cancel(self) -> None:
        """Cancel the call; the answer is no longer needed."""
        self._future.cancel()


class Line:
    """A game's client for its models; safe for use by several threads."""

    def __init__(self, exchange: Exchange, label: str, sidecar: Sidecar | None) -> None:
        self.exchange, self.label, self.sidecar = exchange, label, sidecar
        self.ledger = sidecar.ledger() if sidecar else Ledger()
        self.prefixes: defaultdict[str, Prefixes] = defaultdict(Prefixes)
        self.calls: Counter[Key] = Counter()  # the number of calls made for each question
        self.trouble: dict[Key, str] = {}  # why the last call of a pending question failed
        past = sidecar.past if sidecar else ()
        self.before = {(call.seat, call.number, call.verb, call.call) for call in past}

    def ask(self, model: Model, key: Key, prompt: Prompt, form: Form, *, aloud: bool = False) -> Asked:
        """Send a question to a model; with `aloud`, the pending answer shows the speech while it arrives."""
        # Counted here, in the order of the questions, so that it does not depend on which model answers first.
        repeated = self.prefixes[model.kind].repeated(prompt.messages)
        asking = Asking(self, model, key, prompt, form, repeated, aloud)
        return Asked(asking, self.exchange.submit(asking.run()))

    def put_down(self, call: Call) -> None:
        """Add a call to the ledger and write it to the sidecar."""
        self.ledger.add(call)
        if self.sidecar:
            self.sidecar.call(call)
