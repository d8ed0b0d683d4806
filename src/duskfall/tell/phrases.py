"""Wording for names that the rulesets share: notices, reasons for void answers, ways in which talk ends.

A name that is not listed is spelled as words, so that a new ruleset can use its own names.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from duskfall.core.problem import Problem
from duskfall.core.start.deck import surplus
from duskfall.rules import registry
from duskfall.tell.text import quote, spaced
from duskfall.tell.tongue import ENGLISH, say, spoken, word
from duskfall.vocabulary.ruleset import Ruleset

SOMEBODY = "somebody"


def warnings(rules: Ruleset, cards: Iterable[str]) -> list[str]:
    """Return a warning line for each role of which a deck has more cards than its ruleset allows.

    A deck with warnings can still be dealt.
    """
    text = "The book has one {role} in a deck, and this one has {count} ({rule})."
    found = surplus(rules, cards)
    return [say(text, role=word(each.role, "role"), count=each.cards, rule=each.rule) for each in found]


# Notices to players; `{about}` is the player that the notice mentions.
NOTICES = {
    "blocked": "your act of the night was blocked",
    "jailed": "you are jailed tonight",
    "saved": "the player you protected was attacked, and lives",
    "healed": "you were attacked, and healed",
    "stopped": "your attack was stopped: the target was healed",
    "immune": "your attack failed: the target was immune",
    "guilt": "you killed one of your own side, and the guilt will kill you",
    "promoted": "you have been promoted",
    "jester": "your target died at night, and you have a new role",
    "attacked": "{about} was attacked, and lives",
    "kill-blocked": "a kill was blocked",
    "unmoved": "somebody tried to block you, and could not",
    "kept-away": "you stayed at home: the player you named was protected",
    "ambusher": "somebody lay in wait where you went: {about}",
}

# Reasons why an answer is refused or void.
REASONS = {
    "self": "one may not name oneself",
    "mate": "one may not name a mate",
    "repeat": "the same player as the night before",
    "revealed": "the player named is revealed",
    "dead": "the player named is dead",
    "right-lost": "the right to it is lost",
    "none-left": "none left",
    "acted-already": "has acted already tonight",
    "not-an-option": "not one of the options",
    "no-such-role": "no such role",
    "no-such-player": "no such player",
    "names-nobody": "a question says whom it is for",
    "not-a-choice": "not a choice",
    "may-not-decline": "one may not decline",
    "not-a-speech": "not a speech",
    "not-asked": "it was not asked for",
    "passed-over": "passed over",
}

# Ways in which a discussion ends.
TALK_ENDS = {
    "silence": "nobody has more to say",
    "budget": "the budget of messages is used up",
    "skip-vote": "more than half want to go on to the vote",
    "rounds": "everybody has had a turn",
}

# Ways in which a player comes to know something about another player.
KNOWING = {
    "mate": "one of your own",
    "taught": "you are told the true role",
    "changed": "a new role",
}

# Causes for which the moderator removes a player.
CAUSES = {"left": "has left", "fouls": "too many fouls", "idle": "gives no answers"}


def notice(name: str, about: str) -> str:
    """Return a notice as a clause in the current language; `about` is the name of the player that it mentions."""
    known = NOTICES.get(name) or _own_notice(name)
    if known is None:
        told = word(name, "notice")
        return say("{notice} ({about})", notice=told, about=about) if about else told
    return say(known, about=about or say(SOMEBODY))


def _own_notice(name: str) -> str | None:
    return next((words.notices[name] for words in registry.own_words() if name in words.notices), None)


def quoted_notice(name: str, about: str) -> str:
    """Return a notice in English, for use inside a generated sentence of the rules.

    Such a sentence is translated only as a whole.
    """
    known = NOTICES.get(name) or _own_notice(name)
    if known is None:
        return f"{spaced(name)} ({about})" if about else spaced(name)
    return known.format(about=about or SOMEBODY)


def house_rule(name: str) -> str:
    """Return the title of a house rule in the current language."""
    return _known(_titles(registry.here()), name, "flag")


def quoted_rule(name: str) -> str:
    """Return the quoted English title of a house rule, for use inside a generated sentence of the rules."""
    return quote(_titles(registry.here()).get(name) or spaced(name))


@lru_cache(maxsize=4)
def _titles(books: tuple[str, ...]) -> dict[str, str]:
    """Return the titles of all house rules by name; if rulesets share a name, the first ruleset's title counts."""
    flags = [flag for book in reversed(books) for flag in registry.book(book).flags]
    return {flag.name: str(flag.called or spaced(flag.name)) for flag in flags}


def problem(error: ValueError) -> str:
    """Return the message of an error about given input; a `Problem` is translated into the current language."""
    if not isinstance(error, Problem):
        return str(error)
    return say(error.text, **{slot: _filled(slot, value) for slot, value in error.slots.items()})


def _filled(slot: str, value: object) -> object:
    """Return the value for a slot of an error; in English, a house rule stays as it was typed."""
    if isinstance(value, ValueError):
        return problem(value)
    return house_rule(str(value)) if slot == "flag" and spoken() != ENGLISH else value


def reason(name: str) -> str:
    """Return why an answer was refused or is void."""
    own = (
        {} if name in REASONS else {key: text for words in registry.own_words() for key, text in words.reasons.items()}
    )
    return _known(REASONS | own, name, "reason")


def talk_end(name: str) -> str:
    """Return how a discussion ended."""
    return _known(TALK_ENDS, name, "reason")


def knowing(name: str) -> str:
    """Return how a player came to know something about another player; empty if no source is named."""
    return _known(KNOWING, name, "title")


def cause(name: str) -> str:
    """Return why the moderator removed a player."""
    return _known(CAUSES, name, "cause")


def _known(table: dict[str, str], name: str, kind: str) -> str:
    return say(table[name]) if name in table else word(name, kind)
