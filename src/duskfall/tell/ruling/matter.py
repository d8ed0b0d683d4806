"""A night or day to be ruled on, and the names of the things that happened in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from duskfall.core.facts import Fact, Overturned, Voted
from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.study.phases import Phase, Place, phases
from duskfall.study.weights import weights_in_turn
from duskfall.tell.names import Names, hour, name, overturner, whose_deed
from duskfall.tell.rules.overrides import kinds
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

WORDS = {"act": "verb", "trigger": "cause", "vote": "cause"}  # the translation context of each kind of node


@dataclass(frozen=True, slots=True)
class Matter:
    """A phase to be ruled on, with the plan of its ruleset and the players' names."""

    plan: Plan
    names: Names
    phase: Phase

    @property
    def flags(self) -> Mapping[str, Value]:
        """The house rules in force: the defaults, the table's own, and what was switched before this phase."""
        before = self.phase.before
        return {flag.name: flag.default for flag in self.plan.rules.flags} | dict(before.flags if before else {})

    @property
    def title(self) -> str:
        """The name of the phase ("Night 2"), empty for the deal."""
        return hour(*self.phase.place) if self.phase.place[0] else ""

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return name(seat, self.names)

    def role(self, seat: int) -> str:
        """Return the role that a seat held when this phase began."""
        return (self.phase.before or self.phase).roles.get(seat, "")

    def attacks(self) -> frozenset[str]:
        """Return the names of everything that can kill."""
        return frozenset(self.plan.graph.deadly())

    def weights(self) -> Iterator[Mapping[int, float]]:
        """Return an iterator with one mapping per vote of this phase: the weights of ballots that don't count one."""
        history, phase = list[Phase](), self.phase.before
        while phase:
            history.append(phase)
            phase = phase.before
        before = [fact for each in reversed(history) for fact in each.facts]
        votes = sum(isinstance(fact, Voted) for fact in before)
        return islice(weights_in_turn([*before, *self.phase.facts], None), votes, None)

    # -- names of things ---------------------------------------------------------------------------------

    def label(self, node: str) -> str:
        """Return an action, mark, link, trigger or card as people read it."""
        kind = self.kind(node)
        return word(node, WORDS.get(kind, kind))

    def kind(self, node: str) -> str:
        """Return what a name of the rules stands for: an act, mark, trigger, card …"""
        return kinds(self.plan).get(node, "act")

    def act(self, verb: str, actor: int, on: int = 0) -> str:
        """Return an action with its owner: "Ann's heal", "the kill by the mafia"; with `on`, also its target."""
        if verb == VOTE_OUT:
            return say("the vote against {name}", name=self.name(on))
        if verb not in self.plan.groups:
            return whose_deed(verb, actor, on, self.names)
        act, team = self.label(verb), word(self.plan.groups[verb].name, "team")
        if on:
            return say("the {act} of {target} by the {team}", act=act, target=self.name(on), team=team)
        return say("the {act} by the {team}", act=act, team=team)

    def overturner(self, fact: Overturned) -> str:
        """Return what overturned an action: another action, a card, a mark, or the player's own role."""
        if self.kind(fact.by) == "card":
            return self.card(fact.by, fact.on)
        if fact.by_actor and fact.by in self.plan.groups:
            return self.act(fact.by, fact.by_actor)
        owner = 0 if fact.by in self.plan.triggers else fact.by_actor or fact.on
        return overturner(fact._replace(by_actor=owner), self.names)

    def card(self, card: str, holder: int) -> str:
        """Return a card with its holder."""
        return say("{name}'s {card} card", name=self.name(holder), card=word(card, "card"))


def matter(facts: Iterable[Fact], names: Names, rules: Ruleset, at: Place | None = None) -> Matter:
    """Return the phase at a place, or the last one, to be ruled on; the deal if there is no phase at that place."""
    found = phases(facts)
    here = found[-1] if at is None else next((each for each in reversed(found) if each.place == at), found[0])
    return Matter(compile_plan(rules), names, here)
