"""A line: one game's way to its models, with what they took put down in the ledger and the sidecar."""

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

BLINK = 0.5  # seconds; on some systems Ctrl-C is only noticed between two waits


class Asked:
    """An answer that is on its way."""

    def __init__(self, asking: Asking, future: Future[object]) -> None:
        self._asking, self._future = asking, future

    @property
    def words(self) -> str:
        """Of a speech: what was written so far; it may all be thrown away again."""
        return self._asking.words

    def done(self) -> bool:
        """Whether it is there."""
        return self._future.done()

    def wait(self, seconds: float) -> None:
        """Until it is there, but not longer than this."""
        wait((self._future,), seconds)

    def result(self) -> object:
        """The answer, once it is there, None if none came in time; raises Stopped."""
        while not wait((self._future,), BLINK).done:
            pass
        try:
            return self._future.result()
        except CancelledError:
            raise Stopped("the answer was no longer waited for") from None

    def cancel(self) -> None:
        """It is no longer wanted: the call is broken off."""
        self._future.cancel()


class Line:
    """A game's way to its models; many threads may use it."""

    def __init__(self, exchange: Exchange, label: str, sidecar: Sidecar | None) -> None:
        self.exchange, self.label, self.sidecar = exchange, label, sidecar
        self.ledger = sidecar.ledger() if sidecar else Ledger()
        self.prefixes: defaultdict[str, Prefixes] = defaultdict(Prefixes)
        self.calls: Counter[Key] = Counter()  # that were made for each ask
        past = sidecar.past if sidecar else ()
        self.before = {(call.seat, call.number, call.verb, call.call) for call in past}

    def ask(self, model: Model, key: Key, prompt: Prompt, form: Form, *, aloud: bool = False) -> Asked:
        """Ask a model; `aloud`: what it says is heard while it writes."""
        # Counted here, in the order of the asks, so that it does not hang on who answers first.
        repeated = self.prefixes[model.kind].repeated(prompt.messages)
        asking = Asking(self, model, key, prompt, form, repeated, aloud)
        return Asked(asking, self.exchange.submit(asking.run()))

    def put_down(self, call: Call) -> None:
        """Count a call, and write it down."""
        self.ledger.add(call)
        if self.sidecar:
            self.sidecar.call(call)
