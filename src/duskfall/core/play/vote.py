"""Votes: ballots, weights, majorities, ties (ladder, run-off, random draw), and sending out the players voted out."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY
from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    LotDrawn,
    NobodyOut,
    Overturned,
    Spared,
    Tied,
    Void,
    Voted,
)
from duskfall.core.log import MOST
from duskfall.core.night.overturn import overturner
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.deaths import send_away
from duskfall.core.play.talk import SAY, Queue, speakers
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.masks import bits, has, only, without
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot, Banish, LadderEnd, Tally, Tie

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

AGAIN, ALL = "again", "all"
HALF_OF_LIVING, HALF_OF_VOTES = Tally.HALF_OF_LIVING, Tally.HALF_OF_VOTES  # cached: enum lookups are slow
Votes = dict[int | str, float]


class Balloting:
    """The progress of a vote: the candidates, and whether the tied speak or all vote on sending out all of them."""

    __slots__ = ("candidates", "drawn", "queue", "table", "verb")

    def __init__(self, verb: str, candidates: list[int]) -> None:
        self.verb, self.candidates = verb, candidates
        self.queue: Queue | None = None
        self.table = False
        self.drawn = 0  # seat on which the tie-break draw fell

    def copy(self) -> Balloting:
        """Return an independent copy."""
        other = Balloting(self.verb, self.candidates)
        other.queue, other.table = self.queue.copy() if self.queue else None, self.table
        other.drawn = self.drawn
        return other


def weight(game: Game, seat: int) -> float:
    """Return the weight of this seat's ballot."""
    for title in game.plan.rules.titles:
        if game.state.titles.get(title.name) == seat:
            return title.weight.number(Scene(game.state, seat))
    for each in game.plan.rules.weights:
        if has(each.who.mask(Scene(game.state, seat)), seat):
            return each.votes.number(Scene(game.state, seat))
    return 1


def read_counts(game: Game, verb: str, value: object) -> tuple[Votes, float]:
    """Check votes counted by a host from raised hands; return them and how many votes were not cast.

    Raise `ValueError` if the counts are not possible.
    """
    state = game.state
    voters = [seat for seat, asked in state.open if asked == verb]
    if not voters or verb not in game.plan.votes:
        raise ValueError(f"no vote {verb!r} is open to be counted")
    if not isinstance(value, dict):
        raise ValueError("counts are given as votes by seat")
    asks = [state.open[seat, verb] for seat in voters]
    options: dict[str, int | str] = {str(seat): seat for ask in asks for seat in ask.seats}
    options |= {word: word for ask in asks for word in ask.words}
    votes: Votes = {}
    for key, number in value.items():
        if key not in options:
            raise ValueError(f"{key!r} is not up for the vote")
        if type(number) not in (int, float) or not 0 <= number < MOST:
            raise ValueError(f"{number!r} is not a number of votes")
        if number and options[key] != NOBODY:
            votes[options[key]] = _plain(number)
    cast, most = fsum(votes.values()), fsum(weight(game, seat) for seat in (*voters, *state.heard.get(verb, ())))
    if cast > most:
        raise ValueError(f"{cast:g} votes are counted, and only {most:g} can be cast")
    return votes, most - cast


def count(game: Game, verb: str, value: object) -> None:
    """Close a vote with counts; nobody knows who voted for whom (G12)."""
    state = game.state
    state.counted = read_counts(game, verb, value)
    state.heard.pop(verb, None)
    state.open = {key: ask for key, ask in state.open.items() if key[1] != verb}


def take_ballots(game: Game, verb: str, among: list[int], blank: str, last: int = 0, table: bool = False) -> Votes:
    """Open the sealed ballots and return the votes; a void ballot is an abstention or counts as `blank` (G13).

    With `last`, the last nominee, silence and void ballots count for that seat.
    """
    if game.state.counted is not None:
        return _take_counts(game, game.state.counted, verb, last or blank, table)
    there = only(among) & ~game.state.removed
    weighed = bool(game.plan.rules.titles or game.plan.rules.weights)
    votes: Votes = {}
    ballots: list[tuple[int, int | str]] = []
    for ask, choice in game.answers_to(verb):
        seat, named, void = ask.seat, choice.target, choice.void
        if game.state.refusals:
            game.emit_refusals(ask)
        if void:
            game.emit(Void(1 << seat, seat, verb, named, void))
        target: int | str = named if not void and there >> named & 1 else last or blank
        if choice.word == ALL:
            target = ALL
        if target:
            ballots.append((seat, target))
            if counts := weight(game, seat) if weighed else 1:  # a ballot of weight 0 is no vote (G14)
                votes[target] = votes.get(target, 0) + counts
    game.emit(Voted(EVERYONE, verb, tuple(ballots), _tally(votes), table))
    return votes


def _take_counts(game: Game, counted: tuple[Votes, float], verb: str, rest: int | str, table: bool) -> Votes:
    """Return the counted votes; those that were not cast count as silence does."""
    votes, uncast = dict(counted[0]), counted[1]
    if rest and uncast:
        votes[rest] = votes.get(rest, 0) + uncast
    game.state.counted = None
    game.emit(Voted(EVERYONE, verb, (), _tally(votes), table))
    return votes


def _tally(votes: Votes) -> tuple[tuple[int | str, float], ...]:
    return tuple((target, _plain(votes[target])) for target in sorted(votes, key=_by_seat))


def _by_seat(target: int | str) -> tuple[bool, int]:
    """Return the sort key of a target: seats in order, then the blank."""
    return isinstance(target, str), target if isinstance(target, int) else 0


def _plain(votes: float) -> float:
    return int(votes) if votes == int(votes) else votes


def leaders(votes: Votes) -> list[int | str]:
    """Return the targets that share the most votes."""
    most = max(votes.values(), default=0)
    return [target for target, count in votes.items() if count == most]


def run(game: Game, step: Ballot) -> bool:
    """Run a vote, and further votes as the tie rule says; return whether the step is done."""
    state = game.state
    at: Balloting | None = state.at
    if state.vote_cancelled:
        return _close(game, [])  # a removal cancelled it (G12)
    if at and at.queue and not at.queue.run(game, SAY, AGAIN):
        return False
    if at is None:
        return _open(game, step)
    if at.drawn:
        return _close(game, [at.drawn])
    if at.queue:
        at.queue = None
        return _vote_again(game, step, at)
    if state.removed:
        at.candidates = [seat for seat in at.candidates if game.present(seat)]
    last = at.candidates[-1] if step.nominees.holds(Scene(state)) and at.candidates and not at.table else 0
    votes = take_ballots(game, at.verb, at.candidates, step.blank, last, at.table)
    if at.table:
        all_go = votes.get(ALL, 0) * 2 > state.public.bit_count()
        return _close(game, at.candidates if all_go else [])
    return _count(game, step, at, votes)


def _open(game: Game, step: Ballot) -> bool:
    state = game.state
    candidates = list(state.living())
    if step.nominees.holds(Scene(state)):
        candidates = [seat for seat in state.nominees if state.public >> seat & 1]
    state.at = Balloting(step.verb, candidates)
    if candidates:
        _ask_all(game, step, step.verb, state.public, candidates)
    return not state.open and _close(game, [])


def _ask_all(game: Game, step: Ballot, verb: str, voters: int, candidates: list[int]) -> None:
    """Ask each voter, except those who have nobody to name."""
    words = (step.blank or NOBODY,) if step.blank or step.abstain else ()
    seats = tuple(candidates)
    if not step.others and (seats or words):
        for seat in bits(voters):
            game.ask(seat, verb, seats, words)
        return
    for seat in bits(voters):
        mine = tuple(other for other in seats if other != seat)
        if mine or words:
            game.ask(seat, verb, mine, words)


def _count(game: Game, step: Ballot, at: Balloting, votes: Votes) -> bool:
    living = game.state.public.bit_count()
    if step.tally is HALF_OF_LIVING:
        votes = {target: count for target, count in votes.items() if count >= living // 2 + 1}
    elif step.tally is HALF_OF_VOTES:
        votes = {target: count for target, count in votes.items() if count * 2 > sum(votes.values())}
    ahead = leaders(votes)
    if len(ahead) == 1:
        return _close(game, [seat for seat in ahead if isinstance(seat, int)])
    return TIES[step.tie](game, step, at, [seat for seat in at.candidates if seat in ahead])


def _nobody(game: Game, step: Ballot, at: Balloting, tied: list[int]) -> bool:
    return _close(game, [])


def _ladder(game: Game, step: Ballot, at: Balloting, tied: list[int]) -> bool:
    """Let all vote among the tied, as long as fewer are tied each time (CM-2)."""
    again = at.verb != step.verb
    if again and len(tied) in (0, len(at.candidates)):
        return _end_ladder(game, step, at)
    return _speak_again(game, step, at, tied) if tied else _close(game, [])


def _run_off(game: Game, step: Ballot, at: Balloting, tied: list[int]) -> bool:
    """Let the others vote once more; a second tie sends nobody out (WW-11)."""
    again = at.verb != step.verb
    return _close(game, []) if again or not tied else _speak_again(game, step, at, tied)


def _lot(game: Game, step: Ballot, at: Balloting, tied: list[int]) -> bool:
    """Open a tie-break draw among the tied; if nobody voted, nobody is out."""
    if not tied:
        return _close(game, [])
    game.emit(Tied(EVERYONE, tuple(tied)))
    game.state.lot = (at.verb, tuple(tied))
    return False


def take_lot(game: Game, seat: int) -> None:
    """Record the seat on which the tie-break draw fell."""
    state = game.state
    assert state.lot is not None
    verb, among = state.lot
    state.lot, state.at.drawn = None, seat
    game.emit(LotDrawn(EVERYONE, verb, among, seat))


TIES: dict[Tie, Callable[[Game, Ballot, Balloting, list[int]], bool]] = {
    Tie.NOBODY: _nobody,
    Tie.LADDER: _ladder,
    Tie.RUNOFF: _run_off,
    Tie.LOT: _lot,
}


def _speak_again(game: Game, step: Ballot, at: Balloting, tied: list[int]) -> bool:
    """Let the tied speak, then vote on them."""
    game.emit(Tied(EVERYONE, tuple(tied)))
    at.candidates, at.verb = tied, step.again
    order = speakers(game, step.order, only(tied)) if game.state.talk else ()
    at.queue = Queue([(seat, EVERYONE) for seat in order])
    return run(game, step)


def _vote_again(game: Game, step: Ballot, at: Balloting) -> bool:
    """Ask for a vote among the tied: in a ladder all living vote, in a run-off those who aren't tied (WW-11)."""
    at.candidates = [seat for seat in at.candidates if game.state.public >> seat & 1]
    voters = game.state.public
    if step.tie is Tie.RUNOFF:
        voters &= ~only(at.candidates)
    if at.candidates:
        _ask_all(game, step, at.verb, voters, at.candidates)
    return not game.state.open and _close(game, [])


def _end_ladder(game: Game, step: Ballot, at: Balloting) -> bool:
    """End a ladder that gets no smaller, as the ruleset says (CM-2)."""
    ends = LadderEnd(str(step.ends.value(Scene(game.state))))
    if ends is not LadderEnd.TABLE_VOTE:
        return _close(game, at.candidates if ends is LadderEnd.ALL else [])
    at.table = True
    for seat in bits(game.state.public):
        game.ask(seat, at.verb, (), (ALL, NOBODY))
    return False


def _close(game: Game, out: list[int]) -> bool:
    game.state.out = only(out)
    if not out:
        game.emit(NobodyOut(EVERYONE))
    return True


def banish(game: Game, step: Banish) -> bool:
    """Send out those who were voted out, unless that is overturned (CM-3)."""
    state = game.state
    leaving = state.out & state.public
    for seat in bits(leaving):
        found = overturner(game, VOTE_OUT, Scene(state, 0, 0, seat))
        if found:
            edge, actor = found
            game.emit(Overturned(MODERATOR, VOTE_OUT, 0, seat, edge.by, actor, edge.rule))
            game.emit(Spared(EVERYONE, seat, edge.by))
            state.out, leaving = without(state.out, seat), without(leaving, seat)
    for seat in bits(leaving):
        send_away(game, seat)
    for seat in bits(leaving):
        game.react(Occasion.VOTED_OUT, seat)
    return True
