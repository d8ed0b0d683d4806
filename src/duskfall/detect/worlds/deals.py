"""All deals. Of deals that differ only by seats which the viewer can't tell apart, one is stepped.

B has the number of orders; for each seat its kind; from 32 on for each role the orders that it's in, as a bit mask;
from 96 on for each seat whether its card is known. M has three integers for each kind of deal (its number and two
hashes). N has the kind's masses by seat and role, how many of its deals fit, and its cards. U and V are a reading.
"""

from __future__ import annotations


def kind_of_deal(E, B, T, salt):
    """Return a hash that is equal for deals that differ only by seats which the viewer can't tell apart.

    If several seats may do the same, the order in which they sit may matter, and is part of the hash.
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
    """Return the likelihood of what was said and voted, given these cards."""
    kinds = T[KINDS] + 1
    found = 1.0
    for seat in range(1, T[SEATS] + 1):
        found *= V[seat * kinds + (E[seat] & 63)]
    for pair in range(U[0]):
        table = U[1 + pair * 3 + 2]
        found *= V[table + (E[U[1 + pair * 3]] & 63) * kinds + (E[U[1 + pair * 3 + 1]] & 63)]
    return found


def add_up(E, B, N, R, T, place, factor):
    """Add the masses of a kind of deal, at `place` in N, to the seats of this deal."""
    seats = T[SEATS]
    kinds = T[KINDS] + 1
    size = (seats + 1) * kinds
    mass = N[place] * factor
    R[0] += mass
    if T[CHANGING] == 0:
        for seat in range(1, seats + 1):
            R[seat * kinds + (E[seat] & 63)] += mass
        return
    for seat in range(1, seats + 1):  # find the seat with the same card in the deal that was stepped
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


def next_deal(E, B, T):
    """Permute the cards to the next deal, except known ones. Return 0 if there is none, else 1."""
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


def survey(D, W, K, L, A, O, F, G, S, X, Y, Z, H, I, Q, T, P, E, B, M, N, R, U, V):
    """Count all deals of the cards in E, from their current order on: R gets the mass of each role in each seat.

    Return 0 when all are counted. Return 1 if there's too little room or there are too many steps: E is then the first
    deal that isn't counted, and a further call goes on from there.
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
                if way != 0 and T[WAYS] - way > T[LIMIT] - T[STEPS]:  # each way takes a step, even if it doesn't fit
                    return 1
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


FUNCTIONS = (kind_of_deal, reading_of, add_up, next_deal, survey)
