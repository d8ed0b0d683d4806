"""The tables of a league and their columns; measures, ratings and reports read nothing else.

`game` is the number of a game in its league. `day` counts days and nights alike: night 1, day 1, night 2 and so on,
with `phase` saying which. Seats count from 1; 0 is nobody. A `side` is good, evil or alone, by the role that was dealt.
Facts and answers count from 1, as in the record: what has the number of a fact came to pass with it or right after it.

The last five tables are kept of a league that asks for them (`detect: true`). What a seat could know is what the
detective finds in that seat's own view, by the layer that is named.
"""

from __future__ import annotations

from typing import Final

TABLES: Final[dict[str, dict[str, str]]] = {
    "games": {
        "game": "INTEGER",
        "block": "INTEGER",
        "rotation": "INTEGER",
        "table": "INTEGER",  # its index in the league
        "rules": "VARCHAR",
        "seats": "INTEGER",
        "seed": "UBIGINT",
        "winner": "VARCHAR",  # a team, or draw; NULL: the game failed
        "reason": "VARCHAR",
        "rounds": "INTEGER",
        "answers": "INTEGER",
        "error": "VARCHAR",  # why it failed; NULL: it did not
        "seconds": "DOUBLE",  # a clock column
    },
    "seats": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "player": "VARCHAR",  # the name of the entrant
        "kind": "VARCHAR",  # of player, as `--players` takes it
        "name": "VARCHAR",  # at the table
        "role": "VARCHAR",  # as dealt
        "team": "VARCHAR",
        "side": "VARCHAR",
        "role_end": "VARCHAR",
        "team_end": "VARCHAR",
        "won": "BOOLEAN",  # with its side or by itself; NULL: the game failed
        "alive": "BOOLEAN",  # at the end; NULL: the game failed
        "left_phase": "VARCHAR",  # night or day; NULL: never
        "left_day": "INTEGER",
        "left_how": "VARCHAR",  # vote, removed, or the causes of the death by commas
        "persona": "VARCHAR",  # NULL: none, or no model
    },
    "decisions": {
        "game": "INTEGER",
        "number": "INTEGER",  # of the answer
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",
        "verb": "VARCHAR",
        "target": "INTEGER",  # of a speech: whom it addresses; 0: nobody, or a word
        "word": "VARCHAR",  # nobody, skip, or the role that was named beside the target; NULL: none
        "outcome": "VARCHAR",  # made, silent (no answer), refused (and asked again), void
    },
    "votes": {
        "game": "INTEGER",
        "day": "INTEGER",
        "ballot": "INTEGER",  # the first, second ... of that day
        "verb": "VARCHAR",
        "kind": "VARCHAR",  # ballot: somebody is voted out; elect: a title is given
        "seat": "INTEGER",
        "target": "INTEGER",  # 0: blank, or nobody
        "out": "INTEGER",  # who left by this ballot, the first if several did; 0: nobody
    },
    "speeches": {
        "game": "INTEGER",
        "number": "INTEGER",  # of the fact
        "phase": "VARCHAR",
        "day": "INTEGER",
        "part": "VARCHAR",
        "seat": "INTEGER",
        "public": "BOOLEAN",
        "addressed": "INTEGER",  # 0: nobody
        "text": "VARCHAR",
    },
    "claims": {  # made in public
        "game": "INTEGER",
        "number": "INTEGER",  # of the fact in which it was said
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",
        "kind": "VARCHAR",
        "about": "INTEGER",
        "word": "VARCHAR",  # the role, the result, or whom it visited; NULL: none
        "verb": "VARCHAR",  # by which a result was got; NULL: none
        "is_true": "BOOLEAN",  # NULL where nobody can tell: an accusation, a defence
        "lived": "INTEGER",  # of a lie, when first told: phases until exposed, taken back, or its liar gone
        "ended": "VARCHAR",  # of a lie: how; NULL: it outlived the game
    },
    "beliefs": {
        "game": "INTEGER",
        "number": "INTEGER",  # so many facts had come to pass
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",  # who believes
        "about": "INTEGER",  # 0: nobody
        "suspicion": "DOUBLE",  # that it is evil, 0 to 1; NULL for a leaning
        "leaning": "BOOLEAN",  # a probe: for whom it would vote now
        "evil": "BOOLEAN",  # whether it was, by its role then; NULL: it is about nobody
    },
    "calls": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "player": "VARCHAR",
        "number": "INTEGER",
        "verb": "VARCHAR",
        "call": "INTEGER",
        "model": "VARCHAR",
        "outcome": "VARCHAR",  # ok, or the class of the failure
        "why": "VARCHAR",
        "silent": "BOOLEAN",  # the ask ended without an answer: a fallback
        "prompt": "INTEGER",  # tokens
        "cached": "INTEGER",
        "answer": "INTEGER",
        "reasoning": "INTEGER",
        "cost": "DOUBLE",  # dollars; NULL: not known
        "seconds": "DOUBLE",  # a clock column
    },
    "moments": {  # at which somebody chose or stated a suspicion
        "game": "INTEGER",
        "seat": "INTEGER",  # who chose
        "number": "INTEGER",  # so many facts had come to pass
        "phase": "VARCHAR",
        "day": "INTEGER",
        "side": "VARCHAR",  # of the role that the seat then had
        "layer": "VARCHAR",  # by which its knowledge was found: rules
        "known": "BOOLEAN",  # false: more than could be counted or sampled
        "exact": "BOOLEAN",  # counted, not sampled
        "worlds": "BIGINT",  # that fit, or effective samples
        "missing": "INTEGER",  # answers of others that must be missing or void
        "error": "DOUBLE",  # the largest standard error of a chance
        "reason": "VARCHAR",  # why it is not known; NULL: it is
    },
    "knowledge": {  # of the moments that are known
        "game": "INTEGER",
        "seat": "INTEGER",
        "number": "INTEGER",
        "about": "INTEGER",  # who was still in, as the seat saw it
        "evil": "DOUBLE",  # the chance that its role then is evil; 0 and 1 are certain where the moment is exact
        "good": "DOUBLE",
        "own": "DOUBLE",  # that it is on the seat's own team
        "was_evil": "BOOLEAN",  # what was so
    },
    "choices": {  # that harm or help the one who is named, if they name anybody else or nobody
        "game": "INTEGER",
        "answer": "INTEGER",  # its number
        "number": "INTEGER",  # so many facts had come to pass
        "seat": "INTEGER",
        "kind": "VARCHAR",  # ballot, kill, block; guard, elect, heir
        "harms": "BOOLEAN",
        "target": "INTEGER",  # 0: nobody
        "options": "INTEGER[]",  # the others who could be named
        "free": "BOOLEAN",  # whether nobody could be named
    },
    "heard": {  # public claims, in the exact knowledge of those who vote next on that day
        "game": "INTEGER",
        "number": "INTEGER",  # of the fact in which it was said
        "seat": "INTEGER",  # who said it
        "listener": "INTEGER",
        "kind": "VARCHAR",
        "refuted": "BOOLEAN",  # no world that the listener has to reckon with allows it
        "guess": "DOUBLE",  # the chance that one drawn blindly in its place would be refuted; NULL: there is no such
    },
    "chances": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "chance": "DOUBLE",  # of the seat's side to win, by the simulator: all play at random with this deck
    },
}  # fmt: skip

DETECTED: Final = ("moments", "knowledge", "choices", "heard", "chances")
"""Tables that are kept of a league that asks what could be known."""

CLOCKS: Final = {"games": ("seconds",), "calls": ("seconds",)}
"""Columns that differ from run to run."""
