"""Every night and every day of a game, out of its facts and the host's notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from duskfall.core.facts import (
    EVERYONE,
    Became,
    Candidates,
    CoWon,
    Dealt,
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
    Overturned,
    PhaseBegan,
    Removed,
    Said,
    Shot,
    Shown,
    Skipped,
    Spared,
    TitleHeld,
    Void,
    Voted,
)
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.play.talk import LAST_WORDS
from duskfall.host.protocol.act_rows import acts, shown
from duskfall.host.protocol.game_sheet import GameSheet
from duskfall.host.wire.phases import (
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
from duskfall.vocabulary.steps import Ballot, Tally

# What else can happen, by what it is called in the protocol.
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


def phases(sheet: GameSheet) -> list[KeptPhase]:
    """The nights and days in their order."""
    found: list[KeptPhase] = []
    roles: dict[int, str] = {}
    for began, facts in _stretches(sheet.game):
        if began is not None:
            found.append(_phase(began, facts, dict(roles), sheet))
        for fact in facts:
            if isinstance(fact, Dealt | Became):
                roles[fact.seat] = fact.role
    return found


def _stretches(game: Game) -> list[tuple[PhaseBegan | None, list[Fact]]]:
    found: list[tuple[PhaseBegan | None, list[Fact]]] = [(None, [])]
    for fact in game.facts:
        if isinstance(fact, PhaseBegan):
            found.append((fact, []))
        else:
            found[-1][1].append(fact)
    return found


def _phase(began: PhaseBegan, facts: list[Fact], roles: dict[int, str], sheet: GameSheet) -> KeptPhase:
    number, after = began.number, _after(began, facts, sheet)
    done: KeptDone = {"acts": acts(facts, sheet.game.plan, roles), "shown": list(shown(facts))}
    if began.phase == NIGHT:
        return {"phase": "night", "number": number, **done, **after}
    return {"phase": "day", "number": number, **_talk(facts), **done, **_vote(facts, sheet.game), **after}


def _after(began: PhaseBegan, facts: list[Fact], sheet: GameSheet) -> KeptAfter:
    """Deaths, what else happened, and what the host noted."""
    here = (began.phase, began.number)
    fouls = [foul for foul in sheet.fouls if foul.when[:2] == here]
    notes = [note for note in sheet.notes if note.when[:2] == here]
    return {
        "deaths": [{"seat": f.seat, "causes": list(f.causes), "shown": f.shown} for f in facts if type(f) is Died],
        "also": [_also(fact) for fact in facts if type(fact) in ALSO],
        "fouls": [{"seat": foul.seat, "by": foul.by, "at": foul.when.at} for foul in fouls],
        "notes": [{"text": note.text, "at": note.when.at} for note in notes],
    }


def _also(fact: Fact) -> KeptAlso:
    """The fact under its name, without its audience."""
    kept = {key: value for key, value in fact._asdict().items() if key != "to"}
    bare = {key: list(value) if isinstance(value, tuple) else value for key, value in kept.items()}
    return cast(KeptAlso, {"what": ALSO[type(fact)], **bare})


def _talk(facts: Sequence[Fact]) -> KeptTalk:
    """Who spoke first, who nominated whom, what was noted of speeches and last words."""
    turns = [fact for fact in facts if isinstance(fact, Said | Skipped) and fact.to == EVERYONE]
    order = list(dict.fromkeys(fact.seat for fact in turns if fact.part != LAST_WORDS))
    return {
        "first": order[0] if order else 0,
        "order": order,
        "nominations": [{"seat": f.seat, "target": f.target} for f in facts if isinstance(f, Nominated)],
        "said": [
            {"seat": fact.seat, "part": fact.part, "text": fact.text}
            for fact in turns
            if isinstance(fact, Said) and fact.part != LAST_WORDS
        ],
        "last": [{"seat": f.seat, "text": getattr(f, "text", "")} for f in turns if f.part == LAST_WORDS],
    }


def _vote(facts: Sequence[Fact], game: Game) -> KeptVoting:
    """Each ballot, and who left or stayed and why."""
    ballots: list[KeptBallot] = []
    voids: list[KeptVoid] = []
    overturned = {f.on: f for f in facts if isinstance(f, Overturned) and f.what == VOTE_OUT}
    for fact in facts:
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
        "out": [fact.seat for fact in facts if isinstance(fact, Out)],
        "spared": [
            {"seat": f.seat, "by": f.by, "from": overturned[f.seat].by_actor, "rule": overturned[f.seat].rule}
            for f in facts
            if isinstance(f, Spared) and f.seat in overturned
        ],
        "nobody": any(isinstance(fact, NobodyOut) for fact in facts),
    }


def _ballot(fact: Voted, voids: list[KeptVoid], game: Game) -> KeptBallot:
    """The votes for each, by voter where names are known."""
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
    """Who share the most votes, if there are several and the most decide."""
    steps = [step for step in game.plan.rules.day if isinstance(step, Ballot) and fact.verb in (step.verb, step.again)]
    if fact.table or any(step.tally is not Tally.MOST for step in steps):
        return []
    most = max((count for _, count in fact.tally), default=0)
    ahead = [target for target, count in fact.tally if count == most]
    return ahead if len(ahead) > 1 else []
