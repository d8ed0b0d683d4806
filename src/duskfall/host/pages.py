"""What the page shows beside a table: the rules of each game."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

from duskfall.draw.export import svg
from duskfall.rules.registry import known
from duskfall.rules.registry import rulesets as all_rulesets
from duskfall.tell.quotes import quoted
from duskfall.tell.rules import formats
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.calls import Params
from duskfall.wire.pages import GameBook, RulesPage

CITATION = re.compile(r'<span class="cite">([^<]+)</span>')  # as tell.paper prints them


def rulesets(params: Params) -> list[GameBook]:
    """The games that there are, each with its roles and for how many it is."""
    return [_game(each) for each in all_rulesets()]


def _game(rules: Ruleset) -> GameBook:
    low, high = rules.decks.seats
    about = say("{roles} roles, {flags} house rules.", roles=len(rules.roles), flags=len(rules.flags))
    return {
        "id": rules.id,
        "title": say(rules.title),
        "about": about,
        "seats": [low, high],
        "teams": [word(team, "team") for team in rules.teams],
        "roles": [
            {"role": role.name, "label": word(role.name, "role"), "team": rules.teams.index(role.team) + 1}
            for role in rules.roles
        ],
    }


def rules(params: Params) -> RulesPage:
    """The rules of one game as HTML, their picture, and the words of every rule that they cite."""
    book, found = known(params.get("id")), dict[str, str]()
    if book is None:
        raise ValueError(say("There is no such game."))
    html = CITATION.sub(partial(_citation, found), formats.html(book))
    return {"id": book.id, "title": say(book.title), "html": html, "svg": svg(book), "citations": found}


def _citation(found: dict[str, str], match: re.Match[str]) -> str:
    """A citation as a link, if there are words behind it; those are kept."""
    rule = unescape(match[1])
    text = quoted(rule)
    if not text:
        return match[0]
    found[rule] = text
    return f'<button class="cite" data-rule="{match[1]}">{match[1]}</button>'
