"""What an effect comes to beside attacks, guards, marks and readings: notices, new roles, lost rights, burials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.facts import EVERYONE, MODERATOR, Became, Died, Knows, Lost, Noticed, Shown
from duskfall.vocabulary.cards import Occasion, Role
from duskfall.vocabulary.effects import Become, Cowin, Effect, Lose, Moment, Reveal, Teach, Tell
from duskfall.vocabulary.masks import bits, has, without
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Everyone

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def happen(game: Game, effect: Effect, scene: Scene) -> None:
    """An effect that is no attack, guard, mark or reading."""
    state, me = game.state, scene.me
    if isinstance(effect, Tell):
        tell(game, effect, scene)
    elif isinstance(effect, Teach):
        if effect.when.holds(scene):
            role = state.roles[scene.target]
            for seat in bits(effect.who.mask(scene)):
                entry = (seat, Knows(1 << seat, scene.target, role, "taught"))
                if entry not in state.tonight.mail:
                    state.tonight.mail.append(entry)
    elif isinstance(effect, Reveal):
        state.marks[effect.mark] = state.marks.get(effect.mark, 0) | 1 << scene.target
        game.emit(Shown(EVERYONE, scene.target, state.roles[scene.target]))
    elif isinstance(effect, Become):
        _become(game, game.plan.roles[effect.role], scene)
    elif isinstance(effect, Lose):
        if (effect.verb, me) not in state.lost:
            state.lost.add((effect.verb, me))
            game.emit(Lost(1 << me, me, effect.verb))
    elif isinstance(effect, Cowin):
        game.cowin(me)
    else:
        raise TypeError(f"{type(effect).__name__} cannot stand here")


def _become(game: Game, new: Role, scene: Scene) -> None:
    """A seat takes another role: those who know such roles learn of it, and it learns of those it now knows."""
    state, me = game.state, scene.me
    knew = [has(know.who.mask(scene), me) for know in game.plan.rules.knows]
    state.become(me, game.plan.roles[state.roles[me]], new)
    game.emit(Became(1 << me, me, new.name, new.team))
    for know, already in zip(game.plan.rules.knows, knew, strict=True):
        who, of = know.who.mask(scene), know.of.mask(scene)
        mates = without(who & state.alive, me)
        if mates and has(of, me):
            game.emit(Knows(mates, me, new.name, "changed"))
        if has(who, me) and not already:
            for seat in bits(without(of, me)):
                game.emit(Knows(1 << me, seat, state.roles[seat], "mate"))


def tell(game: Game, effect: Tell, scene: Scene) -> None:
    """A notice, once a night per player; at dawn only for the living (G10)."""
    tonight, about = game.state.tonight, scene.target if effect.about else 0
    everyone = isinstance(effect.who, Everyone)
    for seat in (0,) if everyone else bits(effect.who.mask(scene)):
        if (seat, effect.notice, about) in tonight.noticed:
            continue
        tonight.noticed.add((seat, effect.notice, about))
        notice = Noticed(EVERYONE if everyone else 1 << seat, seat, effect.notice, about)
        if effect.moment is Moment.AT_ONCE:
            game.emit(notice)
        else:
            tonight.mail.append((seat, notice))


def bury(game: Game) -> None:
    """Who died is dead from now on; the table learns of it when it is announced."""
    state, tonight = game.state, game.state.tonight
    for seat in bits(tonight.dead & state.alive):
        causes = tuple(verb for verb, who in tonight.killed.items() if who >> seat & 1)
        shown = tonight.shown.get(seat) or game.shown_role(seat)
        tonight.shown[seat] = shown
        game.emit(Died(MODERATOR, seat, state.roles[seat], shown, causes))
        state.alive &= ~(1 << seat)
        game.react(Occasion.DIED, seat)
