"""Random pieces of rules: sets of seats, conditions, numbers, picks, effects; all from one seeded source."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from duskfall.vocabulary import (
    ACTOR,
    ALWAYS,
    DAY,
    DEAD_TONIGHT,
    EVERYONE,
    LIVING,
    NEVER,
    NIGHT,
    REMOVED,
    SEATS,
    SELF,
    SURVIVORS,
    TARGET,
    VOTED_OUT,
    Actors,
    Assigned,
    Attack,
    Bar,
    Become,
    Block,
    Clamp,
    Const,
    Count,
    Cowin,
    Effect,
    Expr,
    FirstOf,
    FlagIs,
    Guard,
    Holders,
    IfElse,
    LastNight,
    Link,
    Lose,
    Mark,
    Marked,
    Moment,
    Named,
    Pick,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Rounded,
    Says,
    Show,
    Some,
    Teach,
    Team,
    Tell,
    Tier,
    Until,
    Victims,
    Visited,
    Visitors,
    Who,
)

TEAMS = ("good", "evil", "odd")
NOTICES = ("psst", "hark", "alas")
REASONS = ("mate", "again", "self")
SHOWN = ("a stranger", "nothing")
READ = ("BAD", "FINE", "STRANGE")
SWITCH, COUNTED, WORDED = "switch", "counted", "worded"  # house rules: a yes or no, a number, a word
VALUES = ("left", "right", "middle")
UNTIL = {"dewy": Until.DAWN, "dusky": Until.NEXT_DUSK, "legible": Until.READ, "branded": Until.FOREVER}
STAR, LINK = "star", "tied-to"  # the mark of a Reveal, and the one link


@dataclass
class Pieces:
    """What there is to speak of by now, and a source of random choices."""

    random: Random
    roles: tuple[str, ...]
    verbs: list[str] = field(default_factory=list)
    deals: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)

    def chance(self, percent: int) -> bool:
        """Whether it comes to pass."""
        return self.random.randrange(100) < percent

    def some_roles(self) -> tuple[str, ...]:
        """One to three roles."""
        return tuple(self.random.sample(self.roles, self.random.randint(1, min(3, len(self.roles)))))

    # -- sets of seats -----------------------------------------------------------------------------------

    def who(self, depth: int = 2, *, me: bool = False, acted: bool = False) -> Who:
        """A set of seats; with `me` somebody owns the rule, with `acted` there are an actor and a target."""
        if depth and self.chance(40):
            a, b = self.who(depth - 1, me=me, acted=acted), self.who(depth - 1, me=me, acted=acted)
            return self.random.choice((a | b, a & b, a - b))
        known = [EVERYONE, LIVING, LIVING, SURVIVORS, DEAD_TONIGHT, VOTED_OUT, REMOVED, Team(self.random.choice(TEAMS))]
        known += [Team(self.random.choice(TEAMS)), Holders(self.some_roles()), Holders(self.some_roles())]
        known += [SELF] * 2 * me + [ACTOR, TARGET, TARGET] * acted
        if self.marks:
            known += [Marked(self.random.choice(self.marks))] * 2
        if self.deals and me:
            known += [Assigned(self.random.choice(self.deals))] * 2
        if self.verbs and depth:
            known += self._of_acts(depth, me, acted)
        if depth:
            known.append(FirstOf(tuple(self.who(depth - 1, me=me, acted=acted) for _ in range(2))))
        return self.random.choice(known)

    def _of_acts(self, depth: int, me: bool, acted: bool) -> list[Who]:
        verb, inner = self.random.choice(self.verbs), self.who(depth - 1, me=me, acted=acted)
        blocked = self.chance(50)
        found: list[Who] = [
            Named(verb, inner if self.chance(50) else None),
            Actors(verb, inner),
            Visitors(inner, blocked),
            Visited(inner, blocked),
            Victims(tuple(self.random.sample(self.verbs, min(2, len(self.verbs))))),
        ]
        return [*found, LastNight(verb)] if me else found

    # -- conditions and numbers --------------------------------------------------------------------------

    def number(self, depth: int = 2, *, me: bool = False, acted: bool = False) -> Expr:
        """A whole number."""
        if depth and self.chance(60):
            a = self.number(depth - 1, me=me, acted=acted)
            b = self.number(depth - 1, me=me, acted=acted)
            small = self.random.choice((2, 3, 4))
            return self.random.choice((
                a + b, a - b, a * b, a % small, Clamp(a, b, Const(small)),
                IfElse(self.holds(depth - 1, me=me, acted=acted), a, b),
            ))  # fmt: skip
        who = self.who(1, me=me, acted=acted)
        known = (Const(self.random.randint(0, 3)), SEATS, FlagIs(COUNTED), Rounded(SEATS / 3))
        return self.random.choice((Count(who), Count(who), NIGHT, DAY, *known, Rounded(Count(who) / 2)))

    def fraction(self, *, me: bool = False, acted: bool = False) -> Expr:
        """A number that is not always whole, of one thing that changes."""
        count, small = Count(self.who(1, me=me, acted=acted)), self.random.choice((2, 3, 4))
        return self.random.choice((
            count / small, count * 0.5, count / SEATS, (count + 1) / small % 2,
            Clamp(count / small, Const(0.5), Const(1.5)), IfElse(count > 1, Const(1.5), Const(1)),
            SEATS / 4, Const(1.5), FlagIs(COUNTED) / 2,
        ))  # fmt: skip

    def holds(self, depth: int = 2, *, me: bool = False, acted: bool = False) -> Expr:
        """A condition."""
        if depth and self.chance(40):
            a, b = self.holds(depth - 1, me=me, acted=acted), self.holds(depth - 1, me=me, acted=acted)
            return self.random.choice((a & b, a | b, ~a, IfElse(a, b, FlagIs(SWITCH))))
        who = self.who(2, me=me, acted=acted)
        a = self.number(depth and 1, me=me, acted=acted)
        b = self.number(0, me=me, acted=acted)
        fraction = self.fraction(me=me, acted=acted)
        return self.random.choice((
            ALWAYS, FlagIs(SWITCH), ~FlagIs(SWITCH), FlagIs(WORDED).eq(self.random.choice(VALUES)), Some(who),
            Some(who), ~Some(who), Count(who) > 1, a.eq(b), a >= b, a > b, a <= b, (NIGHT % 2).eq(1), DAY > 1,
            fraction > 1, fraction.eq(1.5), fraction <= 1,
        ))  # fmt: skip

    def maybe(self, percent: int, *, me: bool = False, acted: bool = False) -> Expr:
        """A condition now and then, mostly none."""
        return self.holds(2, me=me, acted=acted) if self.chance(percent) else ALWAYS

    def rarely(self, percent: int, *, me: bool = False, acted: bool = False) -> Expr:
        """Return a condition now and then, mostly one that never holds."""
        return self.holds(2, me=me, acted=acted) if self.chance(percent) else NEVER

    # -- what is chosen ----------------------------------------------------------------------------------

    def pick(self, *, of_group: bool = False, on_dying: bool = False) -> Pick:
        """What may be chosen."""
        among: Who = LIVING if self.chance(70) else self.who(1, me=True)
        bars = tuple(
            Bar(self.random.choice((SELF, self.who(2, me=True))), self.random.choice(REASONS), self.maybe(30, me=True))
            for _ in range(self.random.randrange(3))
        )
        plain = Pick(among, bars, decline=self.chance(70))
        if on_dying or self.chance(70):
            return plain
        if self.verbs and self.chance(40):
            return Pick(
                among, bars, self.chance(70), shown=self.who(2, me=True), shown_as=self.random.choice(self.verbs)
            )
        if self.chance(50) and not of_group:
            return Pick(among, bars, names_role=True)
        return Pick(FirstOf((self.who(1, me=True), LIVING)), confirm=True, unless_overturned=self.chance(50))

    # -- what is done ------------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """A mark; how long one stays goes with its name."""
        name = self.random.choice(list(UNTIL))
        return Mark(name, UNTIL[name], self.maybe(30, me=True, acted=True))

    def effect(self, *, act: bool, by_night: bool, role_named: bool = False) -> Effect:
        """Something that an act or a trigger does."""
        who = TARGET if self.chance(70) else self.who(2, me=True, acted=True)
        told = self.who(2, me=True, acted=True) if self.chance(70) else EVERYONE
        moment = self.random.choice((Moment.AT_ONCE, Moment.DAWN)) if by_night else Moment.AT_ONCE
        when = self.maybe(30, me=True, acted=True)
        anywhere: list[Effect] = [
            self.mark(),
            self.mark(),
            Teach(told, when),
            Reveal(STAR),
            Tell(told, self.random.choice(NOTICES), moment, self.chance(50)),
            Tell(told, self.random.choice(NOTICES), moment, True, self.who(1, me=True, acted=True)),
            Become(self.random.choice(self.roles)),
            Cowin(),
            Attack(self.random.choice(list(Tier)[1:]), who),
            Attack(self.random.choice(list(Tier)[1:]), who, unstoppable=self.rarely(40, me=True, acted=True)),
        ]
        if self.verbs:
            anywhere.append(Lose(self.random.choice(self.verbs)))
        if act:
            words = tuple(Says(self.who(1, me=True, acted=True), self.random.choice(READ)) for _ in range(2))
            reads = ReadSide((*words[self.random.randrange(3) :], Says(EVERYONE, READ[0])))
            anywhere += [reads, reads, ReadRole(), ReadSeats(self.who(2, me=True, acted=True))]
        if act and by_night:
            shown = "" if role_named else self.random.choice(SHOWN)
            anywhere += [Block(self.random.randint(1, 3))] * 2
            anywhere += [Guard(self.random.choice(list(Tier)[1:]))] * 2
            anywhere += [Link(LINK, when), Show(shown, when, self.chance(50))]
        return self.random.choice(anywhere)
