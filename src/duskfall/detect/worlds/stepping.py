"""All worlds of one deal, stepped question by question; equal worlds are merged."""

from __future__ import annotations


def arrive(W, P, T, weight):
    """Count the weight of a world that has shown all that was seen, for the role that each seat holds in it."""
    P[0] += weight
    for seat in range(1, T[SEATS] + 1):
        P[seat * (T[KINDS] + 1) + W[T[HELD] + seat]] += weight


def assign(W, K, L, A, O, Q, T, act, way):
    """Assign the deal's targets in the way with this number; return the next act. T[WAYS] gets the number of ways."""
    T[WAYS] = 1
    while act != 0 and O[64] == 5 and L[VERDICT] == 0:
        count = lay_out(L, O, Q, T, act, 0)
        ways = 1
        for each in range(count):
            ways *= Q[each * 6 + 5]
        T[WAYS] *= ways
        answer_by(Q, A, T, count, way % ways)
        way //= ways
        act = step(W, K, L, A, O)
        T[STEPS] += 1
    return act


def branch(W, K, L, A, O, G, S, Y, Z, H, I, Q, T, P, high, grown):
    """Answer the question of the world on top of the stack in every way. Return how many worlds wait in the next phase.

    The other worlds go onto the stack, which has T[HIGH] of them. Return -1 if it's too much.
    """
    state = T[STATE]
    width = width_of(T)
    base = len(S) - width  # holds the world that is being answered
    for place in range(width):
        S[base + place] = S[high * width + place]
    total = Z[high]
    missing = S[base + state + 1]
    phase = S[base + T[PHASE]]
    T[HIGH] = high
    act = recall(S, L, O, T, base)
    for place in range(state):
        W[place] = S[base + place]
    gone = W[T[GONE]]
    sets = sets_of(W, O, T)
    several = 1 if sets > 1 or O[0] & O[0] - 1 != 0 else 0  # a team's ballots: many ways have the same result
    beside = 0
    T[MARK] += several
    first_set = -1 if may_leave(W, L, O, T) else 0  # -1: the next removal happens now
    for late in range(first_set, sets):
        if late != first_set:
            act = recall(S, L, O, T, base)
            for place in range(state):
                W[place] = S[base + place]
        ways = 1
        tardy = 0
        count = 0
        if late >= 0:
            if gone != 0:
                waits = hold_back(W, L, O, T, act, late)
                if waits < 0:
                    continue
                if waits > 0 and has_arrived(W, L, O, T):
                    arrive(W, P, T, total / sets)
                    continue
            tardy = W[T[LATE]]
            count = lay_out(L, O, Q, T, act, missing)
            if count < 0:
                continue
            for each in range(count):
                ways *= Q[each * 6 + 5]
                if ways > T[LIMIT] - T[STEPS]:
                    return -1
        for way in range(ways):
            L[NEXT] = S[base + state]
            L[VERDICT] = 0
            left = missing
            if late < 0:
                share = share_of(W, O, T)
                act = leave(W, K, L, A, O, T, act)
                weight = total * share if act != 0 else total
            else:
                weight = total / sets * answer_by(Q, A, T, count, way)
                left = missing + A[0]
                if left > T[MISSING]:
                    continue
                for place in range(state):
                    W[place] = S[base + place]
                W[T[LATE]] = tardy
                W[T[RESUME_AT]] = 0
                act = step(W, K, L, A, O)
                T[STEPS] += 1
                if gone != 0 and tardy == 0 and W[T[GONE]] == 0:
                    continue  # all had answered: the game would have gone on before the removal
            if L[VERDICT] == 1:
                continue
            if L[VERDICT] == 2 or has_come(W, L, O, T):
                arrive(W, P, T, weight)
            elif act != 0 and W[T[PHASE]] != phase:
                grown = keep(W, L, O, G, Y, H, T, 0, grown, weight, left, act)
                if grown < 0:
                    T[FULL] = 1
                    return -1
            elif act != 0:
                if (high + beside + 2) * width >= base:
                    T[FULL] = 3
                    return -1
                if several != 0:
                    T[STAMP], T[MARK] = T[MARK], T[STAMP]
                    beside = keep(W, L, O, S, Z, I, T, high, beside, weight, left, act)
                    T[STAMP], T[MARK] = T[MARK], T[STAMP]
                    if beside < 0:
                        T[FULL] = 3
                        return -1
                else:
                    store(W, L, O, S, Z, T, high + beside, weight, left, act)
                    beside += 1
    T[HIGH] = high + beside
    return grown


def explore(D, W, K, L, A, O, F, G, S, X, Y, Z, H, I, Q, T, P, way):
    """Step all worlds of one deal: P gets the weight that arrives, by seat and role. Return 1 if it's too much, else 0.

    Equal worlds are merged where a phase begins; within a phase, worlds are stepped one after another, on a stack.
    """
    width = width_of(T)
    L[NEXT] = 7
    L[VERDICT] = 0
    act = begin(D, W, K, L, O)
    T[STEPS] += 1
    act = assign(W, K, L, A, O, Q, T, act, way)
    if L[VERDICT] == 1:
        return 0
    if L[VERDICT] == 2 or has_arrived(W, L, O, T):
        arrive(W, P, T, 1.0 / T[WAYS])
        return 0
    store(W, L, O, F, X, T, 0, 1.0 / T[WAYS], 0, act)
    size = 1
    while size > 0:
        T[STAMP] += 1
        grown = 0
        for one in range(size):
            for place in range(width):
                S[place] = F[one * width + place]
            Z[0] = X[one]
            high = 1
            while high > 0:
                high -= 1
                grown = branch(W, K, L, A, O, G, S, Y, Z, H, I, Q, T, P, high, grown)
                if grown < 0:
                    return 1
                high = T[HIGH]
        F, G = G, F
        X, Y = Y, X
        size = grown
    return 0


FUNCTIONS = (arrive, assign, branch, explore)
