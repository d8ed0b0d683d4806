"""Summaries of old days within a token budget: the moderator's messages, the claims, and the seat's own notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from duskfall.core.facts import Fact, PhaseBegan, Refused, Said, Skipped, SkipVoted, TalkEnded, Voted
from duskfall.core.view import View
from duskfall.players.llm.prompts.pages import template
from duskfall.players.llm.prompts.second import yours
from duskfall.players.llm.prompts.told import AT_THE_DEAL, claims, plain
from duskfall.players.llm.quote import MARK, neutral, quoted
from duskfall.study.phases import phases
from duskfall.study.sight import HIDDEN
from duskfall.study.weights import weights_in_turn
from duskfall.tell.facts.sentences.voted import ALIKE, Weights
from duskfall.tell.names import name

SMALL_TALK = (Skipped, SkipVoted, TalkEnded, Refused, PhaseBegan)
NOTE = 400  # maximum characters of a note
LEFT_OUT = "Earlier days are left out."


class Note(NamedTuple):
    """A seat's private note, with its day or night."""

    when: str
    text: str


def estimate(text: str) -> int:
    """Estimate the tokens of a text: one for every 3.5 ASCII characters and for every 5 bytes of other characters."""
    plainly = len(text.encode("ascii", "ignore"))
    others = len(text.encode("utf-8", "replace")) - plainly
    return int(plainly / 3.5 + others / 5) + 1


def summary(facts: Sequence[Fact], notes: Sequence[Note], seen: View, names: Sequence[str], tokens: int) -> str:
    """Return a summary of events and the latest notes in about `tokens` tokens; the oldest are left out first."""
    days = list(_days(facts, seen.seat or 0, names))
    kept = _latest(days, tokens * 2 // 3)
    page = template("fold").substitute(
        living=", ".join(name(seat, names) for seat in seen.living),
        dead=", ".join(_dead(seat, shown, names) for seat, shown in seen.dead.items()) or "nobody",
        days="\n\n".join([LEFT_OUT] * (len(kept) < len(days)) + kept),
    )
    lines = dict.fromkeys(quoted(f"{note.when}: {neutral(note.text)[:NOTE]}") for note in notes if note.text)
    written = _latest(list(lines), tokens // 3)[::-1]
    return "\n\n".join([page, template("notes").substitute(notes="\n".join(written))] if written else [page])


def _dead(seat: int, shown: str, names: Sequence[str]) -> str:
    return f"{name(seat, names)} ({shown})" if shown and shown != HIDDEN else name(seat, names)


def _latest(parts: Sequence[str], tokens: int) -> list[str]:
    """Return as many of the last parts as fit, in order."""
    kept: list[str] = []
    for part in reversed(parts):
        tokens -= estimate(part)
        if tokens < 0:
            break
        kept.insert(0, part)
    return kept


def _days(facts: Sequence[Fact], seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield the events of each night and day under its heading."""
    heavy = weights_in_turn(facts, seat)
    for phase in phases(facts):
        title = [plain(phase.facts[0], names)] if phase.before else []
        lines = list(_lines(phase.facts, seat, names, SMALL_TALK if phase.before else AT_THE_DEAL, heavy))
        if lines:
            yield "\n".join([*title, *lines])


def _lines(
    facts: Iterable[Fact], seat: int, names: Sequence[str], left_out: tuple[type[Fact], ...], heavy: Iterator[Weights]
) -> Iterator[str]:
    for talk, run in groupby(facts, key=lambda fact: isinstance(fact, Said)):
        if talk:
            yield from _claims(run, names)
        else:
            for fact in (fact for fact in run if not isinstance(fact, left_out)):
                weights = next(heavy) if isinstance(fact, Voted) else ALIKE
                yield yours(fact, seat, names) or plain(fact, names, weights)


def _claims(run: Iterable[Fact], names: Sequence[str]) -> Iterator[str]:
    """Yield one line per speaker with the claims made, without repeats.

    The line is a quote, since the words are the speaker's, in brackets, since names and wording are the moderator's.
    """
    said: dict[int, dict[str, None]] = {}
    for fact in run:
        if isinstance(fact, Said) and fact.claims:
            said.setdefault(fact.seat, {}).update(dict.fromkeys(claims(fact, names)))
    yield from (f"{MARK}[{name(seat, names)} {'; '.join(claimed)}]" for seat, claimed in said.items())
