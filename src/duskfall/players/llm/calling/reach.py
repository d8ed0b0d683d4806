"""Whether models are still reached: a game is held up, and can be resumed, rather than played in silence."""

from __future__ import annotations

from collections import Counter

from duskfall.players.llm.calls import TIMEOUT, TRANSPORT
from duskfall.players.llm.model import Model

UNREACHED = (TRANSPORT, TIMEOUT)
IN_A_ROW = 10  # asks that a model gave nothing to, after which it is not asked any more


class Reach:
    """Counts, model by model, the asks in a row that went unanswered because no call came through."""

    def __init__(self) -> None:
        self._answered: set[str] = set()
        self._missed: Counter[str] = Counter()

    def answered(self, model: Model) -> None:
        """A call came through."""
        self._answered.add(model.kind)
        del self._missed[model.kind]

    def lost(self, model: Model, failure: str, later: bool = False) -> bool:
        """An ask got no answer; whether the model is given up: at once if nobody was ever there."""
        if failure not in UNREACHED:
            return False
        self._missed[model.kind] += 1
        never = failure == TRANSPORT and not later and model.kind not in self._answered
        return never or self._missed[model.kind] >= IN_A_ROW
