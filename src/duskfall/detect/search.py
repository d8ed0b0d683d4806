"""The exact count over worlds, as integer code beside a generated program: it runs as it is, or compiled with it.

Worlds of one deal are stepped together, question by question; those that have come to the same state are one. Deals that
differ only in which of several seats holds what, where the viewer has seen no difference between these seats, have the
same weight, and are stepped once.

Arrays: D the deal (sets of holders by role, then by card), W K L A O as in the program; F G the worlds before and after a
phase, S those on the stack, X Y Z their weights, H I tables that find equal worlds; Q the choices of a question; T counters; P the mass of
each role in each seat; E the cards of all seats, B what is known of seats and roles beforehand, M and N the kinds of
deals met so far and their masses, R the result, U and V a reading of behaviour. Every function here is source, too.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource

# Places in T: steps taken and allowed, answers that may be missing, room for worlds, what was too small, a stamp for H,
# integers that last, where roles stand in W, seats, kinds of roles, whether roles can change, deals met and that fit,
# kinds of deals met, ways in which the deal can assign somebody, where the
# number of the phase stands in W, worlds on the stack, a stamp for I.
COUNTERS = ("STEPS", "LIMIT", "MISSING", "ROOM", "FULL", "STAMP", "STATE", "HELD", "SEATS", "KINDS", "CHANGING",
            "DEALS", "FITTING", "ORBITS", "WAYS", "PHASE", "HIGH", "MARK")  # fmt: skip
(
    STEPS,
    LIMIT,
    MISSING,
    ROOM,
    FULL,
    STAMP,
    STATE,
    HELD,
    SEATS,
    KINDS,
    CHANGING,
    DEALS,
    FITTING,
    ORBITS,
    WAYS,
    PHASE,
    HIGH,
    MARK,
) = range(18)
CHOICE = 6  # integers of a choice in Q: seat, targets, options, whether weighed, roles that may be named, ways
DONE, TOO_MUCH = 0, 1
WORLDS, KINDS_OF_DEALS, STACK = 1, 2, 3  # what there is no room for

# mypy: disable-error-code="no-untyped-def,name-defined"
# ruff: noqa: F821, N803, ANN001, ANN202


def seen_choice(L, seat, act):
    """Where the viewer sees this seat choose (5) in this phase (1); 0: nowhere."""
    at = L[NEXT]
    while at < L[END] and L[at] != 1:
        if L[at] == 5 and L[at + 2] == seat and L[at + 3] == act:
            return at
        at += 6
    return 0


def seen_row(L, kind, part, value):
    """Where the next row of this kind stands in this phase, with this value in one of its parts; 0: nowhere."""
    at = L[NEXT]
    while at < L[END] and L[at] != 1:
        if L[at] == kind and L[at + part] == value:
            return at
        at += 6
    return 0


def seen_ballot(L, seat, act):
    """For whom this seat votes in the ballot (17) that is shown next; -1: it casts none."""
    at = seen_row(L, 17, 3, act)
    stage = L[at + 5]
    while at != 0 and at < L[END] and L[at] == 17 and L[at + 3] == act and L[at + 5] == stage:
        if L[at + 2] == seat:
            return L[at + 4]
        at += 6
    return -1


def seen_answer(L, seat, act, asks):
    """What all have seen this seat answer: a ballot (1), to stand (2), to withdraw (3), who inherits (4)."""
    if asks == 1:
        return seen_ballot(L, seat, act)
    if L[VIEWER] >> seat & 1 != 0:
        at = seen_choice(L, seat, act)
        return L[at + 4] if at != 0 else -1
    if asks == 4:
        at = seen_row(L, 22, 4, seat)
        return L[at + 3] if at != 0 else -1
    at = L[NEXT]
    while at < L[END] and L[at] == 5:
        at += 6
    among = at < L[END] and L[at] == 21
    if asks == 2:
        return seat if among and L[at + 3] >> seat & 1 != 0 else 0
    return seat if among and L[at + 3] >> seat & 1 == 0 else 0


def lay_out(L, O, Q, T, act, missing):
    """The choices of all who are asked: how many seats they are; -1 if one of them cannot have chosen as was seen."""
    asked = O[0]
    asks = O[64]
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
        if asks >= 1 and asks <= 4:
            target = seen_answer(L, seat, act, asks)
            Q[at + 1] = options & 1 << target if target >= 0 else 0
            Q[at + 3] = 0
            if target > 0 and Q[at + 1] == 0:
                return -1
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
    """Set the answers of one way through all choices: its weight, and in A[0] how many answers are missing."""
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
        A[seat] = -1
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


def width_of(T):
    """How many integers a kept world has: its state, the place in the rows, answers missing, and its question."""
    return T[STATE] + 6 + T[SEATS]


def store(W, L, O, G, Y, T, at, weight, missing, act):
    """Keep a world that waits, with its question, in this place."""
    state = T[STATE]
    Y[at] = weight
    at *= width_of(T)
    for place in range(state):
        G[at + place] = W[place]
    at += state
    G[at] = L[NEXT]
    G[at + 1] = missing
    G[at + 2] = act
    G[at + 3] = O[64] + O[65] * 16
    G[at + 4] = O[0]
    G[at + 5] = 0
    for seat in range(1, T[SEATS] + 1):
        if O[0] >> seat & 1 != 0:
            G[at + 5 + seat] = O[seat]
            G[at + 5] |= O[32 + seat] << seat


def keep(W, L, O, G, Y, H, T, begin, size, weight, missing, act):
    """A world joins those from `begin` on, or the one that is equal to it: how many there are; -1 if too many."""
    state = T[STATE]
    width = width_of(T)
    word = mix(L[NEXT] * 8 + missing)
    for place in range(state):
        word = (word ^ W[place]) * 0x2C9277B5 & 0xFFFFFFFF
        word ^= word >> 15
    mask = len(H) // 2 - 1
    spot = mix(word) & mask
    while H[2 * spot] == T[STAMP]:
        at = H[2 * spot + 1] * width
        same = 1 if G[at + state] == L[NEXT] and G[at + state + 1] == missing else 0
        place = 0
        while same != 0 and place < state:
            if G[at + place] != W[place]:
                same = 0
            place += 1
        if same != 0:
            Y[H[2 * spot + 1]] += weight
            return size
        spot = spot + 1 & mask
    if (begin + size + 1) * width > len(G) or 4 * size > 3 * mask:
        return -1
    H[2 * spot] = T[STAMP]
    H[2 * spot + 1] = begin + size
    store(W, L, O, G, Y, T, begin + size, weight, missing, act)
    return size + 1


def recall(F, L, O, T, begin):
    """The question before which a kept world stands: its act. The state is fetched apart."""
    at = begin + T[STATE]
    L[NEXT] = F[at]
    O[64] = F[at + 3] & 15
    O[65] = F[at + 3] >> 4
    O[0] = F[at + 4]
    for seat in range(1, T[SEATS] + 1):
        O[seat] = F[at + 5 + seat]
        O[32 + seat] = F[at + 5] >> seat & 1
    return F[at + 2]


def arrive(W, P, T, weight):
    """A world has shown all that was seen: its weight counts for what each seat holds in it."""
    P[0] += weight
    for seat in range(1, T[SEATS] + 1):
        P[seat * (T[KINDS] + 1) + W[T[HELD] + seat]] += weight


def assign(W, K, L, A, O, Q, T, act, way):
    """Whom the deal assigns to whom, by the number of the way: the next act, and in T[WAYS] how many ways there are."""
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


def explore(D, W, K, L, A, O, F, G, S, X, Y, Z, H, I, Q, T, P, way):
    """All worlds of one deal: P gets the weight that arrives, by seat and role. 1 if it is too much.

    Where a phase begins, worlds that are equal become one; within it they are stepped one after another, on a stack.
    """
    width = width_of(T)
    L[NEXT] = 6
    L[VERDICT] = 0
    act = begin(D, W, K, L, O)
    T[STEPS] += 1
    act = assign(W, K, L, A, O, Q, T, act, way)
    if L[VERDICT] == 1:
        return 0
    if L[VERDICT] == 2 or L[NEXT] >= L[END]:
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


def branch(W, K, L, A, O, G, S, Y, Z, H, I, Q, T, P, high, grown):
    """Answer the question of the world on top of the stack in every way: how many have come to the next phase.

    Those that have not lie on the stack, T[HIGH] of them; -1 if it is too much.
    """
    state = T[STATE]
    width = width_of(T)
    base = len(S) - width  # the world that is answered lies there meanwhile
    for place in range(width):
        S[base + place] = S[high * width + place]
    total = Z[high]
    missing = S[base + state + 1]
    phase = S[base + T[PHASE]]
    T[HIGH] = high
    act = recall(S, L, O, T, base)
    count = lay_out(L, O, Q, T, act, missing)
    ways = 1 if count > 0 else 0
    for each in range(count):
        ways *= Q[each * 6 + 5]
        if ways > T[LIMIT] - T[STEPS]:
            return -1
    several = 1 if count > 1 else 0  # a team's ballots: many ways come to the same
    beside = 0
    T[MARK] += several
    for way in range(ways):
        weight = total * answer_by(Q, A, T, count, way)
        left = missing + A[0]
        if left > T[MISSING]:
            continue
        for place in range(state):
            W[place] = S[base + place]
        L[NEXT] = S[base + state]
        L[VERDICT] = 0
        act = step(W, K, L, A, O)
        T[STEPS] += 1
        if L[VERDICT] == 1:
            continue
        if L[VERDICT] == 2 or L[NEXT] >= L[END]:
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


def kind_of_deal(E, B, T, salt):
    """A number that is the same for two deals that differ only by seats which the viewer cannot tell apart.

    Where several seats may do the same, the order in which they sit may matter, and is part of it.
    """
    seats = T[SEATS]
    total = 0
    for seat in range(1, seats + 1):
        total += mix(mix(E[seat] * 64 + B[seat] + salt) + salt)
    word = mix(total + salt)
    for order in range(B[0]):
        chain = 0
        for seat in range(1, seats + 1):
            if B[32 + (E[seat] & 63)] >> order & 1 != 0:
                chain = mix(chain * 33 + E[seat] * 64 + B[seat] + salt)
        word = mix(word * 31 + chain)
    return word


def reading_of(E, U, V, T):
    """How likely what was said and voted is with these cards."""
    kinds = T[KINDS] + 1
    found = 1.0
    for seat in range(1, T[SEATS] + 1):
        found *= V[seat * kinds + (E[seat] & 63)]
    for pair in range(U[0]):
        table = U[1 + pair * 3 + 2]
        found *= V[table + (E[U[1 + pair * 3]] & 63) * kinds + (E[U[1 + pair * 3 + 1]] & 63)]
    return found


def add_up(E, B, N, R, T, place, factor):
    """What a kind of deal came to, for the seats of this deal; place is where it stands in N."""
    seats = T[SEATS]
    kinds = T[KINDS] + 1
    size = (seats + 1) * kinds
    mass = N[place] * factor
    R[0] += mass
    if T[CHANGING] == 0:
        for seat in range(1, seats + 1):
            R[seat * kinds + (E[seat] & 63)] += mass
        return
    for seat in range(1, seats + 1):  # the seat that holds the same in the deal that was stepped
        rank = 0
        for other in range(1, seat):
            if E[other] == E[seat] and B[other] == B[seat]:
                rank += 1
        like = 0
        for other in range(1, seats + 1):
            there = int(N[place + size + other])
            if like == 0 and there == E[seat] and B[other] == B[seat]:
                if rank == 0:
                    like = other
                rank -= 1
        for role in range(1, kinds):
            R[seat * kinds + role] += N[place + like * kinds + role] * factor


def survey(D, W, K, L, A, O, F, G, S, X, Y, Z, H, I, Q, T, P, E, B, M, N, R, U, V):
    """All deals of the cards in E, from the order they are in to the last: R has the mass of each role in each seat.

    1 if it is too much: then E is the deal that did not fit in, and it can go on from there.
    """
    seats = T[SEATS]
    kinds = T[KINDS] + 1
    size = (seats + 1) * kinds
    length = size + seats + 1
    mask = len(M) // 3 - 1
    while True:
        one = kind_of_deal(E, B, T, 0x5851F42D)
        two = kind_of_deal(E, B, T, 0x14057B7E)
        spot = mix(one + two) & mask
        while M[3 * spot] != 0 and (M[3 * spot + 1] != one or M[3 * spot + 2] != two):
            spot = spot + 1 & mask
        if M[3 * spot] == 0:
            if (T[ORBITS] + 1) * length > len(N) or 2 * T[ORBITS] > mask:
                T[FULL] = 2
                return 1
            for role in range(kinds):
                D[role] = 0
            for seat in range(1, seats + 1):
                D[E[seat] & 63] |= 1 << seat
            for place in range(size):
                P[place] = 0.0
            fitting = 0
            way = 0
            T[WAYS] = 1
            while way < T[WAYS]:
                before = P[0]
                if explore(D, W, K, L, A, O, F, G, S, X, Y, Z, H, I, Q, T, P, way) != 0:
                    return 1
                way += 1
                if P[0] > before:
                    fitting += 1
            T[ORBITS] += 1
            M[3 * spot] = T[ORBITS]
            M[3 * spot + 1] = one
            M[3 * spot + 2] = two
            at = (T[ORBITS] - 1) * length
            for place in range(size):
                N[at + place] = P[place]
            N[at + size] = fitting
            for seat in range(1, seats + 1):
                N[at + size + seat] = E[seat]
        at = (M[3 * spot] - 1) * length
        T[DEALS] += 1
        if N[at] > 0.0:
            T[FITTING] += int(N[at + size])
            add_up(E, B, N, R, T, at, reading_of(E, U, V, T))
        if next_deal(E, B, T) == 0:
            return 0


def next_deal(E, B, T):
    """The next order of the cards; seats whose card is known keep theirs. 0: there is none."""
    seats = T[SEATS]
    after = 0  # the last free seat, and then the one before it
    turn = 0
    for back in range(seats):
        seat = seats - back
        if B[96 + seat] == 0:
            if after != 0 and E[seat] & 63 < E[after] & 63:
                turn = seat
                break
            after = seat
    if turn == 0:
        return 0
    other = 0
    for seat in range(turn + 1, seats + 1):
        if B[96 + seat] == 0 and E[seat] & 63 > E[turn] & 63:
            other = seat
    card = (E[turn] ^ E[other]) & 63
    E[turn] ^= card
    E[other] ^= card
    low = turn + 1
    high = seats
    while low < high:
        if B[96 + low] != 0:
            low += 1
        elif B[96 + high] != 0:
            high -= 1
        else:
            card = (E[low] ^ E[high]) & 63
            E[low] ^= card
            E[high] ^= card
            low += 1
            high -= 1
    return 1


FUNCTIONS: tuple[Callable[..., object], ...] = (
    seen_choice, seen_row, seen_ballot, seen_answer, lay_out, answer_by, width_of, store, keep, recall, arrive, assign, branch, explore,
    kind_of_deal, reading_of, add_up, next_deal, survey,
)  # fmt: skip


def text() -> str:
    """The source of all this, to be added to a program of worlds."""
    constants = [f"{name} = {place}" for place, name in enumerate(COUNTERS)]
    return "\n\n".join(["", "\n".join(constants), *(getsource(function) for function in FUNCTIONS)])
