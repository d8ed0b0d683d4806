"""How what a seat is shown becomes its observation, and its question a mask: integers and arrays alone.

`text.py` takes this very text for plain Python, for the CPU and for CUDA; names in capitals become numbers there.
P is a layout's numbers, X an observation, M a mask of actions, L a log of rows.
"""

from __future__ import annotations

from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind
from duskfall.envs.claims import Heard
from duskfall.envs.layout import MOST, At
from duskfall.envs.text import Ints


def fold(L: Ints, at: int, end: int, me: int, P: Ints, X: Ints) -> None:
    """Take in the rows from `at` to `end` that are addressed to this seat."""
    seats, roles, words = P[At.SEATS], P[At.ROLES], P[At.WORDS]
    targets, ballots = seats + 1, seats + 2
    voter = 0  # whose ballot the row before was; all ballots of a vote stand together, by seat
    while at < end:
        kind, to, a, b, c, d = L[at], L[at + 1], L[at + 2], L[at + 3], L[at + 4], L[at + 5]
        at += 6
        if to >> me & 1 == 0:
            continue
        if kind == Kind.VOTED:
            if voter == 0 or a <= voter:
                open_ballots(b, P, X)
            voter = a
            X[P[At.BALLOTS] + (a - 1) * ballots + (seats + 1 if c == EVERY_ONE_OF_THEM else c)] = 1
            if 0 < c <= seats:
                count(X, P[At.VOTES] + (a - 1) * seats + c - 1)
            continue
        voter = 0
        if kind == Kind.CHOSE:
            put(X, P[At.NAMED] + (a - 1) * targets, targets, c)
            if a == me:
                put(X, P[At.CHOSEN] + (b - 1) * targets, targets, c)
                put(X, P[At.CHOSEN_ROLE], roles, d - 1)
        elif kind == Kind.PHASE:
            begin_phase(a, b, P, X)
        elif kind == Kind.GONE:
            bury(a, b, 0, P, X)
        elif kind == Kind.OUT:
            bury(a, b, 1, P, X)
        elif kind == Kind.FELL:
            bury(a, b, 2, P, X)
        elif kind == Kind.NOBODY_OUT:
            X[P[At.NOBODY_OUT]] = 1
        elif kind == Kind.TOLD:
            tell(a, b, c, d, P, X)
        elif kind == Kind.NOTICED:
            count(X, P[At.NOTICED] + (b - 1) * targets + c)
            X[P[At.NOTICED_NOW] + b - 1] = 1
        elif kind == Kind.DEALT or kind == Kind.BECAME:
            put(X, P[At.ROLE] if a == me else P[At.KNOWN] + (a - 1) * roles, roles, b - 1)
        elif kind == Kind.KNOWS:
            if b:
                put(X, P[At.KNOWN] + (a - 1) * roles, roles, b - 1)
            X[P[At.RELATION] + (a - 1) * P[At.HOW] + c - 1] = 1
        elif kind == Kind.SHOWN:
            put(X, P[At.SHOWN] + (a - 1) * words, words, b - 1)
            if a != me:
                put(X, P[At.KNOWN] + (a - 1) * roles, roles, b - 1)
        elif kind == Kind.TIED:
            put_all(X, P[At.TIED], seats, a)
        elif kind == Kind.LOT:
            put(X, P[At.LOT], seats, b - 1)
        elif kind == Kind.SPARED:
            X[P[At.SPARED] + a - 1] = 1
        elif kind == Kind.NOMINATED:
            X[P[At.NOMINATED] + (a - 1) * seats + b - 1] = 1
        elif kind == Kind.CANDIDATES:
            put_all(X, P[At.STANDING] + (a - 1) * seats, seats, b)
        elif kind == Kind.TITLE:
            put_all(X, P[At.STANDING] + (a - 1) * seats, seats, 0)
            put(X, P[At.TITLE] + (a - 1) * seats, seats, b - 1)
        elif kind == Kind.SHOT:
            put(X, P[At.NAMED] + (a - 1) * targets, targets, c)
        elif kind == Kind.MARKED:
            X[P[At.MARKED] + (b - 1) * seats + a - 1] = 1
        elif kind == Kind.LOST:
            X[P[At.LOST] + b - 1] = 1
        elif kind == Kind.HELD_OFF:
            X[P[At.HELD_OFF] + a - 1] = 1
        elif kind == Kind.COWON:
            X[P[At.COWON] + a - 1] = 1
        elif kind == Kind.ENDED:
            put(X, P[At.WON], P[At.SIDES], a - 1)
            put_all(X, P[At.COWON], seats, c)
        elif kind >= Heard.ROLE:
            hear(kind, a, b, c, P, X)


def put(X: Ints, at: int, length: int, which: int) -> None:
    """One of these places is set, and the others are not; none, if `which` is below 0."""
    for place in range(at, at + length):
        X[place] = 0
    if which >= 0:
        X[at + which] = 1


def put_all(X: Ints, at: int, seats: int, mask: int) -> None:
    """The places of these seats are set, and the others are not."""
    for seat in range(1, seats + 1):
        X[at + seat - 1] = mask >> seat & 1


def count(X: Ints, at: int) -> None:
    """One more, as far as a place can count."""
    if X[at] < MOST:
        X[at] += 1


def begin_phase(night: int, number: int, P: Ints, X: Ints) -> None:
    """A night or a day begins: what holds for a phase, a day or until dusk is over."""
    X[P[At.NIGHT]] = night
    X[P[At.NUMBER]] = min(number, MOST)
    X[P[At.NOBODY_OUT]] = 0
    seats = P[At.SEATS]
    if night:
        put(X, P[At.NOTICED_NOW], P[At.NOTICES], -1)
        put(X, P[At.HELD_OFF], P[At.ACTS], -1)
    else:
        put(X, P[At.NOMINATED], seats * seats, -1)
    if P[At.TALK]:
        put(X, P[At.ACCUSES], seats * seats, -1)
        put(X, P[At.DEFENDS], seats * seats, -1)


def bury(seat: int, shown: int, way: int, P: Ints, X: Ints) -> None:
    """The table learns that somebody is dead."""
    X[P[At.LIVING] + seat - 1] = 0
    X[P[At.GONE] + (seat - 1) * 3 + way] = 1
    put(X, P[At.SHOWN] + (seat - 1) * P[At.WORDS], P[At.WORDS], shown - 1)


def open_ballots(act: int, P: Ints, X: Ints) -> None:
    """A new vote is opened: the last becomes the one before."""
    seats = P[At.SEATS]
    length, last, before = seats * (seats + 2), P[At.BALLOTS], P[At.BALLOTS_BEFORE]
    for place in range(length):
        X[before + place] = X[last + place]
        X[last + place] = 0
    put(X, P[At.BALLOT], P[At.ACTS], act - 1)
    put(X, P[At.TIED], seats, -1)
    put(X, P[At.LOT], seats, -1)


def tell(act: int, target: int, word: int, mask: int, P: Ints, X: Ints) -> None:
    """The result of an act: a word about somebody, or seats."""
    seats = P[At.SEATS]
    if word:
        reading = P[P[At.READING_OF] + act * (P[At.WORDS] + 1) + word]
        count(X, P[At.TOLD] + (target - 1) * P[At.READINGS] + reading - 1)
    else:
        sight = P[P[At.SIGHT_OF] + act]
        put_all(X, P[At.SEEN] + ((sight - 1) * (seats + 1) + target) * seats, seats, mask)


def hear(kind: int, by: int, seat: int, what: int, P: Ints, X: Ints) -> None:
    """Somebody makes a typed claim."""
    seats = P[At.SEATS]
    pair = (by - 1) * seats + seat - 1
    if kind == Heard.ROLE:
        put(X, P[At.CLAIMED] + (by - 1) * P[At.ROLES], P[At.ROLES], what - 1)
    elif kind == Heard.RESULT:
        X[P[At.REPORTED] + pair * P[At.READINGS] + what - 1] = 1
    elif kind == Heard.VISIT:
        X[P[At.VISITED] + pair * seats + what - 1] = 1
    elif kind == Heard.ACCUSE:
        X[P[At.ACCUSES] + pair] = 1
    elif kind == Heard.DEFEND:
        X[P[At.DEFENDS] + pair] = 1


def ask(act: int, P: Ints, X: Ints) -> None:
    """What the seat is asked for; 0: nothing."""
    put(X, P[At.ASKED], P[At.ACTS] + P[At.TALK], act - 1)


def allow(options: int, named: int, P: Ints, M: Ints) -> None:
    """Which actions these options allow; where a role is named, a seat goes with each of them. Never none at all."""
    seats, roles = P[At.SEATS], P[At.ROLES]
    length = seats + 2 + P[At.PAIRS] * seats * roles
    put(M, 0, length, -1)
    M[0] = 1 if options & 1 or options == 0 else 0
    M[seats + 1] = options >> EVERY_ONE_OF_THEM & 1
    for seat in range(1, seats + 1):
        if options >> seat & 1:
            if named:
                for role in range(roles):
                    M[seats + 2 + (seat - 1) * roles + role] = 1
            else:
                M[seat] = 1


def legal(action: int, M: Ints, length: int) -> int:
    """The action, if the mask allows it; else the first that it allows."""
    if 0 <= action < length and M[action]:
        return action
    for first in range(length):
        if M[first]:
            return first
    return 0


def target_of(action: int, P: Ints) -> int:
    """Whom an action names: a seat, 0 for nobody or the blank, or all."""
    seats = P[At.SEATS]
    if action <= seats:
        return action
    return EVERY_ONE_OF_THEM if action == seats + 1 else (action - seats - 2) // P[At.ROLES] + 1


def role_of(action: int, P: Ints) -> int:
    """The role that an action names with its target, 0 for none."""
    seats = P[At.SEATS]
    return 0 if action <= seats + 1 else (action - seats - 2) % P[At.ROLES] + 1
