"""The circuit breaker: stops a game, which can be resumed, when a model gives no more useful answers."""

from __future__ import annotations

from collections import Counter

from duskfall.players.llm.calls import EMPTY, ILLEGAL, REFUSAL, TIMEOUT, TRANSPORT, TRUNCATED, UNPARSABLE
from duskfall.players.llm.model import Model

UNHEARD = 3  # questions in a row without a single successful call, after which a model is given up
IN_A_ROW = 10  # questions in a row without a useful answer, after which a model is given up
HINTS = {
    TRANSPORT: "the calls do not come through any more",
    TIMEOUT: "they do not come in time, so raise deadline= or take a faster model",
    TRUNCATED: "they break off at the limit of tokens, so raise answer=, lower effort=, or let the server take a"
    " longer context",
    EMPTY: "they have no text, so raise answer= or lower effort= in case that all of it is reasoning",
    REFUSAL: "the model or its provider will not play, so take another model",
    UNPARSABLE: "they cannot be read, so take another model, or a server that takes a schema; where the prompt is cut"
    " off, lower context=",
    ILLEGAL: "they name what is no option, so take another model; where the prompt is cut off, lower context=",
}
"""Remedies for useless answers, by the kind of the last failure."""


class Reach:
    """A counter of successful calls, and of questions in a row without a useful answer, for each model."""

    def __init__(self) -> None:
        self._through: Counter[str] = Counter()
        self._useless: Counter[str] = Counter()
        self._unheard: Counter[str] = Counter()

    def came_through(self, model: Model) -> None:
        """Count a call to which the model replied, whether or not the reply was useful."""
        self._through[model.kind] += 1
        del self._unheard[model.kind]

    def through(self, model: Model) -> int:
        """Return the number of calls to which the model replied."""
        return self._through[model.kind]

    def of_use(self, model: Model) -> None:
        """Reset the count of useless answers, after a useful one."""
        del self._useless[model.kind]

    def given_up(self, model: Model, failure: str, why: str, later: bool = False, busy_since: int | None = None) -> str:
        """Count a question without a useful answer; return why the model is given up, empty if it is not.

        A model that has never replied is given up at the first failed connection. If the server only said that it is
        busy, `busy_since` is the value of `through` before the question; if no call has come through since, the model
        is given up too.
        """
        self._useless[model.kind] += 1
        self._unheard[model.kind] += failure in (TRANSPORT, TIMEOUT)
        never = failure == TRANSPORT and not later and not self._through[model.kind]
        if never or busy_since == self._through[model.kind]:
            return f"{model.called}: {why}"
        said = f": {why}" if why else ""
        if self._unheard[model.kind] >= UNHEARD:
            return f"{model.called}: no call came through for {UNHEARD} questions in a row; {HINTS[failure]}{said}"
        if self._useless[model.kind] < IN_A_ROW:
            return ""
        return f"{model.called}: {IN_A_ROW} useless answers in a row ({failure}); {HINTS[failure]}{said}"
