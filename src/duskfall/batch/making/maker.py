"""The code generator: what all translations share while one program is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from typing import TYPE_CHECKING

from duskfall.batch.making.layout import ROW, Layout
from duskfall.batch.making.needs import Needs
from duskfall.batch.making.shown import is_row, show_row
from duskfall.batch.making.slots import Slot, slots_of
from duskfall.batch.making.write import Code, Writer
from duskfall.batch.names import Names, names_of
from duskfall.batch.rows import Kind
from duskfall.batch.table import Table
from duskfall.core.facts import EVERYONE
from duskfall.core.plan.compile import Plan
from duskfall.core.play.state import State
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.effects import Attack, Effect, Link, Lose, Teach
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Scene, Value
from duskfall.vocabulary.seats import LastNight, Victims

if TYPE_CHECKING:
    from duskfall.batch.policies import Policy

NIGHT, DAY = "night", "day"


Recipe = Callable[[Table], int]
text_of = cache(getsource)  # the same few functions go into every program


class CannotCompile(ValueError):
    """A ruleset that the simulator can't translate."""


def _strikes(effects: tuple[Effect, ...]) -> bool:
    return any(isinstance(effect, Attack) and not effect.as_ for effect in effects)


def value_at(table: Table, expr: Expr) -> Value:
    """Evaluate, for a table, an expression that depends only on house rules and the number of seats."""
    return expr.value(Scene(State(("",) * table.seats, [], dict(table.flags), talk=False)))


@dataclass(frozen=True, slots=True)
class Here:
    """The players that a rule refers to: its owner, the actor and the target, as source; 0 for nobody."""

    me: Code = 0
    actor: Code = 0
    target: Code = 0


NOWHERE = Here()


class Maker:
    """The generator of one program: its source so far, names, constants, and memory layout."""

    def __init__(
        self, table: Table, policy: Policy, *, general: bool, told: bool, resumable: bool, worlds: bool = False
    ) -> None:
        self.plan: Plan = table.plan
        self.policy = policy
        told, resumable = told or worlds, resumable or worlds
        self.table, self.general, self.told, self.resumable, self.worlds = table, general, told, resumable, worlds
        self.names: Names = names_of(table.plan)
        self.words = tuple(walk(table.plan.rules))  # every node of the ruleset; they are searched many times
        self.needs = Needs(table.plan, None if general else table, told=told, reads=policy.reads)
        self.out, self.layout = Writer(), Layout()
        self.recipes: list[Recipe] = []
        self._constant: dict[object, int] = {}
        self._known: dict[tuple[str, str], str] = {}
        self.helpers: dict[str, str] = {}  # by name: the source of a function that the program calls
        self.tonight: dict[str, bool] = {}  # sets that are emptied at dusk, and whether at daybreak, too
        self.labels = 0
        self.this_label = self.next_label = 0  # where the current step begins, and where the next one does
        self.phase = NIGHT  # of the current step
        self.step = 0  # the current step's number; the night's steps come first
        acting = walk((self.plan.rules.roles, self.plan.rules.triggers))
        self.lost = frozenset(word.verb for word in acting if isinstance(word, Lose))  # acts that can be lost
        self.remembered = frozenset(word.verb for word in self.words if isinstance(word, LastNight))
        self.slots: tuple[Slot, ...] = slots_of(self.plan, self.needs)
        self.killers = self._killers()
        self.deadly = self._deadly()
        self.seats: Code = self.constant("seats", lambda table: table.seats)
        self.everyone: Code = self.constant("everyone", lambda table: (2 << table.seats) - 2)

    def _killers(self) -> tuple[str, ...]:
        """Return the acts, triggers and links by which a player can die at night."""
        effects = self.plan.graph.effects
        names = [n for n in self.plan.triggers if n in self.needs.triggers and _strikes(self.plan.triggers[n][1].does)]
        names += [v for v in self.needs.acts if any(_strikes(a.does) for a in self.needs.abilities(v).values())]
        names += [slot.verb for slot in self.slots if slot.attack]
        names += [node for node, uses in effects.items() if any(isinstance(e, Link) for _, e in uses)]
        return tuple(name for name in self.names.acts if name in names)

    def _deadly(self) -> frozenset[str]:
        """Return the killers whose victims must be remembered."""
        if self.told:
            return frozenset(self.killers)
        read = {verb for word in self.words if isinstance(word, Victims) for verb in word.verbs}
        return frozenset(read | {node for nodes in self.plan.traces.values() for node in nodes}) & {*self.killers}

    def waits(self, occasion: Occasion, name: str) -> bool:
        """Return whether a trigger reacts when this happens by an act with this name during a resolution."""
        waiting = (self.plan.triggers[each][1] for each in self.needs.triggers)
        return any(t.on is occasion and (not t.verbs or name in t.verbs) for t in waiting)

    # -- names -----------------------------------------------------------------------------------------------------

    def ident(self, stem: str, name: str) -> str:
        """Return an identifier for a name of the ruleset; different names get different identifiers."""
        key = stem, name
        if key not in self._known:
            found = f"{stem}_{re.sub(r'[^0-9A-Za-z_]', '_', name)}"
            self._known[key] = f"{found}_{len(self._known)}" if found in self._known.values() else found
        return self._known[key]

    def number(self, stem: str, name: str = "") -> str:
        """Declare a number that lasts, optionally one for a name of the ruleset; return its identifier."""
        return self.layout.number(self.ident(stem, name) if name else stem)

    def nightly(self, stem: str, name: str, *, till_day: bool = False) -> str:
        """Declare a set that is emptied at dusk, with `till_day` also at daybreak; return its name."""
        found = self.number(stem, name)
        self.tonight[found] = till_day
        return found

    def holders(self, role: str) -> Code:
        """Return the set of seats that hold a role; 0 if nobody can."""
        return self.number("is", role) if role in self.needs.roles else 0

    def team(self, team: str) -> Code:
        """Return the set of seats on a team; 0 if nobody can be."""
        held = any(self.plan.roles[role].team == team for role in self.needs.roles)
        return self.number("team", team) if held else 0

    def by_seat(self, stem: str, name: str = "", *, zero: bool = False) -> str:
        """Declare an array with an element for each seat and for nobody; return its first index.

        `zero`: it may be read before it's written.
        """
        size = 32 if self.general else self.table.seats + 1
        return self.layout.array(self.ident(stem, name) if name else stem, size, zero=zero)

    def owned(self, stem: str, verb: str, seat: Code) -> str:
        """Return the variable for a number that each holder of an act has, or a team as one."""
        abilities = self.needs.abilities(verb)
        if verb in self.plan.groups or (len(abilities) == 1 and self.needs.single(*abilities)):
            return self.number(stem, verb)
        return f"W[{self.by_seat(stem, verb, zero=True)} + {seat}]"

    # -- the flow --------------------------------------------------------------------------------------------------

    @property
    def in_pieces(self) -> bool:
        """Return whether the program is long: then the code at each label is a function, and all numbers are in W."""
        return self.told or self.resumable

    def in_turn(self, pieces: list[Callable[[], None]]) -> None:
        """Write code for a step that runs these pieces one after another; in a long program each gets its own label."""
        if not self.in_pieces:
            with self.at(self.this_label):
                for piece in pieces:
                    piece()
                self.go(self.next_label)
            return
        here = self.this_label
        for piece in pieces:
            before, there = len(self.out.lines), self.label()
            with self.at(here):
                piece()
                written = len(self.out.lines) > before + 1
                self.go(there)
            if written:
                here = there
            else:
                del self.out.lines[before:]
        with self.at(here):
            self.go(self.next_label)

    def label(self) -> int:
        """Return the number of a new label, at which the program can go on."""
        self.labels += 1
        return self.labels

    @contextmanager
    def at(self, label: int) -> Iterator[None]:
        """Write a block of code that runs at a label."""
        with self.out.block(f"if pc == {label}"):
            yield

    def go(self, label: int, *, back: bool = False) -> None:
        """Write a jump to a label further down, or with `back` further up."""
        self.out.line(f"pc = {label}")
        if back:
            self.out.line("continue")

    # -- constants -------------------------------------------------------------------------------------------------

    def constant(self, key: object, recipe: Recipe) -> Code:
        """Return a number that is known before the game: its value, or in general code its element of K."""
        if not self.general:
            return recipe(self.table)
        if key not in self._constant:
            self._constant[key] = len(self.recipes)
            self.recipes.append(recipe)
        return f"K[{self._constant[key]}]"

    # -- what happens ----------------------------------------------------------------------------------------------

    def tell(self, kind: Kind, to: Code, *parts: Code) -> None:
        """Write code that logs a row, if this program logs events."""
        if self.told:
            self.tell_row(self._row(kind, to, parts))

    def tell_row(self, row: str) -> None:
        """Write code that logs a row, given as source. In a world, the row is compared with what the viewer saw."""
        if self.worlds:
            self.helper(is_row)
        self.out.line(f"{self.helper(show_row if self.worlds else log_row)}(L, {row})")

    def helper(self, function: Callable[..., object]) -> str:
        """Add the source of a function to the program; return the function's name."""
        self.helpers[function.__name__] = text_of(function)
        return function.__name__

    def tell_all(self, kind: Kind, *parts: Code) -> None:
        """Write code that logs a row for everyone."""
        self.tell(kind, EVERYONE, *parts)

    def post(self, seat: Code, kind: Kind, to: Code, *parts: Code) -> None:
        """Write code that delivers a row at dawn, if this seat is alive then; seat 0 is everyone."""
        if self.told:
            mail, count = self.mail(), self.number("mails")
            with self.out.when(f"({to}) & L[VIEWER] != 0" if self.worlds else True):
                at = f"{mail} + {count} * {ROW + 1}"
                self.out.line(f"{self.helper(post_row)}(W, {at}, {seat}, {self._row(kind, to, parts)})")
                self.out.line(f"{count} += 1")

    def mail(self) -> str:
        """Declare the array of rows held back until dawn; return its first index.

        Each seat may get a result of each act, and each notice.
        """
        seats = 32 if self.general else self.table.seats + 1
        of_one = len(self.slots) + len(self.names.notices) + 2
        if self.worlds:  # only the viewer's; a player who is taught may learn every role
            taught = any(isinstance(word, Teach) for word in self.words)
            return self.layout.array("mail", (of_one + taught * seats) * (ROW + 1))
        return self.layout.array("mail", seats * of_one * (ROW + 1))

    def _row(self, kind: Kind, to: Code, parts: tuple[Code, ...]) -> str:
        return ", ".join(map(str, (int(kind), to, *parts, *(0,) * (ROW - 2 - len(parts)))))

    def role_of(self, seat: Code) -> Code:
        """Return the variable with the number of a seat's role; only programs that log events keep it."""
        return f"W[{self.by_seat('roles')} + {seat}]"

    # -- draws -----------------------------------------------------------------------------------------------------

    def draws(self, act: int, again: Code = 0) -> str:
        """Write the base of an act's draws at this step and phase; return its name. All seats' draws derive from it."""
        place = f"((phase << 6 | {self.step}) << 7 | {act}) << 5 | {again}"
        return self.out.let("draws", f"mix(k0 ^ ({place}))")

    def drawn(self, draws: str, seat: Code, limit: Code) -> str:
        """Return the source of a seat's draw, from 0 to limit - 1."""
        return f"drawn({draws}, {seat}, k1, {limit})"


# Functions of the program: their source is copied into it.


def log_row(L, kind, to, a, b, c, d):  # type: ignore[no-untyped-def]
    """Append a row to the log; it is lost if the log is full."""
    at = L[0]
    if at + 6 <= len(L):
        L[at] = kind
        L[at + 1] = to
        L[at + 2] = a
        L[at + 3] = b
        L[at + 4] = c
        L[at + 5] = d
        L[0] = at + 6


def post_row(W, at, seat, kind, to, a, b, c, d):  # type: ignore[no-untyped-def]
    """Store a row that is delivered at dawn."""
    W[at] = kind
    W[at + 1] = to
    W[at + 2] = a
    W[at + 3] = b
    W[at + 4] = c
    W[at + 5] = d
    W[at + 6] = seat
