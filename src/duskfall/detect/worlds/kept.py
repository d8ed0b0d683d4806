"""Kept worlds, each waiting for an answer, as integers: state, position in the rows, missing answers, question."""

from __future__ import annotations


def width_of(T):
    """Return the number of integers in a kept world: state, position in the rows, missing answers, question."""
    return T[STATE] + 6 + T[SEATS]


def store(W, L, O, G, Y, T, at, weight, missing, act):
    """Store a waiting world, with its question, as number `at`."""
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
    """Add a world to those from `begin` on, or its weight to an equal one. Return their number, -1 if it's too much."""
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
    """Restore the question of a kept world and return its act. The caller restores the state."""
    at = begin + T[STATE]
    L[NEXT] = F[at]
    O[64] = F[at + 3] & 15
    O[65] = F[at + 3] >> 4
    O[0] = F[at + 4]
    for seat in range(1, T[SEATS] + 1):
        O[seat] = F[at + 5 + seat]
        O[32 + seat] = F[at + 5] >> seat & 1
    return F[at + 2]


FUNCTIONS = (width_of, store, keep, recall)
