"""What a page is to do in a hidden step: a real question, or one that looks like it and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from duskfall.core.ask import NOBODY
from duskfall.core.view import View
from duskfall.seat.form import claims
from duskfall.tell.text import capital, safe
from duskfall.tell.tongue import later, say, word
from duskfall.vocabulary.steps import Chat, Step
from duskfall.wire.forms import FormOption, SeatForm

WAIT = "wait"  # the verb of a stand-in
MEANWHILE = later("Meanwhile")
WONDERINGS = (
    later("Whom do you trust least tonight?"),
    later("Whom would you like to hear first tomorrow?"),
    later("Whom do you believe most?"),
    later("Who has said too little so far?"),
)
WRITE_DOWN = later("Write down what you make of it all. Nobody else reads it.")


@dataclass(slots=True)
class Stage:
    """The step in which the table is: when it may be left; of a hidden one, who has a task and who has done it."""

    number: int = 0  # of all steps of this game
    phase: int = 0  # the night or day that it belongs to, counted from the start of the game
    talks: bool = False  # whether it is a talk of some among themselves
    length: float = 0.0  # of a hidden step, whoever sits here
    ends: float = 0.0
    timed: bool = False  # whether it is kept: somebody is waited for, and others look on
    tasked: frozenset[int] = frozenset()
    done: set[int] = field(default_factory=set)

    @property
    def hidden(self) -> bool:
        """Whether only some know that it takes place."""
        return bool(self.length)

    @property
    def closed(self) -> bool:
        """Whether it lasts its length, so that nothing of it is to be seen from outside."""
        return self.timed and self.hidden


@dataclass(frozen=True, slots=True)
class StepAhead:
    """A step that the game has begun and the table has not: after how many facts, and how long it lasts if hidden."""

    number: int
    facts: int
    length: float
    step: Step
    phase: int = 0

    def stage(self, now: float, timed: bool, people: frozenset[int]) -> Stage:
        """The table enters it."""
        tasked = people if timed and self.length else frozenset()
        ends = now + self.length * timed
        return Stage(self.number, self.phase, isinstance(self.step, Chat), self.length, ends, timed, tasked)


def stand_in(stage: Stage, view: View) -> SeatForm:
    """A task for somebody who is asked nothing in this step."""
    names = [safe(name) for name in view.names]
    others = [seat for seat in view.living if seat != view.seat]
    options: list[FormOption] = [
        {"value": seat, "label": names[seat - 1], "seat": seat, "barred": ""} for seat in others
    ]
    options.append({"value": NOBODY, "label": capital(word(NOBODY, "word")), "seat": 0, "barred": ""})
    return {
        "seat": view.seat or 0,
        "verb": WAIT,
        "who": names[(view.seat or 1) - 1],
        "label": say(MEANWHILE),
        "kind": "speech" if stage.talks else "choice",
        "roles": [],
        "nominees": [],
        "addresses": [],
        "question": say(WRITE_DOWN if stage.talks else WONDERINGS[stage.number % len(WONDERINGS)]),
        "options": [] if stage.talks else options,
        "value": None,
        "barred": "",
        "claims": claims(view, names) if stage.talks else None,
        "number": stage.number,
    }
