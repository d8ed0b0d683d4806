"""Planted leaks: each changes the engine at one seam so that somebody learns what they may not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from duskfall.core import facts
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, KINDS, Announced, Noticed, Overturned, Said, SkipVoted, TalkEnded, Voted
from duskfall.core.play import talk, vote
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Living

Patch = pytest.MonkeyPatch
Mutant = Callable[[Patch], None]
MUTANTS: dict[str, Mutant] = {}


def plant(name: str) -> Callable[[Mutant], Mutant]:
    def keep(mutant: Mutant) -> Mutant:
        MUTANTS[name] = mutant
        return mutant

    return keep


def on_emit(patch: Patch, change: Callable[[Game, Any], list[Any]]) -> None:
    """Every fact goes through here; what comes back is put on record instead."""
    emit = Game.emit

    def changed(game: Game, fact: facts.Fact) -> None:
        for each in change(game, fact):
            emit(game, each)

    patch.setattr(Game, "emit", changed)


def on_asks(patch: Patch, change: Callable[[Game, Ask], Ask | None]) -> None:
    """Every question goes through here on its way out."""
    asks = Game.asks.fget  # type: ignore[attr-defined]

    def changed(game: Game) -> tuple[Ask, ...]:
        return tuple(ask for each in asks(game) if (ask := change(game, each)))

    patch.setattr(Game, "asks", property(changed))


def widened(kind: str) -> Mutant:
    """All facts of a kind go to everyone."""

    def mutant(patch: Patch) -> None:
        on_emit(patch, lambda game, f: [f._replace(to=EVERYONE) if isinstance(f, KINDS[kind]) else f])

    return mutant


PRIVATE = (
    "Dealt", "Knows", "CardDealt", "Told", "Noticed", "Chose", "Void", "Overturned", "Landed", "Died", "MarkSet",
    "Said", "Skipped", "SkipVoted", "CoWon", "Became", "Lost", "Silent", "Refused",
)  # fmt: skip
for _kind in PRIVATE:
    MUTANTS[f"{_kind} goes to everyone"] = widened(_kind)


@plant("options range over the truly living")
def _(patch: Patch) -> None:
    patch.setattr(Living, "mask", lambda self, scene: scene.state.alive)


@plant("options leave dangerous cards out")
def _(patch: Patch) -> None:
    def known(game: Game, seat: int) -> bool:
        return game.state.roles[seat] in ("Bomb", "Seer", "Maniac", "Mayor")

    on_asks(patch, lambda game, a: a._replace(seats=tuple(s for s in a.seats if not known(game, s))))


@plant("options stand in the order of the cards")
def _(patch: Patch) -> None:
    on_asks(patch, lambda g, a: a._replace(seats=tuple(sorted(a.seats, key=lambda s: g.state.roles[s]))))


@plant("the number of a question counts the others' answers")
def _(patch: Patch) -> None:
    on_asks(patch, lambda game, ask: ask._replace(number=len(game.log)))


@plant("the reason of a refusal tells the card of whoever was named")
def _(patch: Patch) -> None:
    barred = Game.barred

    def telling(game: Game, ask: Ask, target: int) -> str:
        reason = barred(game, ask, target)
        return f"{reason}\u200b" if reason and game.state.roles[target] == "Seer" else reason

    patch.setattr(Game, "barred", telling)


@plant("the secretly dead may not stand")
def _(patch: Patch) -> None:
    on_asks(patch, lambda g, a: None if a.verb == "stand" and not g.state.alive >> a.seat & 1 else a)


@plant("the secretly dead cannot be elected")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        gone = isinstance(fact, facts.TitleHeld) and not game.state.alive >> fact.seat & 1
        return [fact._replace(seat=0) if gone else fact]

    on_emit(patch, change)


@plant("saves are announced")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        saved = isinstance(fact, Overturned) and fact.what == "kill"
        return [fact, Noticed(EVERYONE, 0, "attacked", fact.on)] if saved else [fact]

    on_emit(patch, change)


@plant("the patient hears of the save")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        saved = isinstance(fact, Overturned) and fact.by == "protect"
        return [fact, Noticed(1 << fact.on, fact.on, "healed")] if saved else [fact]

    on_emit(patch, change)


@plant("deaths are announced in the order of their causes")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        if not isinstance(fact, Announced):
            return [fact]
        causes = list(game.state.tonight.killed.values())
        rank = {seat: [not who >> seat & 1 for who in causes] for seat, _ in fact.dead}
        return [fact._replace(dead=tuple(sorted(fact.dead, key=lambda entry: rank[entry[0]])))]

    on_emit(patch, change)


def _by_card(kind: str) -> Mutant:
    """The seats of a fact for all stand in the order of their cards."""

    def change(game: Game, fact: Any) -> list[Any]:
        if not isinstance(fact, KINDS[kind]):
            return [fact]
        return [fact._replace(seats=tuple(sorted(fact.seats, key=lambda seat: game.state.roles[seat])))]

    return lambda patch: on_emit(patch, change)


MUTANTS["the tied stand in the order of their cards"] = _by_card("Tied")
MUTANTS["candidates stand in the order of their cards"] = _by_card("Candidates")


def _shown_after_all(word: str) -> Mutant:
    def change(game: Game, fact: Any) -> list[Any]:
        if not isinstance(fact, Announced):
            return [fact]
        dead = tuple((seat, game.state.roles[seat] if shown == word else shown) for seat, shown in fact.dead)
        return [fact._replace(dead=dead)]

    return lambda patch: on_emit(patch, change)


MUTANTS["a cleaned card is shown"] = _shown_after_all("unknown")
MUTANTS["a hidden card is shown"] = _shown_after_all("hidden")


@plant("who was blocked is told to all")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        return [fact._replace(to=EVERYONE) if isinstance(fact, Noticed) and fact.notice == "blocked" else fact]

    on_emit(patch, change)


def _told_too(kind: str, field: str) -> Mutant:
    """The seat that a fact is about gets the fact as well."""

    def change(game: Game, fact: Any) -> list[Any]:
        if isinstance(fact, KINDS[kind]) and getattr(fact, field):
            return [fact._replace(to=fact.to | 1 << getattr(fact, field))]
        return [fact]

    return lambda patch: on_emit(patch, change)


MUTANTS["the marked one hears of the mark"] = _told_too("MarkSet", "seat")
MUTANTS["whoever is named hears of it"] = _told_too("Chose", "target")
MUTANTS["whoever is read hears of it"] = _told_too("Told", "target")
MUTANTS["the Executioner's target hears of it"] = _told_too("Knows", "seat")
MUTANTS["the killer's victim hears who it was"] = _told_too("Landed", "on")
MUTANTS["the holder of a card hears of it"] = _told_too("CardDealt", "seat")


@plant("the table speaks in the order of the cards")
def _(patch: Patch) -> None:
    speakers = talk.speakers

    def by_card(game: Game, order: Any, among: int) -> list[int]:
        return sorted(speakers(game, order, among), key=lambda seat: game.state.roles[seat])

    patch.setattr(talk, "speakers", by_card)


@plant("ballots are shown as they come in")
def _(patch: Patch) -> None:
    take = Game.answer

    def answer(game: Game, seat: int, verb: str, value: object = None) -> str:
        reason = take(game, seat, verb, value)
        if verb == "vote" and not reason:
            game.emit(Voted(EVERYONE, verb, ((seat, str(value)),), ()))
        return reason

    patch.setattr(Game, "answer", answer)


@plant("the table sees who has answered at night")
def _(patch: Patch) -> None:
    take = Game.answer

    def answer(game: Game, seat: int, verb: str, value: object = None) -> str:
        night = game.state.phase == NIGHT
        reason = take(game, seat, verb, value)
        if night:
            game.emit(facts.Skipped(EVERYONE, seat, "night"))
        return reason

    patch.setattr(Game, "answer", answer)


@plant("the skip-vote line is spoken")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        said = Said(EVERYONE, fact.seat, "VOTE_SKIP_DISCUSSION", "open") if isinstance(fact, SkipVoted) else None
        return [fact, said] if said else [fact]

    on_emit(patch, change)


@plant("the Mayor's ballot counts before the reveal")
def _(patch: Patch) -> None:
    weight = vote.weight

    def heavier(game: Game, seat: int) -> Any:
        return weight(game, seat) * (3 if game.state.roles[seat] == "Mayor" else 1)

    patch.setattr(vote, "weight", heavier)


@plant("the table hears that somebody whispers")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        whisper = isinstance(fact, Said) and fact.to != EVERYONE
        return [fact, TalkEnded(EVERYONE, "whisper")] if whisper else [fact]

    on_emit(patch, change)


@plant("a reader learns that the target is dead already")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        dead = isinstance(fact, facts.Told) and fact.target and not game.state.alive >> fact.target & 1
        return [fact._replace(word="DEAD") if dead else fact]

    on_emit(patch, change)


@plant("a phase tells how many guards stand")
def _(patch: Patch) -> None:
    def change(game: Game, fact: Any) -> list[Any]:
        guards = len(Scene(game.state).state.tonight.guards)
        return [fact._replace(number=guards) if isinstance(fact, facts.PhaseBegan) else fact]

    on_emit(patch, change)
