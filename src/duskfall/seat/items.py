"""What a seat has seen, piece by piece for a page: phases, speech, ballots, deaths, and lines for all the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from duskfall.core import facts
from duskfall.core.facts import EVERYONE, Fact
from duskfall.core.play.talk import LAST_WORDS
from duskfall.core.view import View
from duskfall.players.base import HUMAN
from duskfall.study.phases import NOWHERE, begun
from duskfall.study.sight import HIDDEN, by_votes, weight
from duskfall.study.weights import weights_in_turn
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.done import dead
from duskfall.tell.facts.sentences.said import claimed, passes
from duskfall.tell.facts.sentences.voted import times
from duskfall.tell.names import hour, seen_as
from duskfall.tell.text import capital, safe, shown
from duskfall.tell.tongue import say, word
from duskfall.wire.seat import AnyTold, DeathTold, LineTold, LineWeight, SpeechTold, VotesFor, VoteTold


def items(view: View) -> list[AnyTold]:
    """All of it, in order; the end is told by itself."""
    told = Told(view)
    told.grow()
    return told.items


class Told:
    """What a view has seen so far, in one language; it grows as the view does, and only its last item may change."""

    __slots__ = ("items", "read", "scene", "view")

    def __init__(self, view: View) -> None:
        self.view, self.read = view, 0
        self.items: list[AnyTold] = []
        self.scene = (0, 0)  # after how many facts and items the last scene began

    def grow(self) -> int:
        """Tell what the view has seen since; from which item on something is new."""
        facts = self.view.facts
        if self.read == len(facts):
            return len(self.items)
        start, first = self.scene
        if not self.read or not (run := _passed(facts[start])) or run != _passed(facts[self.read]):
            start, first = self.read, len(self.items)
        del self.items[first:]
        for together, told in scenes(self.view, start):
            self.scene = (start, len(self.items))
            start += len(together)
            self.items += told
        self.read = len(facts)
        return first


def heading(view: View) -> str:
    """Where in the game we are."""
    _, here = begun(view.facts)
    return say("The end") if view.over else hour(*here) if here != NOWHERE else say("The deal")


def scenes(view: View, since: int = 0) -> Iterator[tuple[list[Fact], list[AnyTold]]]:
    """Facts that are told together, and what is told of them: those who pass one after another share a line."""
    for passed, run in groupby(view.facts[since:], key=_passed):
        together = list(run)
        if passed:
            text = passes((fact.seat for fact in together if isinstance(fact, facts.Skipped)), view.names)
            yield together, [_line(safe(text), "slight", _private(together[0]))]
        else:
            yield from (([fact], list(_told(fact, view, _private(fact)))) for fact in together)


def _private(fact: Fact) -> bool:
    return fact.to != EVERYONE


def _line(text: str, weight: LineWeight, private: bool) -> LineTold:
    return {"private": private, "kind": "line", "text": text, "weight": weight}


def _passed(fact: Fact) -> tuple[int, str] | None:
    """What passes must share to be told together."""
    return (fact.to, fact.part) if isinstance(fact, facts.Skipped) else None


def _told(fact: Fact, view: View, private: bool) -> Iterator[AnyTold]:
    match fact:
        case facts.PhaseBegan():
            yield {"private": private, "kind": "phase", "text": hour(fact.phase, fact.number), "phase": fact.phase}
        case facts.Said():
            yield _said(fact, view, private)
        case facts.Voted():
            yield _voted(fact, view, private)
        case facts.Announced():
            yield {"private": private, "kind": "dawn", "text": say("The night is over."), "quiet": not fact.dead}
            yield from (_death(seat, role, view, private) for seat, role in fact.dead)
        case facts.HandedOver():
            text = "{name} plays." if fact.player == HUMAN else "A bot plays for {name} now."
            yield _line(say(text, name=_name(fact.seat, view)), "plain", private)
        case facts.Ended():
            return
        case _:
            yield _line(safe(sentence(fact, view.names)), weight(fact), private)


def _name(seat: int, view: View) -> str:
    return safe(view.names[seat - 1]) if seat else word("nobody", "word")


def _said(fact: facts.Said, view: View, private: bool) -> SpeechTold:
    return {
        "private": private,
        "kind": "said",
        "seat": fact.seat,
        "name": _name(fact.seat, view),
        "text": safe(fact.text),
        "to": _name(fact.addressed, view) if fact.addressed else "",
        "last": fact.part == LAST_WORDS,
        "claims": [safe(claimed(claim, fact.seat, view.names)) for claim in fact.claims],
        "you": fact.seat == view.seat,
    }


def _voted(fact: facts.Voted, view: View, private: bool) -> VoteTold:
    most = max((float(votes) for _, votes in fact.tally), default=0.0)
    weights = _weights(fact, view)
    rows: list[VotesFor] = [
        {
            "whom": _name(target, view) if isinstance(target, int) else word(target, "word"),
            "votes": shown(votes),
            "share": round(100 * float(votes) / most) if most else 0,
            "voters": [_name(seat, view) for seat, voted in fact.ballots if voted == target],
            "weights": [times(seat, weights) for seat, voted in fact.ballots if voted == target],
        }
        for target, votes in by_votes(fact)
    ]
    return {"private": private, "kind": "vote", "text": capital(word(fact.verb, "verb")), "rows": rows}


def _weights(vote: facts.Voted, view: View) -> Mapping[int, float]:
    """Return the weights of a vote's ballots as they were at that moment: titles may have moved since."""
    votes = (fact for fact in view.facts if isinstance(fact, facts.Voted))
    in_turn = zip(votes, weights_in_turn(view.facts, view.seat), strict=False)
    return next((weights for fact, weights in in_turn if fact is vote), {})


def _death(seat: int, role: str, view: View, private: bool) -> DeathTold:
    text = safe(dead((seat, HIDDEN), view.names))
    return {"private": private, "kind": "death", "text": text, "seat": seat, "role": seen_as(role)}
