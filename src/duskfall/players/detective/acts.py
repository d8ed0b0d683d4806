"""What a detective does when it is asked for an act or a vote: one small policy for each kind, by side."""

from __future__ import annotations

from collections.abc import Callable

from duskfall.players.bots.scripted.ballot import ballot as scripted_ballot
from duskfall.players.bots.scripted.ballot import leaning
from duskfall.players.bots.scripted.night import best, decline, dying
from duskfall.players.bots.scripted.words import claim, line, message
from duskfall.players.detective.inquiry import Inquiry
from duskfall.study.primer import BALLOT, BLOCK, EVIL, GOOD, GUARD, KILL, READ, SKIP

SHOOTS, SHOOTS_DYING, SAVES = 0.6, 0.35, 0.5  # from which chance of evil on somebody is shot, and no longer saved
MISSED_READER, MISSED_POWER, MISSED_TITLE = 2.0, 1.2, 0.8  # by what somebody has claimed, and holds
WATCHED = 2.5  # what an attack loses on somebody who is watched over
BEHIND = 9.0  # nothing is spent on those who die anyway


# -- the good ------------------------------------------------------------------------------------------------


def shoot(turn: Inquiry) -> object:
    """The likeliest evil, if it is likely enough."""
    least = SHOOTS_DYING if turn.mind.me in turn.mind.view.dead else SHOOTS
    target = best(turn, turn.evil, 0)
    return target if target and turn.evil(target) >= least else decline(turn)


def save(turn: Inquiry) -> object:
    """Whom the evil would most like dead, and who is none of them."""
    hit = [seat for seat in turn.ask.seats if seat in turn.mind.attacked]
    if hit and len(turn.ask.seats) == 1:
        return hit[0] if turn.evil(hit[0]) < SAVES else decline(turn)
    return best(turn, lambda seat: feared(turn, seat) * (1 - turn.evil(seat)), 0) or decline(turn)


def stop(turn: Inquiry) -> object:
    """The likeliest evil."""
    return best(turn, turn.evil, 0) or decline(turn)


def check(turn: Inquiry) -> object:
    """Where the answer is least known beforehand; of two alike, the likelier evil."""
    return best(turn, lambda seat: _unsure(turn, seat), 0) or decline(turn)


def _unsure(turn: Inquiry, seat: int) -> float:
    chance = turn.evil(seat)
    return chance * (1 - chance) + 0.01 * chance


def vote(turn: Inquiry) -> object:
    """The likeliest evil on the ballot, and where it takes many, rather with others than alone."""
    options = [seat for seat in turn.ask.seats if seat != turn.mind.me]
    return leaning(turn, options) or decline(turn) if options else decline(turn)


# -- the evil ------------------------------------------------------------------------------------------------


def feared(turn: Inquiry, seat: int) -> float:
    """How much a seat can do against the evil: by the roles that it may have, and by how far the table trusts it."""
    return turn.worth(seat) - 0.7 * max(-1.2, min(1.6, turn.look(seat)))


def missed(turn: Inquiry, seat: int) -> float:
    """How much the table would miss a seat, as far as it can see."""
    book, role = turn.mind.book, turn.mind.claimed.get(seat, "")
    worth = MISSED_READER if role in book.readers else MISSED_POWER if role in book.powers else 0.0
    return worth + MISSED_TITLE * (seat in turn.mind.view.titles.values()) - turn.look(seat)


def hunt(turn: Inquiry) -> object:
    """Whoever is feared most, with the mates who have named somebody."""
    mind = turn.mind
    wanted = [seat for mate, seat in mind.proposed.items() if mate in mind.view.living]
    return best(turn, lambda seat: _prey(turn, seat) + 1.5 * wanted.count(seat), 0) or decline(turn)


def _prey(turn: Inquiry, seat: int) -> float:
    """How much is won by an attack on a seat: less where one has failed, or somebody is likely to watch over it."""
    mind = turn.mind
    against = sum(1 for by, whom in mind.accusations if by == seat and whom in mind.mates | {mind.me})
    watched = turn.guarded if seat == max(mind.strangers(), key=lambda other: missed(turn, other), default=0) else 0.0
    return feared(turn, seat) + 0.4 * min(against, 2) - 1.2 * mind.tried.get(seat, 0) - WATCHED * watched


def hinder(turn: Inquiry) -> object:
    """Whoever is feared most, of those who do not die anyway."""
    return best(turn, lambda seat: feared(turn, seat) - BEHIND * (seat in dying(turn)), 0) or decline(turn)


def spy(turn: Inquiry) -> object:
    """Where somebody to be feared may be found, and is not yet."""

    def hope(seat: int) -> float:
        return turn.worth(seat) * (1 - max(turn.chances.roles[seat - 1].values()))

    return best(turn, hope, 0) or decline(turn)


def side_with(turn: Inquiry) -> object:
    """Against a stranger where that saves one of their own; else as anybody would who wants to look like the others."""
    mind = turn.mind
    ours = mind.mates | {mind.me}
    voices = {seat: len([by for by in mind.accusers(seat) if by not in ours]) for seat in turn.ask.seats}
    strangers = [seat for seat in voices if seat not in ours]
    other = max(strangers, key=lambda seat: (voices[seat], turn.look(seat)), default=0)
    lost = max((voices[seat] for seat in voices if seat in ours), default=0)
    if other and voices[other] <= lost < voices[other] + len(ours & {*mind.view.living}):
        return other
    return scripted_ballot(turn)


def plot(turn: Inquiry) -> object:
    """Among mates: whom to kill; who speaks second agrees."""
    mind = turn.mind
    strangers = mind.strangers()
    first = next((seat for seat in mind.proposed.values() if seat in strangers), 0)
    if not strangers or mind.me in mind.proposed:
        return SKIP
    who = first or max(strangers, key=lambda seat: _prey(turn, seat))
    role = mind.claimed.get(who, "")
    tag = "agree" if first else "plot_claim" if role in mind.book.powers else "plot"
    return message(line(turn, tag, who, role=role), claim("accuse", who))


Policies = dict[str, Callable[[Inquiry], object]]
POLICIES: dict[str, Policies] = {
    GOOD: {BALLOT: vote, KILL: shoot, BLOCK: stop, GUARD: save, READ: check},
    EVIL: {BALLOT: side_with, KILL: hunt, BLOCK: hinder, READ: spy},
}
