"""How a scripted player votes by day: at the ballot, in an election, and for an heir."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from duskfall.players.bots.scripted.night import decline
from duskfall.players.bots.scripted.turn import Turn
from duskfall.study.primer import BALLOT, ELECT, HEIR, PUT_UP, STAND, WITHDRAW

ALONE, TOGETHER = 0.07, 0.35  # what one more voice is worth at the ballot; more where it takes a majority


def suspect(turn: Turn, but: Collection[int] = ()) -> int:
    """Whom this seat wants out, of all the others but these; 0: nobody."""
    if but:
        return _suspect(turn, but)
    if turn.wanted is None:
        turn.wanted = _suspect(turn, ())
    return turn.wanted


def _suspect(turn: Turn, but: Collection[int]) -> int:
    mind = turn.mind
    if mind.card.hunts and mind.quarry in mind.view.living and mind.quarry not in but:
        return mind.quarry
    if mind.evil:
        return _scapegoat(turn, but)
    return max((seat for seat in turn.cases if seat not in but), key=lambda seat: turn.cases[seat].score, default=0)


def _scapegoat(turn: Turn, but: Collection[int]) -> int:
    """The evil push whom the table suspects anyway; a mate who is lost is given up."""
    mind, public = turn.mind, turn.public
    if but:
        public = {seat: case for seat, case in public.items() if seat not in but}
    lost = max((seat for seat in public if seat in mind.mates), key=lambda seat: public[seat].score, default=0)
    if lost and public[lost].score > 3.0 and turn.trait("gives up mates", 60):
        return lost
    ours = [mind.accused[mate] for mate in mind.mates if mate in mind.accused]
    strangers = [seat for seat in public if seat not in mind.mates]
    return max(strangers, key=lambda seat: public[seat].score + turn.hunch(seat) + 0.6 * ours.count(seat), default=0)


def ballot(turn: Turn) -> object:
    """The one most suspected of those who can be named, and rather with others than alone."""
    ask, mind = turn.ask, turn.mind
    if not ask.seats:
        return _all_or_nobody(turn)
    if mind.card.wants_out:
        named = mind.accused.get(mind.me)
        return named if named in ask.seats else turn.pick("chaos", ask.seats)
    named = mind.accused.get(mind.me)
    if named not in ask.seats or mind.shaken or named in mind.touched:
        return leaning(turn, ask.seats) or decline(turn)
    # who has named somebody stands by it, unless something new was told of that one or of another
    return leaning(turn, [seat for seat in ask.seats if seat == named or seat in mind.touched]) or named


def leaning(turn: Turn, seats: Sequence[int]) -> int:
    """For whom of these this seat would vote now: not always the one whom it suspects most; 0: for nobody."""
    mind, wanted = turn.mind, suspect(turn)
    cases = turn.public if mind.evil else turn.cases
    follows = TOGETHER if mind.book.majority else ALONE

    def weight(seat: int) -> float:
        if seat == mind.me:
            return -99.0
        score = cases[seat].score if seat in cases else 0.0
        spared = 6.0 if mind.evil and seat in mind.mates and seat != wanted else 0.0
        said = 0.9 * (seat == mind.accused.get(mind.me))
        return score + follows * len(mind.accusers(seat)) + 0.8 * (seat == wanted) + said - spared

    best = max(seats, key=weight, default=0)
    return best if best and (weight(best) > turn.enough or mind.evil) else 0


def put_up(turn: Turn) -> object:
    """Whom this seat wants out, if anybody."""
    wanted = suspect(turn)
    return wanted if wanted in turn.ask.seats else decline(turn)


def _all_or_nobody(turn: Turn) -> object:
    """All the tied leave or nobody: the evil like it when none of their own is among them, the others do not."""
    mind, all_of_them, nobody = turn.mind, turn.ask.words[0], turn.ask.words[-1]
    tied = {target for _, target in mind.counts[-1].ballots} if mind.counts else set()
    return all_of_them if mind.evil and not tied & (mind.mates | {mind.me}) else nobody


def stand(turn: Turn) -> object:
    """Whoever has something to say stands; some of the others do as well."""
    mind = turn.mind
    likely = 85 if mind.readings and not mind.evil else 45 if mind.evil else 30
    return turn.ask.seats[0] if turn.happens("stand", likely) else decline(turn)


def withdraw(turn: Turn) -> object:
    """Without a claim, some step back; who has made one stands by it."""
    likely = 0 if turn.mind.claimed.get(turn.mind.me) else 40
    return turn.ask.seats[0] if turn.happens("withdraw", likely) else decline(turn)


def elect(turn: Turn) -> object:
    """The candidate who is trusted most; the evil prefer their own."""
    mind = turn.mind
    own = [seat for seat in turn.ask.seats if seat in mind.mates]
    if mind.evil and own:
        return own[0]
    return min(turn.ask.seats, key=lambda seat: _doubt(turn, seat)) if turn.ask.seats else decline(turn)


def _doubt(turn: Turn, seat: int) -> float:
    claims = turn.mind.claimed.get(seat, "") in turn.mind.book.powers
    return (turn.cases[seat].score if seat in turn.cases else 0.0) - 0.5 * claims


POLICIES = {BALLOT: ballot, PUT_UP: put_up, STAND: stand, WITHDRAW: withdraw, ELECT: elect, HEIR: elect}
