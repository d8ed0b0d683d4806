"""Choices at night and the Mayor's by day: who is asked, what they may name, what becomes of the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY, new
from duskfall.core.facts import Chose, Overturned, Silent, Told, Void
from duskfall.core.night.overturn import overturner
from duskfall.core.play.state import Act
from duskfall.vocabulary.cards import Ability, Group, Pick
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.masks import bits, has
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Collect

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

DECLINE = (NOBODY,)


def run(game: Game, step: Collect) -> bool:
    """Ask all holders of these acts at once; when all have answered, take the answers in order."""
    state = game.state
    if state.at is None:
        state.at = True
        for seat, ability in _holders(game, step):
            _ask(game, seat, ability)
        return not state.open
    for verb in step.verbs:
        if verb in state.heard:
            _take(game, verb)
    return True


def _holders(game: Game, step: Collect) -> Iterator[tuple[int, Ability]]:
    """Who is asked for what: the living holders of the acts who are not held back."""
    state, plan = game.state, game.plan
    awake = state.alive & ~state.tonight.held
    for verb, group in plan.groups.items():
        if verb in step.verbs:
            for seat in bits(asked_of(group, Scene(state)) & awake):
                yield seat, group.ability
    duties, holders = plan.duties[step.verbs], 0
    for role in duties:
        holders |= state.holding.get(role, 0)
    for seat in bits(holders & awake):
        for ability in duties[state.roles[seat]]:
            yield seat, ability


def asked_of(group: Group, scene: Scene) -> int:
    """Return the seats whose answers are taken for a team's act."""
    return (group.members if group.together.holds(scene) else group.asked).mask(scene)


def ask_instead(game: Game, unanswered: list[str]) -> None:
    """A seat was removed before it answered these: who speaks for its team next is asked in its place (G12).

    A question of yes or no that has lost its only option falls away (TA-15).
    """
    state = game.state
    for verb in unanswered:
        group = game.plan.groups.get(verb)
        asked = asked_of(group, Scene(state)) & state.alive & ~state.tonight.held if group else 0
        for seat in bits(asked):
            if group and (seat, verb) not in state.open and seat not in state.heard.get(verb, {}):
                _ask(game, seat, group.ability)
    for seat, verb in [key for key, ask in state.open.items() if ask.confirm]:
        ability = ability_of(game, seat, verb)
        if ability and not ability.pick.among.mask(Scene(state, seat)) & state.public:
            del state.open[seat, verb]


def _ask(game: Game, seat: int, ability: Ability) -> None:
    scene, pick = Scene(game.state, seat), ability.pick
    if ability.when is not ALWAYS and not ability.when.holds(scene):
        return
    among = pick.among.mask(scene)
    if pick.confirm and not among & game.state.public:  # nobody, or one who was removed
        return
    if pick.unless_overturned and _overturned_already(game, ability, seat, among):
        return
    if pick.shown is not None:
        game.emit(Told(1 << seat, seat, pick.shown_as, 0, seats=bits(pick.shown.mask(scene))))
    seats = bits(options(game, ability, scene, among))
    words = DECLINE if pick.decline else ()
    roles = tuple(game.plan.roles) if pick.names_role else ()
    game.ask(seat, ability.verb, seats, words, roles, pick.confirm)


def _overturned_already(game: Game, ability: Ability, seat: int, among: int) -> bool:
    """Whether a trigger has overturned this beforehand; then it is not asked for (TA-15)."""
    for target in bits(among):
        found = overturner(game, ability.verb, Scene(game.state, seat, seat, target))
        if found and found[0].by in game.plan.triggers:
            edge, actor = found
            game.emit(Overturned(1 << seat, ability.verb, seat, target, edge.by, actor, edge.rule))
            return True
    return False


def options(game: Game, ability: Ability, scene: Scene, among: int) -> int:
    """Whom the owner of the scene may name; nobody if the act is spent."""
    if _spent(game, ability, scene.me):
        return 0
    return allowed(ability.pick, scene, among) if ability.pick.bars else among & game.state.public


def allowed(pick: Pick, scene: Scene, among: int) -> int:
    """Of these the publicly living (G11), less the barred."""
    found = among & scene.state.public
    for bar in pick.bars:
        if bar.when is ALWAYS or bar.when.holds(scene):
            found &= ~bar.who.mask(scene)
    return found


def owner(game: Game, verb: str, seat: int) -> int:
    """On whom the uses of an act are counted: its holder, or 0, the team as one."""
    return 0 if verb in game.plan.groups else seat


def _spent(game: Game, ability: Ability, seat: int) -> str:
    """Why a seat may not do this act at all; empty if it may."""
    state, verb = game.state, ability.verb
    if (verb, seat) in state.lost:
        return "right-lost"
    if ability.uses and state.used.get((verb, owner(game, verb, seat)), 0) >= ability.uses:
        return "none-left"
    if ability.not_after and any(a.verb == ability.not_after and a.actor == seat for a in state.tonight.acts):
        return "acted-already"
    return ""


def barred(game: Game, ability: Ability, seat: int, target: int) -> str:
    """Why a seat may not name this target."""
    if not has(game.state.public, target):
        return "dead"
    return _spent(game, ability, seat) or why_not(ability.pick, Scene(game.state, seat), target)


def why_not(pick: Pick, scene: Scene, target: int) -> str:
    """Why a living player may not be named."""
    barred = (bar.reason for bar in pick.bars if has(bar.who.mask(scene), target) and bar.when.holds(scene))
    return next(barred, "not-an-option")


def ability_of(game: Game, seat: int, verb: str) -> Ability | None:
    """The act of this name that a seat holds, by itself or for its team."""
    group = game.plan.groups.get(verb)
    return group.ability if group else game.plan.abilities.get((verb, game.state.roles[seat]))


def _take(game: Game, verb: str) -> None:
    """Record the answers to one act, in seat order, and let them stand as acts of the night."""
    group = game.plan.groups.get(verb)
    team = group.members.mask(Scene(game.state)) & game.state.alive & ~game.state.tonight.held if group else 0
    ballots: dict[int, int] = {}
    for ask, choice in game.answers_to(verb):
        seat, target = ask.seat, choice.target
        if game.state.refusals:
            game.emit_refusals(ask)
        if choice.silent:
            game.emit(Silent(1 << seat, seat, verb))
        elif choice.void:
            game.emit(Void(1 << seat, seat, verb, target, choice.void, group.name if group else ""))
        else:
            game.emit(new(Chose, (team | 1 << seat, seat, verb, target, choice.role)))
            if target and not group:
                ability = game.plan.abilities[verb, game.state.roles[seat]]
                _record(game, ability, seat, target, choice.role)
            elif target:
                ballots[seat] = target
    if group and ballots:
        _act_together(game, group, ballots)


def _act_together(game: Game, group: Group, ballots: dict[int, int]) -> None:
    """The leader's word, else the most named (a tie names nobody); the first who named the victim goes."""
    scene = Scene(game.state)
    if group.together.holds(scene):
        free = group.asked.mask(scene) & game.state.alive & ~game.state.tonight.held
        if free:
            goes = next(iter(bits(free)))
            _record(game, group.ability, goes, _most_named(ballots, ballots.get(goes, 0)))
        return
    leaders = group.leads.mask(Scene(game.state)) if group.leads is not None else 0
    seat = next((seat for seat in ballots if has(leaders, seat)), 0) or _first_of_most(ballots)
    if seat:
        _record(game, group.ability, seat, ballots[seat])


def _most_named(ballots: dict[int, int], own: int) -> int:
    """Return who is named most; of several named as often `own` if it is one of them, else the first in seat order."""
    named = list(ballots.values())
    most = max(map(named.count, named))
    tied = sorted(target for target in {*named} if named.count(target) == most)
    return own if own in tied else tied[0]


def _first_of_most(ballots: dict[int, int]) -> int:
    """The first who named the most named; 0 if two are named as often."""
    named = list(ballots.values())
    most = max(map(named.count, named))
    ahead = [seat for seat, target in ballots.items() if named.count(target) == most]
    return ahead[0] if len(ahead) == most else 0


def _record(game: Game, ability: Ability, seat: int, target: int, role: str = "") -> None:
    state, key = game.state, (ability.verb, owner(game, ability.verb, seat))
    state.used[key] = state.used.get(key, 0) + 1
    state.last[key] = (state.night, target)
    state.tonight.acts.append(Act(ability.verb, seat, target, ability.does, not ability.astral, ability.rule, role))
