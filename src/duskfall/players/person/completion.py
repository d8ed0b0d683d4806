"""What Tab makes of a line that a person has begun: commands, topics of the rules, roles, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.detect import LAYERS
from duskfall.players.person.speech import CLAIMS
from duskfall.players.person.typed import AS_ROLE, fold
from duskfall.study.primer import primer
from duskfall.tell.facts import questions
from duskfall.tell.rules import topics
from duskfall.tell.rules.role_card import book
from duskfall.tell.text import safe

FIRST = re.compile(r"(\s*/?)(\S*)$")  # a line of one word, as far as it is typed
FURTHER = re.compile(r"(\s*/?\w+\s+)(.*)")  # a command, and what is begun after it
CLAIM = re.compile(r"(.*/claim\s+)(\S*)$", re.IGNORECASE | re.DOTALL)
LAST = re.compile(r"(.*[\s@(\"“,])?(\S*)$", re.DOTALL)  # the last word of a line


def completions(ask: Ask, view: View, commands: Iterable[str], line: str) -> list[str]:
    """The lines that this one may become."""
    if (found := FURTHER.fullmatch(line)) and (words := further(fold(found[1]).removeprefix("/"), view)):
        return _begun(found, words)
    if ask.speech and (found := CLAIM.fullmatch(line)):
        return _begun(found, _roles(view))
    first = FIRST.fullmatch(line)
    slashed = first is not None and first[1].endswith("/")
    if slashed and first:
        return _begun(first, [*commands, *(CLAIMS if ask.speech else ())])
    if ask.speech:
        last = LAST.fullmatch(line)
        return _begun(last, map(safe, view.names)) if last and last[2] else []
    return _chosen(ask, view, commands, line)


def further(command: str, view: View) -> Sequence[str]:
    """The words that may follow a command: with one of them it is no speech, though it has no slash."""
    return _topics(view) if command == "rules" else LAYERS if command == "hint" else ()


def _chosen(ask: Ask, view: View, commands: Iterable[str], line: str) -> list[str]:
    """Of a choice: an option, and after it a role where one is to be named; or a command."""
    seat, *role = AS_ROLE.split(line, maxsplit=1) if ask.roles else [line]
    if role:
        return [f"{seat} as {each}" for each in ask.roles if fold(each).startswith(fold(role[0]))]
    known = [*(safe(option.label) for option in questions.options(ask, view.names)), *commands]
    return [each for each in known if fold(each).startswith(fold(line))] if line.strip() else []


def _begun(found: re.Match[str], words: Iterable[str]) -> list[str]:
    """What stands before, with each of these words that begins like the rest."""
    return [f"{found[1] or ''}{word}" for word in words if fold(word).startswith(fold(found[2]))]


def _topics(view: View) -> Sequence[str]:
    rules = book(view)
    return [*topics.topics(rules), *(role.name for role in rules.roles)] if rules else ()


def _roles(view: View) -> Sequence[str]:
    rules = book(view)
    return list(primer(rules.id).cards) if rules else ()
