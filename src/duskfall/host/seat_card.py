"""A seat's own card: what its phone may be sent, made only of what this seat may see; and all cards in words."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import product

from duskfall.core.facts import Began, Dealt, Knows
from duskfall.core.start.flags import given_flags, hosted
from duskfall.core.view import View
from duskfall.host.evening.fields import Refusal
from duskfall.rules import registry
from duskfall.tell.rules.role_card import card, hangs_on
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.wire.cards import AllCards, CardWords, LinkHeld

LONGEST = 8000  # characters of a link
SLOT = "{name}"


def kept(view: View) -> LinkHeld:
    """What a seat was dealt, without the words of any language: the seat sees all of it, and nothing else is in it."""
    began = next(fact for fact in view.facts if isinstance(fact, Began))
    dealt = next(fact for fact in view.facts if isinstance(fact, Dealt))
    knows = [[view.names[f.seat - 1], f.role, f.how] for f in view.facts if isinstance(f, Knows)]
    usual = hosted(registry.book(began.rules))
    flags = {name: value for name, value in began.flags if value != usual[name]}
    return {
        "n": view.names[dealt.seat - 1], "s": dealt.seat, "r": began.rules, "c": dealt.role, "k": knows, "f": flags,
    }  # fmt: skip


def fragment(view: View) -> str:
    """The part of a seat's link that never leaves the phone."""
    data = json.dumps(kept(view), ensure_ascii=False, separators=(",", ":")).encode()
    return urlsafe_b64encode(data).decode().rstrip("=")


def opened(text: object) -> LinkHeld:
    """What a link holds; one line if it holds nothing that can be read."""
    try:
        if not isinstance(text, str) or len(text) > LONGEST:
            raise ValueError
        data = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        rules = registry.known(data["r"])
        if rules is None or data["c"] not in {role.name for role in rules.roles}:
            raise ValueError
        wanted: tuple[tuple[str, type], ...] = (("n", str), ("s", int), ("k", list), ("f", dict))
        if not all(isinstance(data[key], kind) for key, kind in wanted):
            raise ValueError
        data["f"] = hosted(rules) | given_flags(rules, data["f"])
        data["k"] = [[str(who), str(role), str(how)] for who, role, how in data["k"]]
    except (ValueError, KeyError, TypeError):
        raise Refusal(say("This link is damaged: ask the host for it again.")) from None
    found: LinkHeld = data
    return found


def lines(data: LinkHeld) -> list[str]:
    """A card as its holder reads it: the role, whom it knows, and what it can do."""
    rules = registry.book(data["r"])
    role, *acts = card(rules, data["c"], hosted(rules) | given_flags(rules, data["f"]))
    return [role, *(known(*each) for each in data["k"]), *acts]


def known(who: str, role: str, how: str) -> str:
    """Somebody of whom the holder knows something."""
    if role:
        return say("You know {name}: {role}.", name=who, role=word(role, "role"))
    return say("{what}: {name}.", what=capital(word(how, "title")), name=who)


# -- a page that knows a card by name finds its words without an engine -----------------------------------------


def all_cards(rules: Ruleset) -> AllCards:
    """All cards of a ruleset in one language.

    By role: the house rules on which its card hangs, as they usually are, and its lines for all their values.
    Beside them the sentences on players of whom a card's holder knows something, by role and by what was dealt.
    """
    return {
        "known": {role.name: known(SLOT, role.name, "") for role in rules.roles},
        "dealt": {deal.name: known(SLOT, "", deal.name) for deal in rules.deals},
        "cards": {role.name: _card(rules, role.name) for role in rules.roles},
    }


def _card(rules: Ruleset, role: str) -> CardWords:
    flags = [flag for name in hangs_on(rules, role) for flag in rules.flags if flag.name == name]
    usual = hosted(rules)
    lines = {}
    for values in product(*map(_values, flags)):
        held = dict(zip((flag.name for flag in flags), values, strict=True))
        lines[",".join(map(_word, values))] = card(rules, role, usual | held)
    return {"on": [(flag.name, usual[flag.name]) for flag in flags], "lines": lines}


def _values(flag: Flag) -> tuple[Value, ...]:
    """All that a house rule may be; of numbers only the usual one, with any other the engine is asked."""
    if flag.values:
        return flag.values
    return (False, True) if isinstance(flag.default, bool) else (flag.default,)


def _word(value: Value) -> str:
    """A value as JavaScript writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
