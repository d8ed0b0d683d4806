"""What an effect comes to: one table of executors, by where the effect is written and what it is.

The compiler refuses an effect for which the table has no executor, so that a rule that compiles is a rule that runs.
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

FAILED, KILLED, AT_ONCE = Occasion.FAILED, Occasion.KILLED, Moment.AT_ONCE  # looked up once: that is slow
Note = Callable[[Occasion, str, int, int], None]  # what happened: act, actor, target


class Place(StrEnum):
    """Where an effect may be written, beside the occasions of triggers."""

    NIGHT_ACT, DAY_ACT = "an act by night", "an act by day"
    LATER = "a trigger of later nights"
    ASKED = "a choice on dying"


class Doing(NamedTuple):
    """Something that is being done: by which act or trigger, in whose scene, under which rule."""

    game: Game
    name: str
    scene: Scene
    rule: str
    note: Note
    act: Act | None = None
    tells: Moment = Moment.DAWN


Executor = Callable[[Doing, Any], None]


def nobody_notes(occasion: Occasion, verb: str, actor: int, target: int) -> None:
    """Outside a settlement no trigger waits for what an effect brings about."""


# -- attacks, guards, marks, links ---------------------------------------------------------------------------


def strike(doing: Doing, effect: Attack) -> None:
    """Each of these is killed, unless that is overturned."""
    game, scene, name = doing.game, doing.scene, doing.name
    if effect.as_ and doing.act is None:
        return _strike_later(doing, effect)
    actor, tier = scene.me, tier_of(effect, scene)
    for seat in bits(effect.on.mask(scene) & game.state.alive):  # who was killed at once is left alone (TA-8)
        found = overturner(game, name, Scene(game.state, scene.me, actor, seat), tier)
        if found:
            edge, by_actor = found
            game.emit(Overturned(MODERATOR, name, actor, seat, edge.by, by_actor, edge.rule))
            doing.note(FAILED, name, actor, seat)
        else:
            land(doing, actor, seat)
    return None


def tier_of(effect: Attack, scene: Scene) -> Tier:
    """Return how strong an attack is in this scene."""
    return Tier.UNSTOPPABLE if effect.unstoppable is not NEVER and effect.unstoppable.holds(scene) else effect.tier


def land(doing: Doing, actor: int, seat: int) -> None:
    """Nothing overturned it: somebody dies."""
    doing.note(KILLED, doing.name, actor, seat)
    doing.game.emit(Landed(MODERATOR, doing.name, actor, seat, doing.rule))
    deaths.kill(doing.game, doing.name, seat)


def shoot(doing: Doing, effect: Attack) -> None:
    """A dying player's attack, in public: nothing stops it."""
    game = doing.game
    for seat in bits(effect.on.mask(doing.scene) & game.state.alive):
        deaths.fall(game, seat, doing.name)


def _strike_later(doing: Doing, effect: Attack) -> None:
    """The attack of a trigger that is settled as an act; once a night for each owner."""
    acts, me = doing.game.state.tonight.acts, doing.scene.me
    if not any(act.verb == effect.as_ and act.actor == me and effect in act.does for act in acts):
        acts.append(Act(effect.as_, me, me, (effect,), False, doing.rule))


def guard(doing: Doing, effect: Guard) -> None:
    """The target has this defense tonight."""
    scene = doing.scene
    doing.game.state.tonight.guards.append((scene.target, doing.name, effect.tier, scene.me))


def mark(doing: Doing, effect: Mark) -> None:
    """The target bears a mark."""
    game, target = doing.game, doing.scene.target
    if effect.when.holds(doing.scene):
        game.state.marks[effect.name] = add(game.state.marks.get(effect.name, 0), target)
        game.emit(MarkSet(MODERATOR, target, effect.name))


def bind(doing: Doing, effect: Link) -> None:
    """The target will die with the actor."""
    if effect.when.holds(doing.scene):
        doing.game.state.tonight.links.append((effect.name, doing.scene.me, doing.scene.target, doing.rule))


def blocked_before(doing: Doing, effect: Block) -> None:
    """A block has stopped what it stops before anything else is settled."""


# -- what is learned and shown -------------------------------------------------------------------------------


def read_side(doing: Doing, effect: ReadSide) -> None:
    """The first word that fits, unless something makes the target read otherwise."""
    game, scene, target = doing.game, doing.scene, doing.scene.target
    word = next(says.word for says in effect.says if has(says.who.mask(scene), target))
    found = overturner(game, doing.name, scene)
    if found:
        seen = game.plan.roles[game.state.roles[target]].seen
        word = found[0].shows or (seen.word if seen else word)
        game.emit(Overturned(MODERATOR, doing.name, scene.me, target, found[0].by, found[1], found[0].rule))
    _learn(doing, word)


def read_role(doing: Doing, effect: ReadRole) -> None:
    """The target's true role."""
    _learn(doing, doing.game.state.roles[doing.scene.target])


def read_seats(doing: Doing, effect: ReadSeats) -> None:
    """Which seats these are."""
    _learn(doing, "", bits(effect.who.mask(doing.scene)))


def _learn(doing: Doing, word: str, seats: tuple[int, ...] = ()) -> None:
    me = doing.scene.me
    told = Told(1 << me, me, doing.name, doing.scene.target, word, seats)
    if doing.tells is AT_ONCE:
        doing.game.emit(told)
    else:
        doing.game.state.tonight.mail.append((me, told))


def show(doing: Doing, effect: Show) -> None:
    """The target, once dead, is shown as this."""
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
    """These players learn the target's true role, by night at dawn with the rest."""
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
    """Everyone learns the target's role, and the target bears a mark for good."""
    state, target = doing.game.state, doing.scene.target
    state.marks[effect.mark] = add(state.marks.get(effect.mark, 0), target)
    doing.game.emit(Shown(EVERYONE, target, state.roles[target]))


def tell(doing: Doing, effect: Tell) -> None:
    """A notice, once a night per player; at dawn only for the living (G10)."""
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
    """Of whom a notice speaks: the target, or the first of those it names; 0 if there is none."""
    if effect.of is None:
        return doing.scene.target
    return next(iter(bits(effect.of.mask(doing.scene))), 0)


# -- what becomes of the owner -------------------------------------------------------------------------------


def become(doing: Doing, effect: Become) -> None:
    """The owner takes another role: those who know such roles learn of it, and the owner of those it now knows."""
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
    """The owner loses an act for good."""
    state, me = doing.game.state, doing.scene.me
    if (effect.verb, me) not in state.lost:
        state.lost.add((effect.verb, me))
        doing.game.emit(Lost(1 << me, me, effect.verb))


def cowin(doing: Doing, effect: Cowin) -> None:
    """The owner has won, beside whichever side wins; the others learn of it when the game is over."""
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


BY_NIGHT, BY_DAY = EXECUTORS[Place.NIGHT_ACT], EXECUTORS[Place.DAY_ACT]  # looked up once: every settlement needs one


def carry_out(place: Place | Occasion, doing: Doing, effects: tuple[Effect, ...]) -> None:
    """Let these effects take place."""
    executors = EXECUTORS[place]
    for effect in effects:
        executors[type(effect)](doing, effect)
