"""Choices of actions, by night or by day: which seats are asked, what they may name, how answers become actions."""

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
    """Ask all holders of these actions at once, then process the answers in order; return whether the step is done."""
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
    """Yield each seat to be asked, with the ability in question: the living holders who are not held back."""
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
    """Return the seats whose answers count for a team's action."""
    return (group.members if group.together.holds(scene) else group.asked).mask(scene)


def ask_instead(game: Game, unanswered: list[str]) -> None:
    """Ask the seats that now speak for their teams, after a removed seat left these actions unanswered (G12).

    A yes-or-no question that has lost its only option is dropped (TA-15).
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
    if pick.confirm and not among & game.state.public:  # there is no such seat, or it was removed
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
    """Tell a seat if a trigger has already overturned its action, and return whether one has (TA-15).

    Such an action is not asked for.
    """
    for target in bits(among):
        found = overturner(game, ability.verb, Scene(game.state, seat, seat, target))
        if found and found[0].by in game.plan.triggers:
            edge, actor = found
            game.emit(Overturned(1 << seat, ability.verb, seat, target, edge.by, actor, edge.rule))
            return True
    return False


def options(game: Game, ability: Ability, scene: Scene, among: int) -> int:
    """Return the seats that the owner of the scene may name; none if the action cannot be used."""
    if _spent(game, ability, scene.me):
        return 0
    return allowed(ability.pick, scene, among) if ability.pick.bars else among & game.state.public


def allowed(pick: Pick, scene: Scene, among: int) -> int:
    """Return those of `among` who are publicly alive (G11) and not barred."""
    found = among & scene.state.public
    for bar in pick.bars:
        if bar.when is ALWAYS or bar.when.holds(scene):
            found &= ~bar.who.mask(scene)
    return found


def owner(game: Game, verb: str, seat: int) -> int:
    """Return the seat on which uses of an action are counted; 0 for an action of a team."""
    return 0 if verb in game.plan.groups else seat


def _spent(game: Game, ability: Ability, seat: int) -> str:
    """Return why a seat cannot use this action at all; empty if it can."""
    state, verb = game.state, ability.verb
    if (verb, seat) in state.lost:
        return "right-lost"
    if ability.uses and state.used.get((verb, owner(game, verb, seat)), 0) >= ability.uses:
        return "none-left"
    if ability.not_after and any(a.verb == ability.not_after and a.actor == seat for a in state.tonight.acts):
        return "acted-already"
    return ""


def barred(game: Game, ability: Ability, seat: int, target: int) -> str:
    """Return why a seat may not name a target that is none of its options."""
    if not has(game.state.public, target):
        return "dead"
    return _spent(game, ability, seat) or why_not(ability.pick, Scene(game.state, seat), target)


def why_not(pick: Pick, scene: Scene, target: int) -> str:
    """Return why a living player may not be named: the first bar that applies, else "not-an-option"."""
    barred = (bar.reason for bar in pick.bars if has(bar.who.mask(scene), target) and bar.when.holds(scene))
    return next(barred, "not-an-option")


def ability_of(game: Game, seat: int, verb: str) -> Ability | None:
    """Return the ability with this verb that a seat holds, itself or for its team; None if it has none."""
    group = game.plan.groups.get(verb)
    return group.ability if group else game.plan.abilities.get((verb, game.state.roles[seat]))


def _take(game: Game, verb: str) -> None:
    """Process the answers to one action in seat order; valid choices become actions of the night."""
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
    """Record a team's action: the leader's target, else the one named most; a tie names nobody.

    The leader, or the first seat that named the target, carries it out. Where `together` holds, the first living seat
    of `asked` does, and a tie is broken.
    """
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
    """Return the target named most; in a tie `own` if it is one of the tied, else the first in seat order."""
    named = list(ballots.values())
    most = max(map(named.count, named))
    tied = sorted(target for target in {*named} if named.count(target) == most)
    return own if own in tied else tied[0]


def _first_of_most(ballots: dict[int, int]) -> int:
    """Return the first seat that named the target named most; 0 in a tie."""
    named = list(ballots.values())
    most = max(map(named.count, named))
    ahead = [seat for seat, target in ballots.items() if named.count(target) == most]
    return ahead[0] if len(ahead) == most else 0


def _record(game: Game, ability: Ability, seat: int, target: int, role: str = "") -> None:
    state, key = game.state, (ability.verb, owner(game, ability.verb, seat))
    state.used[key] = state.used.get(key, 0) + 1
    state.last[key] = (state.night, target)
    state.tonight.acts.append(Act(ability.verb, seat, target, ability.does, not ability.astral, ability.rule, role))
