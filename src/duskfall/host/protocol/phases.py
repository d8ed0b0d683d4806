"""Every night and every day of a game, out of its facts and the host's notes."""

from __future__ import annotations

from typing import Any

from duskfall.core.facts import (
    Became,
    Candidates,
    CoWon,
    Died,
    Fact,
    FlagSwitched,
    HandedOver,
    Lost,
    MarkSet,
    NobodyOut,
    Nominated,
    Noticed,
    Out,
    Removed,
    Said,
    Shot,
    Shown,
    Spared,
    TitleHeld,
    Void,
    Voted,
)
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.game import Game
from duskfall.core.play.talk import LAST_WORDS
from duskfall.host.protocol.acts import Kept, acts, shown
from duskfall.host.protocol.kept import Sheet
from duskfall.study.phases import Phase, phases
from duskfall.vocabulary.steps import Ballot, Tally

# What else can happen, by what it is called in the protocol.
ALSO: dict[type[Fact], str] = {
    Became: "became",
    Candidates: "candidates",
    CoWon: "cowon",
    FlagSwitched: "switched",
    HandedOver: "handed",
    Lost: "lost",
    MarkSet: "mark",
    Noticed: "notice",
    Removed: "removed",
    Shot: "shot",
    Shown: "revealed",
    TitleHeld: "title",
}


def kept_phases(sheet: Sheet) -> list[Kept]:
    """The nights and days in their order."""
    return [_kept(phase, sheet) for phase in phases(sheet.game.facts)[1:]]


def _kept(phase: Phase, sheet: Sheet) -> Kept:
    here, night = phase.place, bool(phase.night)
    kept: Kept = {"phase": here[0], "number": here[1]}
    if not night:
        kept |= _talk(phase)
    kept["acts"] = acts(phase, sheet.game.plan)
    kept["shown"] = list(shown(phase))
    if not night:
        kept |= _vote(phase, sheet.game)
    kept["deaths"] = [{"seat": f.seat, "causes": list(f.causes), "shown": f.shown} for f in phase.of(Died)]
    kept["also"] = [{"what": ALSO[type(fact)], **_bare(fact)} for fact in phase.facts if type(fact) in ALSO]
    kept["fouls"] = [
        {"seat": foul.seat, "by": foul.by, "at": foul.when.at} for foul in sheet.fouls if foul.when[:2] == here
    ]
    kept["notes"] = [{"text": note.text, "at": note.when.at} for note in sheet.notes if note.when[:2] == here]
    return kept


def _bare(fact: Fact) -> Kept:
    """The fact without its audience."""
    kept = {key: value for key, value in fact._asdict().items() if key != "to"}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in kept.items()}


def _talk(phase: Phase) -> Kept:
    """Who spoke first, who nominated whom, what was noted of speeches and last words."""
    turns = phase.speech
    order = list(dict.fromkeys(fact.seat for fact in turns if fact.part != LAST_WORDS))
    return {
        "first": order[0] if order else 0,
        "order": order,
        "nominations": [{"seat": f.seat, "target": f.target} for f in phase.of(Nominated)],
        "said": [
            {"seat": fact.seat, "part": fact.part, "text": fact.text}
            for fact in turns
            if isinstance(fact, Said) and fact.part != LAST_WORDS
        ],
        "last": [{"seat": f.seat, "text": getattr(f, "text", "")} for f in turns if f.part == LAST_WORDS],
    }


def _vote(phase: Phase, game: Game) -> Kept:
    """Each ballot, and who left or stayed and why."""
    ballots: list[Kept] = []
    voids: list[Kept] = []
    overturned = {fact.on: fact for fact in phase.overturns if fact.what == VOTE_OUT}
    for fact in phase.facts:
        match fact:
            case Void(verb=verb) if verb in game.plan.votes:
                voids.append({"seat": fact.seat, "target": fact.target, "reason": fact.reason})
            case Voted():
                ballots.append(_ballot(fact, voids, game))
                voids = []
            case _:
                pass
    return {
        "ballots": ballots,
        "out": [fact.seat for fact in phase.of(Out)],
        "spared": [
            {"seat": f.seat, "by": f.by, "from": overturned[f.seat].by_actor, "rule": overturned[f.seat].rule}
            for f in phase.of(Spared)
            if f.seat in overturned
        ],
        "nobody": bool(phase.of(NobodyOut)),
    }


def _ballot(fact: Voted, voids: list[Kept], game: Game) -> Kept:
    """The votes for each, by voter where names are known."""
    cast: dict[Any, list[int]] = {}
    for voter, target in fact.ballots:
        cast.setdefault(target, []).append(voter)
    return {
        "verb": fact.verb,
        "election": fact.verb not in game.plan.ballots,
        "table": fact.table,
        "named": bool(fact.ballots),
        "votes": [{"for": target, "count": count, "by": cast.get(target, [])} for target, count in fact.tally],
        "void": voids,
        "tied": _tied(fact, game),
    }


def _tied(fact: Voted, game: Game) -> list[int | str]:
    """Who share the most votes, if there are several and the most decide."""
    steps = [step for step in game.plan.rules.day if isinstance(step, Ballot) and fact.verb in (step.verb, step.again)]
    if fact.table or any(step.tally is not Tally.MOST for step in steps):
        return []
    most = max((count for _, count in fact.tally), default=0)
    ahead = [target for target, count in fact.tally if count == most]
    return ahead if len(ahead) > 1 else []
