"""Whether models are still of use: a game is held up, and can be resumed, rather than played in silence."""

from __future__ import annotations

from collections import Counter

from duskfall.players.llm.calls import EMPTY, ILLEGAL, REFUSAL, TIMEOUT, TRANSPORT, TRUNCATED, UNPARSABLE
from duskfall.players.llm.model import Model

UNHEARD = 3  # questions in a row to which not a single call came through, after which it is not waited for any more
IN_A_ROW = 10  # questions to which a model gave nothing of use, after which it is not asked any more
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
"""What may be done about answers that are of no use, by how the last of them failed."""


class Reach:
    """Counts, model by model, the questions in a row that brought nothing of use, for whatever reason."""

    def __init__(self) -> None:
        self._through: Counter[str] = Counter()
        self._useless: Counter[str] = Counter()
        self._unheard: Counter[str] = Counter()

    def came_through(self, model: Model) -> None:
        """A call brought something, were it of no use."""
        self._through[model.kind] += 1
        del self._unheard[model.kind]

    def through(self, model: Model) -> int:
        """Return how many calls to a model have brought something."""
        return self._through[model.kind]

    def of_use(self, model: Model) -> None:
        """A question was answered."""
        del self._useless[model.kind]

    def given_up(self, model: Model, failure: str, why: str, later: bool = False, busy_since: int | None = None) -> str:
        """Nothing of use came; why the model is given up, empty if it is not. One that was never there is, at once.

        `busy_since`: of a question to which the server said nothing but that it is busy, how many calls had come
        through before it; if no other call has since, the model is given up, too.
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
