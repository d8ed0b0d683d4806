"""Parsers for the input of `duskfall rule`: seats, actions, votes, and the position before them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from duskfall.cases.terms import CaseTerms
from duskfall.cli.common import BadInput
from duskfall.core.plan.compile import Plan
from duskfall.core.play.state import DAY
from duskfall.core.problem import closest
from duskfall.core.start.setup import NAMES
from duskfall.tell.text import safe
from duskfall.tell.tongue import say
from duskfall.vocabulary.steps import Ballot

QUOTES = "\"'"
AS = " as "
COUNTED = re.compile(r"\s*=\s*(\d{1,6}(?:\.\d{1,3})?)\s*$", re.ASCII)  # at the end of a part: a number of hands
VOTED = ("nobody", "skip", "all")  # targets of votes besides players
DIGITS = 5  # a longer number is not a seat
Row = dict[str, Any]


class Ambiguous(BadInput):
    """A word that may mean more than one player."""


def pieces(line: str) -> list[str]:
    """Split a line at its commas; a name that contains a comma or a colon may be quoted."""
    found, start, quoted = [], 0, ""
    for at, char in enumerate(line):
        if quoted:
            quoted = "" if char == quoted else quoted
        elif char in QUOTES and (at == 0 or line[at - 1] in " ,:="):
            quoted = char if char in line[at + 1 :] else ""
        elif char == ",":
            found.append(line[start:at])
            start = at + 1
    return [part.strip() for part in [*found, line[start:]] if part.strip()]


def bare(word: str) -> str:
    """Return a word without its quotes."""
    word = word.strip()
    return word[1:-1].strip() if len(word) > 1 and word[0] == word[-1] and word[0] in QUOTES else word


def meant(typed: str, known: Sequence[tuple[int, str]]) -> list[int]:
    """Return the indexes of the (seat, name) pairs that a word can mean; a number in quotes is a name, not a seat."""
    word = bare(typed)
    seat = int(word) if word == typed.strip() and word.isdecimal() and len(word) < DIGITS else 0
    same = {place for place, (_, name) in enumerate(known) if name == word}
    alike = {place for place, (_, name) in enumerate(known) if name.casefold() == word.casefold()}
    return sorted((same or alike) | {place for place, (number, _) in enumerate(known) if seat and number == seat})


def read_seats(line: str, plan: Plan) -> list[Row]:
    """Parse seats such as `Ann: Mistress, Bob: Citizen`; a role without a name gets the next default name."""
    rows: list[Row] = []
    for part in pieces(line):
        name, colon, role = part.rpartition(":")
        spare = next((each for each in NAMES if each not in {row["name"] for row in rows}), f"Seat {len(rows) + 1}")
        rows.append({"name": bare(name) if colon else spare, "role": _role(bare(role), plan)})
    if not rows:
        raise BadInput(say("--seats: write names with their roles, as in Ann: Doctor, Bob: Citizen"))
    return rows


def _role(typed: str, plan: Plan) -> str:
    alike = [role for role in plan.roles if role.casefold() == typed.casefold()]
    begin = [role for role in plan.roles if typed and role.casefold().startswith(typed.casefold())]
    if len(alike or begin) != 1:
        text = "--seats: unknown role {role} in {rules} (it has: {roles})"
        if near := closest(typed, plan.roles):
            text = "--seats: unknown role {role} in {rules}, did you mean {near}? (it has: {roles})"
        raise BadInput(say(text, role=repr(typed), rules=plan.rules.id, near=repr(near), roles=", ".join(plan.roles)))
    if not alike:
        text = "warning: {typed} is read as {role}; write the role in full if you mean another"
        click.echo(safe(say(text, typed=repr(typed), role=begin[0])), err=True)
    return (alike or begin)[0]


def _once(acts: list[Row], where: str) -> list[Row]:
    """Return the actions; raise `BadInput` if a seat has the same one twice, as one would silently be lost."""
    seen = set()
    for act in acts:
        if (key := (act["verb"], act["seat"])) in seen:
            raise BadInput(say("{where}: {name} stands twice", where=f"{where}: {act['verb']}", name=act["seat"]))
        seen.add(key)
    return acts


class Speaker:
    """A parser for input about one table.

    `where`, in all methods, is the option or field named in error messages.
    """

    def __init__(self, plan: Plan, seats: list[Row], dead: Iterable[str] = ()) -> None:
        self.plan, self.names = plan, tuple(row["name"] for row in seats)
        self.roles: dict[str, str] = {row["name"]: row["role"] for row in seats}
        self.dead = set(dead)
        self.terms = CaseTerms(plan, self.names)

    def player(self, typed: str, where: str, *others: str) -> str:
        """Return the name of a player given by seat or by name, in any case, or one of the words `others`.

        Raise `Ambiguous` if several can be meant, `BadInput` if none can.
        """
        word = bare(typed)
        known = [*enumerate(self.names, 1), *((0, other) for other in others)]
        found: list[tuple[int, str]] = [known[place] for place in meant(typed, known)]
        if len(found) == 1:
            return found[0][1]
        if found:
            text = "{where}: {name} may be any of these: {which}; write the name, in quotes if it is a number"
            which = ", ".join(f"{seat} {name!r}" if seat else repr(name) for seat, name in found)
            raise Ambiguous(say(text, where=where, name=repr(word), which=which))
        if word.isdecimal():
            text = "{where}: there is no seat {seat} (there are: {names})"
            raise BadInput(say(text, where=where, seat=word, names=self._list(self.names)))
        text = "{where}: nobody is called {name} (there are: {names})"
        if near := closest(word, self.names):
            text = "{where}: nobody is called {name}, did you mean {near}? (there are: {names})"
        raise BadInput(say(text, where=where, name=repr(word), near=repr(near), names=self._list(self.names)))

    def _list(self, names: Iterable[str]) -> str:
        return ", ".join(f"{self.names.index(name) + 1} {name}" for name in names)

    def players(self, line: str, where: str) -> list[str]:
        """Return the names of the players in a comma-separated line."""
        return [self.player(part, where) for part in pieces(line)]

    def acts(self, line: str, where: str, *phases: str) -> list[Row]:
        """Parse actions, `kill: Ann, heal Dee: Eli`; the actor may be left out if only one player has the action."""
        return _once([self._act(part, where, self.terms.verbs(*phases)) for part in pieces(line)], where)

    def day(self, line: str, where: str) -> tuple[list[Row], list[Row]]:
        """Parse the actions of a day, and its votes given by counts, as in `elect Ann=4, elect Bob=3`."""
        acts: list[Row] = []
        counted: dict[str, dict[str, float]] = {}
        for part in pieces(line):
            verb, rest = self._verb(part, where, self.terms.verbs(DAY))
            if verb in self.plan.votes and COUNTED.search(rest):
                self._count(rest, where, counted.setdefault(verb, {}))
            else:
                acts.append(self._act(part, where, self.terms.verbs(DAY)))
        return _once(acts, where), [{"verb": verb, "round": 0, "votes": votes} for verb, votes in counted.items()]

    def votes(self, lines: Iterable[str]) -> tuple[list[Row], list[Row]]:
        """Parse ballots, one per line: voters, `Ann: Bob, Cid: Bob`, or counts, `Bob=4, Ann=2`.

        The first line is the ballot, each further line a repeat of it. Return the votes by voter, and the counts.
        """
        ballot = next((step for step in self.plan.rules.day if isinstance(step, Ballot)), None)
        if ballot is None:
            if any(lines):
                raise BadInput(say("--vote: there is no vote in {ruleset}", ruleset=self.plan.rules.id))
            return [], []
        first, again = ballot.verb, ballot.again or ballot.verb
        cast: dict[tuple[str, str], list[Any]] = {}
        counted: list[Row] = []
        for number, line in enumerate(lines):
            verb, place = (again, number - 1) if number else (first, 0)
            if any(map(COUNTED.search, pieces(line))):
                counted.append({"verb": verb, "round": place, "votes": self.hands(line, "--vote")})
                continue
            for part in pieces(line):
                voter, value = self._pair(part, "--vote", verb)
                answers = cast.setdefault((verb, voter), [])
                if len(answers) > place:
                    raise BadInput(say("{where}: {name} votes twice in one ballot", where="--vote", name=voter))
                answers += [None] * (place - len(answers)) + [value]
        return [{"verb": verb, "seat": who, "value": values} for (verb, who), values in cast.items()], counted

    def hands(self, line: str, where: str) -> dict[str, float]:
        """Parse counted votes, `Bob=4, 1=2, skip=1`; return the counts by seat number or word, such as `skip`."""
        votes: dict[str, float] = {}
        for part in pieces(line):
            self._count(part, where, votes)
        return votes

    def _count(self, part: str, where: str, votes: dict[str, float]) -> None:
        found = COUNTED.search(part)
        if not found:
            text = "{where}: {part}: one ballot is counts, as in Ann=4, or voters, as in Bob: Ann"
            raise BadInput(say(text, where=where, part=repr(part)))
        who = self.player(part[: found.start()], where, *VOTED)
        key = who if who in VOTED and who not in self.names else str(self.names.index(who) + 1)
        if key in votes:
            raise BadInput(say("{where}: {name} is counted twice", where=where, name=who))
        votes[key] = float(found[1]) if "." in found[1] else int(found[1])

    def counts(self, line: str, where: str) -> list[Row]:
        """Parse how often actions were used before, as in `shoot Vig: 2`."""
        rows = []
        for part in pieces(line):
            head, _, count = part.rpartition(":")
            if not count.strip().isdecimal() or len(count.strip()) > DIGITS:
                text = "{where}: {part} is not an act and a number, as in shoot Vig: 2"
                raise BadInput(say(text, where=where, part=repr(part)))
            verb, rest = self._verb(head, where, self.terms.verbs())
            who = self.player(rest, where) if rest else self._holder(verb, where)
            rows.append({"verb": verb, "seat": who, "count": int(count)})
        return rows

    def pairs(self, line: str, where: str) -> Iterator[tuple[str, str]]:
        """Yield pairs of players, as in `Exe: Cid`."""
        for part in pieces(line):
            yield self._pair(part, where, "")

    def held(self, lines: Iterable[str], where: str, known: Iterable[str], kind: str) -> list[Row]:
        """Parse who holds which card, mark or title (`kind`), as in `immunity=Ann`; several names may follow the sign.

        `known`: the names of the things that can be held.
        """
        rows, words = [], list(known)
        for line in lines:
            name, equals, who = line.partition("=")
            if name.strip() not in words or not equals:
                there = say("there are: {names}", names=", ".join(words))
                none = say("{rules} has none", rules=self.plan.rules.id)
                text = "{where}: {line} is not a {kind} and its holder, as in NAME=Ann ({there})"
                if near := closest(name.strip(), words) if equals else "":
                    text = "{where}: {line} is not a {kind} and its holder, did you mean {near}? ({there})"
                slots = {"line": repr(line), "kind": kind, "near": repr(near), "there": there if words else none}
                raise BadInput(say(text, where=where, **slots))
            rows += [{kind: name.strip(), "seat": each} for each in self.players(who, where)]
        return rows

    # -- one action --------------------------------------------------------------------------------------

    def _act(self, part: str, where: str, verbs: set[str]) -> Row:
        verb, rest = self._verb(part, where, verbs)
        if (rest == ":" or ":" not in rest) and verb not in self.terms.confirmed:
            raise BadInput(
                say("{where}: {verb}: say whom, as in {verb}: {name}", where=where, verb=verb, name=self.names[-1])
            )
        if rest.startswith(":") or not rest:
            return {
                "verb": verb,
                "seat": self._holder(verb, where),
                "value": self._value(rest[1:] or "yes", where, verb),
            }
        who, value = self._pair(rest, where, verb)
        self._check_actor(who, where, verb)
        return {"verb": verb, "seat": who, "value": value}

    def _check_actor(self, who: str, where: str, verb: str) -> None:
        """Raise `BadInput` for a player who can't do this: the action would be left out, its target seem spared."""
        abilities = {ability.verb for ability in self.plan.graph.abilities}
        if verb not in abilities or verb in self.plan.groups or who not in self.roles:
            return
        role = self.roles[who]
        if not self._has(role, verb):
            text = "{where}: {verb}: {name} is {role}, a role that does not have it"
            raise BadInput(say(text, where=where, verb=verb, name=who, role=role))
        if who in self.dead and where == "--night":
            raise BadInput(say("{where}: {verb}: {name} is dead", where=where, verb=verb, name=who))

    def _verb(self, part: str, where: str, verbs: set[str]) -> tuple[str, str]:
        """Return the action that a text begins with, and the rest of the text; `maniac kill` means `maniac_kill`."""
        for verb in sorted(verbs, key=len, reverse=True):
            for called in (verb, verb.replace("_", " ")):
                rest = part[len(called) :]
                if part[: len(called)].casefold() == called.casefold() and (not rest or rest[0] in " :"):
                    return verb, rest.strip()
        text = "{where}: {part} begins with no act (there are: {verbs})"
        if near := closest(re.split(r"[ :]", part, maxsplit=1)[0], verbs):
            text = "{where}: {part} begins with no act, did you mean {near}? (there are: {verbs})"
        raise BadInput(say(text, where=where, part=repr(part), near=repr(near), verbs=", ".join(sorted(verbs))))

    def _pair(self, text: str, where: str, verb: str) -> tuple[str, Any]:
        """Return a player and an answer, separated by a colon; names may contain colons too."""
        group = self.plan.groups.get(verb)
        for at, char in enumerate(text):
            if char == ":":
                try:
                    who = self.player(text[:at], where, *([group.name] if group else []))
                    return who, self._value(text[at + 1 :], where, verb)
                except BadInput as error:
                    if ":" not in text[at + 1 :] or isinstance(error, Ambiguous):
                        raise
        confirmed = verb in self.terms.confirmed
        if confirmed:
            return self.player(text, where), "yes"
        needed = "{where}: {part}: a player, a colon and whom they name are needed"
        raise BadInput(say(needed, where=where, part=repr(text)))

    def _value(self, text: str, where: str, verb: str) -> Any:
        if verb in self.terms.with_role and AS in text:
            target, _, role = text.rpartition(AS)
            return {"target": self.player(target, where, "nobody"), "as": _role(bare(role), self.plan)}
        if verb in self.terms.spoken:
            return bare(text)
        words = ("nobody", "skip", "yes", "no", "all") if verb else ()
        return self.player(text, where, *words)

    def _holder(self, verb: str, where: str) -> str:
        """Return the team or the only living player that has an action; raise `BadInput` if none or several have it."""
        if verb in self.plan.groups:
            return self.plan.groups[verb].name
        holders = [name for name, role in self.roles.items() if self._has(role, verb) and name not in self.dead]
        if len(holders) == 1:
            return holders[0]
        if not holders:
            raise BadInput(say("{where}: {verb}: nobody alive at this table has it", where=where, verb=verb))
        text = "{where}: {verb}: {count} players have it ({names}): write whose it is, as in {verb} {one}: {other}"
        known = {"count": len(holders), "names": self._list(holders), "one": holders[0], "other": self.names[-1]}
        raise BadInput(say(text, where=where, verb=verb, **known))

    def _has(self, role: str, verb: str) -> bool:
        card = self.plan.roles[role]
        return any(each.verb == verb for each in card.abilities) or any(each.name == verb for each in card.triggers)
