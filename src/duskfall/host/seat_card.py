"""A seat's role card: the data in its secret link, made only of what the seat may see, and the card's text."""

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

LONGEST = 8000  # characters of a link's fragment at most
SLOT = "{name}"


def kept(view: View) -> LinkHeld:
    """Return what a seat was dealt, as data without text in any language. It holds only what the seat may see."""
    began = next(fact for fact in view.facts if isinstance(fact, Began))
    dealt = next(fact for fact in view.facts if isinstance(fact, Dealt))
    knows = [[view.names[f.seat - 1], f.role, f.how] for f in view.facts if isinstance(f, Knows)]
    usual = hosted(registry.book(began.rules))
    flags = {name: value for name, value in began.flags if value != usual[name]}
    return {
        "n": view.names[dealt.seat - 1], "s": dealt.seat, "r": began.rules, "c": dealt.role, "k": knows, "f": flags,
    }  # fmt: skip


def fragment(view: View) -> str:
    """Return the URL fragment of a seat's link. Browsers don't send it to the server, so it never leaves the phone."""
    data = json.dumps(kept(view), ensure_ascii=False, separators=(",", ":")).encode()
    return urlsafe_b64encode(data).decode().rstrip("=")


def opened(text: object) -> LinkHeld:
    """Decode the fragment of a link; raise `Refusal` if it's damaged."""
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
    """Return a card's lines for its holder: the role, known players, and what the role can do."""
    rules = registry.book(data["r"])
    role, *acts = card(rules, data["c"], hosted(rules) | given_flags(rules, data["f"]))
    return [role, *(known(*each) for each in data["k"]), *acts]


def known(who: str, role: str, how: str) -> str:
    """Format what the holder knows about another player: their role, or a title (`how`) if the role is unknown."""
    if role:
        return say("You know {name}: {role}.", name=who, role=word(role, "role"))
    return say("{what}: {name}.", what=capital(word(how, "title")), name=who)


# -- all cards at once: a page that has them can show any card without the engine --------------------------------


def all_cards(rules: Ruleset) -> AllCards:
    """Return the text of all cards of a ruleset, in the current language.

    `cards` has for each role the house rules that its card depends on, with their usual values, and its lines for every
    combination of values. `known` and `dealt` have sentences about a player known to the holder, with a slot for the
    name: by role, and by what the deal assigned.
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
    """Return the values that a house rule may take; for a number only the usual one, since others need the engine."""
    if flag.values:
        return flag.values
    return (False, True) if isinstance(flag.default, bool) else (flag.default,)


def _word(value: Value) -> str:
    """Format a value as JavaScript does."""
    return str(value).lower() if isinstance(value, bool) else str(value)
