"""Who is called by night: the roles of the deck with the acts they hold, what they may become, and teams as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from duskfall.core.play.state import State
from duskfall.vocabulary.cards import Ability, Occasion, Trigger
from duskfall.vocabulary.conditions import ALWAYS, Count, Day, Expr, Night, Seats, Some
from duskfall.vocabulary.effects import Become, Effect, Lose, Moment, ReadRole, ReadSeats, ReadSide, Teach, Tell
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.scene import Scene, Value
from duskfall.vocabulary.seats import Everyone, Holders, Team, Who
from duskfall.vocabulary.steps import Chat, Collect, Settle

OF_THE_GAME = Count | Some | Night | Day | Seats  # what a condition reads of a game beside its house rules
READINGS = ReadSide | ReadRole | ReadSeats


class Caller(NamedTuple):
    """A role or a team, and how many cards of it there are."""

    role: str = ""
    group: str = ""
    times: int = 1

    @property
    def apart(self) -> bool:
        """Whether there are several who must not see each other."""
        return bool(self.role) and self.times > 1


def reads(ability: Ability) -> bool:
    """Whether an act finds something out."""
    return any(isinstance(effect, READINGS) for effect in ability.does)


def sought(ability: Ability) -> str:
    """The role that an act is there to find; empty if there is none."""
    said = (each.who for effect in ability.does if isinstance(effect, ReadSide) for each in effect.says)
    return next((role for who in said if isinstance(who, Holders) for role in who.roles), "")


class Callers:
    """The cards that a night reckons with, of a deck that everybody may know."""

    def __init__(
        self,
        rules: Ruleset,
        deck: Sequence[str],
        flags: Mapping[str, object] | None = None,
        call_all: bool = False,
        changes: bool = True,
    ) -> None:
        self.rules = rules
        self.flags: dict[str, Value] = {flag.name: flag.default for flag in rules.flags}
        self.flags |= {name: value for name, value in (flags or {}).items() if isinstance(value, Value)}
        self.cards = Counter(deck)  # how many may come to hold each role, at most
        for old, new in self._changes() if changes else ():
            self.cards[new] += self.cards[old] if old != new else 0
        if call_all:
            self.cards = Counter({role.name: max(1, self.cards[role.name]) for role in rules.roles})
        self.mates = [self.roles(know.who) for know in rules.knows if know.who == know.of]

    def _changes(self) -> Iterator[tuple[str, str]]:
        """Which role may become which other."""
        for owners, trigger in self._triggers():
            for effect in trigger.does:
                if isinstance(effect, Become):
                    yield from ((owner, effect.role) for owner in owners)

    def _triggers(self) -> Iterator[tuple[tuple[str, ...], Trigger]]:
        """Every trigger, and the roles that it may be for."""
        for role in self.rules.roles:
            yield from (((role.name,), trigger) for trigger in role.triggers)
        for trigger in self.rules.triggers:
            yield self.roles(trigger.me) or tuple(role.name for role in self.rules.roles), trigger

    def roles(self, who: Who) -> tuple[str, ...]:
        """The roles that a set of seats names."""
        nodes = list(walk(who))
        named = {role for node in nodes if isinstance(node, Holders) for role in node.roles}
        teams = {node.team for node in nodes if isinstance(node, Team)}
        return tuple(role.name for role in self.rules.roles if role.name in named or role.team in teams)

    def dealt(self, roles: Sequence[str]) -> int:
        """How many cards of these roles there are."""
        return sum(self.cards[role] for role in roles)

    def one(self, role: str) -> Caller:
        """A role; several who know each other are called as one."""
        known = any(role in mates for mates in self.mates)
        return Caller(role, times=1 if known else self.cards[role])

    def team(self, roles: Sequence[str]) -> Caller:
        """Those who know each other as one: a team, or a role of it."""
        team = next(role.team for role in self.rules.roles if role.name in roles)
        whole = len(roles) > 1 or list(roles) == [role.name for role in self.rules.roles if role.team == team]
        return Caller(group=team, times=self.dealt(roles)) if whole else Caller(roles[0])

    # -- acts and talk -----------------------------------------------------------------------------------

    def of(self, verb: str) -> Iterator[tuple[Caller, Ability]]:
        """Who is called for an act: its team, or its roles in the order of the book."""
        for group in self.rules.groups:
            if group.ability.verb == verb:
                if count := self.dealt(self.roles(group.members)):
                    yield Caller(group=group.name, times=count), group.ability
                return
        for role in self.rules.roles:
            for ability in role.abilities:
                if ability.verb == verb and self.cards[role.name] and not self.ruled_out(ability.when):
                    yield self.one(role.name), ability

    def talking(self, step: Chat) -> Caller | None:
        """Who is called for private talk; nobody where there is but one card for it."""
        if step.pairs:
            return next((caller for caller, _ in self.of(step.pairs)), None)
        roles = self.roles(step.who)
        return self.team(roles) if self.dealt(roles) > 1 else None

    def acts(self) -> Iterator[tuple[Caller, Ability]]:
        """All acts of the night, in their order."""
        for step in self.rules.night:
            for verb in step.verbs if isinstance(step, Collect) else ():
                yield from self.of(verb)

    def may_decline(self) -> bool:
        """Whether any act of the night may be declined by naming nobody."""
        return any(ability.pick.decline and not ability.pick.confirm for _, ability in self.acts())

    # -- who holds what ----------------------------------------------------------------------------------

    def holding(self) -> Iterator[tuple[Caller | None, tuple[str, ...]]]:
        """All roles but the common one, as they wake: with those who know each other, or alone."""
        left = dict.fromkeys(role for role in self._woken() if self.cards[role] and role != self.rules.decks.rest)
        while left:
            first = next(iter(left))
            known = next((mates for mates in self.mates if first in mates), ())
            if self.dealt(known) > 1:
                yield self.team(known), tuple(role for role in left if role in known)
            else:
                known = (first,)
                yield None, known
            for role in known:
                left.pop(role, None)

    def _woken(self) -> Iterator[str]:
        """Roles in the order in which they wake; of a team, those with an act of their own first."""
        for caller, ability in self.acts():
            group = next((each for each in self.rules.groups if each.ability == ability), None)
            members = self.roles(group.members) if group else (caller.role,)
            yield from sorted(members, key=self._is_plain)
        yield from (role.name for role in self.rules.roles)

    def _is_plain(self, name: str) -> bool:
        role = next(role for role in self.rules.roles if role.name == name)
        return role.name == self.rules.decks.more or not (role.abilities or role.triggers or role.seen)

    def assigns(self) -> bool:
        """Whether the deal assigns something to a card of the deck."""
        return any(self.dealt(self.roles(deal.to)) for deal in self.rules.deals)

    # -- conditions and notices --------------------------------------------------------------------------

    def ruled_out(self, when: Expr) -> bool:
        """Whether house rules alone say that this does not hold."""
        if when is ALWAYS or any(isinstance(node, OF_THE_GAME) for node in walk(when)):
            return False
        return not when.holds(Scene(State((), [], self.flags, talk=False)))

    def told_at_dusk(self) -> bool:
        """Whether somebody may be told something as the night begins."""
        return any(
            trigger.on is Occasion.DUSK and self.dealt(owners) and any(map(_private, trigger.does))
            for owners, trigger in self._triggers()
        )

    def told_at_dawn(self) -> bool:
        """Whether somebody may be told something before the morning: results, notices, a new role."""
        steps = [step for step in self.rules.night if isinstance(step, Settle) and step.tells is Moment.DAWN]
        late = {verb for step in steps for verb in step.verbs}
        acts = [ability for _, ability in self.acts()]
        effects = [effect for act in acts for effect in act.does]
        for owners, trigger in self._triggers():
            if trigger.on is not Occasion.DUSK and self.dealt(owners):
                effects += trigger.does
        return any(act.verb in late and reads(act) for act in acts) or any(map(_by_dawn, effects))


def _private(effect: Effect) -> bool:
    to_all = isinstance(effect, Tell) and isinstance(effect.who, Everyone)
    return isinstance(effect, Become | Teach | Tell | Lose) and not to_all


def _by_dawn(effect: Effect) -> bool:
    at_once = isinstance(effect, Tell) and effect.moment is Moment.AT_ONCE
    return _private(effect) and not at_once
