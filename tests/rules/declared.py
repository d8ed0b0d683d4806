"""What each string of a ruleset may be: a name that the ruleset, the case format or the rulings declare."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from duskfall.core.plan.compile import walk
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.start.setup import RESERVED
from duskfall.vocabulary.effects import Link, Mark, Reveal, Says
from duskfall.vocabulary.ruleset import ROLE, Flag, Ruleset, Text

DOCS = Path(__file__).parents[2] / "docs"
RULINGS, CASES = (DOCS / "rulings.md").read_text(), (DOCS / "cases.md").read_text()
SECTIONS = (DOCS / "rulebooks/sections.md").read_text()

RULE_IDS = {
    *re.findall(r"^- \*\*([A-Z]+-?\d+)\*\*", RULINGS, re.M),
    *re.findall(r"`([A-Z]{2}§[^`]+)`", SECTIONS),
}
ANSWERS = set(re.findall(r"`([A-Z][A-Z ]+)`", CASES))  # MAFIA, INNOCENT, NOT SHERIFF ...
RECORDS = Path(__file__).parents[1] / "records"  # of earlier editions
HASHES = {json.loads(path.read_text().partition("\n")[0])["game"]["plan"] for path in RECORDS.glob("*.jsonl")}
ENDS = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", RULINGS))  # mafia-parity, both-sides ...


class Names:
    """All that a ruleset declares."""

    def __init__(self, rules: Ruleset) -> None:
        parts = list(walk(rules))
        abilities = [a for role in rules.roles for a in role.abilities] + [g.ability for g in rules.groups]
        self.id = {rules.id}
        self.roles = {role.name for role in rules.roles}
        self.teams, self.sides = set(rules.teams), set(rules.sides) | {"draw"}
        self.verbs = {ability.verb for ability in abilities}
        self.triggers = {trigger.name for role in rules.roles for trigger in role.triggers}
        self.triggers |= {trigger.name for trigger in rules.triggers}
        self.marks = {part.name for part in parts if isinstance(part, Mark)}
        self.marks |= {part.mark for part in parts if isinstance(part, Reveal)}
        self.links = {part.name for part in parts if isinstance(part, Link)}
        self.cards = {card.name for card in rules.cards}
        self.titles = {title.name for title in rules.titles}
        self.deals = {deal.name for deal in rules.deals}
        self.flags = {flag.name for flag in rules.flags}
        self.values = {value for part in parts if isinstance(part, Flag) for value in part.values} | {"nobody"}
        self.notices, self.reasons = set(rules.notices), set(rules.reasons)
        self.answers = ANSWERS & {part.word for part in parts if isinstance(part, Says)}
        self.acts = self.verbs | self.triggers
        self.nodes = self.acts | self.marks | self.links


# Where a name is used: (class, field) -> what it must be one of. Every string is listed here or below.
USES: dict[tuple[str, str], Callable[[Names], set[str]]] = {
    ("Attack", "as_"): lambda n: n.acts,
    ("Says", "word"): lambda n: n.answers,
    ("Seen", "word"): lambda n: n.answers,
    ("Overturns", "shows"): lambda n: n.answers,
    ("Show", "word"): lambda n: set(RESERVED),
    ("Tell", "notice"): lambda n: n.notices,
    ("Become", "role"): lambda n: n.roles,
    ("Lose", "verb"): lambda n: n.verbs,
    ("Bar", "reason"): lambda n: n.reasons,
    ("Pick", "shown_as"): lambda n: n.verbs,
    ("Ability", "not_after"): lambda n: n.verbs,
    ("Trigger", "verbs"): lambda n: n.acts,
    ("Role", "team"): lambda n: n.teams,
    ("Role", "proof"): lambda n: n.verbs,
    ("Group", "name"): lambda n: n.teams,
    ("Team", "team"): lambda n: n.teams,
    ("Holders", "roles"): lambda n: n.roles,
    ("Marked", "mark"): lambda n: n.marks,
    ("Assigned", "deal"): lambda n: n.deals,
    ("Named", "verb"): lambda n: n.verbs,
    ("Actors", "verb"): lambda n: n.verbs,
    ("LastNight", "verb"): lambda n: n.verbs,
    ("Victims", "verbs"): lambda n: n.nodes,
    ("FlagIs", "flag"): lambda n: n.flags,
    ("Const", "const"): lambda n: n.values,
    ("Flag", "default"): lambda n: n.values,
    ("Overturns", "by"): lambda n: n.nodes | n.cards | {ROLE},
    ("Overturns", "what"): lambda n: n.nodes | {VOTE_OUT},
    ("Ring", "of"): lambda n: n.nodes,
    ("Collect", "verbs"): lambda n: n.verbs,
    ("Settle", "verbs"): lambda n: n.acts,
    ("Chat", "pairs"): lambda n: n.verbs,
    ("Ballot", "blank"): lambda n: set(RESERVED),
    ("PassOn", "title"): lambda n: n.titles,
    ("Elect", "title"): lambda n: n.titles,
    ("Wins", "side"): lambda n: n.sides,
    ("Wins", "reason"): lambda n: ENDS,
    ("Quota", "role"): lambda n: n.roles,
    ("Decks", "evil"): lambda n: n.roles,
    ("Decks", "more"): lambda n: n.roles,
    ("Decks", "rest"): lambda n: n.roles,
    ("Ruleset", "prints"): lambda n: n.nodes,
    ("Ruleset", "plays_as"): lambda n: HASHES,
}
# Where a name is declared: it is what it is.
DECLARES = {
    ("Ruleset", "id"), ("Ruleset", "teams"), ("Ruleset", "sides"), ("Ruleset", "notices"),
    ("Ruleset", "reasons"), ("Flag", "values"),
    ("Role", "name"), ("Ability", "verb"), ("Trigger", "name"), ("Mark", "name"), ("Reveal", "mark"),
    ("Link", "name"), ("Card", "name"), ("Title", "name"), ("Deal", "name"), ("Flag", "name"),
    ("SkipVote", "vote"), ("SkipVote", "unvote"),
    ("Talk", "name"), ("Chat", "verb"), ("Ballot", "verb"), ("Ballot", "again"), ("Elect", "stand"),
    ("Elect", "withdraw"), ("Elect", "verb"), ("PassOn", "verb"),
}  # fmt: skip


def strings(value: Any) -> Iterator[str]:
    """The strings of a field: itself, or those in its tuples; what is deeper belongs to another class."""
    if isinstance(value, str) and not isinstance(value, Text | Enum):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from strings(item)


def undeclared(rules: Ruleset) -> list[str]:
    """Every string that is no declared name, with its place."""
    names, found = Names(rules), []
    for part in walk(rules):
        if not is_dataclass(part):
            continue
        for field in fields(part):
            place = (type(part).__name__, field.name)
            for word in filter(None, strings(getattr(part, field.name))):
                if field.name == "rule":
                    known = RULE_IDS
                elif place in DECLARES:
                    continue
                else:
                    known = USES[place](names) if place in USES else set()
                if word not in known:
                    found.append(f"{rules.id}: {place[0]}.{place[1]}: {word!r}")
    return found
