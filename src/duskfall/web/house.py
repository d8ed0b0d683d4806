"""The service of the live table as a server runs it: one at a time, and every evening on disk before it is answered."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from duskfall.host.service import Service
from duskfall.web.evening_files import BadId, Damaged, KeptEvening, listed, path_of
from duskfall.wire.calls import AnyAnswer, Failure, ShelfAnswer
from duskfall.wire.evening import EveningAnswer

ASIDE = frozenset({"solo_known", "film_known"})  # what takes a while and needs no evening: it holds up nobody
OPEN = frozenset({"seat", "rules", "rulesets"})  # what a guest without the key may ask: it tells nothing of an evening


class CannotAnswer(Exception):
    """A call that cannot be answered, and why in one line."""


class House:
    """Answers calls; what it has answered survives `kill -9`."""

    def __init__(self) -> None:
        """Nothing is read yet: an evening is when it is first asked for."""
        self._service = Service()
        self._evenings: dict[str, KeptEvening] = {}
        self._lock, self._aside = Lock(), Lock()

    def call(self, name: str, params: dict[str, Any]) -> AnyAnswer | ShelfAnswer | Failure:
        """The answer to a call of the page; raises CannotAnswer."""
        if name in ASIDE:
            with self._aside:
                return Service().call(name, params)
        with self._lock:
            if name == "evenings":
                return {"evenings": [*listed()]}
            try:
                return self._evening(params) if name == "evening" else self._service.call(name, params)
            except (BadId, Damaged) as error:
                raise CannotAnswer(str(error)) from None
            except OSError as error:
                self._start_anew()  # memory must not be ahead of the disk
                raise CannotAnswer(f"the evening could not be kept: {error.strerror}") from None

    def close(self) -> None:
        """Let go of all evenings."""
        with self._lock:
            self._start_anew()

    def _evening(self, params: dict[str, Any]) -> EveningAnswer | Failure:
        path = path_of(params.get("id"))
        kept = self._kept(path, bool(params.get("actions")))
        answer = self._service.evening(params)
        if kept:
            kept.append(self._service.evenings[path.stem].log[len(kept.actions) :])
        return answer

    def _kept(self, path: Path, begin: bool) -> KeptEvening | None:
        """The file of an evening, read into the service the first time; None for one that has not begun."""
        evening = path.stem
        if evening in self._evenings or not (begin or path.is_file()):
            return self._evenings.get(evening)
        kept = KeptEvening(path)
        answer = self._service.evening({"id": evening, "have": 0, "actions": list(kept.actions)})
        if answer.get("at") != len(kept.actions):
            kept.close()
            self._start_anew()
            why = answer.get("refused") or answer.get("error", "")
            raise CannotAnswer(f"the evening on disk does not fit this version: {why}")
        self._evenings[evening] = kept
        return kept

    def _start_anew(self) -> None:
        for kept in self._evenings.values():
            kept.close()
        self._evenings.clear()
        self._service = Service()
