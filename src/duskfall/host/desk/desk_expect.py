"""The expectations of a case that is saved at the desk: what the engine has ruled."""

from __future__ import annotations

from duskfall.cases.case import Case
from duskfall.cases.expect import READERS, JudgedPhase
from duskfall.cases.script import CasePhase, judged
from duskfall.core.facts import EVERYONE, MarkSet, Noticed, Overturned, Told, Voted
from duskfall.core.play.game import Game
from duskfall.core.play.state import DAY


def expected(game: Game, case: Case, phases: list[CasePhase], phase: CasePhase) -> dict[str, object]:
    """Return the result of a phase in the format of cases: deaths, answers, void actions, overturns, votes, winner."""
    played = judged(game, case, phases, phase)
    wanted: dict[str, object] = {"dead": []}
    if phase.kind == DAY and played.of(Voted):
        wanted |= {"out": None, "tally": {}}
    wanted |= {"told": told} if (told := _told(played)) else {}
    wanted["void"] = []
    found = {key: READERS[key](played, value) for key, value in wanted.items()}
    if played.of(MarkSet) and READERS["vote_immune"](played, None):
        found["vote_immune"] = READERS["vote_immune"](played, None)
    if played.of(Overturned):
        found["overturned"] = _overturned(played)
    found["winner"] = READERS["winner"](played, None)
    if found["winner"]:
        found["reason"] = READERS["reason"](played, None)
    return found


def _told(played: JudgedPhase) -> dict[str, dict[str, object]]:
    """Return a template of what each player learned privately: a list for seats and notices, None for a word."""
    found: dict[str, dict[str, object]] = {}
    for fact in played.of(Told):
        several: list[str] | None = [] if fact.target and not fact.word else None
        found.setdefault(played.name(fact.seat), {})[fact.verb] = several
    for notice in played.of(Noticed):
        if notice.to != EVERYONE and notice.seat:
            found.setdefault(played.name(notice.seat), {})["notice"] = []
    return found


def _overturned(played: JudgedPhase) -> list[dict[str, str]]:
    return [{"what": fact.what, "on": played.name(fact.on), "by": fact.by} for fact in played.of(Overturned)]
