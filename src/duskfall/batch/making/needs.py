"""The roles, acts and triggers that a table can need. No other code is generated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from duskfall.batch.table import Table
from duskfall.core.plan.compile import Plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.vocabulary.cards import Ability, Occasion, Trigger
from duskfall.vocabulary.effects import (
    Become,
    Effect,
    Mark,
    ReadRole,
    ReadSeats,
    ReadSide,
    Show,
    Teach,
    Tell,
)
from duskfall.vocabulary.ruleset import Overturns, walk
from duskfall.vocabulary.seats import Actors, LastNight, Marked, Named, Visited, Visitors

ONLY_TELLS = (Tell, Teach, ReadSide, ReadRole, ReadSeats, Show)  # effects that only change what players know


class Needs:
    """The roles, cards, acts and triggers that a table can need."""

    def __init__(self, plan: Plan, table: Table | None, *, told: bool, reads: bool) -> None:
        self.plan, self.told, self.reads = plan, told, reads  # told: events are logged; reads: the policy uses readings
        dealt = Counter(table.deck) if table else None
        self.most = {role: dealt[role] if dealt is not None else 31 for role in plan.roles}  # holders at the deal
        self.turned_into = self._turned_into()
        self.roles = tuple(role for role in plan.roles if self.most[role] or role in self.turned_into)
        self.cards = tuple(card.name for card in plan.rules.cards if not table or dict(table.cards).get(card.name))
        self.idle = frozenset() if told or reads else self._idle()
        self.acts, self.triggers = self._needed()

    def _turned_into(self) -> frozenset[str]:
        """Return the roles that a player may change to during a game."""
        found: set[str] = set()
        while True:
            held = {role for role in self.most if self.most[role] or role in found}
            doing = [t.does for role, t in self.plan.triggers.values() if role is None or role.name in held]
            doing += [a.does for (_, role), a in self.plan.abilities.items() if role in held]
            doing += [group.ability.does for group in self.plan.rules.groups]
            more = {effect.role for does in doing for effect in does if isinstance(effect, Become)}
            if more <= found:
                return frozenset(found)
            found |= more

    def single(self, role: str) -> bool:
        """Return whether at most one player can ever hold this role."""
        return role not in self.turned_into and self.most[role] <= 1

    def abilities(self, verb: str) -> dict[str, Ability]:
        """Return the abilities with this act by role, for roles that can be held; a team's is under the empty role."""
        if verb in self.plan.groups:
            return {"": self.plan.groups[verb].ability}
        return {role: self.plan.abilities[verb, role] for role in self.roles if (verb, role) in self.plan.abilities}

    def holds(self, trigger: str) -> bool:
        """Return whether a player can own this trigger."""
        role = self.plan.triggers[trigger][0]
        return role is None or role.name in self.roles

    # -- what matters ----------------------------------------------------------------------------------------------

    def matters(self, effect: Effect) -> bool:
        """Return whether an effect can change anything that the program keeps.

        Without a log, what players know isn't kept; but the results of readings are, if the policy acts on them.
        """
        if self.told or (self.reads and isinstance(effect, ReadSide | ReadRole)):
            return True
        return not (isinstance(effect, ONLY_TELLS) or (isinstance(effect, Mark) and effect.name in self.idle))

    def _idle(self) -> frozenset[str]:
        """Return the marks that only change what is read and shown."""
        rules, graph = self.plan.rules, self.plan.graph
        used = {word.mark for word in walk(rules) if isinstance(word, Marked)}
        for edge in rules.overturns:
            effects = [effect for what in edge.what for node in graph.nodes(what) for _, effect in graph.effects[node]]
            if VOTE_OUT in edge.what or any(not isinstance(effect, ONLY_TELLS) for effect in effects):
                used.update(self.plan.traces[edge.by])
        return frozenset(self.plan.until) - used

    def _needed(self) -> tuple[frozenset[str], frozenset[str]]:
        plan, rules = self.plan, self.plan.rules
        verbs = {verb for verb in plan.graph.verbs if self.abilities(verb)}
        owned = {name for name in plan.triggers if self.holds(name)}
        if self.told:
            return frozenset(verbs), frozenset(owned)
        triggers = {name for name in owned if any(map(self.matters, plan.triggers[name][1].does))}
        triggers |= {edge.by for edge in rules.overturns if edge.by in owned}
        acts = {v for v in verbs if any(self.matters(e) for a in self.abilities(v).values() for e in a.does)}
        while True:
            read = list(walk(self._read(acts, triggers)))
            more = {word.verb for word in read if isinstance(word, Named | Actors | LastNight)} & verbs
            more |= {verb for name in triggers for verb in plan.triggers[name][1].verbs if verb in verbs}
            if any(isinstance(word, Visitors | Visited) for word in read):
                more |= {v for v in verbs if any(not a.astral for a in self.abilities(v).values())}
            if any(not t.verbs and t.on is Occasion.NAMED for t in (plan.triggers[name][1] for name in triggers)):
                more |= verbs
            more |= {a.not_after for v in acts for a in self.abilities(v).values() if a.not_after in verbs}
            if more <= acts:
                break
            acts |= more
        return frozenset(acts), frozenset(triggers)

    def _read(self, acts: Iterable[str], triggers: Iterable[str]) -> tuple[object, ...]:
        """Return all parts of the rules that look at the game: the flow, victory, and the needed acts and triggers."""
        rules = self.plan.rules
        abilities = [ability for verb in acts for ability in self.abilities(verb).values()]
        doing: list[object] = [part for a in abilities for part in (a.pick, a.when)]
        doing += [effect for a in abilities for effect in a.does if self.matters(effect)]
        for name in triggers:
            trigger: Trigger = self.plan.triggers[name][1]
            doing += [trigger.when, trigger.me, trigger.ask]
            doing += [effect for effect in trigger.does if self.matters(effect)]
        edges = tuple(edge.when for edge in rules.overturns)
        groups = tuple((group.members, group.asked, group.leads, group.together) for group in rules.groups)
        flow = tuple(step.when for step in (*rules.night, *rules.day))
        return (rules.wins, rules.weights, rules.titles, edges, groups, flow, rules.rings, tuple(doing))

    def edge(self, edge: Overturns) -> bool:
        """Return whether the overturning side of an edge can occur."""
        return edge.by not in self.plan.triggers or edge.by in self.triggers
