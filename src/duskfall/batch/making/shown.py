"""The rows that a viewer was shown, compared with a world: each row that reaches the viewer must be the next of them.

A program of worlds has them in L instead of a log: the index of the next row, the viewer's bit, the verdict, the end of
the rows, whether the game goes on after them, whether there is talk, where the viewer has heard speeches since; then
the rows. Each function here is copied into the program.
"""

from __future__ import annotations

NEXT, VIEWER, VERDICT, END, GOING, TALK, AFTER, BEGIN = range(8)  # indexes in L; the rows begin at the last
FITS, CANNOT_BE, ARRIVED = 0, 1, 2  # verdicts: it fits so far, it can't be, it has shown all that was seen
ANYTHING = -9  # as a part of a row: matches whatever the world shows
PLACES = {"NEXT": NEXT, "VIEWER": VIEWER, "VERDICT": VERDICT, "END": END, "GOING": GOING, "TALK": TALK, "AFTER": AFTER}


def is_row(L, at, kind, to, a, b, c, d):  # type: ignore[no-untyped-def]
    """Return whether the row that the viewer saw at this index is this one; a part of -9 matches anything."""
    return (
        L[at] == kind
        and L[at + 1] == to
        and (L[at + 2] == a or L[at + 2] == -9)
        and (L[at + 3] == b or L[at + 3] == -9)
        and (L[at + 4] == c or L[at + 4] == -9)
        and (L[at + 5] == d or L[at + 5] == -9)
    )


def show_row(L, kind, to, a, b, c, d):  # type: ignore[no-untyped-def]
    """Compare a row that the world shows the viewer with the next row that the viewer saw.

    If the game waits where the viewer has seen all rows, a further row rules the world out: the viewer would have seen
    it.
    """
    if to & L[VIEWER] == 0 or L[VERDICT] != 0:
        return
    at = L[NEXT]
    if at >= L[END]:
        L[VERDICT] = 1 if L[GOING] != 0 else 2
    elif is_row(L, at, kind, to, a, b, c, d):  # type: ignore[no-untyped-call]
        L[NEXT] = at + 6
    else:
        L[VERDICT] = 1


def show_mail(W, L, mail, count, alive):  # type: ignore[no-untyped-def]
    """Compare the rows delivered at dawn with the next rows that the viewer saw, in any order, and clear the mail.

    The order says nothing: the engine sorts deliveries by content, while the mail is in the order of resolution. Mail
    for a dead seat isn't delivered. Rows with parts that match anything come last, so they take no other row's mail.
    """
    end = L[NEXT]
    for letter in range(count):
        at = mail + letter * 7
        if W[at + 6] == 0 or alive >> W[at + 6] & 1 != 0:
            end += 6
        else:
            W[at] = 0
    more = end > L[END]  # than the viewer saw
    if more:
        end = L[END]
    for turn in range(2):
        for at in range(L[NEXT], end, 6):
            free = L[at + 2] == -9 or L[at + 3] == -9 or L[at + 4] == -9 or L[at + 5] == -9
            if free == (turn == 1) and L[VERDICT] == 0:
                letter = 0
                one = mail
                while letter < count and not is_row(  # type: ignore[no-untyped-call]
                    L, at, W[one], W[one + 1], W[one + 2], W[one + 3], W[one + 4], W[one + 5]
                ):
                    letter += 1
                    one += 7
                if letter < count:
                    W[one] = 0
                else:
                    L[VERDICT] = 1
    if L[VERDICT] == 0:
        L[NEXT] = end
        if more:
            L[VERDICT] = 1 if L[GOING] != 0 else 2
    for place in range(count * 7):
        W[mail + place] = 0


def wait(L, who, place, spoke):  # type: ignore[no-untyped-def]
    """Let the game wait for these players to speak: that may be the moment at which the viewer has seen all rows.

    It isn't, if speeches of a later place were heard: 0 in private, 1 last words, 2 the day's talk. Return the latest
    place that was passed after the last row.
    """
    if L[TALK] == 0 or who == 0 or L[VERDICT] != 0 or L[NEXT] < L[END]:
        return spoke
    if L[AFTER] <= place:
        L[VERDICT] = 2
    return place


def removal_next(L):  # type: ignore[no-untyped-def]
    """Return 1 if the next row that the viewer saw is a removal (33), else 0."""
    at = L[NEXT]
    return 1 if L[VERDICT] == 0 and at < L[END] and L[at] == 33 else 0


def lot_shown(L, among):  # type: ignore[no-untyped-def]
    """Return the seat of the tie-break draw (19) that the viewer saw next; the first of these if it saw none."""
    at = L[NEXT]
    if at < L[END] and L[at] == 19 and among >> L[at + 3] & 1 != 0:
        return L[at + 3]
    return first(among)  # type: ignore[name-defined]  # noqa: F821


def next_nominated(L):  # type: ignore[no-untyped-def]
    """Take the next row if it is a nomination (20), and return the nominee; else return 0."""
    at = L[NEXT]
    if L[VERDICT] == 0 and at < L[END] and L[at] == 20:
        L[NEXT] = at + 6
        return L[at + 3]
    return 0


def hear_chat(L, act, who):  # type: ignore[no-untyped-def]
    """Skip what the viewer heard next in a private talk (31) of these; the night may have other private talks."""
    at = L[NEXT]
    while L[VERDICT] == 0 and at < L[END] and L[at] == 31 and L[at + 1] == who and L[at + 3] == act:
        at += 6
        L[NEXT] = at
