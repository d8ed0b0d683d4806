"""The host removes somebody in a world: where it waits, with those who had answered by then and those who had not.

When that was is shown by the row alone. So each moment counts at which the game waits, and at a question that not all
are asked, each set of those who had answered, all alike; somebody had not, or the game would not have waited.
"""

from __future__ import annotations


def may_leave(W, L, O, T):
    """Whether a removal (33) is shown next, and can have come at this question: the first of those put at once."""
    at = L[NEXT]
    if at >= L[END] or L[at] != 33 or W[T[CROWD]] < 0:
        return False
    return O[64] == 8 or (O[64] != 5 and O[64] != 7 and L[at + 3] != 2)


def leave(W, K, L, A, O, T, act):
    """The seat of the next row is removed, at 9999: what is asked then; 0 if the game is over."""
    asked = O[0]
    asks = O[64]
    gone = 1 << L[L[NEXT] + 2]
    W[T[LEAVER]] = L[L[NEXT] + 2]
    if asks != 8:
        W[T[RESUME_AT]] = W[T[PC]]
    W[T[PC]] = 9999
    step(W, K, L, A, O)
    T[STEPS] += 1
    if L[VERDICT] == 0 and L[GOING] == 0 and L[NEXT] >= L[END]:
        L[VERDICT] = 2  # the last that was shown before the end
    if L[VERDICT] != 0 or W[0] != 0:
        return 0
    if asks == 8:
        return step(W, K, L, A, O)
    O[0] = asked
    if asks >= 1 and asks <= 4:
        for seat in range(1, T[SEATS] + 1):
            if gone >> seat & 1 != 0:
                O[seat] = -1
            elif O[seat] > 0:
                O[seat] &= ~gone
    else:
        W[T[GONE]] |= gone
    return act


def share_of(W, O, T):
    """What each set of those who had answered weighs, times two for each who is asked: they cannot all have."""
    if W[T[GONE]] != 0 or (O[64] != 0 and O[64] != 6):
        return 1.0
    sets = 1 << (W[T[CROWD]] if W[T[CROWD]] > 0 else popc(O[0]))
    return sets / (sets - 1)


def sets_of(W, O, T):
    """In how many ways those who are asked can have answered before the removal, or not."""
    return 1 << popc(O[0]) if W[T[GONE]] != 0 and O[64] != 7 else 1


def hold_back(W, L, O, T, act, late):
    """These of the asked had not answered: they cannot name who was removed. 1 if the game waits for one of them.

    -1 if that cannot be: the viewer was removed, and would have been shown what it had answered.
    """
    asked = O[0]
    waits = 0
    while asked != 0:
        seat = first(asked)
        asked &= asked - 1
        if late & 1 != 0:
            W[T[LATE]] = 1
            if W[T[GONE]] >> seat & 1 != 0:
                O[seat] = -1
            else:
                O[seat] &= ~W[T[GONE]]
                waits = 1
        elif (W[T[GONE]] & L[VIEWER]) >> seat & 1 != 0 and O[seat] != 0 and seen_choice(L, seat, act) == 0:
            return -1
        late >>= 1
    return waits


def has_come(W, L, O, T):
    """Whether a world that waits has shown all that was seen, and surely waits: not only for those who are gone."""
    return (W[T[GONE]] == 0 or O[64] == 7) and has_arrived(W, L, O, T)


FUNCTIONS = (may_leave, leave, share_of, sets_of, hold_back, has_come)
