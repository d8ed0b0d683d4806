"""Sampling of worlds: sequential importance sampling, one night and the following day at a time.

Deals are drawn at random, or by a reading: with 2000 exchanges of cards before the first deal, and 40 before each next
one. Hidden choices are drawn so that they fit the next dawn. What doesn't fit is dropped, and at dusk the rest is
resampled by weight. N has the final weight of each deal. M has the index in D and the number of each card that is dealt
besides the roles.
"""

from __future__ import annotations


def below(T, limit):
    """Return the next random draw, from 0 to limit - 1."""
    T[DRAWN] += 1
    return mix(mix(T[DRAWN] * 0x9E3779B9 + T[KEY]) ^ T[KEY] >> 7) * limit >> 32


def shuffle(E, B, T):
    """Shuffle the cards that aren't known."""
    seats = T[SEATS]
    for back in range(seats - 1):
        seat = seats - back
        if B[96 + seat] == 0:
            free = 0
            for other in range(1, seat + 1):
                free += 1 - B[96 + other]
            pick = below(T, free)
            for other in range(1, seat + 1):
                if B[96 + other] == 0:
                    if pick == 0:
                        card = (E[seat] ^ E[other]) & 63
                        E[seat] ^= card
                        E[other] ^= card
                    pick -= 1


def exchange(E, B, U, V, T, likely, times):
    """Walk over deals by exchanging two cards, so that deals come up as often as a reading finds them likely.

    Return the likelihood of the last deal.
    """
    seats = T[SEATS]
    for _turn in range(times):
        one = 1 + below(T, seats)
        two = 1 + below(T, seats)
        card = (E[one] ^ E[two]) & 63
        if B[96 + one] == 0 and B[96 + two] == 0 and card != 0:
            E[one] ^= card
            E[two] ^= card
            now = reading_of(E, U, V, T)
            if now < likely and below(T, 1 << 30) * likely >= now * (1 << 30):
                E[one] ^= card
                E[two] ^= card
            else:
                likely = now
    return likely


def hand_out(D, E, M, T):
    """Write the deal to D as the program takes it; the holders of cards besides the roles are drawn."""
    for role in range(T[KINDS] + 1):
        D[role] = 0
    for seat in range(1, T[SEATS] + 1):
        D[E[seat] & 63] |= 1 << seat
    for kind in range(M[0]):
        left = (2 << T[SEATS]) - 2
        D[M[1 + 2 * kind]] = 0
        for _card in range(M[2 + 2 * kind]):
            seat = nth(left, below(T, popc(left)))
            left &= ~(1 << seat)
            D[M[1 + 2 * kind]] |= 1 << seat


def gone_next(L):
    """Return the set of seats that are announced dead (12) before the phase after the next one (1)."""
    at = L[NEXT]
    phases = 0
    gone = 0
    while at < L[END] and phases < 2:
        if L[at] == 1:
            phases += 1
        elif L[at] == 12:
            gone |= 1 << L[at + 2]
        at += 6
    return gone


def likely_targets(L, O, seat, act, options, gone):
    """Return those of the options that this seat has probably named; all of them if none is more likely.

    An attack is on a player who died, a guard on one who didn't, a shot (23) on the target that the viewer saw.
    """
    if O[65] == 1:
        found = options & gone
    elif O[65] == 2:
        found = options & ~gone
    else:
        shot = seen_row(L, 23, 2, seat)
        found = options
        if shot != 0 and L[shot + 3] == act:
            found = options & 1 << L[shot + 4]
    return found if found != 0 else options


def propose(L, O, Q, A, T, act, count, missing):
    """Draw answers that make the next rows likely. Return the weight that corrects for this."""
    gone = gone_next(L)
    odds = 1.0
    way = 0
    size = 1
    for one in range(count):
        at = one * 6
        targets = Q[at + 1]
        roles = Q[at + 4]
        ways = popc(targets)
        if roles > 0:
            ways += popc(targets & -2) * (roles - 1)
        pick = 0
        if targets != 0 and Q[at + 5] > ways:  # an answer may be missing
            if below(T, 16) == 0:
                odds /= 16
                pick = ways
            else:
                odds *= 15 / 16
        if pick == 0 and ways > 1:
            options = popc(targets)
            some = likely_targets(L, O, Q[at], act, targets, gone)
            among = some if below(T, 8) != 0 else targets
            target = nth(among, below(T, popc(among)))
            odds *= (some >> target & 1) * 7 / 8 / popc(some) + 1 / 8 / options
            plain = targets & 1 if roles > 0 else targets
            pick = popc(plain & (1 << target) - 1)
            if roles > 0 and target > 0:
                role = below(T, roles)
                odds /= roles
                pick = popc(plain) + popc(targets & -2 & (1 << target) - 1) * roles + role
        way += pick * size
        size *= Q[at + 5]
    return answer_by(Q, A, T, count, way) / odds


def wander(W, K, L, A, O, Q, T, act, missing):
    """Play one world to the next dusk, or through all rows that were seen. Return its weight, 0 if it can't be.

    A night and the day after it belong together: the choices of a night become visible by day.
    """
    night = W[T[NIGHT]]
    weight = 1.0
    while True:
        T[MISSED] = missing
        if may_leave(W, L, O, T):  # now or later
            weight *= 2.0
            if below(T, 2) == 0:
                share = share_of(W, O, T)
                act = leave(W, K, L, A, O, T, act)
                weight *= share if act != 0 else 1.0
                T[ACT] = act
                if L[VERDICT] == 1 or (act == 0 and L[VERDICT] == 0):
                    return 0.0
                if L[VERDICT] == 2 or has_come(W, L, O, T):
                    T[ACT] = 0
                    return weight
                if W[T[NIGHT]] != night:
                    return weight
                continue
            W[T[RESUME_AT]] = 0
        gone = W[T[GONE]]
        if gone != 0:
            waits = hold_back(W, L, O, T, act, below(T, sets_of(W, O, T)))
            if waits < 0:
                return 0.0
            if waits > 0 and has_arrived(W, L, O, T):
                T[ACT] = 0
                return weight
        tardy = W[T[LATE]]
        count = lay_out(L, O, Q, T, act, missing)
        if count < 0:
            return 0.0
        weight *= propose(L, O, Q, A, T, act, count, missing)
        missing += A[0]
        act = step(W, K, L, A, O)
        T[STEPS] += 1
        if L[VERDICT] == 1 or missing > T[MISSING] or (gone != 0 and tardy == 0 and W[T[GONE]] == 0):
            return 0.0
        T[MISSED] = missing
        T[ACT] = act
        if L[VERDICT] == 2 or has_come(W, L, O, T):
            T[ACT] = 0
            return weight
        if act == 0:
            return 0.0
        if W[T[NIGHT]] != night:
            return weight


def draw_world(D, W, K, L, A, O, Q, T, E, B, M):
    """Start a world of this deal and play it to its first question. Return its weight, 0 if it can't be."""
    hand_out(D, E, M, T)
    L[NEXT] = 7
    L[VERDICT] = 0
    act = begin(D, W, K, L, O)
    T[STEPS] += 1
    act = assign(W, K, L, A, O, Q, T, act, below(T, 1 << 30))
    if L[VERDICT] == 1:
        return 0.0
    T[MISSED] = 0
    T[ACT] = act
    if L[VERDICT] == 2 or has_arrived(W, L, O, T):
        T[ACT] = 0
        return 1.0
    return 0.0 if act == 0 else 1.0


def resample(F, G, X, Y, J, C, T, size, total):
    """Draw the full number of worlds, each as often as its weight says."""
    width = width_of(T)
    samples = T[SAMPLES]
    point = below(T, 1 << 30) / (1 << 30)
    one = 0
    sum_to = Y[0]
    for sample in range(samples):
        goal = (sample + point) * total / samples
        while sum_to < goal and one < size - 1:
            one += 1
            sum_to += Y[one]
        for place in range(width):
            F[sample * width + place] = G[one * width + place]
        C[sample] = J[one]
        X[sample] = 1.0


def drift(D, W, K, L, A, O, F, G, X, Y, Q, T, P, E, B, M, N, R, U, V, J, C):
    """Sample one run. Return 0, or 1 if no world is left.

    R gets the weights by seat and role, N those by deal, P each night's mean weight.
    """
    samples = T[SAMPLES]
    width = width_of(T)
    state = T[STATE]
    likely = 1.0
    if T[READ] != 0:
        shuffle(E, B, T)
        likely = exchange(E, B, U, V, T, reading_of(E, U, V, T), 2000)
    stage = 0
    while True:
        tried = 0
        size = 0
        total = 0.0
        over = 0
        while size < samples and tried < samples * T[TRIES]:
            one = tried % samples
            tried += 1
            if stage == 0:
                if T[READ] != 0:
                    likely = exchange(E, B, U, V, T, likely, 40)
                else:
                    shuffle(E, B, T)
                weight = draw_world(D, W, K, L, A, O, Q, T, E, B, M)
                while weight > 0.0 and T[ACT] != 0 and W[T[NIGHT]] < 2:  # the first night and the day after it
                    weight *= wander(W, K, L, A, O, Q, T, T[ACT], T[MISSED])
                origin = size
            else:
                for place in range(state):
                    W[place] = F[one * width + place]
                act = recall(F, L, O, T, one * width)
                L[VERDICT] = 0
                weight = wander(W, K, L, A, O, Q, T, act, F[one * width + state + 1])
                origin = C[one]
            if weight <= 0.0:
                continue
            if T[ACT] == 0:
                arrive(W, R, T, weight)
                N[origin] += weight
                over = 1
            else:
                store(W, L, O, G, Y, T, size, weight, T[MISSED], T[ACT])
            J[size] = origin
            total += weight
            size += 1
        if size == 0:
            return 1
        P[stage] = total / tried
        stage += 1
        P[stage] = 0.0
        if over != 0:
            return 0
        resample(F, G, X, Y, J, C, T, size, total)


FUNCTIONS = (
    below, shuffle, exchange, hand_out, gone_next, likely_targets, propose, wander, draw_world, resample, drift,
)  # fmt: skip
