"""Effect handlers: one table of functions, by the place where an effect is written and its class.

The compiler refuses an effect for which the table has no handler, so a rule that compiles is a rule that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Became,
    CoWon,
    Fact,
    Knows,
    Landed,
    Lost,
    MarkSet,
    Noticed,
    Overturned,
    Shown,
    Told,
)
from duskfall.core.night.overturn import overturner
from duskfall.core.play import deaths
from duskfall.core.play.state import NIGHT, Act
from duskfall.vocabulary.cards import Occasion, Role
from duskfall.vocabulary.conditions import NEVER
from duskfall.vocabulary.effects import (
    Attack,
    Become,
    Block,
    Cowin,
    Effect,
    Guard,
    Link,
    Lose,
    Mark,
    Moment,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Show,
    Teach,
    Tell,
    Tier,
)
from duskfall.vocabulary.masks import add, bits, has, without
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Everyone

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

FAILED, KILLED, AT_ONCE = Occasion.FAILED, Occasion.KILLED, Moment.AT_ONCE  # cached: enum lookups are slow
Note = Callable[[Occasion, str, int, int], None]  # what happened: action, actor, target


class Place(StrEnum):
    """A place where an effect may be written, besides the occasions of triggers."""

    NIGHT_ACT, DAY_ACT = "an act by night", "an act by day"
    LATER = "a trigger of later nights"
    ASKED = "a choice on dying"


class Doing(NamedTuple):
    """The context of an effect: the game, the action or trigger, its scene, and its rule."""

    game: Game
    name: str
    scene: Scene
    rule: str
    note: Note
    act: Act | None = None
    tells: Moment = Moment.DAWN


Executor = Callable[[Doing, Any], None]


def nobody_notes(occasion: Occasion, verb: str, actor: int, target: int) -> None:
    """Ignore an occasion: outside the resolution of actions no trigger waits for effects."""


# -- attacks, guards, marks, links ---------------------------------------------------------------------------


def strike(doing: Doing, effect: Attack) -> None:
    """Attack each of these seats; they are killed unless that is overturned."""
    game, scene, name = doing.game, doing.scene, doing.name
    if effect.as_ and doing.act is None:
        return _strike_later(doing, effect)
    actor, tier = scene.me, tier_of(effect, scene)
    for seat in bits(effect.on.mask(scene) & game.state.alive):  # seats that are dead already are left alone (TA-8)
        found = overturner(game, name, Scene(game.state, scene.me, actor, seat), tier)
        if found:
            edge, by_actor = found
            game.emit(Overturned(MODERATOR, name, actor, seat, edge.by, by_actor, edge.rule))
            doing.note(FAILED, name, actor, seat)
        else:
            land(doing, actor, seat)
    return None


def tier_of(effect: Attack, scene: Scene) -> Tier:
    """Return the tier of an attack in this scene."""
    return Tier.UNSTOPPABLE if effect.unstoppable is not NEVER and effect.unstoppable.holds(scene) else effect.tier


def land(doing: Doing, actor: int, seat: int) -> None:
    """Kill a seat by an attack that nothing overturned."""
    doing.note(KILLED, doing.name, actor, seat)
    doing.game.emit(Landed(MODERATOR, doing.name, actor, seat, doing.rule))
    deaths.kill(doing.game, doing.name, seat)


def shoot(doing: Doing, effect: Attack) -> None:
    """Carry out a dying player's attack, in public; nothing stops it."""
    game = doing.game
    for seat in bits(effect.on.mask(doing.scene) & game.state.alive):
        deaths.fall(game, seat, doing.name)


def _strike_later(doing: Doing, effect: Attack) -> None:
    """Add a trigger's attack as an action that is resolved later; once a night for each owner."""
    acts, me = doing.game.state.tonight.acts, doing.scene.me
    if not any(act.verb == effect.as_ and act.actor == me and effect in act.does for act in acts):
        acts.append(Act(effect.as_, me, me, (effect,), False, doing.rule))


def guard(doing: Doing, effect: Guard) -> None:
    """Give the target this defense tonight."""
    scene = doing.scene
    doing.game.state.tonight.guards.append((scene.target, doing.name, effect.tier, scene.me))


def mark(doing: Doing, effect: Mark) -> None:
    """Put a mark on the target."""
    game, target = doing.game, doing.scene.target
    if effect.when.holds(doing.scene):
        game.state.marks[effect.name] = add(game.state.marks.get(effect.name, 0), target)
        game.emit(MarkSet(MODERATOR, target, effect.name))


def bind(doing: Doing, effect: Link) -> None:
    """Link the target to the actor: it dies with the actor tonight."""
    if effect.when.holds(doing.scene):
        doing.game.state.tonight.links.append((effect.name, doing.scene.me, doing.scene.target, doing.rule))


def blocked_before(doing: Doing, effect: Block) -> None:
    """Do nothing: blocks take effect before anything else is resolved."""


# -- what is learned and shown -------------------------------------------------------------------------------


def read_side(doing: Doing, effect: ReadSide) -> None:
    """Tell the actor the first word that fits the target, unless something changes how the target reads."""
    game, scene, target = doing.game, doing.scene, doing.scene.target
    word = next(says.word for says in effect.says if has(says.who.mask(scene), target))
    found = overturner(game, doing.name, scene)
    if found:
        seen = game.plan.roles[game.state.roles[target]].seen
        word = found[0].shows or (seen.word if seen else word)
        game.emit(Overturned(MODERATOR, doing.name, scene.me, target, found[0].by, found[1], found[0].rule))
    _learn(doing, word)


def read_role(doing: Doing, effect: ReadRole) -> None:
    """Tell the actor the target's true role."""
    _learn(doing, doing.game.state.roles[doing.scene.target])


def read_seats(doing: Doing, effect: ReadSeats) -> None:
    """Tell the actor which seats are in a set."""
    _learn(doing, "", bits(effect.who.mask(doing.scene)))


def _learn(doing: Doing, word: str, seats: tuple[int, ...] = ()) -> None:
    me = doing.scene.me
    told = Told(1 << me, me, doing.name, doing.scene.target, word, seats)
    if doing.tells is AT_ONCE:
        doing.game.emit(told)
    else:
        doing.game.state.tonight.mail.append((me, told))


def show(doing: Doing, effect: Show) -> None:
    """Set the role that the target is shown with once dead."""
    game, scene, tonight = doing.game, doing.scene, doing.game.state.tonight
    if not effect.when.holds(scene) or (effect.first and scene.target in tonight.shown):
        return
    found = overturner(game, doing.name, scene)
    if found:
        game.emit(Overturned(MODERATOR, doing.name, scene.me, scene.target, found[0].by, found[1], found[0].rule))
        return
    tonight.shown[scene.target] = effect.word or (doing.act.role if doing.act else "")
    tonight.fired[doing.name] = add(tonight.fired.get(doing.name, 0), scene.target)


def teach(doing: Doing, effect: Teach) -> None:
    """Tell these players the target's true role: by day at once, by night with the other results at dawn."""
    game, scene = doing.game, doing.scene
    if not effect.when.holds(scene):
        return
    role = game.state.roles[scene.target]
    for seat in bits(effect.who.mask(scene)):
        entry: tuple[int, Fact] = (seat, Knows(1 << seat, scene.target, role, "taught"))
        if game.state.phase != NIGHT:
            game.emit(entry[1])
        elif entry not in game.state.tonight.mail:
            game.state.tonight.mail.append(entry)


def reveal(doing: Doing, effect: Reveal) -> None:
    """Show everyone the target's role, and put a permanent mark on the target."""
    state, target = doing.game.state, doing.scene.target
    state.marks[effect.mark] = add(state.marks.get(effect.mark, 0), target)
    doing.game.emit(Shown(EVERYONE, target, state.roles[target]))


def tell(doing: Doing, effect: Tell) -> None:
    """Give these players a notice, once a night each; at dawn only the living get it (G10)."""
    tonight, about = doing.game.state.tonight, _about(doing, effect) if effect.about else 0
    everyone = isinstance(effect.who, Everyone)
    for seat in (0,) if everyone else bits(effect.who.mask(doing.scene)):
        if (seat, effect.notice, about) in tonight.noticed:
            continue
        tonight.noticed.add((seat, effect.notice, about))
        notice = Noticed(EVERYONE if everyone else 1 << seat, seat, effect.notice, about)
        if effect.moment is AT_ONCE:
            doing.game.emit(notice)
        else:
            tonight.mail.append((seat, notice))


def _about(doing: Doing, effect: Tell) -> int:
    """Return the seat that a notice names: the target, or the first seat of `of`; 0 if there is none."""
    if effect.of is None:
        return doing.scene.target
    return next(iter(bits(effect.of.mask(doing.scene))), 0)


# -- what becomes of the owner -------------------------------------------------------------------------------


def become(doing: Doing, effect: Become) -> None:
    """Change the owner's role; seats that know such roles learn of it, and the owner learns of those it now knows."""
    game, state, scene, me = doing.game, doing.game.state, doing.scene, doing.scene.me
    new: Role = game.plan.roles[effect.role]
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


def lose(doing: Doing, effect: Lose) -> None:
    """Take an action from the owner for good."""
    state, me = doing.game.state, doing.scene.me
    if (effect.verb, me) not in state.lost:
        state.lost.add((effect.verb, me))
        doing.game.emit(Lost(1 << me, me, effect.verb))


def cowin(doing: Doing, effect: Cowin) -> None:
    """Give the owner a personal win; the others learn of it when the game is over."""
    state, me = doing.game.state, doing.scene.me
    if me not in state.cowins:
        state.cowins[me] = state.roles[me]
        doing.game.emit(CoWon(1 << me, me, state.roles[me]))


# -- the table -----------------------------------------------------------------------------------------------

ANYWHERE: dict[type[Effect], Executor] = {
    Mark: mark,
    Teach: teach,
    Reveal: reveal,
    Tell: tell,
    Become: become,
    Lose: lose,
    Cowin: cowin,
}
STRIKES = ANYWHERE | {Attack: strike}
READS: dict[type[Effect], Executor] = {ReadSide: read_side, ReadRole: read_role, ReadSeats: read_seats}

EXECUTORS: Mapping[Place | Occasion, Mapping[type[Effect], Executor]] = {
    Place.NIGHT_ACT: STRIKES | READS | {Block: blocked_before, Guard: guard, Link: bind, Show: show},
    Place.DAY_ACT: STRIKES | READS,
    Place.LATER: STRIKES,
    Place.ASKED: ANYWHERE | {Attack: shoot},
    Occasion.BLOCKED: STRIKES,
    Occasion.NAMED: STRIKES,
    Occasion.FAILED: STRIKES,
    Occasion.KILLED: STRIKES,
    Occasion.DIED: STRIKES,
    Occasion.VOTED_OUT: STRIKES,
    Occasion.LEFT: STRIKES,
    Occasion.DUSK: STRIKES,
    Occasion.DAWN: ANYWHERE,  # the dead of the night may have been announced already
}


BY_NIGHT, BY_DAY = EXECUTORS[Place.NIGHT_ACT], EXECUTORS[Place.DAY_ACT]  # cached: every resolution needs one


def carry_out(place: Place | Occasion, doing: Doing, effects: tuple[Effect, ...]) -> None:
    """Apply these effects."""
    executors = EXECUTORS[place]
    for effect in effects:
        executors[type(effect)](doing, effect)
