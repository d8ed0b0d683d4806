"""Whether models are still of use: a game is held up, and can be resumed, rather than played in silence."""

from __future__ import annotations

from collections import Counter

from duskfall.players.llm.calls import EMPTY, ILLEGAL, REFUSAL, TIMEOUT, TRANSPORT, TRUNCATED, UNPARSABLE
from duskfall.players.llm.model import Model

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
        self._there: set[str] = set()
        self._useless: Counter[str] = Counter()

    def came_through(self, model: Model) -> None:
        """A call brought something, were it of no use."""
        self._there.add(model.kind)

    def of_use(self, model: Model) -> None:
        """A question was answered."""
        del self._useless[model.kind]

    def given_up(self, model: Model, failure: str, why: str, later: bool = False) -> str:
        """Nothing of use came; why the model is given up, empty if it is not. One that was never there is, at once."""
        self._useless[model.kind] += 1
        if failure == TRANSPORT and not later and model.kind not in self._there:
            return f"{model.called}: {why}"
        if self._useless[model.kind] < IN_A_ROW:
            return ""
        said = f": {why}" if why else ""
        return f"{model.called}: {IN_A_ROW} useless answers in a row ({failure}); {HINTS[failure]}{said}"
