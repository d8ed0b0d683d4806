"""One night or day that is to be ruled on, and how its acts are called."""

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

WORDS = {"act": "verb", "trigger": "cause", "vote": "cause"}  # of which kind of word a node's name is


@dataclass(frozen=True, slots=True)
class Matter:
    """A phase, by which rules and by whom it was played."""

    plan: Plan
    names: Names
    phase: Phase

    @property
    def flags(self) -> Mapping[str, Value]:
        """The house rules that hold: the defaults, the table's, and what was switched before this phase."""
        before = self.phase.before
        return {flag.name: flag.default for flag in self.plan.rules.flags} | dict(before.flags if before else {})

    @property
    def title(self) -> str:
        """Night 2, day 3."""
        return hour(*self.phase.place) if self.phase.place[0] else ""

    def name(self, seat: int) -> str:
        """Who sits there."""
        return name(seat, self.names)

    def role(self, seat: int) -> str:
        """The role that a seat held when this phase began."""
        return (self.phase.before or self.phase).roles.get(seat, "")

    def attacks(self) -> frozenset[str]:
        """What can kill."""
        return frozenset(self.plan.graph.deadly())

    def weights(self) -> Iterator[Mapping[int, float]]:
        """Return, for each vote of this phase in turn, what the ballots count that count otherwise than once."""
        history, phase = list[Phase](), self.phase.before
        while phase:
            history.append(phase)
            phase = phase.before
        before = [fact for each in reversed(history) for fact in each.facts]
        votes = sum(isinstance(fact, Voted) for fact in before)
        return islice(weights_in_turn([*before, *self.phase.facts], None), votes, None)

    # -- how things are called ---------------------------------------------------------------------------

    def label(self, node: str) -> str:
        """An act, mark, link, trigger or card, as people read it."""
        kind = self.kind(node)
        return word(node, WORDS.get(kind, kind))

    def kind(self, node: str) -> str:
        """What a name stands for: an act, mark, trigger, card ..."""
        return kinds(self.plan).get(node, "act")

    def act(self, verb: str, actor: int, on: int = 0) -> str:
        """An act and its owner: Ann's heal, the kill by the mafia; with `on`, of whom."""
        if verb == VOTE_OUT:
            return say("the vote against {name}", name=self.name(on))
        if verb not in self.plan.groups:
            return whose_deed(verb, actor, on, self.names)
        act, team = self.label(verb), word(self.plan.groups[verb].name, "team")
        if on:
            return say("the {act} of {target} by the {team}", act=act, target=self.name(on), team=team)
        return say("the {act} by the {team}", act=act, team=team)

    def overturner(self, fact: Overturned) -> str:
        """What overturned something: an act, a card, a mark, or the player's own role."""
        if self.kind(fact.by) == "card":
            return self.card(fact.by, fact.on)
        if fact.by_actor and fact.by in self.plan.groups:
            return self.act(fact.by, fact.by_actor)
        owner = 0 if fact.by in self.plan.triggers else fact.by_actor or fact.on
        return overturner(fact._replace(by_actor=owner), self.names)

    def card(self, card: str, holder: int) -> str:
        """Somebody's card."""
        return say("{name}'s {card} card", name=self.name(holder), card=word(card, "card"))


def matter(facts: Iterable[Fact], names: Names, rules: Ruleset, at: Place | None = None) -> Matter:
    """The last phase of these facts, or the one at this place, as something to be ruled on."""
    found = phases(facts)
    here = found[-1] if at is None else next((each for each in reversed(found) if each.place == at), found[0])
    return Matter(compile_plan(rules), names, here)
