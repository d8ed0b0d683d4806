"""Numbers that are known from outside: by seats and Mafia, or by voters."""

from __future__ import annotations

from fractions import Fraction

DAY_FIRST = {
    (5, 1): Fraction(8, 15), (5, 2): Fraction(13, 15),
    (6, 1): Fraction(5, 8), (6, 2): Fraction(11, 12),
    (7, 1): Fraction(16, 35), (7, 2): Fraction(27, 35), (7, 3): Fraction(33, 35),
    (8, 1): Fraction(35, 64), (8, 2): Fraction(27, 32), (8, 3): Fraction(31, 32),
    (9, 1): Fraction(128, 315), (9, 2): Fraction(221, 315), (9, 3): Fraction(31, 35),
}  # fmt: skip
NIGHT_FIRST = {
    (5, 1): Fraction(3, 4), (5, 2): Fraction(1),
    (6, 1): Fraction(8, 15), (6, 2): Fraction(13, 15),
    (7, 1): Fraction(5, 8), (7, 2): Fraction(11, 12), (7, 3): Fraction(1),
    (8, 1): Fraction(16, 35), (8, 2): Fraction(27, 35), (8, 3): Fraction(33, 35),
    (9, 1): Fraction(35, 64), (9, 2): Fraction(27, 32), (9, 3): Fraction(31, 32),
}  # fmt: skip

# Someone leaves: ballots for a living player, oneself too, or skip; for another one; with more than half needed.
WITH_SKIP = {
    3: Fraction(15, 32), 4: Fraction(356, 625), 5: Fraction(365, 648), 6: Fraction(61062, 117649),
    7: Fraction(503699, 1048576),
}  # fmt: skip
AMONG_OTHERS = {
    3: Fraction(3, 4), 4: Fraction(20, 27), 5: Fraction(85, 128), 6: Fraction(1818, 3125), 7: Fraction(25067, 46656),
}  # fmt: skip
BY_MAJORITY = {
    3: Fraction(3, 4), 4: Fraction(4, 27), 5: Fraction(65, 256), 6: Fraction(126, 3125), 7: Fraction(1421, 23328),
}  # fmt: skip

# The Mafia wins, by night first, with ballots for a living player, oneself too, or skip.
MAFIA_AT_RANDOM = {(7, 2): 0.946797, (10, 2): 0.885623}
