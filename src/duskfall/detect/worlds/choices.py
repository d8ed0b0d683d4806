"""The choices in a world: what the viewer saw of the answers, and in how many ways other players can have answered.

Q has six integers for each seat that is asked: the seat; the targets that it can have named; the number of its options
(less than 0: it didn't answer, since it was removed or nobody was left to name); whether the choice is weighed; the
number of roles that can be named with it (less than 0: this one); the number of ways.
"""

from __future__ import annotations


def seen_choice(L, seat, act):
    """Return the index in L where the viewer sees this seat choose (5) in this phase; 0 if it does not.

    A seat that was silent (6) may be asked for the same act once more in this phase.
    """
    at = L[NEXT]
    while at < L[END] and L[at] != 1:
        if (L[at] == 5 or L[at] == 6) and L[at + 2] == seat and L[at + 3] == act:
            return at if L[at] == 5 else 0
        at += 6
    return 0


def seen_row(L, kind, part, value):
    """Return the index in L of the next row of this kind with this value in one of its parts, in this phase; else 0."""
    at = L[NEXT]
    while at < L[END] and L[at] != 1:
        if L[at] == kind and L[at + part] == value:
            return at
        at += 6
    return 0


def seen_ballot(L, seat, act):
    """Return this seat's vote in the ballot (17) that the viewer saw next; -1 if the seat cast none."""
    at = seen_row(L, 17, 3, act)
    stage = L[at + 5]
    while at != 0 and at < L[END] and L[at] == 17 and L[at + 3] == act and L[at + 5] == stage:
        if L[at + 2] == seat:
            return L[at + 4]
        at += 6
    return -1


def seen_answer(L, seat, act, asks):
    """Return a seat's public answer: a ballot (1), to stand (2), to withdraw (3), who inherits (4); -1 for none."""
    if asks == 1:
        return seen_ballot(L, seat, act)
    if L[VIEWER] >> seat & 1 != 0:
        at = seen_choice(L, seat, act)
        return L[at + 4] if at != 0 else -1
    if asks == 4:
        at = seen_row(L, 22, 4, seat)
        return L[at + 3] if at != 0 else -1
    at = L[NEXT]
    while at < L[END] and (L[at] == 5 or L[at] == 6):
        at += 6
    among = at < L[END] and L[at] == 21
    if asks == 2:
        return seat if among and L[at + 3] >> seat & 1 != 0 else 0
    return seat if among and L[at + 3] >> seat & 1 == 0 else 0


def lay_out(L, O, Q, T, act, missing):
    """Fill Q with the choices of all asked seats. Return how many seats they are.

    Return -1 if one of them can't have chosen as the viewer saw.
    """
    asked = O[0]
    asks = O[64] if O[64] != 7 else 0
    count = 0
    while asked != 0:
        seat = first(asked)
        asked &= asked - 1
        options = O[seat]
        at = count * 6
        count += 1
        Q[at] = seat
        Q[at + 1] = options
        Q[at + 2] = popc(options)
        Q[at + 3] = 1
        Q[at + 4] = T[KINDS] if O[32 + seat] != 0 else 0
        own = L[VIEWER] >> seat & 1
        if options < 0:
            Q[at + 1] = 0
            Q[at + 2] = -1
        elif asks >= 1 and asks <= 4:
            target = seen_answer(L, seat, act, asks)
            Q[at + 1] = options & 1 << target if target >= 0 else 0
            Q[at + 3] = 0
            if target > 0 and Q[at + 1] == 0:
                return -1
            if target < 0 and options & -2 == 0:
                Q[at + 2] = -1
        elif asks != 5:
            shown = seen_choice(L, seat, act)
            if shown != 0:
                Q[at + 1] = options & 1 << L[shown + 4]
                Q[at + 3] = 1 - own
                if Q[at + 1] == 0:
                    return -1
                if Q[at + 4] != 0:
                    Q[at + 4] = -L[shown + 5]
            elif own != 0:
                Q[at + 1] = 0
            elif asks == 6:
                Q[at + 1] = options & -options
                Q[at + 3] = 0
        Q[at + 5] = popc(Q[at + 1])
        if Q[at + 4] > 0:
            Q[at + 5] += popc(Q[at + 1] & -2) * (Q[at + 4] - 1)
        if Q[at + 1] == 0 or (asks == 0 and own == 0 and missing < T[MISSING]):
            Q[at + 5] += 1
    return count


def answer_by(Q, A, T, count, way):
    """Set the answers to one way through all choices, given by its number, and return its weight.

    A[0] is set to the number of missing answers.
    """
    weight = 1.0
    A[0] = 0
    for one in range(count):
        at = one * 6
        seat = Q[at]
        pick = way % Q[at + 5]
        way //= Q[at + 5]
        targets = Q[at + 1]
        roles = Q[at + 4]
        plain = targets & 1 if roles > 0 else targets
        A[seat] = -1 if Q[at + 2] >= 0 else -2
        A[32 + seat] = 0
        if pick < popc(plain):
            A[seat] = first(plain) if plain & plain - 1 == 0 else nth(plain, pick)
            if roles < 0 and A[seat] > 0:
                A[32 + seat] = -roles
                if Q[at + 3] != 0:
                    weight /= T[KINDS]
        elif roles > 0 and pick - popc(plain) < popc(targets & -2) * roles:
            pick -= popc(plain)
            A[seat] = nth(targets & -2, pick // roles)
            A[32 + seat] = 1 + pick % roles
            weight /= roles
        elif targets != 0:
            A[0] += 1
        if Q[at + 3] != 0 and A[seat] >= 0:
            weight /= Q[at + 2]
    return weight


def has_arrived(W, L, O, T):
    """Return whether a waiting world has shown all that was seen, and come to where speeches were heard since."""
    if L[NEXT] < L[END]:
        return False
    return L[AFTER] == 0 or (O[64] >= 1 and O[64] <= 3) or W[T[SPOKE]] >= L[AFTER]


FUNCTIONS = (has_arrived, seen_choice, seen_row, seen_ballot, seen_answer, lay_out, answer_by)
