"""Removals by the host in a world: while the game waits for some players, after others have answered.

The row shows only that the removal happened at some time. So each moment at which the game waits counts; and at a
question that only some seats are asked, each set of seats that had answered, all with the same weight. At least one
seat had not answered, or the game would not have waited.
"""

from __future__ import annotations


def may_leave(W, L, O, T):
    """Return whether a removal (33) comes next and can have come at this question, the first of those put at once."""
    at = L[NEXT]
    if at >= L[END] or L[at] != 33 or W[T[CROWD]] < 0:
        return False
    return O[64] == 8 or (O[64] != 5 and O[64] != 7 and L[at + 3] != 2)


def leave(W, K, L, A, O, T, act):
    """Remove the seat of the next row (label 9999). Return the act that is asked then; 0 if the game is over."""
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
        L[VERDICT] = 2  # the last row before the end of the game
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
    """Return the weight of one set of seats that had answered, times the number of sets. Not all seats had answered."""
    if W[T[GONE]] != 0 or (O[64] != 0 and O[64] != 6):
        return 1.0
    sets = 1 << (W[T[CROWD]] if W[T[CROWD]] > 0 else popc(O[0]))
    return sets / (sets - 1)


def sets_of(W, O, T):
    """Return the number of sets of asked seats that can have answered before the removal."""
    return 1 << popc(O[0]) if W[T[GONE]] != 0 and O[64] != 7 else 1


def hold_back(W, L, O, T, act, late):
    """Let the asked seats in `late` answer after the removal: they can't name the removed seat.

    Return 1 if the game waits for one of them, else 0. Return -1 if this can't be: the viewer was removed after
    answering, and would have been shown its own answer.
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
    """Return whether a waiting world has shown all that was seen, and waits for a player who isn't removed."""
    return (W[T[GONE]] == 0 or O[64] == 7) and has_arrived(W, L, O, T)


FUNCTIONS = (may_leave, leave, share_of, sets_of, hold_back, has_come)
