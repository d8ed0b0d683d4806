"""One discrete space of actions for a ruleset and a number of seats: what each stands for, and which a question allows.

0 is nobody, the blank, or to pass; 1 to n name a seat; n + 1 is all of the tied. Where some act of the ruleset names a
role with its target, all pairs of a seat and a role follow; with talk, all typed claims after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from duskfall.batch.names import Names
from duskfall.batch.rows import EVERY_ONE_OF_THEM
from duskfall.core.ask import Ask
from duskfall.core.facts import Claim
from duskfall.envs import fold
from duskfall.envs.claims import all_claims, in_words
from duskfall.envs.layout import Layout
from duskfall.envs.text import plain_functions

ALL = "all"  # the word for all of the tied, where the table decides on them
PASS = 0
SHOWN_MOST = 12  # legal actions that an error lists


class IllegalActionError(ValueError):
    """An action that the mask of its seat doesn't allow, given to an environment that is strict."""

    def __init__(self, agent: str, action: int, allowed: Sequence[int], where: str = "") -> None:
        some = ", ".join(map(str, allowed[:SHOWN_MOST])) + (", …" if len(allowed) > SHOWN_MOST else "")
        super().__init__(
            f"{agent}{where} takes action {action}, which its action_mask does not allow (allowed: {some}); "
            f"without strict=True it would be replaced by {allowed[0]}"
        )


def agents_of(layout: Layout) -> tuple[str, ...]:
    """What the seats are called."""
    return tuple(f"seat_{seat}" for seat in range(1, layout.seats + 1))


class Actions:
    """The actions of the seats at a table."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.plain = layout, plain_functions(fold)
        self.choices = layout.seats + 2 + layout.pairs * layout.seats * (len(layout.names.roles) - 1)
        self.count = self.choices + (len(self.claims[1]) if layout.talk else 0)

    @cached_property
    def claims(self) -> dict[int, tuple[Claim, ...]]:
        """By seat, what it can claim."""
        layout, players = self.layout, agents_of(self.layout)
        return {
            seat: tuple(all_claims(seat, layout.names, layout.readings, players)) for seat in range(1, layout.seats + 1)
        }

    def mask(self, ask: Ask | None) -> bytearray:
        """Which actions a question allows; to pass, where there is none."""
        mask = bytearray(self.count)
        if ask is not None and ask.speech:
            for action in (PASS, *ask.nominees, *range(self.choices, self.count)):
                mask[action] = 1
        else:
            options, named = options_of(ask) if ask else (0, 0)
            self.plain.allow(options, named, self.layout.numbers, mask)
        return mask

    def legal(self, ask: Ask, action: int) -> int:
        """Return the action if a question allows it, else the first one that it allows."""
        return int(self.plain.legal(action, self.mask(ask), self.count))

    def value(self, ask: Ask, action: int) -> object:
        """Return the answer that an action gives; an illegal action is replaced by the first legal one."""
        action = self.legal(ask, action)
        if ask.speech:
            return self._speech(ask, action)
        target, role = (of(action, self.layout.numbers) for of in (self.plain.target_of, self.plain.role_of))
        if target == EVERY_ONE_OF_THEM:
            return ALL
        if target == 0:
            return next((word for word in ask.words if word != ALL), None)
        return {"target": target, "as": self.layout.names.roles[role]} if role else target

    def _speech(self, ask: Ask, action: int) -> object:
        if action == PASS:
            return None
        if action < self.choices:
            return {"text": "", "nominate": action}
        claim = self.claims[ask.seat][action - self.choices]
        said = {"text": in_words(claim, agents_of(self.layout)), "claims": [claim._asdict()]}
        return said | {"to": _addressee(ask, claim)} if ask.addresses else said


def _addressee(ask: Ask, claim: Claim) -> int:
    """Return to whom a claim is put as a question: the player it is about, else the next one."""
    others = [seat for seat in ask.addresses if seat != ask.seat] or list(ask.addresses)
    if claim.seat in others:
        return claim.seat
    return next((seat for seat in others if seat > ask.seat), others[0])


def options_of(ask: Ask) -> tuple[int, int]:
    """What a question leaves open, as the simulator has it: the options, and whether a role is named with one."""
    options = sum(1 << seat for seat in ask.seats)
    for word in ask.words:
        options |= 1 << EVERY_ONE_OF_THEM if word == ALL else 1
    return options, int(bool(ask.roles))


def act_of(ask: Ask, names: Names) -> int:
    """The number of the act asked for; to speak has the one after all of them."""
    return len(names.acts) if ask.speech else names.acts.index(ask.verb)
