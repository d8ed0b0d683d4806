"""The picture of a ruling: actions and their targets, what was overturned by which rule, and who lives or dies."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import MarkSet, Out, Overturned, Shot, Spared, Told
from duskfall.draw.ruling_sheet import Edge, SheetAct, SheetPlayer, drawn
from duskfall.study.deeds import DeedFate, DeedKey
from duskfall.tell import phrases
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.text import shown
from duskfall.tell.tongue import row, say, word
from duskfall.vocabulary.ruleset import ROLE

Whom = int | str  # a seat, or a word on a ballot that isn't a player


def picture(case: Matter) -> str:
    """Return the phase as an SVG that fits a phone, in the colors of the page around it; empty if nothing was done."""
    items = dict(_items(case))
    edges = list(_edges(case, items))
    blocks = []
    gone = {*case.phase.deaths, *(fact.seat for fact in case.phase.of(Out))}
    players = dict.fromkeys([*(whom for _, whom in items.values()), *case.phase.deaths])
    for whom in sorted(players, key=lambda whom: whom not in gone):
        mine = {key: item for key, (item, at) in items.items() if at == whom}
        cut_down = {edge.two for edge in edges}
        order = sorted(mine, key=lambda key: key in cut_down)  # what overturns stands above what is overturned
        name, fate = _target(case, whom)
        marks = tuple(word(fact.mark, "mark") for fact in case.phase.of(MarkSet) if fact.seat == whom)
        blocks.append(SheetPlayer(name, _role(case, whom), marks, *fate, {key: mine[key] for key in order}))
    return drawn(blocks, edges, case.title) if blocks else ""


def _target(case: Matter, whom: Whom) -> tuple[str, tuple[str, str]]:
    """Return the name of a target and what became of it: in words, and as a style."""
    if isinstance(whom, str):
        return word(whom, "word"), ("", "plain")
    name, attacks = case.name(whom), case.attacks()
    if whom in case.phase.deaths:
        return name, (f"† {say('dies')}", "death")
    if any(fact.seat == whom for fact in case.phase.of(Out)):
        return name, (say("voted out"), "death")
    if any(fact.seat == whom for fact in case.phase.of(Spared)):
        return name, (say("stays"), "life")
    if any(fact.on == whom and fact.what in attacks for fact in case.phase.overturns):
        return name, (say("lives"), "life")
    return name, ("", "plain")


def _role(case: Matter, whom: Whom) -> str:
    role = case.phase.roles.get(whom, "") if isinstance(whom, int) else ""
    return word(role, "role") if role else ""


# -- what was done -----------------------------------------------------------------------------------


def _items(case: Matter) -> Iterator[tuple[str, tuple[SheetAct, Whom]]]:
    """Yield each action by its key, with its target; then cards, marks and roles that overturned something."""
    for act, deed in case.phase.deeds.items():
        if act[2]:
            yield _key(act), (_act(case, act, deed), act[2])
    for shot in case.phase.of(Shot):
        if shot.target:
            yield (
                f"shot {shot.seat} {shot.target}",
                (
                    SheetAct(case.label(shot.verb), _owners(case, [shot.seat]), (), "death"),
                    shot.target,
                ),
            )
    yield from _votes(case)
    for fact in case.phase.overturns:
        if not _causes(case, fact):
            yield _other(fact), (SheetAct(_own(case, fact), "", (), "guard"), fact.on)


def _act(case: Matter, act: DeedKey, deed: DeedFate) -> SheetAct:
    style = "void" if deed.fails() else "death" if deed.landed else "plain"
    return SheetAct(case.label(act[0]), _owners(case, deed.by), tuple(_notes(case, deed)), style)


def _notes(case: Matter, deed: DeedFate) -> Iterator[tuple[str, str]]:
    """Yield what became of an action: a sign with the rule, and words."""
    for fact in deed.overturned:
        yield f"✕ {fact.rule}", case.overturner(fact)
    for landed in deed.landed[:1]:
        yield f"† {landed.rule}", ""
    if deed.void:
        yield "✕", phrases.reason(deed.void)
    if deed.passed_over:
        yield "✕", say("the team chose otherwise")
    if deed.told:
        yield "→", _learned(case, deed.told)


def _learned(case: Matter, fact: Told) -> str:
    return word(fact.word, "word") if fact.word else row(map(case.name, fact.seats)) or say("nobody")


def _owners(case: Matter, seats: list[int]) -> str:
    """Return the actors, with their roles."""
    return row(
        say("{name} ({role})", name=case.name(seat), role=role) if (role := _role(case, seat)) else case.name(seat)
        for seat in seats
    )


def _own(case: Matter, fact: Overturned) -> str:
    """Return what overturned an action by itself: a role, a card or a mark."""
    return say("own role") if fact.by == ROLE else case.label(fact.by)


def _votes(case: Matter) -> Iterator[tuple[str, tuple[SheetAct, Whom]]]:
    for number, fact in enumerate(case.phase.votes):
        for whom, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
            voters = row(case.name(seat) for seat, voted in fact.ballots if voted == whom)
            yield (
                f"vote {number} {whom}",
                (SheetAct(f"{word(fact.verb, 'verb')}: {shown(votes)}", voters, (), "plain"), whom),
            )


# -- what overturned what ----------------------------------------------------------------------------


def _edges(case: Matter, items: dict[str, tuple[SheetAct, Whom]]) -> Iterator[Edge]:
    for act, deed in case.phase.deeds.items():
        for number, fact in enumerate(deed.overturned):
            what = _key(act)
            for cause in list(map(_key, _causes(case, fact))) or [_other(fact)]:
                if cause != what and cause in items and what in items:
                    yield Edge(cause, what, number)


def _causes(case: Matter, fact: Overturned) -> list[DeedKey]:
    """Return the actions that overturned this one: those on its target or its actor, or else all of that name."""
    acts = [act for act in case.phase.deeds if act[:2] == (fact.by, fact.by_actor) and act[2]]
    return [act for act in acts if act[2] in (fact.on, fact.actor)] or acts


def _key(act: DeedKey) -> str:
    return "act {} {} {}".format(*act)


def _other(fact: Overturned) -> str:
    return f"other {fact.by} {fact.by_actor or fact.on}"
