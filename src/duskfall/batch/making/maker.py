"""What all translations share while one program is written: plan, names, needs, the source, and what is kept."""

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
from duskfall.batch.making.shown import show_row
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
    """A ruleset that the simulator has no form for."""


def _strikes(effects: tuple[Effect, ...]) -> bool:
    return any(isinstance(effect, Attack) and not effect.as_ for effect in effects)


def value_at(table: Table, expr: Expr) -> Value:
    """What an expression comes to at a table that depends on house rules and the number of seats alone."""
    return expr.value(Scene(State(("",) * table.seats, [], dict(table.flags), talk=False)))


@dataclass(frozen=True, slots=True)
class Here:
    """Where a rule is read: whose it is, who acted, on whom; as source, 0 for nobody."""

    me: Code = 0
    actor: Code = 0
    target: Code = 0


NOWHERE = Here()


class Maker:
    """One program in the making."""

    def __init__(
        self, table: Table, policy: Policy, *, general: bool, told: bool, resumable: bool, worlds: bool = False
    ) -> None:
        self.plan: Plan = table.plan
        self.policy = policy
        told, resumable = told or worlds, resumable or worlds
        self.table, self.general, self.told, self.resumable, self.worlds = table, general, told, resumable, worlds
        self.names: Names = names_of(table.plan)
        self.words = tuple(walk(table.plan.rules))  # every word of the ruleset: it is looked through many times
        self.needs = Needs(table.plan, None if general else table, told=told, reads=policy.reads)
        self.out, self.layout = Writer(), Layout()
        self.recipes: list[Recipe] = []
        self._constant: dict[object, int] = {}
        self._known: dict[tuple[str, str], str] = {}
        self.helpers: dict[str, str] = {}  # functions that the program calls, by name
        self.tonight: dict[str, bool] = {}  # what a night begins with empty, and whether it ends at daybreak
        self.labels = 0
        self.this_label = self.next_label = 0  # where the step that is being written begins, and where the next does
        self.phase = NIGHT  # of the step that is being written
        self.step = 0  # its number: the night's steps first
        acting = walk((self.plan.rules.roles, self.plan.rules.triggers))
        self.lost = frozenset(word.verb for word in acting if isinstance(word, Lose))  # acts that somebody can lose
        self.remembered = frozenset(word.verb for word in self.words if isinstance(word, LastNight))
        self.slots: tuple[Slot, ...] = slots_of(self.plan, self.needs)
        self.killers = self._killers()
        self.deadly = self._deadly()
        self.seats: Code = self.constant("seats", lambda table: table.seats)
        self.everyone: Code = self.constant("everyone", lambda table: (2 << table.seats) - 2)

    def _killers(self) -> tuple[str, ...]:
        """The acts, triggers and links by which somebody can die at night."""
        effects = self.plan.graph.effects
        names = [n for n in self.plan.triggers if n in self.needs.triggers and _strikes(self.plan.triggers[n][1].does)]
        names += [v for v in self.needs.acts if any(_strikes(a.does) for a in self.needs.abilities(v).values())]
        names += [slot.verb for slot in self.slots if slot.attack]
        names += [node for node, uses in effects.items() if any(isinstance(e, Link) for _, e in uses)]
        return tuple(name for name in self.names.acts if name in names)

    def _deadly(self) -> frozenset[str]:
        """Those of them of which it must be kept on whom they landed."""
        if self.told:
            return frozenset(self.killers)
        read = {verb for word in self.words if isinstance(word, Victims) for verb in word.verbs}
        return frozenset(read | {node for nodes in self.plan.traces.values() for node in nodes}) & {*self.killers}

    def waits(self, occasion: Occasion, name: str) -> bool:
        """Whether a trigger of the settlement waits for this to happen by an act of this name."""
        waiting = (self.plan.triggers[each][1] for each in self.needs.triggers)
        return any(t.on is occasion and (not t.verbs or name in t.verbs) for t in waiting)

    # -- names -----------------------------------------------------------------------------------------------------

    def ident(self, stem: str, name: str) -> str:
        """An identifier for a name of the ruleset; different names get different ones."""
        key = stem, name
        if key not in self._known:
            found = f"{stem}_{re.sub(r'[^0-9A-Za-z_]', '_', name)}"
            self._known[key] = f"{found}_{len(self._known)}" if found in self._known.values() else found
        return self._known[key]

    def number(self, stem: str, name: str = "") -> str:
        """A number that lasts."""
        return self.layout.number(self.ident(stem, name) if name else stem)

    def nightly(self, stem: str, name: str, *, till_day: bool = False) -> str:
        """A set that is empty when a night begins; `till_day`: it also is when the day does."""
        found = self.number(stem, name)
        self.tonight[found] = till_day
        return found

    def holders(self, role: str) -> Code:
        """Who holds a role."""
        return self.number("is", role) if role in self.needs.roles else 0

    def team(self, team: str) -> Code:
        """Who is of a team."""
        held = any(self.plan.roles[role].team == team for role in self.needs.roles)
        return self.number("team", team) if held else 0

    def by_seat(self, stem: str, name: str = "", *, zero: bool = False) -> str:
        """Where an array begins that has a place for each seat, and for nobody; `zero`: it is read before written."""
        size = 32 if self.general else self.table.seats + 1
        return self.layout.array(self.ident(stem, name) if name else stem, size, zero=zero)

    def owned(self, stem: str, verb: str, seat: Code) -> str:
        """A number for each holder of an act, or for its team as one."""
        abilities = self.needs.abilities(verb)
        if verb in self.plan.groups or (len(abilities) == 1 and self.needs.single(*abilities)):
            return self.number(stem, verb)
        return f"W[{self.by_seat(stem, verb, zero=True)} + {seat}]"

    # -- the flow --------------------------------------------------------------------------------------------------

    @property
    def in_pieces(self) -> bool:
        """Whether the program is long: then each place is a function of its own, and all numbers stand in W."""
        return self.told or self.resumable

    def in_turn(self, pieces: list[Callable[[], None]]) -> None:
        """A step that does these one after another; in a long program each at a place of its own."""
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
        """A new place at which the program can go on."""
        self.labels += 1
        return self.labels

    @contextmanager
    def at(self, label: int) -> Iterator[None]:
        """What is done at a place."""
        with self.out.block(f"if pc == {label}"):
            yield

    def go(self, label: int, *, back: bool = False) -> None:
        """Go on at a place further down, or further up."""
        self.out.line(f"pc = {label}")
        if back:
            self.out.line("continue")

    # -- constants -------------------------------------------------------------------------------------------------

    def constant(self, key: object, recipe: Recipe) -> Code:
        """A number that is known before the game: written out, or in general code a place in K."""
        if not self.general:
            return recipe(self.table)
        if key not in self._constant:
            self._constant[key] = len(self.recipes)
            self.recipes.append(recipe)
        return f"K[{self._constant[key]}]"

    # -- what happens ----------------------------------------------------------------------------------------------

    def tell(self, kind: Kind, to: Code, *parts: Code) -> None:
        """Put a row on the log."""
        if self.told:
            self.tell_row(self._row(kind, to, parts))

    def tell_row(self, row: str) -> None:
        """Put a row on the log, given as source."""
        self.out.line(f"{self.helper(show_row if self.worlds else log_row)}(L, {row})")

    def helper(self, function: Callable[..., object]) -> str:
        """A function that the program calls: its source goes into it."""
        self.helpers[function.__name__] = text_of(function)
        return function.__name__

    def tell_all(self, kind: Kind, *parts: Code) -> None:
        """Put a row on the log that everyone reads."""
        self.tell(kind, EVERYONE, *parts)

    def post(self, seat: Code, kind: Kind, to: Code, *parts: Code) -> None:
        """A row for this seat (0: for all) that waits for the dawn, if the seat still lives then."""
        if self.told:
            mail, count = self.mail(), self.number("mails")
            with self.out.when(f"({to}) & L[VIEWER] != 0" if self.worlds else True):
                at = f"{mail} + {count} * {ROW + 1}"
                self.out.line(f"{self.helper(post_row)}(W, {at}, {seat}, {self._row(kind, to, parts)})")
                self.out.line(f"{count} += 1")

    def mail(self) -> str:
        """Where the mail of a night begins: each seat may get a result of each act, and each notice."""
        seats = 32 if self.general else self.table.seats + 1
        of_one = len(self.slots) + len(self.names.notices) + 2
        if self.worlds:  # the viewer's alone; who is taught may be taught of everyone
            taught = any(isinstance(word, Teach) for word in self.words)
            return self.layout.array("mail", (of_one + taught * seats) * (ROW + 1))
        return self.layout.array("mail", seats * of_one * (ROW + 1))

    def _row(self, kind: Kind, to: Code, parts: tuple[Code, ...]) -> str:
        return ", ".join(map(str, (int(kind), to, *parts, *(0,) * (ROW - 2 - len(parts)))))

    def role_of(self, seat: Code) -> Code:
        """The number of a seat's role; kept where something is told."""
        return f"W[{self.by_seat('roles')} + {seat}]"

    # -- draws -----------------------------------------------------------------------------------------------------

    def draws(self, act: int, again: Code = 0) -> str:
        """A name for the draws of an act at this step of this phase; one for each seat follows from it."""
        place = f"((phase << 6 | {self.step}) << 7 | {act}) << 5 | {again}"
        return self.out.let("draws", f"mix(k0 ^ ({place}))")

    def drawn(self, draws: str, seat: Code, limit: Code) -> str:
        """The draw of a seat, from 0 to limit - 1."""
        return f"drawn({draws}, {seat}, k1, {limit})"


# Functions of the program itself: their source goes into it.


def log_row(L, kind, to, a, b, c, d):  # type: ignore[no-untyped-def]
    """A row joins the log; where that is full it is lost."""
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
    """A row joins the mail of the night."""
    W[at] = kind
    W[at + 1] = to
    W[at + 2] = a
    W[at + 3] = b
    W[at + 4] = c
    W[at + 5] = d
    W[at + 6] = seat
