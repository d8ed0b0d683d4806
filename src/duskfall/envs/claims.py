"""Talk as typed claims: what was claimed as rows, and every claim that an action can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from duskfall.batch.names import Names
from duskfall.batch.rows import Row
from duskfall.core.facts import Claim, Said


class Heard(IntEnum):
    """Kinds of rows beside those of the simulator: who claims what of whom."""

    ROLE = 64  # by whom, the same, role
    RESULT = 65  # by whom, of whom, reading
    VISIT = 66  # by whom, who, at whose door
    ACCUSE = 67  # by whom, whom
    DEFEND = 68


def claim_rows(said: Said, names: Names, readings: Sequence[tuple[str, str]], players: Sequence[str]) -> Iterator[Row]:
    """The claims of a speech as rows; a claim that the rules have no word for has none."""
    for claim in said.claims:
        kind, what = Heard[claim.kind.upper()], 0
        if kind == Heard.ROLE:
            what = names.roles.index(claim.word) if claim.word in names.roles and claim.seat == said.seat else 0
        elif kind == Heard.RESULT:
            what = _reading(claim, readings)
        elif kind == Heard.VISIT:
            what = players.index(claim.word) + 1 if claim.word in players else 0
        if what or kind in (Heard.ACCUSE, Heard.DEFEND):
            yield Row(kind, said.to, said.seat, claim.seat, what)


def _reading(claim: Claim, readings: Sequence[tuple[str, str]]) -> int:
    """The number of what was read; without an act, of the first that says this word."""
    found = (number for number, (verb, word) in enumerate(readings, 1)
             if word == claim.word and claim.verb in ("", verb))  # fmt: skip
    return next(found, 0)


def all_claims(me: int, names: Names, readings: Sequence[tuple[str, str]], players: Sequence[str]) -> Iterator[Claim]:
    """Every claim that this seat can make, in the order of its actions."""
    seats = range(1, len(players) + 1)
    yield from (Claim("role", me, role) for role in names.roles[1:])
    yield from (Claim(kind, seat) for kind in ("accuse", "defend") for seat in seats)
    yield from (Claim("result", seat, word, verb) for seat in seats for verb, word in readings)
    yield from (Claim("visit", seat, door) for seat in seats for door in players)


def in_words(claim: Claim, players: Sequence[str]) -> str:
    """What a learner says beside its claim: the claim itself."""
    return " ".join(filter(None, (claim.kind, players[claim.seat - 1], claim.word, claim.verb)))
