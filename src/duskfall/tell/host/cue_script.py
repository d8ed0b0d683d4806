"""A script of night cues under construction: who is called, asked, shown something, and sent to sleep."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.study.callers import Caller
from duskfall.tell.host import cue_words
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word


class Cue(NamedTuple):
    """One tap of the host: what is said, what is recorded or shown meanwhile, and which timer it takes."""

    kind: str  # dusk, act, sign, confer, round, dawn; in a set-up night also hold and enter
    say: tuple[str, ...]  # sentences to read aloud, in the current language
    pause: str = ""  # the timer that it takes: act, sign, confer
    step: int = -1  # index of the step of the night that it belongs to, if any
    verb: str = ""  # the action that is recorded or shown here
    role: str = ""  # the role that is called, or
    group: str = ""  # the team that is called; in a set-up night also beside a role
    next: str = ""  # a short label of the next cue
    shows: str = ""  # the action whose result is shown silently at this cue
    times: int = 1  # how many players are called one after another; the pause is multiplied by it


class CueScript:
    """A script of cues. Awake players are sent to sleep at the start of the next cue, so one tap per role is enough."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []
        self.awake: Caller | None = None
        self.closing: list[str] = []  # sentences that open the next cue

    def call(self, cue: Cue, caller: Caller, *sentences: str, wake: str = cue_words.WAKE) -> None:
        """Add a cue that says sentences to a role or team, and wakes it first unless it is awake."""
        said = self._close() + ([] if caller == self.awake else self._asleep())
        if caller.apart:
            said.append(cue_words.to(caller, cue_words.APART))
        elif caller != self.awake:
            said.append(cue_words.to(caller, wake))
        self.awake = None if caller.apart else caller
        role, times = cue.role or caller.role, caller.times if caller.apart else 1
        self.cues.append(cue._replace(say=(*said, *sentences), role=role, group=caller.group, times=times))

    def tell(self, cue: Cue, *sentences: str) -> None:
        """Add a cue that says sentences to the whole table."""
        self.cues.append(cue._replace(say=(*self._close(), *self._asleep(), *sentences)))

    def _close(self) -> list[str]:
        closing, self.closing = self.closing, []
        return closing

    def _asleep(self) -> list[str]:
        gone, self.awake = self.awake, None
        return [cue_words.to(gone, cue_words.SLEEP)] if gone else []

    def done(self) -> tuple[Cue, ...]:
        """Return the cues, each with the label of the next one."""
        after = [*map(label, self.cues[1:]), ""]
        return tuple(cue._replace(next=text) for cue, text in zip(self.cues, after, strict=True))


def label(cue: Cue) -> str:
    """Return a short label for a cue."""
    who = cue_words.who(Caller(cue.role, cue.group))
    match cue.kind:
        case "act":
            return capital(say("{who}: {act}", who=who, act=word(cue.verb, "verb")))
        case "sign":
            return capital(say("{who}: the answer", who=who))
        case "confer":
            return capital(say("{who}: silent talk", who=who))
        case "round":
            return say("A round of the table")
        case "dusk":
            return say("Night")
        case "dawn":
            return say("Morning")
        case _:
            return capital(who)
