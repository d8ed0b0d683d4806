"""Resolution of a night's actions in the plan's order. Everything overturned is recorded with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.ask import new
from duskfall.core.facts import MODERATOR, Overturned
from duskfall.core.night.blocks import blocked_seats
from duskfall.core.night.executors import BY_DAY, BY_NIGHT, Doing, Place, carry_out, land
from duskfall.core.night.overturn import overturner
from duskfall.core.play.deaths import bury
from duskfall.core.play.state import NIGHT, Act, Due
from duskfall.vocabulary.cards import Occasion, Trigger
from duskfall.vocabulary.effects import Block, Effect, Link, Moment, ReadSide, Until
from duskfall.vocabulary.masks import add, bits, has, without
from duskfall.vocabulary.ruleset import Overturns
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def settle(game: Game, verbs: tuple[str, ...], tells: Moment) -> None:
    """Resolve these actions."""
    Settlement(game, verbs, tells).run()


class Settlement:
    """One resolution: the actions resolved together, and the occasions that arise on the way."""

    def __init__(self, game: Game, verbs: tuple[str, ...], tells: Moment) -> None:
        self.game, self.plan, self.state, self.tonight = game, game.plan, game.state, game.state.tonight
        self.tells = tells
        self.executors = BY_NIGHT if self.state.phase == NIGHT else BY_DAY
        self.events: dict[Occasion, list[tuple[str, int, int]]] = {}  # (action, actor, target)
        self.acts: dict[str, list[Act]] = {}
        self.verbs = verbs
        for act in self.tonight.acts:
            if act.verb in verbs and not act.settled:
                act.settled = True
                self.acts.setdefault(act.verb, []).append(act)
                if self.plan.notes_names:
                    self._note(Occasion.NAMED, act.verb, act.actor, act.target)

    def run(self) -> None:
        """Fire the triggers that are due, resolve the actions if there are any, then carry out the deaths."""
        if self.state.due:
            self._wake_what_is_due()
        if self.acts or self.events or self.tonight.links:
            self._fold()
        bury(self.game)

    def _fold(self) -> None:
        """Apply blocks and rings first, then every node of the graph in the derived order."""
        if self.plan.turned:
            self._turn_away()
        self._block()
        self._break_rings()
        acts, links = self.acts, self.tonight.links
        for node, trigger, effects in self.plan.program:
            if trigger:
                if self.events and trigger.on in self.events:
                    self._fire(trigger)
                continue
            for verb, effect in effects:
                if verb in acts:
                    self._apply(verb, effect)
                if links and isinstance(effect, Link):
                    self._propagate(node)

    def _wake_what_is_due(self) -> None:
        for due in [due for due in self.state.due if due.night == self.state.night and due.trigger in self.verbs]:
            self.state.due.remove(due)
            trigger = self.plan.triggers[due.trigger][1]
            scene = Scene(self.state, due.me, due.actor, due.target)
            carry_out(Place.LATER, Doing(self.game, trigger.name, scene, trigger.rule, self._note), trigger.does)

    def _note(self, occasion: Occasion, verb: str, actor: int, target: int) -> None:
        self.events.setdefault(occasion, []).append((verb, actor, target))

    # -- what stops an act ---------------------------------------------------------------------------

    def _turn_away(self) -> None:
        """Cancel actions at protected targets: cautious actors stay home, other actions have no effect."""
        for verb in self.plan.turned:
            for act in self.acts.get(verb, ()):
                if act.blocked:
                    continue
                scene = Scene(self.state, act.actor, act.actor, act.target)
                stays = overturner(self.game, verb, scene, others=True) if verb in self.plan.cautious else None
                found = stays or (overturner(self.game, verb, scene) if self.plan.turned[verb] else None)
                if found:
                    act.does, act.blocked = (), stays is not None
                    self._overturn(verb, act, act.target, found[0].by, found[1], found[0].rule)
                    self._note(Occasion.FAILED, verb, act.actor, act.target)

    def _block(self) -> None:
        """Block the actions of blocked seats."""
        blocks = [
            (act, effect.priority)
            for verb in self.plan.blockers
            for act in self.acts.get(verb, ())
            for effect in act.does
            if isinstance(effect, Block)
        ]
        if not blocks:
            return
        blocked = blocked_seats(self.plan, Scene(self.state), blocks, self._overturn)
        for seat, by in blocked.items():
            self.tonight.held = add(self.tonight.held, seat)
            for act in self.tonight.acts:
                pending = not act.settled or act in self.acts.get(act.verb, ())
                if act.actor == seat and pending and (edge := self._stopping(by, act)):
                    act.blocked = True
                    self._overturn(act.verb, act, act.target, by.verb, by.actor, edge.rule)
                    self._note(Occasion.BLOCKED, act.verb, act.actor, act.target)

    def _stopping(self, by: Act, act: Act) -> Overturns | None:
        for edge in self.plan.stops.get(act.verb, ()):
            if edge.by == by.verb and edge.when.holds(Scene(self.state)):
                return edge
        return None

    def _break_rings(self) -> None:
        """Cancel guards that overturn each other in a declared ring, on the same player."""
        for ring in self.plan.guard_rings:
            if not ring.fails.holds(Scene(self.state)):
                continue
            rows = [self.acts.get(verb, ()) for verb in ring.of]
            for first in rows[0]:
                same = [act for row in rows for act in row if act.target == first.target and not act.blocked]
                if {act.verb for act in same} == set(ring.of):
                    for act, by in zip(same, (*same[1:], same[0]), strict=True):
                        act.does = ()
                        self._overturn(act.verb, act, act.target, by.verb, by.actor, ring.rule)

    def _overturn(self, what: str, act: Act | None, on: int, by: str, by_actor: int, rule: str) -> None:
        actor = act.actor if act else 0
        self.game.emit(Overturned(MODERATOR, what, actor, on, by, by_actor, rule))

    # -- what an act does ------------------------------------------------------------------------------

    def _apply(self, verb: str, effect: Effect) -> None:
        acts = [act for act in self.acts[verb] if not act.blocked and effect in act.does]
        execute = self.executors[type(effect)]
        for act in acts:
            scene = Scene(self.state, act.actor, act.actor, act.target)
            execute(new(Doing, (self.game, verb, scene, act.rule, self._note, act, self.tells)), effect)
        if isinstance(effect, ReadSide):
            self._end_what_was_read(verb, acts)

    def _propagate(self, name: str) -> None:
        """Spread death along links until nothing changes."""
        links = [link for link in self.tonight.links if link[0] == name]
        spreading = True
        while spreading:
            spreading = False
            for link in links:
                _, actor, target, rule = link
                dead = self.tonight.dead
                if not has(dead, actor) or has(dead, target) or link not in self.tonight.links:
                    continue
                self.tonight.links.remove(link)
                scene = Scene(self.state, actor, actor, target)
                found = overturner(self.game, name, scene)
                if found:
                    self.game.emit(Overturned(MODERATOR, name, actor, target, found[0].by, found[1], found[0].rule))
                else:
                    land(Doing(self.game, name, scene, rule, self._note), actor, target)
                    spreading = True

    def _end_what_was_read(self, verb: str, acts: list[Act]) -> None:
        """End marks that last until they are read, after all readings of the night (TA-12)."""
        for edge in self.plan.edges.get(verb, ()):
            for node in self.plan.graph.nodes(edge.by):
                if self.plan.until.get(node) is Until.READ:
                    for act in acts:
                        self.state.marks[node] = without(self.state.marks.get(node, 0), act.target)

    # -- what follows ------------------------------------------------------------------------------------

    def _fire(self, trigger: Trigger) -> None:
        role = self.plan.triggers[trigger.name][0]
        for verb, actor, target in tuple(self.events[trigger.on]):
            if trigger.verbs and verb not in trigger.verbs:
                continue
            owners = trigger.me.mask(Scene(self.state, 0, actor, target))
            if role:
                owners &= self.state.holding.get(role.name, 0)
            for me in bits(owners):
                scene = Scene(self.state, me, actor, target)
                if not trigger.when.holds(scene):
                    continue
                found = overturner(self.game, trigger.name, scene)
                if found:
                    edge, by = found
                    self.game.emit(Overturned(MODERATOR, trigger.name, me, target, edge.by, by, edge.rule))
                else:
                    self._set_off(trigger, scene)

    def _set_off(self, trigger: Trigger, scene: Scene) -> None:
        state, tonight = self.state, self.tonight
        if trigger.nights:
            state.due.append(Due(state.night + trigger.nights, trigger.name, scene.me, scene.actor, scene.target))
            return
        tonight.fired[trigger.name] = add(tonight.fired.get(trigger.name, 0), scene.me)
        carry_out(trigger.on, Doing(self.game, trigger.name, scene, trigger.rule, self._note), trigger.does)
