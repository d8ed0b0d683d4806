"""Ruleset pages for hosts: the list of rulesets, and each ruleset as HTML with its diagram and quotations."""

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

CITATION = re.compile(r'<span class="cite">([^<]+)</span>')  # the markup that `tell.paper` writes


def rulesets(params: Params) -> list[GameBook]:
    """Return all rulesets, each with its roles, teams and possible numbers of seats."""
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
    """Return a ruleset as HTML, with its diagram and the rules it cites; raise ValueError for an unknown id."""
    book, found = known(params.get("id")), dict[str, str]()
    if book is None:
        raise ValueError(say("There is no such game."))
    html = CITATION.sub(partial(_citation, found), formats.html(book))
    return {"id": book.id, "title": say(book.title), "html": html, "svg": svg(book), "citations": found}


def _citation(found: dict[str, str], match: re.Match[str]) -> str:
    """Turn a citation into a button and store its text in `found`; without a text, leave it as it is."""
    rule = unescape(match[1])
    text = quoted(rule)
    if not text:
        return match[0]
    found[rule] = text
    return f'<button class="cite" data-rule="{match[1]}">{match[1]}</button>'
