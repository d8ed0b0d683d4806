"""The tables of a league and their columns; measures, ratings and reports read nothing else.

`game` is the number of a game in its league. `day` numbers days and nights alike: night 1, day 1, night 2 and so on;
`phase` says which. Seats count from 1; seat 0 is nobody. A `side` is good, evil or alone, by the role that was dealt.
Events and answers count from 1, as in the record; what has the number of an event happened with it or right after it.

The last five tables are stored only for leagues with `detect: true`. What a seat could know is the posterior that the
detective computes from that seat's own view, by the layer that is named.
"""

from __future__ import annotations

from typing import Final

TABLES: Final[dict[str, dict[str, str]]] = {
    "games": {
        "game": "INTEGER",
        "block": "INTEGER",
        "rotation": "INTEGER",
        "table": "INTEGER",  # index in the league
        "rules": "VARCHAR",
        "seats": "INTEGER",
        "seed": "UBIGINT",
        "winner": "VARCHAR",  # a team, or draw; NULL if the game failed
        "reason": "VARCHAR",
        "rounds": "INTEGER",
        "answers": "INTEGER",
        "error": "VARCHAR",  # why it failed; NULL if it didn't
        "seconds": "DOUBLE",  # differs from run to run
    },
    "seats": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "player": "VARCHAR",  # the name of the entrant
        "kind": "VARCHAR",  # kind of player, as `--players` takes it
        "name": "VARCHAR",  # name at the table
        "role": "VARCHAR",  # role as dealt
        "team": "VARCHAR",
        "side": "VARCHAR",
        "role_end": "VARCHAR",
        "team_end": "VARCHAR",
        "won": "BOOLEAN",  # with its side or by itself; NULL if the game failed
        "alive": "BOOLEAN",  # at the end; NULL if the game failed
        "left_phase": "VARCHAR",  # night or day; NULL if it never left
        "left_day": "INTEGER",
        "left_how": "VARCHAR",  # vote, removed, or the causes of death, separated by commas
        "persona": "VARCHAR",  # NULL if it has none, or is no model
    },
    "decisions": {
        "game": "INTEGER",
        "number": "INTEGER",  # number of the answer
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",
        "verb": "VARCHAR",
        "target": "INTEGER",  # for a speech, the seat it addresses; 0: nobody, or a word instead
        "word": "VARCHAR",  # nobody, skip, or the role named with the target; NULL if none
        "outcome": "VARCHAR",  # made, silent (no answer), refused (and asked again), or void
    },
    "votes": {
        "game": "INTEGER",
        "day": "INTEGER",
        "ballot": "INTEGER",  # counts the ballots of that day
        "verb": "VARCHAR",
        "kind": "VARCHAR",  # ballot: to vote a player out; elect: to give a title
        "seat": "INTEGER",
        "target": "INTEGER",  # 0: blank vote, or nobody
        "out": "INTEGER",  # seat that left by this ballot, the first if several did; 0: nobody
    },
    "speeches": {
        "game": "INTEGER",
        "number": "INTEGER",  # number of the event
        "phase": "VARCHAR",
        "day": "INTEGER",
        "part": "VARCHAR",
        "seat": "INTEGER",
        "public": "BOOLEAN",
        "addressed": "INTEGER",  # 0: nobody
        "text": "VARCHAR",
    },
    "claims": {  # public claims
        "game": "INTEGER",
        "number": "INTEGER",  # number of the event in which it was said
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",
        "kind": "VARCHAR",
        "about": "INTEGER",
        "word": "VARCHAR",  # the role, the result, or the player visited; NULL if none
        "verb": "VARCHAR",  # action that gave the result; NULL if none
        "is_true": "BOOLEAN",  # NULL if it can't be decided: an accusation, a defense
        "lived": "INTEGER",  # for a lie's first telling: phases until exposed, taken back, or the liar left
        "ended": "VARCHAR",  # for a lie, how it ended; NULL if it outlived the game
    },
    "beliefs": {
        "game": "INTEGER",
        "number": "INTEGER",  # number of events before it
        "phase": "VARCHAR",
        "day": "INTEGER",
        "seat": "INTEGER",  # seat that states it
        "about": "INTEGER",  # 0: nobody
        "suspicion": "DOUBLE",  # stated chance that `about` is evil, 0 to 1; NULL for a leaning
        "leaning": "BOOLEAN",  # whether it's the answer to a probe: the seat it would vote for now
        "evil": "BOOLEAN",  # whether `about` was evil, by its role then; NULL if it's nobody
    },
    "calls": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "player": "VARCHAR",
        "number": "INTEGER",
        "verb": "VARCHAR",
        "call": "INTEGER",
        "model": "VARCHAR",
        "outcome": "VARCHAR",  # ok, or the class of failure
        "why": "VARCHAR",
        "silent": "BOOLEAN",  # whether the question ended without an answer: a fallback
        "prompt": "INTEGER",  # tokens, like the next three
        "cached": "INTEGER",
        "answer": "INTEGER",
        "reasoning": "INTEGER",
        "cost": "DOUBLE",  # dollars; NULL if not known
        "seconds": "DOUBLE",  # differs from run to run
    },
    "moments": {  # moments when a seat chose or stated a suspicion
        "game": "INTEGER",
        "seat": "INTEGER",  # seat that chose
        "number": "INTEGER",  # number of events before it
        "phase": "VARCHAR",
        "day": "INTEGER",
        "side": "VARCHAR",  # side of the role that the seat had then
        "layer": "VARCHAR",  # layer of the posterior: rules
        "known": "BOOLEAN",  # false if there was too much to count or sample
        "exact": "BOOLEAN",  # whether it was counted, not sampled
        "worlds": "BIGINT",  # number of worlds that fit, or of effective samples
        "missing": "INTEGER",  # number of others' answers that must be missing or void
        "error": "DOUBLE",  # the largest standard error of a chance
        "reason": "VARCHAR",  # why it isn't known; NULL if it is
    },
    "knowledge": {  # the posterior at each moment that is known
        "game": "INTEGER",
        "seat": "INTEGER",
        "number": "INTEGER",
        "about": "INTEGER",  # a seat that was still in, as `seat` saw it
        "evil": "DOUBLE",  # chance that its role then is evil; 0 and 1 are certain if the moment is exact
        "good": "DOUBLE",
        "own": "DOUBLE",  # chance that it's on the seat's own team
        "was_evil": "BOOLEAN",  # whether it really was
    },
    "choices": {  # choices that harm or help the player named; they name another player or nobody
        "game": "INTEGER",
        "answer": "INTEGER",  # number of the answer
        "number": "INTEGER",  # number of events before it
        "seat": "INTEGER",
        "kind": "VARCHAR",  # ballot, kill, block; guard, elect, heir
        "harms": "BOOLEAN",
        "target": "INTEGER",  # 0: nobody
        "options": "INTEGER[]",  # the other seats that could be named
        "free": "BOOLEAN",  # whether it was allowed to name nobody
    },
    "heard": {  # public claims, judged by the exact knowledge of the next voters on that day
        "game": "INTEGER",
        "number": "INTEGER",  # number of the event in which it was said
        "seat": "INTEGER",  # seat that said it
        "listener": "INTEGER",
        "kind": "VARCHAR",
        "refuted": "BOOLEAN",  # whether no world that the listener considers possible allows it
        "guess": "DOUBLE",  # chance that a claim drawn at random instead would be refuted; NULL if there is none
    },
    "chances": {
        "game": "INTEGER",
        "seat": "INTEGER",
        "chance": "DOUBLE",  # chance of the seat's side to win, by the simulator: all play at random with this deck
    },
}  # fmt: skip

DETECTED: Final = ("moments", "knowledge", "choices", "heard", "chances")
"""Tables that are stored only for leagues with `detect: true`."""

CLOCKS: Final = {"games": ("seconds",), "calls": ("seconds",)}
"""The columns that differ from run to run, by table."""
