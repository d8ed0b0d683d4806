"""Data of a score sheet for every night and day of a game, from the events and the host's notes."""

from __future__ import annotations

from typing import cast

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
from duskfall.host.protocol.act_rows import acts, shown
from duskfall.host.protocol.game_sheet import GameSheet
from duskfall.study.phases import Phase, phases
from duskfall.vocabulary.steps import Ballot, Tally
from duskfall.wire.phases import (
    AlsoKind,
    KeptAfter,
    KeptAlso,
    KeptBallot,
    KeptDone,
    KeptPhase,
    KeptTalk,
    KeptVoid,
    KeptVoting,
)

# Other events, with their names in the score sheet.
ALSO: dict[type[Fact], AlsoKind] = {
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


def kept_phases(sheet: GameSheet) -> list[KeptPhase]:
    """Return the nights and days in order."""
    return [_kept(phase, sheet) for phase in phases(sheet.game.facts)[1:]]


def _kept(phase: Phase, sheet: GameSheet) -> KeptPhase:
    number, after = phase.place[1], _after(phase, sheet)
    done: KeptDone = {"acts": acts(phase, sheet.game.plan), "shown": list(shown(phase))}
    if phase.night:
        return {"phase": "night", "number": number, **done, **after}
    return {"phase": "day", "number": number, **_talk(phase), **done, **_vote(phase, sheet.game), **after}


def _after(phase: Phase, sheet: GameSheet) -> KeptAfter:
    """Return the deaths, other events, fouls and notes of a phase."""
    fouls = [foul for foul in sheet.fouls if foul.when[:2] == phase.place]
    notes = [note for note in sheet.notes if note.when[:2] == phase.place]
    return {
        "deaths": [{"seat": f.seat, "causes": list(f.causes), "shown": f.shown} for f in phase.of(Died)],
        "also": [_also(fact) for fact in phase.facts if type(fact) in ALSO],
        "fouls": [{"seat": foul.seat, "by": foul.by, "at": foul.when.at} for foul in fouls],
        "notes": [{"text": note.text, "at": note.when.at} for note in notes],
    }


def _also(fact: Fact) -> KeptAlso:
    """Return an event under its name in the score sheet, without its audience."""
    kept = {key: value for key, value in fact._asdict().items() if key != "to"}
    bare = {key: list(value) if isinstance(value, tuple) else value for key, value in kept.items()}
    return cast(KeptAlso, {"what": ALSO[type(fact)], **bare})


def _talk(phase: Phase) -> KeptTalk:
    """Return the order of speakers, the nominations, and what was noted of speeches and last words."""
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


def _vote(phase: Phase, game: Game) -> KeptVoting:
    """Return each ballot, the seats that were voted out, and those that were spared, with the rule."""
    ballots: list[KeptBallot] = []
    voids: list[KeptVoid] = []
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


def _ballot(fact: Voted, voids: list[KeptVoid], game: Game) -> KeptBallot:
    """Return the votes for each candidate, with the voters if the ballot isn't anonymous."""
    by: dict[int | str, list[int]] = {}
    for voter, target in fact.ballots:
        by.setdefault(target, []).append(voter)
    return {
        "verb": fact.verb,
        "election": fact.verb not in game.plan.ballots,
        "table": fact.table,
        "named": bool(fact.ballots),
        "votes": [{"for": target, "count": count, "by": by.get(target, [])} for target, count in fact.tally],
        "void": voids,
        "tied": _tied(fact, game),
    }


def _tied(fact: Voted, game: Game) -> list[int | str]:
    """Return the candidates that share the most votes; empty unless there are several and the most votes decide."""
    steps = [step for step in game.plan.rules.day if isinstance(step, Ballot) and fact.verb in (step.verb, step.again)]
    if fact.table or any(step.tally is not Tally.MOST for step in steps):
        return []
    most = max((count for _, count in fact.tally), default=0)
    ahead = [target for target, count in fact.tally if count == most]
    return ahead if len(ahead) > 1 else []
