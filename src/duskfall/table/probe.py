"""The probe: after every public speech each living model is asked for whom it would vote now; nobody is told.

What a speech changed in these answers is its swing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from duskfall.core.ask import NOBODY
from duskfall.core.facts import EVERYONE, Fact, PhaseBegan, Said
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.core.view import View
from duskfall.players.base import Pending
from duskfall.table.eyes import Eyes
from duskfall.table.run import Follower


@runtime_checkable
class Probed(Protocol):
    """A player that can be asked aside."""

    def probe(self, number: int, view: View) -> Pending:
        """For whom it would vote now."""
        ...


@dataclass(frozen=True, slots=True)
class Leaning:
    """For whom a seat would vote after so many facts; None: it did not say."""

    after: int
    seat: int
    vote: int | str | None

    def as_data(self) -> dict[str, Any]:
        """For a line of the sidecar."""
        return {"probe": [self.after, self.seat, self.vote]}


Keep = Callable[[Leaning], None]


class Aside(NamedTuple):
    """A question aside that is out, and whom one may name in answer to it."""

    after: int
    seat: int
    others: tuple[int, ...]
    pending: Pending


def leanings(notes: Iterable[Mapping[str, Any]]) -> list[Leaning]:
    """What the lines of a sidecar hold of them."""
    return [Leaning(*note["probe"]) for note in notes if len(note.get("probe", ())) == 3]


class Prober:
    """Follows a game and asks; the answers come in while the game goes on, and are all there when it is over."""

    def __init__(
        self,
        players: Mapping[int, Probed],
        listener: Follower,
        keep: Callable[[Leaning], None],
        past: Iterable[Leaning],
    ) -> None:
        """Every answer is given to `keep`; `past` are those that were found before a game was resumed."""
        self.players, self.listener, self.keep = players, listener, keep
        self.hear = getattr(listener, "hear", None)
        self.asked = max((each.after for each in past), default=0)  # how many facts the last question came after
        self.out: list[Aside] = []
        self.eyes = Eyes()

    def __call__(self, game: Game) -> None:
        """Ask when somebody has spoken to all, and before the first word of a day."""
        self.listener(game)
        if due(game, self.asked):
            self._ask(game)
        self.asked = len(game.facts)
        self._collect(wait=bool(game.over))

    def _ask(self, game: Game) -> None:
        for seat, player in self.players.items():
            view = self.eyes.of(seat, game)
            if seat in view.living:
                others = tuple(other for other in view.living if other != seat)
                self.out.append(Aside(len(game.facts), seat, others, player.probe(len(game.facts), view)))

    def _collect(self, wait: bool) -> None:
        """Put down, in the order in which they were asked, the answers that are there."""
        while self.out and (wait or self.out[0].pending.done()):
            after, seat, others, pending = self.out.pop(0)
            answer = pending.result()
            target = answer.get("target") if isinstance(answer, dict) else answer
            vote = target if isinstance(target, int | str) else None
            self.keep(Leaning(after, seat, vote if vote in (*others, NOBODY) else None))


def due(game: Game, asked: int) -> bool:
    """Whether it is time to ask, if the last time was after so many facts."""
    new = game.facts[asked:]
    if not new or game.over:
        return False
    spoken = any(isinstance(fact, Said) and fact.to == EVERYONE for fact in new)
    return spoken or (_begun(new) and any(ask.verb == SAY for ask in game.asks))


def _begun(facts: Sequence[Fact]) -> bool:
    return any(isinstance(fact, PhaseBegan) and fact.phase == "day" for fact in facts)


# -- swings ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sway:
    """What one speech changed: of so many who were asked before and after it, who now leans to whom."""

    after: int  # facts, the speech among them
    speaker: int
    asked: int
    moved: tuple[tuple[int, int | str, int | str], ...]  # seat, from, to


def swings(found: Iterable[Leaning], facts: Sequence[Fact]) -> Iterator[Sway]:
    """The swing of every speech; who did not say has not moved."""
    rounds: dict[int, dict[int, int | str]] = {}
    for each in found:
        if each.vote is not None:
            rounds.setdefault(each.after, {})[each.seat] = each.vote
    leans: dict[int, int | str] = {}
    last = 0
    for after, now in sorted(rounds.items()):
        said = [fact for fact in facts[last:after] if isinstance(fact, Said) and fact.to == EVERYONE]
        both = {seat: (leans[seat], vote) for seat, vote in now.items() if seat in leans}
        if said:
            moved = tuple((seat, old, new) for seat, (old, new) in both.items() if old != new)
            yield Sway(after, said[-1].seat, len(both), moved)
        leans |= now
        last = after
