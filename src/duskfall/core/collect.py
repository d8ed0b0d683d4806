"""Choices at night and the Mayor's by day: who is asked, what they may name, what becomes of the answers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY, Ask, Choice
from duskfall.core.facts import Chose, Overturned, Refused, Silent, Told, Void
from duskfall.core.overturn import overturner
from duskfall.core.state import Act
from duskfall.core.who import Scene, bits
from duskfall.core.words import Ability, Collect, Group

if TYPE_CHECKING:
    from duskfall.core.game import Game


def run(game: Game, step: Collect) -> bool:
    """Ask all holders of these acts at once; when all have answered, take the answers in order."""
    if game.state.at is None:
        game.state.at = True
        for verb in step.verbs:
            _ask(game, verb)
        return not game.state.open
    for verb in step.verbs:
        _take(game, verb)
    return True


def _holders(game: Game, verb: str) -> list[tuple[int, Ability]]:
    """Who is asked for this act now: its living holders who are not held back."""
    state, group = game.state, game.plan.groups.get(verb)
    awake = state.alive & ~state.tonight.held
    if group:
        return [(seat, group.ability) for seat in bits(group.asked.mask(Scene(state)) & awake)]
    found = []
    for seat in bits(awake):
        ability = game.plan.abilities.get((verb, state.roles[seat]))
        if ability:
            found.append((seat, ability))
    return found


def _ask(game: Game, verb: str) -> None:
    state = game.state
    for seat, ability in _holders(game, verb):
        scene, pick = Scene(state, seat), ability.pick
        if not ability.when.holds(scene):
            continue
        among = pick.among.mask(scene)
        if pick.confirm and not among or _settled_already(game, ability, seat, among):
            continue
        if pick.shown is not None:
            shown = tuple(bits(pick.shown.mask(scene)))
            game.emit(Told(1 << seat, seat, pick.shown_as, 0, seats=shown))
        seats = tuple(s for s in bits(among & state.public) if not barred(game, ability, seat, s))
        words = (NOBODY,) if pick.decline else ()
        roles = tuple(game.plan.roles) if pick.names_role else ()
        game.ask(seat, verb, seats=seats, words=words, roles=roles, confirm=pick.confirm)


def _settled_already(game: Game, ability: Ability, seat: int, among: int) -> bool:
    """What a trigger has overturned beforehand is not asked for (TA-15)."""
    for target in bits(among) if ability.pick.confirm else ():
        found = overturner(game, ability.verb, Scene(game.state, seat, seat, target))
        if found and found[0].by in game.plan.triggers:
            edge, actor = found
            game.emit(Overturned(1 << seat, ability.verb, seat, target, edge.by, actor, edge.rule))
            return True
    return False


def barred(game: Game, ability: Ability, seat: int, target: int) -> str:
    """Why a seat may not name this target; empty if it may."""
    state, verb, bit = game.state, ability.verb, 1 << target
    scene = Scene(state, seat, seat, target)
    if not state.public & bit:
        return "dead"
    if (verb, seat) in state.lost:
        return "right-lost"
    if ability.uses and state.used.get((verb, seat), 0) >= ability.uses:
        return "none-left"
    if ability.not_after and any(a.verb == ability.not_after and a.actor == seat for a in state.tonight.acts):
        return "acted-already"
    for bar in ability.pick.bars:
        if bar.who.mask(scene) & bit and bar.when.holds(scene):
            return bar.reason
    return "" if ability.pick.among.mask(scene) & bit else "not-an-option"


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
        seat = ask.seat
        to = team | 1 << seat
        for reason in game.refusals_of(ask):
            game.emit(Refused(1 << seat, seat, verb, reason))
        if choice.silent:
            game.emit(Silent(1 << seat, seat, verb))
        elif choice.void:
            game.emit(Void(1 << seat, seat, verb, choice.target, choice.void, group.name if group else ""))
        else:
            game.emit(Chose(to, seat, verb, choice.target, choice.role))
            if choice.target and not group:
                _act(game, ask, choice)
            elif choice.target:
                ballots[seat] = choice.target
    if group and ballots:
        _act_together(game, group, ballots)


def _act(game: Game, ask: Ask, choice: Choice) -> None:
    ability = game.plan.abilities[ask.verb, game.state.roles[ask.seat]]
    _record(game, ability, ask.seat, choice.target, choice.role)


def _act_together(game: Game, group: Group, ballots: dict[int, int]) -> None:
    """The leader's word, else the most named (a tie names nobody); the first who named the victim goes."""
    leaders = group.leads.mask(Scene(game.state)) if group.leads else 0
    for seat in bits(leaders):
        if seat in ballots:
            _record(game, group.ability, seat, ballots[seat])
            return
    ranked = Counter(ballots.values()).most_common()
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return
    victim = ranked[0][0]
    _record(game, group.ability, next(seat for seat, target in ballots.items() if target == victim), victim)


def _record(game: Game, ability: Ability, seat: int, target: int, role: str = "") -> None:
    state, key = game.state, (ability.verb, seat)
    state.used[key] = state.used.get(key, 0) + 1
    state.last[key] = (state.night, target)
    state.tonight.acts.append(
        Act(ability.verb, seat, target, ability.does, visits=ability.visits, rule=ability.rule, role=role)
    )
